"""Names that stand in one list: all of them in one face.

Names of one size in rooms that are equally wide are set as all of them can be (`face`); where each has another room, a
name that finds none becomes smaller (`alone`), or stands in two lines (`stacked`).
"""

from collections.abc import Iterable

from app.looks import display_face
from app.screen.paint.layers import STONE, Weight
from app.screen.paint.pen import LEADING, NAMED, PITCH, Align, Pen, halves


def face(p: Pen, names: Iterable[str], size: float, room: float, high: float = 0) -> Weight:
    """Of stone where each name has room in it, in one line or as many as are so `high`; else the text face for all.

    `size`, `room` and `high` in u, the size as it is drawn.
    """
    most = max(1, int(high / (size * PITCH) + 0.01))

    def fits(name: str) -> bool:
        return display_face.has(name) and p.lines(name, size, STONE, room, most)[1] >= size * display_face.SHRUNK

    return STONE if all(map(fits, names)) else True


def rows(p: Pen, name: str, size: float, room: float, most: int) -> tuple[str, ...]:
    """A name of stone in one line, or in two about equal ones if it takes them and may have so many."""
    parts = halves(name) if most > 1 and p.wide(name, size, STONE) > room else ()
    return parts or (name,)


def stacked(p: Pen, x: float, y: float, name: str, size: float, room: float, high: float) -> float:
    """A name of stone in a box from (x, y) to the right and down; how high it is, `high` at least.

    Where it is too long it stands in two lines, then becomes smaller; where it were too small for stone it is in the
    text face. A plain one stays in one line.
    """
    least = min(size, display_face.LEAST / p.scale)
    parts = (name,), () if p.plain else halves(name)
    set_ = [(rows, min(p.fits(row, size, STONE, room) for row in rows)) for rows in parts if rows]
    rows, used = next((it for it in set_ if it[1] >= size * display_face.SHRUNK), max(set_, key=lambda it: it[1]))
    if p.plain or used < least or any(p.wide(row, used, STONE) > room for row in rows):
        p.text(x, y + high / 2, name, size, "text", "start", True, room)
        return high
    tall = max(high, len(rows) * used * LEADING)
    for nth, row in enumerate(rows):
        p.text(x, y + tall / 2 + (nth - (len(rows) - 1) / 2) * used * LEADING, row, used, "text", "start", STONE)
    return tall


def alone(p: Pen, x: float, y: float, name: str, size: float, ink: str, align: Align, room: float) -> bool:
    """A name of stone in one line, as those that stand elsewhere on the table; whether it has room.

    It becomes smaller where it must, but never so small that it were in another face; then it is left away. A plain
    one stays as large as it is.
    """
    bold: Weight = False if p.plain else STONE
    used = p.fits(name, size, bold, room)
    has_room = used >= (size if p.plain else max(NAMED * size, min(size, display_face.LEAST / p.scale)))
    if has_room:
        p.text(x, y, name, used, ink, align, bold)
    return has_room
