"""Criteria for the deal of a first game of Architects: cards of every colour, a cat and a horn are revealed early."""

from typing import Any, Final

from app.table.lobby.first_deal import DealtGame
from engine.architects.actions import CardRevealed
from engine.architects.data_schema import Data
from engine.architects.view_json import View
from engine.game import Event, State

VARIANT: Final = ()
SEATS: Final = 4  # with more seats nearly every deal meets all criteria
CARDS: Final = 3  # examined in each stack
CENTER: Final = "center"


def is_preferred(role: str) -> bool:
    """Return True: a first game may have any wonder."""
    return True


def check_conditions(deal: DealtGame) -> tuple[bool, ...]:
    """Check the criteria: the first cards of all wonder stacks show five colours, a cat, a horn."""
    box: Data = deal.box
    if deal.seats > SEATS:
        return ()
    faces = [box.cards[slug] for slug in _list_first_cards(deal, CARDS)]
    colours = {face.colour for face in faces}
    return len(colours) == 5, any(face.cat for face in faces), any(face.horns for face in faces)


def _list_first_cards(deal: DealtGame, number: int) -> list[str]:
    """List the first cards of each stack, as revealed while every seat takes the first offer."""
    state: State[Any] = deal.state.copy()
    view = state.view(None)
    assert isinstance(view, View)
    found = {word: [stack.top or ""] for word, stack in view.stacks.items() if word != CENTER}

    def saw(event: Event, audience: object) -> None:
        if isinstance(event, CardRevealed) and event.stack in found:
            found[event.stack].append(event.card)

    while state.to_act and any(len(cards) < number for cards in found.values()):
        seat, action = deal.chance.answer(state) or (state.to_act[0], state.legal(state.to_act[0])[0])
        state.apply(seat, action, saw)
    return [slug for cards in found.values() for slug in cards[:number]]
