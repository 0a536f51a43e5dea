"""Faces as triangles, centred on the pen, without hit areas. Lengths are in u.

A `Face` (`app.looks.face_layout`) lists what lies on a thing. Figures are triangulated once, then only moved.
"""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from app.looks import card_faces
from app.looks import effect_icons as looks
from app.looks.effect_icons import Inks, PlacedAtom
from app.looks.face_layout import (
    Box,
    Building,
    Chain,
    Disc,
    Face,
    Illustration,
    Mark,
    NumberMark,
    Shape,
    Sign,
    Stroke,
    Title,
    stone_building,
)
from app.looks.icons import SIGNS
from app.looks.plain_wonder_shapes import Fit, Solid, StagePart, parts_of, round_top
from app.looks.symbols import FigureRect, Oval, Poly, draw
from app.screen.paint import lighting
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.widgets import illustrations
from app.shown.play.table_description import Price

MIN_PICTURE_PX: Final = 56.0  # width from which on a building card has a picture
WORDLESS: Final = Sign, Box, Disc, Shape, Stroke, Chain, Illustration
PILL: Final = 2.05  # width of a price, in its heights


# ---- faces ----------------------------------------------------------------------------------------------


def lay_out(p: Pen, face: Face, aslant: float = 0, lit: bool = False) -> None:
    """Draw a face. `aslant`: its angle, against which signs of colours are kept square to the screen's edges.

    `lit`: the city holds the chain symbol that makes it free.
    """
    p.cached(draw_marks, tuple(face.marks), aslant, lit)


def draw_marks(p: Pen, marks: Iterable[Mark], aslant: float = 0, lit: bool = False) -> None:
    """Draw marks, each at its place."""
    for mark in marks:
        match mark:
            case Sign(name, x, y, size, ink, ground, angle):
                if turned := angle - aslant if name in SIGNS else angle:
                    with p.at(x, y, turned):
                        figure(p, name, 0, 0, size, ink, ground)
                else:
                    figure(p, name, x, y, size, ink, ground)
            case NumberMark(text, x, y, size, ink, room, angle):
                if angle:
                    with p.at(x, y, angle):
                        number(p, 0, 0, text, size, ink, room)
                else:
                    number(p, x, y, text, size, ink, room)
            case Box(x, y, w, h, r, fill, line, width, dash):
                p.stamp(x, y, 1, _box, round(w, 2), round(h, 2), r, fill, line, width, dash)
            case Disc(x, y, r, fill, line, width):
                p.stamp(x, y, 1, _disc, r, fill, line, width)
            case Shape(points, fill, line, width):
                p.stamp(0, 0, 1, _shape, tuple(points), fill, line, width)
            case Stroke(points, line, width):
                p.stamp(0, 0, 1, _stroke, tuple(points), line, width)
            case Chain(name, x, y, size, line, asked):
                chip(p, name, x, y, size, line, lit and asked)
            case Illustration():
                illustrations.illustration(p, mark)
            case Title(text, x, y, size, room, ink, stone):
                p.text(x, y, text, size, ink, bold=STONE if stone else True, room=room)
            case Building(parts, states, x, y, w, h, drawing):
                with p.at(x, y):
                    if drawing and not p.plain:
                        illustrations.draw_stages(p, drawing, states, w, h)
                        continue
                    for each, state in zip(parts, states, strict=True):
                        part(p, each, w, h, PART_STYLES[state])


def _shape(p: Pen, points: tuple[float, ...], fill: str, line: str, width: float) -> None:
    p.poly(*points, fill=fill or None, line=line or None, width=width)


def _stroke(p: Pen, points: tuple[float, ...], line: str, width: float) -> None:
    p.path(*points, line=line, width=width)


def _box(
    p: Pen, w: float, h: float, r: float, fill: str, line: str, width: float, dash: tuple[float, float] | None
) -> None:
    p.rect(0, 0, w, h, r, fill or None, line or None, width, dash=dash)


def _disc(p: Pen, r: float, fill: str, line: str, width: float) -> None:
    p.disc(0, 0, r, fill or None, line or None, width)


# ---- figures --------------------------------------------------------------------------------------------


