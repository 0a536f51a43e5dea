"""Joins a panel to a table: what everybody may see becomes lights and horn, a press becomes a wish.

Whatever a panel tells comes on a thread of the driver's; `call_soon` brings it to the table's, in order. A panel is
told by calls that return at once, and of nothing but the public view.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, TypeAlias, TypeVar
from uuid import uuid4

import msgspec

from app import messages as m
from app.rights import ONLOOKER, PANEL, Refusal
from app.table import Changed, Table
from hardware.absent import Absent
from hardware.panel import MARKERS, SEATS, Failed, Heard, Held, Kind, Panel, Part, Pressed

MARKER_LIGHTS: Final = tuple(Part(Kind.MARKER, number) for number in range(MARKERS))

T = TypeVar("T")  # a field of a view
CallSoon: TypeAlias = Callable[[Callable[[], None]], object]


class _Conflict(msgspec.Struct, frozen=True):
    flipped: int = 0


class _Seat(msgspec.Struct, frozen=True):
    cat: bool = False


class _Heard(msgspec.Struct, frozen=True):
    """The few fields of an event that a panel sounds."""

    type: str
    count: int = 0


class _Place(msgspec.Struct, frozen=True):
    game_id: int


def _nothing_to_turn(marker: int) -> bool:
    """In play the markers turn by themselves: nobody is asked for it."""
    return False


def _nobody_asks() -> bool:
    return False


def connect(
    table: Table,
    panel: Panel,
    call_soon: CallSoon,
    *,
    turn: Callable[[int], bool] = _nothing_to_turn,
    ask: Callable[[], bool] = _nobody_asks,
    say: Callable[[str], None] = lambda said: None,
) -> Callable[[], None]:
    """Start showing and listening; gives what ends it. `call_soon` brings a call to the table's thread, from any.

    `turn` is what a marker's button wishes, `ask` what a horn that is held opens; both tell whether anything came of
    it, and where nothing did, that light blinks. Should the panel fail, `say` gets the driver's words, once, and the
    game goes on.
    """
    if isinstance(panel, Absent):
        return panel.close
    return _Connection(table, panel, call_soon, turn, ask, say).close


class _Connection:
    def __init__(
        self,
        table: Table,
        panel: Panel,
        call_soon: CallSoon,
        turn: Callable[[int], bool],
        ask: Callable[[], bool],
        say: Callable[[str], None],
    ) -> None:
        self._table = table
        self._panel = panel
        self._call_soon = call_soon
        self._turn = turn
        self._ask = ask
        self._say = say
        self._log_end = table.log_end
        self._game = 0
        self._shown: Mapping[Part, bool] = {}  # dark to begin with
        self._pending = False
        self._closed = False
        self._unsubscribe = table.subscribe(self._changed)
        panel.listen(self._hear)
        self._show()

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._unsubscribe()
            self._panel.close()

    # ---- what is shown ---------------------------------------------------------------------------------

    def _changed(self, what: Changed | m.Cue) -> None:
        if isinstance(what, m.Cue):
            if what.what == "horn":
                self._panel.horn(max(what.n, 1))
        elif not self._pending:
            self._pending = True
            self._call_soon(self._show)

    def _show(self) -> None:
        self._pending = False
        if self._closed:
            return
        snapshot = self._table.snapshot(ONLOOKER, self._log_end)
        game = msgspec.json.decode(snapshot.table, type=_Place).game_id
        if game == self._game:  # the log of another game begins with what is long over
            self._sound(snapshot.news)
        self._game, self._log_end = game, self._table.log_end
        shown = lights(snapshot.game or b"{}")
        for part, on in shown.items():
            if on != self._shown.get(part, False):
                self._panel.light(part, on)
        self._shown = shown

    def _sound(self, news: tuple[m.Line, ...]) -> None:
        for line in news:
            heard = msgspec.json.decode(line.event, type=_Heard)
            if heard.type == "markers-turned" and not line.undone:
                self._panel.horn(heard.count)

    # ---- what is heard ---------------------------------------------------------------------------------

    def _hear(self, heard: Heard) -> None:
        """Comes on the driver's thread."""
        self._call_soon(partial(self._answer, heard))

    def _answer(self, heard: Heard) -> None:
        if self._closed:
            return
        match heard:
            case Failed(said):
                self.close()
                self._say(said)
                return
            case Pressed(Part(Kind.HORN)):
                done = self._sound_for_everybody()
            case Pressed(Part(Kind.MARKER, number)):
                done = self._turn(number)
            case Held(Part(Kind.HORN)):
                done = self._ask()
            case _:
                return
        if not done:
            self._panel.blink(heard.part)

    def _sound_for_everybody(self) -> bool:
        try:
            self._table.handle(PANEL, m.Horn(id=uuid4().hex))
        except Refusal:
            return False
        return True


def lights(view: bytes) -> dict[Part, bool]:
    """What every light shows of a game's public view (`{}`: there is none), whatever the game."""
    seen = msgspec.json.decode(view, type=dict[str, msgspec.Raw])
    to_act = _read(seen, "to_act", tuple[int, ...], ())
    flipped = _read(seen, "conflict", _Conflict, _Conflict()).flipped
    cats = tuple(seat.cat for seat in _read(seen, "seats", tuple[_Seat, ...], ()))
    shown = {part: part.number < flipped for part in MARKER_LIGHTS}
    for seat in range(SEATS):
        shown[Part(Kind.SEAT, seat)] = seat + 1 in to_act
        shown[Part(Kind.CAT, seat)] = cats[seat] if seat < len(cats) else False
    return shown


def _read(seen: dict[str, msgspec.Raw], name: str, kind: type[T], without: T) -> T:
    """A field of a view; `without` where this game has none, or one that means something else."""
    try:
        return msgspec.json.decode(seen[name], type=kind) if name in seen else without
    except msgspec.ValidationError:
        return without
