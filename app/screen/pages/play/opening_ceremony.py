"""The opening of a game: each seat's wonder and its effect, then a pointer that spins and stops at the starting seat.

The table sends the current step (`TableView.opening`), so that phones and lights stay in sync. A touch skips it for
all.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import product
from math import atan2, degrees
from typing import Final, NamedTuple

from app.looks.drawing_data import SHAPE
from app.looks.icons import icon
from app.looks.plain_wonder_shapes import drawing_of
from app.looks.wonder_window import World
from app.protocol import ceremony_durations
from app.protocol.play_messages import Opening, SkipOpening
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.paint.element import AnyElement, Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PITCH
from app.screen.state.flight import Flight, Pose, scale_painter
from app.screen.state.ring_layout import MARGIN, Ring, Zone, spread
from app.screen.state.scene import Picture, Scene
from app.screen.widgets import name_fitting, wonder_window
from app.screen.widgets.badges import draw_before_words
from app.screen.widgets.controls import button
from app.screen.widgets.dome import Dome, horizons, paint_dome
from app.screen.widgets.name_plate import draw_lintel, draw_zone, optional_text
from app.screen.widgets.table_inlays import floor
from app.text.table_text import announce_first_player
from app.text.translation import Words

DIAL: Final = 216.0  # u, radius
SMALL_DIAL: Final = 0.8  # scale of the dial on a small screen
CROWDED_DIAL: Final = 0.6  # scale of the dial on a small screen with many seats at a side
DIAL_GAP: Final = 30.0  # u, between the dial and the button
REACH: Final = 228.0  # u, length of the pointer, which clears everything around the dial
PAD: Final = 18.0  # u
TEXT_U: Final = 27.0  # type size of a sentence
EASY: Final = 19.0  # u, its minimum next to a large picture; in pixels
EASY_PX: Final = 13.5  # below it the sentence gets the room of a small picture, too
WONDERS: Final = (0.4, 0.34, 0.28, 0.22, 0.16)  # of a place's width, for a wonder, if the sentence beside it allows
NARROW: Final = 460.0  # u: in narrower places a picture leaves no room for words
MAX_EXTRA_DEPTH: Final = 0.7  # of a zone's depth, by which a wonder may extend beyond it
SHORT_SIDE_DEPTH: Final = 0.2  # the same at a shorter side of a crowded table
CROWD: Final = 3  # seats at a longer side that make it crowded
WIDE: Final = 1000.0  # u, maximum width of a wonder
TURNS: Final = 3  # full turns of the pointer
WAIT_SECONDS: Final = 0.5  # the turned pointer waits for the table's next step


def elements(scene: Scene, ring: Ring, opening: Opening) -> Elements:
    """Build the opening; the starting seat stays hidden until the pointer has stopped."""
    found, model = opening.step == "found", scene.model
    skies = [drawing_of(model.info(zone + 1).wonder or "") for zone in range(len(ring.zones))]
    return [
        Element("dome", Dome(ring, horizons(ring, skies)), paint_dome),
        Element("opening", Dial(ring, opening, scene.ui.edge, scene.model.words()), paint_dial),
        *(
            _build_seat(scene, ring, number, scene.model.info(number).wonder, opening.first if found else None)
            for number in range(1, len(ring.zones) + 1)
        ),
    ]


def list_upcoming(scene: Scene, ring: Ring) -> Iterator[AnyElement]:
    """Yield the dial, and each wonder that may be dealt, once for each size of a place."""
    yield from elements(scene, ring, Opening("wonders", 0))
    numbers = {(place.w, place.d): number for number, place in enumerate(places(ring), start=1)}
    for number, role in product(numbers.values(), scene.game.roles()):
        yield _build_seat(scene, ring, number, role, None)


def flights(ring: Ring, opening: Opening) -> tuple[Flight, ...]:
    """Animate the pointer from its start to the starting seat."""
    if opening.step != "turning":
        return ()
    x, y = ring.inner.centre
    start, end = Pose(x, y), Pose(x, y, _direction_to(ring, opening.first))
    lasts = ceremony_durations.OPENING_SECONDS[opening.step]
    return (
        Flight(
            scale_painter(_paint_needle, ring.u * dial_scale(ring)),
            start,
            end,
            lasts,
            turns=TURNS,
            stays=WAIT_SECONDS,
            sound="turn",
        ),
    )


def _direction_to(ring: Ring, number: int) -> float:
    """Return the direction from the middle to a seat, in degrees."""
    x, y = ring.inner.centre
    zone = ring.zones[number - 1]
    return degrees(atan2(zone.y - y, zone.x - x))


# ---- the dial ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dial:
    """The dial. `edge`: the edge that the button faces."""

    ring: Ring
    opening: Opening
    edge: int
    w: Words


def paint_dial(p: Pen, dial: Dial, control: Controller) -> None:
    ring, u = dial.ring, dial.ring.u
    skip = partial(_skip_opening, control)
    p.hit_area(0, 0, ring.width, ring.height, "opening", skip, rank=0)
    x, y = ring.inner.centre
    with p.at(x, y, 0, u * dial_scale(ring)):
        if p.plain:
            p.disc(0, 0, DIAL, "plate", "line", 3)
        else:
            floor(p, DIAL)
        if dial.opening.step == "wonders":
            icon(p, "wonder", 0, 0, 170, "stone", "plate")
        elif dial.opening.step == "found":
            shown = [dial.opening.first] if dial.opening.first else [zone + 1 for zone in range(len(ring.zones))]
            for number in shown:
                with p.at(0, 0, _direction_to(ring, number)):
                    (_paint_needle if dial.opening.first else _paint_mark)(p)
    wide, high = _button_size(ring)
    away = DIAL * dial_scale(ring) + DIAL_GAP + (wide if dial.edge % 2 == ring.upright else high) / 2
    dx, dy = (0.0, away) if ring.upright else (-away, 0.0)
    with p.at(x + dx * u, y + dy * u, dial.edge * 90.0, u):
        button(p, -wide / 2, -high / 2, wide, high, dial.w("Continue"), "skip", skip, primary=True, size=34)


def _skip_opening(control: Controller) -> None:
    control.submit(SkipOpening(id=new_id()))


def _paint_needle(p: Pen) -> None:
    """Paint the pointer, directed to the right."""
    tip = DIAL + 6
    p.poly(-70, -9, tip - 40, -16, tip - 40, 16, -70, 9, fill="candle")
    p.poly(tip - 44, -44, REACH, 0, tip - 44, 44, fill="candle")
    p.disc(0, 0, 34, "candle")
    p.disc(0, 0, 13, "plate")


def _paint_mark(p: Pen) -> None:
    """Paint the dial's mark, directed to the right."""
    p.poly(DIAL - 60, -34, DIAL + 20, 0, DIAL - 60, 34, fill="candle")


