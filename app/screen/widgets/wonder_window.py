"""A wonder before its own sky: a window of a seat, or of who has won. All lengths are u."""

from collections.abc import Callable, Sequence
from math import ceil, cos, sin
from typing import Final

from app.looks.drawing import ABOVE, DEPTH, WIDE
from app.looks.wonder_window import World
from app.screen.paint import lighting
from app.screen.paint.layers import STONE, Weight
from app.screen.paint.pen import Pen
from app.screen.widgets import illustrations

RAY: Final = 0.07  # how light a ray of a wonder in its own light is
NAMED: Final = 0.16  # of its height, over a wonder for its name
LARGEST: Final = 40.0  # u, of that name
LEAST: Final = 22.0  # u: it is not said smaller


def is_drawn(p: Pen, it: World | None) -> bool:
    """Whether it has a sky here: it has a drawing, and people want them."""
    return it is not None and not p.plain and it.sky != ""


def are_drawn(p: Pen, them: Sequence[World]) -> bool:
    """Whether there are some, and all have a sky here."""
    return bool(them) and all(is_drawn(p, it) for it in them)


def stand(p: Pen, it: World, x: float, y: float, w: float, h: float) -> None:
    """The wonder alone, on the ground of a box from its upper left corner."""
    with p.at(x, y):
        illustrations.growing(p, it.sky, it.states, w, h)


def pictured(p: Pen, wonder: str, plain: Callable[[Pen, float, float], None], w: float, h: float, r: float = 0) -> None:
    """A whole wonder before its sky in a box from its upper left corner; `plain` paints it where it has none."""
    it = World.whole(wonder)
    if not is_drawn(p, it):
        plain(p, w, h)
        return
    illustrations.window(p, it.sky, 0, 0, w, h, r)
    stand(p, it, w * 0.03, h * 0.06, w * 0.94, h * 0.9)


def nothing(p: Pen, w: float, h: float) -> None:
    """Paints nothing."""


def lit(p: Pen, them: Sequence[World], w: float, h: float, r: float = 0, low: float = 0) -> None:
    """Paint worlds in their own light in a box from its upper left corner, each as large as it can be.

    Their names stand over them in one size, where all of them can be read. `r`, `low`: how round the box's upper and
    lower corners are.
    """
    columns = _columns(len(them), w, h)
    rows = ceil(len(them) / columns)
    size, bold = _named(p, [it.name for it in them], w / columns, h / rows)
    for nth, it in enumerate(them):
        row, column = divmod(nth, columns)
        across = min(columns, len(them) - row * columns)
        wide, high = w / across, h / rows
        with p.at(column * wide, row * high):
            alone = len(them) == 1
            _lit(p, it, wide, high, size, bold, r if alone else 0, low if alone else 0)


def framed(p: Pen, them: Sequence[World], w: float, h: float, r: float) -> None:
    """A window on its own, lit from behind."""
    lighting.turn(p, w, h, 1)
    lit(p, them, w, h, r, r)
    p.rect(0, 0, w, h, r, None, "candle", 4)


def _columns(many: int, w: float, h: float) -> int:
    """Side by side so that each is as large as it can be."""

    def large(columns: int) -> float:
        return min(w / columns / WIDE, h / ceil(many / columns) / (DEPTH + ABOVE))

    return max(range(1, many + 1), key=large)


def _named(p: Pen, names: Sequence[str], w: float, h: float) -> tuple[float, Weight]:
    """Return in which size and face names stand over worlds so wide and high; size 0 where not all can be read."""
    least, most = p.legible(LEAST) / p.grown, min(LARGEST, h * NAMED * 0.6)
    for bold in (STONE, True) if all(names) else ():
        size = min(p.fits(name, most, bold, w - 24) for name in names)
        if size >= least:
            return size, bold
    return 0.0, False


def _lit(p: Pen, it: World, w: float, h: float, size: float, bold: Weight, r: float, low: float) -> None:
    illustrations.window(p, it.sky, 0, 0, w, h, r, low)
    above = h * NAMED if size else 0.0
    high = min(h - above - h * 0.06, w * 0.92 * (DEPTH + ABOVE) / WIDE)
    top = max(above, (h - high) * 0.72)
    _rays(p, w, h, w / 2, top + high * 0.55, above)
    stand(p, it, w * 0.04, top, w * 0.92, high)
    if above:
        p.text(w / 2, above * 0.6, it.name, size, "text", bold=bold, room=w - 24)


def _rays(p: Pen, w: float, h: float, x: float, y: float, top: float) -> None:
    """Light from a point, cut to a box of which the uppermost `top` is left alone."""

    def edge(angle: float) -> tuple[float, float]:
        dx, dy = cos(angle), sin(angle)
        far = min(
            ((w if dx > 0 else 0) - x) / dx if abs(dx) > 1e-9 else 1e9,
            ((h if dy > 0 else top) - y) / dy if abs(dy) > 1e-9 else 1e9,
        )
        return x + dx * far, y + dy * far

    lighting.rays(p, x, y, edge, "candle", RAY)
