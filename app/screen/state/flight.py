"""Something on its way over the screen, as a value: what is painted, from where to where, and when."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from math import cos, radians, sin
from typing import Any, Final, TypeAlias

from app.screen.paint import lighting
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.state.ring import Zone

STEP: Final = 0.12  # seconds between two things of one kind
BOW: Final = 0.25  # of its way, how high an arc is
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Pose:
    """Somewhere on the screen, in pixels, y down: degrees clockwise, a scale, and how much of it shows."""

    x: float
    y: float
    angle: float = 0.0
    scale: float = 1.0
    shown: float = 1.0


@dataclass(frozen=True, slots=True)
class Heavy:
    """What is lifted, carried and set down (`app.screen.animation.easing`): a box round (0, 0), whose shadow falls.

    Pixels: its width, its height, and the radius of its corners.
    """

    w: float
    h: float
    r: float

    @classmethod
    def card(cls, w: float, h: float) -> "Heavy":
        return cls(w, h, w * 0.11)

    @classmethod
    def disc(cls, r: float) -> "Heavy":
        return cls(2 * r, 2 * r, r)


@dataclass(frozen=True, slots=True)
class Flight:
    """What is painted round (0, 0) moves from `start` to `end`; all times are seconds."""

    paint: Callable[[Pen], None]
    start: Pose
    end: Pose
    lasts: float
    after: float = 0.0  # it begins so much later
    sound: str = ""  # that is heard then
    turns: int = 0  # whole ones, clockwise, on its way
    stays: float = 0.0  # it lies there so much longer
    body: Heavy | None = None  # of a thing with weight; `lasts` is how long it is in the air
    bow: Point = (0.0, 0.0)  # how far its arc leaves the straight way half-way, in pixels
    spins: int = 0  # times that it is turned over on its way and back again
    about: Point | None = None  # it goes round this point, on the shorter side
    leaves: Element[Any] | None = None  # it begins where this look of an element has brackets, if anywhere
    lands: Element[Any] | None = None  # and lands likewise
    under: Zone | None = None  # it slides under what lies there, along that, and nothing of it is seen from there on


@dataclass(frozen=True, slots=True)
class Rise:
    """What is different between two looks of an element: a drawing is set down from above, and a plain figure rises
    from below, with what it brings.

    `edge`: what is painted faces that one.
    """

    was: Element[Any]  # Any: each element has a view of its own
    now: Element[Any]
    edge: int
    shows: Callable[[Pen], None] | None  # round (0, 0), in u: what it brings, shown over it as it arrives
    u: float
    rises: float  # seconds
    lasts: float  # with what it brings
    after: float = 0.0
    whole: bool = False  # the wonder is complete by it


Moving: TypeAlias = Flight | Rise


def one_by_one(
    happened: Iterable[object], moves: Callable[[object, float], Iterable[Moving]], lasts: Callable[[object], float]
) -> tuple[Moving, ...]:
    """What events move, one after the other. `moves`: because of one, so many seconds from now; `lasts`: seconds."""
    found: list[Moving] = []
    after = 0.0
    for event in happened:
        found += moves(event, after)
        after += lasts(event)
    return tuple(found)


def carried(
    paint: Callable[[Pen], None], start: Pose, end: Pose, body: Heavy, middle: Point, lasts: float,
    after: float = 0.0, spins: int = 0, lands: Element[Any] | None = None, leaves: Element[Any] | None = None,
) -> Flight:  # fmt: skip
    """A thing that is carried in an arc, which bends towards the middle of the table: so it never leaves that."""
    dx, dy = (end.x - start.x) * BOW, (end.y - start.y) * BOW
    x, y = middle[0] - (start.x + end.x) / 2, middle[1] - (start.y + end.y) / 2
    bow = (dy, -dx) if x * dy - y * dx >= 0 else (-dy, dx)
    return Flight(paint, start, end, lasts, after, body=body, bow=bow, spins=spins, leaves=leaves, lands=lands)


def lifted(flight: Flight, x: float, y: float, high: float) -> Flight:
    """The same from a thing round a point, so high, in pixels."""
    start, body = flight.start, flight.body
    scale = start.scale if body is None else min(start.scale, high / min(body.w, body.h))
    return replace(flight, start=replace(start, x=x, y=y, scale=scale, shown=1.0))


def slid(flight: Flight, x: float, y: float) -> Flight:
    """The same that slides under something at the height of a point, as deep as before."""
    b, turned = flight.end, radians(flight.end.angle)
    aside = (x - b.x) * cos(turned) + (y - b.y) * sin(turned)
    return replace(flight, end=replace(b, x=b.x + aside * cos(turned), y=b.y + aside * sin(turned)))


def landed(flight: Flight, x: float, y: float, high: float) -> Flight:
    """The same to a thing round a point, so high, in pixels: it bends to the same side, and fits that at the end."""
    a, b, body = flight.start, flight.end, flight.body
    scale = b.scale if body is None else min(b.scale, high / min(body.w, body.h))
    side = flight.bow[0] * (b.y - a.y) - flight.bow[1] * (b.x - a.x)
    dx, dy = (x - a.x) * BOW, (y - a.y) * BOW
    bow = (0.0, 0.0) if not side else (dy, -dx) if side > 0 else (-dy, dx)
    return replace(flight, end=replace(b, x=x, y=y, scale=scale), bow=bow)


def swelling(
    paint: Callable[[Pen], None], at: Pose, scales: tuple[float, float], lasts: float, after: float = 0.0
) -> Flight:
    """Something that grows where it is, and fades."""
    start, end = replace(at, scale=scales[0], shown=1.0), replace(at, scale=scales[1], shown=0.0)
    return Flight(paint, start, end, lasts, after)


def appearing(
    paint: Callable[[Pen], None], at: Pose, grows: float, lasts: float, after: float = 0.0, sound: str = ""
) -> Flight:
    """Something that grows where it is, and lies there until its time has passed."""
    start = replace(at, scale=at.scale * 0.5, shown=0.3)
    return Flight(paint, start, at, grows, after, sound, stays=max(lasts - grows, 0.0))


def glow(zone: Zone, u: float, lasts: float) -> Flight:
    """The candle's light round a seat's zone, which goes out."""
    at = Pose(zone.x, zone.y, zone.angle)
    return Flight(in_units(partial(_rim, w=zone.w / u, d=zone.d / u), u), at, replace(at, shown=0.0), lasts)


def _rim(p: Pen, w: float, d: float) -> None:
    if p.plain:
        p.rect(-w / 2 - 6, -d / 2 - 6, w + 12, d + 12, 28, None, "candle", 12)
    else:
        with p.at(-w / 2, -d / 2):
            lighting.turn(p, w, d, 1)


def in_units(draw: Callable[[Pen], None], u: float) -> Callable[[Pen], None]:
    """Paints in u what flies."""
    return partial(_in_units, draw=draw, u=u)


def _in_units(p: Pen, draw: Callable[[Pen], None], u: float) -> None:
    with p.at(0, 0, 0, u):
        draw(p)