# ---- the seats ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatOpening:
    """A seat's wonder in its language; `wonder` is empty if it has none.

    `first`: it starts. `told`: who starts, from long to short, once the pointer has stopped.
    """

    ring: Ring
    number: int
    name: str
    wonder: str
    says: str
    picture: Picture | None
    world: World | None  # the same, before its own sky
    first: bool
    told: tuple[str, ...]
    emblem: str
    colour: str


def _build_seat(scene: Scene, ring: Ring, number: int, role: str | None, first: int | None) -> Element[SeatOpening]:
    model, game = scene.model, scene.game
    w, (emblem, colour) = model.words(number), model.info(number).badge
    view = SeatOpening(
        ring=ring,
        number=number,
        name=model.name(number, w),
        wonder=game.words.identity(w, role) if role else "",
        says=game.describe_role(model, w, role) if role else "",
        picture=game.picture(model, role) if role else None,
        world=World.complete(role) if role else None,
        first=first in (0, number),
        told=() if first is None else announce_first_player(w, first, number, model.people(w)),
        emblem=emblem,
        colour=colour,
    )
    return Element(f"revealed {number}", view, paint_revealed)


class WonderPlace(NamedTuple):
    """The place of a seat's wonder: centre, width along its edge, and depth (pixels)."""

    x: float
    y: float
    w: float
    d: float


