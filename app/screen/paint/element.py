"""An element of the screen: a frozen view and its painter, repainted only if the view differs."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

from app.screen.paint.pen import Pen

View = TypeVar("View")
Made = TypeVar("Made")


class BoundCall(partial[Made]):
    """A partial that is equal to another of the same function and values.

    A view can therefore hold one: if a touch would do something else, the view differs and is painted again.
    """

    def __eq__(self, other: object) -> bool:
        mine = self.func, self.args, self.keywords
        return isinstance(other, BoundCall) and mine == (other.func, other.args, other.keywords)


@dataclass(frozen=True, slots=True)
class Element(Generic[View]):
    """A view with the function that paints it. Elements are drawn in list order, each above the one before.

    `view` is a frozen value with everything that `paint` shows: if it is equal, nothing is repainted. `paint` is a
    function of a module. It draws the view and nothing else; it passes the controller to the callbacks of taps and
    holds, and reads nothing of it.
    """

    key: str
    view: View
    # Any: the controller, which is made of scenes, and these of elements.
    paint: Callable[[Pen, View, Any], None]
    breathes: bool = False
    angle: float = 0.0  # degrees round the pivot; a change is animated
    pivot: tuple[float, float] | None = None
    flips: object = None  # a change flips the element round its pivot
    together: bool = False  # changes at the same moment as others, not after them

    def draw(self, pen: Pen, control: Any) -> None:  # Any: as above
        self.paint(pen, self.view, control)

    def is_painted_like(self, other: "Element[Any]") -> bool:
        """Check whether another element would be painted alike."""
        return bool(self.view == other.view) and self.paint == other.paint


Elements: TypeAlias = list[Element[Any]]
