"""The choice of a seat's emblem and colour; those of other seats are disabled."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.protocol.seat_badges import COLOURS, EMBLEMS
from app.screen.control.controller import Controller
from app.screen.pages.common.setting_intents import set_seat
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.badges import badge
from app.screen.widgets.controls import tick
from app.screen.widgets.panel import PanelHeading, closing, panel
from app.screen.widgets.panel_cells import Cell, CellList
from app.screen.widgets.panel_frame import PanelContext, panel_context, panel_element, place

LEAST: Final = 112.0  # u, minimum width
DISABLED_OPACITY: Final = 0.3


@dataclass(frozen=True, slots=True)
class BadgeChoice:
    """The seat's choice, and what other seats have."""

    context: PanelContext
    seat: int
    emblem: str
    colour: str
    taken: frozenset[str]


def build_badge_choice(scene: Scene, ring: Ring, seat: int) -> Element[BadgeChoice] | None:
    """Build the panel of emblems and colours; None for a free seat."""
    table = scene.table
    if not 0 < seat <= len(table.seats) or table.seats[seat - 1].by == "free":
        return None
    view = BadgeChoice(panel_context(scene, ring, seat), seat, *table.seats[seat - 1].badge, table.taken_badges(seat))
    return panel_element(scene, view, paint_choice)


def paint_choice(p: Pen, choice: BadgeChoice, control: Controller) -> None:
    at = place(choice.context.ring, choice.context.edge, 1200)
    cells = [Cell(partial(_paint_emblem, choice, control, slug)) for slug in EMBLEMS]
    cells += [Cell(partial(_paint_colour, choice, control, slug)) for slug in COLOURS]
    title = choice.context.w("Emblem and colour")
    size = max(LEAST, choice.context.ring.touch), 0
    panel(p, control, choice.context, at, PanelHeading(title, STONE), CellList(cells, size), close=closing(control))


def _paint_emblem(choice: BadgeChoice, control: Controller, slug: str, p: Pen, w: float, h: float) -> None:
    def draw(p: Pen, ground: str) -> None:
        p.rect(
            0, 0, w, h, 18, ground, "candle" if slug == choice.emblem else "line", 3.5 if slug == choice.emblem else 2
        )
        badge(p, w / 2, h / 2, min(w, h) * 0.74, slug, choice.colour)

    if slug in choice.taken:
        with p.dimmed(DISABLED_OPACITY):
            draw(p, "zone")
        return
    draw(p, "chosen" if slug == choice.emblem else "raised")
    if slug == choice.emblem:
        tick(p, w - 20, 20, 20)
    tap = partial(set_seat, control, choice.seat, emblem=slug)
    p.hit_area(0, 0, w, h, f"emblem {slug}", tap, press=lambda p: draw(p, "candle"))


def _paint_colour(choice: BadgeChoice, control: Controller, slug: str, p: Pen, w: float, h: float) -> None:
    def draw(p: Pen, edge: str) -> None:
        p.rect(0, 0, w, h, 18, slug, edge, 3.5 if slug == choice.colour else 2)

    if slug in choice.taken:
        with p.dimmed(DISABLED_OPACITY):
            draw(p, "line")
        return
    draw(p, "candle" if slug == choice.colour else "line")
    if slug == choice.colour:
        tick(p, w - 20, 20, 20)
    tap = partial(set_seat, control, choice.seat, colour=slug)
    p.hit_area(0, 0, w, h, f"colour {slug}", tap, press=lambda p: draw(p, "candle"))
