"""Wonders as line drawings: five parts each, drawn from scratch, with what is built, next and later."""

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from markupsafe import Markup

from engine.architects.cards import Stage

WIDE, HIGH = 180, 160  # units of the drawing
Shape = tuple[float, float, float, float, float]  # x, y, width, height in percent; how far the top is drawn in
DOME: Final = -9.0

SHAPES: Final[dict[str, tuple[Shape, ...]]] = {
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
    "babylon": (
        (0, 78, 100, 22, 0),
        (9, 56, 82, 22, 0),
        (17, 34, 66, 22, 0),
        (17, 6, 32, 28, 0.14),
        (51, 6, 32, 28, 0.14),
    ),
    "ephesus": (
        (0, 80, 100, 20, 0),
        (4, 38, 29, 42, 0),
        (35.5, 38, 29, 42, 0),
        (67, 38, 29, 42, 0),
        (0, 4, 100, 34, 0.36),
    ),
    "halicarnassus": (
        (0, 80, 100, 20, 0),
        (8, 57, 84, 23, 0),
        (10, 33, 39, 24, 0),
        (51, 33, 39, 24, 0),
        (10, 4, 80, 29, 0.3),
    ),
    "olympia": (
        (0, 80, 100, 20, 0),
        (8, 52, 41, 28, 0),
        (51, 52, 41, 28, 0),
        (8, 31, 84, 21, 0),
        (2, 2, 96, 29, 0.38),
    ),
    "rhodes": (
        (2, 78, 46, 22, 0.1),
        (52, 78, 46, 22, 0.1),
        (18, 54, 64, 24, -0.05),
        (12, 27, 76, 27, 0.12),
        (33, 0, 34, 27, DOME),
    ),
}


def shapes(wonder: str, stages: Sequence[Stage]) -> tuple[Shape, ...]:
    """Where each stage is drawn; a wonder without a drawing is a stepped tower, by what carries what."""
    known = SHAPES.get(wonder, ())
    return known if len(known) == len(stages) else _tower(stages)


def _tower(stages: Sequence[Stage]) -> tuple[Shape, ...]:
    depth: list[int] = []
    for stage in stages:
        depth.append(1 + max((depth[below - 1] for below in stage.requires), default=-1))
    rows = [
        list(row) for _, row in groupby(sorted(range(len(stages)), key=lambda n: (depth[n], n)), key=lambda n: depth[n])
    ]
    high = 100 / len(rows)
    drawn: dict[int, Shape] = {}
    for level, row in enumerate(rows):
        wide = (100 - 8 * level) / len(row)
        for place, stage_number in enumerate(row):
            drawn[stage_number] = (4 * level + place * wide + 0.5, 100 - (level + 1) * high, wide - 1, high, 0)
    return tuple(drawn[number] for number in range(len(stages)))


def draw(wonder: str, stages: Sequence[Stage], built: Sequence[int], following: Sequence[int]) -> Markup:
    """The inside of an `<svg class="wonder">`: built stages with their points, the others with their cost."""
    parts = []
    for number, (shape, stage) in enumerate(zip(shapes(wonder, stages), stages, strict=True), start=1):
        outline, x, y, size = _outline(shape)
        if number in built:
            parts.append(f'<path d="{outline}" fill="#D9BA8C"/>{_label(x, y, size, "#1A1410", str(stage.points))}')
            continue
        near = number in following
        edge, fill, words = ("#FFE0A6", "#3F3326", "#FFE0A6") if near else ("#7A6856", "#2B231B", "#A89986")
        dash = "" if near else ' stroke-dasharray="6 5"'
        parts.append(
            f'<path d="{outline}" fill="{fill}" stroke="{edge}" stroke-width="2.5" stroke-linejoin="round"{dash}/>'
        )
        parts.append(_label(x, y, size, words, f"{stage.cost}{'=' if stage.kind == 'same' else '≠'}"))
    return Markup("").join(Markup(part) for part in parts)  # only our own numbers


def _label(x: float, y: float, size: float, colour: str, text: str) -> str:
    return f'<text x="{x:g}" y="{y + size * 0.36:g}" font-size="{size:g}" fill="{colour}">{text}</text>'


def _outline(shape: Shape) -> tuple[str, float, float, float]:
    """A path, where its words stand, and how tall they are."""
    x, y, wide, high, taper = shape
    left, top, w, h = x * WIDE / 100 + 1, y * HIGH / 100 + 1, wide * WIDE / 100 - 2, high * HIGH / 100 - 2
    size = round(min(h * (0.6 if taper > 0.25 else 0.72), w * 0.38, 32))
    if taper == DOME:
        path = f"M{left:g} {top + h:g}v{-h / 2:g}a{w / 2:g} {h / 2:g} 0 0 1 {w:g} 0v{h / 2:g}z"
    else:
        inset = round(taper * w, 1)
        path = f"M{left:g} {top + h:g}L{left + inset:g} {top:g}H{left + w - inset:g}L{left + w:g} {top + h:g}z"
    middle = 0.6 if taper > 0.25 else 0.56 if taper == DOME else 0.5
    return path, round(left + w / 2, 1), round(top + h * middle, 1), size
