"""Wonder windows: a wonder under its own sky, for a seat or for the winners. Lengths are in u."""

from collections.abc import Callable, Sequence
from math import ceil, cos, sin
from typing import Final

from app.looks.drawing_data import DEPTH, HEADROOM, WIDE, DrawingFit, wonder
from app.looks.wonder_window import World
from app.screen.paint import lighting
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE, Weight
from app.screen.widgets import illustrations

RAY: Final = 0.07  # opacity of a ray of light behind a wonder
NAME_HEIGHT: Final = 0.16  # of the window's height, for the name over a wonder
LARGEST: Final = 40.0  # u, size of that name
LEAST: Final = 22.0  # u, smallest size of that name


def is_drawn(p: Pen, it: World | None) -> bool:
    """Check whether a wonder is drawn under its sky: it has a drawing, and drawings are on."""
    return it is not None and not p.plain and it.sky != ""


def are_drawn(p: Pen, them: Sequence[World]) -> bool:
    """Check that there are wonders and all of them are drawn under their skies."""
    return bool(them) and all(is_drawn(p, it) for it in them)


def paint_wonder(p: Pen, it: World, x: float, y: float, w: float, h: float) -> None:
    """Draw the wonder alone, on the ground of a box from its upper left corner."""
    with p.at(x, y):
        illustrations.growing(p, it.sky, it.states, w, h)


def paint_built(p: Pen, it: World, wide: float, high: float) -> None:
    """Draw what is built of a wonder, standing at the pen's place, `wide` and `high` at most; all of it in outlines if
    nothing is built."""
    fit = DrawingFit.for_box(wide, high)
    built = [number for number, state in enumerate(it.states) if state == "built"]
    for number in built:
        illustrations.stage(p, it.sky, number, fit.x - wide / 2, fit.y - high, fit.scale)
    if not built:
        paint_wonder(p, it, -wide / 2, -high, wide, high)


def top_of(it: World, wide: float, high: float) -> float:
    """Return the upper end of what is built, from where the wonder stands."""
    fit, stages = DrawingFit.for_box(wide, high), wonder(it.sky).stages
    built = (fit.box(stage)[1] for stage, state in zip(stages, it.states, strict=True) if state == "built")
    return min(built, default=high) - high


def paint_window(
    p: Pen, wonder: str, plain: Callable[[Pen, float, float], None], w: float, h: float, r: float = 0
) -> None:
    """Draw a whole wonder under its sky in a box from its upper left corner; `plain` draws it if it has none."""
    it = World.complete(wonder)
    if not is_drawn(p, it):
        plain(p, w, h)
        return
    illustrations.window(p, it.sky, 0, 0, w, h, r)
    paint_wonder(p, it, w * 0.03, h * 0.06, w * 0.94, h * 0.9)


def nothing(p: Pen, w: float, h: float) -> None:
    """Draw nothing."""


def paint_lit(p: Pen, them: Sequence[World], w: float, h: float, r: float = 0, low: float = 0) -> None:
    """Draw wonders in their own light in a box from its upper left corner, each as large as possible.

    Their names are above them in one size, if all are legible. `r`, `low`: radii of the box's upper and lower corners.
    """
    columns = _best_columns(len(them), w, h)
    rows = ceil(len(them) / columns)
    size, bold = _name_style(p, [it.name for it in them], w / columns, h / rows)
    for nth, it in enumerate(them):
        row, column = divmod(nth, columns)
        across = min(columns, len(them) - row * columns)
        wide, high = w / across, h / rows
        with p.at(column * wide, row * high):
            alone = len(them) == 1
            _paint_lit_wonder(p, it, wide, high, size, bold, r if alone else 0, low if alone else 0)


def _best_columns(many: int, w: float, h: float) -> int:
    def large(columns: int) -> float:
        return min(w / columns / WIDE, h / ceil(many / columns) / (DEPTH + HEADROOM))

    return max(range(1, many + 1), key=large)


def _name_style(p: Pen, names: Sequence[str], w: float, h: float) -> tuple[float, Weight]:
    """Return the size and face of names over wonders; size 0 if not all would be legible."""
    least, most = p.legible(LEAST) / p.grown, min(LARGEST, h * NAME_HEIGHT * 0.6)
    for bold in (STONE, True) if all(names) else ():
        size = min(p.fit_size(name, most, bold, w - 24) for name in names)
        if size >= least:
            return size, bold
    return 0.0, False


def _paint_lit_wonder(p: Pen, it: World, w: float, h: float, size: float, bold: Weight, r: float, low: float) -> None:
    illustrations.window(p, it.sky, 0, 0, w, h, r, low)
    above = h * NAME_HEIGHT if size else 0.0
    high = min(h - above - h * 0.06, w * 0.92 * (DEPTH + HEADROOM) / WIDE)
    top = max(above, (h - high) * 0.72)
    _paint_rays(p, w, h, w / 2, top + high * 0.55, above)
    paint_wonder(p, it, w * 0.04, top, w * 0.92, high)
    if above:
        p.text(w / 2, above * 0.6, it.name, size, "text", bold=bold, room=w - 24)


def _paint_rays(p: Pen, w: float, h: float, x: float, y: float, top: float) -> None:
    """Draw light from a point, clipped to a box without its uppermost `top`."""

    def edge(angle: float) -> tuple[float, float]:
        dx, dy = cos(angle), sin(angle)
        far = min(
            ((w if dx > 0 else 0) - x) / dx if abs(dx) > 1e-9 else 1e9,
            ((h if dy > 0 else top) - y) / dy if abs(dy) > 1e-9 else 1e9,
        )
        return x + dx * far, y + dy * far

    lighting.rays(p, x, y, edge, "candle", RAY)
