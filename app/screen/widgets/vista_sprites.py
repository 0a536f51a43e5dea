"""Small things of a vista: clouds, boats where there is water, birds, and gold dust. Lengths are u."""

from math import cos, sin
from typing import Final

from app.looks.paint_materials import Paint, Stop
from app.looks.sky_landscape import HORIZON, scatter, skies
from app.screen.paint import lighting
from app.screen.paint.pen import Pen

CLOUDS: Final = 6
CLOUD: Final = "M-100 0 C-100 -8 -55 -14 0 -14 C55 -14 100 -8 100 0 C100 8 55 14 0 14 C-55 14 -100 8 -100 0 Z"
CLOUD_OPACITY: Final = {False: 0.13, True: 0.6}  # by bright
PUFFS: Final = ((0.0, 0.0, 1.0), (-46.0, -10.0, 0.6), (40.0, -12.0, 0.7), (72.0, 6.0, 0.5))  # of a cloud, with scales
BOATS: Final = ((0.1, 0.3), (0.2, 0.75), (0.83, 0.2), (0.9, 0.6))  # across, and down from the horizon to the foot
BIRDS: Final = 5
DUST: Final = 34
DUST_REACH: Final = 0.46  # of the shorter side, from the light


def paint_country(p: Pen, sky: str, w: float, h: float) -> None:
    """Paint clouds, birds and boats of a wonder's country, from its upper left corner."""
    seed, horizon = sum(map(ord, sky)), h * HORIZON
    for across, down, large in scatter(range(seed, seed + CLOUDS)):
        p.stamp(w * across, horizon * (0.16 + 0.62 * down), 1.4 + 1.6 * large, _paint_cloud)
    for across, down, large in scatter(range(seed + 9, seed + 9 + BIRDS)):
        p.stamp(w * (0.1 + 0.25 * across), horizon * (0.45 + 0.2 * down), 0.5 + 0.5 * large, _paint_bird)
    for across, down in BOATS if skies()[sky].sea else ():
        p.stamp(w * across, horizon + (h - horizon) * 0.55 * down, 0.7 + 0.9 * down, _paint_boat)


def paint_dust(p: Pen, x: float, y: float, far: float) -> None:
    """Paint gold dust round a light."""
    for across, down, large in scatter(range(3, 3 + DUST)):
        angle, away = across * 6.3, far * (0.3 + 0.7 * down)
        p.stamp(x + away * cos(angle), y + away * sin(angle), 0.6 + 0.8 * large, _paint_grain)


def _paint_cloud(p: Pen) -> None:
    white = Paint("outward", (Stop(0, "#FFFFFF", CLOUD_OPACITY[p.bright]), Stop(1, "#FFFFFF", 0)))
    for x, y, scale in PUFFS:
        lighting.shape(p, CLOUD, white, scale, x, y)


def _paint_bird(p: Pen) -> None:
    p.path(-26, -6, -12, -13, 0, 0, 12, -13, 26, -6, line="black" if p.bright else "white", width=3.4, opacity=0.55)


def _paint_boat(p: Pen) -> None:
    p.poly(-34, -8, 34, -8, 24, 8, -26, 8, fill="#3A2216")
    p.path(0, -8, 0, -66, line="#6E4A2A", width=3)
    p.poly(3, -64, 30, -16, 3, -14, fill="#EFE3C8", opacity=0.92)
    p.poly(-3, -56, -22, -16, -3, -14, fill="#D9C7A0", opacity=0.85)
    p.path(-30, 13, 34, 13, line="white", width=2, opacity=0.35)


def _paint_grain(p: Pen) -> None:
    p.poly(-5, -2, 4, -4, 6, 2, -3, 4, fill="#FFDF8A", opacity=0.8)
