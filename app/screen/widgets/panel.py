"""Panels: a title, things in a grid or list, and a foot nearest the player's hand.

A painter calls `panel` with a frame (`panel_frame`) and its cells (`panel_cells`). Overflowing content scrolls: with a
finger that drags it, and with two paging buttons.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.looks.display_font import is_heading
from app.screen.control.controller import Controller
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE, Weight
from app.screen.paint.text_pen import PARCHMENT
from app.screen.state.ring_layout import Ring
from app.screen.state.ui_state import Scroll
from app.screen.widgets.controls import button, display_size, frame
from app.screen.widgets.panel_cells import (
    GAP,
    Cell,
    CellList,
    Draw,
    PageTurns,
    cell,
    draw_fitted,
    paint_scrolled,
    prose,
)
from app.screen.widgets.panel_frame import Frame, PanelContext, place

PAD = 12.0  # u, between a panel's edge and its content
TITLE_HIGH: Final = 56.0  # u, of a title without buttons or a head on its line
MIN_TITLE_WIDTH: Final = 300.0  # u: with less a title does not share its line with paging buttons
MIN_WIDTH_BESIDE: Final = 760.0  # u: on a narrower line a head is below its title


@dataclass(frozen=True, slots=True)
class PanelHeading:
    """The title of a panel, how it is set (None: by `weight_of`), and its head: what is drawn beside it, or
    below it if it is narrow."""

    title: str
    bold: Weight | None = None
    head: Draw | None = None
    head_h: float = 0.0  # u; 0: a finger's width

    def is_beside(self, room: float) -> bool:
        """Check whether the head is beside the title on a line of this width."""
        return not self.title or room > MIN_WIDTH_BESIDE


def weight_of(title: str) -> Weight:
    """Return how a title is set: headings in the display face; questions, sentences and names in the text face."""
    return STONE if is_heading(title) else True


def panel(
    p: Pen,
    control: Controller,
    context: PanelContext,
    at: Frame,
    heading: PanelHeading | str,
    cells: CellList,
    *,
    foot: Sequence[Cell] = (),
    close: Callable[[], None] | None = None,
    turn: bool = True,
    steady: bool = False,
) -> None:
    """Draw a panel. `close`, `turn`: what its corner buttons do. `steady`: its foot is where it would be if it
    scrolled.
    """
    ring, t, inside = context.ring, context.ring.touch, at.w - 2 * PAD
    heading = PanelHeading(heading) if isinstance(heading, str) else heading
    with p.at(0, 0, at.angle, ring.u):
        rows = cells.arrange(p, inside, t)
    layout = _lay_out(at, heading, t, ring.u, bool(close) + turn, bool(foot), rows.high, rows.grown)
    at = layout.frame
    side = partial(context.side, room=at.w)
    with p.at(at.x, at.y, at.angle, ring.u), p.use_material(context.ground):
        frame(p, at.w, at.h)
        paint_corner_buttons(p, side, at.w, t, close, control.turn_panel if turn else None)
        _paint_heading(p, side, heading, layout, t, centred=not close)
        box = PAD, layout.top, inside, layout.bottom - layout.top
        if layout.pages:
            begun, scroll = context.scrolls.get(cells.name, Scroll(cells.newest or "")), control.scroll
            turns = paint_scrolled(p, box, rows, begun, partial(scroll, context.seat, cells.name), t)
            x, y = layout.pages
            paint_page_buttons(p, turns, side(x, 2 * t + GAP), y, t)
        else:
            draw_fitted(p, cells.cells, rows, box)
        room = inside - (2 * (t + GAP) if steady or layout.has_pages_below else 0)
        if foot and context.ground == PARCHMENT:
            p.path(PAD, layout.bottom + GAP / 2, at.w - PAD, layout.bottom + GAP / 2, line="brass", width=1.5)
        _draw_foot(p, side(at.w - PAD - room, room), at.h - PAD - t, room, t, foot[::-1] if context.left else foot)


@dataclass(frozen=True, slots=True)
class PanelLayout:
    """The places of its parts, in u: the cells between `top` and `bottom`, the title's line up to `right`."""

    frame: Frame
    title_h: float
    right: float
    top: float
    bottom: float
    pages: tuple[float, float] | None  # the place of the paging buttons; None: nothing overflows
    has_pages_below: bool = False


def _lay_out(
    at: Frame, heading: PanelHeading, t: float, u: float, corner_buttons: int, has_foot: bool, high: float, grown: float
) -> PanelLayout:
    """Lay out a panel whose rows are `high`, or `grown`; it shrinks to them by what its frame has to spare."""
    title_h = t if corner_buttons else (heading.head_h or t) if heading.head else TITLE_HIGH

    def top(right: float) -> float:
        below = heading.head and not heading.is_beside(right - PAD)
        return PAD + title_h + GAP + ((heading.head_h or t) + GAP if below else 0)

    right, bottom = at.w - PAD - (t + GAP) * corner_buttons, at.h - PAD - (t + GAP if has_foot else 0)
    if high <= bottom - top(right):
        less = min(at.spare, max(0.0, bottom - top(right) - grown))
        return PanelLayout(at.lower(u, less), title_h, right, top(right), bottom - less, None)
    paged_right = right - 2 * (t + GAP)
    if not has_foot and corner_buttons and paged_right - PAD >= MIN_TITLE_WIDTH:
        return PanelLayout(at, title_h, paged_right, top(paged_right), bottom, (paged_right + GAP, PAD))
    bottom -= 0 if has_foot else t + GAP
    return PanelLayout(at, title_h, right, top(right), bottom, (PAD, at.h - PAD - t), has_pages_below=True)


