"""Panels: a title, things in a grid or list, and a foot nearest the player's hand.

Overflowing content scrolls: with a finger that drags it, and with two paging buttons.
"""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import accumulate
from math import cos, radians, sin
from typing import Final

from app.looks.display_font import is_heading
from app.screen.control.controller import Controller
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE, Weight
from app.screen.paint.text_pen import PARCHMENT, PITCH, SLAB, Material
from app.screen.state.ring_layout import Rect, Ring
from app.screen.state.scene import Scene
from app.screen.state.ui_state import Scroll
from app.screen.widgets.controls import button, frame
from app.text.translation import Words

GAP = 12  # u
PAD = 12.0  # u, between a panel's edge and its content
PLATE_RADIUS = 276.0  # u, from the middle to what is beside its pointer
MIN_TITLE_WIDTH: Final = 300.0  # u: with less a title does not share its line with paging buttons
SCROLL_MARGIN: Final = 4.0  # u, by which outlines of scrolled things may overlap the edges
SLACK: Final = 0.2  # of a finger's width: less movement is still a tap
MAX_LINES: Final = 99  # of words in one thing
MAX_ROW_GROWTH: Final = 1.35  # factor by which rows grow into free room
REACH: Final = 1500.0  # u, from an edge, as far as people reach
SHALLOW: Final = 0.6  # of its width, least depth of a panel of many things
OVERLAP: Final = 0.9  # of a page, scrolled where no row begins
Draw = Callable[[Pen, float, float], object]  # in a box of this width and height from the pen's place


@dataclass(slots=True)
class Cell:
    """One thing in a panel. `wide`: it takes a whole line; `weight`: its share of the foot.

    `high`: returns the height it needs, in u, at a width; None: as high as its neighbours. `name`: identifies it in a
    list when others are added before it.
    """

    draw: Draw
    wide: bool = False
    weight: float = 1.0
    high: Callable[[Pen, float], float] | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class Frame:
    """Place of a panel: the corner far from the player and to the left, its angle, and its size in u.

    `spare`: the part of its height that is used only if its content needs it.
    """

    x: float
    y: float
    angle: float
    w: float
    h: float
    spare: float = 0.0

    def lower(self, u: float, by: float) -> "Frame":
        """Return the frame reduced by `by` on its far side; `u` in pixels."""
        turned = radians(self.angle)
        x, y = self.x - sin(turned) * by * u, self.y + cos(turned) * by * u
        return Frame(x, y, self.angle, self.w, self.h - by, self.spare - by)

    def part(self, u: float, x: float, y: float, w: float, h: float) -> "Frame":
        """Return a part of the frame by its offset and size; `u` in pixels."""
        turn = radians(self.angle)
        dx, dy = (x * cos(turn) - y * sin(turn)) * u, (x * sin(turn) + y * cos(turn)) * u
        return Frame(self.x + dx, self.y + dy, self.angle, w, h)


@dataclass(frozen=True, slots=True)
class PanelContext:
    """Settings of a panel: the edge that it faces, its open page, the pending question, and the language.

    `seat`: at whose edge it lies, with pages of its own; 0: on the middle. `scrolls`: scroll positions by list name.
    `left`: mirrored for a left hand, with buttons at the other side. `ground`: its material if its painter names none.
    """

    ring: Ring
    edge: int
    page: int
    sure: str
    w: Words
    seat: int = 0
    scrolls: Mapping[str, Scroll] = field(default_factory=dict)
    left: bool = False
    ground: Material = PARCHMENT

    def side(self, x: float, w: float, room: float) -> float:
        """Return the x of a thing `w` wide that is at `x` for a right hand, in a room of this width."""
        return at_hand(self.left, x, w, room)


def at_hand(left: bool, x: float, w: float, room: float) -> float:
    """Return `x`, mirrored in a room of this width if `left`, for a thing `w` wide."""
    return room - x - w if left else x


