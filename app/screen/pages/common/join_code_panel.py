"""The panel of the join code, on the middle, or beside the drum during a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.pages.common.join_codes import JoinCode, join_code, paint_join_code
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PARCHMENT
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.controls import frame, touch_box
from app.screen.widgets.panel import PAD, closing, panel
from app.screen.widgets.panel_cells import GAP, Cell, CellList, prose
from app.screen.widgets.panel_frame import Frame, PanelContext, frame_beside_plate, panel_context, panel_element, place


@dataclass(frozen=True, slots=True)
class CodePanel:
    """The join code. `aside`: placed beside the drum during a game."""

    context: PanelContext
    join_code: JoinCode
    aside: bool


def build_code(scene: Scene, ring: Ring, _: int) -> Element[CodePanel]:
    return panel_element(
        scene,
        CodePanel(panel_context(scene, ring), join_code(scene), scene.code_aside),
        paint_code,
    )


def paint_code(p: Pen, code: CodePanel, control: Controller) -> None:
    ring, edge, w = code.context.ring, code.context.edge, code.context.w
    if not code.aside:
        hint = w("Watch, take a free seat, or choose “Seats” in the menu to hand a seat to a phone.")
        at, title = place(ring, edge, 980, 620), code.join_code.form.title
        paint_codes(p, control, code.context, at, title, code.join_code, [prose(hint, 24)])
        return
    at = frame_beside_plate(ring, edge)
    with p.at(at.x, at.y, at.angle, ring.u), p.use_material(PARCHMENT):
        frame(p, at.w, at.h)
        paint_join_code(p, code.join_code, at.w, at.h)
        _close_anywhere(p, control, at.w, at.h)


def paint_codes(
    p: Pen, control: Controller, context: PanelContext, at: Frame, title: str, code: JoinCode, foot: Sequence[Cell]
) -> None:
    """Paint a panel with a join code."""
    cell = Cell(lambda p, w, h: paint_join_code(p, code, w, h), wide=True)
    content = CellList([cell], (at.w - 2 * PAD, at.h - 2 * (PAD + context.ring.touch + GAP) - 0.1), flat=True)
    panel(p, control, context, at, title, content, foot=foot, close=closing(control))


def _close_anywhere(p: Pen, control: Controller, wide: float, high: float) -> None:
    """Make the whole panel a close button, so that it needs no separate one."""
    icon(p, "cross", wide - 26, 26, 36, "soft", "plate")
    touch_box(p, 0, 0, wide, high, 26, "close", closing(control))
