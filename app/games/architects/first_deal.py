"""How a first game of Architects is dealt: soon cards of every colour come to light, a cat and a horn among them."""

from typing import Any, Final

from app.table.lobby.first_deal import DealtGame
from engine.architects.actions import CardRevealed
from engine.architects.cards import Data
from engine.architects.view import View
from engine.game import Event, State

BRINGS: Final = ()
SEATS: Final = 4  # with more, nearly every deal shows all of it soon
CARDS: Final = 3  # of each stack that are looked at
CENTER: Final = "center"


def plain(role: str) -> bool:
    """Any wonder will do."""
    return True


def shows(it: DealtGame) -> tuple[bool, ...]:
    """Whether the first cards of all wonder stacks show five colours, a cat, a horn."""
    box: Data = it.box
    if it.seats > SEATS:
        return ()
    faces = [box.cards[slug] for slug in _first_cards(it, CARDS)]
    colours = {face.colour for face in faces}
    return len(colours) == 5, any(face.cat for face in faces), any(face.horns for face in faces)


def _first_cards(it: DealtGame, number: int) -> list[str]:
    """The first so many of each stack: what comes to light while everybody takes what is offered first."""
    state: State[Any] = it.state.copy()
    view = state.view(None)
    assert isinstance(view, View)
    found = {word: [stack.top or ""] for word, stack in view.stacks.items() if word != CENTER}

    def saw(event: Event, audience: object) -> None:
        if isinstance(event, CardRevealed) and event.stack in found:
            found[event.stack].append(event.card)

    while state.to_act and any(len(cards) < number for cards in found.values()):
        seat, action = it.chance.answer(state) or (state.to_act[0], state.legal(state.to_act[0])[0])
        state.apply(seat, action, saw)
    return [slug for cards in found.values() for slug in cards[:number]]
