"""The *Since your last turn* panel: everything since a seat's last turn, in its language and turned to it."""

from dataclasses import dataclass
from typing import Final

from app.screen.control.controller import Controller
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_pen import PARCHMENT
from app.screen.state.recent_events import list_turns_since
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.panel import PanelHeading, closing, panel
from app.screen.widgets.panel_cells import Cell, CellList, text_block
from app.screen.widgets.panel_frame import PanelContext, panel_context, panel_element, place
from app.text.words_protocols import LogWords

PANEL: Final = "since"


@dataclass(frozen=True, slots=True)
class LastRoundPanel:
    """The turns, newest first: a heading and what happened."""

    context: PanelContext
    turns: tuple[tuple[str, tuple[str, ...]], ...]


def build_since_panel(scene: Scene, ring: Ring, seat: int, say: LogWords) -> Element[LastRoundPanel] | None:
    """Build the panel; None if the seat does not exist."""
    if not 0 < seat <= len(ring.zones):
        return None
    view = LastRoundPanel(panel_context(scene, ring, seat), list_turns_since(scene, seat, say))
    return panel_element(scene, view, paint_since)


def paint_since(p: Pen, shown: LastRoundPanel, control: Controller) -> None:
    ring, size = shown.context.ring, 40.0 if shown.context.ring.small else 28.0
    at = place(ring, shown.context.edge, 1000)
    cells: list[Cell] = []
    for head, lines in shown.turns:
        if head:
            cells.append(text_block(head, size, "text"))
        cells += [text_block(line, size) for line in lines]
    title = shown.context.w("Everything since your last turn")
    content = CellList(cells, (at.w, 0.0), flat=True)
    panel(
        p, control, shown.context.on_ground(PARCHMENT), at, PanelHeading(title, STONE), content, close=closing(control)
    )
