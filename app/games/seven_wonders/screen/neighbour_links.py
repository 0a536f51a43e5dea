"""Links between neighbouring seats: a comparison of shields, the direction in which hands pass, and trade discounts."""

from dataclasses import dataclass
from math import atan2, degrees
from typing import Final, TypeAlias

from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.screen.control.controller import Controller
from app.screen.paint import lighting
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import CardPlace, Ring, Zone, link_path
from app.screen.widgets import faces
from app.screen.widgets.game_pieces import lines_to_seats

Discounts: TypeAlias = tuple[tuple[str, int], ...]  # reduced prices of a seat at one neighbour, by card colour
DISC: Final = 38.0  # u, from its middle
STEP: Final = 15.0  # u, between the two strokes of a chevron
DISCOUNT_OFFSETS: Final = (62.0, 90.0)  # u, from the disc to reduced prices: of the seat before it, of the one after


@dataclass(frozen=True, slots=True)
class NeighbourLinks:
    """The lines between neighbours. `less`: by gap, of the seat before and the one after."""

    ring: Ring
    shields: tuple[int, ...]  # by seat
    passing: str  # where hands go next; empty: nowhere
    less: tuple[tuple[Discounts, Discounts], ...]


def links(scene: SevenScene, ring: Ring) -> Element[NeighbourLinks]:
    """Return the links between neighbours during a game."""
    view, full = scene.view, scene.data.table.trade
    n = len(view.seats)

    def discounts_of(seat: int, side: str) -> Discounts:
        prices = view.derived.standing[seat].prices[side]
        wares = (("brown", prices["raw"]), ("grey", prices["manufactured"]))
        return tuple((colour, price) for colour, price in wares if price < full)

    found = tuple((discounts_of(i, "left"), discounts_of((i + 1) % n, "right")) for i in range(n))
    shields = tuple(chair.shields for chair in view.seats)
    return Element("links", NeighbourLinks(ring, shields, view.derived.passing or "", found), paint)


def towards(gap: CardPlace, zone: Zone) -> float:
    """Return the direction from a gap to one of its seats, in degrees."""
    path = link_path(gap, zone)
    return degrees(atan2(path[-3] - path[-1], path[-4] - path[-2]))


def paint(p: Pen, links: NeighbourLinks, control: Controller) -> None:
    ring, n = links.ring, len(links.ring.zones)
    lines_to_seats(p, ring, "hair")
    for i, gap in enumerate(ring.gaps):
        j = (i + 1) % n
        more = (links.shields[i] > links.shields[j]) - (links.shields[i] < links.shields[j])
        with p.at(gap.x, gap.y, 0, ring.u):
            lighting.shadow(p, -DISC, -DISC, 2 * DISC, 2 * DISC, DISC)
            p.stamp(0, 0, 1, _comparison, towards(gap, ring.zones[i if more > 0 else j]) if more else None)
            if links.passing:
                giver, taker = (i, j) if links.passing == "left" else (j, i)
                p.stamp(0, 0, 1, _chevron, towards(gap, ring.zones[giver]) + 180, -72)
                p.stamp(0, 0, 1, _chevron, towards(gap, ring.zones[taker]), 58)
        rows = [(less, side) for less, side in zip(links.less[i], (180, 0), strict=True) if less]
        with p.at(gap.x, gap.y, gap.angle, ring.u):
            for (less, side), down in zip(rows, DISCOUNT_OFFSETS, strict=False):
                _paint_discount(p, less, side, down)


def _comparison(p: Pen, more: float | None) -> None:
    """Paint a disc with an arrow to whoever has more shields, in degrees; None: both have as many."""
    if p.plain:
        p.disc(0, 0, DISC, "red_tint", "line" if more is None else "drum", 3)
    else:
        p.disc(0, 0, DISC, "red_tint")
        lighting.bevel(p, DISC, DISC * 0.09, lighting.BRASS[p.bright])
    if more is None:
        faces.figure(p, "same", 0, 0, DISC * 1.2, "mute", "red_tint")
    else:
        with p.at(0, 0, more):
            faces.figure(p, "arrow", 0, 0, DISC * 1.2, "red", "red_tint")


def _chevron(p: Pen, angle: float, off: float) -> None:
    with p.at(0, 0, angle):
        for x in (off, off + STEP):
            p.path(x - 5, -10, x + 5, 0, x - 5, 10, line="stone", width=5)


def _paint_discount(p: Pen, discounts: Discounts, side: float, down: float) -> None:
    """Paint an arrow to the seller, with the reduced prices."""
    wide = 30 + 46 * len(discounts)
    x = -wide / 2 + 13
    p.rect(-wide / 2 - 5, down - 14, wide + 10, 28, 14, "plate", "hair", 2)
    with p.at(x, down, side):
        faces.figure(p, "arrow", 0, 0, 24, "yellow", "plate")
    x += 26
    for colour, price in discounts:
        faces.figure(p, colour, x, down, 15, colour, "plate")
        faces.coin(p, x + 20, down, 22, price)
        x += 46
