"""Lessons on the screen: sentences of a guided game in free space between the other elements.

Sentences for everybody are placed near the middle, turned to the seat to act, and again to the opposite edge if people
sit there. A seat's own sentence is placed near its zone, else in the middle if it is to act. Nothing is ever covered: a
tile map of all elements below finds free space. A sentence that does not fit legibly is only on phones and behind ?.
"""

from cmath import rect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from math import dist, hypot, radians
from typing import Final

from app.looks.face_layout import Illustration
from app.screen.control.controller import Controller
from app.screen.pages.play import mentioned_rings, quiz
from app.screen.paint import grounds
from app.screen.paint.dirty_regions import enclose_points
from app.screen.paint.element import Element, Elements, look_at
from app.screen.paint.pen import Pen
from app.screen.paint.placed_things import Box, DrawnThing
from app.screen.paint.text_pen import LEGIBLE_PX, PARCHMENT, PITCH
from app.screen.state.ring_layout import Rect, Ring
from app.screen.state.scene import LessonsGame, Scene
from app.screen.widgets import illustrations
from app.screen.widgets.free_space import TileMap

PAD: Final = 10.0  # u, around the words
SIZES: Final = (1.0, 0.85, 0.7, 0.58)  # type sizes to try, relative to the largest
WIDTHS: Final = (560.0, 420.0, 300.0, 230.0, 170.0, 820.0)  # u, widths to try
BROKEN: Final = 0.9  # of its width, least width of all lines of a text together, without the spaces between them
OWL: Final = 76.0  # u, side of the owl before the words
STEPS: Final = 60  # points of a line from a sentence, at which it may not be over something
RIM: Final = 6.0  # u, of a ring round its thing
BUTTON: Final = 2.0  # of a finger's width, most diagonal of a button
CLEAR: Final = 6.0  # pixels around a sentence
CLOSE: Final = 2.0  # the same in small rooms


@dataclass(frozen=True, slots=True)
class SaidLesson:
    """A sentence and its preferred place: near a point (pixels), turned to an edge, within a range along that edge."""

    key: str
    seat: int  # the seat that is taught, or is to act; 0: none
    text: str
    edge: int
    near: tuple[float, float]
    along: tuple[float, float]
    deep: float
    otherwise: "SaidLesson | None" = None  # the fallback if there is no room
    opens: str = ""  # the panel that a touch opens; "": the seat's


@dataclass(frozen=True, slots=True)
class SaidLessons:
    """Every current sentence. `below`: the elements whose free space they use."""

    ring: Ring
    said: tuple[SaidLesson, ...]
    below: tuple[Element[object], ...]


def elements(scene: Scene, ring: Ring, below: Elements) -> Elements:
    """Build the current sentences."""
    table = scene.model.table
    if table is None or not table.guided or scene.model.view is None:
        return []
    if table.phase == "over":
        return _build_quiz_link(scene, ring, below)
    if table.opening is not None or scene.ui.history.shown is not None or not isinstance(scene.game, LessonsGame):
        return []
    said = (*_seat_sentences(scene, scene.game, ring), *_common_sentences(scene, scene.game, ring))
    return [Element("lessons", SaidLessons(ring, said, tuple(below)), paint)] if said else []


def _build_quiz_link(scene: Scene, ring: Ring, below: Elements) -> Elements:
    if scene.ending is not None or scene.ui.history.shown is not None:
        return []
    edge = scene.ui.edge
    summary = quiz.summarize_lesson(scene, scene.model.words())
    if summary is None or not summary.title:
        return []
    said = replace(_middle_sentence(ring, "learned", 0, summary.title, edge), opens=quiz.PANEL)
    return [Element("lessons", SaidLessons(ring, (said,), tuple(below)), paint)]


def _common_sentences(scene: Scene, game: LessonsGame, ring: Ring) -> Iterator[SaidLesson]:
    """Yield the sentence for everybody, turned to the seat to act, and once to the opposite edge if people sit
    there."""
    model, acting = scene.model, scene.acting
    lesson = model.known_table.lesson
    if lesson is None or lesson.again:
        return
    edge = scene.faced_edge(ring.edge_of(acting))
    over = [
        seat.seat for seat in model.known_table.seats if seat.person and not seat.knows and seat.seat not in lesson.but
    ]
    over = [seat for seat in over if ring.edge_of(seat) == (edge + 2) % 4]
    for nth, (seat, its) in enumerate([(acting, edge), *((seat, (edge + 2) % 4) for seat in over[:1])]):
        yield _middle_sentence(ring, f"lesson {nth}", seat, game.lesson(model, model.words(seat), lesson), its)


