"""Seat badges: a seat's emblem on a square of its colour."""

from dataclasses import dataclass
from typing import Final

from app.looks import piece_faces
from app.looks.seat_emblems import CORNER, EMBLEMS, INK, SIDE
from app.screen.paint.pen import Pen
from app.screen.widgets.faces import lay_out

BADGE_SIDE: Final = 1.3  # side of a badge, in sizes of the words beside it
MIN_NAME: Final = 3.5  # in sizes of the name: a name this wide can be told from others
GAP: Final = 0.35  # between badge and words, in sizes of the words


@dataclass(frozen=True, slots=True)
class Badge:
    """A picture of a badge, centred in the box it is given."""

    emblem: str
    colour: str

    def __call__(self, p: Pen, wide: float, high: float) -> None:
        badge(p, wide / 2, high / 2, min(wide, high), self.emblem, self.colour)


def badge(p: Pen, x: float, y: float, size: float, emblem: str, colour: str) -> None:
    """Draw a badge with sides of `size` u centred on a point, or nothing for a seat without an emblem."""
    if emblem in EMBLEMS:
        with p.at(x, y, 0, size / SIDE):
            lay_out(p, piece_faces.badge(emblem, colour))
            p.stamp(0, 0, 1, outline)


def outline(p: Pen) -> None:
    """Draw a line round a badge that stands out against light surfaces. A stamp."""
    p.rect(-SIDE / 2, -SIDE / 2, SIDE, SIDE, SIDE * CORNER, None, INK, 4)


def draw_before_words(p: Pen, x: float, y: float, size: float, emblem: str, colour: str) -> float:
    """Draw a badge in front of words of `size` u that begin at x. Return how far they have to move, in u."""
    used = room_for(size, emblem)
    if used:
        badge(p, x + BADGE_SIDE * size / 2, y, BADGE_SIDE * size, emblem, colour)
    return used


def draw_before_name(
    p: Pen, x: float, y: float, size: float, name: str, room: float, emblem: str, colour: str, enough: float = MIN_NAME
) -> float:
    """Draw a badge in front of a name that has to share `room` with it. Return how far the name has to move.

    Nothing is drawn, and 0 returned, if the name would be left with less than `enough` (in sizes).
    """
    if room - room_for(size, emblem) < min(p.text_width(name, size, bold=True), enough * size):
        return 0.0
    return draw_before_words(p, x, y, size, emblem, colour)


def room_for(size: float, emblem: str) -> float:
    """Return the width of a badge before words of `size` u with its gap; 0 for a seat without an emblem."""
    return (BADGE_SIDE + GAP) * size if emblem in EMBLEMS else 0.0