@lru_cache(maxsize=16)
def places(ring: Ring) -> tuple[WonderPlace, ...]:
    """Lay out the places of all seats, from their zones towards the middle, without the corners."""
    found: dict[int, WonderPlace] = {}
    for edge in range(4):
        here = [zone for zone in ring.zones if zone.edge == edge]
        beside = [zone for zone in ring.zones if zone.edge % 2 != edge % 2]
        ends = max(
            (zone.d + (extra_depth(ring, zone) if _is_long(ring, edge) else 0.0) for zone in beside), default=0.0
        )
        gap = 2 * MARGIN * ring.u
        most = (ring.height if edge % 2 else ring.width) / 2 - ends - (gap if ends else gap / 2)
        w = min(WIDE * ring.u, 2 * most / max(1, len(here)) - gap * max(0, len(here) - 1) / max(1, len(here)))
        ordered = sorted(here, key=lambda zone: zone.along)
        alongs = spread([zone.along for zone in ordered], -most, most, [w] * len(here), gap)
        for zone, along in zip(ordered, alongs, strict=True):
            aside, inwards = along - zone.along, extra_depth(ring, zone) / 2
            dx, dy = ((-aside, -inwards), (inwards, -aside), (aside, inwards), (-inwards, aside))[edge]
            found[ring.zones.index(zone)] = WonderPlace(zone.x + dx, zone.y + dy, w, zone.d + 2 * inwards)
    return tuple(found[nth] for nth in range(len(ring.zones)))


def extra_depth(ring: Ring, zone: Zone) -> float:
    """Return how far a seat's place extends beyond its zone towards the middle (pixels).

    Places at a shorter side extend less if the longer sides are crowded.
    """
    u = ring.u
    most = SHORT_SIDE_DEPTH if not _is_long(ring, zone.edge) and max(ring.seat_counts) >= CROWD else MAX_EXTRA_DEPTH
    far = ring.before_zone(ring.zones.index(zone))
    clear = DIAL * dial_scale(ring) + MARGIN
    if ring.upright != bool(zone.edge % 2):  # the way on lies there
        clear += DIAL_GAP + _button_size(ring)[0] + MARGIN
    return max(0.0, min(most * zone.d, far - clear * u))


def _is_long(ring: Ring, edge: int) -> bool:
    return (ring.height > ring.width) == bool(edge % 2)


def _button_size(ring: Ring) -> tuple[float, float]:
    return (240.0 if ring.upright else 330.0), max(124.0, ring.touch)


def dial_scale(ring: Ring) -> float:
    """Return the scale of the middle, smaller on small screens to leave room for sentences."""
    if not ring.small:
        return 1.0
    return CROWDED_DIAL if max(ring.seat_counts) >= CROWD else SMALL_DIAL


class SeatRoom(NamedTuple):
    """The room of a seat's opening (u). `k`: scale of its words."""

    w: float
    d: float
    k: float

    @property
    def plate(self) -> float:
        """The depth of the plate with the person's name."""
        return 60 * self.k

    @property
    def title(self) -> float:
        """The height of a wonder's name in one line."""
        return 40 * self.k

    @property
    def tall(self) -> float:
        """The height above the plate."""
        return self.d - self.plate - 2 * PAD


def paint_revealed(p: Pen, opening: SeatOpening, control: Controller) -> None:
    ring, u = opening.ring, opening.ring.u
    at = places(ring)[opening.number - 1]
    room = SeatRoom(at.w / u, at.d / u, 1.3 if ring.small else 1.0)
    world = opening.world if opening.world is not None and wonder_window.is_drawn(p, opening.world) else None
    sky = world if world is not None and world.sky else None
    with p.at(at.x, at.y, ring.zones[opening.number - 1].angle, u), p.at(-room.w / 2, -room.d / 2):
        _paint_name_plate(p, opening, room, sky)
        if not opening.wonder:
            large = min(96.0, room.tall * 0.6)
            p.text(room.w / 2, PAD + room.tall / 2, opening.name, large, "text", bold=True, room=room.w - 2 * PAD)
        elif wide := _fit_beside(p, opening, room, world):
            _paint_words_beside(p, opening, room, sky, wide if opening.picture else 0.0)
        else:
            _paint_words_below(p, opening, room, sky)


def _paint_name_plate(p: Pen, opening: SeatOpening, room: SeatRoom, sky: World | None) -> None:
    """Paint the ground of a wonder without a sky, and the plate with the person and who starts."""
    w, y, lit = room.w, room.d - room.plate / 2, opening.first and bool(opening.told)
    if sky is None:
        draw_zone(p, w, room.d, room.plate, 1.0, lit, opening.colour)
    else:
        draw_lintel(p, w, room.d, room.plate, lit, opening.colour)
    used = PAD + draw_before_words(p, PAD, y, 32 * room.k, opening.emblem, opening.colour)
    used += p.name(used, y, opening.name, 32 * room.k, "ink" if lit else "text", room=w * 0.6)
    optional_text(p, w - PAD, y, opening.told, 28 * room.k, "ink" if lit else "candle", w - used - 3 * PAD)