def panel_context(scene: Scene, ring: Ring, seat: int = 0) -> PanelContext:
    """Return the context of the opened panel, in a seat's language and for its hand; 0: the table's.

    A seat's form is a slab, as its stone is.
    """
    made = _make_context(scene, ring, scene.opened.edge, scene.model.words(seat), scene.opened.sure, seat)
    return replace(made, ground=SLAB) if seat else made


def context_facing(scene: Scene, ring: Ring, edge: int, w: Words, sure: str = "", seat: int = 0) -> PanelContext:
    """Return the context of a panel on the middle that faces an edge; for a seat's hand, or (0) for all at that edge.

    If the owner set one edge that everything faces, it is that one.
    """
    return _make_context(scene, ring, scene.faced_edge(edge), w, sure, seat)


def _make_context(scene: Scene, ring: Ring, edge: int, w: Words, sure: str, seat: int) -> PanelContext:
    scrolls = scene.opened.scrolls.get(0, {})
    return PanelContext(
        ring, edge, scene.opened.page, sure, w, scrolls=scrolls, left=_is_left_handed(scene, ring, edge, seat)
    )


def _is_left_handed(scene: Scene, ring: Ring, edge: int, seat: int) -> bool:
    """Check whether a seat, or (0) everybody at an edge, is left-handed."""
    seats = scene.model.table.seats if scene.model.table else ()
    there = [info for info, zone in zip(seats, ring.zones, strict=False) if zone.edge == edge]
    near = [info for info in seats if info.seat == seat] if seat else [info for info in there if info.person]
    return bool(near) and all(info.left for info in near)


def at_seat(scene: Scene, ring: Ring, seat: int) -> PanelContext:
    """Return the context of a panel that one seat reads and pages, at its own edge and in its own language."""
    page, scrolls = scene.opened.pages.get(seat, 0), scene.opened.scrolls.get(seat, {})
    left = scene.model.info(seat).left
    return PanelContext(ring, ring.zones[seat - 1].edge, page, "", scene.model.words(seat), seat, scrolls, left)


def place(ring: Ring, edge: int, most_w: float = 1300, most_h: float = 1100) -> Frame:
    """Return a frame on the middle as seen from an edge, at most this large, with its near side at the hand."""
    u, inner = ring.u, ring.inner
    return _place_near(
        ring, Rect(inner.x - 6 * u, inner.y - 6 * u, inner.w + 12 * u, inner.h + 12 * u), edge, most_w, most_h
    )


def place_of_many(ring: Ring, edge: int, most_w: float = 1300, most_h: float = 1100) -> Frame:
    """Return a frame for many things: deeper where the middle is narrower than asked for; few things use less of it."""
    usual = place(ring, edge, most_w, most_h)
    at = place(ring, edge, most_w, min(most_h * max(1.0, most_w / usual.w), max(most_h, REACH)))
    return replace(at, spare=at.h - min(usual.h, at.w * SHALLOW))


def at_edge(ring: Ring, edge: int, most_w: float, most_h: float) -> Frame:
    """Return a frame of this size at somebody's edge, over anything that lies there."""
    return _place_near(ring, Rect(0, 0, ring.width, ring.height), edge, most_w, most_h)


def _place_near(ring: Ring, rect: Rect, edge: int, most_w: float, most_h: float) -> Frame:
    u = ring.u
    across, deep = (rect.w, rect.h) if edge % 2 == 0 else (rect.h, rect.w)
    w, h = min(across / u, most_w), min(deep / u, most_h)
    cx, cy = rect.centre
    near = (deep / u - h) / 2 * u  # the panel's centre lies this much nearer to the hand
    dx, dy = ((0.0, near), (-near, 0.0), (0.0, -near), (near, 0.0))[edge]
    half_w, half_h = w * u / 2, h * u / 2
    corner = ((-half_w, -half_h), (half_h, -half_w), (half_w, half_h), (-half_h, half_w))[edge]
    return Frame(cx + dx + corner[0], cy + dy + corner[1], edge * 90.0, w, h)


