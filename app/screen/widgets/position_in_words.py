"""A panel that tells a position in words: short lines under headings."""

from collections.abc import Sequence
from functools import partial

from app.screen.control.controller import Controller
from app.screen.paint.pen import Pen
from app.screen.widgets.panel import panel
from app.screen.widgets.panel_cells import GAP, Cell, CellList
from app.screen.widgets.panel_frame import Frame, PanelContext
from app.text.words_protocols import Section

LINE = 62.0  # u, height of two lines of words
HEAD = 260.0  # u, width of a heading before its lines
COLUMN = 460.0  # u, least width
WIDE = 1900.0  # u, greatest width


def paint_sections(
    p: Pen,
    control: Controller,
    context: PanelContext,
    at: Frame,
    title: str,
    sections: Sequence[Section],
    foot: Sequence[Cell],
) -> None:
    across = max(1, min(4, int(at.w / COLUMN)))
    cells = [each for section in sections for each in _section_cells(section, across)]
    panel(p, control, context, at, title, CellList(cells, (at.w, LINE), flat=True), foot=foot)


def _section_cells(section: Section, across: int) -> list[Cell]:
    """Return a section's cells: the heading before the first lines, or above them where the panel is narrow."""
    title = section.title
    if across == 1:
        return [
            Cell(partial(_paint_row, title, (), 1)),
            *(Cell(partial(_paint_row, "", (x,), 1)) for x in section.lines),
        ]
    step = across - 1
    parts = [section.lines[at : at + step] for at in range(0, len(section.lines), step)] or [()]
    return [Cell(partial(_paint_row, "" if nth else title, part, across)) for nth, part in enumerate(parts)]


def _paint_row(title: str, lines: tuple[str, ...], across: int, p: Pen, w: float, h: float) -> None:
    head = w if across == 1 else HEAD
    each = w if across == 1 else (w - HEAD) / (across - 1) - GAP
    if title:
        p.prose(8, 0, title, 28, head - 16, h, "text", bold=True, middle=True)
    for nth, line in enumerate(lines):
        x = 0.0 if across == 1 else HEAD + GAP + nth * (each + GAP)
        p.rect(x, 0, each, h, 12, "zone")
        p.prose(x + 14, 3, line, 24, each - 28, h - 6, "soft", middle=True)
