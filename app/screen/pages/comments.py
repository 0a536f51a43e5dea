"""Comments in a guided game, near the edge of whom they concern, where nothing else is painted; elsewhere none is made.

So none lies on what is to be chosen, on what people have or on what is news.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from math import hypot
from typing import Final

from app.screen.bare import Bare
from app.screen.controller import Controller
from app.screen.draw import LEGIBLE, PITCH, Pen
from app.screen.element import Element, Elements
from app.screen.ring import Rect, Ring, Zone
from app.screen.scene import Guides, Scene
from app.screen.widgets.controls import button
from app.text.guide import Comment
from app.text.languages import Words

BUTTON: Final = 150.0  # u, where it lies beside the words, at least
INSIDE: Final = 12.0  # u, beside its words
PAD: Final = 10.0  # u, beside the words of a comment
DEEP: Final = 0.45  # of the shorter side of the screen: so far from its edge a comment may lie
SIZES: Final = (1.0, 0.85, 0.7, 0.0)  # of words: parts of the largest, until they are as small as can be read
WIDTHS: Final = (420.0, 300.0, 200.0, 540.0, 140.0)  # u, of words


@dataclass(frozen=True, slots=True)
class SeatComment:
    """What is said at a seat's edge."""

    seat: int
    comment: Comment
    w: Words


@dataclass(frozen=True, slots=True)
class Comments:
    """All that is said now. `below`: what they lie beside."""

    ring: Ring
    said: tuple[SeatComment, ...]
    below: tuple[Element[object], ...]


def elements(scene: Scene, ring: Ring, below: Elements) -> Elements:
    """What is said at the edges now, to those who play there, beside what is painted already."""
    game, table = scene.game, scene.model.table
    if table is None or not table.guided or table.phase != "game" or not isinstance(game, Guides):
        return []
    if scene.model.view is None or table.opening is not None or scene.opened.history.shown is not None:
        return []
    said = tuple(
        SeatComment(info.seat, comment, scene.model.words(info.seat))
        for info in table.seats
        if info.by != "bot" and not scene.on_phone(info.seat) and info.seat not in scene.opened.unguided
        if (comment := game.comment(scene, ring, info.seat))
    )
    return [Element("comments", Comments(ring, said, tuple(below)), paint)] if said else []


def paint(p: Pen, it: Comments, control: Controller) -> None:
    """Each beside what is painted, and near its seat; none where it has no room in which it can be read."""
    bare, traced = Bare(it.ring.width, it.ring.height), Pen(p.measure, large=p.grown > 1, plain=p.plain)
    for element in it.below:
        element.draw(traced, control)
    bare.painted(traced)
    for said in it.said:
        zone = it.ring.zones[said.seat - 1]
        with p.at(0, 0, 0, it.ring.u):
            plate, room = _laid(p, it.ring, zone, bare, said)
        if room is not None:
            bare.fill(room.x, room.y, room.x + room.w, room.y + room.h)
            with p.at(*room.centre, zone.angle, it.ring.u), p.at(-plate.w / 2, -plate.h / 2):
                _paint(p, plate, said, control)


@dataclass(frozen=True, slots=True)
class _Plate:
    """What lies there: so large, with words of that size in so much room, and a button at their right or below them."""

    w: float
    h: float
    text: str
    size: float
    across: float
    tall: float
    button: tuple[float, float, float, float] | None


def _paint(p: Pen, plate: _Plate, it: SeatComment, control: Controller) -> None:
    p.rect(0, 0, plate.w, plate.h, 16, "plate", "candle", 3)
    put_away = partial(_put_away, control, it.seat, it.comment.moment)
    p.hit_area(0, 0, plate.w, plate.h, f"comment {it.seat}", put_away, rank=1)
    if plate.button:
        no_more = partial(_no_more, control, it.seat)
        button(p, *plate.button, it.w("No more comments"), f"no comments {it.seat}", no_more, size=23)
    p.prose(PAD, PAD, plate.text, plate.size / p.grown, plate.across, plate.tall, "text", middle=True)


# ---- where it lies ---------------------------------------------------------------------------------------------


def _laid(p: Pen, ring: Ring, zone: Zone, bare: Bare, it: SeatComment) -> tuple[_Plate, Rect | None]:
    """The first of its plates that has room, and the nearest place for it, in pixels; None where none has."""
    rooms = [*bare.rooms(zone.edge, *ring.along(zone), DEEP * min(ring.width, ring.height))]
    plate = _Plate(0, 0, "", 0, 0, 0, None)
    for plate in _plates(p, ring, it):
        w, h = (plate.h, plate.w) if zone.edge % 2 else (plate.w, plate.h)
        w, h = w * ring.u, h * ring.u
        found = [room.nearest(w, h, (zone.x, zone.y)) for room in rooms if room.w >= w and room.h >= h]
        if found:
            return plate, min(found, key=lambda at: hypot(at.centre[0] - zone.x, at.centre[1] - zone.y))
    return plate, None


def _plates(p: Pen, ring: Ring, it: SeatComment) -> Iterator[_Plate]:
    """The ways to write a comment: the best is the first. All of them can be read."""
    t, least = ring.touch, LEGIBLE / p.scale
    label = it.w("No more comments").split()
    aside = max(BUTTON, *(p.wide(word, least) + 2 * INSIDE for word in label))
    largest = max((34.0 if ring.small else 27.0) * p.grown, least)
    sizes = sorted({max(least, largest * part) for part in SIZES}, reverse=True)
    texts = [it.comment.text, *([it.comment.brief] if it.comment.brief else [])]
    for ends, text, size, wide in product((True, False), texts, sizes, WIDTHS):
        across = max(wide, *(p.wide(word, size) for word in text.split()))
        rows, _ = p.lines(text, size, False, across, 99)
        tall = len(rows) * size * PITCH + 1
        if not ends:
            yield _Plate(across + 2 * PAD, tall + 2 * PAD, text, size, across, tall, None)
            continue
        w, h = across + 3 * PAD + aside, max(tall, t) + 2 * PAD
        yield _Plate(w, h, text, size, across, h - 2 * PAD, (w - PAD - aside, (h - t) / 2, aside, t))
        w, h = max(across, aside) + 2 * PAD, tall + 3 * PAD + t
        yield _Plate(w, h, text, size, w - 2 * PAD, tall, (PAD, h - PAD - t, w - 2 * PAD, t))


def _put_away(control: Controller, seat: int, moment: str) -> None:
    control.change(heard=control.opened.heard | {(seat, moment)})


def _no_more(control: Controller, seat: int) -> None:
    control.change(unguided=control.opened.unguided | {seat})
