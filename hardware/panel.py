"""The port every panel is behind: buttons and lights around the table, and a horn."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol, TypeAlias

MARKERS: Final = 6  # conflict markers, at most
SEATS: Final = 7


class Kind(StrEnum):
    """What a part of a panel belongs to; the words of panel.toml."""

    MARKER = "marker"  # a button and a light for each conflict marker
    HORN = "horn"  # a button, a light, and the buzzer
    SEAT = "seat"  # the light that says whose turn it is
    CAT = "cat"  # the light at the seat that has the cat


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """One thing people see or touch."""

    kind: Kind
    number: int = 0  # of the marker or the seat, from 0

    def __str__(self) -> str:
        return self.kind if self.kind is Kind.HORN else f"{self.kind}.{self.number + 1}"


HORN: Final = Part(Kind.HORN)
BUTTONS: Final = (HORN, *(Part(Kind.MARKER, number) for number in range(MARKERS)))  # all that there can be


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button went down, and meant it."""

    part: Part


@dataclass(frozen=True, slots=True)
class Held:
    """A button has been down for `buttons.HOLD` seconds. It was `Pressed` before."""

    part: Part


@dataclass(frozen=True, slots=True)
class Released:
    """A button that was `Pressed` is up again."""

    part: Part


@dataclass(frozen=True, slots=True)
class Failed:
    """The panel has stopped working, and says nothing more after this."""

    said: str  # by whoever drives it


@dataclass(frozen=True, slots=True)
class Lost:
    """The expander does not answer any more; it is tried again and again, and the rest of the panel works."""

    said: str  # by the kernel


Heard: TypeAlias = Lost | Pressed | Held | Released | Failed


@dataclass(frozen=True, slots=True)
class Parts:
    """What a panel has."""

    lights: tuple[Part, ...] = ()
    buttons: tuple[Part, ...] = ()
    buzzer: bool = False


class Why(StrEnum):
    """What a panel that cannot be opened is missing."""

    NO_LIBRARY = "no-library"  # lgpio
    NO_PINS = "no-pins"
    DENIED = "denied"
    NO_EXPANDER = "no-expander"
    BUSY = "busy"
    FAILED = "failed"  # anything else: see `said`


class CannotOpen(Exception):
    """There are parts on pins, and no way to them."""

    def __init__(self, why: Why, said: str = "") -> None:
        super().__init__(why, said)
        self.why = why
        self.said = said  # by the driver: the part it was about, or its own words


class Panel(Protocol):
    """What this panel does not have is silently skipped. Every call returns at once and raises nothing."""

    def parts(self) -> Parts:
        """What there is to see, to press and to hear."""

    def listen(self, hear: Callable[[Heard], None]) -> None:
        """Begin; call this once, and first. `hear` is called from a thread of the driver's own, in order."""

    def light(self, part: Part, on: bool) -> None:
        """Light a part, or let it be dark."""

    def blink(self, part: Part) -> None:
        """Change a light for a moment: nothing came of that press, or something is celebrated."""

    def horn(self, times: int) -> None:
        """Sound the horn so often."""

    def close(self) -> None:
        """Everything dark and quiet; no more is heard. Again and again does no harm."""
