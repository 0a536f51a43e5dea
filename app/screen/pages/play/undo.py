"""The undo panel: the action and its consequences before it is confirmed."""

from app.protocol.play_messages import Undo
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.pages.common.forms import FormHandlers, FormPanel, paint_form
from app.screen.paint.element import Element
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.panel_frame import panel_context, panel_element
from app.shown.form import IntentTemplate
from app.shown.play.undo import NO_UNDO, UndoOffered, undo_page
from app.text.translation import Words


def find_offer(scene: Scene, w: Words) -> UndoOffered:
    """Return the undo on offer, requested by the seat of the action."""
    table = scene.model.table
    offer = table.undo if table is not None else None
    if offer is None:
        return NO_UNDO
    action = scene.finished_action(w, offer.seat, offer.action, offer.card)
    return UndoOffered(offer.row, action, offer.more, not offer.free, offer.seat)


def build_undo_panel(scene: Scene, ring: Ring, _: int) -> Element[FormPanel]:
    """Build the panel in the language of the seat to act, or of the nearest seat."""
    edge = scene.ui.edge
    nearest = next((i + 1 for i, zone in enumerate(ring.zones) if zone.edge == edge), 0)
    here = panel_context(scene, ring, scene.acting or nearest)
    form = undo_page(here.w, find_offer(scene, here.w))
    return panel_element(scene, FormPanel(here, form, FormHandlers({}, send_undo)), paint_form)


def send_undo(control: Controller, says: IntentTemplate, value: object = None) -> None:
    """Request the undo; a refusal is shown at the edge of the action's seat."""
    intent = says.filled(new_id(), value)
    assert isinstance(intent, Undo)
    control.open_panel("")
    control.submit(intent, intent.seat or 0)
