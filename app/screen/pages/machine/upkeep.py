"""Panels of the upkeep of an installed table: tasks, progress, and QR codes of file transfers."""

from app.protocol.machine_messages import EndUpkeep
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.pages.common.forms import FormPanel, Ways, form_panel, send_on_panel
from app.screen.pages.common.result_code import LargeCode, code_row, paint_large_code
from app.screen.paint.element import BoundCall, Element
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.panel_frame import panel_context, panel_element
from app.shown.machine import upkeep as shown

LINE = 560.0  # u, minimum width of a row


def build_upkeep_page(scene: Scene, ring: Ring, _: int) -> "Element[FormPanel] | Element[LargeCode] | None":
    """Build the panel, or only the QR code of an open transfer. None if the table is not installed."""
    now, table = scene.model.upkeep, scene.model.table
    if now is None or table is None:
        return None
    address = table.network.address
    url = f"{address}{now.path}" if address and now.path else ""
    form = shown.upkeep(scene.model.words(), shown.UpkeepFacts(now, url))
    if (code := code_row(form)) is not None:
        view = LargeCode(panel_context(scene, ring), code, _end_transfer)
        return panel_element(scene, view, paint_large_code)
    return form_panel(scene, ring, form, {}, BoundCall(send_on_panel, shown.PANEL))


def build_release_notes(scene: Scene, ring: Ring, _: int) -> Element[FormPanel] | None:
    """Build the release notes; closing returns to the panel."""
    now = scene.model.upkeep
    if now is None:
        return None
    ways: Ways = {"close": BoundCall(Controller.open_panel, panel=shown.PANEL)}
    return form_panel(scene, ring, shown.news(scene.model.words(), now), ways)


def _end_transfer(control: Controller) -> None:
    control.submit(EndUpkeep(id=new_id()))
