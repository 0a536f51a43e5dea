"""Something that has just happened and is shown by itself, until somebody acts or its time has passed."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from typing import Any, Final, Generic, TypeVar

from app.protocol import messages
from app.protocol.ceremonies import STAYS
from app.screen.state.model import Model, event_of
from app.screen.state.rotating_sheet import Turning
from app.screen.state.scene import Scene

Event = TypeVar("Event")
Shown = TypeVar("Shown", bound="ShownEvent[Any]")  # Any: of any event
LASTS: Final = STAYS  # seconds it stays without a touch


@dataclass(frozen=True, slots=True)
class Meeting:
    """Shields of neighbours meet, before it is shown what that brought."""

    shields: tuple[int, ...]  # by seat


@dataclass(frozen=True, slots=True)
class Arrived:
    """People have sat down there before a game."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GoneOn:
    """What a game shows for a moment may be put away; `before`: its part of Opened until then."""

    before: object


@dataclass(frozen=True, slots=True)
class ShownEvent(Generic[Event]):
    """An event of a game that is shown, whatever has happened since."""

    event: Event
    number: int  # of its log line
    until: float  # seconds; infinite: it is touched

    def taken_back(self, model: Model, hear: Callable[[bytes], object]) -> bool:
        """Whether its line stands no more, or says something else. `hear` reads the game's events from JSON."""
        line = model.lines.get(self.number)
        return line is None or line.undone or event_of(line, hear) != self.event

    def over(self, now: float) -> bool:
        """Whether its time has passed."""
        return self.until <= now

    def next_look(self, now: float) -> float:
        """When to look again: it says how many seconds are left."""
        return min(self.until, now + 1)


def arrived(was: messages.TableView, now: messages.TableView) -> tuple[int, ...]:
    """The seats at which somebody sits now who did not before."""
    if was.phase != "lobby" or now.phase != "lobby":
        return ()
    before = {info.seat for info in was.seats if info.person}
    return tuple(info.seat for info in now.seats if info.person and info.seat not in before)


def in_time(scene: Scene, shown: Shown | None, sheet: Turning) -> tuple[Shown | None, Turning, float | None]:
    """What is shown, and the sheet of the end, at the scene's time; and when to look again, if ever."""
    now, table = scene.now, scene.model.table
    if shown is not None and shown.over(now):
        shown = None
    ended = table is not None and table.phase == "over" and scene.model.link
    sheet = sheet.in_time(now, ended and not (scene.opened.panel or scene.ending) and shown is None)
    times = [shown.next_look(now)] if shown is not None and shown.until < inf else []
    times += [sheet.at] if sheet.at is not None else []
    return shown, sheet, min(times, default=None)