def table_frame(ring: Ring, edge: int) -> Frame:
    """Return a frame of the whole table as seen from an edge."""
    right, low = float(ring.width), float(ring.height)
    corner = ((0.0, 0.0), (right, 0.0), (right, low), (0.0, low))[edge]
    w, h = (low, right) if edge % 2 else (right, low)
    return Frame(*corner, edge * 90.0, w / ring.u, h / ring.u)


def frame_beside_plate(ring: Ring, edge: int) -> Frame:
    """Return a frame of that part of the middle where discards and buttons lie, as seen from an edge."""
    u, inner = ring.u, ring.inner
    x, y = inner.centre
    if ring.upright:
        disc = PLATE_RADIUS * ring.large
        w, h = min(inner.w / u - 8, 690.0), inner.h / u / 2 - disc - 4
        y += (disc + h / 2) * u
    else:
        w, h = min(inner.w / u / 2 - PLATE_RADIUS - 4, 420.0), min(inner.h / u - 8, 460.0)
        x += (PLATE_RADIUS + w / 2) * u
    half_w, half_h = w * u / 2, h * u / 2
    dx, dy = ((-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h))[edge]
    return Frame(x + dx, y + dy, edge * 90.0, *((w, h) if edge % 2 == 0 else (h, w)))


def weight_of(title: str) -> Weight:
    """Return how a title is set: headings in the display face; questions, sentences and names in the text face."""
    return STONE if is_heading(title) else True


def panel(
    p: Pen,
    control: Controller,
    lying: PanelContext,
    at: Frame,
    title: str,
    cells: Sequence[Cell],
    *,
    foot: Sequence[Cell] = (),
    cell_size: tuple[float, float] = (400, 0),
    close: Callable[[], None] | None = None,
    turn: bool = True,
    head: Draw | None = None,
    head_h: float = 0,
    flat: bool = False,
    of: str = "",
    newest: str | None = None,
    bold: Weight = True,
    ground: Material | None = None,
    steady: bool = False,
) -> None:
    """Draw a panel. `cell_size`: least width of a column, and height of a line. `head`: draws beside the title,
    `head_h` high.

    `ground`: felt for things to choose, a slab for a question; None: that of the context, a slab at a seat's edge.
    `flat`: the things are only read, so lines may be lower than a finger. `of`: the name of its list, for scrolling.
    `newest`: the list grows at its beginning, and opens at the thing of this name. `bold`: how the title is set.
    `steady`: its foot is where it would be if it scrolled.
    """
    ring, t, w, inside = lying.ring, lying.ring.touch, at.w, at.w - 2 * PAD
    side, corner_buttons = partial(lying.side, room=w), bool(close) + turn
    right, bottom = w - PAD - (t + GAP) * corner_buttons, at.h - PAD - (t + GAP if foot else 0)
    heading = _Heading(title, t if corner_buttons else (head_h or t) if head else 56.0, bold, head, head_h or t)
    columns, line_h = max(1, int((inside + GAP) / (cell_size[0] + GAP))), cell_size[1] if flat else max(cell_size[1], t)
    with p.at(0, 0, at.angle, ring.u):
        body = _arrange(p, cells, columns, inside, line_h, newest is not None)
    scrolls = body.high > bottom - heading.end(right)
    if at.spare and not scrolls:  # shrink to the content
        less = min(at.spare, max(0.0, bottom - heading.end(right) - body.grown))
        at, bottom = at.lower(ring.u, less), bottom - less
    pages_above = scrolls and not foot and corner_buttons > 0 and right - 2 * (t + GAP) - PAD >= MIN_TITLE_WIDTH
    pages_below = scrolls and not pages_above
    right -= 2 * (t + GAP) if pages_above else 0
    bottom -= t + GAP if pages_below and not foot else 0
    with p.at(at.x, at.y, at.angle, ring.u), p.use_material(ground or (SLAB if lying.seat else lying.ground)):
        frame(p, w, at.h)
        _paint_corner_buttons(p, side, w, t, close, control.turn_panel if turn else None)
        heading.paint(p, side, w, right, centred=not close)
        y = heading.end(right)
        if scrolls:
            begun, scroll = lying.scrolls.get(of, Scroll(newest or "")), partial(control.scroll, lying.seat, of)
            turns = paint_scrolled(p, PAD, y, inside, bottom - y, body, begun, scroll, t)
            x, y = (right + GAP, PAD) if pages_above else (PAD, at.h - PAD - t)
            paint_page_buttons(p, turns, side(x, 2 * t + GAP), y, t)
        else:
            _draw_fitted(p, cells, body, (PAD, y, inside, bottom - y))
        room = inside - (2 * (t + GAP) if steady or pages_below else 0)
        _draw_foot(p, side(w - PAD - room, room), at.h - PAD - t, room, t, foot[::-1] if lying.left else foot)


