"""Criteria for the deal of a first game of Duel: set wonders, and an Age I whose free cards each teach something."""

from typing import Any, Final

from app.table.lobby.first_deal import DealtGame
from engine.duel.data_schema import Data
from engine.duel.view_json import View
from engine.game import State

VARIANT: Final = ("first-game",)


def is_preferred(role: str) -> bool:
    """Return True: no seat has a role before the game."""
    return True


def check_conditions(deal: DealtGame) -> tuple[bool, ...]:
    """Check each criterion: two brown cards free, one that must be bought and can be, and one each red, green, blue."""
    box: Data = deal.box
    view = _view_of_first_age(deal)
    free = [slot.card for slot in view.structure.values() if slot.accessible and slot.card]
    colours = [box.cards[slug].colour for slug in free]
    # The other seat has options as good.
    options = [option for option in view.derived.standing[0].build_options if option.thing in free]
    bought = any(option.traded and option.can for option in options)
    return colours.count("brown") >= 2, bought, *(colour in colours for colour in ("red", "green", "blue"))


def _view_of_first_age(deal: DealtGame) -> View:
    """Return the view once Age I is laid out, which is the same whichever wonders are drafted."""
    state: State[Any] = deal.state
    view = state.view(None)
    assert isinstance(view, View)
    if view.age:
        return view
    state = state.copy()
    while not view.age:
        seat, action = deal.chance.answer(state) or (state.to_act[0], state.legal(state.to_act[0])[0])
        state.apply(seat, action)
        if deal.chance.answer(state) is None:
            view = state.view(None)
            assert isinstance(view, View)
    return view
