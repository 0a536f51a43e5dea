"""The connection of a panel to a table: public state controls lights and horn, and presses become intents.

Events of a panel arrive on the driver's thread; `call_soon` moves them to the table's, in order. Calls to a panel
return at once and contain nothing but the public view. The screen receives what a panel shows and sends, and may test
its parts.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import Final, TypeAlias, TypeVar
from uuid import uuid4

import msgspec

from app.protocol import ceremony_durations, panel_messages
from app.protocol.client_rights import ONLOOKER, PANEL
from app.protocol.play_messages import Cue, Horn, Opening, Ritual, TurnMarker
from app.protocol.rejection import Rejection
from app.table.table import Table, TableChanged
from hardware.null_panel import NullPanel
from hardware.panel_interface import (
    HORN,
    MAX_MARKERS,
    MAX_SEATS,
    ButtonHold,
    ButtonPress,
    ButtonRelease,
    ExpanderFailure,
    Panel,
    PanelEvent,
    PanelFailure,
    Part,
    PartKind,
)
from hardware.simulated_panel import SimulatedPanel

MARKER_LIGHTS: Final = tuple(Part(PartKind.MARKER, number) for number in range(MAX_MARKERS))
TRY_SECONDS: Final = 1.5  # for which a tested light is inverted
BUZZER_NAME: Final = "buzzer"

T = TypeVar("T")  # a field of a view

log = logging.getLogger(__name__)
CallSoon: TypeAlias = Callable[[Callable[[], None]], object]
CallLater: TypeAlias = Callable[[float, Callable[[], None]], object]


class _ConflictFields(msgspec.Struct, frozen=True):
    flipped: int = 0
    tokens: int = 0
    battle: tuple[bool, ...] = ()  # by marker, in games that turn them one by one


class _SeatFields(msgspec.Struct, frozen=True):
    cat: bool = False


class _TurnedCount(msgspec.Struct, frozen=True):
    """The field of an event of turned markers that the horn needs."""

    count: int


class _TableFields(msgspec.Struct, frozen=True):
    """The fields of a table that a panel needs."""

    ritual: Ritual | None
    opening: Opening | None
    fought: int


def _no_screen(message: panel_messages.Panel | panel_messages.ButtonEvent) -> bool:
    return False


class PanelConnection:
    """A table's panel, connected until `close`. Everything but incoming events runs on the table's thread; `call_soon`
    moves a call there from any thread, `call_later` after a number of seconds.

    `tell` sends a message to the screen and returns False if there is none. A light blinks if its button's press had no
    effect. `report` gets the driver's message if the panel fails, `report_missing` if the expander stops answering; the
    game continues.
    """

    def __init__(
        self,
        table: Table,
        panel: Panel,
        call_soon: CallSoon,
        call_later: CallLater,
        *,
        tell: Callable[[panel_messages.Panel | panel_messages.ButtonEvent], bool] = _no_screen,
        report: Callable[[str], None] = lambda problem: None,
        report_missing: Callable[[str], None] = lambda problem: None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self._table = table
        self._panel = panel
        self._call_soon, self._call_later = call_soon, call_later
        self._tell = tell
        self._report, self._report_missing = report, report_missing
        self._clock = clock
        parts = panel.parts()
        self._lights = {str(part): part for part in parts.lights}
        self._buttons = {str(part): part for part in parts.buttons}
        self._buzzer = parts.buzzer
        self._shown: Mapping[Part, bool] = dict.fromkeys(parts.lights, False)  # dark to begin with
        self._tested: Part | None = None
        self._pending = False
        self._closed = isinstance(panel, NullPanel)
        if not self._closed:
            self._unsubscribe = table.subscribe(self._on_table_change)
            panel.listen(self._on_panel_event)
            self._show()

    def close(self) -> None:
        if not self._closed:
            self._closed = True
            self._unsubscribe()
            self._panel.close()

    # ---- output ------------------------------------------------------------------------------------------

    def current_message(self, blinked: Part | None = None) -> panel_messages.Panel | None:
        """Return the message for the screen, or None without a panel."""
        if self._closed:
            return None
        return panel_messages.Panel(
            lights={str(part): on for part, on in self._shown.items()},
            buttons=tuple(self._buttons),
            buzzer=self._buzzer,
            simulated=isinstance(self._panel, SimulatedPanel),
            blinked="" if blinked is None else str(blinked),
        )

    def _on_table_change(self, what: TableChanged | Cue) -> None:
        """Handle a change of the table. Errors end the panel, so that the table's other listeners are still called."""
        try:
            self._handle_change(what)
        except Exception as problem:
            log.exception("the panel has failed; the table goes on without")
            self.close()
            self._report(str(problem))

    def _handle_change(self, what: TableChanged | Cue) -> None:
        if isinstance(what, Cue):
            if what.what == "horn":
                self._sound(max(what.n, 1))
            elif what.what == "marker":
                self._sound(len(what.markers))
            return
        self._celebrate([told.event for told in what.events if told.audience is None])
        if self._table.ritual is None:  # in a ritual each marker sounds when it is turned
            for told in what.events:
                match told.event.__struct_config__.tag:
                    case "markers-turned":
                        self._sound(msgspec.convert(told.event, _TurnedCount, from_attributes=True).count)
                    case "marker-turned":  # on a score sheet, one by one
                        self._sound(1)
        self._show_soon()

    def _celebrate(self, events: Sequence[msgspec.Struct]) -> None:
        """Blink the lights of the seats for which there is a ceremony."""
        for part in self._shown:
            if part.kind is PartKind.SEAT and any(
                ceremony_durations.is_ceremony_of(event, part.number + 1) for event in events
            ):
                self._call_soon(partial(self._blink, part))

    def _sound(self, times: int) -> None:
        """Sound the buzzer unless the table is muted; its volume is fixed."""
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
        table = msgspec.json.decode(snapshot.table, type=_TableFields)
        seen = compute_lights(snapshot.game or b"{}", table.ritual, table.opening, bool(table.fought))
        shown = {part: seen.get(part, False) != (part == self._tested) for part in self._shown}
        if shown != self._shown:
            for part, on in shown.items():
                if on != self._shown[part]:
                    self._panel.light(part, on)
            self._shown = shown
            self._tell_screen()

    def _tell_screen(self, blinked: Part | None = None) -> None:
        now = self.current_message(blinked)
        if now is not None:
            self._tell(now)

    # ---- requests of the screen --------------------------------------------------------------------------

    def touch(self, button: str, down: bool) -> None:
        """Press or release a button that is painted on the screen. Rejection `no-part` if there is none."""
        part = self._buttons.get(button)
        if self._closed or part is None or not isinstance(self._panel, SimulatedPanel):
            raise Rejection("no-part")
        self._panel.edge(part, down, self._clock())
        self._process_deadlines(self._panel)

    def release(self) -> None:
        """Release all buttons, because the screen has disconnected."""
        if not self._closed and isinstance(self._panel, SimulatedPanel):
            for part in self._buttons.values():
                self._panel.edge(part, down=False, at=self._clock())
            self._process_deadlines(self._panel)

    def _process_deadlines(self, panel: SimulatedPanel) -> None:
        now = self._clock()
        panel.settle(now)
        deadline = panel.next_deadline()
        if deadline is not None:
            self._call_later(deadline - now, partial(self._process_deadlines, panel))

    def try_part(self, name: str) -> None:
        """Test a light, by inverting it for a moment, or the buzzer. Rejection `no-part`."""
        if self._closed or not (name in self._lights or (name == BUZZER_NAME and self._buzzer)):
            raise Rejection("no-part")
        if name == BUZZER_NAME:
            self._panel.horn(1)
            return
        self._tested = tested = self._lights[name]
        self._show()

        def end_test() -> None:
            if self._tested is tested:
                self._tested = None
                self._show()

        self._call_later(TRY_SECONDS, end_test)

    # ---- events ------------------------------------------------------------------------------------------

    def _on_panel_event(self, event: PanelEvent) -> None:  # on the driver's thread
        self._call_soon(partial(self._answer_if_open, event))

    def _answer_if_open(self, event: PanelEvent) -> None:
        if not self._closed:
            self.answer(event)

    def answer(self, event: PanelEvent) -> None:
        """Handle an event of the panel, or of a key pad, which works without a panel."""
        match event:
            case PanelFailure(problem):
                self.close()
                self._report(problem)
            case ExpanderFailure(problem):
                self._report_missing(problem)
            case ButtonPress(part):
                done = self._send_intent(part)
                self._tell(panel_messages.ButtonEvent(str(part), "pressed"))
                if not done:
                    self._tell(panel_messages.ButtonEvent(str(part), "nothing"))
                    self._blink(part)
            case ButtonHold(part):
                if not self._tell(panel_messages.ButtonEvent(str(part), "held")) and part == HORN:
                    self._blink(part)  # there is no screen to ask on
            case ButtonRelease(part):
                self._tell(panel_messages.ButtonEvent(str(part), "released"))

    def _send_intent(self, part: Part) -> bool:
        """Send the intent of a press. Return False if it was rejected."""
        id = uuid4().hex
        try:
            if part == HORN:
                self._table.handle(PANEL, Horn(id=id))
            else:
                self._table.handle(PANEL, TurnMarker(id=id, marker=part.number + 1))
        except Rejection:
            return False
        return True

    def _blink(self, part: Part) -> None:
        self._panel.blink(part)
        self._tell_screen(part)


