"""Reasons why an action is not legal now. Their slugs have sentences in app/words."""

from engine.architects import actions
from engine.architects.actions import SIDES, Action
from engine.architects.chance import outcomes, pending_word
from engine.architects.packed_position import NO_SEAT, Position
from engine.architects.questions import KEEP, MAIN, TAKE
from engine.game import CHANCE, IllegalAction


def refusal(at: Position, seat: int, action: Action) -> IllegalAction:
    """Return the first reason that applies."""
    if at.ended:
        return IllegalAction("over")
    if at.asked >= 0:
        stack = pending_word(at)
        if seat != CHANCE:
            return IllegalAction("chance-first", stack=stack)
        if isinstance(action, actions.Another):
            return _refuse_report(at, action, action.of in outcomes(at))
        return IllegalAction("not-in-stack", stack=stack, line=str(action))
    if seat == CHANCE:
        return IllegalAction("no-chance", seat=at.active + 1)
    if seat != at.active:
        return IllegalAction("not-your-turn", active=at.active + 1)
    if at.phase == KEEP and isinstance(action, actions.Another):
        return _refuse_report(at, action, action.of in at.offer)
    if at.phase not in (TAKE, MAIN):
        return IllegalAction("effect-first", wonder=at.wonders[seat].name)
    return _refuse_in_turn(at, seat, action)


def _refuse_report(at: Position, action: actions.Another, plain: bool) -> IllegalAction:
    """Return the reason why a thing that our lists exclude cannot be reported."""
    if at.eager:
        return IllegalAction("dealt-here", line=str(action))
    if plain:
        return IllegalAction("still-there", line=str(action.of))
    return IllegalAction("not-asked", line=str(action))


def _refuse_in_turn(at: Position, seat: int, action: Action) -> IllegalAction:
    match action:
        case actions.Take(side) | actions.Extra(side=side) if not at.left[at.stack(seat, side)]:
            return IllegalAction("empty-stack", side=SIDES[side])
        case actions.Take():
            return IllegalAction("card-taken")
        case actions.Peek():
            return IllegalAction("no-look", cat=at.cat + 1 if at.cat != NO_SEAT else 0)
        case _ if at.phase == TAKE:
            return IllegalAction("take-first")
        case actions.Build(stage):
            open_now = [number + 1 for number in at.wonders[seat].open[at.built[seat]]]
            if stage not in open_now:
                return IllegalAction("stage-closed", stage=stage)
            return IllegalAction("payment", stage=stage)
        case actions.Progress(token):
            return IllegalAction("no-exchange", token=token)
        case actions.Extra(token):
            return IllegalAction("no-extra", token=token)
        case actions.EndTurn():
            return IllegalAction("must-act")
    return IllegalAction("not-now")
