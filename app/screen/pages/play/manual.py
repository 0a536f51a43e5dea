"""*At this table*: the player's manual over the table, starting with the part on the current phase."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.screen.control.controller import Controller
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import HasManual, Scene, TeachingGame
from app.screen.widgets.panel_cells import cell
from app.screen.widgets.panel_frame import PanelContext, panel_context, panel_element
from app.screen.widgets.text_page import paint_text_page, paragraph
from app.shown.play.manual import manual, part_now
from app.text.rules_pages import ManualPart

MANUAL: Final = "manual"  # the panel


@dataclass(frozen=True, slots=True)
class Manual:
    context: PanelContext
    parts: tuple[ManualPart, ...]


def build_manual(scene: Scene, ring: Ring, _: int) -> Element[Manual] | None:
    """Build the page; None if the game has no guide."""
    table = scene.model.table
    if table is None or not isinstance(scene.game, TeachingGame):
        return None
    here = panel_context(scene, ring)
    parts = manual(here.w, scene.game.manual(here.w) if isinstance(scene.game, HasManual) else ())
    now = part_now(parts, table.phase, table.mode)
    view = Manual(here, (now, *(part for part in parts if part != now)))
    return panel_element(scene, view, paint_manual)


def paint_manual(p: Pen, manual: Manual, control: Controller) -> None:
    w, edge, small = manual.context.w, manual.context.edge, manual.context.ring.small
    cells = []
    for part in manual.parts:
        first, *others = part.says
        cells += [paragraph(part.title, first, small), *(paragraph("", each, small) for each in others)]
    back = [cell(w("How to play"), "how", partial(control.open_panel, "how", edge), "left")]
    paint_text_page(p, control, manual.context, w("At this table"), cells, back)
