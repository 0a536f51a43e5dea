"""Reasons why an action is not legal now. Their slugs are stable; `app/text` makes the sentences."""

from engine.game import CHANCE, IllegalAction
from engine.seven_wonders import actions
from engine.seven_wonders.actions import Action, Choice
from engine.seven_wonders.chance import pending_line
from engine.seven_wonders.packed_position import Position
from engine.seven_wonders.questions import is_secret_choice, may_hold, may_hold_leader, question


def refusal(pos: Position, seat: int, action: Action) -> IllegalAction:
    """Return the first reason that applies."""
    asks = pending_line(pos)
    if asks is not None:
        if seat != CHANCE:
            return IllegalAction("chance-first", line=asks)
        return IllegalAction("cannot-be-dealt", asked=asks, line=str(action))
    asked = question(pos)
    if asked is None:
        return IllegalAction("over")
    if seat == CHANCE:
        return IllegalAction("no-chance", asked=asked)
    if not 0 <= seat < pos.seats:
        return IllegalAction("no-seat", seat=seat + 1, seats=pos.seats)
    if seat not in pos.to_act:
        chosen = pos.choices[seat] is not None
        return IllegalAction("has-chosen" if chosen else "not-asked", seat=seat + 1, asked=asked)
    if isinstance(action, actions.Choose) and is_secret_choice(pos):
        return _choice(pos, seat, action.what, asked)
    if isinstance(action, actions.Build | actions.Stage | actions.Sell) and asked == "seventh":
        return _choice(pos, seat, action, asked)
    match action:
        case actions.Lose() if asked == "lose":
            return IllegalAction("no-such-token", value=action.value)
        case actions.Recruit() if asked == "extra":
            return _choice(pos, seat, action, asked)
        case actions.Bury() if asked == "bury":
            return IllegalAction("not-face-up", leader=action.leader)
        case actions.Rebuild() if asked == "rebuild":
            card = pos.lookup.card[action.card]
            if pos.cities[seat] & pos.lookup.namesakes[card]:
                return IllegalAction("name-twice", card=action.card)
            return IllegalAction("not-discarded", card=action.card)
        case actions.Decline() if asked in ("extra", "rebuild"):
            return IllegalAction("must-rebuild")
    return IllegalAction("asked-first", asked=asked)


def _choice(pos: Position, seat: int, choice: Choice, asked: str) -> IllegalAction:
    lookup = pos.lookup
    match choice:
        case actions.Keep() if asked == "draft":
            return IllegalAction("not-in-hand", card=choice.leader)
        case actions.Recruit() if asked in ("recruit", "extra"):
            leader = lookup.leader[choice.leader]
            if not may_hold_leader(pos, seat, leader):
                return IllegalAction("not-your-leader", leader=choice.leader)
            price = pos.leader_price(seat, leader)
            return IllegalAction("price", thing=choice.leader, price=price, coins=pos.coins[seat])
        case actions.Build() if asked in ("play", "seventh"):
            card = lookup.card[choice.card]
            if not may_hold(pos, seat, card):
                return IllegalAction("not-in-hand" if pos.eager else "all-told", card=choice.card)
            if pos.cities[seat] & lookup.namesakes[card]:
                return IllegalAction("name-twice", card=choice.card)
            return _unpaid(pos, seat, choice.card, pos.list_plans(seat, (card,), pos.colours_free_now(seat))[0])
        case actions.Stage() | actions.Sell() if asked in ("recruit", "play", "seventh"):
            if not _holds(pos, seat, choice.card, asked):
                return IllegalAction("not-in-hand", card=choice.card or "-")
            if pos.stages[seat] == pos.boards[seat].stages:
                return IllegalAction("wonder-complete", stages=pos.stages[seat])
            return _unpaid(pos, seat, "stage", pos.plans_for_stage(seat))
    return IllegalAction("asked-first", asked=asked)


def _holds(pos: Position, seat: int, name: str, asked: str) -> bool:
    """Check whether a seat may put this card face down; in records without hands it has no name."""
    if not pos.eager:
        return not name
    if asked == "recruit":
        return name in pos.lookup.leader and pos.lookup.leader[name] in pos.leaders[seat]
    return name in pos.lookup.card and pos.lookup.card[name] in pos.hands[seat]


def _unpaid(pos: Position, seat: int, thing: str, plans: tuple[int, ...]) -> IllegalAction:
    """Return the reason: another payment is possible, or none is."""
    if plans:
        return IllegalAction("payment", thing=thing, ways=len(plans))
    return IllegalAction("cannot-pay", thing=thing, coins=pos.coins[seat])
