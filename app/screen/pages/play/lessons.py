"""What a first game teaches, on the screen: beside what else lies there, or nowhere.

What everybody is told lies as near to the middle as there is room, turned to whoever acts, and once more towards the
opposite edge where people sit there; what a seat is told, near its zone, else, if it acts, in the middle. Nothing of it
lies on anything: all that is painted below is traced, and only room in which nothing is painted and nothing can be
touched is taken. Where none is large enough for words that can be read, it is on phones alone, and behind ?.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import hypot
from typing import Final

from app.screen.control.controller import Controller
from app.screen.pages.play import quiz
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import LEGIBLE_PX, PITCH, Pen
from app.screen.state.ring import Rect, Ring
from app.screen.state.scene import LessonsGame, Scene
from app.screen.widgets.free_space import TileMap

PAD: Final = 10.0  # u, beside its words
SIZES: Final = (1.0, 0.85, 0.7, 0.58)  # of words: parts of the largest, none too small to be read
WIDTHS: Final = (560.0, 420.0, 300.0, 230.0, 170.0, 820.0)  # u, of words
CLEAR: Final = 6.0  # pixels between it and what lies beside it, …
CLOSE: Final = 2.0  # where there is little room


@dataclass(frozen=True, slots=True)
class SaidLesson:
    """A sentence, and where it belongs: near a point (pixels), read from an edge, between two points along it."""

    key: str
    seat: int  # who is taught, or acts; 0: nobody
    text: str
    edge: int
    near: tuple[float, float]
    along: tuple[float, float]
    deep: float
    otherwise: "SaidLesson | None" = None  # where there is no room
    opens: str = ""  # the panel that a touch opens; "": that of the seat


@dataclass(frozen=True, slots=True)
class SaidLessons:
    """All that is said now. `below`: what it lies beside."""

    ring: Ring
    said: tuple[SaidLesson, ...]
    below: tuple[Element[object], ...]


def elements(scene: Scene, ring: Ring, below: Elements) -> Elements:
    """What is taught now, beside what is painted already."""
    table = scene.model.table
    if table is None or not table.guided or scene.model.view is None:
        return []
    if table.phase == "over":
        return _ended(scene, ring, below)
    if table.opening is not None or scene.opened.history.shown is not None or not isinstance(scene.game, LessonsGame):
        return []
    said = (*_of_seats(scene, scene.game, ring), *_of_all(scene, scene.game, ring))
    return [Element("lessons", SaidLessons(ring, said, tuple(below)), paint)] if said else []


def _ended(scene: Scene, ring: Ring, below: Elements) -> Elements:
    """After a lesson the way to its questions."""
    if scene.ending is not None or scene.opened.history.shown is not None:
        return []
    edge = scene.opened.edge
    it = quiz.asked(scene, scene.model.words())
    if it is None or not it.title:
        return []
    said = replace(_in_middle(ring, "learned", 0, it.title, edge), opens=quiz.PANEL)
    return [Element("lessons", SaidLessons(ring, (said,), tuple(below)), paint)]


def _of_all(scene: Scene, game: LessonsGame, ring: Ring) -> Iterator[SaidLesson]:
    """What everybody is told, towards whoever acts, and towards people at the opposite edge."""
    model, acting = scene.model, scene.acting
    assert model.table is not None
    lesson = model.table.lesson
    if lesson is None or lesson.again:
        return
    edge = scene.faced(ring.edge_of(acting))
    over = [it.seat for it in model.table.seats if it.person and not it.knows and it.seat not in lesson.but]
    over = [seat for seat in over if ring.edge_of(seat) == (edge + 2) % 4]
    for nth, (seat, its) in enumerate([(acting, edge), *((seat, (edge + 2) % 4) for seat in over[:1])]):
        yield _in_middle(ring, f"lesson {nth}", seat, game.lesson(model, model.words(seat), lesson), its)


def _in_middle(ring: Ring, key: str, seat: int, text: str, edge: int) -> SaidLesson:
    """A sentence as near to the middle as it can be: on the half of an edge, else anywhere."""
    (x, y), off = ring.inner.centre, ring.disc * ring.u
    near = ((x, y + off), (x - off, y), (x, y - off), (x + off, y))[edge]
    along, deep = (ring.height, ring.width) if edge % 2 else (ring.width, ring.height)
    anywhere = SaidLesson(key, seat, text, edge, near, (0.0, along), deep)
    return replace(anywhere, deep=deep / 2, otherwise=anywhere)


def _of_seats(scene: Scene, game: LessonsGame, ring: Ring) -> Iterator[SaidLesson]:
    """What seats that are played here are told."""
    model = scene.model
    for seat, lesson in model.lessons.items():
        if lesson.again or model.info(seat).by == "bot" or scene.on_phone(seat):
            continue
        zone, text = ring.zones[seat - 1], game.lesson(model, model.words(seat), lesson)
        deep, key = (ring.width if zone.edge % 2 else ring.height) / 2, f"lesson seat {seat}"
        middle = _in_middle(ring, key, seat, text, zone.edge) if seat == scene.acting else None
        yield SaidLesson(key, seat, text, zone.edge, (zone.x, zone.y), ring.along(zone), deep, middle)


def paint(p: Pen, it: SaidLessons, control: Controller) -> None:
    """Each beside what is painted; none where it has no room in which it can be read."""
    bare = TileMap(it.ring.width, it.ring.height)
    bare.lies(it.below, p, control)
    for said in it.said:
        with p.at(0, 0, 0, it.ring.u):
            plate, room = _laid(p, it.ring, bare, said)
        if room is None:
            continue
        bare.fill(room.x, room.y, room.x + room.w, room.y + room.h)
        with p.at(*room.centre, said.edge * 90.0, it.ring.u), p.at(-plate.w / 2, -plate.h / 2):
            p.rect(0, 0, plate.w, plate.h, 14, "plate", "candle", 2, opacity=0.92)
            p.prose(PAD, PAD, said.text, plate.size / p.grown, plate.across, plate.h - 2 * PAD, "text", middle=True)
            opens = said.opens or (f"seat {said.seat}" if said.seat else "")
            tap = partial(control.open, opens, said.edge) if opens else None
            p.hit_area(0, 0, plate.w, plate.h, said.key, tap, rank=1)


# ---- where it lies ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Written:
    """What lies there: so large, with words of that size in so much room; all in u."""

    w: float
    h: float
    size: float
    across: float


def _laid(p: Pen, ring: Ring, bare: TileMap, it: SaidLesson) -> tuple[_Written, Rect | None]:
    """The first of its plates that has room, and the nearest place for it, in pixels; None where none has."""
    rooms = [*bare.rooms(it.edge, *it.along, it.deep)]
    plate = _Written(0, 0, 0, 0)
    for plate in _plates(p, ring, it.text):
        w, h = _size(ring, it, plate, CLEAR)
        found = [room.nearest(w, h, it.near) for room in rooms if room.w >= w and room.h >= h]
        if found:
            return plate, min(found, key=partial(_far, it))
    if it.otherwise:
        return _laid(p, ring, bare, it.otherwise)
    fitted = [
        (made, room.nearest(*_size(ring, it, made, CLOSE), it.near))
        for room in rooms
        if (made := _fitted(p, ring, it, room))
    ]
    return min(fitted, key=lambda found: _far(it, found[1]), default=(plate, None))


def _size(ring: Ring, it: SaidLesson, plate: _Written, clear: float) -> tuple[float, float]:
    """How wide and high a plate is on the screen, with what stays clear round it; pixels."""
    w, h = plate.w * ring.u + 2 * clear, plate.h * ring.u + 2 * clear
    return (h, w) if it.edge % 2 else (w, h)


def _far(it: SaidLesson, at: Rect) -> float:
    return hypot(at.centre[0] - it.near[0], at.centre[1] - it.near[1])


def _fitted(p: Pen, ring: Ring, it: SaidLesson, room: Rect) -> _Written | None:
    """As small as can be read, in lines as long as a room has; None where it has not enough of them."""
    wide = room.h if it.edge % 2 else room.w
    plate = _written(p, it.text, LEGIBLE_PX / p.scale, (wide - 2 * CLOSE) / ring.u - 2 * PAD)
    w, h = _size(ring, it, plate, CLOSE)
    return plate if w <= room.w and h <= room.h else None


def _plates(p: Pen, ring: Ring, text: str) -> Iterator[_Written]:
    """The ways to write it: the best is the first. All of them can be read."""
    least = LEGIBLE_PX / p.scale
    largest = max((34.0 if ring.small else 27.0) * p.grown, least)
    sizes = sorted({max(least, largest * part) for part in SIZES}, reverse=True)
    for size, wide in product(sizes, WIDTHS):
        yield _written(p, text, size, wide)


def _written(p: Pen, text: str, size: float, wide: float) -> _Written:
    """In lines so long, or as its longest word."""
    across = max(wide, *(p.wide(word, size) for word in text.split()))
    rows, _ = p.lines(text, size, False, across, 99)
    used = min(across, max(p.wide(row, size) for row in rows) + 1)
    return _Written(used + 2 * PAD, len(rows) * size * PITCH + 1 + 2 * PAD, size, used)
