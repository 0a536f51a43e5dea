"""Names that stand in one list: all of them in one face.

Names of one size in rooms that are equally wide are set as all of them can be (`face`); where each has another room, a
name that finds none becomes smaller (`alone`).
"""

from collections.abc import Iterable

from app.looks import lettering
from app.screen.draw import NAMED, PITCH, Align, Pen, halves
from app.screen.layers import STONE, Weight


def face(p: Pen, names: Iterable[str], size: float, room: float, high: float = 0) -> Weight:
    """Of stone where each name has room in it, in one line or as many as are so `high`; else the text face for all.

    `size`, `room` and `high` in u, the size as it is drawn.
    """
    most = max(1, int(high / (size * PITCH) + 0.01))

    def fits(name: str) -> bool:
        return lettering.has(name) and p.lines(name, size, STONE, room, most)[1] >= size * lettering.SHRUNK

    return STONE if all(map(fits, names)) else True


def rows(p: Pen, name: str, size: float, room: float, most: int) -> tuple[str, ...]:
    """A name of stone in one line, or in two about equal ones if it takes them and may have so many."""
    parts = halves(name) if most > 1 and p.wide(name, size, STONE) > room else ()
    return parts or (name,)


def alone(p: Pen, x: float, y: float, name: str, size: float, ink: str, align: Align, room: float) -> bool:
    """A name of stone in one line, as those that stand elsewhere on the table; whether it has room.

    It becomes smaller where it must, but never so small that it were in another face; then it is left away. A plain
    one stays as large as it is.
    """
    bold: Weight = False if p.plain else STONE
    used = p.fits(name, size, bold, room)
    has_room = used >= (size if p.plain else max(NAMED * size, min(size, lettering.LEAST / p.scale)))
    if has_room:
        p.text(x, y, name, used, ink, align, bold)
    return has_room
