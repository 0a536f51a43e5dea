"""The dark screen between games."""

from dataclasses import dataclass
from typing import Any, Final

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen

FAINT: Final = 0.16  # of the light of the sign that says that a touch is enough


@dataclass(frozen=True, slots=True)
class Dark:
    """A screen of so many pixels."""

    width: int
    height: int


def part(width: int, height: int) -> Element[Any]:
    """All of it: nothing can be touched."""
    return Element("dark", Dark(width, height), paint_dark)


def paint_dark(p: Pen, it: Dark, control: Controller) -> None:
    p.rect(0, 0, it.width, it.height, 0, "black")
    with p.dimmed(FAINT, over="black"):
        icon(p, "touch", it.width / 2, it.height / 2, min(it.width, it.height) / 8, "white", "black")
