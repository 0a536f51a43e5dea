"""Why an action is not legal now, as precisely as people ask. The slugs are sentences in app/words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.architects import actions as said
from engine.architects.actions import SIDES, Action
from engine.architects.chance import asked_word
from engine.architects.position import NOBODY
from engine.architects.questions import KEEP, MAIN, TAKE
from engine.game import CHANCE, IllegalAction

if TYPE_CHECKING:
    from engine.architects.state import ArchitectsState


def refusal(state: ArchitectsState, seat: int, action: Action) -> IllegalAction:
    """The first reason that holds."""
    if state.ended:
        return IllegalAction("over")
    if state.asked >= 0:
        stack = asked_word(state)
        if seat != CHANCE:
            return IllegalAction("chance-first", stack=stack)
        if isinstance(action, said.Another):
            return _no_other(state, action, action.of in state.legal(CHANCE))
        return IllegalAction("not-in-stack", stack=stack, line=str(action))
    if seat == CHANCE:
        return IllegalAction("no-chance", seat=state.active + 1)
    if seat != state.active:
        return IllegalAction("not-your-turn", active=state.active + 1)
    if state.phase == KEEP and isinstance(action, said.Another):
        return _no_other(state, action, action.of in state.offer)
    if state.phase not in (TAKE, MAIN):
        return IllegalAction("effect-first", wonder=state.wonders[seat].name)
    return _in_turn(state, seat, action)


def _no_other(state: ArchitectsState, action: said.Another, plain: bool) -> IllegalAction:
    """Why a thing that our lists exclude cannot be told."""
    if state.eager:
        return IllegalAction("dealt-here", line=str(action))
    if plain:
        return IllegalAction("still-there", line=str(action.of))
    return IllegalAction("not-asked", line=str(action))


def _in_turn(state: ArchitectsState, seat: int, action: Action) -> IllegalAction:
    match action:
        case said.Take(side) | said.Extra(side=side) if not state.left[state.stack(seat, side)]:
            return IllegalAction("empty-stack", side=SIDES[side])
        case said.Take():
            return IllegalAction("card-taken")
        case said.Peek():
            return IllegalAction("no-look", cat=state.cat + 1 if state.cat != NOBODY else 0)
        case _ if state.phase == TAKE:
            return IllegalAction("take-first")
        case said.Build(stage):
            open_now = [number + 1 for number in state.wonders[seat].open[state.built[seat]]]
            if stage not in open_now:
                return IllegalAction("stage-closed", stage=stage)
            return IllegalAction("payment", stage=stage)
        case said.Progress(token):
            return IllegalAction("no-exchange", token=token)
        case said.Extra(token):
            return IllegalAction("no-extra", token=token)
        case said.Done():
            return IllegalAction("must-act")
    return IllegalAction("not-now")
