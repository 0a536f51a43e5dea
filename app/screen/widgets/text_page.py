"""A page of text to read at leisure: paragraphs with headings in a panel over the whole table."""

from collections.abc import Sequence
from typing import Final

from app.screen.control.controller import Controller
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_pen import PITCH
from app.screen.widgets.faces import figure
from app.screen.widgets.panel import PAD, PanelHeading, closing, panel, weight_of
from app.screen.widgets.panel_cells import GAP, MAX_LINES, Cell, CellList
from app.screen.widgets.panel_frame import PanelContext, table_frame

SIGN: Final = 1.3  # size of icons beside a heading, in its sizes
HEAD: Final = 0.8  # size of a heading, in sizes of the words
WIDEST: Final = 1500.0  # u, longest line that is easy to read
SIZE: Final = 35.0  # u, of the words
SMALL: Final = 40.0  # u, on a small screen
TITLE_CELL: Final = "title"  # name of a cell that is a title without text
TWO_COLUMN_WIDTH: Final = 1600.0  # u: wider panels use two columns, if everything fits without scrolling
PAGE_MARGINS: Final = 240.0  # u, above and below the columns together
COLUMN_GAP: Final = 48.0  # u


def paint_text_page(
    p: Pen, control: Controller, context: PanelContext, title: str, paragraphs: Sequence[Cell], foot: Sequence[Cell]
) -> None:
    """Draw the page."""
    at = table_frame(context.ring, context.edge)
    both = _side_by_side(paragraphs)
    if at.w > TWO_COLUMN_WIDTH and both.high is not None and both.high(p, at.w - 2 * PAD) <= at.h - PAGE_MARGINS:
        paragraphs = [both]
    content = CellList(paragraphs, (at.w, 0.0), flat=True)
    panel(p, control, context, at, PanelHeading(title, STONE), content, foot=foot, close=closing(control))


def paragraph(head: str, text: str, small: bool, signs: tuple[str, ...] = ()) -> Cell:
    """Return a paragraph with its heading and icons; without text, a title. `small`: on a small screen."""
    size = SMALL if small else SIZE
    ink, large = ("candle", size * HEAD) if text else ("text", size)

    def high(p: Pen, wide: float) -> float:
        rows, _ = p.break_lines(text, size, min(wide - 16, WIDEST), MAX_LINES)
        return ((large if head else 0.0) + len(rows) * size) * PITCH

    def draw(p: Pen, wide: float, high: float) -> None:
        room, x, y = min(wide - 16, WIDEST), 8.0, large * PITCH if head else 0.0
        for nth, each in enumerate(signs):
            figure(p, each, x + (nth + 0.5) * SIGN * large, y / 2, SIGN * large * 0.9, "text", "plate")
        if head:
            beside = len(signs) * SIGN * large + (8 if signs else 0)
            p.text(x + beside, y / 2, head, large, ink, "start", bold=weight_of(head), room=room - beside)
        if text:
            p.prose(x, y, text, size, room, high - y, "text")

    return Cell(draw, wide=True, high=high, name="" if text else TITLE_CELL)


def _side_by_side(paragraphs: Sequence[Cell]) -> Cell:
    """Return one cell of two columns about equally high; the first never ends with a title."""
    ends = [nth for nth in range(1, len(paragraphs) + 1) if paragraphs[nth - 1].name != TITLE_CELL]

    def columns(p: Pen, wide: float) -> tuple[list[tuple[Cell, float]], ...]:
        """Return each column's paragraphs with their heights."""
        high = [(each, each.high(p, wide) if each.high else 0.0) for each in paragraphs]
        return min(((high[:nth], high[nth:]) for nth in ends), key=lambda way: max(map(_total_height, way)))

    def high(p: Pen, wide: float) -> float:
        return max(map(_total_height, columns(p, (wide - COLUMN_GAP) / 2)))

    def draw(p: Pen, wide: float, _: float) -> None:
        column = (wide - COLUMN_GAP) / 2
        for nth, cells in enumerate(columns(p, column)):
            y = 0.0
            for each, tall in cells:
                with p.at(nth * (column + COLUMN_GAP), y):
                    each.draw(p, column, tall)
                y += tall + GAP

    return Cell(draw, wide=True, high=high)


def _total_height(cells: Sequence[tuple[Cell, float]]) -> float:
    return sum(tall + GAP for _, tall in cells)
