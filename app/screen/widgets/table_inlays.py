"""Inlays in the table's stone: the floor in the middle and strips of brass. Plain figures have neither."""

from math import cos, pi, radians, sin
from typing import Final

from app.looks.paint_materials import Paint, Stop
from app.screen.paint import lighting
from app.screen.paint.pen import Pen

STRIP: Final = 0.155  # width of the ring with the meander, in floor radii
KEYS: Final = 40  # in the meander
KEY: Final = (  # outline of one, along the ring and outward
    *((-0.04, 0), (-0.04, 1.08), (0.78, 1.08), (0.78, 0.28), (0.34, 0.28), (0.34, 0.68)),
    *((0.42, 0.68), (0.42, 0.44), (0.7, 0.44), (0.7, 0.92), (0.04, 0.92), (0.04, 0)),
)
RAYS: Final = 16  # of the compass rose
EDGE_SHADOW: Final = 9.0  # u, offset of the shadow of the floor's edge
STONES: Final = {  # lighter than the table, most under the lamp
    False: Paint("outward", (Stop(0, "#5A5A4E", 0.5), Stop(0.55, "#3A464C", 0.52), Stop(1, "#26343C", 0.6))),
    True: Paint("outward", (Stop(0, "#FFF9EC", 0.6), Stop(0.55, "#EFE0C2", 0.58), Stop(1, "#DCC79E", 0.6))),
}


def floor(p: Pen, r: float) -> None:
    """Draw the floor centred on the pen. It is never turned, so its light is the lamp's."""
    if p.plain:
        p.disc(0, 0, r, "plate", "shade", 2)
    else:
        p.stamp(0, 0, 1, _paint_floor, round(r, 2))


def inlay(p: Pen, *flat: float, width: float, plain: str) -> None:
    """Draw a strip of brass from point to point, in pixels; with plain figures a line of the colour `plain`."""
    if p.plain:
        p.path(*flat, line=plain, width=width)
        return
    groove = [n + (0.35 * width if nth % 2 else 0) for nth, n in enumerate(flat)]
    p.path(*groove, line="black", width=width * 1.9, opacity=0.5 if not p.bright else 0.22)
    p.path(*flat, line="brass", width=width * 0.75, opacity=0.85)


def _paint_floor(p: Pen, r: float) -> None:
    p.glow(-r, -r, 2 * r, 2 * r, r, 2 * EDGE_SHADOW, "black", 0.45 if not p.bright else 0.2, under=EDGE_SHADOW)
    lighting.disc_of(p, STONES[p.bright], r)
    inner = r * (1 - STRIP)
    _paint_rose(p, inner * 0.97, r * 0.3)
    paint_meander(p, inner, r)
    lighting.rim(p, r, r * 0.024)
    lighting.rim(p, inner, r * 0.013)


def _paint_rose(p: Pen, far: float, near: float) -> None:
    """Draw rays of a compass rose, each in two halves, of which one faces the lamp."""
    for long in (False, True):
        for nth in range(RAYS):
            if (nth % 2 == 0) != long:
                continue
            angle = 360 / RAYS * nth
            half, tip = (far * (0.09 if nth % 4 == 0 else 0.06), far) if long else (far * 0.05, far * 0.86)
            with p.at(0, 0, angle):
                for side in (-1, 1):
                    away = radians(angle + (0 if side > 0 else 180))  # from the middle of a ray to this half of it
                    lit = -cos(away) - sin(away) > 0
                    flat = (0, -tip, side * half, -far * 0.46, 0, -near)
                    p.poly(*flat, fill="brass", opacity=(0.34 if lit else 0.17) if long else (0.2 if lit else 0.1))
    p.disc(0, 0, near, None, "brass", far * 0.008, opacity=0.5)


def paint_meander(p: Pen, inner: float, outer: float, keys: int = KEYS, ink: str = "brass") -> None:
    """Draw a ring with a meander centred on the pen."""
    deep = outer - inner
    low, high = inner + deep * 0.26, deep * 0.5
    step = 2 * pi / keys
    p.disc(0, 0, low, None, ink, deep * 0.08, opacity=0.9)
    for nth in range(keys):
        flat: list[float] = []
        for along, out in KEY:
            a, far = (nth + along) * step, low + out * high
            flat += (far * cos(a), far * sin(a))
        p.poly(*flat, fill=ink, opacity=0.9)
