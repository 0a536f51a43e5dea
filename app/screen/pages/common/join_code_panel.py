"""The panel of the join code, on the middle, or beside the drum during a game."""

from dataclasses import dataclass
from functools import partial

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.pages.common.join_codes import JoinCode, join_code, paint_join_code
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PARCHMENT
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.controls import button, frame, touch_box
from app.screen.widgets.panel import closing, weight_of
from app.screen.widgets.panel_frame import PanelContext, frame_beside_plate, panel_context, panel_element, place


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
        p.prose(
            side(24, room),
            16,
            panel.join_code.form.title,
            34,
            room,
            t,
            "text",
            bold=weight_of(panel.join_code.form.title),
            middle=True,
        )
        hint = w("Watch, take a free seat, or choose “Seats” in the menu to hand a seat to a phone.")
        p.prose(24, at.h - 80, hint, 24, at.w - 48, 68, "soft", middle=True)
        with p.at(0, t + 24):
            paint_join_code(p, panel.join_code, at.w, at.h - t - 112)


def _close_anywhere(p: Pen, control: Controller, wide: float, high: float) -> None:
    """Make the whole panel a close button, so that it needs no separate one."""
    icon(p, "cross", wide - 26, 26, 36, "soft", "plate")
    touch_box(p, 0, 0, wide, high, 26, "close", closing(control))