@dataclass(frozen=True, slots=True)
class _Heading:
    """The title of a panel, and what its head draws beside it, or below it if there is no room. Sizes are u."""

    title: str
    high: float  # of the title's line
    bold: Weight
    head: Draw | None
    head_high: float  # below the title

    def is_beside(self, right: float) -> bool:
        """Check whether the head is beside a title whose line ends at `right`."""
        return not self.title or right - PAD > 760

    def end(self, right: float) -> float:
        """Return the y at which the content begins."""
        return PAD + self.high + GAP + (self.head_high + GAP if self.head and not self.is_beside(right) else 0)

    def paint(self, p: Pen, side: Callable[[float, float], float], w: float, right: float, centred: bool) -> None:
        """Paint on a panel `w` wide; `centred`: a title without a head stands in its middle."""
        beside = self.head is not None and self.is_beside(right)
        room = (right - PAD) * (0.42 if beside else 1) - 8 if self.title else -16.0
        if centred and self.title and not self.head:
            _paint_middle_title(p, w, w - 2 * (w - right), self.high, self.title, self.bold)
        else:
            x = side(PAD + 8, room)
            p.prose(x, PAD, self.title, 36, room, self.high, "text", bold=self.bold, middle=True)
        if self.head and beside:
            wide = right - PAD - room - 24
            with p.at(side(PAD + room + 16, wide), PAD):
                self.head(p, wide, self.high)
        elif self.head:
            with p.at(PAD, PAD + self.high + GAP):
                self.head(p, w - 2 * PAD, self.head_high)


def _paint_corner_buttons(
    p: Pen,
    side: Callable[[float, float], float],
    w: float,
    t: float,
    close: Callable[[], None] | None,
    turn: Callable[[], None] | None,
) -> None:
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


def _draw_foot(p: Pen, x: float, y: float, w: float, t: float, foot: Sequence[Cell]) -> None:
    total = sum(each.weight for each in foot)
    spare = w - (len(foot) - 1) * GAP - len(foot) * t  # beyond a finger's width each
    for each in foot:
        share = t + spare * each.weight / total
        with p.at(x, y):
            each.draw(p, share, t)
        x += share + GAP


