"""Names that stand in one list: all of them in one face."""

from collections.abc import Iterable

from app.looks import lettering
from app.screen.draw import PITCH, Pen
from app.screen.layers import STONE, Weight


def face(p: Pen, names: Iterable[str], size: float, room: float, high: float = 0) -> Weight:
    """Of stone where each name has room in it, in one line or as many as are so `high`; else the text face for all.

    `size`, `room` and `high` in u, the size as it is drawn.
    """
    most = max(1, int(high / (size * PITCH) + 0.01))

    def fits(name: str) -> bool:
        return lettering.has(name) and p.lines(name, size, STONE, room, most)[1] >= size * lettering.SHRUNK

    return STONE if all(map(fits, names)) else True
