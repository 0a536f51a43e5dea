"""Joins a panel to a table: what happens becomes lamps and horn, a press becomes a wish."""

from collections.abc import Callable
from typing import Final
from uuid import uuid4

import msgspec

from app import messages as m
from app.rights import ONLOOKER, PANEL, Refusal
from app.table import Changed, Table
from hardware.absent import Absent
from hardware.panel import Panel

SEATS: Final = 7  # the most that any game on the shelf has


class _Conflict(msgspec.Struct, frozen=True):
    tokens: int = 0
    flipped: int = 0


class _Seen(msgspec.Struct, frozen=True):
    """The few fields of a game's public view that a panel shows."""

    to_act: tuple[int, ...] = ()
    conflict: _Conflict = _Conflict()


class _Heard(msgspec.Struct, frozen=True):
    """The few fields of an event that a panel sounds."""

    type: str
    count: int = 0


class _Place(msgspec.Struct, frozen=True):
    game_id: int


def connect(table: Table, panel: Panel, call_soon: Callable[[Callable[[], None]], object]) -> Callable[[], None]:
    """Start showing and listening; gives what ends it. `call_soon` brings a call to the table's thread, from any."""
    if isinstance(panel, Absent):
        return panel.close
    return _Connection(table, panel, call_soon).close


class _Connection:
    def __init__(self, table: Table, panel: Panel, call_soon: Callable[[Callable[[], None]], object]) -> None:
        self._table = table
        self._panel = panel
        self._call_soon = call_soon
        self._log_end = table.log_end
        self._game = 0
        self._pending = False
        self._unsubscribe = table.subscribe(self._changed)
        panel.on_press(self._pressed)
        self._show()

    def close(self) -> None:
        self._unsubscribe()
        self._panel.close()

    def _changed(self, what: Changed | m.Cue) -> None:
        if isinstance(what, m.Cue):
            if what.what == "horn":
                self._panel.horn(max(what.n, 1))
        elif not self._pending:
            self._pending = True
            self._call_soon(self._show)

    def _show(self) -> None:
        self._pending = False
        snapshot = self._table.snapshot(ONLOOKER, self._log_end)
        game = msgspec.json.decode(snapshot.table, type=_Place).game_id
        if game == self._game:  # the log of another game begins with what is long over
            self._sound(snapshot.news)
        self._game, self._log_end = game, self._table.log_end
        seen = msgspec.json.decode(snapshot.game, type=_Seen) if snapshot.game else _Seen()
        for seat in range(SEATS):
            self._panel.lamp(seat, 1.0 if seat + 1 in seen.to_act else 0.0)
        self._panel.markers(seen.conflict.flipped, seen.conflict.tokens)

    def _sound(self, news: tuple[m.Line, ...]) -> None:
        for line in news:
            heard = msgspec.json.decode(line.event, type=_Heard)
            if heard.type == "markers-turned" and not line.undone:
                self._panel.horn(heard.count)

    def _pressed(self, seat: int) -> None:
        """Comes on the driver's thread."""
        self._call_soon(self._press)

    def _press(self) -> None:
        try:
            self._table.handle(PANEL, m.Horn(id=uuid4().hex))
        except Refusal:
            return  # pressed at a moment when there is nothing to sound
