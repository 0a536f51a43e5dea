"""Faces of small pieces that several games have."""

from collections.abc import Iterator, Sequence
from math import cos, radians, sin
from typing import Final

from app.looks.drawing_data import CARD_HIGH, CARD_WIDE
from app.looks.face_layout import Box, Disc, Face, Illustration, Mark, NumberMark, Shape, Sign
from app.looks.seat_emblems import CORNER, EMBLEM_PREFIX, FIGURE, INK, SIDE

LEAVES: Final = 18  # of a laurel
STRUCK_RADIUS: Final = 62.0  # units of its drawing


def disc(pictures: Sequence[str], figure: str, r: float) -> Face:
    """Draw a progress token: a light disc with icons side by side above a figure, or the figure alone."""
    found: list[Mark] = [Disc(0, 0, r, "parch"), Disc(0, 0, r * 0.86, "", "edge", 2)]
    size, y = r * (0.62 if len(pictures) > 1 else 0.8), -r * 0.2 if figure else 0.0
    for nth, picture in enumerate(pictures):
        found.append(Sign(picture, (nth - (len(pictures) - 1) / 2) * r * 0.74, y, size, "ink", "parch"))
    if figure and pictures:
        found.append(NumberMark(figure, 0, r * 0.46, r * 0.46, "ink", r * 1.1))
    elif figure:
        found.append(NumberMark(figure, 0, 0, r * 0.9, "ink", r * 1.6))
    return Face(2 * r, 2 * r, "parch", tuple(found))


def face_down(picture: str, r: float) -> Face:
    """Draw the back of a progress token."""
    rim = (Disc(0, 0, r, "back", "stone", 3), Disc(0, 0, r * 0.86, "", "weave", 2))
    return Face(2 * r, 2 * r, "back", (*rim, Sign(picture, 0, 0, r * 0.8, "stone", "back")))


def struck(disc: Face) -> Face:
    """Draw a disc as a solid thing in lamplight, with a rim of brass."""
    ground, *marks = disc.marks
    w, h = disc.w * CARD_WIDE / (2 * STRUCK_RADIUS), disc.h * CARD_HIGH / (2 * STRUCK_RADIUS)
    return disc._replace(marks=(ground, Illustration("token", -w / 2, -h / 2, w, h), *marks))


def seal(points: int, x: float, y: float, r: float) -> Iterator[Mark]:
    """Draw the points of a complete wonder in a laurel, which reaches 1.35 times the disc's radius."""
    for nth in range(LEAVES):
        along = radians(-66 + 312 * nth / (LEAVES - 1) + 90)  # open at the top
        ux, uy = cos(along), sin(along)
        lean = 0.55 if nth < LEAVES / 2 else -0.55  # on both sides up to the top
        dx, dy = ux * 0.9 - uy * lean, uy * 0.9 + ux * lean
        ax, ay = x + ux * r * 0.94 - dx * r * 0.2, y + uy * r * 0.94 - dy * r * 0.2
        places = ((0, 0), (0.22, 0.13), (0.44, 0), (0.22, -0.13))
        yield Shape(
            tuple(n for f, s in places for n in (ax + (dx * f - dy * s) * r, ay + (dy * f + dx * s) * r)), "brass"
        )
    yield Disc(x, y, r, "tag", "brass", r * 0.08)
    yield NumberMark(str(points), x, y, r, "tag_text")


def marker(battle: bool, r: float, stone: bool = False) -> Face:
    """Draw a conflict token: peace as a ringed disc with an olive twig, battle as a full one with swords.

    `stone`: on a solid ground that the surface lights.
    """
    if battle:
        return Face(2 * r, 2 * r, "red", (Disc(0, 0, r, "red"), Sign("swords", 0, 0, r * 1.2, "battle", "red")))
    if stone:
        rim = (Disc(0, 0, r, "green_tint"), Disc(0, 0, r * 0.78, "", "peace", 1.5))
        return Face(2 * r, 2 * r, "green_tint", (*rim, Sign("olive", 0, 0, r * 1.1, "peace", "green_tint")))
    rim = (Disc(0, 0, r, "raised"), Disc(0, 0, r, "", "peace_rim", 2))
    return Face(2 * r, 2 * r, "raised", (*rim, Sign("olive", 0, 0, r * 1.15, "peace", "raised")))


def military(r: float) -> Face:
    """Draw a military token: a disc with a red rim."""
    disc = Disc(0, 0, r, "red_tint", "red", r * 0.12)
    return Face(2 * r, 2 * r, "red_tint", (disc, Sign("medal", 0, r * 0.02, r * 1.25, "text", "red_tint")))


def badge(emblem: str, colour: str) -> Face:
    """Draw a seat's emblem on its colour."""
    half = SIDE / 2
    box = Box(-half, -half, SIDE, SIDE, SIDE * CORNER, colour)
    return Face(SIDE, SIDE, colour, (box, Sign(f"{EMBLEM_PREFIX}{emblem}", 0, 0, SIDE * FIGURE, INK, colour)))
