"""Interludes: something that just happened, shown until somebody acts or its time is over."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Generic, TypeVar

from app.protocol.table_messages import TableView
from app.screen.state.model import Model, event_of
from app.screen.state.scene import Scene

Event = TypeVar("Event")
Shown = TypeVar("Shown", bound="ShownEvent[Any]")  # Any: of any event


@dataclass(frozen=True, slots=True)
class ShieldsMeeting:
    """Shields of neighbours meet, before the result of the conflict is shown."""

    shields: tuple[int, ...]  # by seat


@dataclass(frozen=True, slots=True)
class SeatsTaken:
    """People sat down at these seats in the lobby."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class InterludeDismissed:
    """People acted, so the game's interlude may end; `before`: the game's part of the UI state until then."""

    before: object


@dataclass(frozen=True, slots=True)
class ShownEvent(Generic[Event]):
    """An event of a game that is shown, whatever has happened since."""

    event: Event
    number: int  # of its log line
    until: float  # seconds; infinite: until it is touched

    def is_taken_back(self, model: Model, parse: Callable[[bytes], object]) -> bool:
        """Check whether its log line was undone or changed. `parse`: of the game's events, from JSON."""
        line = model.lines.get(self.number)
        return line is None or line.undone or event_of(line, parse) != self.event

    def is_over(self, now: float) -> bool:
        """Check whether its time is over."""
        return self.until <= now

    def repaint_time(self, now: float) -> float:
        """Return when to repaint its countdown of seconds."""
        return min(self.until, now + 1)


def newly_seated(was: TableView, now: TableView) -> tuple[int, ...]:
    """Return the seats that a person has taken in the lobby between two views of the table."""
    if was.phase != "lobby" or now.phase != "lobby":
        return ()
    before = {info.seat for info in was.seats if info.person}
    return tuple(info.seat for info in now.seats if info.person and info.seat not in before)


def update(scene: Scene, shown: Shown | None) -> tuple[Shown | None, float | None]:
    """Return the interlude at the scene's time, and when to update next (None: never)."""
    if shown is None or shown.is_over(scene.now):
        return None, None
    return shown, shown.repaint_time(scene.now) if shown.until < inf else None
