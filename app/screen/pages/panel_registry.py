"""The panels that open in the middle: menu, join code, log, suspended games, and the registry of all others."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeAlias

import msgspec

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.control.outbox import TYPED_ADDRESS, new_id
from app.screen.input.confirmation import NUMBER_PANEL, PIN_PANEL, RINGS_PANEL
from app.screen.input.goals import PANEL as PLAN
from app.screen.input.history_browsing import open_history, open_review
from app.screen.pages.cardboard import box_list, position_entry, unverified_values
from app.screen.pages.common import result_code
from app.screen.pages.common.forms import FormPanel, form_panel, say_and_close
from app.screen.pages.common.join_codes import JoinCode, join_code, paint_join_code
from app.screen.pages.history import history
from app.screen.pages.lobby import badge_choice, lobby_options, lobby_seat, seat_panels
from app.screen.pages.machine import access, club, diagnostics, rotation_check, settings, upkeep, wifi
from app.screen.pages.play import how_to_play, manual, quiz, reference, rules_search, undo
from app.screen.paint.element import BoundCall, Element, Elements
from app.screen.paint.pen import PITCH, Pen
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene, TeachingGame
from app.screen.state.ui_state import HORN_ASKS
from app.screen.widgets.badges import before_words, room_for
from app.screen.widgets.controls import button, frame
from app.screen.widgets.panel import (
    PAD,
    Cell,
    PanelContext,
    beside_the_plate,
    closing,
    panel,
    panel_context,
    place,
)
from app.shown.cardboard.box_list import OWNED_PANEL, PANEL, way, which
from app.shown.form import IntentTemplate, Link
from app.shown.history.recent_changes import PANEL as TODAY
from app.shown.history.suspended_games import ResumableGame, suspended
from app.shown.lobby.lobby import who_begins
from app.shown.machine import clock, cloned_card
from app.shown.machine.upkeep import NEWS
from app.shown.machine.upkeep import PANEL as UPKEEP
from app.shown.play import menu as shown
from app.shown.play.leave import LeavingFacts
from app.shown.play.lesson_end import is_asked
from app.text.words_protocols import kept_by

LINES: Final = 200  # newest lines of the log that are listed
LINE: Final = 26.0  # u, type size of the log
MAX_ROWS: Final = 6  # of an entry of the log
SUSPENDED_U: Final = 600.0  # minimum width of a suspended game

Made: TypeAlias = Element[Any] | None  # None: there is no such panel now
Make: TypeAlias = Callable[[Scene, Ring, int], Made]


def elements(scene: Scene, ring: Ring) -> Elements:
    """Build the open panel, if there is one."""
    if not scene.opened.panel or scene.model.table is None:
        return []
    name, _, rest = scene.opened.panel.partition(" ")
    number = int(rest) if rest.isdigit() else 0
    if scene.code_aside and scene.game.covers(scene):
        return []
    made = scene.game.panel(scene, ring, name, number)
    if made is None and name in PANELS:
        made = PANELS[name](scene, ring, number)
    return [] if made is None else [made]


# ---- menu ------------------------------------------------------------------------------------------------


def _menu(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    table = scene.table
    running, leave = table.phase == "game", None
    if running:
        leave = LeavingFacts(not scene.model.host and sum(info.person for info in table.seats) > 1)
    own = (*position_entry.entries(scene), *scene.game.entries(scene)) if running else ()
    facts = shown.MenuFacts(
        scene.model.is_silent,
        leave,
        reference.PANEL if isinstance(scene.game, TeachingGame) else "",
        [(each.label, each.panel, each.picture) for each in own],
        table.phase == "over" and table.puts_back,
        way(scene.model.words(), table) if which(table) else None,
        is_asked(table),
        table.phase == "over" and table.mode != "tally",
    )
    form = shown.menu(scene.model.words(), facts)
    ways = {row.to: BoundCall(Controller.open, panel=row.to) for row in form.rows if isinstance(row, Link)}
    return form_panel(
        scene, ring, form, {**ways, "history": open_history, "review": open_review}, BoundCall(_leave, ring), column=340
    )


def _leave(ring: Ring, control: Controller, says: IntentTemplate, value: object = None) -> None:
    """Send the request to leave in the name of the nearest seat."""
    control.say(msgspec.structs.replace(says.filled(new_id(), value), seat=control.scene.reader(ring) or None))


# ---- the way in, and what this is ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CodePanel:
    """The join code. `aside`: placed beside the drum during a game."""

    lying: PanelContext
    join_code: JoinCode
    aside: bool


def _code(scene: Scene, ring: Ring, _: int) -> Element[CodePanel]:
    return Element(
        f"panel {scene.opened.panel}",
        CodePanel(panel_context(scene, ring), join_code(scene), scene.code_aside),
        paint_code,
    )


def paint_code(p: Pen, it: CodePanel, control: Controller) -> None:
    ring, edge, w = it.lying.ring, it.lying.edge, it.lying.w
    at, t = beside_the_plate(ring, edge) if it.aside else place(ring, edge, 980, 620), ring.touch
    with p.at(at.x, at.y, at.angle, ring.u):
        frame(p, at.w, at.h)
        if it.aside:
            paint_join_code(p, it.join_code, at.w, at.h)
            _close_anywhere(p, control, at.w, at.h)
            return
        side, room = partial(it.lying.side, room=at.w), at.w - 2 * t - 70
        button(p, side(at.w - t - 16, t), 16, t, t, "", "close", closing(control), "cross")
        button(p, side(at.w - 2 * t - 28, t), 16, t, t, "", "turn", control.turn, "turn")
        p.prose(side(24, room), 16, it.join_code.form.title, 34, room, t, "text", bold=True, middle=True)
        hint = w("Watch, take a free seat, or choose “Seats” in the menu to hand a seat to a phone.")
        p.prose(24, at.h - 80, hint, 24, at.w - 48, 68, "soft", middle=True)
        with p.at(0, t + 24):
            paint_join_code(p, it.join_code, at.w, at.h - t - 112)


def _close_anywhere(p: Pen, control: Controller, wide: float, high: float) -> None:
    """Make the whole panel a close button, so that it needs no separate one."""
    icon(p, "cross", wide - 26, 26, 36, "soft", "plate")

    def pressed(pen: Pen) -> None:
        pen.rect(0, 0, wide, high, 26, "candle", opacity=0.22)

    p.hit_area(0, 0, wide, high, "close", closing(control), press=pressed)


def _about(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    version = scene.model.hello.version if scene.model.hello else ""
    return form_panel(scene, ring, shown.about(scene.model.words(), version), {}, most=(1000, 520))


# ---- log ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A line of the log as a sentence."""

    number: int
    text: str
    undone: bool
    badge: tuple[str, str]  # of its seat, or empty