def _middle_sentence(ring: Ring, key: str, seat: int, text: str, edge: int) -> SaidLesson:
    """Return a sentence placed near the middle: on an edge's half, or else anywhere."""
    (x, y), off = ring.inner.centre, ring.disc * ring.u
    near = ((x, y + off), (x - off, y), (x, y - off), (x + off, y))[edge]
    along, deep = (ring.height, ring.width) if edge % 2 else (ring.width, ring.height)
    anywhere = SaidLesson(key, seat, text, edge, near, (0.0, along), deep)
    return replace(anywhere, deep=deep / 2, otherwise=anywhere)


def _seat_sentences(scene: Scene, game: LessonsGame, ring: Ring) -> Iterator[SaidLesson]:
    model = scene.model
    for seat, lesson in model.lessons.items():
        if lesson.again or model.info(seat).by == "bot" or scene.is_on_phone(seat):
            continue
        zone, text = ring.zones[seat - 1], game.lesson(model, model.words(seat), lesson)
        deep, key = (ring.width if zone.edge % 2 else ring.height) / 2, f"lesson seat {seat}"
        middle = _middle_sentence(ring, key, seat, text, zone.edge) if seat == scene.acting else None
        yield SaidLesson(key, seat, text, zone.edge, (zone.x, zone.y), ring.edge_span(zone), deep, middle)


def paint(p: Pen, lessons: SaidLessons, control: Controller) -> None:
    """Paint each sentence in free space; skip those that would not be legible."""
    bare, placed = TileMap(lessons.ring.width, lessons.ring.height), list[Rect]()
    bare.mark_elements(lessons.below, p, control)
    for said in lessons.said:
        with p.at(0, 0, 0, lessons.ring.u):
            plate, room = _find_place(p, lessons.ring, bare, said)
        if room is None:
            continue
        bare.fill(room.x, room.y, room.x + room.w, room.y + room.h)
        placed.append(room)
        with p.at(*room.centre, said.edge * 90.0, lessons.ring.u), p.at(-plate.w / 2, -plate.h / 2):
            with p.use_material(PARCHMENT):
                grounds.strip(p, plate.w, plate.h)
                if plate.owl:
                    illustrations.illustration(p, Illustration("owl", 4, (plate.h - OWL) / 2, plate.owl, OWL))
                left, high = PAD + plate.owl, plate.h - 2 * PAD
                p.prose(left, PAD, said.text, plate.size / p.grown, plate.across, high, "text", middle=True)
            opens = said.opens or (f"seat {said.seat}" if said.seat else "")
            tap = partial(control.open_panel, opens, said.edge) if opens else None
            p.hit_area(0, 0, plate.w, plate.h, said.key, tap, rank=1)
    _paint_lines(p, lessons, placed, control)


def _paint_lines(p: Pen, lessons: SaidLessons, placed: Sequence[Rect], control: Controller) -> None:
    """Paint a thin line of gold from each sentence to the nearest ringed thing, where it crosses no words or button."""
    things, u = [*mentioned_rings.find_ringed(p, lessons.below, control)], lessons.ring.u
    pens = [p, *(look_at(each, p, control) for each in lessons.below)] if things else []
    taken = [word.corners for pen in pens for layer in pen.layers for word in layer.words]
    areas, small = [area.corners for pen in pens[1:] for area in pen.hit_areas], BUTTON * lessons.ring.touch * u
    taken += [corners for corners in areas if dist(corners[0], corners[2]) < small]
    boxes = [enclose_points(*zip(*corners, strict=True)) for corners in taken]
    for room in placed if things else ():
        middle, own = complex(*room.centre), (room.x, room.y, room.x + room.w, room.y + room.h)
        thing = min(things, key=lambda each: abs(complex(each.x, each.y) - middle))
        way = complex(thing.x, thing.y) - middle
        line = [middle + way * n / STEPS for n in range(STEPS)]
        line = [at for at in line if not _is_inside(at, own) and not _is_ringed(at, thing, RIM * u)]
        if line and not any(_is_inside(at, box) for at in line for box in boxes):
            for ink, wide in (("ink", 9 * u), ("parch", 4 * u)):
                p.path(line[0].real, line[0].imag, line[-1].real, line[-1].imag, line=ink, width=wide)
                p.disc(line[-1].real, line[-1].imag, wide * 1.6, ink)


