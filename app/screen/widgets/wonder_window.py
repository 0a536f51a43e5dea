"""Wonder windows: a wonder under its own sky, for a seat or for the winners. Lengths are in u."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from app.looks.drawing_data import DrawingFit, wonder
from app.looks.wonder_window import World
from app.screen.paint.pen import Pen
from app.screen.widgets import illustrations


def is_drawn(p: Pen, world: World | None) -> bool:
    """Check whether a wonder is drawn under its sky: it has a drawing, and drawings are on."""
    return world is not None and not p.plain and world.sky != ""


def paint_wonder(p: Pen, world: World, x: float, y: float, w: float, h: float) -> None:
    """Draw the wonder alone, on the ground of a box from its upper left corner."""
    with p.at(x, y):
        illustrations.draw_stages(p, world.sky, world.states, w, h)


def paint_built(p: Pen, world: World, wide: float, high: float) -> None:
    """Draw a wonder that stands at the pen's place, `wide` and `high` at most, with outlines of what is missing."""
    states = tuple(state if state == "built" else "shade" for state in world.states)
    paint_wonder(p, replace(world, states=states), -wide / 2, -high, wide, high)


def top_of(world: World, wide: float, high: float) -> float:
    """Return the upper end of a wonder with its outlines, from where it stands."""
    fit = DrawingFit.for_box(wide, high)
    return min(fit.box(stage)[1] for stage in wonder(world.sky).stages) - high


def paint_row(p: Pen, them: Sequence[World], wide: float, high: float) -> float:
    """Draw wonders side by side, standing at the pen's place, and return their upper end."""
    drawn, top = [each for each in them if is_drawn(p, each)], 0.0
    each = wide / max(1, len(drawn))
    for nth, one in enumerate(drawn):
        with p.at((nth - (len(drawn) - 1) / 2) * each, 0):
            paint_built(p, one, each, high)
        top = min(top, top_of(one, each, high))
    return top


def paint_window(
    p: Pen, wonder: str, plain: Callable[[Pen, float, float], None], w: float, h: float, r: float = 0
) -> None:
    """Draw a whole wonder under its sky in a box from its upper left corner; `plain` draws it if it has none."""
    world = World.complete(wonder)
    if not is_drawn(p, world):
        plain(p, w, h)
        return
    illustrations.window(p, world.sky, 0, 0, w, h, r)
    paint_wonder(p, world, w * 0.03, h * 0.06, w * 0.94, h * 0.9)
