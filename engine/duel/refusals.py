"""Why an action is not legal now, as precisely as people ask. The slugs are stable; words are made elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.duel import actions as said
from engine.duel.actions import Action
from engine.duel.questions import TURN, WORDS
from engine.game import CHANCE, IllegalAction

if TYPE_CHECKING:
    from engine.duel.state import DuelState


def refusal(state: DuelState, seat: int, action: Action) -> IllegalAction:
    """The first reason that holds."""
    if state.ended:
        return IllegalAction("over", victory=state.ended)
    if state.asked >= 0:
        if seat != CHANCE:
            return IllegalAction("chance-first", line=state.asked_line())
        return IllegalAction("not-in-stack", asked=state.asked_line(), line=str(action))
    if seat == CHANCE:
        return IllegalAction("no-chance", seat=state.active + 1)
    if seat != state.active:
        return IllegalAction("not-your-turn", active=state.active + 1)
    asked = WORDS[state.phase]
    match action:
        case said.Build() | said.BuildWonder() | said.Discard() if state.phase == TURN:
            return _in_turn(state, seat, action)
        case said.Progress() if asked == "progress":
            return IllegalAction("not-on-the-board", token=action.token)
        case said.Draft() if asked == "draft":
            return IllegalAction("not-offered", wonder=action.wonder)
        case said.Destroy() if asked == "destroy":
            return IllegalAction("no-target", card=action.card)
        case said.Revive() if asked == "revive":
            return IllegalAction("not-discarded", card=action.card)
        case said.Keep() if asked == "keep":
            return IllegalAction("not-drawn", token=action.token)
    return IllegalAction("asked-first", asked=asked)


def _in_turn(state: DuelState, seat: int, action: said.Build | said.BuildWonder | said.Discard) -> IllegalAction:
    card = state.box.card[action.card]
    if card not in state.nameable():
        covered = card in state.slots
        return IllegalAction("covered" if covered else "not-in-the-structure", card=action.card)
    cost = state.card_cost(seat, card)[0]
    thing = action.card
    if isinstance(action, said.BuildWonder):
        wonder = state.box.wonder[action.wonder]
        if not state.unbuilt[seat] >> wonder & 1:
            return IllegalAction("not-your-wonder", wonder=action.wonder)
        cost = state.wonder_cost(seat, wonder)[0]
        thing = action.wonder
    return IllegalAction("price", thing=thing, cost=cost, coins=state.coins[seat])
