"""Easing: the pose of a flight at a time, linear or for a thing with weight that is lifted, carried and set down.

Pure functions of a flight and the seconds since it began; `app/screen/animation/animation_layer.py` draws the result.
"""

from dataclasses import dataclass, replace
from math import atan2, cos, hypot, pi, sin
from typing import Final

from app.screen.state.flight import Flight, FlyingShape, Pose

LIFT: Final = 0.08  # seconds to lift a thing
LAND: Final = 0.08  # seconds to set a thing down
AIR_GROWTH: Final = 0.12  # part by which a thing is larger in the air
DIP: Final = 0.02  # part by which a thing shrinks for a moment as it is set down
SET: Final = 0.6  # part of the landing before the dip
TILT: Final = 9.0  # degrees to either side on its way
LOW: Final = 0.4  # height after lifting, of the full height
FALLS: Final = 0.035, 0.3  # distance of its shadow on the table and at full height, in its shorter sides
DARK: Final = 0.62, 0.3  # opacity of its shadow, likewise
SHADOW_OFFSET: Final = 0.4, 0.92  # unit vector right and down, away from the lamp (app/screen/paint/lighting.py)
SOFTER: Final = 0.22  # part by which the shadow is larger at full height


@dataclass(frozen=True, slots=True)
class FlightPose:
    """Pose of a flight. `wide`: visible part of its width; `height`: over the table, from 0 to 1."""

    at: Pose
    wide: float = 1.0
    height: float = 0.0


def duration(flight: Flight) -> float:
    """Return the seconds from start to arrival, without the stay."""
    return flight.lasts + (LIFT + LAND if flight.body else 0.0)


def drop_weight(flight: Flight) -> Flight:
    """Return the flight without weight, as with plain figures."""
    return replace(flight, body=None, bow=(0.0, 0.0), spins=0)


def pose_at(flight: Flight, seconds: float) -> FlightPose:
    """Return the pose a number of seconds after the start."""
    if flight.body is None:
        t = min(max(seconds / flight.lasts, 0.0), 1.0)
        eased = ease_out_cubic(t) if flight.about is None and flight.under is None else ease_in_out(t)
        return FlightPose(_interpolate(flight, eased))
    way = (seconds - LIFT) / flight.lasts
    if way < 0:
        up = ease_in_out(max(seconds, 0.0) / LIFT)
        return _lift_pose(replace(flight.start, shown=1.0), 1 + AIR_GROWTH * up, -TILT * up, LOW * up)
    if way < 1:
        k = ease_in_out_cubic(way)
        at = replace(_interpolate(flight, k), shown=1.0)
        wide = max(0.05, abs(cos(2 * pi * flight.spins * k)))
        return replace(_lift_pose(at, 1 + AIR_GROWTH, TILT * (2 * k - 1), LOW + (1 - LOW) * 4 * k * (1 - k)), wide=wide)
    down = min((seconds - LIFT - flight.lasts) / LAND, 1.0)
    grown = 1 + AIR_GROWTH - (AIR_GROWTH + DIP) * down / SET if down < SET else 1 - DIP * (1 - down) / (1 - SET)
    at = replace(flight.end, shown=1 + (flight.end.shown - 1) * down)
    return _lift_pose(at, grown, TILT * (1 - down), LOW * (1 - down))


def _lift_pose(at: Pose, grown: float, tilt: float, height: float) -> FlightPose:
    return FlightPose(replace(at, angle=at.angle + tilt, scale=at.scale * grown), height=height)


def _interpolate(flight: Flight, k: float) -> Pose:
    a, b = flight.start, flight.end
    turn = (b.angle - a.angle + 180) % 360 - 180 + 360 * flight.turns
    x, y = a.x + (b.x - a.x) * k, a.y + (b.y - a.y) * k
    if flight.about is not None:
        x, y = _arc_point(a, b, flight.about, k)
    bent = 4 * k * (1 - k)
    return Pose(
        x=x + flight.bow[0] * bent,
        y=y + flight.bow[1] * bent,
        angle=a.angle + turn * k,
        scale=a.scale + (b.scale - a.scale) * k,
        shown=a.shown + (b.shown - a.shown) * k,
    )


def _arc_point(a: Pose, b: Pose, about: tuple[float, float], k: float) -> tuple[float, float]:
    cx, cy = about
    start, end = atan2(a.y - cy, a.x - cx), atan2(b.y - cy, b.x - cx)
    angle = start + ((end - start + pi) % (2 * pi) - pi) * k
    far = hypot(a.x - cx, a.y - cy) * (1 - k) + hypot(b.x - cx, b.y - cy) * k
    return cx + far * cos(angle), cy + far * sin(angle)


def ease_out_cubic(t: float) -> float:
    return 1 - (1 - t) ** 3


def ease_in_out(t: float) -> float:
    return (1 - cos(pi * t)) / 2


def ease_in_out_cubic(t: float) -> float:
    return 4 * t**3 if t < 0.5 else 1 - 4 * (1 - t) ** 3


def reduce_motion(flight: Flight, fade: float) -> Flight:
    """Return the flight for less motion: what stays fades in at its end, all else is shown there and fades out."""
    there, lasts = replace(flight.end, shown=1.0), duration(flight)
    still = replace(drop_weight(flight), turns=0, about=None, lasts=fade)
    if flight.stays and not flight.turns:
        return replace(still, start=replace(there, shown=0.0), end=there, stays=lasts + flight.stays - fade)
    return replace(still, start=there, end=replace(there, shown=0.0))


def shadow_of(body: FlyingShape, pose: FlightPose) -> tuple[float, float, float, float]:
    """Return a thing's shadow: offset right and down, scale, and opacity."""
    far = min(body.w, body.h) * pose.at.scale * (FALLS[0] + (FALLS[1] - FALLS[0]) * pose.height)
    x, y = SHADOW_OFFSET
    return x * far, y * far, 1 + SOFTER * pose.height, (DARK[0] + (DARK[1] - DARK[0]) * pose.height) * pose.at.shown
