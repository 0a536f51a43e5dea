"""Things of a war: red clouds, embers, a city wall with its towers and torches, crossed swords. Lengths are u."""

from math import cos, pi, sin
from typing import Final

from app.looks.paint_materials import Paint, Stop
from app.looks.sky_landscape import scatter
from app.screen.paint import grounds, lighting
from app.screen.paint.pen import Pen

BRICK: Final = {False: "#C06A4C", True: "#D0916A"}  # by bright
COPING: Final = {False: "#FFC79A", True: "#FFF3E2"}
MERLON: Final = 26.0  # width of a merlon and of a gap
TOWER_RISES: Final = 30.0  # over its wall
OVER_WALL: Final = TOWER_RISES + MERLON  # the same with its battlements
ROUNDED: Final = Paint("across", (Stop(0, "#000000", 0.3), Stop(0.35, "#FFFFFF", 0.1), Stop(1, "#000000", 0.5)))
SHADED: Final = Paint("down", (Stop(0, "#1A0A08", 0), Stop(0.16, "#1A0A08", 0.3), Stop(1, "#1A0A08", 0.55)))
TORCH: Final = 66.0  # radius of its light
FLAME: Final = "M0 -30 C10 -14 13 -6 9 2 C5 8 -5 8 -9 2 C-13 -6 -4 -14 0 -30 Z"
BURNING: Final = 300.0  # depth of the glow behind the hills of an edge
FIRELIGHT: Final = Paint("down", (Stop(0, "#FF8A3C", 0), Stop(0.6, "#FF8A3C", 0.16), Stop(1, "#FFC27A", 0.5)))
CLOUD: Final = "M-100 0 C-100 -14 -55 -25 0 -25 C55 -25 100 -14 100 0 C100 14 55 25 0 25 C-55 25 -100 14 -100 0 Z"
SMOKE: Final = ("#C24A2C", "#12060A")
SMOKE_OPACITY: Final = {False: 0.3, True: 0.12}  # by bright
CLOUDS: Final = 22
EMBERS: Final = 130
SPARKS: Final = 14
FLASH: Final = 2.5  # radius of the light where shields meet; all of it is in radii of a shield there
HILT: Final = 1.1  # from there to a sword's guard
BLADE: Final = (-0.12, -2.45, 0.0, -2.8, 0.12, -2.45, 0.12, HILT, -0.12, HILT)


def paint_sky(p: Pen, w: float, h: float) -> None:
    """Paint smoke over a ground from its upper left corner, and embers in it."""
    for nth, (across, down, large) in enumerate(scatter(range(7, 7 + CLOUDS))):
        colour, part = SMOKE[nth % 2], SMOKE_OPACITY[p.bright]
        puff = Paint("outward", (Stop(0, colour, part), Stop(0.5, colour, part * 0.5), Stop(1, colour, 0)))
        with p.at(w * across, h * down, 360 * large):
            lighting.shape(p, CLOUD, puff, 2 + 2.4 * large)
    for across, down, large in scatter(range(3, 3 + EMBERS)):
        side, ember = 2 + 3 * large, "#C2461E" if p.bright else "#FFB45A"
        p.rect(w * across, h * down, side, side, 0, ember, opacity=0.25 + 0.6 * large)


def paint_firelight(p: Pen, w: float) -> None:
    """Paint the glow of fires behind the hills of an edge `w` wide, upwards from its left end."""
    lighting.shape(p, f"M0 {-BURNING} L{w:.1f} {-BURNING} L{w:.1f} 0 L0 0 Z", FIRELIGHT)


def paint_wall(p: Pen, left: float, right: float, towers: tuple[float, float], high: float) -> None:
    """Paint a wall with its towers and torches, `left` and `right` of the middle of its foot. A rough stamp."""
    _paint_bricks(p, -left, left + right, high, SHADED)
    for x, wide, inner in ((-left, towers[0], towers[0] - left), (right - towers[1], towers[1], right - towers[1])):
        if wide:
            _paint_bricks(p, x, wide, high + TOWER_RISES, ROUNDED)
            with p.at(inner, -high - MERLON):
                lighting.disc_of(p, "fire", TORCH)
                lighting.shape(p, FLAME, "flame")


def _paint_bricks(p: Pen, x: float, wide: float, high: float, shade: Paint) -> None:
    """Paint bricks with battlements upwards from the pen."""
    count = max(1, round(wide / MERLON / 2))
    with p.at(x, -high):
        for nth in range(count):
            p.rect((nth + 0.25) * wide / count, -MERLON * 0.7, wide / count / 2, MERLON, 2, BRICK[p.bright])
        grounds.paint_tiled(p, wide, high, BRICK[p.bright], "brick")
        lighting.shape(p, f"M0 0 L{wide:.1f} 0 L{wide:.1f} {high:.1f} L0 {high:.1f} Z", shade)
        p.rect(0, 0, wide, 4, 0, COPING[p.bright], opacity=0.8)


def paint_swords(p: Pen) -> None:
    """Paint two crossed swords whose points are up, and sparks round them; the unit is a shield's radius. A stamp."""
    lighting.disc_of(p, "fire", FLASH)
    for nth in range(SPARKS):
        angle, far = (nth + 0.3) * 2 * pi / SPARKS, 1.95 - 0.3 * (nth % 3)
        x, y = sin(angle), -cos(angle)
        p.poly(0.7 * x - 0.05 * y, 0.7 * y + 0.05 * x, far * x, far * y, 0.7 * x + 0.05 * y, 0.7 * y - 0.05 * x,
               fill="#8A3C04" if p.bright else "#FFE6B0", opacity=0.8)  # fmt: skip
    for angle in (-30, 30):
        with p.at(0, 0, angle):
            p.poly(*BLADE, fill="#9AA6B2", line="#2A3038", width=0.03)
            p.poly(*BLADE[2:8], 0, HILT, fill="#5A6570")
            p.rect(-0.07, HILT, 0.14, 0.5, 0.05, "#704722")
            p.rect(-0.44, HILT, 0.88, 0.17, 0.06, "#F0BE4A", "#5E3A0E", 0.03)
            p.disc(0, HILT + 0.56, 0.15, "#F0BE4A", "#5E3A0E", 0.03)
