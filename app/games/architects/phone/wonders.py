"""A wonder as SVG, with what its stages cost and bring: what is built, next and later."""

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

from app.games.architects.glyphs import shapes
from app.looks.buildings import Fit
from app.phones.wonders import State, wonder
from engine.architects.cards import Stage

SIDE: Final = 170.0  # units of the drawing
TALL: Final = 32.0  # the largest figure in it
SIGNS: Final = {"same": "=", "different": "≠"}


def draw(slug: str, stages: Sequence[Stage], built: Sequence[int], following: Sequence[int]) -> Markup:
    """The inside of an `<svg class="wonder">`: built stages with their points, the others with their cost."""
    parts, fit = shapes(slug, stages), Fit.of(SIDE, SIDE)
    states = [_state(number, built, following) for number in range(1, len(stages) + 1)]
    told = ""
    for it, stage, state in zip(parts, stages, states, strict=True):
        x, y, size = fit.spot(it, TALL)
        says = str(stage.points) if state == "built" else f"{stage.cost}{SIGNS[stage.kind]}"
        told += f'<text class="{state}" x="{x:.0f}" y="{y + size * 0.36:.0f}" font-size="{size:.0f}">{says}</text>'
    return wonder(parts, states, SIDE) + Markup(told)  # only our own numbers


def _state(number: int, built: Sequence[int], following: Sequence[int]) -> State:
    return "built" if number in built else "next" if number in following else "later"
