"""The seven wonders, each five parts in a box of 100 by 100: stage 1 first, as printed in data/architects.toml."""

from collections.abc import Mapping, Sequence
from math import cos, pi, sin
from typing import Final

from app.kiosk.draw import Pen
from app.kiosk.symbols import icon
from engine.architects.cards import Stage

DOME: Final = 9.0
GABLE: Final = 0.3  # from here on a part is a roof: what stands in it sits lower
# x, y, width, height, how far the top is drawn in (0 box, negative: wider on top, up to 0.5 gable) or DOME
Part = tuple[float, float, float, float, float]

PARTS: Final[Mapping[str, tuple[Part, Part, Part, Part, Part]]] = {
    "giza": (
        (0, 80, 100, 20, 0.08),
        (8, 60, 84, 20, 0.095),
        (16, 40, 68, 20, 0.118),
        (24, 20, 52, 20, 0.154),
        (32, 0, 36, 20, 0.3),
    ),
    "alexandria": (
        (0, 82, 100, 18, 0),
        (16, 62, 68, 20, 0.06),
        (24, 42, 52, 20, 0.06),
        (30, 22, 40, 20, 0.06),
        (33, 0, 34, 22, DOME),
    ),
    "rhodes": (
        (2, 78, 46, 22, 0.1),
        (52, 78, 46, 22, 0.1),
        (18, 54, 64, 24, -0.05),
        (12, 27, 76, 27, 0.12),
        (33, 0, 34, 27, DOME),
    ),
    "babylon": ((0, 80, 100, 20, 0), (8, 60, 84, 20, 0), (18, 40, 68, 20, 0), (7, 16, 40, 24, 0), (53, 16, 40, 24, 0)),
    "olympia": (
        (0, 84, 100, 16, 0),
        (7, 60, 40, 24, 0),
        (53, 60, 40, 24, 0),
        (7, 36, 86, 24, 0),
        (0, 4, 100, 32, 0.42),
    ),
    "ephesus": (
        (0, 80, 100, 20, 0),
        (7, 34, 27, 46, 0),
        (36.5, 34, 27, 46, 0),
        (66, 34, 27, 46, 0),
        (0, 2, 100, 32, 0.38),
    ),
    "halicarnassus": (
        (0, 80, 100, 20, 0),
        (8, 57, 84, 23, 0),
        (12, 34, 37, 23, 0),
        (51, 34, 37, 23, 0),
        (12, 4, 76, 30, 0.3),
    ),
}
LEAVES: Final = (
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
    p: Pen, part: Part, w: float, h: float, fill: str, line: str | None, width: float, dash: tuple[float, float] | None
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
        p.rect(x, y, bw, bh, 4, fill, line, width, dash)


def cost(p: Pen, amount: int, kind: str, x: float, y: float, size: float, colour: str) -> None:
    """`3 ≠` or `3 =`: so many cards, all different or all the same."""
    p.text(x - size * 0.3, y, str(amount), size, colour, bold=True)
    icon(p, kind, x + size * 0.34, y, size * 1.05, colour)


def picture(p: Pen, wonder: str, w: float, h: float) -> None:
    """The whole wonder, built, without figures."""
    for part in PARTS[wonder]:
        _part(p, part, w, h, "stone", "zone" if 0 < abs(part[4]) < 1 else None, 2.5, None)
    if wonder == "babylon":
        _leaves(p, w, h, 5)


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
    for i, (part, stage) in enumerate(zip(PARTS[wonder], printed, strict=True), start=1):
        x, y, bw, bh, taper = part
        width, height = bw * w / 100, bh * h / 100
        roof = GABLE <= taper < 1
        size = min(height * (0.6 if roof else 0.72), width * 0.38, 40)
        cx = (x + bw / 2) * w / 100
        cy = (y + bh * (0.6 if roof else 0.56 if taper == DOME else 0.5)) * h / 100
        if i in built:
            _part(p, part, w, h, "stone", "zone" if 0 < abs(taper) < 1 else None, 2.5, None)
            p.text(cx, cy, str(stage.points), size, "ink", bold=True)
        elif i in next_:
            _part(p, part, w, h, "chosen", "candle", 4.5 if i in legal else 2.5, None)
            cost(p, stage.cost, stage.kind, cx, cy, size, "candle")
        else:
            _part(p, part, w, h, "#2B231B", "line", 2, (6, 5))
            cost(p, stage.cost, stage.kind, cx, cy, size, "mute")
    if wonder == "babylon" and built:
        _leaves(p, w, h, len(built))