def figure(p: Pen, name: str, x: float, y: float, size: float, f: str = "text", b: str = "zone") -> None:
    """Draw a figure, icon, emblem or the sign of a card colour, by its name."""
    p.stamp(x, y, size / 100, draw, name, f, b)


def number(p: Pen, x: float, y: float, text: str, size: float, ink: str = "ink", room: float = 0) -> None:
    """Draw a number in a figure, never cut. `room`: the width to which it may grow where words are large."""
    if p.grown > 1 and room:
        size = max(size, p.fit_size(text, size * p.grown, room, bold=True))
    p.text(x, y, text, size, ink, bold=True)


def coin(p: Pen, x: float, y: float, size: float, n: int | None = None, f: str = "yellow", b: str = "ink") -> None:
    """Draw a coin, with a number on it."""
    draw_marks(p, looks.coin(x, y, size, n, f, b))


def gable(p: Pen, x: float, y: float, size: float, n: int, f: str = "stone", b: str = "ink") -> None:
    """Draw points: a number on a stone gable."""
    draw_marks(p, looks.gable(x, y, size, n, f, b))


def chip(p: Pen, chain: str, x: float, y: float, size: float, edge: str, lit: bool = False) -> None:
    """Draw a chain symbol on a small dark square; `lit`: the city holds it."""
    p.stamp(x, y, size / 100, _chip, chain, edge, lit)


def _chip(p: Pen, chain: str, edge: str, lit: bool) -> None:
    p.rect(-50, -50, 100, 100, 26, "candle" if lit else "ink", None if lit else edge, 5)
    figure(p, chain, 0, 0, 74, *(("ink", "candle") if lit else ("text", "ink")))


def box(p: Pen, x: float, y: float, w: float, h: float, r: float, fill: str) -> None:
    """Draw a box from its corner, or if `fill` is "" the recess of something that is missing."""
    if fill:
        draw_marks(p, (Box(x, y, w, h, r, fill),))
    else:
        lighting.recess(p, x, y, w, h, r)


def unbuilt(p: Pen, x: float, y: float, w: float, h: float, r: float) -> None:
    """Draw the dashed place of something to be built."""
    p.stamp(x, y, 1, _box, w, h, r, "zone", "line", 2, (6.0, 5.0))


def atoms(p: Pen, placed: Iterable[PlacedAtom], inks: Inks) -> None:
    """Draw an effect or a cost, sign by sign."""
    draw_marks(p, looks.marks(placed, inks))


# ---- cards ------------------------------------------------------------------------------------------------


def seam(p: Pen, w: float, h: float, rough: bool = False) -> None:
    """Draw the dark seam between a card and what it lies on. `rough`: in one layer with the card's picture."""
    p.stamp(0, 0, 1, _seam, round(w, 2), round(h, 2), rough=rough)


def _seam(p: Pen, w: float, h: float) -> None:
    lighting.shadow(p, -w / 2, -h / 2, w, h, w * card_faces.CORNER_RADIUS)
    p.rect(-w / 2 - 4, -h / 2 - 4, w + 8, h + 8, w * card_faces.CORNER_RADIUS + 4, "table")


def is_plain(p: Pen, w: float) -> bool:
    """Check whether a card `w` wide has no picture: pictures are off, or its effect would be too small beside one."""
    return p.plain or w * p.scale < MIN_PICTURE_PX


def paint_card(p: Pen, face: Face, lit: bool = False) -> None:
    """Draw a card that may lie on others. `lit`: the city holds its chain symbol."""
    seam(p, face.w, face.h, _has_picture(face.marks))
    paint_batched(p, face, lit)


def paint_batched(p: Pen, face: Face, lit: bool = False) -> None:
    """Draw a face that is on the screen often: marks between words become one stamp."""
    for wordless, each in groupby(face.marks, lambda mark: isinstance(mark, WORDLESS)):
        marks = tuple(each)
        if wordless:
            p.stamp(0, 0, 1, draw_marks, marks, 0, lit, rough=_has_picture(marks))
        else:
            draw_marks(p, marks, lit=lit)


def _has_picture(marks: Iterable[Mark]) -> bool:
    return any(isinstance(mark, Illustration) for mark in marks)


