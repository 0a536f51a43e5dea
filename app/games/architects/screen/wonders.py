"""Wonders part by part: what is built, next and later."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.games.architects.glyphs import shapes
from app.looks.buildings import Fit
from app.looks.icons import icon
from app.screen.draw import Pen
from app.screen.widgets.faces import STANDS, Look, part
from engine.architects.cards import Stage

TALL: Final = 40.0  # u: a number in a part is no taller, but where words are large
NEXT: Final = Look("chosen", "candle", 2)
LEGAL: Final = Look("chosen", "candle", 3.5)
LATER: Final = Look("shade", "line", 1.6, dash=(6, 5))


def cost(p: Pen, amount: int, kind: str, x: float, y: float, size: float, colour: str) -> None:
    """`3 ≠` or `3 =`: so many cards, all different or all the same."""
    p.text(x - size * 0.3, y, str(amount), size, colour, bold=True)
    icon(p, kind, x + size * 0.34, y, size * 1.05, colour)


def picture(p: Pen, wonder: str, printed: Sequence[Stage], w: float, h: float) -> None:
    """The whole wonder, built, without figures."""
    so_far(p, wonder, printed, range(1, len(printed) + 1), w, h)


@dataclass(frozen=True, slots=True)
class SoFar:
    """Paints a wonder with these stages built, round the pen's place."""

    wonder: str
    printed: tuple[Stage, ...]
    built: tuple[int, ...]

    def __call__(self, p: Pen, w: float, h: float) -> None:
        with p.at(-w / 2, -h / 2):
            so_far(p, self.wonder, self.printed, self.built, w, h)


def so_far(
    p: Pen,
    wonder: str,
    printed: Sequence[Stage],
    built: Sequence[int],
    w: float,
    h: float,
    next_: Sequence[int] = (),
    legal: Sequence[int] = (),
) -> None:
    """The wonder with these stages built, without figures; a candle's edge round what may be built next."""
    for number, it in enumerate(shapes(wonder, printed), start=1):
        if number in built:
            part(p, it, w, h, STANDS)
        elif number in next_:
            part(p, it, w, h, LEGAL if number in legal else NEXT)
        else:
            part(p, it, w, h, LATER)


def stages(
    p: Pen,
    wonder: str,
    w: float,
    h: float,
    printed: Sequence[Stage],
    built: Sequence[int],
    next_: Sequence[int],
    legal: Sequence[int],
    most: float = TALL,
) -> None:
    """The wonder stage by stage: stone and points once built, a candle's edge and the cost if next, dashed later."""
    so_far(p, wonder, printed, built, w, h, next_, legal)
    for number, (it, stage) in enumerate(zip(shapes(wonder, printed), printed, strict=True), start=1):
        x, y, size = Fit.of(w, h).spot(it, most, p.grown)
        if number in built:
            p.text(x, y, str(stage.points), size, "ink", bold=True)
        else:
            cost(p, stage.cost, stage.kind, x, y, size, "candle" if number in next_ else "mute")
