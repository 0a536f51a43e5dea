"""*How to play* over the whole table: the pages of the game on the table, or of the next one, one below the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.looks.icons import icon
from app.screen.controller import Controller
from app.screen.draw import PITCH, Pen
from app.screen.element import Element
from app.screen.layers import STONE
from app.screen.pages.asking import ASK
from app.screen.pages.reference import PANEL
from app.screen.ring import Ring
from app.screen.scene import Scene, Teaches
from app.screen.widgets.panel import GAP, MOST, PAD, Cell, Lying, cell, closing, heading, lying, panel, whole_table
from app.text.guide import GuidePage

SIGN: Final = 1.3  # of the size of the word before them, the signs beside it
HEAD: Final = 0.8  # of the size of the words, the word before them
WIDEST: Final = 1500.0  # u, of a line that is easy to read
SIZE: Final = 35.0  # u, of the words
SMALL: Final = 40.0  # on a small screen
TITLE: Final = "title"  # what a paragraph is called that has no words
TWO: Final = 1600.0  # u: in a wider room they lie in two columns, if so all can be seen at once
ROUND: Final = 240.0  # u, for what lies above and below them, …
BETWEEN: Final = 48.0  # … and between


@dataclass(frozen=True, slots=True)
class How:
    """How the game is played."""

    lying: Lying
    game: str
    pages: tuple[GuidePage, ...]


def how(scene: Scene, ring: Ring, _: int) -> Element[How] | None:
    """None where the game does not say it."""
    if not isinstance(scene.game, Teaches):
        return None
    here = lying(scene, ring)
    view = How(here, scene.model.game_words.title(here.w), scene.game.how_to_play(scene.model, here.w))
    return Element(f"panel {scene.opened.panel}", view, paint_how)


def paint_how(p: Pen, it: How, control: Controller) -> None:
    size = SMALL if it.lying.ring.small else SIZE
    edge = it.lying.edge
    at = whole_table(it.lying.ring, edge)
    cells = []
    for page in it.pages:
        cells.append(_paragraph(page.title, "", size))
        cells += [_paragraph(head, text, size, signs) for head, text, signs in page.paragraphs]
    both = _side_by_side(cells)
    if at.w > TWO and both.high is not None and both.high(p, at.w - 2 * PAD) <= at.h - ROUND:
        cells = [both]
    foot = [
        cell(it.lying.w("May I?"), ASK, partial(control.open, ASK, edge), "question"),
        cell(it.lying.w("All cards"), PANEL, partial(control.open, PANEL, edge), "card"),
    ]
    panel(p, control, it.lying, at, it.game, cells, foot, (at.w, 0.0), closing(control), flat=True, bold=STONE)


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


def _paragraph(head: str, text: str, size: float, signs: tuple[str, ...] = ()) -> Cell:
    """Words under what they are of, with its signs; without words the title of those that follow."""
    ink, large = ("candle", size * HEAD) if text else ("text", size)

    def high(p: Pen, wide: float) -> float:
        rows, _ = p.lines(text, size, False, min(wide - 16, WIDEST), MOST)
        return (large + len(rows) * size) * PITCH

    def draw(p: Pen, wide: float, high: float) -> None:
        room, x, y = min(wide - 16, WIDEST), 8.0, large * PITCH
        for nth, each in enumerate(signs):
            icon(p, each, x + (nth + 0.5) * SIGN * large, y / 2, SIGN * large * 0.9, "text", "plate")
        beside = len(signs) * SIGN * large + (8 if signs else 0)
        p.text(x + beside, y / 2, head, large, ink, "start", bold=heading(head), room=room - beside)
        if text:
            p.prose(x, y, text, size, room, high - y, "text")

    return Cell(draw, wide=True, high=high, name="" if text else TITLE)
