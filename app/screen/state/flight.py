"""Flights: animations of things over the screen as frozen values (what is painted, from where to where, when)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from math import cos, radians, sin
from typing import Final, TypeAlias

from app.screen.paint import lighting
from app.screen.paint.element import AnyElement
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Zone

FLIGHT_GAP_SECONDS: Final = 0.12  # between two things of one kind
COIN_GAP_SECONDS: Final = 0.07  # between two coins
ARC_HEIGHT: Final = 0.25  # of a flight's length
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pose:
    """A place on the screen in pixels (y down), with an angle in degrees clockwise, a scale and an opacity."""

    x: float
    y: float
    angle: float = 0.0
    scale: float = 1.0
    shown: float = 1.0


@dataclass(frozen=True, slots=True)
class FlyingShape:
    """The outline of a thing that is lifted, carried and set down, for its shadow: a box round (0, 0).

    Pixels: width, height, and radius of its corners.
    """

    w: float
    h: float
    r: float

    @classmethod
    def card(cls, w: float, h: float) -> "FlyingShape":
        return cls(w, h, w * 0.11)

    @classmethod
    def disc(cls, r: float) -> "FlyingShape":
        return cls(2 * r, 2 * r, r)


@dataclass(frozen=True, slots=True)
class Flight:
    """A thing painted round (0, 0) that moves from `start` to `end`. Times are in seconds."""

    paint: Callable[[Pen], None]
    start: Pose
    end: Pose
    lasts: float
    after: float = 0.0  # delay
    sound: str = ""  # played when it begins
    turns: int = 0  # full rotations on its way, clockwise
    stays: float = 0.0  # how long it stays at its end
    body: FlyingShape | None = None  # of a thing with weight; then `lasts` is its time in the air
    bow: Point = (0.0, 0.0)  # offset of the arc half-way, in pixels
    spins: int = 0  # times that it flips over and back on its way
    about: Point | None = None  # it moves round this point, on the shorter side
    leaves: AnyElement | None = None  # begins at the brackets of this element, if it has any
    lands: AnyElement | None = None  # ends at the brackets of this element, if it has any
    under: Zone | None = None  # it slides under what is in this zone and is clipped there


@dataclass(frozen=True, slots=True)
class Rise:
    """A change between two versions of an element: a drawing is set down from above, a plain figure rises from below.

    `edge`: the edge that the painting faces.
    """

    was: AnyElement
    now: AnyElement
    edge: int
    shows: Callable[[Pen], None] | None  # paints its effect, shown over it as it arrives, round (0, 0) in u
    u: float
    rises: float  # seconds
    lasts: float  # including its effect
    after: float = 0.0
    whole: bool = False  # it completes the wonder


Moving: TypeAlias = Flight | Rise


def play_in_sequence(
    happened: Iterable[object], moves: Callable[[object, float], Iterable[Moving]], lasts: Callable[[object], float]
) -> tuple[Moving, ...]:
    """Return the flights of events, one event after the other.

    `moves` returns an event's flights, delayed by that many seconds; `lasts` returns its duration.
    """
    found: list[Moving] = []
    after = 0.0
    for event in happened:
        found += moves(event, after)
        after += lasts(event)
    return tuple(found)


def carry(
    paint: Callable[[Pen], None], start: Pose, end: Pose, body: FlyingShape, middle: Point, lasts: float,
    after: float = 0.0, spins: int = 0, lands: AnyElement | None = None, leaves: AnyElement | None = None,
) -> Flight:  # fmt: skip
    """Return a flight in an arc that bends towards the middle of the table, so that it never leaves the screen."""
    dx, dy = (end.x - start.x) * ARC_HEIGHT, (end.y - start.y) * ARC_HEIGHT
    x, y = middle[0] - (start.x + end.x) / 2, middle[1] - (start.y + end.y) / 2
    bow = (dy, -dx) if x * dy - y * dx >= 0 else (-dy, dx)
    return Flight(paint, start, end, lasts, after, body=body, bow=bow, spins=spins, leaves=leaves, lands=lands)


def lift_from(flight: Flight, x: float, y: float, high: float) -> Flight:
    """Return the flight starting at a thing centred on a point, `high` pixels high."""
    start, body = flight.start, flight.body
    scale = start.scale if body is None else min(start.scale, high / min(body.w, body.h))
    return replace(flight, start=replace(start, x=x, y=y, scale=scale, shown=1.0))


def slide_under(flight: Flight, x: float, y: float) -> Flight:
    """Return the flight sliding under something level with a point, as deep as before."""
    b, turned = flight.end, radians(flight.end.angle)
    aside = (x - b.x) * cos(turned) + (y - b.y) * sin(turned)
    return replace(flight, end=replace(b, x=b.x + aside * cos(turned), y=b.y + aside * sin(turned)))


def land_on(flight: Flight, x: float, y: float, high: float) -> Flight:
    """Return the flight ending at a thing centred on a point, `high` pixels high; it bends to the same side."""
    a, b, body = flight.start, flight.end, flight.body
    scale = b.scale if body is None else min(b.scale, high / min(body.w, body.h))
    side = flight.bow[0] * (b.y - a.y) - flight.bow[1] * (b.x - a.x)
    dx, dy = (x - a.x) * ARC_HEIGHT, (y - a.y) * ARC_HEIGHT
    bow = (0.0, 0.0) if not side else (dy, -dx) if side > 0 else (-dy, dx)
    return replace(flight, end=replace(b, x=x, y=y, scale=scale), bow=bow)


def swell(
    paint: Callable[[Pen], None], at: Pose, scales: tuple[float, float], lasts: float, after: float = 0.0
) -> Flight:
    """Return a flight that grows in place and fades."""
    start, end = replace(at, scale=scales[0], shown=1.0), replace(at, scale=scales[1], shown=0.0)
    return Flight(paint, start, end, lasts, after)


def appear(
    paint: Callable[[Pen], None], at: Pose, grows: float, lasts: float, after: float = 0.0, sound: str = ""
) -> Flight:
    """Return a flight that grows in place and stays until `lasts` is over."""
    start = replace(at, scale=at.scale * 0.5, shown=0.3)
    return Flight(paint, start, at, grows, after, sound, stays=max(lasts - grows, 0.0))


def glow(zone: Zone, u: float, lasts: float) -> Flight:
    """Return the fading candle light round a seat's zone."""
    at = Pose(zone.x, zone.y, zone.angle)
    return Flight(scale_painter(partial(_rim, w=zone.w / u, d=zone.d / u), u), at, replace(at, shown=0.0), lasts)


def _rim(p: Pen, w: float, d: float) -> None:
    if p.plain:
        p.rect(-w / 2 - 6, -d / 2 - 6, w + 12, d + 12, 28, None, "candle", 12)
    else:
        with p.at(-w / 2, -d / 2):
            lighting.turn(p, w, d, 1)


def scale_painter(draw: Callable[[Pen], None], u: float) -> Callable[[Pen], None]:
    """Return a painter that paints in u."""
    return partial(_paint_scaled, draw=draw, u=u)


def _paint_scaled(p: Pen, draw: Callable[[Pen], None], u: float) -> None:
    with p.at(0, 0, 0, u):
        draw(p)
