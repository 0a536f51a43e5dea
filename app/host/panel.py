"""Joins a panel to a table: what everybody may see becomes lights and horn, a press becomes a wish.

Whatever a panel tells comes on a thread of the driver's; `call_soon` brings it to the table's, in order. A panel is
told by calls that return at once, and of nothing but the public view. The screen is told what a panel shows and hears,
and may try its parts.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Final, TypeAlias, TypeVar
from uuid import uuid4

import msgspec

from app.protocol import ceremonies, panel_messages
from app.protocol.play_messages import Cue, Horn, Opening, Ritual, TurnMarker
from app.protocol.rights import ONLOOKER, PANEL, Rejected
from app.table.table import Table, TableChanged
from hardware.null_panel import Absent
from hardware.panel import HORN, MARKERS, SEATS, Failed, Heard, Held, Kind, Lost, Panel, Part, Pressed, Released
from hardware.simulated_panel import Simulated

MARKER_LIGHTS: Final = tuple(Part(Kind.MARKER, number) for number in range(MARKERS))
TRIED: Final = 1.5  # seconds a light shows the contrary when somebody tries it
BUZZER: Final = "buzzer"

T = TypeVar("T")  # a field of a view

log = logging.getLogger(__name__)
CallSoon: TypeAlias = Callable[[Callable[[], None]], object]
CallLater: TypeAlias = Callable[[float, Callable[[], None]], object]


class _Conflict(msgspec.Struct, frozen=True):
    flipped: int = 0
    tokens: int = 0
    battle: tuple[bool, ...] = ()  # by marker, where they are turned one by one


class _Seat(msgspec.Struct, frozen=True):
    cat: bool = False


class _TurnedCount(msgspec.Struct, frozen=True):
    """The field that can be heard of markers that have been turned."""

    count: int


class _Place(msgspec.Struct, frozen=True):
    """The field of a table that shows on a panel."""

    ritual: Ritual | None
    opening: Opening | None
    fought: int


def _no_screen(message: panel_messages.Panel | panel_messages.ButtonEvent) -> bool:
    return False


class PanelConnection:
    """A table's panel: shows and listens from the start, until closed. Everything but what it hears is said on one
    thread, the table's; `call_soon` brings a call there from any, `call_later` after so many seconds.

    `tell` says something to the screen, and whether there is one. Where nothing comes of a press, that light blinks.
    Should the panel fail, `say` gets the driver's words, once, and the game goes on; `miss`, when its expander does not
    answer any more.
    """

    def __init__(
        self,
        table: Table,
        panel: Panel,
        call_soon: CallSoon,
        call_later: CallLater,
        *,
        tell: Callable[[panel_messages.Panel | panel_messages.ButtonEvent], bool] = _no_screen,
        say: Callable[[str], None] = lambda said: None,
        miss: Callable[[str], None] = lambda said: None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._table = table
        self._panel = panel
        self._call_soon, self._call_later = call_soon, call_later
        self._tell = tell
        self._say, self._miss = say, miss
        self._clock = clock
        parts = panel.parts()
        self._lights = {str(part): part for part in parts.lights}
        self._buttons = {str(part): part for part in parts.buttons}
        self._buzzer = parts.buzzer
        self._shown: Mapping[Part, bool] = dict.fromkeys(parts.lights, False)  # dark to begin with
        self._tried: Part | None = None
        self._pending = False
        self._closed = isinstance(panel, Absent)
        if not self._closed:
            self._unsubscribe = table.subscribe(self._told)
            panel.listen(self._hear)
            self._show()

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._unsubscribe()
            self._panel.close()

    # ---- what is shown ---------------------------------------------------------------------------------

    def now(self, blinked: Part | None = None) -> panel_messages.Panel | None:
        """All of it, for the screen; None: there is none."""
        if self._closed:
            return None
        return panel_messages.Panel(
            lights={str(part): on for part, on in self._shown.items()},
            buttons=tuple(self._buttons),
            buzzer=self._buzzer,
            simulated=isinstance(self._panel, Simulated),
            blinked="" if blinked is None else str(blinked),
        )

    def _told(self, what: TableChanged | Cue) -> None:
        """Comes while the table tells everybody: nobody misses anything because a panel has failed."""
        try:
            self._changed(what)
        except Exception as problem:
            log.exception("the panel has failed; the table goes on without")
            self.close()
            self._say(str(problem))

    def _changed(self, what: TableChanged | Cue) -> None:
        if isinstance(what, Cue):
            if what.what == "horn":
                self._sound(max(what.n, 1))
            elif what.what == "marker":
                self._sound(len(what.markers))
            return
        self._celebrate([told.event for told in what.events if told.audience is None])
        if self._table.ritual is None:  # else each sounds when it is turned
            for told in what.events:
                match told.event.__struct_config__.tag:
                    case "markers-turned":
                        self._sound(msgspec.convert(told.event, _TurnedCount, from_attributes=True).count)
                    case "marker-turned":  # one by one, on a score sheet
                        self._sound(1)
        self._show_soon()

    def _celebrate(self, events: Sequence[msgspec.Struct]) -> None:
        """The lights of those for whom there is a ceremony blink."""
        for part in self._shown:
            if part.kind is Kind.SEAT and any(ceremonies.concerns(event, part.number + 1) for event in events):
                self._call_soon(partial(self._blink, part))

    def _sound(self, times: int) -> None:
        """The buzzer is as loud as it is, or silent."""
        if self._table.settings.volume and not self._table.settings.mute:
            self._panel.horn(times)

    def _show_soon(self) -> None:
        if not self._pending:
            self._pending = True
            self._call_soon(self._show)

    def _show(self) -> None:
        self._pending = False
        if self._closed:
            return
        snapshot = self._table.snapshot(ONLOOKER, self._table.log_end)
        place = msgspec.json.decode(snapshot.table, type=_Place)
        seen = lights(snapshot.game or b"{}", place.ritual, place.opening, bool(place.fought))
        shown = {part: seen.get(part, False) != (part == self._tried) for part in self._shown}
        if shown != self._shown:
            for part, on in shown.items():
                if on != self._shown[part]:
                    self._panel.light(part, on)
            self._shown = shown
            self._tell_screen()

    def _tell_screen(self, blinked: Part | None = None) -> None:
        now = self.now(blinked)
        if now is not None:
            self._tell(now)

    # ---- what the screen may do to it ------------------------------------------------------------------

    def touch(self, button: str, down: bool) -> None:
        """A finger on a button that is painted on the screen, or off it. Rejected `no-part` if there is none."""
        part = self._buttons.get(button)
        if self._closed or part is None or not isinstance(self._panel, Simulated):
            raise Rejected("no-part")
        self._panel.edge(part, down, self._clock())
        self._settle(self._panel)

    def let_go(self) -> None:
        """The screen has gone, and with it whatever touched it."""
        if not self._closed and isinstance(self._panel, Simulated):
            for part in self._buttons.values():
                self._panel.edge(part, False, self._clock())
            self._settle(self._panel)

    def _settle(self, panel: Simulated) -> None:
        now = self._clock()
        panel.settle(now)
        due = panel.due()
        if due is not None:
            self._call_later(due - now, partial(self._settle, panel))

    def try_part(self, name: str) -> None:
        """Let a light show the contrary for a moment, or the buzzer sound. Rejected `no-part`."""
        if self._closed or not (name in self._lights or (name == BUZZER and self._buzzer)):
            raise Rejected("no-part")
        if name == BUZZER:
            self._panel.horn(1)
            return
        self._tried = tried = self._lights[name]
        self._show()

        def over() -> None:
            if self._tried is tried:
                self._tried = None
                self._show()

        self._call_later(TRIED, over)

    # ---- what is heard ---------------------------------------------------------------------------------

    def _hear(self, heard: Heard) -> None:
        """Comes on the driver's thread."""
        self._call_soon(partial(self._answer, heard))

    def _answer(self, heard: Heard) -> None:
        if not self._closed:
            self.answer(heard)

    def answer(self, heard: Heard) -> None:
        """What a button says, of the panel or of a key pad, which needs none."""
        match heard:
            case Failed(said):
                self.close()
                self._say(said)
            case Lost(said):
                self._miss(said)
            case Pressed(part):
                done = self._wish(part)
                self._tell(panel_messages.ButtonEvent(str(part), "pressed"))
                if not done:
                    self._tell(panel_messages.ButtonEvent(str(part), "nothing"))
                    self._blink(part)
            case Held(part):
                if not self._tell(panel_messages.ButtonEvent(str(part), "held")) and part == HORN:
                    self._blink(part)  # nobody could be asked
            case Released(part):
                self._tell(panel_messages.ButtonEvent(str(part), "released"))

    def _wish(self, part: Part) -> bool:
        """What a press wishes; whether anything came of it."""
        id = uuid4().hex
        try:
            if part == HORN:
                self._table.handle(PANEL, Horn(id=id))
            else:
                self._table.handle(PANEL, TurnMarker(id=id, marker=part.number + 1))
        except Rejected:
            return False
        return True

    def _blink(self, part: Part) -> None:
        self._panel.blink(part)
        self._tell_screen(part)


