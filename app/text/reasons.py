"""What speaks for an action: read off a view by each game (`app/games/<game>/reasons.py`), and put into its words."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from app.protocol.messages import Reason
from app.text.amounts import n_coins, n_points
from app.text.game import GameWords
from app.text.languages import Words
from engine.game import Event


class Reasons(Protocol):
    """What a game reads off. Any: each has its own views and data. Seats count from 1."""

    @property
    def ACTS(self) -> tuple[type[Event], ...]:
        """Kinds of event that show everybody what their `seat` chose to do."""

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


def alike(w: Words, it: Reason, name: str, card: str) -> str:
    """What several games say in the same words; empty for what is one game's own. What it speaks of is called so."""
    facts = it.facts
    points, n = n_points(w, amount(facts.get("points", 0))), amount(facts.get("n", 0))
    match it.id:
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
    """A fact that is a number."""
    assert isinstance(fact, int)
    return fact
