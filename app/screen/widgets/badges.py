"""The badge of a seat: its emblem on a ground of its colour."""

from dataclasses import dataclass
from typing import Final

from app.looks import shared_pieces
from app.looks.emblems import CORNER, EMBLEMS, INK, SIDE
from app.screen.paint.pen import Pen
from app.screen.widgets.faces import lay_out

BESIDE: Final = 1.3  # of the size of words, the side of a badge beside them
ENOUGH: Final = 3.5  # of the size of a name, so wide it can be told from others
GAP: Final = 0.35  # of that size, between both


@dataclass(frozen=True, slots=True)
class Badge:
    """A badge as a picture, in the middle of its room."""

    emblem: str
    colour: str

    def __call__(self, p: Pen, wide: float, high: float) -> None:
        badge(p, wide / 2, high / 2, min(wide, high), self.emblem, self.colour)


def badge(p: Pen, x: float, y: float, size: float, emblem: str, colour: str) -> None:
    """A badge of `size` u round a point; nothing for a seat that has none."""
    if emblem in EMBLEMS:
        with p.at(x, y, 0, size / SIDE):
            lay_out(p, shared_pieces.badge(emblem, colour))
            p.stamp(0, 0, 1, outline)


def outline(p: Pen) -> None:
    """A stamp: a line round a badge that shows on what is light itself."""
    p.rect(-SIDE / 2, -SIDE / 2, SIDE, SIDE, SIDE * CORNER, None, INK, 4)


def before_words(p: Pen, x: float, y: float, size: float, emblem: str, colour: str) -> float:
    """A badge before words of `size` u that begin at x; how far they move for it."""
    used = room_for(size, emblem)
    if used:
        badge(p, x + BESIDE * size / 2, y, BESIDE * size, emblem, colour)
    return used


def before_name(
    p: Pen, x: float, y: float, size: float, name: str, room: float, emblem: str, colour: str, enough: float = ENOUGH
) -> float:
    """A badge before a name that has so much room with it; how far it moves. None where less than `enough` is left."""
    if room - room_for(size, emblem) < min(p.wide(name, size, True), enough * size):
        return 0.0
    return before_words(p, x, y, size, emblem, colour)


def room_for(size: float, emblem: str) -> float:
    """How wide a badge before words of `size` u is, with the gap to them; 0 for a seat that has none."""
    return (BESIDE + GAP) * size if emblem in EMBLEMS else 0.0
