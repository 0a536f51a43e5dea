"""Places of stamps and of things that a pen has drawn."""

from collections.abc import Callable, Hashable
from math import cos, radians, sin
from typing import NamedTuple

from app.looks.drawing_data import outlines, wonder
from app.screen.paint.dirty_regions import enclose_points

Box = tuple[float, float, float, float]  # left, top, right, bottom in px


class PlacedStamp(NamedTuple):
    """A stamp with its place: pixels, degrees clockwise."""

    paint: Callable[..., None]
    what: tuple[Hashable, ...]
    rough: bool
    x: float
    y: float
    angle: float
    scale: float

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point of the drawing to the screen."""
        c, s = cos(radians(self.angle)) * self.scale, sin(radians(self.angle)) * self.scale
        return self.x + x * c - y * s, self.y + x * s + y * c

    @property
    def outline(self) -> list[tuple[float, float]]:
        """The outline of a stage, in units of its drawing."""
        name, number, *_ = self.what
        assert isinstance(name, str)
        assert isinstance(number, int)
        return [at for each in outlines(wonder(name).stages[number].outline) for at in each]

    @property
    def box(self) -> Box:
        """Bounding box of a stage, in units of its drawing."""
        return enclose_points(*zip(*self.outline, strict=True))


class DrawnThing(NamedTuple):
    """The place of a drawn thing: its key (`Idea.rings`), its middle and size in pixels, and its angle."""

    key: str
    x: float
    y: float
    angle: float
    w: float
    h: float

    @property
    def box(self) -> Box:
        """The upright bounding box of the thing."""
        c, s = abs(cos(radians(self.angle))), abs(sin(radians(self.angle)))
        w, h = (self.w * c + self.h * s) / 2, (self.w * s + self.h * c) / 2
        return self.x - w, self.y - h, self.x + w, self.y + h
