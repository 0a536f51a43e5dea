"""What is read at leisure: paragraphs of a panel that takes the whole table, each under its word."""

from collections.abc import Sequence
from typing import Final

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.paint.layers import STONE
from app.screen.paint.pen import PITCH, Pen
from app.screen.widgets.panel import GAP, MOST, PAD, Cell, Lying, closing, heading, panel, whole_table

SIGN: Final = 1.3  # of the size of the word before them, the signs beside it
HEAD: Final = 0.8  # of the size of the words, the word before them
WIDEST: Final = 1500.0  # u, of a line that is easy to read
SIZE: Final = 35.0  # u, of the words
SMALL: Final = 40.0  # on a small screen
TITLE: Final = "title"  # what a paragraph is called that has no words
TWO: Final = 1600.0  # u: in a wider room they lie in two columns, if so all can be seen at once
ROUND: Final = 240.0  # u, for what lies above and below them, …
BETWEEN: Final = 48.0  # … and between


def reading(
    p: Pen, control: Controller, lying: Lying, title: str, paragraphs: Sequence[Cell], foot: Sequence[Cell]
) -> None:
    """Paint the panel."""
    at = whole_table(lying.ring, lying.edge)
    both = _side_by_side(paragraphs)
    if at.w > TWO and both.high is not None and both.high(p, at.w - 2 * PAD) <= at.h - ROUND:
        paragraphs = [both]
    panel(p, control, lying, at, title, paragraphs, foot, (at.w, 0.0), closing(control), flat=True, bold=STONE)


def read(head: str, text: str, small: bool, signs: tuple[str, ...] = ()) -> Cell:
    """Words under what they are of, if that is said, with its signs; without words the title of those that follow.

    `small`: on a small screen.
    """
    size = SMALL if small else SIZE
    ink, large = ("candle", size * HEAD) if text else ("text", size)

    def high(p: Pen, wide: float) -> float:
        rows, _ = p.lines(text, size, False, min(wide - 16, WIDEST), MOST)
        return ((large if head else 0.0) + len(rows) * size) * PITCH

    def draw(p: Pen, wide: float, high: float) -> None:
        room, x, y = min(wide - 16, WIDEST), 8.0, large * PITCH if head else 0.0
        for nth, each in enumerate(signs):
            icon(p, each, x + (nth + 0.5) * SIGN * large, y / 2, SIGN * large * 0.9, "text", "plate")
        if head:
            beside = len(signs) * SIGN * large + (8 if signs else 0)
            p.text(x + beside, y / 2, head, large, ink, "start", bold=heading(head), room=room - beside)
        if text:
            p.prose(x, y, text, size, room, high - y, "text")

    return Cell(draw, wide=True, high=high, name="" if text else TITLE)


def _side_by_side(paragraphs: Sequence[Cell]) -> Cell:
    """Two columns about equally high; no title is the last of the first one."""
    ends = [nth for nth in range(1, len(paragraphs) + 1) if paragraphs[nth - 1].name != TITLE]

    def columns(p: Pen, wide: float) -> tuple[list[tuple[Cell, float]], ...]:
        """Of each column the paragraphs, with their heights."""
        high = [(each, each.high(p, wide) if each.high else 0.0) for each in paragraphs]
        return min(((high[:nth], high[nth:]) for nth in ends), key=lambda way: max(map(_summed, way)))

    def high(p: Pen, wide: float) -> float:
        return max(map(_summed, columns(p, (wide - BETWEEN) / 2)))

    def draw(p: Pen, wide: float, _: float) -> None:
        column = (wide - BETWEEN) / 2
        for nth, cells in enumerate(columns(p, column)):
            y = 0.0
            for each, tall in cells:
                with p.at(nth * (column + BETWEEN), y):
                    each.draw(p, column, tall)
                y += tall + GAP

    return Cell(draw, wide=True, high=high)


def _summed(cells: Sequence[tuple[Cell, float]]) -> float:
    """How high they are, one below the other."""
    return sum(tall + GAP for _, tall in cells)
