"""Reminders of physical actions that people still have to carry out, collected from the log until they are confirmed.

`TableView.handled` has the last confirmed line of the whole table (0) and of each seat. A seat that enters its next
turn has gone on: earlier reminders are dropped.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from app.protocol.log_messages import AUTOMATIC, TURN, Line
from app.protocol.table_messages import TableView
from app.text.translation import Words

CONFLICTS: Final = frozenset({"conflict-fought", "conflict-settled"})  # kinds of event that compare shields
MARKERS: Final = "markers-turned"  # until the next conflict
MAX_LINES: Final = 400  # of the log, searched for reminders; older ones are stale
MAX_REMINDERS: Final = 6  # things asked of one seat at most, the newest

# Returns what an event asks people to do, by seat. The flag: people entered the event; False if the table wrote it,
# because there was no choice. Any: each game has its own events.
CardboardTasks: TypeAlias = Callable[[Words, Any, Sequence[str], bool], Iterable[tuple[int, str]]]


class Reminder(NamedTuple):
    """Outstanding tasks of one seat, oldest first, and the newest line that asks for one."""

    line: int
    texts: tuple[str, ...]


def reminders(
    table: TableView,
    lines: Mapping[int, Line],
    parse_event: Callable[[bytes], Any],
    cardboard_tasks: CardboardTasks,
    said: Mapping[int, tuple[Words, Sequence[str]]],
) -> dict[int, Reminder]:
    """Collect the reminders of each seat in `said`, in its language and with its names; empty unless people deal."""
    handled = table.handled
    if table.mode != "track" or not handled:
        return {}
    found: dict[int, list[tuple[int, str]]] = {}
    open_, acted, fought = set(said), set[int](), False
    for number in sorted(lines, reverse=True)[:MAX_LINES]:
        line = lines[number]
        open_ -= {seat for seat in open_ if number <= handled[seat]}
        if not open_:
            break
        if not line.row or line.undone:
            continue
        about = msgspec.json.decode(line.event, type=_EventOfSeat)
        fought = fought or about.type in CONFLICTS
        if fought and about.type == MARKERS:  # they have been turned back
            continue
        if about.type == TURN:  # who has told something of this turn has gone on from all before it
            open_ -= acted if about.seat is None else acted & {about.seat}
        elif about.seat is not None and line.by != AUTOMATIC:
            acted.add(about.seat)
        try:
            event = parse_event(bytes(line.event))
        except msgspec.ValidationError:
            continue
        for seat, (w, people) in said.items():
            if seat in open_:
                asks = cardboard_tasks(w, event, people, line.by != AUTOMATIC)
                asked = [text for whose, text in asks if whose == seat]
                found.setdefault(seat, []).extend((number, text) for text in reversed(asked))
    return {
        seat: Reminder(asked[0][0], tuple(text for _, text in asked[:MAX_REMINDERS][::-1]))
        for seat, asked in found.items()
        if asked
    }


class Conflict(NamedTuple):
    """A conflict that waits for everybody to check their shields: its line, and the shields by seat."""

    line: int
    shields: tuple[int, ...]


class _EventOfSeat(msgspec.Struct, frozen=True):
    type: str
    seat: int | None = None


class _ConflictEvent(msgspec.Struct, frozen=True):
    type: str
    shields: tuple[int, ...] = ()


def to_look_at(table: TableView, lines: Mapping[int, Line]) -> Conflict | None:
    """Return the newest conflict that people who deal have not checked yet."""
    if table.mode != "track" or not table.handled:
        return None
    for number in sorted(lines, reverse=True)[:MAX_LINES]:
        line = lines[number]
        if number <= table.handled[0]:
            return None
        if line.row and not line.undone and msgspec.json.decode(line.event, type=_EventOfSeat).type in CONFLICTS:
            return Conflict(number, msgspec.json.decode(line.event, type=_ConflictEvent).shields)
    return None