def lights(
    view: bytes, ritual: Ritual | None = None, opening: Opening | None = None, fought: bool = False
) -> dict[Part, bool]:
    """What every light shows of a game's public view (`{}`: there is none), whatever the game.

    While a game is opened no seat's is lit before it is found who is first; until shields have met in a conflict
    (`fought`) its markers stay in battle.
    """
    seen = msgspec.json.decode(view, type=dict[str, msgspec.Raw])
    to_act = _read(seen, "to_act", tuple[int, ...], ())
    conflict = _read(seen, "conflict", _Conflict, _Conflict())
    flipped = ritual.flipped if ritual else conflict.tokens if fought else conflict.flipped
    waiting = ritual.open if ritual else ()
    looking = opening is not None and opening.step != "found"
    cats = tuple(seat.cat for seat in _read(seen, "seats", tuple[_Seat, ...], ()))
    shown = {part: part.number < flipped and part.number + 1 not in waiting for part in MARKER_LIGHTS}
    shown |= dict(zip(MARKER_LIGHTS, conflict.battle, strict=False))
    for seat in range(SEATS):
        shown[Part(Kind.SEAT, seat)] = seat + 1 in to_act and not looking
        shown[Part(Kind.CAT, seat)] = cats[seat] if seat < len(cats) else False
    return shown


def _read(seen: dict[str, msgspec.Raw], name: str, kind: type[T], without: T) -> T:
    """A field of a view; `without` where this game has none, or one that means something else."""
    try:
        return msgspec.json.decode(seen[name], type=kind) if name in seen else without
    except msgspec.ValidationError:
        return without
