"""Reasons why an action is not legal now. Their slugs have sentences in app/words."""

from engine.architects import actions
from engine.architects.actions import SIDES, Action
from engine.architects.chance import outcomes, pending_word
from engine.architects.packed_position import NO_SEAT, Position
from engine.architects.questions import KEEP, MAIN, TAKE
from engine.game import CHANCE, IllegalAction


def refusal(pos: Position, seat: int, action: Action) -> IllegalAction:
    """Return the first reason that applies."""
    if pos.ended:
        return IllegalAction("over")
    if pos.pending_chance >= 0:
        stack = pending_word(pos)
        if seat != CHANCE:
            return IllegalAction("chance-first", stack=stack)
        if isinstance(action, actions.Contradiction):
            return _refuse_report(pos, action, action.of in outcomes(pos))
        return IllegalAction("not-in-stack", stack=stack, line=str(action))
    if seat == CHANCE:
        return IllegalAction("no-chance", seat=pos.active + 1)
    if seat != pos.active:
        return IllegalAction("not-your-turn", active=pos.active + 1)
    if pos.phase == KEEP and isinstance(action, actions.Contradiction):
        return _refuse_report(pos, action, action.of in pos.offer)
    if pos.phase not in (TAKE, MAIN):
        return IllegalAction("effect-first", wonder=pos.wonders[seat].name)
    return _refuse_in_turn(pos, seat, action)


def _refuse_report(pos: Position, action: actions.Contradiction, plain: bool) -> IllegalAction:
    """Return the reason why a thing that our lists exclude cannot be reported."""
    if pos.eager:
        return IllegalAction("dealt-here", line=str(action))
    if plain:
        return IllegalAction("still-there", line=str(action.of))
    return IllegalAction("not-asked", line=str(action))


def _refuse_in_turn(pos: Position, seat: int, action: Action) -> IllegalAction:
    match action:
        case actions.Take(side) | actions.Extra(side=side) if not pos.stack_sizes[pos.stack(seat, side)]:
            return IllegalAction("empty-stack", side=SIDES[side])
        case actions.Take():
            return IllegalAction("card-taken")
        case actions.Peek():
            return IllegalAction("no-look", cat=pos.cat + 1 if pos.cat != NO_SEAT else 0)
        case _ if pos.phase == TAKE:
            return IllegalAction("take-first")
        case actions.Build(stage):
            open_now = [number + 1 for number in pos.wonders[seat].open[pos.built[seat]]]
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
