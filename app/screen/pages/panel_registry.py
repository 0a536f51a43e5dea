"""The panels that open in the middle: menu, join code, log, suspended games, and the registry of all others."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

import msgspec

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.control.outbox import TYPED_ADDRESS, TYPED_PUBLIC, new_id
from app.screen.input.confirmation import NUMBER_PANEL, PIN_PANEL, RINGS_PANEL
from app.screen.input.goals import PANEL as PLAN
from app.screen.input.history_browsing import open_history, open_review
from app.screen.pages.cardboard import box_list, position_entry, unverified_values
from app.screen.pages.common import result_code
from app.screen.pages.common.forms import FormPanel, Ways, form_panel, send_and_close
from app.screen.pages.common.join_codes import JoinCode, join_code, paint_join_code
from app.screen.pages.history import history, replay
from app.screen.pages.lobby import badge_choice, day_stone, horizon, lobby_options, lobby_seat, seat_panels
from app.screen.pages.machine import access, club, diagnostics, rotation_check, settings, upkeep, wifi
from app.screen.pages.play import how_to_play, manual, quiz, reference, rules_search, undo
from app.screen.paint.element import AnyElement, BoundCall, Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PARCHMENT, PITCH
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene, TeachingGame
from app.screen.state.ui_state import HORN_ASKS
from app.screen.widgets.badges import draw_before_words, room_for
from app.screen.widgets.controls import button, frame, touch_box
from app.screen.widgets.panel import PAD, closing, panel
from app.screen.widgets.panel_cells import Cell, CellList
from app.screen.widgets.panel_frame import PanelContext, frame_beside_plate, panel_context, place
from app.shown.cardboard.box_list import OWNED_PANEL, PANEL, current_list, list_link
from app.shown.form import IntentTemplate
from app.shown.history.recent_changes import PANEL as TODAY
from app.shown.history.suspended_games import ResumableGame, suspended_list
from app.shown.lobby.daily_deal import PANEL as DAY
from app.shown.lobby.lobby import first_seat_page
from app.shown.machine import clock, cloned_card
from app.shown.machine.settings import MACHINE_PANEL
from app.shown.machine.upkeep import NEWS
from app.shown.machine.upkeep import PANEL as UPKEEP
from app.shown.play import menu as shown
from app.shown.play.leave import LeavingFacts
from app.shown.play.lesson_end import is_asked
from app.text.words_protocols import saved_seat_names

LINES: Final = 200  # newest lines of the log that are listed
LINE: Final = 26.0  # u, type size of the log
MAX_ROWS: Final = 6  # of an entry of the log
SUSPENDED_U: Final = 600.0  # minimum width of a suspended game

Made: TypeAlias = AnyElement | None  # None: there is no such panel now
Make: TypeAlias = Callable[[Scene, Ring, int], Made]


def elements(scene: Scene, ring: Ring) -> Elements:
    """Build the open panel, if there is one."""
    if not scene.ui.panel or scene.model.table is None:
        return []
    name, _, rest = scene.ui.panel.partition(" ")
    number = int(rest) if rest.isdigit() else 0
    if scene.code_aside and scene.game.has_question(scene):
        return []
    made = scene.game.panel(scene, ring, name, number)
    if made is None and name in PANELS:
        made = PANELS[name](scene, ring, number)
    return [] if made is None else [made, *(replay.build_small_table(scene, ring) if name == "history" else ())]


# ---- menu ------------------------------------------------------------------------------------------------


def _build_menu(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    table = scene.table
    running, leave = table.phase == "game", None
    if running:
        leave = LeavingFacts(not scene.model.host and sum(info.person for info in table.seats) > 1)
    own = (*position_entry.entries(scene), *scene.game.entries(scene)) if running else ()
    facts = shown.MenuFacts(
        silent=scene.model.is_silent,
        leave=leave,
        cards=reference.PANEL if isinstance(scene.game, TeachingGame) else "",
        own=[(each.label, each.panel, each.picture) for each in own],
        undo=table.phase == "over" and table.puts_back,
        tidy=list_link(scene.model.words(), table) if current_list(table) else None,
        learned=is_asked(table),
        over=table.phase == "over" and table.mode != "tally",
    )
    form = shown.menu(scene.model.words(), facts)
    ways: Ways = {"history": open_history, "review": open_review}
    return form_panel(scene, ring, form, ways, BoundCall(_send_leave_request, ring), column=250)


def _send_leave_request(ring: Ring, control: Controller, says: IntentTemplate, value: object = None) -> None:
    """Send the request to leave in the name of the nearest seat."""
    control.submit(
        msgspec.structs.replace(says.filled(new_id(), value), seat=control.scene.seat_at_finger(ring) or None)
    )


# ---- the way in, and what this is ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CodePanel:
    """The join code. `aside`: placed beside the drum during a game."""

    context: PanelContext
    join_code: JoinCode
    aside: bool


def _build_code(scene: Scene, ring: Ring, _: int) -> Element[CodePanel]:
    return Element(
        f"panel {scene.ui.panel}",
        CodePanel(panel_context(scene, ring), join_code(scene), scene.code_aside),
        paint_code,
    )


def paint_code(p: Pen, panel: CodePanel, control: Controller) -> None:
    ring, edge, w = panel.context.ring, panel.context.edge, panel.context.w
    at, t = frame_beside_plate(ring, edge) if panel.aside else place(ring, edge, 980, 620), ring.touch
    with p.at(at.x, at.y, at.angle, ring.u), p.use_material(PARCHMENT):
        frame(p, at.w, at.h)
        if panel.aside:
            paint_join_code(p, panel.join_code, at.w, at.h)
            _close_anywhere(p, control, at.w, at.h)
            return
        side, room = partial(panel.context.side, room=at.w), at.w - 2 * t - 70
        button(p, side(at.w - t - 16, t), 16, t, t, "", "close", closing(control), picture="cross")
        button(p, side(at.w - 2 * t - 28, t), 16, t, t, "", "turn", control.turn_panel, picture="turn")
        p.prose(side(24, room), 16, panel.join_code.form.title, 34, room, t, "text", bold=True, middle=True)
        hint = w("Watch, take a free seat, or choose “Seats” in the menu to hand a seat to a phone.")
        p.prose(24, at.h - 80, hint, 24, at.w - 48, 68, "soft", middle=True)
        with p.at(0, t + 24):
            paint_join_code(p, panel.join_code, at.w, at.h - t - 112)


def _close_anywhere(p: Pen, control: Controller, wide: float, high: float) -> None:
    """Make the whole panel a close button, so that it needs no separate one."""
    icon(p, "cross", wide - 26, 26, 36, "soft", "plate")
    touch_box(p, 0, 0, wide, high, 26, "close", closing(control))


def _build_about(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
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

    context: PanelContext
    lines: tuple[SaidLine, ...]
    newest: int


def _build_log(scene: Scene, ring: Ring, _: int) -> Element[LogPanel]:
    here = panel_context(scene, ring)
    found = [scene.model.lines[number] for number in sorted(scene.model.lines, reverse=True)[:LINES]]
    lines = (
        SaidLine(line.number, scene.sentence(line, here.w), line.undone, scene.model.badge_of(line)) for line in found
    )
    told = tuple(line for line in lines if line.text)
    newest = next((line.number for line in told if line.number <= scene.ui.line), 0)
    return Element(f"panel {scene.ui.panel}", LogPanel(here, told, newest), paint_log)


def paint_log(p: Pen, shown: LogPanel, control: Controller) -> None:
    ring, size = shown.context.ring, LINE * (1.25 if shown.context.ring.small else 1.0)
    at = place(ring, shown.context.edge)
    cells = [
        Cell(partial(_paint_line, line, size), high=partial(_line_height, line, size), name=str(line.number))
        for line in shown.lines
    ]
    column = (at.w - 2 * PAD, 0.0)
    content = CellList(cells, column, flat=True, newest=str(shown.newest))
    panel(p, control, shown.context, at, shown.context.w("What happened"), content, close=closing(control))


def _line_height(line: SaidLine, size: float, p: Pen, wide: float) -> float:
    rows, _ = p.break_lines(line.text, size, wide - 40 - room_for(size, line.badge[0]), MAX_ROWS)
    return len(rows) * size * PITCH + size * 0.7


def _paint_line(line: SaidLine, size: float, p: Pen, wide: float, high: float) -> None:
    p.path(0, high, wide, high, line="hair")
    left = 20 + draw_before_words(p, 20, high / 2, size, *line.badge)
    rows, size = p.break_lines(line.text, size, wide - 20 - left, MAX_ROWS)
    for i, each in enumerate(rows):
        y = high / 2 + (i - (len(rows) - 1) / 2) * size * PITCH
        used = p.text(left, y, each, size, "mute" if line.undone else "soft", "start", room=wide - 20 - left)
        if line.undone:
            p.begin_layer()
            p.path(left, y, left + used, y, line="mute", width=2)


# ---- games laid aside ----------------------------------------------------------------------------------------


def _build_suspended_games(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    table, w = scene.table, scene.model.words()
    many = len(table.games) > 1
    games = []
    for each in table.laid_aside:
        game = scene.games.get_game(each.kind)
        names = saved_seat_names(w, each.seats, game.words, game.roles())
        games.append(ResumableGame(each.game, game.words.title(w) if many else "", names, each.turn))
    return form_panel(scene, ring, suspended_list(w, games), {}, column=SUSPENDED_U)


def _build_first_seat(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    table, w = scene.table, scene.model.words()
    names = scene.model.people(w)
    people = [(info.seat, names[info.seat - 1]) for info in table.seats if info.by != "free"]
    return form_panel(scene, ring, first_seat_page(w, people), {}, send=send_and_close)


PANELS: Final[Mapping[str, Make]] = {
    "first": _build_first_seat,
    "menu": _build_menu,
    "code": _build_code,
    "about": _build_about,
    "how": how_to_play.build_guide,
    manual.MANUAL: manual.build_manual,
    quiz.PANEL: quiz.build_quiz,
    reference.PANEL: reference.build_reference,
    PANEL: box_list.build_box_page,
    rules_search.ASK: rules_search.build_keyboard,
    rules_search.RESULTS_PANEL: rules_search.build_results,
    "seats": seat_panels.build_seat_list,
    "seat": seat_panels.build_seat_panel,
    PLAN: seat_panels.build_goal_picker,
    "wonder": lobby_seat.build_wonder_choice,
    horizon.OFFER: horizon.build_offer,
    "log": _build_log,
    "undo": undo.build_undo_panel,
    "values": unverified_values.build_value_list,
    "value": unverified_values.build_value_form,
    "values-file": unverified_values.build_file_page,
    "result": result_code.build_result_code,
    "history": history.build_history_page,
    "settings": settings.build_settings,
    MACHINE_PANEL: settings.build_settings,
    "host": access.build_rights_page,
    "club": club.build_club_page,
    club.CODE: club.build_code_pad,
    TODAY: settings.build_recent_changes,
    PIN_PANEL: access.build_pin_pad,
    "new-pin": access.build_new_pin_pad,
    RINGS_PANEL: access.build_rings,
    NUMBER_PANEL: access.build_pin_pad,
    "sound": settings.build_sound_page,
    position_entry.PANEL: position_entry.build_position_panel,
    "more": lobby_options.build_options,
    DAY: day_stone.build_day_page,
    "leave": lobby_options.build_leave_form,
    "laid": _build_suspended_games,
    "who": seat_panels.build_person_choice,
    "name": seat_panels.build_name_keyboard,
    seat_panels.FAR_PANEL: seat_panels.build_invitation,
    "badge": badge_choice.build_badge_choice,
    "address": settings.build_address_keyboard,
    "results": settings.build_result_page,
    TYPED_ADDRESS: settings.build_result_keyboard,
    "public": settings.build_public_page,
    TYPED_PUBLIC: settings.build_public_keyboard,
    "wifi": wifi.build_network_list,
    "wifi-password": wifi.build_password_keyboard,
    "wifi-country": wifi.build_country_choice,
    UPKEEP: upkeep.build_upkeep_page,
    NEWS: upkeep.build_release_notes,
    clock.PANEL: settings.build_zone_list,
    cloned_card.PANEL: settings.build_copy_question,
    "off": settings.build_power_off,
    HORN_ASKS: settings.build_power_off,
    "machine": diagnostics.build_findings,
    "parts": diagnostics.build_part_test,
    "key-pad": diagnostics.build_key_pad,
    "sounds": diagnostics.build_sound_test,
    "corners": rotation_check.build_check_page,
    "rotation": rotation_check.build_check_page,
    "display": settings.build_display_choice,
    OWNED_PANEL: settings.build_box_page,
    "plain": settings.build_plain_page,
}