def _fit_beside(p: Pen, opening: SeatOpening, room: SeatRoom, world: World | None) -> float:
    """Return the greatest width of a picture that leaves room for the words beside it; 0 if there is none.

    There the wonder's name keeps its face and the sentence its size.
    """
    if world is None and room.w <= NARROW * room.k:
        return 0.0
    most = [room.w * share for share in WONDERS]
    widths = [min(room.tall, room.w * 0.3)] if world is None else [min((room.tall + 2 * PAD) * SHAPE, w) for w in most]
    least = max(EASY * room.k, EASY_PX / p.scale)
    for width in widths:
        left = room.w - width - 3 * PAD
        named = name_fitting.stack_name(p, opening.wonder, 32 * room.k, left)
        if named.lines and _sentence_size(p, opening, left, room.tall - named.height(room.title), room.k) >= least:
            return width
    return 0.0


def _paint_words_beside(p: Pen, opening: SeatOpening, room: SeatRoom, sky: World | None, side: float) -> None:
    """Paint the wonder, and beside it the words: on a plate, if the wonder is before its own sky."""
    left = PAD + (side + 20 if side else 0.0)
    wide = room.w - left - (PAD if sky is None else 2 * PAD)
    top, low = PAD, PAD + room.tall
    if sky is not None:
        wonder_window.paint_wonder(p, sky, PAD / 2, 6, side, room.tall + 2 * PAD - 8)
        top += max(0.0, room.tall - _words_height(p, opening, room, wide))
        p.rect(side + PAD, top, room.w - side - 2 * PAD, low - top, 16, "zone", opacity=0.8)
        low -= 6
    elif opening.picture is not None and side:
        with p.at(PAD, PAD + (room.tall - side) / 2):
            opening.picture(p, side, side)
    top += name_fitting.draw_stacked_name(p, left, top, opening.wonder, 32 * room.k, wide, room.title) + 6
    p.prose(left, top, opening.says, TEXT_U * room.k, wide, low - top, "soft")


def _paint_words_below(p: Pen, opening: SeatOpening, room: SeatRoom, sky: World | None) -> None:
    """Paint a small picture beside the wonder's name, and below both the sentence over the whole width."""
    side = min(room.title * 1.6, room.tall * 0.5) if opening.picture else 0.0
    if _is_illegible(p, opening, room, side):
        side = 0.0  # words about the wonder say more than a small picture
    left, right, low = PAD + (side + 20 if side else 0.0), room.w - PAD, PAD + room.tall
    if sky is not None:
        p.rect(PAD / 2, PAD / 2, room.w - PAD, room.tall + PAD, 16, "zone", opacity=0.8)
        right, low = right - PAD, low - 6
    if opening.picture is not None and side:
        with p.at(PAD, PAD):
            opening.picture(p, side, side)
    high = max(room.title, side)
    top = PAD + name_fitting.draw_stacked_name(p, left, PAD, opening.wonder, 32 * room.k, right - left, high) + 6
    p.prose(PAD, top, opening.says, TEXT_U * room.k, right - PAD, low - top, "soft")


def _words_height(p: Pen, opening: SeatOpening, room: SeatRoom, wide: float) -> float:
    """Return the height that name and sentence need on a plate of that width."""
    down = name_fitting.stack_name(p, opening.wonder, 32 * room.k, wide).height(room.title)
    lines, size = p.fit_in_box(opening.says, TEXT_U * room.k * p.grown, wide, room.tall - down - 12)
    return down + 24 + len(lines) * size * PITCH


def _is_illegible(p: Pen, opening: SeatOpening, room: SeatRoom, side: float) -> bool:
    """Check whether a sentence is illegible below the picture and larger without it."""
    wide = room.w - 2 * PAD
    named = name_fitting.stack_name(p, opening.wonder, 32 * room.k, wide).height(room.title)
    under, alone = (
        _sentence_size(p, opening, wide, room.tall - down - 6, room.k) for down in (max(room.title, side), named)
    )
    return under * p.scale < EASY_PX and alone > under


def _sentence_size(p: Pen, opening: SeatOpening, room: float, height: float, k: float) -> float:
    return p.fit_in_box(opening.says, TEXT_U * k * p.grown, room, height)[1]
