"""Something on its way over the screen, as a value: what is painted, from where to where, and when."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from app.screen.draw import Pen

STEP: Final = 0.12  # seconds between two things of one kind


@dataclass(frozen=True, slots=True)
class Place:
    """Somewhere on the screen, in pixels, y down: degrees clockwise, a scale, and how much of it shows."""

    x: float
    y: float
    angle: float = 0.0
    scale: float = 1.0
    shown: float = 1.0


@dataclass(frozen=True, slots=True)
class Flight:
    """What is painted round (0, 0) moves from `start` to `end`; all times are seconds."""

    paint: Callable[[Pen], None]
    start: Place
    end: Place
    lasts: float
    after: float = 0.0  # it begins so much later
    sound: str = ""  # that is heard then
    turns: int = 0  # whole ones, clockwise, on its way
    stays: float = 0.0  # it lies there so much longer


def one_by_one(
    happened: Iterable[object], moves: Callable[[object, float], Iterable[Flight]], lasts: Callable[[object], float]
) -> tuple[Flight, ...]:
    """What events move, one after the other. `moves`: because of one, so many seconds from now; `lasts`: seconds."""
    found: list[Flight] = []
    after = 0.0
    for event in happened:
        found += moves(event, after)
        after += lasts(event)
    return tuple(found)


def swelling(
    paint: Callable[[Pen], None], at: Place, scales: tuple[float, float], lasts: float, after: float = 0.0
) -> Flight:
    """Something that grows where it is, and fades."""
    start, end = replace(at, scale=scales[0], shown=1.0), replace(at, scale=scales[1], shown=0.0)
    return Flight(paint, start, end, lasts, after)


def in_units(draw: Callable[[Pen], None], u: float) -> Callable[[Pen], None]:
    """Paints in u what flies."""
    return partial(_in_units, draw=draw, u=u)


def _in_units(p: Pen, draw: Callable[[Pen], None], u: float) -> None:
    with p.at(0, 0, 0, u):
        draw(p)