def _paint_heading(
    p: Pen, side: Callable[[float, float], float], heading: PanelHeading, layout: PanelLayout, t: float, centred: bool
) -> None:
    """Paint the title and its head; `centred`: a title without a head stands in the middle."""
    w, line, title, head = layout.frame.w, layout.right - PAD, heading.title, heading.head
    beside, bold = head is not None and heading.is_beside(line), heading.bold or weight_of(title)
    room = line * (0.42 if beside else 1) - 8 if title else -16.0
    if centred and title and not head:
        _paint_middle_title(p, w, w - 2 * (w - layout.right), layout.title_h, title, bold)
    else:
        x = side(PAD + 8, room)
        size = display_size(p, title, 36, room, layout.title_h) if bold == STONE else 36.0
        p.prose(x, PAD, title, size, room, layout.title_h, "text", bold=bold, middle=True)
    if head and beside:
        wide = line - room - 24
        with p.at(side(PAD + room + 16, wide), PAD):
            head(p, wide, layout.title_h)
    elif head:
        with p.at(PAD, PAD + layout.title_h + GAP):
            head(p, w - 2 * PAD, heading.head_h or t)


def paint_corner_buttons(
    p: Pen,
    side: Callable[[float, float], float],
    w: float,
    t: float,
    close: Callable[[], None] | None,
    turn: Callable[[], None] | None,
) -> None:
    """Paint the buttons to close and to turn a panel `w` wide; `side`: returns their x for a hand."""
    x = w - PAD - t
    for key, tap, picture in (("close", close, "cross"), ("turn", turn, "turn")):
        if tap:
            button(p, side(x, t), PAD, t, t, "", key, tap, picture=picture)
            x -= t + GAP


def _paint_middle_title(p: Pen, wide: float, room: float, high: float, title: str, bold: Weight) -> None:
    """Paint the title of a panel without a close button over its middle, underlined."""
    p.prose((wide - room) / 2, PAD, title, 40, room, high - 12, "text", "middle", bold=bold, middle=True)
    middle, y = wide / 2, PAD + high
    p.path(middle - 0.3 * room, y, middle + 0.3 * room, y, line="brass")
    p.poly(middle - 9, y, middle, y - 9, middle + 9, y, middle, y + 9, fill="red")


def paint_page_buttons(p: Pen, turns: PageTurns, x: float, y: float, t: float) -> None:
    """Draw the paging buttons, `t` high."""
    for nth, (key, tap, picture) in enumerate((("earlier", turns.earlier, "up"), ("later", turns.later, "down"))):
        button(p, x + nth * (t + GAP), y, t, t, "", key, tap, picture=picture, off=tap is None, each=True)


def _draw_foot(p: Pen, x: float, y: float, w: float, t: float, foot: Sequence[Cell]) -> None:
    total = sum(each.weight for each in foot)
    spare = w - (len(foot) - 1) * GAP - len(foot) * t  # beyond a finger's width each
    for each in foot:
        share = t + spare * each.weight / total
        with p.at(x, y):
            each.draw(p, share, t)
        x += share + GAP


def fit_foot(
    ring: Ring, at: Frame, cells: list[Cell], foot: list[Cell], stays: int = -1
) -> tuple[list[Cell], list[Cell]]:
    """Move all foot buttons but one into the cells if paging and buttons have no room in one line."""
    if at.w < 6.2 * ring.touch and len(foot) > 1:
        kept = foot[stays]
        return [*cells, *(each for each in foot if each is not kept)], [kept]
    return cells, foot


def closing(control: Controller) -> Callable[[], None]:
    """Return the callback of a panel's close button."""
    return lambda: control.open_panel("")


def paint_confirmation(
    p: Pen,
    control: Controller,
    context: PanelContext,
    question: str,
    yes: str,
    then: Callable[[], None],
    picture: str = "",
) -> None:
    """Draw a yes-or-no question before something is thrown away; yes closes the panel and calls `then`."""

    def confirm() -> None:
        control.open_panel("")
        then()

    w, context, at = context.w, context.on_ground(PARCHMENT), place(context.ring, context.edge, 900, 440)
    foot = [
        cell(w("No"), "no", lambda: control.ask_confirmation(""), "cross", 1),
        cell(yes, "yes", confirm, picture, 1.4),
    ]
    content = CellList([prose(question, 32, "text")])
    panel(p, control, context, at, w("Are you sure?"), content, foot=foot, close=closing(control))
