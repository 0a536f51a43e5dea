"""Drawings as triangles: wonders that grow stage by stage, in light and tiles. All lengths are u."""

from functools import partial

from app.looks.drawing import Area, Line, Round, Stage, outlines, wonder
from app.looks.paints import paints
from app.looks.tiles import coords
from app.screen import shading
from app.screen.draw import Pen


def stage(p: Pen, name: str, number: int, x: float, y: float, scale: float) -> None:
    """What stage `number` (from 0) of a wonder has built, where (0, 0) of its drawing lies there at such a scale."""
    p.stamp(x, y, scale, _stage, name, number, rough=True)


def _stage(p: Pen, name: str, number: int) -> None:
    it: Stage = wonder(name).stages[number]
    for mark in it.marks:
        match mark:
            case Area(path, fill, rough, opacity):
                tile = partial(coords, paints()[fill].tile if rough and fill in paints() else "")
                for each in shading.area(path, fill):
                    p.shaded(each, 0, 0, 1, tile, opacity)
            case Line(path, ink, width, opacity):
                ink = ink if ink.startswith("#") else paints()[ink].stops[1].colour
                for each in outlines(path):
                    p.path(*(n for point in each for n in point), line=ink, width=width, opacity=opacity)
            case Round(cx, cy, r, fill, line, width, opacity):
                if fill in paints() and paints()[fill].way == "outward":
                    p.shaded(shading.light(fill), cx, cy, r, partial(coords, ""), opacity)
                else:
                    solid = fill if fill.startswith("#") else paints()[fill].stops[1].colour
                    p.disc(cx, cy, r, solid, line or None, width, opacity=opacity)
