"""Places of stamps: where an element draws a certain thing, found without drawing it."""

from collections.abc import Callable, Hashable
from math import cos, radians, sin
from typing import Any, ClassVar, NamedTuple

from app.looks.drawing_data import outlines, wonder
from app.screen.paint.pen import Measure, Pen
from app.screen.paint.stamps import Fragment


class PlacedStamp(NamedTuple):
    """A stamp with its place: pixels, degrees clockwise."""

    paint: Callable[..., None]
    what: tuple[Hashable, ...]
    rough: bool
    x: float
    y: float
    angle: float
    scale: float

    def draw_on(self, p: Pen, x: float, y: float) -> None:
        """Draw the stamp on another pen, with a point of the screen as its (0, 0)."""
        with p.at(self.x - x, self.y - y, self.angle):
            p.stamp(0, 0, self.scale, self.paint, *self.what, rough=self.rough)

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point of the drawing to the screen."""
        c, s = cos(radians(self.angle)) * self.scale, sin(radians(self.angle)) * self.scale
        return self.x + x * c - y * s, self.y + x * s + y * c

    @property
    def outline(self) -> list[tuple[float, float]]:
        """The outline of a stage, in units of its drawing."""
        name, number = self.what
        assert isinstance(name, str)
        assert isinstance(number, int)
        return [at for each in outlines(wonder(name).stages[number].outline) for at in each]

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Bounding box of a stage, in units of its drawing: left, top, right and bottom."""
        xs, ys = zip(*self.outline, strict=True)
        return min(xs), min(ys), max(xs), max(ys)


class StampPen(Pen):
    """A pen that draws no shapes and records in `found` each stamp that `wanted` paints."""

    replays = True
    wanted: ClassVar[Callable[..., None]]

    def __init__(self, measure: Measure, bright: bool = False, large: bool = False, plain: bool = False) -> None:
        super().__init__(measure, bright, large, plain)
        self.found: list[PlacedStamp] = []

    def _nothing(self, *shape: Any, **looks: Any) -> None:  # Any: what each draws
        pass

    rect = oval = disc = poly = path = arc = draw_gradient = glow = _nothing

    def stamp(
        self, x: float, y: float, scale: float, paint: Callable[..., None], *what: Hashable, rough: bool = False
    ) -> None:
        if paint is type(self).wanted:
            self.found.append(PlacedStamp(paint, what, rough, *self.place(x, y), self.origin[2], scale * self.scale))

    def add_fragment(self, it: Fragment) -> None:
        assert isinstance(it.pen, StampPen)
        self.found += it.pen.found
