"""Panels of the club: membership, and its code."""

from app.protocol.club_membership_messages import JoinClub, LeaveClub
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.pages.common.forms import FormPanel, Ways, form_panel
from app.screen.pages.common.result_code import LargeCode, code_row, paint_large_code
from app.screen.pages.machine.access import DigitPad, open_digit_pad, paint_pad
from app.screen.paint.element import BoundCall, Element
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.panel_frame import panel_context, panel_element
from app.shown.machine import club as shown
from app.shown.machine.club import CODE

__all__ = ["CODE", "build_club_page", "build_code_pad"]

WAYS: Ways = {CODE: BoundCall(open_digit_pad, keys=CODE)}


def build_club_page(scene: Scene, ring: Ring, _: int) -> Element[FormPanel] | Element[LargeCode]:
    """Build the club's panel, or only the QR code while the organiser has to scan it."""
    table = scene.table
    form = shown.club(scene.model.words(), (table.club, table.network))
    if (asks := code_row(form)) is not None:
        return panel_element(scene, LargeCode(panel_context(scene, ring), asks, _leave_club), paint_large_code)
    return form_panel(scene, ring, form, WAYS)


def build_code_pad(scene: Scene, ring: Ring, _: int) -> Element[DigitPad]:
    """Build the pad for the club's code."""
    here = panel_context(scene, ring)
    view = DigitPad(here, shown.code(here.w), scene.ui.typed, _join_club)
    return panel_element(scene, view, paint_pad)


def _leave_club(control: Controller) -> None:
    control.submit(LeaveClub(id=new_id()))


def _join_club(control: Controller) -> None:
    typed = control.ui.typed
    control.open_panel("club", control.ui.edge)
    if typed:
        control.submit(JoinClub(id=new_id(), code=typed))
