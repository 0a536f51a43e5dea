"""Drawings as triangles: wonders that grow stage by stage in their light, before their sky. All lengths are u."""

from functools import partial

from app.looks.drawing import Area, Line, Mark, Round, outlines, wonder
from app.looks.paints import Paint, paints
from app.looks.sky import scene
from app.looks.tiles import coords
from app.screen import shading
from app.screen.draw import Pen


def stage(p: Pen, name: str, number: int, x: float, y: float, scale: float) -> None:
    """What stage `number` (from 0) of a wonder has built, where (0, 0) of its drawing lies there at such a scale."""
    p.stamp(x, y, scale, _stage, name, number, rough=True)


def window(p: Pen, name: str, x: float, y: float, w: float, h: float) -> None:
    """The sky and the land of a wonder in a box from its upper left corner."""
    p.stamp(x, y, 1, _window, name, round(w, 1), round(h, 1), p.bright, rough=True)


def _stage(p: Pen, name: str, number: int) -> None:
    for mark in wonder(name).stages[number].marks:
        _put(p, mark)


def _window(p: Pen, name: str, w: float, h: float, bright: bool) -> None:
    for mark in scene(name, w, h, bright):
        _put(p, mark, (0, 0, w, h))


def _put(p: Pen, mark: Mark, box: tuple[float, float, float, float] | None = None) -> None:
    """A mark of a drawing; a light is cut to a box."""
    match mark:
        case Area(path, fill, rough, opacity):
            paint = _paint(fill)
            tile = partial(coords, paint.tile if paint and rough else "")
            for each in shading.area(path, fill):
                p.shaded(each, 0, 0, 1, tile, opacity)
        case Line(path, ink, width, opacity):
            for points in outlines(path):
                p.path(*(n for point in points for n in point), line=_plain(ink), width=width, opacity=opacity)
        case Round(cx, cy, r, fill, line, width, opacity):
            paint = _paint(fill)
            if paint and paint.way == "outward":
                it = shading.light(fill)
                if box:
                    left, top, right, bottom = box
                    it = shading.within(it, ((left - cx) / r, (top - cy) / r, (right - cx) / r, (bottom - cy) / r))
                p.shaded(it, cx, cy, r, partial(coords, ""), opacity)
            else:
                p.disc(cx, cy, r, _plain(fill), line or None, width, opacity=opacity)


def _paint(fill: str | Paint) -> Paint | None:
    """A paint; None for a colour."""
    return fill if isinstance(fill, Paint) else paints().get(fill)


def _plain(ink: str) -> str:
    """A colour, also for what is too small for more than one."""
    paint = _paint(ink)
    return paint.stops[1].colour if paint else ink