def _is_ringed(at: complex, thing: DrawnThing, rim: float) -> bool:
    off = (at - complex(thing.x, thing.y)) * rect(1, -radians(thing.angle))
    return abs(off.real) < thing.w / 2 + rim and abs(off.imag) < thing.h / 2 + rim


def _is_inside(at: complex, box: Box) -> bool:
    return box[0] <= at.real <= box[2] and box[1] <= at.imag <= box[3]


# ---- where it lies ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Plate:
    """A plate with the type size and line width of its words (u). `owl`: the room of the owl that speaks; 0: none."""

    w: float
    h: float
    size: float
    across: float
    owl: float = 0.0


def _find_place(p: Pen, ring: Ring, bare: TileMap, lesson: SaidLesson) -> tuple[_Plate, Rect | None]:
    """Return the first plate that fits and the nearest place for it (pixels), or None for the place."""
    rooms = [*bare.rooms(lesson.edge, *lesson.along, lesson.deep)]
    free = [
        (room.h / ring.u, room.w / ring.u) if lesson.edge % 2 else (room.w / ring.u, room.h / ring.u) for room in rooms
    ]
    plate = _Plate(0, 0, 0, 0)
    for plate in _list_plates(p, ring, lesson.text, free):
        w, h = _plate_size(ring, lesson, plate, CLEAR)
        found = [room.place_near(w, h, lesson.near) for room in rooms if room.w >= w and room.h >= h]
        if found:
            return plate, min(found, key=partial(_distance, lesson))
    if lesson.otherwise:
        return _find_place(p, ring, bare, lesson.otherwise)
    fitted = [
        (made, room.place_near(*_plate_size(ring, lesson, made, CLOSE), lesson.near))
        for room in rooms
        if (made := _fit_plate(p, ring, lesson, room))
    ]
    return min(fitted, key=lambda found: _distance(lesson, found[1]), default=(plate, None))


def _plate_size(ring: Ring, lesson: SaidLesson, plate: _Plate, clear: float) -> tuple[float, float]:
    """Return the size of a plate on the screen with its margin (pixels)."""
    w, h = plate.w * ring.u + 2 * clear, plate.h * ring.u + 2 * clear
    return (h, w) if lesson.edge % 2 else (w, h)


def _distance(lesson: SaidLesson, at: Rect) -> float:
    return hypot(at.centre[0] - lesson.near[0], at.centre[1] - lesson.near[1])


def _fit_plate(p: Pen, ring: Ring, lesson: SaidLesson, room: Rect) -> _Plate | None:
    """Return a plate with the smallest legible type as wide as the room, or None if it does not fit."""
    wide = room.h if lesson.edge % 2 else room.w
    plate = p.cached(_make_plate, lesson.text, LEGIBLE_PX / p.scale, (wide - 2 * CLOSE) / ring.u - 2 * PAD)
    w, h = _plate_size(ring, lesson, plate, CLOSE)
    return plate if w <= room.w and h <= room.h else None


def _list_plates(p: Pen, ring: Ring, text: str, free: Sequence[tuple[float, float]]) -> Iterator[_Plate]:
    """Yield the plates to try, the best first; all are legible, and may fit into one of the `free` rooms (u)."""
    least = LEGIBLE_PX / p.scale
    largest = max((34.0 if ring.small else 30.0) * p.grown, least)
    sizes = sorted({max(least, largest * part) for part in SIZES}, reverse=True)
    for size, owl in product(sizes, (0.0,) if p.plain else (OWL, 0.0)):
        length = BROKEN * p.text_width(text, size)
        if any(max(0.0, w - owl - 2 * PAD) * int((h - 2 * PAD) / (size * PITCH)) >= length for w, h in free):
            for wide in WIDTHS:
                plate = p.cached(_make_plate, text, size, wide)
                yield replace(plate, w=plate.w + owl, h=max(plate.h, owl), owl=owl)


def _make_plate(p: Pen, text: str, size: float, wide: float) -> _Plate:
    """Break a text into lines of this width, or of its longest word."""
    across = max(wide, *(p.text_width(word, size) for word in text.split()))
    rows, _ = p.break_lines(text, size, across, 99)
    used = min(across, max(p.text_width(row, size) for row in rows) + 1)
    return _Plate(used + 2 * PAD, len(rows) * size * PITCH + 1 + 2 * PAD, size, used)
