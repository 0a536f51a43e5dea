"""Pillars of points: a drum for each category with its sign and number, and a notch in the foot for negative points.

Lengths are u.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from app.looks.effect_icons import format_signed
from app.looks.paint_materials import Paint, Stop
from app.looks.theme import colours
from app.screen.paint import gradient_triangles, lighting
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import spread

NUMBER: Final = 28.0  # type size on a drum, at least
PLAQUE: Final = 3.1  # width of a plaque with sign and number, in type sizes; its height
PLAQUE_HIGH: Final = 1.2
SLAB: Final = 14.0  # height of the stones below and on top of a pillar
OVERHANG: Final = 0.07  # by which they are wider on each side, in widths of the pillar
NOTCH: Final = 0.3  # width of a notch, in widths of the pillar
ROUNDED: Final = ((0.0, 0.42), (0.3, 0.82), (0.62, 0.7), (1.0, 0.32))  # light on a drum, from left to right

Sign: TypeAlias = Callable[[Pen, float, float, float, str, str | None], None]  # round a point, on a ground, in an ink


@dataclass(frozen=True, slots=True)
class PillarDrum:
    """Points of a category, the part of a pillar that they are, and the sign of the category."""

    points: int
    colour: str
    sign: Sign
    slug: str


def high_of(drums: Sequence[PillarDrum], scale: float) -> float:
    """Return the height of a pillar with `scale` u for a point. Negative points do not make it lower."""
    return sum(max(0, drum.points) for drum in drums) * scale


def paint_pillar(p: Pen, drums: Sequence[PillarDrum], scale: float, wide: float, beside: float) -> None:
    """Paint a pillar upwards from the middle of its foot. `beside`: the room at its right for numbers that do not
    fit on a drum."""
    size = p.legible(NUMBER)
    plaque, tall = min(size * PLAQUE, max(wide, beside)), size * PLAQUE_HIGH
    y, aside = 0.0, list[tuple[float, PillarDrum]]()
    within = list[tuple[float, PillarDrum]]()
    _paint_slab(p, wide, SLAB)
    for drum in drums:
        high = max(0, drum.points) * scale
        if high:
            with p.at(-wide / 2, y - high):
                p.stamp(0, 0, 1, paint_drum, round(wide, 1), round(high, 1), drum.colour, rough=not p.plain)
        if drum.points:
            fits = high >= tall + 2 and wide >= plaque
            (within if fits else aside).append((high / 2 - y, drum))
        y -= high
    if high_of(drums, scale):
        with p.at(0, y):
            _paint_slab(p, wide, 0)
    _paint_notch(p, -sum(min(0, drum.points) for drum in drums) * scale, wide)
    for at, drum in within:
        _paint_plaque(p, 0, -at, plaque, tall, drum)
    aside.sort(key=lambda each: each[0])
    places = spread([at for at, _ in aside], 0, 1e6, [tall] * len(aside), 3)
    for at, (_, drum) in zip(places, aside, strict=True):
        _paint_plaque(p, (wide + min(beside, plaque)) / 2 + 6, -at, min(beside, plaque), tall, drum)


def paint_drum(p: Pen, w: float, h: float, colour: str) -> None:
    """Paint a drum of coloured stone from its upper left corner."""
    if p.plain:
        p.rect(0, 0, w, h, 3, colour)
        p.rect(0, 0, w, min(3.0, h / 3), 0, "white", opacity=0.35)
        return
    body = colours()[colour]  # stone, by day too
    paint = Paint("across", tuple(Stop(at, _darken(body, part)) for at, part in ROUNDED), "sandstone")
    for each in gradient_triangles.area(f"M0 0 L{w} 0 L{w} {h} L0 {h} Z", paint, rough=True):
        p.draw_gradient(each, 0, 0, 1)
    p.rect(0, 0, w, min(3.0, h / 3), 0, "white", opacity=0.4)
    p.rect(0, h - min(3.0, h / 3), w, min(3.0, h / 3), 0, "black", opacity=0.35)


def _darken(colour: str, part: float) -> str:
    return "#" + "".join(f"{round(int(colour[at : at + 2], 16) * part):02X}" for at in (1, 3, 5))


def _paint_slab(p: Pen, wide: float, y: float) -> None:
    """Paint the stone at the upper or lower end of a pillar, down to `y`."""
    w = wide * (1 + 2 * OVERHANG)
    with p.at(-w / 2, y - SLAB):
        lighting.shadow(p, 0, 0, w, SLAB, 4)
        p.rect(0, 0, w, SLAB, 4, "stone")
        lighting.sheen(p, w, SLAB, 4)


def _paint_notch(p: Pen, high: float, wide: float) -> None:
    """Paint what negative points have cut out of the foot."""
    if high:
        right, deep = -wide / 2 + wide * NOTCH, -min(high, wide)
        p.poly(-wide / 2 - 1, 0, -wide / 2 - 1, deep, right, deep / 2, right * 0.9, 0, fill="black", opacity=0.85)


def _paint_plaque(p: Pen, x: float, y: float, w: float, h: float, drum: PillarDrum) -> None:
    """Paint sign and number round a point."""
    p.rect(x - w / 2, y - h / 2, w, h, 8, "table", opacity=0.88)
    drum.sign(p, x - w * 0.24, y, min(h * 0.86, w * 0.4), "table", None)
    ink = "candle" if drum.points > 0 else "text"
    p.text(x + w * 0.2, y, format_signed(drum.points), h / PLAQUE_HIGH, ink, bold=True, room=w * 0.54)
