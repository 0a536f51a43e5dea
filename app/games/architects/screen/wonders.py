"""Wonders part by part: what is built, next and later."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from app.games.architects.glyphs import DOME, Shape, figure, shapes
from app.looks.icons import icon
from app.screen.draw import Pen
from engine.architects.cards import Stage

LEAVES: Final = (  # of the hanging gardens
    (3, 78),
    (11, 58),
    (15, 58),
    (89, 58),
    (96, 78),
    (92, 79),
    (21, 38),
    (79, 38),
    (10, 15),
    (44, 15),
    (56, 15),
    (90, 15),
)


def _part(
    p: Pen, part: Shape, w: float, h: float, fill: str, line: str | None, width: float, dash: tuple[float, float] | None
) -> None:
    x, y, bw, bh, taper = part
    x, y, bw, bh = x * w / 100 + 1, y * h / 100 + 1, bw * w / 100 - 2, bh * h / 100 - 2
    if taper == DOME:
        flat = [x, y + bh]
        for i in range(13):
            a = pi - pi * i / 12
            flat += (x + bw / 2 + bw / 2 * cos(a), y + bh / 2 - bh / 2 * sin(a))
        p.poly(*flat, x + bw, y + bh, fill=fill, line=line, width=width, dash=dash)
    elif taper:
        p.poly(
            *(x, y + bh, x + taper * bw, y, x + bw - taper * bw, y, x + bw, y + bh),
            fill=fill,
            line=line,
            width=width,
            dash=dash,
        )
    else:
        p.rect(x, y, bw, bh, 4, fill, line, width, dash=dash)


def cost(p: Pen, amount: int, kind: str, x: float, y: float, size: float, colour: str) -> None:
    """`3 ≠` or `3 =`: so many cards, all different or all the same."""
    p.text(x - size * 0.3, y, str(amount), size, colour, bold=True)
    icon(p, kind, x + size * 0.34, y, size * 1.05, colour)


def picture(p: Pen, wonder: str, printed: Sequence[Stage], w: float, h: float) -> None:
    """The whole wonder, built, without figures."""
    for part in shapes(wonder, printed):
        _built(p, part, w, h)
    if wonder == "babylon":
        _leaves(p, w, h, 5)


def _built(p: Pen, part: Shape, w: float, h: float) -> None:
    _part(p, part, w, h, "stone", "zone" if 0 < abs(part[4]) < 1 else None, 2.5, None)


def _leaves(p: Pen, w: float, h: float, built: int) -> None:
    lowest = (101, 76, 56, 36, 12, 12)[built]
    for i, (x, y) in enumerate(LEAVES):
        if y >= lowest:
            p.disc(x * w / 100, y * h / 100 + 2, w * (0.022 + 0.006 * (i % 3)), "leaf")


def stages(
    p: Pen,
    wonder: str,
    w: float,
    h: float,
    printed: Sequence[Stage],
    built: Sequence[int],
    next_: Sequence[int],
    legal: Sequence[int],
) -> None:
    """The wonder stage by stage: stone and points once built, a candle's edge and the cost if next, dashed later."""
    for i, (part, stage) in enumerate(zip(shapes(wonder, printed), printed, strict=True), start=1):
        x, y, size = figure(part, w, h, 40)
        if i in built:
            _built(p, part, w, h)
            p.text(x, y, str(stage.points), size, "ink", bold=True)
        elif i in next_:
            _part(p, part, w, h, "chosen", "candle", 4.5 if i in legal else 2.5, None)
            cost(p, stage.cost, stage.kind, x, y, size, "candle")
        else:
            _part(p, part, w, h, "shade", "line", 2, (6, 5))
            cost(p, stage.cost, stage.kind, x, y, size, "mute")
    if wonder == "babylon" and built:
        _leaves(p, w, h, len(built))