@dataclass(frozen=True, slots=True)
class LogPanel:
    """The log, newest first. `newest`: the last line when the panel was opened."""

    lying: PanelContext
    lines: tuple[SaidLine, ...]
    newest: int


def _log(scene: Scene, ring: Ring, _: int) -> Element[LogPanel]:
    here = panel_context(scene, ring)
    found = [scene.model.lines[number] for number in sorted(scene.model.lines, reverse=True)[:LINES]]
    lines = (
        SaidLine(line.number, scene.sentence(line, here.w), line.undone, scene.model.badge_of(line)) for line in found
    )
    told = tuple(line for line in lines if line.text)
    newest = next((line.number for line in told if line.number <= scene.opened.line), 0)
    return Element(f"panel {scene.opened.panel}", LogPanel(here, told, newest), paint_log)


def paint_log(p: Pen, it: LogPanel, control: Controller) -> None:
    ring, size = it.lying.ring, LINE * (1.25 if it.lying.ring.small else 1.0)
    at = place(ring, it.lying.edge)
    cells = [
        Cell(partial(_line, line, size), high=partial(_high, line, size), name=str(line.number)) for line in it.lines
    ]
    column = (at.w - 2 * PAD, 0.0)
    panel(
        p, control, it.lying, at, it.lying.w("What happened"), cells, close=closing(control), cell=column, flat=True,
        newest=str(it.newest),
    )  # fmt: skip


