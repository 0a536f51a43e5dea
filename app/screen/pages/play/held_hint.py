"""Press-and-hold plates: a seat played on the screen reads its hint and its goal only while a finger holds the plate.

The content may reveal what only the seat knows. A seat has one plate for both, in free space near its zone, else on the
zone: for a hint until the seat acts, for a goal while it is set.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot, inf
from typing import Final

from app.looks.icons import icon
from app.protocol.teaching_messages import Hint
from app.screen.control.controller import Controller
from app.screen.input import goals
from app.screen.pages.play import mentioned_rings
from app.screen.paint import grounds
from app.screen.paint.dirty_regions import enclose_points
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.placed_things import Box
from app.screen.paint.text_pen import LEGIBLE_PX, PARCHMENT, PITCH
from app.screen.state.ring_layout import Rect, Ring
from app.screen.state.scene import Scene
from app.screen.widgets.free_space import TileMap
from app.shown.play import hint

PAD: Final = 14.0  # u, around the words
CLEAR: Final = 6.0  # pixels around a plate
WIDE: Final = 620.0  # u, maximum width of the text
STEP: Final = 36  # u, grid of positions tried for the text beside ringed things
STEPS: Final = [float(step * STEP) for step in range(-24, 25)]
WAYS: Final = sorted(((x, y) for x in STEPS for y in STEPS), key=lambda way: hypot(*way))  # offsets, the nearest first


@dataclass(frozen=True, slots=True)
class HeldPlate:
    """A seat's plate. `said`: the text while it is held. `saves`: a goal is set.

    `sign`: an icon where words do not fit; "": words are required.
    """

    seat: int
    words: str
    saves: bool
    sign: str
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HeldPlates:
    """Every plate. `below`: the elements whose free space they use."""

    ring: Ring
    plates: tuple[HeldPlate, ...]
    below: tuple[Element[object], ...]


def elements(scene: Scene, ring: Ring, below: Elements) -> Elements:
    """Build the plates of seats on the screen that have a hint or a goal."""
    model = scene.model
    if model.table is None or model.view is None or scene.ui.history.shown is not None:
        return []
    saves = model.planned if model.table.phase == "game" else ()
    found = [_build_plate(scene, seat, model.hints.get(seat), seat in saves) for seat in sorted({*model.hints, *saves})]
    return [Element("held", HeldPlates(ring, tuple(found), tuple(below)), paint)] if found else []


def _build_plate(scene: Scene, seat: int, asked: Hint | None, saves: bool) -> HeldPlate:
    model, secret = scene.model, scene.secrets.get(seat)
    w = model.words(seat)
    said: list[str] = []
    if secret is not None and secret.hint is not None and asked is not None:
        said += hint.sentences(w, scene.game.words, secret.hint, model.people(w))
    if secret is not None and saves and secret.plan:
        said.append(goals.goal_text(scene, secret))
    if asked is not None:
        words, sign = w("Hint and plan: hold") if saves else w("Hint: hold"), "bulb"
    else:
        words, sign = w("My plan: hold"), "wonder"
    return HeldPlate(seat, words, saves, sign, tuple(filter(None, said)))


def paint(p: Pen, plates: HeldPlates, control: Controller) -> None:
    """Paint each plate near its zone, and the text of held ones on top."""
    ring = plates.ring
    bare = TileMap(ring.width, ring.height)
    bare.mark_elements(plates.below, p, control)
    size = max((34.0 if ring.small else 27.0), LEGIBLE_PX / (p.scale * ring.u))
    boxes: list[Box] = []  # that nothing said may cover
    for held in plates.plates:
        zone = ring.zones[held.seat - 1]
        with p.at(0, 0, 0, ring.u):
            across, high = p.text_width(held.words, size) + 2 * PAD + 1, max(ring.touch, size * PITCH + 2 * PAD)
        found = _find_free_place(bare, ring, held.seat, across, high, near=bool(held.sign))
        if found is None and held.sign:  # a sign alone needs less
            across, high = ring.touch, ring.touch
            found = _find_free_place(bare, ring, held.seat, across, high)
        x, y = found or (zone.x, zone.y)
        with p.at(x, y, zone.angle, ring.u), p.at(-across / 2, -high / 2), p.use_material(PARCHMENT):
            grounds.strip(p, across, high)
            if held.sign and across == high:
                icon(p, held.sign, across / 2, high / 2, high * 0.7, "text", "plate")
            else:
                p.prose(PAD, 0, held.words, size, across - 2 * PAD, high, "text", middle=True)
            look = partial(_look_at_secret, control, held.seat)
            tap = partial(control.open_panel, f"{goals.PANEL} {held.seat}", zone.edge) if held.saves else None
            p.hit_area(0, 0, across, high, f"held {held.seat}", tap, look)
            boxes.append(_bounding_box(p, (0, 0), (across, high)))
    if any(held.said for held in plates.plates):
        rim = CLEAR + 6 * ring.u  # a ring lies round its thing
        for left, top, right, low in (thing.box for thing in mentioned_rings.find_ringed(p, plates.below, control)):
            boxes.append((left - rim, top - rim, right + rim, low + rim))
        p.begin_layer()
        for held in plates.plates:
            if held.said:
                _paint_text(p, ring, held, size, boxes)


def _look_at_secret(control: Controller, seat: int, is_held: bool) -> None:
    control.secrets.look(seat, is_held)


def _paint_text(p: Pen, ring: Ring, plate: HeldPlate, size: float, marked: Sequence[Box]) -> None:
    """Paint the text near the seat's zone, turned to its edge, without covering ringed things."""
    zone = ring.zones[plate.seat - 1]
    with p.at(zone.x, zone.y, zone.angle, ring.u):
        deep = zone.d / ring.u
        rows = [p.break_lines(text, size, WIDE - 2 * PAD, 9, bold=not nth)[0] for nth, text in enumerate(plate.said)]
        widest = max(p.text_width(row, size, bold=not nth) for nth, lines in enumerate(rows) for row in lines)
        wide = widest + 2 * PAD + 1
        high = sum(len(each) for each in rows) * size * PITCH + (len(rows) - 1) * PAD / 2 + 2 * PAD
        x, y = _find_clear_offset(p, ring, (-wide / 2, min(-high / 2, deep / 2 - high)), (wide, high), marked)
        with p.at(x, y), p.use_material(PARCHMENT):
            grounds.strip(p, wide, high)
            top = PAD
            for nth, (text, lines) in enumerate(zip(plate.said, rows, strict=True)):
                tall = len(lines) * size * PITCH
                colour = "soft" if nth else "text"
                p.prose(PAD, top, text, size, wide - 2 * PAD, tall + 1, colour, bold=not nth)
                top += tall + PAD / 2


