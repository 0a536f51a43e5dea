"""An element of the screen: a frozen view and its painter, repainted only if the view differs."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

from app.screen.paint.pen import Pen

View = TypeVar("View")
Made = TypeVar("Made")
PenKind = TypeVar("PenKind", bound=Pen)


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


class ElementKey:
    """Cache key of what an element draws: equal for elements that a pen with these settings paints alike."""

    __slots__ = ("control", "element", "look")

    def __init__(self, element: Element[Any], like: Pen, control: Any) -> None:  # Any: as elements have it
        self.element, self.look, self.control = element, like.look, control

    def __hash__(self) -> int:
        return hash(self.element.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ElementKey) and self.look == other.look and self.element.is_painted_like(other.element)

    def draw(self, kind: type[PenKind]) -> PenKind:
        """Return a new pen of a kind, which has drawn the element."""
        pen = kind(*self.look)
        self.element.draw(pen, self.release_control())
        return pen

    def release_control(self) -> Any:  # Any: as elements have it
        """Return the controller and forget it, as a cached key must not keep it alive."""
        control, self.control = self.control, None
        return control


Elements: TypeAlias = list[Element[Any]]
