"""The things in a panel: cells, arranged in rows, and scrolled where they overflow."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate
from math import ceil
from typing import Final

from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PITCH
from app.screen.state.ui_state import Scroll
from app.screen.widgets.controls import button

GAP = 12  # u
SCROLL_MARGIN: Final = 4.0  # u, by which outlines of scrolled things may overlap the edges
SLACK: Final = 0.2  # of a finger's width: less movement is still a tap
MAX_LINES: Final = 99  # of words in one thing
MAX_ROW_GROWTH: Final = 1.35  # factor by which rows grow into free room
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


def paint_line_below(p: Pen, w: float, h: float) -> None:
    """Paint the thin line between a cell that leads on and the one below it."""
    p.path(12, h + GAP / 2, w - 12, h + GAP / 2, line="line", opacity=0.6)


@dataclass(frozen=True, slots=True)
class CellList:
    """The things in a panel. `size`: least width of a column, and least height of a line, in u.

    `flat`: they are only read, so lines may be lower than a finger. `name`: of the list, to store how far it is
    scrolled. `newest`: it grows at its beginning, and opens at the thing of this name. `centred`: a row with fewer
    things stands in the middle.
    """

    cells: Sequence[Cell]
    size: tuple[float, float] = (400, 0)
    flat: bool = False
    name: str = ""
    newest: str | None = None
    centred: bool = False

    def arrange(self, p: Pen, inside: float, touch: float) -> "CellRows":
        """Arrange them in as many columns as fit into this width; `touch`: a finger's width."""
        columns = max(1, int((inside + GAP) / (self.size[0] + GAP)))
        line_h = self.size[1] if self.flat else max(self.size[1], touch)
        return arrange(p, self.cells, columns, inside, line_h, self.newest is not None, self.centred)


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


def prose(text: str, size: float = 28, ink: str = "soft") -> Cell:
    """Return sentences as a full-width cell, as high as its neighbours."""
    return Cell(lambda p, w, h: p.prose(8, 0, text, size, w - 16, h, ink, middle=True), wide=True)


def text_block(text: str, size: float, ink: str = "soft") -> Cell:
    """Return sentences as a full-width cell, as high as they need."""

    def high(p: Pen, wide: float) -> float:
        rows, _ = p.break_lines(text, size, wide - 16, MAX_LINES)
        return len(rows) * size * PITCH

    return Cell(lambda p, w, h: p.prose(8, 0, text, size, w - 16, h, ink), wide=True, high=high)


# ---- rows --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CellRows:
    """Rows of things with their heights and tops, in u."""

    rows: Sequence[Sequence[Cell | None]]  # None: an empty place
    names: Sequence[Sequence[str]]
    wide: float  # of a thing in a column
    tall: Sequence[float]
    tops: Sequence[float]
    own: bool  # rows have the height they need
    centred: bool  # a row with fewer things stands in the middle

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


def arrange(
    p: Pen, cells: Sequence[Cell], columns: int, inside: float, line_h: float, fills_at_end: bool = False,
    centred: bool = False,
) -> CellRows:  # fmt: skip
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
    return CellRows(rows, names, wide, tall, tops, any(each.high for each in cells), centred)


def draw_fitted(p: Pen, cells: Sequence[Cell], body: CellRows, box: tuple[float, float, float, float]) -> None:
    """Draw everything, in fewer columns if there is room, with rows that grow a little."""
    x, y, w, h = box
    if body.own or not cells:
        _draw_rows(p, x, y, w, body, range(len(body.rows)))
        return
    line_h = body.tall[0]
    lines = max(1, int((h + GAP) / (line_h + GAP)))
    columns = min(max(map(len, body.rows)), ceil(len(cells) / lines))  # evenly, as in 2 by 2
    rows = len(arrange(p, cells, columns, w, line_h).rows)
    line_h = min(max(line_h, (h + GAP) / rows - GAP), line_h * MAX_ROW_GROWTH)
    even = arrange(p, cells, columns, w, line_h, centred=body.centred)
    _draw_rows(p, x, y, w, even, range(rows))


def _draw_rows(p: Pen, left: float, y: float, w: float, body: CellRows, shown: Sequence[int]) -> None:
    for nth in shown:
        row, x = body.rows[nth], left
        if body.centred and row[0] and not row[0].wide:
            x += (w + GAP - len(row) * (body.wide + GAP)) / 2
        for k, each in enumerate(row):
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
    p: Pen,
    box: tuple[float, float, float, float],
    body: CellRows,
    at: Scroll,
    scroll: Callable[[Scroll], None],
    t: float,
) -> PageTurns:
    """Draw the part of a scrolling body that is visible in a box, and its scroll bar. Return the paging callbacks.

    A page before and after is drawn too, for dragging. `scroll` stores another position; `t`: a finger's width.
    """
    x, y, w, h = box
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
