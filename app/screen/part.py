"""A part of the screen: painted again only when its facts have changed."""

from collections.abc import Callable
from dataclasses import dataclass

from app.screen.draw import Pen


@dataclass(slots=True)
class Part:
    """`facts` is all that `paint` looks at; parts are drawn in the order of their list, each above the one before."""

    key: str
    facts: object
    paint: Callable[[Pen], None]
    breathes: bool = False
    angle: float = 0.0  # how it is turned round its pivot; when it changes, the part turns there
    pivot: tuple[float, float] | None = None
    flips: object = None  # when this changes, the part is turned over round its pivot
