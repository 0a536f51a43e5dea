"""The QR code of a result's link: small beside the points, or as a panel of its own."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.looks import qr_codes
from app.screen.control.controller import Controller
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PARCHMENT
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.controls import button, frame
from app.screen.widgets.panel import PAD, closing
from app.screen.widgets.panel_frame import PanelContext, panel_context, panel_element, place
from app.shown.form import CodeRow, Form
from app.shown.lobby.daily_deal import result_code
from app.shown.lobby.join_codes import to_result
from app.text.translation import Words

LINK_PART: Final = re.compile(r"https?://[^/]+|(?:/[^/]{1,16}){2}|[^/]+")  # a line of a link that people type
LINK_LINE: Final = 40.0
LEAST_CODE: Final = 1.6  # fingers, least size of a code beside the points


def paint_small_code(p: Pen, control: Controller, link: str, edge: int, w: Words, side: float, t: float) -> None:
    """Paint the code from its upper left corner, turned to an edge, or a button where it would be too small to read.

    A touch enlarges it. `t`: a finger's width.
    """
    grow, said = partial(control.open_panel, "result", edge), to_result(w, "").words
    if side < t * LEAST_CODE:
        button(p, (side - t) / 2, side - t, t, t, "", "result", grow, picture="phone")
        return
    p.code(0, 0, side, qr_codes.matrix(link))
    p.rect(0, side + 4, side, 56, 8, "plate")
    p.prose(4, side + 4, said, 24, side - 8, 56, "soft", "middle", middle=True)
    p.hit_area(0, 0, side, side + 60, "result", grow)


@dataclass(frozen=True, slots=True)
class LargeCode:
    """A large QR code with instructions. `closed`: the close handler. `typed`: the link is written beside the code."""

    context: PanelContext
    row: CodeRow
    closed: Callable[[Controller], None] | None = None
    typed: bool = False


def code_row(form: Form) -> CodeRow | None:
    """Return the first code of a form, or None."""
    return next((row for row in form.rows if isinstance(row, CodeRow)), None)


def build_result_code(scene: Scene, ring: Ring, _: int) -> Element[LargeCode] | None:
    """Build the panel; None if there is no link."""
    here = panel_context(scene, ring)
    row = current_code(scene, here.w)
    return panel_element(scene, LargeCode(here, row), paint_large_code) if row else None


def current_code(scene: Scene, w: Words) -> CodeRow | None:
    """Return the code of a deal of the day, which tells nothing of the deal; else of the result's link; None: none."""
    table = scene.table
    if table.day:
        return result_code(w, table, scene.model.game_words)
    return to_result(w, table.result_link) if table.result_link else None


def paint_large_code(p: Pen, large_code: LargeCode, control: Controller) -> None:
    ring, t = large_code.context.ring, large_code.context.ring.touch
    close = partial(large_code.closed, control) if large_code.closed else closing(control)
    at = place(ring, large_code.context.edge, 1000, 1000)
    with p.at(at.x, at.y, at.angle, ring.u), p.use_material(PARCHMENT):
        frame(p, at.w, at.h)
        x = large_code.context.side(at.w - t - PAD, t, at.w)
        button(p, x, PAD, t, t, "", "close", close, picture="cross")
        text, code_matrix = large_code.row.about, qr_codes.matrix(large_code.row.url)
        link = LINK_PART.findall(large_code.row.url) if large_code.typed else []
        room = len(link) * LINK_LINE
        if at.w > at.h + t:
            side = at.h - 2 * PAD
            code = large_code.context.side(PAD, side, at.w)
            words = large_code.context.side(side + 3 * PAD, at.w - side - 5 * PAD, at.w)
            p.code(code, PAD, side, code_matrix)
            wide, below = at.w - side - 5 * PAD, at.h - 2 * PAD
            p.prose(words, t + 2 * PAD, text, 34, wide, below - room - t - 2 * PAD, "text", middle=True)
        else:
            side = min(at.w - 2 * PAD, at.h - room - t - 110)
            words, wide, below = 20, at.w - 40, at.h - 80
            p.code((at.w - side) / 2, t + 2 * PAD, side, code_matrix)
            p.prose(words, at.h - 90, text, 30, wide, 80, "text", "middle", middle=True)
        for nth, part in enumerate(link):
            p.text(words, below - room + (nth + 0.5) * LINK_LINE, part, 30, "soft", "start", room=wide)
