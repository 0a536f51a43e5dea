"""Reasons for an action: each game derives them from a view (`app/games/<game>/action_reasons.py`) and words them."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from app.protocol.teaching_messages import Reason
from app.text.amount_text import n_coins, n_points
from app.text.translation import Words
from app.text.words_protocols import GameWords
from engine.game import AnyData, AnyView, Event


class Reasons(Protocol):
    """The protocol of a game's reasons module. Seats count from 1."""

    @property
    def ACTS(self) -> tuple[type[Event], ...]:
        """Kinds of event that show everybody what their `seat` chose to do."""

    def of_action(self, view: AnyView, box: AnyData, seat: int, text: str) -> tuple[Reason, ...]:
        """List reasons for a line of the record from this seat's view, most important first."""

    def of_event(self, view: AnyView, box: AnyData, event: Event) -> tuple[Reason, ...]:
        """List reasons for what a seat did, from the public view before it."""

    def intentions(self, view: AnyView, seat: int) -> tuple[Reason, ...]:
        """List what a seat's position in the public view lets it go for, most important first."""

    def supported_intentions(self, box: AnyData, event: Event) -> tuple[str, ...]:
        """List the ids of the intentions towards which an action went."""


@runtime_checkable
class OpenCards(Reasons, Protocol):
    """The reasons module of a game whose actions do not name the card that they take."""

    def card_of(self, view: AnyView, seat: int, text: str) -> str:
        """Return the card that an action takes, if this seat can see it; empty otherwise."""


@runtime_checkable
class ReasonWords(GameWords, Protocol):
    """The words of a game that explains reasons for an action."""

    def reason(self, w: Words, reason: Reason, people: Sequence[str]) -> str:
        """Return a sentence without *you* or the acting person; empty for an unknown reason.

        Of an intention: a sentence that its seat says.
        """


@runtime_checkable
class OriginWords(GameWords, Protocol):
    """The words of a game whose actions take cards from several people's places."""

    def origin(self, w: Words, text: str, came: str, seat: int, people: Sequence[str]) -> str:
        """Return in a word or two whose card an action takes, or ""; `came`: the card, if `text` does not name it."""


def shared_reason_text(w: Words, reason: Reason, name: str, card: str) -> str:
    """Express a reason that several games share, about the thing or person `name`; empty for a reason of one game."""
    facts = reason.facts
    points, n = n_points(w, amount(facts.get("points", 0))), amount(facts.get("n", 0))
    match reason.id:
        case "points":
            return w("{points}, certain.", points=points)
        case "counts":
            return w("{points} as it stands.", points=points)
        case "counts-later":
            return w("Nothing yet; it counts again at the end.")
        case "stage":
            return w("Stage {stage}: {points}.", stage=facts["stage"], points=points)
        case "coins":
            return w("It brings {coins}.", coins=n_coins(w, n))
        case "chain":
            return w("{card} is free by its chain.", card=card)
        case "denies-free":
            return w("{card} would be free for {name}.", card=card, name=name)
        case "trade":
            return w("Buying some resources costs less from now on.")
        case "ahead":
            return w("More shields than {name}, as it stands: {mine} to {theirs}.", name=name,
                     mine=facts["mine"], theirs=facts["theirs"])  # fmt: skip
        case "shields":
            return w("Shields against {name}, as it stands: {mine} to {theirs}.", name=name,
                     mine=facts["mine"], theirs=facts["theirs"])  # fmt: skip
    return ""


def amount(fact: object) -> int:
    """Narrow a fact to a number."""
    assert isinstance(fact, int)
    return fact
