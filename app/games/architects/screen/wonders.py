"""Wonders stage by stage, from their upper left corner: what is built, next and later."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from app.games.architects import faces as of
from app.screen.paint.pen import Pen
from app.screen.widgets import faces
from engine.architects.cards import Stage

TALL: Final = 40.0  # u: a number in a part is no taller, but where words are large


@dataclass(frozen=True, slots=True)
class SoFar:
    """Paints a wonder with these stages built, round the pen's place."""

    wonder: str
    printed: tuple[Stage, ...]
    built: tuple[int, ...]

    def __call__(self, p: Pen, w: float, h: float) -> None:
        with p.at(-w / 2, -h / 2):
            stages(p, self.wonder, w, h, self.printed, self.built, most=0)


def picture(p: Pen, wonder: str, printed: Sequence[Stage], w: float, h: float) -> None:
    """The whole wonder, built, without figures."""
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
    """The wonder stage by stage: stone and points once built, a candle's edge and the cost if next, dashed later.

    `most`: the height of a number, `least`: no lower on a tag, `head`: where none is; 0: without figures. `few`: on a
    drawing only what comes next has one.
    """
    states = of.states(len(printed), built, next_, legal)
    with p.at(w / 2, h / 2):
        faces.lay_out(p, of.wonder(wonder, printed, states, w, h, most, p.grown, p.plain, least, head, few))


def cost(p: Pen, amount: int, kind: str, x: float, y: float, size: float, ink: str) -> None:
    """What a stage costs."""
    faces.put(p, of.cost(amount, kind, x, y, size, ink))
