"""How a first game of Duel is dealt: with its set wonders, and an Age I of whose free cards each teaches something."""

from typing import Any, Final

from app.table.lobby.first_deal import DealtGame
from engine.duel.cards import Data
from engine.duel.view import View
from engine.game import State

BRINGS: Final = ("first-game",)


def plain(role: str) -> bool:
    """Nobody is anything before the game."""
    return True


def shows(it: DealtGame) -> tuple[bool, ...]:
    """Whether of the free cards two are brown, and one each red, green, blue, and to be bought for what there is."""
    box: Data = it.box
    view = _laid_out(it)
    free = [slot.card for slot in view.structure.values() if slot.accessible and slot.card]
    colours = [box.cards[slug].colour for slug in free]
    ways = [way for way in view.hints.standing[0].ways if way.thing in free]  # as good for the other seat
    bought = any(way.traded and way.can for way in ways)
    return colours.count("brown") >= 2, bought, *(colour in colours for colour in ("red", "green", "blue"))


def _laid_out(it: DealtGame) -> View:
    """As Age I lies there; whichever wonders are drafted, it is the same."""
    state: State[Any] = it.state
    view = state.view(None)
    assert isinstance(view, View)
    if view.age:
        return view
    state = state.copy()
    while not view.age:
        seat, action = it.chance.answer(state) or (state.to_act[0], state.legal(state.to_act[0])[0])
        state.apply(seat, action)
        if it.chance.answer(state) is None:
            view = state.view(None)
            assert isinstance(view, View)
    return view
