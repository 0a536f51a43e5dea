"""*How to play* on the middle: the pages of the game on the table, or of the next one."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final, TypeAlias

from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.pages.reference import PANEL
from app.screen.ring import Ring
from app.screen.scene import Scene, Teaches
from app.screen.widgets.controls import button, frame
from app.screen.widgets.panel import COUNT, GAP, PAD, Lying, closing, lying, turners, whole_table
from app.text.guide import Page

HEAD: Final = 0.8  # of the size of the words, the word before them
BETWEEN: Final = 16.0  # u, from a paragraph to the next
MARGIN: Final = 36.0  # u, at both sides of the words
SIZES: Final = (40.0, 35.0, 30.0)  # u, of the words
SMALL: Final = (44.0, 38.0, 34.0)  # on a small screen
WIDEST: Final = 1500.0  # u, of a line that is easy to read
LEADING: Final = 1.28  # of the size of words, from line to line


@dataclass(frozen=True, slots=True)
class How:
    """How the game is played."""

    lying: Lying
    game: str
    pages: tuple[Page, ...]


def how(scene: Scene, ring: Ring, _: int) -> Element[How] | None:
    """None where the game does not say it."""
    if not isinstance(scene.game, Teaches):
        return None
    here = lying(scene, ring)
    view = How(here, scene.model.game_words.title(here.w), scene.game.how_to_play(scene.model, here.w))
    return Element(f"panel {scene.opened.panel}", view, paint_how)


def paint_how(p: Pen, it: How, control: Controller) -> None:
    """A page of the game over the whole table; where it has no room for one, that goes on on the next."""
    ring, t = it.lying.ring, it.lying.ring.touch
    at = whole_table(ring, it.lying.edge)
    w, h = at.w, at.h
    wide = min(w - 2 * MARGIN, WIDEST)
    with p.at(at.x, at.y, at.angle, ring.u):
        frame(p, w, h)
        size, leaves = _fitting(p, it.pages, SMALL if ring.small else SIZES, wide, h - t - 3 * PAD)
        nth = min(it.lying.page, len(leaves) - 1)
        title, paragraphs = leaves[nth]
        right = w - PAD - t
        button(p, right, PAD, t, t, "", "close", closing(control), "cross")
        button(p, right - t - GAP, PAD, t, t, "", "turn", control.turn, "turn")
        cards = partial(control.open, PANEL, it.lying.edge)
        button(p, right - 2 * (t + GAP), PAD, t, t, "", PANEL, cards, "card")
        right -= 3 * (t + GAP)
        right -= COUNT + t
        turners(p, control.leaf, right, PAD, t, nth, len(leaves))
        p.prose((w - wide) / 2, PAD, f"{it.game}: {title}", 38, right - (w - wide) / 2 - GAP, t, "text", bold=True,
                middle=True)  # fmt: skip
        y = 2 * PAD + t
        for head, text in paragraphs:
            p.text((w - wide) / 2, y + size * HEAD * LEADING / 2, head, size * HEAD, "candle", "start", bold=True)
            y += size * HEAD * LEADING
            y += p.prose((w - wide) / 2, y, text, size, wide, h, "text") + BETWEEN


Leaf: TypeAlias = tuple[str, list[tuple[str, str]]]  # a title and paragraphs


def _fitting(
    p: Pen, pages: tuple[Page, ...], sizes: tuple[float, ...], wide: float, room: float
) -> tuple[float, list[Leaf]]:
    """The largest of some sizes at which each page has room, else the least; and what is shown at a time."""
    for size in sizes:
        leaves = [leaf for page in pages for leaf in _leaves(p, page, size, wide, room)]
        if len(leaves) == len(pages):
            break
    return size, leaves


def _leaves(p: Pen, page: Page, size: float, wide: float, room: float) -> Iterator[Leaf]:
    """The paragraphs of a page, as many at a time as there is room for."""
    shown: list[tuple[str, str]] = []
    used = 0.0
    for head, text in page.paragraphs:
        rows, _ = p.lines(text, size, False, wide, 99)
        high = (HEAD + len(rows)) * size * LEADING + BETWEEN
        if shown and used + high > room:
            yield page.title, shown
            shown, used = [], 0.0
        shown, used = [*shown, (head, text)], used + high
    yield page.title, shown