def _high(it: SaidLine, size: float, p: Pen, wide: float) -> float:
    rows, _ = p.lines(it.text, size, False, wide - 40 - room_for(size, it.badge[0]), MAX_ROWS)
    return len(rows) * size * PITCH + size * 0.7


def _line(it: SaidLine, size: float, p: Pen, wide: float, high: float) -> None:
    p.rect(0, 0, wide, high, 12, "zone")
    left = 20 + before_words(p, 20, high / 2, size, *it.badge)
    rows, size = p.lines(it.text, size, False, wide - 20 - left, MAX_ROWS)
    for i, each in enumerate(rows):
        y = high / 2 + (i - (len(rows) - 1) / 2) * size * PITCH
        used = p.text(left, y, each, size, "mute" if it.undone else "soft", "start", room=wide - 20 - left)
        if it.undone:
            p.above()
            p.path(left, y, left + used, y, line="mute", width=2)


# ---- games laid aside ----------------------------------------------------------------------------------------


def _laid(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    table, w = scene.table, scene.model.words()
    many = len(table.games) > 1
    games = []
    for it in table.laid_aside:
        game = scene.games.named(it.kind)
        names = kept_by(w, it.seats, game.words, game.roles())
        games.append(ResumableGame(it.game, game.words.title(w) if many else "", names, it.turn))
    return form_panel(scene, ring, suspended(w, games), {}, column=SUSPENDED_U)


def _first(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    table, w = scene.table, scene.model.words()
    names = scene.model.people(w)
    people = [(info.seat, names[info.seat - 1]) for info in table.seats if info.by != "free"]
    return form_panel(scene, ring, who_begins(w, people), {}, say=say_and_close)


PANELS: Final[Mapping[str, Make]] = {
    "first": _first,
    "menu": _menu,
    "code": _code,
    "about": _about,
    "how": how_to_play.how,
    manual.MANUAL: manual.page,
    quiz.PANEL: quiz.learned,
    reference.PANEL: reference.reference,
    PANEL: box_list.page,
    rules_search.ASK: rules_search.ask,
    rules_search.RESULTS_PANEL: rules_search.found,
    "seats": seat_panels.everybody,
    "seat": seat_panels.one,
    PLAN: seat_panels.plan,
    "wonder": lobby_seat.choosing,
    "log": _log,
    "undo": undo.undo,
    "values": unverified_values.things,
    "value": unverified_values.thing,
    "values-file": unverified_values.own_file,
    "result": result_code.result_link,
    "history": history.page,
    "settings": settings.table_settings,
    "host": access.rights,
    "club": club.standing,
    club.CODE: club.code,
    TODAY: settings.changed_today,
    PIN_PANEL: access.given,
    "new-pin": access.chosen,
    RINGS_PANEL: access.meant,
    NUMBER_PANEL: access.given,
    "sound": settings.sound,
    position_entry.PANEL: position_entry.position,
    "more": lobby_options.more,
    "leave": lobby_options.leave,
    "laid": _laid,
    "who": seat_panels.who,
    "name": seat_panels.rename,
    "badge": badge_choice.choice,
    "address": settings.phone_address,
    "results": settings.result_page,
    TYPED_ADDRESS: settings.result_address,
    "wifi": wifi.networks,
    "wifi-password": wifi.password,
    "wifi-country": wifi.countries,
    UPKEEP: upkeep.upkeep,
    NEWS: upkeep.news,
    clock.PANEL: settings.zone,
    cloned_card.PANEL: settings.copied,
    "off": settings.ending,
    HORN_ASKS: settings.ending,
    "machine": diagnostics.machine,
    "parts": diagnostics.parts,
    "key-pad": diagnostics.key_pad,
    "sounds": diagnostics.sounds,
    "corners": rotation_check.corners,
    "rotation": rotation_check.corners,
    "display": settings.displays,
    OWNED_PANEL: settings.our_box,
    "plain": settings.plain,
}
