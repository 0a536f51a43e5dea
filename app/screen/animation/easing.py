"""How something goes its way: at an even pace, or as a thing with weight, lifted, carried and set down.

Pure functions of a flight and the seconds since it began; `app/screen/animation/motion.py` draws what they say.
"""

from dataclasses import dataclass, replace
from math import atan2, cos, hypot, pi, sin
from typing import Final

from app.screen.state.flight import Flight, FlyingShape, Pose

LIFT: Final = 0.08  # seconds until it is in the air
LAND: Final = 0.08  # seconds until it lies
GROWN: Final = 0.12  # so much larger it is in the air
DIP: Final = 0.02  # and so much smaller for a moment as it is set down
SET: Final = 0.6  # of the time in which it lands, until then
TILT: Final = 9.0  # degrees to either side that it turns on its way
LOW: Final = 0.4  # of its full height, where it is lifted to
FALLS: Final = 0.035, 0.3  # of its shorter side, how far its shadow lies from it on the table and at its full height
DARK: Final = 0.62, 0.3  # its shadow likewise
AWAY: Final = 0.4, 0.92  # right and down, as the lamp has it (app/screen/paint/lighting.py)
SOFTER: Final = 0.22  # so much larger its shadow is at its full height


@dataclass(frozen=True, slots=True)
class Carried:
    """Where something is. `wide`: how much of its width shows; `height`: over the table, 0 to 1 at its highest."""

    at: Pose
    wide: float = 1.0
    height: float = 0.0


def takes(flight: Flight) -> float:
    """Seconds from where it begins to where it has arrived, besides what it stays there."""
    return flight.lasts + (LIFT + LAND if flight.body else 0.0)


def simple(flight: Flight) -> Flight:
    """The same without weight: as it is with plain figures."""
    return replace(flight, body=None, bow=(0.0, 0.0), spins=0)


def carried(flight: Flight, seconds: float) -> Carried:
    """Where it is so long after it began."""
    if flight.body is None:
        t = min(max(seconds / flight.lasts, 0.0), 1.0)
        eased = out_cubic(t) if flight.about is None and flight.under is None else in_out(t)
        return Carried(_on_the_way(flight, eased))
    way = (seconds - LIFT) / flight.lasts
    if way < 0:
        up = in_out(max(seconds, 0.0) / LIFT)
        return _lifted(replace(flight.start, shown=1.0), 1 + GROWN * up, -TILT * up, LOW * up)
    if way < 1:
        k = in_out_cubic(way)
        at = replace(_on_the_way(flight, k), shown=1.0)
        wide = max(0.05, abs(cos(2 * pi * flight.spins * k)))
        return replace(_lifted(at, 1 + GROWN, TILT * (2 * k - 1), LOW + (1 - LOW) * 4 * k * (1 - k)), wide=wide)
    down = min((seconds - LIFT - flight.lasts) / LAND, 1.0)
    grown = 1 + GROWN - (GROWN + DIP) * down / SET if down < SET else 1 - DIP * (1 - down) / (1 - SET)
    at = replace(flight.end, shown=1 + (flight.end.shown - 1) * down)
    return _lifted(at, grown, TILT * (1 - down), LOW * (1 - down))


def _lifted(at: Pose, grown: float, tilt: float, height: float) -> Carried:
    return Carried(replace(at, angle=at.angle + tilt, scale=at.scale * grown), height=height)


def _on_the_way(flight: Flight, k: float) -> Pose:
    """At a part of its way, from 0 to 1."""
    a, b = flight.start, flight.end
    turn = (b.angle - a.angle + 180) % 360 - 180 + 360 * flight.turns
    x, y = a.x + (b.x - a.x) * k, a.y + (b.y - a.y) * k
    if flight.about is not None:
        x, y = _round(a, b, flight.about, k)
    bent = 4 * k * (1 - k)
    return Pose(
        x + flight.bow[0] * bent,
        y + flight.bow[1] * bent,
        a.angle + turn * k,
        a.scale + (b.scale - a.scale) * k,
        a.shown + (b.shown - a.shown) * k,
    )


def _round(a: Pose, b: Pose, about: tuple[float, float], k: float) -> tuple[float, float]:
    """Part of the way round a point: as far from it as both ends, by and by."""
    cx, cy = about
    start, end = atan2(a.y - cy, a.x - cx), atan2(b.y - cy, b.x - cx)
    angle = start + ((end - start + pi) % (2 * pi) - pi) * k
    far = hypot(a.x - cx, a.y - cy) * (1 - k) + hypot(b.x - cx, b.y - cy) * k
    return cx + far * cos(angle), cy + far * sin(angle)


def out_cubic(t: float) -> float:
    return 1 - (1 - t) ** 3


def in_out(t: float) -> float:
    return (1 - cos(pi * t)) / 2


def in_out_cubic(t: float) -> float:
    return 4 * t**3 if t < 0.5 else 1 - 4 * (1 - t) ** 3


def stilled(flight: Flight, fade: float) -> Flight:
    """With less motion: what would lie there for a while does so, all else is seen where it arrives, and fades."""
    there, lasts = replace(flight.end, shown=1.0), takes(flight)
    still = replace(simple(flight), turns=0, about=None, lasts=fade)
    if flight.stays and not flight.turns:
        return replace(still, start=replace(there, shown=0.0), end=there, stays=lasts + flight.stays - fade)
    return replace(still, start=there, end=replace(there, shown=0.0))


def fallen(body: FlyingShape, it: Carried) -> tuple[float, float, float, float]:
    """How far the shadow of a thing lies from it, right and down, how much larger than it that is, and how dark."""
    far = min(body.w, body.h) * it.at.scale * (FALLS[0] + (FALLS[1] - FALLS[0]) * it.height)
    x, y = AWAY
    return x * far, y * far, 1 + SOFTER * it.height, (DARK[0] + (DARK[1] - DARK[0]) * it.height) * it.at.shown
