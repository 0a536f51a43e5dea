"""The dark screen between games."""

from dataclasses import dataclass
from typing import Any, Final

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen

FAINT: Final = 0.16  # opacity of the hint that a touch wakes the screen


@dataclass(frozen=True, slots=True)
class DarkScreen:
    """A screen of this size (pixels)."""

    width: int
    height: int


def part(width: int, height: int) -> Element[Any]:
    """Build the dark screen, without hit areas."""
    return Element("dark", DarkScreen(width, height), paint_dark)


def paint_dark(p: Pen, it: DarkScreen, control: Controller) -> None:
    p.rect(0, 0, it.width, it.height, 0, "black")
    with p.dimmed(FAINT, over="black"):
        icon(p, "touch", it.width / 2, it.height / 2, min(it.width, it.height) / 8, "white", "black")