def card_back(p: Pen, age: int, guild: bool, w: float, h: float, shows: float = 0) -> None:
    """Draw the back of a card. `shows`: only that much of its upper part is visible."""
    paint_back(p, card_faces.draw_back(age, guild, w, h, shows, p.plain))


def paint_back(p: Pen, face: Face) -> None:
    """Draw a card without words, as one stamp where its angle is a common one: many equal ones lie on the table."""
    if p.angle % 90:
        paint_card(p, face)
    else:
        p.stamp(0, 0, 1, paint_card, face, rough=_has_picture(face.marks))


# ---- prices -----------------------------------------------------------------------------------------------


def price(p: Pen, x: float, y: float, h: float, price: Price) -> None:
    """Draw what something costs a seat now: without a rim if it cannot pay, with the chain if that makes it free."""
    p.stamp(x, y, 1, _pill, round(h, 2), price.can, price.chain, not price.coins)
    ink = "candle" if price.chain else "text" if price.can else "mute"
    number(p, x + PILL * h * 0.2, y, str(price.coins), h * 0.84, ink, PILL * h * 0.46)


def _pill(p: Pen, h: float, can: bool, chain: bool, free: bool) -> None:
    w = PILL * h
    edge = "candle" if chain or free else "yellow"
    p.rect(-w / 2, -h / 2, w, h, h / 2, "ink", edge if can else None, 2.5)
    if chain:
        figure(p, "chain", -w * 0.2, 0, h * 0.7, "candle", "ink")
    else:
        coin(p, -w * 0.23, 0, h * 0.78, None, "yellow" if can else "mute")


# ---- wonders ----------------------------------------------------------------------------------------------


class PartStyle(NamedTuple):
    """Style of a part of a wonder: fill, outline, and whether its details are visible (`whole`)."""

    fill: str
    line: str
    width: float = 1.4
    dash: tuple[float, float] | None = None
    whole: bool = False


PART_STYLES: Final[Mapping[str, PartStyle]] = {  # styles by the state of a part
    "built": PartStyle("stone", "zone", whole=True),
    "next": PartStyle("chosen", "candle", 2),
    "legal": PartStyle("chosen", "candle", 3.5),
    "later": PartStyle("shade", "line", 1.6, dash=(6, 5)),
    "shade": PartStyle("shade", "weave"),
}


def picture(p: Pen, wonder: str, x: float, y: float, w: float, h: float, built: bool | int) -> None:
    """Draw a wonder in a box from its upper left corner: parts built of stone (True: all), the rest as outlines."""
    stand = parts_of(wonder) * built if isinstance(built, bool) else built
    draw_marks(p, (stone_building(wonder, stand, x, y, w, h),))


def paint_stone_wonder(p: Pen, w: float, h: float, wonder: str) -> None:
    """Paint a wonder of stone, centred on the pen."""
    picture(p, wonder, -w / 2, -h / 2, w, h, built=True)


def part(p: Pen, part: StagePart, w: float, h: float, look: PartStyle) -> None:
    """Draw one part of a wonder, in the box of the whole."""
    p.stamp(0, 0, 1, _part, part, round(w, 2), round(h, 2), look)


def _part(p: Pen, part: StagePart, w: float, h: float, look: PartStyle) -> None:
    fit = Fit.for_box(w, h)
    body = [fit.solid(each) for each in part.body]
    for each in body:  # all lines before all fills: joined shapes get one outline
        _solid(p, each, None, look.line, 2 * look.width, look.dash)
    for each in body:
        _solid(p, each, look.fill)
    if look.whole:
        for tone, drawn in part.drawn:
            for each in drawn:
                _solid(p, fit.solid(each), tone)


def _solid(
    p: Pen,
    solid: Solid,
    fill: str | None,
    line: str | None = None,
    width: float = 0,
    dash: tuple[float, float] | None = None,
) -> None:
    match solid:
        case FigureRect(x, y, w, h, r):
            p.rect(x, y, w, h, r, fill, line, width, dash=dash)
        case Oval(x, y, rx, ry):
            p.oval(x, y, rx, ry, fill, line, width, dash=dash)
        case Poly(points):
            p.poly(*points, fill=fill, line=line, width=width, dash=dash)
        case _:
            p.poly(*round_top(solid), fill=fill, line=line, width=width, dash=dash)
