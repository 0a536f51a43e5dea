"""Layout of names in lists: all names of one list are set in the same face.

Names of one size in rooms of one width are set in a `face` that suits all; where rooms differ, a name that is too long
shrinks (`single_line`) or breaks into two lines (`stack_name`).
"""

from collections.abc import Iterable
from typing import NamedTuple

from app.looks import display_font
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE, Weight
from app.screen.paint.text_pen import LEADING, MIN_NAME_SCALE, PITCH, Align, split_name


def face(p: Pen, names: Iterable[str], size: float, room: float, high: float = 0) -> Weight:
    """Return the display face if each name fits in it, in as many lines as `high` allows; else the text face.

    `size`, `room` and `high` are in u, the size as drawn.
    """
    most, least = max(1, int(high / (size * PITCH) + 0.01)), size * display_font.MIN_SCALE

    def is_fitting(name: str) -> bool:
        return display_font.has(name) and p.break_lines(name, size, room, most, bold=STONE)[1] >= least

    return STONE if all(map(is_fitting, names)) else True


def rows(p: Pen, name: str, size: float, room: float, most: int) -> tuple[str, ...]:
    """Return a name in the display face as one line, or as two of about equal length if it needs and may have them."""
    parts = split_name(name) if most > 1 and p.text_width(name, size, bold=STONE) > room else ()
    return parts or (name,)


class StackedName(NamedTuple):
    """A name as its lines in the display face, and their size; without lines it is set in one line of the text face."""

    lines: tuple[str, ...]
    size: float

    def height(self, high: float) -> float:
        """Return the height, at least `high`."""
        return max(high, len(self.lines) * self.size * LEADING)


def stack_name(p: Pen, name: str, size: float, room: float) -> StackedName:
    """Lay out a name in the display face: too long, it breaks into two lines, then shrinks.

    Too small for the display face, and with plain figures, it is set in the text face.
    """
    least = min(size, display_font.LEAST / p.scale)
    parts = (name,), () if p.plain else split_name(name)
    fits = [(lines, min(p.fit_size(line, size, room, bold=STONE) for line in lines)) for lines in parts if lines]
    lines, used = next(
        (fit for fit in fits if fit[1] >= size * display_font.MIN_SCALE), max(fits, key=lambda each: each[1])
    )
    if p.plain or used < least or any(p.text_width(line, used, bold=STONE) > room for line in lines):
        return StackedName((), size)
    return StackedName(lines, used)


def draw_stacked_name(p: Pen, x: float, y: float, name: str, size: float, room: float, high: float) -> float:
    """Draw a name, laid out by `stack_name`, in a box down and right of (x, y). Return its height, at least `high`."""
    lines, used = stacked = stack_name(p, name, size, room)
    if not lines:
        p.text(x, y + high / 2, name, size, "text", "start", bold=True, room=room)
        return high
    tall = stacked.height(high)
    for nth, line in enumerate(lines):
        p.text(x, y + tall / 2 + (nth - (len(lines) - 1) / 2) * used * LEADING, line, used, "text", "start", bold=STONE)
    return tall


def single_line(p: Pen, x: float, y: float, name: str, size: float, ink: str, align: Align, room: float) -> bool:
    """Draw a name in the display face in one line. Return False, with nothing drawn, if it has no room.

    It shrinks where it must, but never so far that it would need another face. With plain figures it keeps its size.
    """
    bold: Weight = False if p.plain else STONE
    used = p.fit_size(name, size, room, bold=bold)
    has_room = used >= (size if p.plain else max(MIN_NAME_SCALE * size, min(size, display_font.LEAST / p.scale)))
    if has_room:
        p.text(x, y, name, used, ink, align, bold=bold)
    return has_room
