"""Wonders as line drawings: what is built, next and later."""

from collections.abc import Sequence

from markupsafe import Markup

from app.games.architects.glyphs import figure, shapes
from app.looks.buildings import DOME, Part
from engine.architects.cards import Stage

WIDE, HIGH = 180, 160  # units of the drawing
TALL = 32  # the largest figure in it


def draw(wonder: str, stages: Sequence[Stage], built: Sequence[int], following: Sequence[int]) -> Markup:
    """The inside of an `<svg class="wonder">`: built stages with their points, the others with their cost."""
    parts = []
    for number, (shape, stage) in enumerate(zip(shapes(wonder, stages), stages, strict=True), start=1):
        outline, (x, y, size) = _outline(shape), figure(shape, WIDE, HIGH, TALL)
        if number in built:
            parts.append(f'<path d="{outline}" fill="#D9BA8C"/>{_label(x, y, size, "#1A1410", str(stage.points))}')
            continue
        near = number in following
        edge, fill, words = ("#FFE0A6", "#3F3326", "#FFE0A6") if near else ("#7A6856", "#2B231B", "#AE9F8C")
        dash = "" if near else ' stroke-dasharray="6 5"'
        parts.append(
            f'<path d="{outline}" fill="{fill}" stroke="{edge}" stroke-width="2.5" stroke-linejoin="round"{dash}/>'
        )
        parts.append(_label(x, y, size, words, f"{stage.cost}{'=' if stage.kind == 'same' else '≠'}"))
    return Markup("").join(Markup(part) for part in parts)  # only our own numbers


def _label(x: float, y: float, size: float, colour: str, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y + size * 0.36:.1f}" font-size="{size:.0f}" fill="{colour}">{text}</text>'


def _outline(shape: Part) -> str:
    """A path."""
    x, y, wide, high, taper = shape
    left, top, w, h = x * WIDE / 100 + 1, y * HIGH / 100 + 1, wide * WIDE / 100 - 2, high * HIGH / 100 - 2
    if taper == DOME:
        return f"M{left:g} {top + h:g}v{-h / 2:g}a{w / 2:g} {h / 2:g} 0 0 1 {w:g} 0v{h / 2:g}z"
    inset = round(taper * w, 1)
    return f"M{left:g} {top + h:g}L{left + inset:g} {top:g}H{left + w - inset:g}L{left + w:g} {top + h:g}z"