# ---- what lies in it ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Body:
    """Rows of things with their heights and tops, in u."""

    rows: Sequence[Sequence[Cell | None]]  # None: an empty place
    names: Sequence[Sequence[str]]
    wide: float  # of a thing in a column
    tall: Sequence[float]
    tops: Sequence[float]
    own: bool  # rows have the height they need

    @property
    def high(self) -> float:
        return self.tops[-1] + self.tall[-1] if self.rows else 0.0

    @property
    def grown(self) -> float:
        """The height in u at which its rows have grown as far as they may."""
        return self.high if self.own else self.high * MAX_ROW_GROWTH

    def offset_of(self, at: Scroll) -> float:
        """Return the offset of a scroll position, in u."""
        nth = next((nth for nth, names in enumerate(self.names) if at.row in names), None)
        return 0.0 if nth is None else self.tops[nth] + at.past

    def place(self, offset: float) -> Scroll:
        """Return the scroll position at an offset in u."""
        nth = max(0, bisect_right(self.tops, offset) - 1)
        return Scroll(next(name for name in self.names[nth] if name), offset - self.tops[nth])

    def page_offset(self, offset: float, room: float, by: int) -> float:
        """Return the offset one page on (by 1) or back (-1), at the beginning of a row if possible."""
        if by > 0:
            whole = (top for top, tall in zip(self.tops, self.tall, strict=True) if top + tall > offset + room + 1)
            to = next(whole, self.high)
            return to if to > offset + 1 else offset + OVERLAP * room
        to = next((top for top in self.tops if top >= offset - room - 1), 0.0)
        return to if to < offset - 1 else offset - OVERLAP * room


def _arrange(p: Pen, cells: Sequence[Cell], columns: int, inside: float, line_h: float, fills_at_end: bool) -> Body:
    """Arrange cells in columns. `fills_at_end`: gaps are in the first row."""
    gaps = -len(cells) % columns if fills_at_end else 0
    rows: list[list[Cell | None]] = []
    names: list[list[str]] = []
    full = True
    for nth, each in enumerate([*[None] * gaps, *cells]):
        if full or (each and each.wide) or len(rows[-1]) == columns:
            rows.append([])
            names.append([])
        rows[-1].append(each)
        names[-1].append((each.name or f"#{nth}") if each else "")
        full = each is not None and each.wide
    wide = (inside - (columns - 1) * GAP) / columns

    def high(each: Cell | None) -> float:
        return each.high(p, inside if each.wide else wide) if each and each.high else line_h

    tall = [max(map(high, row)) for row in rows]
    tops = list(accumulate((each + GAP for each in tall[:-1]), initial=0.0)) if tall else []
    return Body(rows, names, wide, tall, tops, any(each.high for each in cells))


