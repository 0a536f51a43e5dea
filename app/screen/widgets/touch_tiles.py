"""Things of which people touch the one that lies there, and buttons beside them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final, TypeAlias

from app.screen.paint.pen import LEGIBLE, PITCH, Pen
from app.screen.widgets.controls import button
from app.screen.widgets.grid import as_large, pressed
from app.screen.widgets.panel import GAP, Frame
from app.shown.cardboard.telling import Tellable

PAD: Final = 16.0  # u
SIDE: Final = 160.0  # u: the column of buttons beside the things
NEAR: Final = 8.0  # u between two things
ROWS: Final = 5  # of the words of a thing
LOW: Final = 700.0  # u: a panel narrower than that has them below

Tap: TypeAlias = Callable[[], None] | None
Button: TypeAlias = tuple[str, str, str, Tap]  # label, key, picture
Room: TypeAlias = tuple[float, float, float, float]  # left, top, width and height in u
Picture: TypeAlias = Callable[[Pen, float, float], None]  # round the pen's place, so wide and high; equal for equals


@dataclass(frozen=True, slots=True)
class Centred:
    """Paints round the pen's place what `picture` paints from its corner."""

    picture: Callable[[Pen, float, float], None]

    def __call__(self, p: Pen, w: float, h: float) -> None:
        with p.at(-w / 2, -h / 2):
            self.picture(p, w, h)


@dataclass(frozen=True, slots=True)
class ThingTile:
    """One thing that may lie there."""

    thing: Tellable
    count: int  # how many of it can still come; 0: none by our counts
    counted: bool  # that is said
    picture: Picture


@dataclass(frozen=True, slots=True)
class Tiles:
    """Everything that may be told. `open`: so may what cannot be there by our counts (`others`: there is such)."""

    tiles: tuple[ThingTile, ...]
    open: bool
    others: bool = False


def paint_tiles(
    p: Pen, it: Tiles, room: Room, touch: float, say: Callable[[str], None], other: Callable[[], None]
) -> None:
    """All things, always in the same places; what our counts exclude is dim, or left out if room is short.

    `touch`: a finger's width in u; `say` tells a line; `other` asks first whether people mean what cannot be there.
    """
    shown = it.tiles
    x, y, width, height = room
    cells = as_large(len(shown), width, height, NEAR, tall=1.4)
    if cells.side < touch and not it.open:
        shown = tuple(each for each in shown if each.count) or shown
        cells = as_large(len(shown), width, height, NEAR, tall=1.4)
    cells = cells.lower(cells.w * 1.6)
    for nth, each in enumerate(shown):
        bright = bool(each.count) or it.open
        tap = partial(say, each.thing.lines[0]) if bright else other
        with p.at(x, y), cells.at(p, nth):
            _tile(p, each, bright, cells.w, cells.h, tap)


def _tile(p: Pen, it: ThingTile, bright: bool, cw: float, ch: float, tap: Callable[[], None]) -> None:
    """Its picture, its name, and how many of it can still come."""
    ground, edge, dash = ("raised", None, None) if bright else (None, "hair", (6.0, 6.0))
    p.rect(0, 0, cw, ch, 18, ground, edge, 2, dash=dash)
    words, size = _name(p, it, cw - 8)
    below = len(words) * size * PITCH
    high = ch - 8 - max(below + 6, 36)
    with p.dimmed(1 if bright else 0.45):
        with p.at(cw / 2, 8 + high / 2):
            it.picture(p, cw, high)
        for nth, line in enumerate(words):
            p.text(cw / 2, ch - 8 - below + (nth + 0.5) * size * PITCH, line, size, "text", room=cw - 8)
    if it.count and it.counted:
        p.above()
        p.rect(cw - 50, -6, 56, 38, 19, "ink", "soft", 2)
        p.text(cw - 22, 13, f"×{it.count}", 22, "text", bold=True)
    p.hit_area(0, 0, cw, ch, f"tell {it.thing.slug}", tap, press=pressed(cw, ch, 18))


def _name(p: Pen, it: ThingTile, room: float) -> tuple[list[str], float]:
    """The words of a tile and their size: on one line if they can be read there, else on as few as it takes."""
    wordings = (it.thing.words, *it.thing.briefly)
    short = next((words for words in wordings if p.wide(words, 24, False) <= room), None)
    if short is not None:
        return [short], 24
    for rows in range(1, ROWS + 1):
        lines, size = p.lines(wordings[-1], 24, False, room, rows)
        if size * p.scale >= LEGIBLE:
            break
    return lines, size


def paint_sides(p: Pen, at: Frame, touch: float, buttons: Sequence[Button]) -> Room:
    """The buttons beside the faces, or below them where that is narrow; gives the room that is left."""
    top = PAD + 68.0
    if at.w < LOW:
        wide = (at.w - 2 * PAD - (len(buttons) - 1) * GAP) / len(buttons)
        y = at.h - PAD - touch
        for i, (label, key, picture, tap) in enumerate(buttons):
            button(p, PAD + i * (wide + GAP), y, wide, touch, label, key, tap, picture, off=tap is None, size=26)
        return PAD, top, at.w - 2 * PAD, y - GAP - top
    side, room = max(SIDE, touch), at.h - PAD - top
    columns = 1 if len(buttons) * (touch + GAP) - GAP <= room else 2
    rows = ceil(len(buttons) / columns)
    x = at.w - PAD - columns * (side + GAP) + GAP
    tall = min((room - (rows - 1) * GAP) / rows, touch * 1.35)
    for i, (label, key, picture, tap) in enumerate(buttons):
        left, y = x + i // rows * (side + GAP), top + i % rows * (tall + GAP)
        button(p, left, y, side, tall, label, key, tap, picture, off=tap is None, size=26)
    return PAD, top, x - GAP - PAD, room
