"""Wonders part by part: what is built, next and later."""

from collections.abc import Sequence
from typing import Final

from app.games.architects.glyphs import figure, shapes
from app.looks.buildings import Part
from app.looks.icons import icon
from app.screen.draw import Pen
from app.screen.widgets.faces import part
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


def cost(p: Pen, amount: int, kind: str, x: float, y: float, size: float, colour: str) -> None:
    """`3 ≠` or `3 =`: so many cards, all different or all the same."""
    p.text(x - size * 0.3, y, str(amount), size, colour, bold=True)
    icon(p, kind, x + size * 0.34, y, size * 1.05, colour)


def picture(p: Pen, wonder: str, printed: Sequence[Stage], w: float, h: float) -> None:
    """The whole wonder, built, without figures."""
    so_far(p, wonder, printed, range(1, len(printed) + 1), w, h)


def so_far(p: Pen, wonder: str, printed: Sequence[Stage], built: Sequence[int], w: float, h: float) -> None:
    """The wonder with these stages built, without figures."""
    for i, it in enumerate(shapes(wonder, printed), start=1):
        if i in built:
            _built(p, it, w, h)
        else:
            part(p, it, w, h, "shade", "line", 2, r=4, dash=(6, 5))
    if wonder == "babylon" and built:
        _leaves(p, w, h, len(built))


def _built(p: Pen, it: Part, w: float, h: float) -> None:
    part(p, it, w, h, "stone", "zone" if 0 < abs(it[4]) < 1 else None, 2.5, r=4)


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
    for i, (it, stage) in enumerate(zip(shapes(wonder, printed), printed, strict=True), start=1):
        x, y, size = figure(it, w, h, 40)
        if i in built:
            _built(p, it, w, h)
            p.text(x, y, str(stage.points), size, "ink", bold=True)
        elif i in next_:
            part(p, it, w, h, "chosen", "candle", 4.5 if i in legal else 2.5, r=4)
            cost(p, stage.cost, stage.kind, x, y, size, "candle")
        else:
            part(p, it, w, h, "shade", "line", 2, r=4, dash=(6, 5))
            cost(p, stage.cost, stage.kind, x, y, size, "mute")
    if wonder == "babylon" and built:
        _leaves(p, w, h, len(built))
