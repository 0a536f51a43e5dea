"""A part of the screen: painted again only when its facts have changed."""

from collections.abc import Callable
from dataclasses import dataclass

from app.kiosk.draw import Pen


@dataclass(slots=True)
class Part:
    """`facts` is all that `paint` looks at; parts are drawn in the order of their list, each above the one before.

    `shape`: the part's outline on the screen, for parts that must not meet; `over` parts lie on others on purpose.
    """

    key: str
    facts: object
    paint: Callable[[Pen], None]
    breathes: bool = False