def compute_lights(
    view: bytes, ritual: Ritual | None = None, opening: Opening | None = None, fought: bool = False
) -> dict[Part, bool]:
    """Compute the level of every light from a game's public view (`{}` without a game), for any game.

    While a game is opened, no seat is lit before the first player is found; until shields have been compared in a
    conflict (`fought`), its markers stay in battle.
    """
    seen = msgspec.json.decode(view, type=dict[str, msgspec.Raw])
    to_act = _read_field(seen, "to_act", tuple[int, ...], ())
    conflict = _read_field(seen, "conflict", _ConflictFields, _ConflictFields())
    flipped = ritual.flipped if ritual else conflict.tokens if fought else conflict.flipped
    waiting = ritual.open if ritual else ()
    looking = opening is not None and opening.step != "found"
    cats = tuple(seat.cat for seat in _read_field(seen, "seats", tuple[_SeatFields, ...], ()))
    shown = {part: part.number < flipped and part.number + 1 not in waiting for part in MARKER_LIGHTS}
    shown |= dict(zip(MARKER_LIGHTS, conflict.battle, strict=False))
    for seat in range(MAX_SEATS):
        shown[Part(PartKind.SEAT, seat)] = seat + 1 in to_act and not looking
        shown[Part(PartKind.CAT, seat)] = cats[seat] if seat < len(cats) else False
    return shown


def _read_field(seen: dict[str, msgspec.Raw], name: str, kind: type[T], without: T) -> T:
    """Return a field of a view, or `without` if this game has none or uses the name differently."""
    try:
        return msgspec.json.decode(seen[name], type=kind) if name in seen else without
    except msgspec.ValidationError:
        return without
