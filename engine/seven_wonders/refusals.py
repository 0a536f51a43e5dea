"""Why an action is not legal now, as precisely as people ask. The slugs are stable; words are made elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.game import CHANCE, IllegalAction
from engine.seven_wonders import actions as said
from engine.seven_wonders.actions import Action, Choice

if TYPE_CHECKING:
    from engine.seven_wonders.state import SevenWondersState


def refusal(state: SevenWondersState, seat: int, action: Action) -> IllegalAction:
    """The first reason that holds."""
    asks = state.pending()
    if asks is not None:
        if seat != CHANCE:
            return IllegalAction("chance-first", line=asks)
        return IllegalAction("cannot-be-dealt", asked=asks, line=str(action))
    asked = state.question()
    if asked is None:
        return IllegalAction("over")
    if seat == CHANCE:
        return IllegalAction("no-chance", asked=asked)
    if not 0 <= seat < state.seats:
        return IllegalAction("no-seat", seat=seat + 1, seats=state.seats)
    if seat not in state.to_act:
        chosen = state.choices[seat] is not None
        return IllegalAction("has-chosen" if chosen else "not-asked", seat=seat + 1, asked=asked)
    if isinstance(action, said.Choose) and state.secret():
        return _choice(state, seat, action.what, asked)
    if isinstance(action, said.Build | said.Stage | said.Sell) and asked == "seventh":
        return _choice(state, seat, action, asked)
    match action:
        case said.Lose() if asked == "lose":
            return IllegalAction("no-such-token", value=action.value)
        case said.Recruit() if asked == "extra":
            return _choice(state, seat, action, asked)
        case said.Bury() if asked == "bury":
            return IllegalAction("not-face-up", leader=action.leader)
        case said.Rebuild() if asked == "rebuild":
            card = state.box.card[action.card]
            if state.cities[seat] & state.box.namesakes[card]:
                return IllegalAction("name-twice", card=action.card)
            return IllegalAction("not-discarded", card=action.card)
        case said.Done() if asked in ("extra", "rebuild"):
            return IllegalAction("must-rebuild")
    return IllegalAction("asked-first", asked=asked)


def _choice(state: SevenWondersState, seat: int, choice: Choice, asked: str) -> IllegalAction:
    box = state.box
    match choice:
        case said.Keep() if asked == "draft":
            return IllegalAction("not-in-hand", card=choice.leader)
        case said.Recruit() if asked in ("recruit", "extra"):
            leader = box.leader[choice.leader]
            if not state.may_hold_leader(seat, leader):
                return IllegalAction("not-your-leader", leader=choice.leader)
            price = state.leader_price(seat, leader)
            return IllegalAction("price", thing=choice.leader, price=price, coins=state.coins[seat])
        case said.Build() if asked in ("play", "seventh"):
            card = box.card[choice.card]
            if not state.may_hold(seat, card):
                return IllegalAction("not-in-hand", card=choice.card)
            if state.cities[seat] & box.namesakes[card]:
                return IllegalAction("name-twice", card=choice.card)
            return _unpaid(state, seat, choice.card, state.plans_for(seat, card, state.free_now(seat)))
        case said.Stage() | said.Sell() if asked in ("recruit", "play", "seventh"):
            if not _holds(state, seat, choice.card, asked):
                return IllegalAction("not-in-hand", card=choice.card or "-")
            if state.stages[seat] == state.boards[seat].stages:
                return IllegalAction("wonder-complete", stages=state.stages[seat])
            return _unpaid(state, seat, "stage", state.plans_for_stage(seat))
    return IllegalAction("asked-first", asked=asked)


def _holds(state: SevenWondersState, seat: int, name: str, asked: str) -> bool:
    """Whether a seat may put this face down; where nobody tells hands it has no name."""
    if not state.eager:
        return not name
    if asked == "recruit":
        return name in state.box.leader and state.box.leader[name] in state.leaders[seat]
    return name in state.box.card and state.box.card[name] in state.hands[seat]


def _unpaid(state: SevenWondersState, seat: int, thing: str, plans: tuple[int, ...]) -> IllegalAction:
    """It can be paid in another way, or not at all."""
    if plans:
        return IllegalAction("payment", thing=thing, ways=len(plans))
    return IllegalAction("cannot-pay", thing=thing, coins=state.coins[seat])
