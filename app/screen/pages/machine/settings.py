"""Panels of the table's settings, and of addresses to type."""

from collections.abc import Callable
from typing import Final
from urllib.parse import urlsplit

from msgspec.structs import replace

from app.protocol.machine_messages import SoundCard
from app.protocol.settings_messages import SetTable
from app.screen.control.controller import Controller
from app.screen.control.outbox import TYPED_ADDRESS, TYPED_PUBLIC, new_id
from app.screen.input import display_trial
from app.screen.pages.cardboard import unverified_values
from app.screen.pages.common.forms import FormPanel, Ways, form_panel, send_and_close
from app.screen.pages.common.keyboard import ADDRESS, WEB, Keyboard, paint_keyboard
from app.screen.pages.common.setting_intents import set_table
from app.screen.pages.machine import rotation_check
from app.screen.pages.machine.wifi import open_wifi
from app.screen.paint.element import BoundCall, Element
from app.screen.state.ring_layout import Ring, guessed_diagonal
from app.screen.state.scene import BoxedGame, Scene
from app.screen.state.ui_state import HORN_ASKS
from app.screen.widgets.panel_frame import PanelContext, panel_context, panel_element
from app.shown.cardboard.box_list import OwnedGame, owned_game, owned_page
from app.shown.history.recent_changes import TodayFacts, today
from app.shown.machine import clock, screen_machine_pages
from app.shown.machine import cloned_card as copy_question
from app.shown.machine import settings as shown
from app.text.time_zone import AREAS

HOST: Final = 60  # maximum length of an address
COLUMN: Final = 300.0  # u, minimum width of a link or choice
LINE: Final = 1400.0  # u, width of an entry of *Changed today*
SECURE: Final = "https://"  # prefilled


# ---- the table ---------------------------------------------------------------------------------------------


