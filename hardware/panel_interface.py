"""The interface of a panel: buttons and lights around the table, a horn, and the events that a panel sends."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol, TypeAlias

MAX_MARKERS: Final = 6  # conflict markers
MAX_SEATS: Final = 7


class PartKind(StrEnum):
    """A kind of part, as panel.toml names it."""

    MARKER = "marker"  # a button and a light for each conflict marker
    HORN = "horn"  # a button, a light, and the buzzer
    SEAT = "seat"  # the light that says whose turn it is
    CAT = "cat"  # the light at the seat that has the cat


@dataclass(frozen=True, slots=True, order=True)
class Part:
    """A part of a panel that people see or touch."""

    kind: PartKind
    number: int = 0  # of the marker or the seat, from 0

    def __str__(self) -> str:
        return self.kind if self.kind is PartKind.HORN else f"{self.kind}.{self.number + 1}"


HORN: Final = Part(PartKind.HORN)
BUTTONS: Final = (HORN, *(Part(PartKind.MARKER, number) for number in range(MAX_MARKERS)))  # every possible button


@dataclass(frozen=True, slots=True)
class ButtonPress:
    """A button went down and passed debouncing."""

    part: Part


@dataclass(frozen=True, slots=True)
class ButtonHold:
    """A button has been down for `debounce.HOLD_SECONDS`, after its `ButtonPress`."""

    part: Part


@dataclass(frozen=True, slots=True)
class ButtonRelease:
    """A button went up, after its `ButtonPress`."""

    part: Part


@dataclass(frozen=True, slots=True)
class PanelFailure:
    """The panel stopped working. No event follows."""

    message: str  # the driver's message


@dataclass(frozen=True, slots=True)
class ExpanderFailure:
    """The expander stopped answering. Writes to it are retried, and the rest of the panel works."""

    message: str  # the kernel's message


PanelEvent: TypeAlias = ExpanderFailure | ButtonPress | ButtonHold | ButtonRelease | PanelFailure


@dataclass(frozen=True, slots=True)
class PanelParts:
    lights: tuple[Part, ...] = ()
    buttons: tuple[Part, ...] = ()
    buzzer: bool = False


class OpenProblem(StrEnum):
    """The reason for which a panel cannot be opened."""

    NO_LIBRARY = "no-library"  # lgpio
    NO_PINS = "no-pins"
    DENIED = "denied"
    NO_EXPANDER = "no-expander"
    BUSY = "busy"
    FAILED = "failed"  # any other reason: see `message`


class PanelUnavailable(Exception):
    """A panel is configured but cannot be opened."""

    def __init__(self, why: OpenProblem, message: str = "") -> None:
        super().__init__(why, message)
        self.why = why
        self.message = message  # the driver's message, or the part that failed


class Panel(Protocol):
    """A panel. Calls for parts that it does not have are ignored. No call blocks or raises."""

    def parts(self) -> PanelParts:
        """Return the parts of this panel."""

    def listen(self, on_event: Callable[[PanelEvent], None]) -> None:
        """Start the panel; call this once, before anything else. `on_event` is called in order, from a thread of the
        driver.
        """

    def light(self, part: Part, on: bool) -> None:
        """Switch a light on or off."""

    def blink(self, part: Part) -> None:
        """Invert a light for a moment: to show that a press had no effect, or to celebrate."""

    def horn(self, times: int) -> None:
        """Sound the horn `times` times."""

    def close(self) -> None:
        """Switch all parts off and stop sending events. Idempotent."""
