"""The vistas of a victory before the end of the game: the burning capital, and the symbols as stars over a city.

Lengths are parts of the screen's as the winner sees it, or u.
"""

from collections.abc import Callable
from math import sin
from typing import Final

from app.looks import military_track
from app.looks.drawing_data import SHAPE
from app.looks.paint_materials import Paint, Stop
from app.looks.symbols import figure
from app.looks.wonder_window import World
from app.screen.paint import lighting
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Picture, Scene
from app.screen.widgets import faces, wonder_window
from app.screen.widgets.dome import paint_stars
from app.screen.widgets.vista import EdgeWords, Vista, deep, paint_vista
from app.text.translation import Words

RED_SKY: Final = Paint("down", (Stop(0, "#14040A"), Stop(0.45, "#5A1214"), Stop(0.8, "#E0602A"), Stop(1, "#F6B04A")))
NIGHT: Final = Paint("down", (Stop(0, "#04071A"), Stop(0.5, "#14215A"), Stop(1, "#4C5F9A")))
SMOKE: Final = Paint("outward", (Stop(0, "#12060A", 0.2), Stop(1, "#12060A", 0)))
STONE: Final = "#1E0C0C"  # of walls before a fire
LAND: Final = "#0B0A18"
HORIZON: Final = 0.76
WALL: Final = 0.2, 0.8  # left and right end of the wall, in widths of the picture
WALL_HIGH: Final = 0.13  # of the height
TOWERS: Final = (0.2, 0.37, 0.63, 0.8)
TOWER: Final = (0.055, 0.2)  # width and height
MERLONS: Final = 22
PUFFS: Final = 5  # of smoke over a flame
FLAMES: Final = (  # across, up from the horizon, and scale
    *((0.26, 0.14, 2.6), (0.33, 0.13, 1.6), (0.45, 0.16, 3.2)),
    *((0.56, 0.14, 2.2), (0.69, 0.15, 2.9), (0.75, 0.13, 1.6)),
)
TONGUES: Final = (-0.42, 0.62), (0.45, 0.72), (0.0, 1.0), (0.05, 0.5)  # of a flame: across, in its widths, and scale
FLAME: Final = "M0 -60 C14 -34 30 -22 26 2 C24 20 10 28 0 28 C-12 28 -26 18 -26 0 C-26 -18 -10 -24 0 -60 Z"
LIT: Final = 5.2  # scale of the light round the whole city
PAWN: Final = 64.0  # u, radius
STAR: Final = 78.0  # u, radius of a symbol
SWING: Final = 0.09  # of the height, by which symbols are above or below their arc
CITY: Final = 0.3  # of the height, most of the winner's wonders


def build(scene: Scene, ring: Ring, winner: int, picture: Picture, says: Callable[[Words], str]) -> Element[Vista]:
    """Build the vista of a victory at the edge of seat `winner` (from 0)."""
    words = tuple(
        EdgeWords(
            zone.edge, says(scene.model.words(seat)), "", 0.0, ring.seen_from(zone.edge)[0] / ring.u - 2 * deep(ring)
        )
        for seat, zone in enumerate(ring.zones, 1)
    )
    vista = Vista(ring, ring.zones[winner].edge, (), words, "", (0.5, 0.5), deep(ring), picture)
    return Element("vista", vista, paint_vista)


def _paint_sky(p: Pen, w: float, h: float, sky: Paint, ground: str) -> None:
    lighting.shape(p, f"M0 0 L{w:.1f} 0 L{w:.1f} {h * HORIZON:.1f} L0 {h * HORIZON:.1f} Z", sky)
    p.rect(0, h * HORIZON, w, h * (1 - HORIZON), 0, ground)


def paint_burning_capital(p: Pen, w: float, h: float, *, lost: tuple[World, ...]) -> None:
    """Paint the capital that was taken, with the loser's wonders behind its wall."""
    foot = h * HORIZON
    _paint_sky(p, w, h, RED_SKY, "#100506")
    lighting.shape(p, lighting.CIRCLE, "fire", LIT * h / 1080, w / 2, foot - h * 0.1)
    for x, _, size in FLAMES:
        for puff in range(PUFFS):
            drift, up = 0.012 * puff * puff / 4, 0.16 + 0.085 * puff
            scale = size * (0.35 + 0.2 * puff)
            lighting.shape(p, lighting.CIRCLE, SMOKE, scale, w * (x + drift), foot - h * up)
    with p.dimmed(0.5, "black"), p.at(w / 2, foot - h * WALL_HIGH * 0.6):
        high = h * CITY * 0.9
        wonder_window.paint_row(p, lost, min(w * 0.55, high * SHAPE * len(lost)), high)
    for x, up, size in FLAMES:
        with p.at(w * x, foot - h * up):
            lighting.shape(p, lighting.CIRCLE, "fire", size * 0.9)
            for across, part in TONGUES:
                lighting.shape(p, FLAME, "flame", size * part, across * 52 * size, 28 * size * (1 - part))
    p.rect(0, foot, w, h - foot, 0, "#100506")
    _paint_wall(p, w, h, foot)
    with p.at(w / 2, foot + PAWN * 0.5, 0, PAWN / 46):
        faces.lay_out(p, military_track.pawn(46))


def _paint_wall(p: Pen, w: float, h: float, foot: float) -> None:
    left, right, top = w * WALL[0], w * WALL[1], foot - h * WALL_HIGH
    p.rect(left, top, right - left, foot - top, 0, STONE)
    step = (right - left) / (2 * MERLONS - 1)
    for n in range(MERLONS):
        p.rect(left + 2 * n * step, top - step, step, step + 1, 0, STONE)
    wide, high = TOWER[0] * w, TOWER[1] * h
    for x in TOWERS:
        p.rect(w * x - wide / 2, foot - high, wide, high, 0, STONE)
        for n in range(3):
            p.rect(w * x - wide / 2 + n * wide * 0.4, foot - high - wide * 0.2, wide * 0.2, wide * 0.2 + 1, 0, STONE)
        p.rect(w * x - wide * 0.08, foot - high * 0.72, wide * 0.16, high * 0.16, 4, "#F6A23A")
    gate = h * WALL_HIGH * 0.78
    p.rect(w / 2 - gate * 0.42, foot - gate, gate * 0.84, gate, gate * 0.3, "#F08A2C")


def paint_constellation(
    p: Pen,
    w: float,
    h: float,
    *,
    symbols: tuple[str, ...],
    paint_star: Callable[[Pen, str, float], bool],
    city: tuple[World, ...],
) -> None:
    """Paint the winner's symbols as stars over the winner's city."""
    _paint_sky(p, w, h, NIGHT, LAND)
    paint_stars(p, w, h * HORIZON)
    high = h * CITY
    with p.at(w / 2, h * (HORIZON + 0.04)):
        wonder_window.paint_row(p, city, min(w * 0.6, high * SHAPE * max(1, len(city))), high)
    n, r = len(symbols), min(STAR, w * 0.3 / len(symbols))
    places = [(w * (0.5 + 0.66 * ((i + 0.5) / n - 0.5)), h * (0.33 + SWING * sin(i * 2.2 + 0.6))) for i in range(n)]
    p.path(*(at for place in places for at in place), line="candle", width=3, opacity=0.7)
    for symbol, (x, y) in zip(symbols, places, strict=True):
        with p.at(x, y):
            lighting.halo(p, r, r)
            lighting.disc(p, r, "green_tint", "green", lighting.GREENS)
            if not paint_star(p, symbol, r):
                figure(p, symbol, 0, 0, r * 1.27, "green", "green_tint")
