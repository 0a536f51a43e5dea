"""Wonders as SVG, part by part, in a box of 100 with its ground at 100. The classes are in phone.css."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

from markupsafe import Markup

from app.looks.buildings import Arch, Part, Solid
from app.looks.figures import Oval, Poly, Rect

State = Literal["built", "next", "later"]
SHADED: Final = "edge"  # sides that lie in the shade: what a small picture does without


def wonder(parts: Sequence[Part], states: Sequence[State], size: float) -> Markup:
    """A wonder in a square of that size, each part in its state."""
    return _placed([_part(it, state) for it, state in zip(parts, states, strict=True)], 0, 0, size)


def stood(parts: Sequence[Part], standing: int, x: float = 0, y: float = 0, size: float = 100) -> Markup:
    """A small wonder from its upper left corner, of which so many parts stand: as little as it is known by.

    A page has it once it is linked to the table: there may be eight of them, and its place is kept until then.
    """
    to_come = [solid for part in parts[standing:] for solid in part.body]
    drawn = [_path("later", to_come)] if to_come else []
    plain = (it._replace(drawn=tuple(each for each in it.drawn if each[0] != SHADED)) for it in parts[:standing])
    return _placed(["<!--later-->", *drawn, *(_part(it, "built") for it in plain), "<!--/later-->"], x, y, size)


def _placed(drawn: Sequence[str], x: float, y: float, size: float) -> Markup:
    moved = f"translate({x:g} {y:g})" if x or y else ""
    return Markup(f'<g class="parts" transform="{moved}scale({size / 100:g})">{"".join(drawn)}</g>')  # our own numbers


def _part(it: Part, state: State) -> str:
    drawn = it.drawn if state == "built" else ()
    return "".join(_path(cls, solids) for cls, solids in ((state, it.body), *drawn))


def _path(cls: str, solids: Sequence[Solid]) -> str:
    return f'<path class="{cls}" d="{trace(solids)}"/>'


def trace(solids: Sequence[Solid]) -> str:
    """Shapes as one path. All run clockwise, so that where they lie on one another nothing is left out."""
    return "".join(map(_trace, solids))


def _trace(it: Solid) -> str:
    match it:
        case Rect(x, y, w, h):
            return f"M{_n(x)} {_n(y)}H{_n(x + w)}V{_n(y + h)}H{_n(x)}z"
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
    return str(round(number))  # a hundredth of a picture is less than a pixel where it is small
