"""An element of the screen: a frozen view and its painter, repainted only if the view differs."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import Look

View = TypeVar("View")
Made = TypeVar("Made")


class BoundCall(partial[Made]):
    """A partial that is equal to another of the same function and values.

    A view can therefore hold one: if a touch would do something else, the view differs and is painted again.
    """

    def __eq__(self, other: object) -> bool:
        mine = self.func, self.args, self.keywords
        return isinstance(other, BoundCall) and mine == (other.func, other.args, other.keywords)

    def __hash__(self) -> int:
        return hash((self.func, self.args, frozenset(self.keywords.items())))


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
    # Returns elements that may be shown next, made of facts that everybody may know.
    ahead: Callable[[], Iterable["Element[Any]"]] = field(default=tuple, compare=False)

    def draw(self, pen: Pen, control: Any) -> None:  # Any: as above
        self.paint(pen, self.view, control)

    def is_painted_like(self, other: "Element[Any]") -> bool:
        """Check whether another element would be painted alike."""
        return bool(self.view == other.view) and self.paint == other.paint


class ElementDrawings:
    """The pens that have drawn the elements of a screen, by key, for elements that look at what others draw.

    Each version of an element is drawn once: the one that was looked at first is then shown.
    """

    def __init__(self) -> None:
        self._drawn: dict[str, tuple[Element[Any], Pen]] = {}
        self._rotated: dict[str, tuple[Element[Any], Pen]] = {}  # how they were before they rotated
        self._ahead: set[str] = set()  # keys of what was drawn to be looked at, and is not shown yet
        self._prepared: ElementDrawings | None = None  # what may be shown next

    def look_at(self, element: Element[Any], look: Look, control: Any) -> Pen:  # Any: as elements have it
        """Return the pen that has drawn an element with these settings, or that draws it now."""
        for drawings in (self._drawn, self._rotated):
            if (known := drawings.get(element.key)) is not None:
                before, pen = known
                if pen.look == look and (before is element or before.is_painted_like(element)):
                    return pen
        prepared = self._prepared._take(element, look) if self._prepared is not None else None
        pen = prepared or self._paint(element, look, control)
        self._drawn[element.key] = element, pen
        self._ahead.add(element.key)
        return pen

    def _paint(self, element: Element[Any], look: Look, control: Any) -> Pen:  # Any: as elements have it
        pen = Pen(*look)
        pen.drawings = self
        element.draw(pen, control)
        return pen

    def _take(self, element: Element[Any], look: Look) -> Pen | None:
        """Return the pen that has drawn an element already, which is then no longer kept here."""
        before, pen = self._drawn.pop(element.key, (element, None))
        return pen if pen is not None and pen.look == look and before.is_painted_like(element) else None

    def prepare(self, element: Element[Any], look: Look, control: Any) -> None:  # Any: as elements have it
        """Draw an element that may be shown next, if it is not drawn yet. Of several with the same key, the first is
        kept for then.
        """
        if self._prepared is None:
            self._prepared = ElementDrawings()
        kept, _ = self._prepared._drawn.get(element.key, (element, None))
        if kept.is_painted_like(element):
            self._prepared.look_at(element, look, control)
        else:
            self._prepared._paint(element, look, control)  # for the caches

    def draw(self, element: Element[Any], look: Look, control: Any) -> Pen:  # Any: as elements have it
        """Return a pen that has drawn an element, and whose triangles nobody has taken yet."""
        if element.key not in self._ahead:
            self._drawn.pop(element.key, None)
            self._rotated.pop(element.key, None)
        pen = self.look_at(element, look, control)
        self._ahead.discard(element.key)
        return pen

    def show(
        self, drawn: dict[str, tuple[Element[Any], Pen]], rotated: dict[str, tuple[Element[Any], Pen]] | None = None
    ) -> None:
        """Set what is shown now, and what `rotated` elements would show again if they rotated back."""
        self._drawn, self._rotated, self._prepared = drawn, rotated or {}, None
        self._ahead.clear()


def look_at(element: Element[Any], like: Pen, control: Any) -> Pen:  # Any: as elements have it
    """Return the pen that has drawn another element of the screen on which the pen `like` draws."""
    if like.drawings is None:
        like.drawings = ElementDrawings()
    found: Pen = like.drawings.look_at(element, like.look, control)
    return found


AnyElement: TypeAlias = Element[Any]  # each element has a view of its own
Elements: TypeAlias = list[AnyElement]
