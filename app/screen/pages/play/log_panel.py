"""The panel of the log: what happened at the table, in sentences, newest first."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.screen.control.controller import Controller
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PITCH
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.badges import draw_before_words, room_for
from app.screen.widgets.panel import PAD, closing, panel
from app.screen.widgets.panel_cells import Cell, CellList
from app.screen.widgets.panel_frame import PanelContext, panel_context, panel_element, place

LINES: Final = 200  # newest lines of the log that are listed
LINE: Final = 26.0  # u, type size of the log
MAX_ROWS: Final = 6  # of an entry of the log


@dataclass(frozen=True, slots=True)
class SaidLine:
    """A line of the log as a sentence."""

    number: int
    text: str
    undone: bool
    badge: tuple[str, str]  # of its seat, or empty


@dataclass(frozen=True, slots=True)
class LogPanel:
    """The log, newest first. `newest`: the last line when the panel was opened."""

    context: PanelContext
    lines: tuple[SaidLine, ...]
    newest: int


def build_log(scene: Scene, ring: Ring, _: int) -> Element[LogPanel]:
    here = panel_context(scene, ring)
    found = [scene.model.lines[number] for number in sorted(scene.model.lines, reverse=True)[:LINES]]
    lines = (
        SaidLine(line.number, scene.sentence(line, here.w), line.undone, scene.model.badge_of(line)) for line in found
    )
    visible = tuple(line for line in lines if line.text)
    newest = next((line.number for line in visible if line.number <= scene.ui.line), 0)
    return panel_element(scene, LogPanel(here, visible, newest), paint_log)


def paint_log(p: Pen, shown: LogPanel, control: Controller) -> None:
    ring, size = shown.context.ring, LINE * (1.25 if shown.context.ring.small else 1.0)
    at = place(ring, shown.context.edge)
    cells = [
        Cell(partial(_paint_line, line, size), high=partial(_line_height, line, size), name=str(line.number))
        for line in shown.lines
    ]
    column = (at.w - 2 * PAD, 0.0)
    content = CellList(cells, column, flat=True, newest=str(shown.newest))
    panel(p, control, shown.context, at, shown.context.w("What happened"), content, close=closing(control))


def _line_height(line: SaidLine, size: float, p: Pen, wide: float) -> float:
    rows, _ = p.break_lines(line.text, size, wide - 40 - room_for(size, line.badge[0]), MAX_ROWS)
    return len(rows) * size * PITCH + size * 0.7


def _paint_line(line: SaidLine, size: float, p: Pen, wide: float, high: float) -> None:
    p.path(0, high, wide, high, line="hair")
    left = 20 + draw_before_words(p, 20, high / 2, size, *line.badge)
    rows, size = p.break_lines(line.text, size, wide - 20 - left, MAX_ROWS)
    for i, each in enumerate(rows):
        y = high / 2 + (i - (len(rows) - 1) / 2) * size * PITCH
        used = p.text(left, y, each, size, "mute" if line.undone else "soft", "start", room=wide - 20 - left)
        if line.undone:
            p.begin_layer()
            p.path(left, y, left + used, y, line="mute", width=2)