def _bounding_box(p: Pen, at: tuple[float, float], size: tuple[float, float]) -> Box:
    """Return the bounding box in pixels of a box in u."""
    return enclose_points(*zip(p.place(*at), p.place(at[0] + size[0], at[1] + size[1]), strict=True))


def _find_clear_offset(
    p: Pen, ring: Ring, at: tuple[float, float], size: tuple[float, float], marked: Sequence[Box]
) -> tuple[float, float]:
    """Return the offset nearest to the corner where a box of this size (u) covers nothing ringed, or least of it."""

    def covers(way: tuple[float, float]) -> float:
        left, top, right, low = _bounding_box(p, (at[0] + way[0], at[1] + way[1]), size)
        if left < 0 or top < 0 or right > ring.width or low > ring.height:
            return inf
        return sum(
            max(0.0, min(right, box[2]) - max(left, box[0])) * max(0.0, min(low, box[3]) - max(top, box[1]))
            for box in marked
        )

    x, y = next((way for way in WAYS if not covers(way)), None) or min(WAYS, key=covers)
    return at[0] + x, at[1] + y


def _find_free_place(
    bare: TileMap, ring: Ring, seat: int, across: float, high: float, near: bool = False
) -> tuple[float, float] | None:
    """Return the centre of the nearest free place of this size, or None. `near`: only on the seat's side."""
    zone = ring.zones[seat - 1]
    w, h = (high, across) if zone.edge % 2 else (across, high)
    w, h = w * ring.u + 2 * CLEAR, h * ring.u + 2 * CLEAR
    long, deep = (ring.height, ring.width) if zone.edge % 2 else (ring.width, ring.height)
    found: list[Rect] = []
    for along, far in ((ring.edge_span(zone), deep / 2), ((0.0, long), deep))[: 1 if near else 2]:
        rooms = [room for room in bare.rooms(zone.edge, *along, far) if room.w >= w and room.h >= h]
        found = found or [room.place_near(w, h, (zone.x, zone.y)) for room in rooms]
    if not found:
        return None
    at = min(found, key=lambda at: hypot(at.centre[0] - zone.x, at.centre[1] - zone.y))
    bare.fill(at.x, at.y, at.x + at.w, at.y + at.h)
    return at.centre
