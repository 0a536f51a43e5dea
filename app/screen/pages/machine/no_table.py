"""Pages in place of the table: it has stopped or ended, or the screen is dark between games."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.paint.element import AnyElement, Element
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import lay_ring
from app.screen.state.scene import Scene
from app.screen.widgets.controls import button
from app.text.fatal_page import Page

FAINT: Final = 0.16  # opacity of the hint that a touch wakes the screen


@dataclass(frozen=True, slots=True)
class ClosedPage:
    """The page on a screen of this size (pixels). `over`: the table was ended on purpose."""

    page: Page
    width: int
    height: int
    over: bool


def build_closed_page(scene: Scene, page: Page, width: int, height: int) -> AnyElement:
    """Build the page; its button closes the program or restarts the table."""
    return Element("page", ClosedPage(page, width, height, scene.model.over), paint_closed)


def paint_closed(p: Pen, closed_page: ClosedPage, control: Controller) -> None:
    ring, page = lay_ring(closed_page.width, closed_page.height, 2), closed_page.page
    u = min(closed_page.width / 1000, closed_page.height / 620)
    w, h = closed_page.width / u, closed_page.height / u
    t = max(84.0, ring.touch * ring.u / u)
    for angle in (0, 180):
        with p.at(closed_page.width / 2, closed_page.height / 2, angle, u):
            p.text(0, 50, page.title, 44, "text", bold=True, room=w - 80)
            p.prose(-w / 2 + 60, 84, page.text, 28, w - 120, h / 2 - t - 110, "soft", "middle", middle=True)
            if page.button:
                tap = partial(_leave_page, control, closed_page.over)
                button(p, -160, h / 2 - t - 16, 320, t, page.button, f"page {angle}", tap, primary=True, size=30)


def _leave_page(control: Controller, over: bool) -> None:
    if over:
        control.close_screen()
    else:
        control.restart_table()


@dataclass(frozen=True, slots=True)
class DarkScreen:
    """A screen of this size (pixels)."""

    width: int
    height: int


def build_dark_screen(width: int, height: int) -> AnyElement:
    """Build the dark screen, without hit areas."""
    return Element("dark", DarkScreen(width, height), paint_dark)


def paint_dark(p: Pen, screen: DarkScreen, control: Controller) -> None:
    p.rect(0, 0, screen.width, screen.height, 0, "black")
    with p.dimmed(FAINT, over="black"):
        icon(p, "touch", screen.width / 2, screen.height / 2, min(screen.width, screen.height) / 8, "white", "black")
