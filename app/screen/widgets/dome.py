"""The dome: the sky over the table seen from below, its zenith in the middle, a horizon at every edge.

So each seat has an upright world: the colours of its wonder's sky rise from its edge. Lengths are u.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from app.looks.paint_materials import Paint, Stop
from app.looks.sky_landscape import DOME, SPREAD, scatter, skies
from app.screen.control.controller import Controller
from app.screen.paint import lighting
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.widgets import war_sprites

WAR: Final = {False: ("#8A2A16", "#461013", "#22090C"), True: ("#F6D9CC", "#EFC3B2", "#E2A48E")}
STARS: Final = 150
HILLS: Final = 46.0  # height of the hills along an edge
TOPS: Final = 12  # of hills along an edge
AURA: Final = 0.62  # of the shorter side, the radius of the light that rises at a seat
AURA_OPACITY: Final = 0.85


@dataclass(frozen=True, slots=True)
class Horizon:
    """The place where a seat's light rises (pixels), and the sky that it is of; "": none."""

    x: float
    y: float
    sky: str


@dataclass(frozen=True, slots=True)
class Dome:
    """The ground of a page. `war`: it is red, and nobody's light rises."""

    ring: Ring
    seats: tuple[Horizon, ...]
    war: bool = False


def horizons(ring: Ring, skies: Sequence[str]) -> tuple[Horizon, ...]:
    """Return where the light of each seat rises: the middle of its zone's outer side. `skies`: by seat."""
    found = []
    for zone, sky in zip(ring.zones, skies, strict=True):
        x, y = ((zone.x, ring.height), (0.0, zone.y), (zone.x, 0.0), (ring.width, zone.y))[zone.edge]
        found.append(Horizon(x, y, sky))
    return tuple(found)


def paint_dome(p: Pen, dome: Dome, control: Controller) -> None:
    p.cached(_paint_ground, dome)


def _paint_ground(p: Pen, dome: Dome) -> None:
    ring = dome.ring
    w, h = ring.width / ring.u, ring.height / ring.u
    with p.at(0, 0, 0, ring.u):
        if p.plain:
            p.rect(0, 0, w, h, 0, "battle" if dome.war and not p.bright else "table")
            return
        top, middle, low = (WAR if dome.war else DOME)[p.bright]
        ground = Paint("outward", (Stop(0, top), Stop(0.55, middle), Stop(1, low)))
        p.rect(0, 0, w, h, 0, low)
        lighting.disc_of(p, ground, hypot(w, h) / 2, w / 2, h / 2)
        if dome.war:
            war_sprites.paint_sky(p, w, h)
        elif not p.bright:
            paint_stars(p, w, h)
        for each in dome.seats:
            if each.sky:
                _paint_aura(p, each.x / ring.u, each.y / ring.u, each.sky, min(w, h) * AURA)
    for edge in range(4):
        with ring.draw_seen_from(p, edge) as (wide, high), p.at(0, high):
            if dome.war:
                war_sprites.paint_firelight(p, wide)
            _paint_hills(p, wide)


def paint_stars(p: Pen, w: float, h: float) -> None:
    """Paint stars in a box from its upper left corner."""
    for across, down, large in scatter(range(STARS)):
        p.rect(w * across, h * down, 1 + 2 * large, 1 + 2 * large, 0, "white", opacity=0.2 + 0.5 * large)


def _paint_aura(p: Pen, x: float, y: float, name: str, r: float) -> None:
    top, middle, haze, *_ = skies()[name].bright if p.bright else skies()[name].night
    light = Paint(
        "outward",
        (Stop(0, haze, AURA_OPACITY), Stop(0.4, middle, AURA_OPACITY * 0.7), Stop(1, top, 0)),
    )
    lighting.disc_of(p, light, r, x, y)


def _paint_hills(p: Pen, w: float) -> None:
    """Paint the silhouette of the hills along an edge, upwards from the pen."""
    tops = [HILLS * (0.45 + 0.55 * (i * SPREAD[1] % 1)) for i in range(TOPS + 1)]
    points = [n for i, top in enumerate(tops) for n in (w * i / TOPS, -top)]
    p.poly(0, 0, *points, w, 0, fill="black", opacity=0.1 if p.bright else 0.4)
