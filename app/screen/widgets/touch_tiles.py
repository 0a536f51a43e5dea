"""Tiles to touch: one for each thing that may have come, with its picture and count, and buttons beside them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final, TypeAlias

from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PITCH
from app.screen.widgets import faces
from app.screen.widgets.controls import button
from app.screen.widgets.grid import largest_grid, press_painter
from app.screen.widgets.panel_cells import GAP
from app.screen.widgets.panel_frame import Frame
from app.shown.cardboard.turn_entry import EntryItem

PAD: Final = 16.0  # u
SIDE: Final = 160.0  # u, width of the column of buttons
TILE_GAP: Final = 8.0  # u
ROWS: Final = 5  # of a tile's words, at most
NARROW_PANEL: Final = 700.0  # u: in a narrower panel the buttons are below the tiles

Tap: TypeAlias = Callable[[], None] | None
Button: TypeAlias = tuple[str, str, str, Tap]  # label, key, picture
Room: TypeAlias = tuple[float, float, float, float]  # left, top, width and height in u
Picture: TypeAlias = Callable[[Pen, float, float], None]  # centred, this wide and high; equal if it draws the same


def paint_centred(p: Pen, w: float, h: float, *, picture: Picture) -> None:
    """Paint a picture round the pen that begins at its corner."""
    with p.at(-w / 2, -h / 2):
        picture(p, w, h)


@dataclass(frozen=True, slots=True)
class ThingTile:
    """A tile for one thing that may have come."""

    thing: EntryItem
    count: int  # how many can still come by our counts
    counted: bool  # the count is shown
    picture: Picture


@dataclass(frozen=True, slots=True)
class Tiles:
    """Tiles for things that may be reported. `open`: also those that our counts exclude (`others`: there are some)."""

    tiles: tuple[ThingTile, ...]
    open: bool
    others: bool = False


def paint_tiles(
    p: Pen, tiles: Tiles, room: Room, touch: float, say: Callable[[str], None], other: Callable[[], None]
) -> None:
    """Draw all tiles at constant places; those that our counts exclude are dim, or left out if room is short.

    `touch`: a finger's width in u; `say` reports a line; `other` first asks whether an excluded thing is meant.
    """
    shown = tiles.tiles
    x, y, width, height = room
    cells = largest_grid(len(shown), width, height, TILE_GAP, tall=1.4)
    if cells.side < touch and not tiles.open:
        shown = tuple(each for each in shown if each.count) or shown
        cells = largest_grid(len(shown), width, height, TILE_GAP, tall=1.4)
    cells = cells.lower(cells.w * 1.6)
    for nth, each in enumerate(shown):
        bright = bool(each.count) or tiles.open
        tap = partial(say, each.thing.lines[0]) if bright else other
        with p.at(x, y), cells.at_cell(p, nth):
            _draw_tile(p, each, bright, cells.w, cells.h, tap)


def _draw_tile(p: Pen, tile: ThingTile, bright: bool, cw: float, ch: float, tap: Callable[[], None]) -> None:
    faces.box(p, 0, 0, cw, ch, 18, "raised" if bright else "")
    words, size = _tile_words(p, tile, cw - 8)
    below = len(words) * size * PITCH
    high = ch - 8 - max(below + 6, 36)
    with p.dimmed(1 if bright else 0.45):
        with p.at(cw / 2, 8 + high / 2):
            tile.picture(p, cw, high)
        for nth, line in enumerate(words):
            p.text(cw / 2, ch - 8 - below + (nth + 0.5) * size * PITCH, line, size, "text", room=cw - 8)
    if tile.count and tile.counted:
        p.begin_layer()
        p.rect(cw - 50, -6, 56, 38, 19, "ink", "soft", 2)
        p.text(cw - 22, 13, f"×{tile.count}", 22, "text", bold=True)
    p.hit_area(0, 0, cw, ch, f"tell {tile.thing.slug}", tap, press=press_painter(cw, ch, 18))


def _tile_words(p: Pen, tile: ThingTile, room: float) -> tuple[list[str], float]:
    """Return a tile's words and their size: one line if legible, else as few lines as it takes."""
    wordings = (tile.thing.words, *tile.thing.briefly)
    short = next((words for words in wordings if p.text_width(words, 24) <= room), None)
    if short is not None:
        return [short], 24
    for rows in range(1, ROWS + 1):
        lines, size = p.break_lines(wordings[-1], 24, room, rows)
        if p.is_legible(size):
            break
    return lines, size


def paint_sides(p: Pen, at: Frame, touch: float, buttons: Sequence[Button]) -> Room:
    """Draw the buttons beside the tiles, or below them in a narrow panel. Return the room that is left."""
    top = PAD + 68.0
    if at.w < NARROW_PANEL:
        wide = (at.w - 2 * PAD - (len(buttons) - 1) * GAP) / len(buttons)
        y = at.h - PAD - touch
        for i, (label, key, picture, tap) in enumerate(buttons):
            button(
                p, PAD + i * (wide + GAP), y, wide, touch, label, key, tap, picture=picture, off=tap is None, size=26
            )
        return PAD, top, at.w - 2 * PAD, y - GAP - top
    side, room = max(SIDE, touch), at.h - PAD - top
    columns = 1 if len(buttons) * (touch + GAP) - GAP <= room else 2
    rows = ceil(len(buttons) / columns)
    x = at.w - PAD - columns * (side + GAP) + GAP
    tall = min((room - (rows - 1) * GAP) / rows, touch * 1.35)
    for i, (label, key, picture, tap) in enumerate(buttons):
        left, y = x + i // rows * (side + GAP), top + i % rows * (tall + GAP)
        button(p, left, y, side, tall, label, key, tap, picture=picture, off=tap is None, size=26)
    return PAD, top, x - GAP - PAD, room
