"""Reasons why an action is not legal now. Their slugs are stable; `app/text` makes the sentences."""

from engine.game import CHANCE, IllegalAction
from engine.seven_wonders import actions
from engine.seven_wonders.actions import Action, Choice
from engine.seven_wonders.chance import pending_line
from engine.seven_wonders.packed_position import Position
from engine.seven_wonders.questions import is_secret_choice, may_hold, may_hold_leader, question


def refusal(at: Position, seat: int, action: Action) -> IllegalAction:
    """Return the first reason that applies."""
    asks = pending_line(at)
    if asks is not None:
        if seat != CHANCE:
            return IllegalAction("chance-first", line=asks)
        return IllegalAction("cannot-be-dealt", asked=asks, line=str(action))
    asked = question(at)
    if asked is None:
        return IllegalAction("over")
    if seat == CHANCE:
        return IllegalAction("no-chance", asked=asked)
    if not 0 <= seat < at.seats:
        return IllegalAction("no-seat", seat=seat + 1, seats=at.seats)
    if seat not in at.to_act:
        chosen = at.choices[seat] is not None
        return IllegalAction("has-chosen" if chosen else "not-asked", seat=seat + 1, asked=asked)
    if isinstance(action, actions.Choose) and is_secret_choice(at):
        return _choice(at, seat, action.what, asked)
    if isinstance(action, actions.Build | actions.Stage | actions.Sell) and asked == "seventh":
        return _choice(at, seat, action, asked)
    match action:
        case actions.Lose() if asked == "lose":
            return IllegalAction("no-such-token", value=action.value)
        case actions.Recruit() if asked == "extra":
            return _choice(at, seat, action, asked)
        case actions.Bury() if asked == "bury":
            return IllegalAction("not-face-up", leader=action.leader)
        case actions.Rebuild() if asked == "rebuild":
            card = at.lookup.card[action.card]
            if at.cities[seat] & at.lookup.namesakes[card]:
                return IllegalAction("name-twice", card=action.card)
            return IllegalAction("not-discarded", card=action.card)
        case actions.Decline() if asked in ("extra", "rebuild"):
            return IllegalAction("must-rebuild")
    return IllegalAction("asked-first", asked=asked)


def _choice(at: Position, seat: int, choice: Choice, asked: str) -> IllegalAction:
    lookup = at.lookup
    match choice:
        case actions.Keep() if asked == "draft":
            return IllegalAction("not-in-hand", card=choice.leader)
        case actions.Recruit() if asked in ("recruit", "extra"):
            leader = lookup.leader[choice.leader]
            if not may_hold_leader(at, seat, leader):
                return IllegalAction("not-your-leader", leader=choice.leader)
            price = at.leader_price(seat, leader)
            return IllegalAction("price", thing=choice.leader, price=price, coins=at.coins[seat])
        case actions.Build() if asked in ("play", "seventh"):
            card = lookup.card[choice.card]
            if not may_hold(at, seat, card):
                return IllegalAction("not-in-hand" if at.eager else "all-told", card=choice.card)
            if at.cities[seat] & lookup.namesakes[card]:
                return IllegalAction("name-twice", card=choice.card)
            return _unpaid(at, seat, choice.card, at.list_plans(seat, (card,), at.colours_free_now(seat))[0])
        case actions.Stage() | actions.Sell() if asked in ("recruit", "play", "seventh"):
            if not _holds(at, seat, choice.card, asked):
                return IllegalAction("not-in-hand", card=choice.card or "-")
            if at.stages[seat] == at.boards[seat].stages:
                return IllegalAction("wonder-complete", stages=at.stages[seat])
            return _unpaid(at, seat, "stage", at.plans_for_stage(seat))
    return IllegalAction("asked-first", asked=asked)


def _holds(at: Position, seat: int, name: str, asked: str) -> bool:
    """Check whether a seat may put this card face down; in records without hands it has no name."""
    if not at.eager:
        return not name
    if asked == "recruit":
        return name in at.lookup.leader and at.lookup.leader[name] in at.leaders[seat]
    return name in at.lookup.card and at.lookup.card[name] in at.hands[seat]


def _unpaid(at: Position, seat: int, thing: str, plans: tuple[int, ...]) -> IllegalAction:
    """Return the reason: another payment is possible, or none is."""
    if plans:
        return IllegalAction("payment", thing=thing, ways=len(plans))
    return IllegalAction("cannot-pay", thing=thing, coins=at.coins[seat])
