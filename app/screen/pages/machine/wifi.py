"""Panels of the machine's Wi-Fi: networks, password, country, and the table's hotspot."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from app.protocol.network_messages import LONGEST_PASSWORD, JoinWifi, LookForWifi
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.pages.common.forms import FormPanel, form_panel, send_on_panel
from app.screen.pages.common.join_code_panel import paint_codes
from app.screen.pages.common.join_codes import JoinCode, join_code
from app.screen.pages.common.keyboard import Keyboard, for_passwords, paint_keyboard
from app.screen.paint.element import BoundCall, Element
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.panel_cells import Cell, cell, prose
from app.screen.widgets.panel_frame import PanelContext, panel_context, panel_element, place
from app.shown.form import Button, Form, IntentTemplate, Text
from app.shown.machine import wifi as shown

_send = BoundCall(send_on_panel, "wifi")


def open_wifi(control: Controller) -> None:
    """Open the panel and start a scan, unless Wi-Fi has a problem."""
    control.open_panel("wifi")
    now = control.model.wifi
    if now is None or not now.problem:
        control.submit(LookForWifi(id=new_id()))


def build_network_list(scene: Scene, ring: Ring, _: int) -> "Element[FormPanel] | Element[HotspotPanel]":
    """Build the list of networks, or the hotspot's codes while it is open."""
    w, now = scene.model.words(), scene.model.wifi
    if now is not None and now.hotspot and not now.problem:
        view = HotspotPanel(panel_context(scene, ring), shown.hotspot(w), join_code(scene))
        return panel_element(scene, view, paint_open)
    ways: dict[str, Callable[[Controller], None]] = {shown.COUNTRY: _choose_country}
    for network in now.networks if now else ():
        ways[f"{shown.UNSUPPORTED} {network.name}"] = BoundCall(
            Controller.notify, seat=0, text=shown.unsupported_network(w, network.name)
        )
        ways[f"{shown.PASSWORD} {network.name}"] = BoundCall(_open_keyboard, network=network.name)
    return form_panel(scene, ring, shown.wifi(w, now), ways, _send, column=480)


def build_country_choice(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    return form_panel(scene, ring, shown.countries(scene.model.words(), scene.model.wifi), {}, _send)


@dataclass(frozen=True, slots=True)
class HotspotPanel:
    """The open hotspot: both codes that a phone needs, and the way back."""

    context: PanelContext
    form: Form
    join_code: JoinCode


def paint_open(p: Pen, hotspot: HotspotPanel, control: Controller) -> None:
    """Paint both codes, and below them what to mind and the way back."""
    foot, at = list[Cell](), place(hotspot.context.ring, hotspot.context.edge)
    for row in hotspot.form.rows:
        if isinstance(row, Text):
            foot.append(prose(row.words, 26))
        elif isinstance(row, Button):
            go = partial(_send, control, row.says)
            foot.append(cell(row.words, row.key, go, row.picture, primary=row.main, size=30))
    paint_codes(p, control, hotspot.context, at, hotspot.form.title, hotspot.join_code, foot)


def _choose_country(control: Controller) -> None:
    control.open_panel("wifi-country", control.ui.edge)


def _open_keyboard(control: Controller, network: str) -> None:
    control.change(typed="", network=network)
    control.open_panel("wifi-password", control.ui.edge)


def build_password_keyboard(scene: Scene, ring: Ring, _: int) -> Element[Keyboard]:
    """Build the keyboard for a password, visible or as dots."""
    here, ui = panel_context(scene, ring), scene.ui
    title = here.w("Password of “{network}”", network=ui.network)
    keyboard = for_passwords(here, title, ui.typed, LONGEST_PASSWORD, _join_network, ui.hidden)
    return panel_element(scene, keyboard, paint_keyboard)


def _join_network(control: Controller) -> None:
    secret = control.ui.typed
    if secret:
        control.change(typed="")
        _send(control, IntentTemplate(JoinWifi(id="", network=control.ui.network, password=secret)))
