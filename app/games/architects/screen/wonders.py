"""Painters of wonders by stage, from their upper left corner: built, next and later stages."""

from collections.abc import Collection, Sequence
from typing import Final

from app.games.architects import face_layouts as of
from app.screen.paint.pen import Pen
from app.screen.widgets import faces
from engine.architects.data_schema import Stage

TALL: Final = 40.0  # u, largest number in a part, except in large print


def paint_partial(
    p: Pen, w: float, h: float, *, wonder: str, printed: tuple[Stage, ...], built: tuple[int, ...]
) -> None:
    """Paint a wonder with these stages built, centred on the pen's origin."""
    with p.at(-w / 2, -h / 2):
        stages(p, wonder, w, h, printed, built, most=0)


def picture(p: Pen, w: float, h: float, wonder: str, printed: Sequence[Stage]) -> None:
    """Paint the completed wonder without figures."""
    stages(p, wonder, w, h, printed, range(1, len(printed) + 1), most=0)


def stages(
    p: Pen,
    wonder: str,
    w: float,
    h: float,
    printed: Sequence[Stage],
    built: Collection[int],
    next_: Collection[int] = (),
    legal: Collection[int] = (),
    most: float = TALL,
    least: float = 0,
    head: float = 0,
    few: bool = False,
) -> None:
    """Paint a wonder by stage: stone and points once built, a candle's edge and the cost if next, dashed later.

    `most`: height of a number (0: none), `least`: the smallest on a tag, `head`: height at the top without tags. `few`:
    on a drawing only next stages have a number.
    """
    states = of.states(len(printed), built, next_, legal)
    with p.at(w / 2, h / 2):
        faces.lay_out(p, of.wonder(wonder, printed, states, w, h, most, p.grown, p.plain, least, head, few))


def cost(p: Pen, amount: int, kind: str, x: float, y: float, size: float, ink: str) -> None:
    """Paint a stage's cost."""
    faces.draw_marks(p, of.cost(amount, kind, x, y, size, ink))
