"""Wonders as SVG, part by part, in a box of 100 with its ground at 100. The classes are in phone.css."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Literal

from markupsafe import Markup

from app.looks.buildings import Arch, Part, Solid
from app.looks.figures import Oval, Poly, Rect

State = Literal["built", "next", "later"]


def wonder(parts: Sequence[Part], states: Sequence[State], x: float = 0, y: float = 0, size: float = 100) -> Markup:
    """A wonder from its upper left corner, each part in its state."""
    drawn = "".join(_part(it, state) for it, state in zip(parts, states, strict=True))
    return Markup(f'<g class="parts" transform="translate({x:g} {y:g}) scale({size / 100:g})">{drawn}</g>')


def stood(parts: Sequence[Part], standing: int, x: float = 0, y: float = 0, size: float = 100) -> Markup:
    """A wonder of which so many parts stand."""
    return wonder(parts, ["built" if nth < standing else "later" for nth in range(len(parts))], x, y, size)


def _part(it: Part, state: State) -> str:
    drawn = it.drawn if state == "built" else ()
    return "".join(f'<path class="{cls}" d="{trace(solids)}"/>' for cls, solids in ((state, it.body), *drawn))


def trace(solids: Sequence[Solid]) -> str:
    """Shapes as one path. All run clockwise, so that where they lie on one another nothing is left out."""
    return "".join(map(_trace, solids))


def _trace(it: Solid) -> str:
    match it:
        case Rect(x, y, w, h):
            return f"M{_n(x)} {_n(y)}h{_n(w)}v{_n(h)}h{_n(-w)}z"
        case Oval(x, y, rx, ry):
            half = f"a{_n(rx)} {_n(ry)} 0 0 1"
            return f"M{_n(x - rx)} {_n(y)}{half} {_n(2 * rx)} 0{half} {_n(-2 * rx)} 0z"
        case Arch(x, y, w, h):
            high = min(h, w / 2)
            return f"M{_n(x)} {_n(y + h)}V{_n(y + high)}a{_n(w / 2)} {_n(high)} 0 0 1 {_n(w)} 0V{_n(y + h)}z"
    points = _clockwise(it)
    return f"M{' '.join(f'{_n(x)} {_n(y)}' for x, y in points)}z"


def _clockwise(it: Poly) -> list[tuple[float, float]]:
    points = list(zip(it.points[::2], it.points[1::2], strict=True))
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*points, points[0]]))
    return points if area > 0 else points[::-1]


def _n(number: float) -> str:
    return f"{round(number, 1):g}"