def build_settings(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    """Build the page of settings, or that of the machine."""
    facts, machine = _settings_facts(scene, ring), scene.ui.panel == shown.MACHINE_PANEL
    form = shown.settings_page(scene.model.words(), facts, machine=machine)
    return form_panel(scene, ring, form, WAYS, column=COLUMN, covers=True)


def build_recent_changes(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    """Build the list of the last day's changes."""
    table, w = scene.table, scene.model.words()
    titles = tuple((slug, scene.games.get_words(slug).title(w)) for slug in scene.games.slugs)
    facts = TodayFacts(table.today, tuple(scene.model.people(w)), titles, _settings_facts(scene, ring))
    return form_panel(scene, ring, today(w, facts), {}, column=LINE)


def build_zone_list(scene: Scene, ring: Ring, number: int) -> Element[FormPanel]:
    """Build the list of continents, or, by number, the cities of one."""
    w, now = scene.model.words(), scene.model.settings.zone
    if 0 < number <= len(AREAS):
        return form_panel(scene, ring, clock.cities(w, now, AREAS[number - 1]), {})
    return form_panel(scene, ring, clock.areas(w, now), {})


def build_copy_question(scene: Scene, ring: Ring, _: int) -> Element[FormPanel] | None:
    """Draw the question whether the card is a copy of another table's, or nothing once it is answered."""
    table = scene.model.table
    if table is None or not table.copied:
        return None
    return form_panel(scene, ring, copy_question.clone_question(scene.model.words()), {}, send_and_close)


def _settings_facts(scene: Scene, ring: Ring) -> shown.SettingsFacts:
    table = scene.table
    now, edge = scene.model.settings, scene.ui.edge
    return shown.SettingsFacts(
        now=replace(now, diagonal=now.diagonal or guessed_diagonal(ring.width, ring.height)),
        horn=scene.game.horn,
        unverified=bool(unverified_values.list_unverified(scene, scene.model.words())),
        installed=table.installed,
        displays=len(scene.ui.showing.found) > 1,
        silent=scene.model.is_silent,
        plain=scene.model.plain,
        edge=edge,
        games=tuple(_owned_game(scene, slug) for slug in scene.games.slugs),
        cards=_sound_cards(scene),
        copied=copy_question.is_asked(table),
    )


def build_box_page(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    """Build the page of owned games and expansions."""
    games = [_owned_game(scene, slug) for slug in scene.games.slugs]
    return form_panel(scene, ring, owned_page(scene.model.words(), scene.model.settings, games), {})


def _owned_game(scene: Scene, slug: str) -> OwnedGame:
    w, game = scene.model.words(), scene.games.get_game(slug)
    boxes = game.box.EXPANSIONS if isinstance(game, BoxedGame) else {}
    return owned_game(w, slug, game.words, boxes)


# ---- plain settings -------------------------------------------------------------------------------------------


def build_plain_page(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    """Build the page that explains the safe display settings."""
    ways: Ways = {"as set": _restart_screen}
    return form_panel(scene, ring, screen_machine_pages.safe_display_page(scene.model.words()), ways)


def _restart_screen(control: Controller) -> None:
    control.restart_screen()


# ---- the display ---------------------------------------------------------------------------------------------


def build_display_choice(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    """Build the choice of a display, or the confirmation during a trial."""
    showing = scene.ui.showing
    left = None if showing.until is None else showing.left
    ways: Ways = {
        "as before": display_trial.cancel_display,
        "keep": display_trial.keep_display,
        **{f"display {name}": BoundCall(display_trial.try_display, name=name) for name in showing.found},
    }
    return form_panel(
        scene, ring, screen_machine_pages.displays(scene.model.words(), showing.found, showing.on, left), ways
    )


# ---- the address for phones ----------------------------------------------------------------------------------


def _open_keyboard(control: Controller, address: str, panel: str = "address") -> None:
    control.change(typed=address)
    control.open_panel(panel, control.ui.edge)


def build_address_keyboard(scene: Scene, ring: Ring, _: int) -> Element[Keyboard]:
    """Build the keyboard for the address in join codes, which overrides the detected one."""
    here, network = panel_context(scene, ring), scene.table.network
    found = [_host(address) for address in (network.address, *network.others) if address]
    title = here.w("Address for phones") + (" (" + ", ".join(found[:3]) + ")" if found else "")
    keyboard = Keyboard(here, ADDRESS, "", title, scene.ui.typed, HOST, _save_address)
    return panel_element(scene, keyboard, paint_keyboard)


def _host(address: str) -> str:
    """Strip the port from an address; IPv6 addresses are in brackets."""
    host, colon, port = address.removeprefix("http://").rpartition(":")
    return host if colon and port.isdecimal() else host + colon + port


def _save_address(control: Controller) -> None:
    set_table(control, host_address=control.ui.typed.strip() or None)
    control.open_panel("")


# ---- addresses on the web: of results, and of the table -------------------------------------------------------


def build_result_page(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    now = scene.model.settings
    ways: Ways = {"results-typed": BoundCall(_open_keyboard, address=now.result_page or SECURE, panel=TYPED_ADDRESS)}
    return form_panel(scene, ring, shown.results_on_screen(scene.model.words(), now), ways)


def build_public_page(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    now, network = scene.model.settings, scene.table.network
    ways: Ways = {TYPED_PUBLIC: BoundCall(_open_keyboard, address=now.public_address or SECURE, panel=TYPED_PUBLIC)}
    return form_panel(scene, ring, shown.public_on_screen(scene.model.words(), (now, network)), ways)


def build_result_keyboard(scene: Scene, ring: Ring, _: int) -> Element[Keyboard]:
    here = panel_context(scene, ring)
    return _web_keyboard(here, scene, shown.results(here.w, scene.model.settings).label, _save_result_address)


def build_public_keyboard(scene: Scene, ring: Ring, _: int) -> Element[Keyboard]:
    here = panel_context(scene, ring)
    return _web_keyboard(here, scene, here.w("Public address of this table"), _save_public_address)


def _web_keyboard(
    here: PanelContext, scene: Scene, label: str, save: Callable[[Controller], None]
) -> Element[Keyboard]:
    keyboard = Keyboard(here, WEB, "", label, scene.ui.typed, shown.ADDRESS, save)
    return panel_element(scene, keyboard, paint_keyboard)


def _save_result_address(control: Controller) -> None:
    control.submit(SetTable(new_id(), result_page=_typed_address(control)), kind=TYPED_ADDRESS)
    control.open_panel("results", control.ui.edge)


def _save_public_address(control: Controller) -> None:
    control.submit(SetTable(new_id(), public_address=_typed_address(control)), kind=TYPED_PUBLIC)
    control.open_panel("public", control.ui.edge)


def _typed_address(control: Controller) -> str:
    """Return the typed address; only the prefix means none."""
    typed = control.ui.typed.strip()
    return "" if typed == SECURE else typed


# ---- the end -------------------------------------------------------------------------------------------------


def build_power_off(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    """Build the confirmation to switch off, which a held horn also opens."""
    table = scene.table
    power, horn = table.settings.powers_off(table.installed), scene.ui.panel == HORN_ASKS
    ending = screen_machine_pages.Ending(not table.installed, power, horn)
    return form_panel(scene, ring, screen_machine_pages.switch_off(scene.model.words(), ending), {}, send_and_close)


# ---- sound ---------------------------------------------------------------------------------------------------


def build_sound_page(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    facts = shown.SettingsFacts(
        scene.model.settings, scene.game.horn, unheard=scene.no_sound, cards=_sound_cards(scene)
    )
    return form_panel(scene, ring, shown.sound(scene.model.words(), facts), {}, column=440, covers=True)


def _sound_cards(scene: Scene) -> tuple[SoundCard, ...]:
    return scene.model.upkeep.cards if scene.model.upkeep else ()


# ---- where the settings lead ----------------------------------------------------------------------------------


def _change_address(control: Controller) -> None:
    """Edit the address in join codes: the configured or the detected one."""
    table = control.model.table
    assert table is not None
    found = urlsplit(table.network.address).hostname if table.network.address else None
    _open_keyboard(control, table.settings.host_address or found or "")


WAYS: Final[Ways] = {
    "address": _change_address,
    "rotation": BoundCall(rotation_check.start_check, panel="rotation"),
    "wifi": open_wifi,
    "machine": Controller.diagnose,
}
