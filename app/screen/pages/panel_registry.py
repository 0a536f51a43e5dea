"""The registry of the panels that open in the middle: each name with the function that builds its element."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from app.screen.control.outbox import TYPED_ADDRESS, TYPED_PUBLIC
from app.screen.input.confirmation import NUMBER_PANEL, PIN_PANEL, RINGS_PANEL
from app.screen.input.goals import PANEL as PLAN
from app.screen.pages import menu
from app.screen.pages.cardboard import box_list, position_entry, unverified_values
from app.screen.pages.common import join_code_panel, result_code
from app.screen.pages.history import history, replay
from app.screen.pages.lobby import badge_choice, day_stone, horizon, lobby_options, lobby_seat, seat_panels, wonder_list
from app.screen.pages.machine import access, club, diagnostics, rotation_check, settings, upkeep, wifi
from app.screen.pages.play import how_to_play, log_panel, manual, quiz, reference, rules_search, undo
from app.screen.paint.element import AnyElement, Elements
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.state.ui_state import HORN_ASKS
from app.shown.cardboard.box_list import OWNED_PANEL, PANEL
from app.shown.history.recent_changes import PANEL as TODAY
from app.shown.lobby.daily_deal import PANEL as DAY
from app.shown.machine import clock, cloned_card
from app.shown.machine.settings import MACHINE_PANEL
from app.shown.machine.upkeep import NEWS
from app.shown.machine.upkeep import PANEL as UPKEEP

BuildPanel: TypeAlias = Callable[[Scene, Ring, int], AnyElement | None]  # the number is that of its name; None: not now


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


PANELS: Final[Mapping[str, BuildPanel]] = {
    "first": lobby_options.build_first_seat,
    "menu": menu.build_menu,
    "code": join_code_panel.build_code,
    "about": menu.build_about,
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
    wonder_list.OFFER: horizon.build_offer,
    "log": log_panel.build_log,
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
    "laid": lobby_options.build_suspended_games,
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
