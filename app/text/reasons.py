"""What speaks for an action: read off a view by each game (`app/games/<game>/reasons.py`), and put into its words."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from app.protocol.messages import Reason
from app.text.game import GameWords
from app.text.languages import Words
from engine.game import Event


class Reasons(Protocol):
    """What a game reads off. Any: each has its own views and data. Seats count from 1."""

    def of_action(self, view: Any, box: Any, seat: int, text: str) -> tuple[Reason, ...]:
        """What speaks for a line of the record, to a seat that knows the view; the weightiest first."""

    def of_event(self, view: Any, box: Any, event: Event) -> tuple[Reason, ...]:
        """The same of what a seat did, by what everybody saw before."""


@runtime_checkable
class OpenCards(Reasons, Protocol):
    """Of a game whose actions do not name the card that they take."""

    def card_of(self, view: Any, seat: int, text: str) -> str:
        """Which one it is, to a seat that knows the view; empty where it takes none, or an unknown one."""


@runtime_checkable
class ReasonWords(GameWords, Protocol):
    """The words of a game that says what speaks for an action."""

    def reason(self, w: Words, it: Reason, people: Sequence[str]) -> str:
        """A sentence that says neither *you* nor who acts; empty for what is not known here."""