def _draw_fitted(p: Pen, cells: Sequence[Cell], body: Body, box: tuple[float, float, float, float]) -> None:
    """Draw everything, in fewer columns if there is room, with rows that grow a little."""
    x, y, w, h = box
    if body.own or not cells:
        _draw_rows(p, x, y, w, body, range(len(body.rows)))
        return
    line_h = body.tall[0]
    lines = max(1, int((h + GAP) / (line_h + GAP)))
    columns = min(max(map(len, body.rows)), -(-len(cells) // lines))  # evenly, as in 2 by 2
    rows = len(_arrange(p, cells, columns, w, line_h, fills_at_end=False).rows)
    line_h = min(max(line_h, (h + GAP) / rows - GAP), line_h * MAX_ROW_GROWTH)
    even = _arrange(p, cells, columns, w, line_h, fills_at_end=False)
    _draw_rows(p, x, y, w, even, range(rows))


def _draw_rows(p: Pen, x: float, y: float, w: float, body: Body, shown: Sequence[int]) -> None:
    for nth in shown:
        for k, each in enumerate(body.rows[nth]):
            if each is not None:
                with p.at(x + k * (body.wide + GAP), y + body.tops[nth]):
                    each.draw(p, w if each.wide else body.wide, body.tall[nth])


# ---- scrolling ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PageTurns:
    """Callbacks of the paging buttons; None at the ends of a list."""

    earlier: Callable[[], None] | None
    later: Callable[[], None] | None


def paint_scrolled(
    p: Pen, x: float, y: float, w: float, h: float, body: Body, at: Scroll, scroll: Callable[[Scroll], None], t: float
) -> PageTurns:
    """Draw the part of a scrolling body that is visible in a box, and its scroll bar. Return the paging callbacks.

    A page before and after is drawn too, for dragging. `scroll` stores another position; `t`: a finger's width.
    """
    most = body.high - h
    offset = min(max(body.offset_of(at), 0.0), most)

    def scroll_to(offset: float) -> None:
        scroll(body.place(min(max(offset, 0.0), most)))

    near = [
        nth
        for nth, (top, tall) in enumerate(zip(body.tops, body.tall, strict=True))
        if top + tall > offset - h and top < offset + 2 * h
    ]
    m = SCROLL_MARGIN
    with p.scroll_window(
        x - m, y - m, w + 2 * m, h + 2 * m, offset, most - offset, h / 2, SLACK * t, lambda by: scroll_to(offset + by)
    ):
        _draw_rows(p, x, y - offset, w, body, near)
    part = max(h * h / body.high, min(t, h / 2))
    p.rect(x + w + SCROLL_MARGIN, y + (h - part) * offset / most, SCROLL_MARGIN, part, 2, "line")
    before, after = (body.place(min(max(body.page_offset(offset, h, by), 0.0), most)) for by in (-1, 1))
    return PageTurns(
        partial(scroll, before) if offset > 1 else None, partial(scroll, after) if offset < most - 1 else None
    )


def paint_page_buttons(p: Pen, rolled: PageTurns, x: float, y: float, t: float) -> float:
    """Draw the paging buttons, `t` high. Return their width together."""
    for nth, (key, tap, picture) in enumerate((("earlier", rolled.earlier, "up"), ("later", rolled.later, "down"))):
        button(p, x + nth * (t + GAP), y, t, t, "", key, tap, picture=picture, off=tap is None, each=True)
    return 2 * t + GAP


# ---- what many panels have in them -----------------------------------------------------------------------


def cell(
    label: str,
    key: str,
    tap: Callable[[], None] | None,
    picture: str = "",
    weight: float = 1.0,
    primary: bool = False,
    on: bool = False,
    size: float = 28,
    below: str = "",
    stone: bool = False,
) -> Cell:
    """Return a button that fills its cell."""

    def draw(p: Pen, w: float, h: float) -> None:
        button(
            p, 0, 0, w, h, label, key, tap, picture=picture, primary=primary, on=on, off=tap is None, size=size,
            below=below, stone=stone,
        )  # fmt: skip

    return Cell(draw, weight=weight)


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


def prose(text: str, size: float = 28, ink: str = "soft") -> Cell:
    """Return sentences as a full-width cell, as high as its neighbours."""
    return Cell(lambda p, w, h: p.prose(8, 0, text, size, w - 16, h, ink, middle=True), wide=True)


def text_block(text: str, size: float, ink: str = "soft") -> Cell:
    """Return sentences as a full-width cell, as high as they need."""

    def high(p: Pen, wide: float) -> float:
        rows, _ = p.break_lines(text, size, wide - 16, MAX_LINES)
        return len(rows) * size * PITCH

    return Cell(lambda p, w, h: p.prose(8, 0, text, size, w - 16, h, ink), wide=True, high=high)


def paint_confirmation(
    p: Pen,
    control: Controller,
    lying: PanelContext,
    question: str,
    yes: str,
    then: Callable[[], None],
    picture: str = "",
) -> None:
    """Draw a yes-or-no question before something is thrown away; yes closes the panel and calls `then`."""

    def confirm() -> None:
        control.open_panel("")
        then()

    w, at = lying.w, place(lying.ring, lying.edge, 900, 440)
    foot = [cell(w("No"), "no", lambda: control.ask_confirmation(""), "", 1), cell(yes, "yes", confirm, picture, 1.4)]
    panel(p, control, lying, at, w("Are you sure?"), [prose(question, 32, "text")], foot=foot, close=closing(control),
          ground=SLAB)  # fmt: skip
