"""An element of the screen: painted again only when what it shows is different."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

from app.screen.paint.pen import Pen

View = TypeVar("View")
Made = TypeVar("Made")


class Bound(partial[Made]):
    """A function in a view, with values that it will be called with: equal to another with the same ones, as no
    partial is. So what looks the same and does something else is another view, and no touch does what was so before.
    """

    def __eq__(self, other: object) -> bool:
        mine = self.func, self.args, self.keywords
        return isinstance(other, Bound) and mine == (other.func, other.args, other.keywords)


@dataclass(frozen=True, slots=True)
class Element(Generic[View]):
    """Elements are drawn in the order of their list, each above the one before.

    `view` is a frozen value and holds all that `paint` shows: where it is equal, nothing is painted again. `paint` is a
    function of a module. It draws the view and nothing else; the screen's controller, which it is given, it hands on to
    what taps and holds do later, and reads nothing of it.
    """

    key: str
    view: View
    # Any: the controller, which is made of scenes, and these of elements.
    paint: Callable[[Pen, View, Any], None]
    breathes: bool = False
    angle: float = 0.0  # how it is turned round its pivot; when it changes, the element turns there
    pivot: tuple[float, float] | None = None
    flips: object = None  # when this changes, the element is turned over round its pivot
    together: bool = False  # it is so at the same moment as others, not after them

    def draw(self, pen: Pen, control: Any) -> None:  # Any: as above
        self.paint(pen, self.view, control)

    def looks_like(self, other: "Element[Any]") -> bool:
        """Whether it would be painted alike."""
        return bool(self.view == other.view) and self.paint == other.paint


Elements: TypeAlias = list[Element[Any]]
