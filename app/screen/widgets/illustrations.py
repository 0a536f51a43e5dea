"""Illustrations as triangles: wonders that grow stage by stage under their sky, and card pictures. Lengths are in u."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final, cast

from app.looks.card_backs import draw_tooled_cloth, is_cloth
from app.looks.drawing_data import (
    CARD_HIGH,
    CARD_WIDE,
    GHOSTS,
    Area,
    DrawingFit,
    DrawnLine,
    Mark,
    Round,
    card,
    outlines,
    wonder,
)
from app.looks.drawing_fallback import has_card
from app.looks.face_layout import Illustration
from app.looks.paint_materials import Paint, paints
from app.looks.scaffold import FIRE, SCAFFOLDED, scaffold
from app.looks.sky_landscape import EVENING, round_box, scene, skies
from app.screen.paint import gradient_triangles
from app.screen.paint.dirty_regions import UNBOUNDED
from app.screen.paint.pen import Pen

FAR_OPACITY: Final = 0.42  # of a sky behind words


def stage(p: Pen, name: str, number: int, x: float, y: float, scale: float) -> None:
    """Draw what stage `number` (from 0) of a wonder builds. (x, y) is the drawing's origin."""
    p.stamp(x, y, scale, built_stage, name, number, rough=True)


def window(
    p: Pen, name: str, x: float, y: float, w: float, h: float, r: float = 0, low: float = 0, hour: int = EVENING
) -> None:
    """Draw a wonder's sky and land in a box from its upper left corner. `r`, `low`, `hour`: as in `scene`."""
    p.stamp(x, y, 1, sky_window, name, round(w, 1), round(h, 1), round(r, 1), round(low, 1), hour, rough=True)


def draw_faded_sky(p: Pen, name: str, w: float, h: float, r: float, low: float, over: str) -> None:
    """Draw a sky from the pen's place, faded so that words on it are legible; `over`: the colour below it.

    Nothing is drawn with plain figures, or without a name.
    """
    if name and not p.plain:
        with p.dimmed(FAR_OPACITY, over):
            window(p, name, 0, 0, w, h, r, low)


def illustration(p: Pen, illustration: Illustration) -> None:
    """Draw a card's illustration and what is behind it."""
    w, h = illustration.w, illustration.h
    shown = illustration.name, illustration.behind, round(w, 1), round(h, 1), round(illustration.r, 1)
    with p.at(illustration.x + w / 2, illustration.y + h / 2, illustration.angle):
        p.stamp(-w / 2, -h / 2, 1, _paint_illustration, *shown, rough=True)


def built_stage(p: Pen, name: str, number: int) -> None:
    _draw_marks(p, wonder(name).stages[number].marks)


def sky_window(p: Pen, name: str, w: float, h: float, r: float, low: float, hour: int) -> None:
    _draw_marks(p, scene(name, w, h, p.bright, r, low, hour=hour), (0, 0, w, h))


def _paint_illustration(p: Pen, name: str, behind: str, w: float, h: float, r: float) -> None:
    if behind:
        if is_cloth(behind):
            _draw_marks(p, draw_tooled_cloth(behind, w, h, r))
        else:  # a sky with its light
            sky = Area(round_box(w, h, r), behind), Round(w * 0.3, h * 0.3, max(w, h) * 0.6, "halo", opacity=0.6)
            _draw_marks(p, sky, (0, 0, w, h))
    if not has_card(name):
        return
    scale = min(w / CARD_WIDE, h / CARD_HIGH)
    with p.at((w - CARD_WIDE * scale) / 2, (h - CARD_HIGH * scale) / 2, 0, scale):
        _draw_marks(p, card(name))


def _draw_marks(p: Pen, marks: Iterable[Mark], box: tuple[float, float, float, float] | None = None) -> None:
    """Draw marks of a drawing, areas that follow one another at once; lights are clipped to `box`."""
    for filled, each in groupby(marks, lambda mark: isinstance(mark, Area)):
        if filled:
            p.draw_gradient(gradient_triangles.merge_marks(tuple(cast("Iterator[Area]", each))), 0, 0, 1)
        else:
            for mark in each:
                _draw_mark(p, mark, box)


def _draw_mark(p: Pen, mark: Mark, box: tuple[float, float, float, float] | None) -> None:
    match mark:
        case DrawnLine(path, ink, width, opacity):
            closed = path.endswith("Z")
            for points in outlines(path):
                whole = (*points, points[0]) if closed else points
                p.path(*(n for point in whole for n in point), line=_flat_colour(ink), width=width, opacity=opacity)
        case Round(cx, cy, r, fill, line, width, opacity):
            paint = _material(fill)
            if paint and paint.way == "outward":
                left, top, right, bottom = box or UNBOUNDED
                cut = (left - cx) / r, (top - cy) / r, (right - cx) / r, (bottom - cy) / r
                p.draw_gradient(gradient_triangles.light(fill, cut), cx, cy, r, opacity)
            else:
                p.disc(cx, cy, r, _flat_colour(fill), line or None, width, opacity=opacity)


def _material(fill: str | Paint) -> Paint | None:
    return fill if isinstance(fill, Paint) else paints().get(fill)


def _flat_colour(ink: str) -> str:
    """Return a single colour, also for marks too small to show a material's gradient."""
    paint = _material(ink)
    return paint.stops[1].colour if paint else ink


def draw_stages(p: Pen, name: str, states: Sequence[str], w: float, h: float) -> None:
    """Draw a wonder in a box from its upper left corner, each stage in its state (`app.looks.face_layout.Building`)."""
    fit = DrawingFit.for_box(w, h)
    for number, state in enumerate(states):
        if state == "built":
            stage(p, name, number, fit.x, fit.y, fit.scale)
        else:
            p.stamp(fit.x, fit.y, fit.scale, unbuilt_stage, name, number, state, rough=True)
    for number, state in enumerate(states):
        if state in SCAFFOLDED:
            p.stamp(fit.x, fit.y, fit.scale, draw_scaffold, name, number, rough=True)
    if not SCAFFOLDED.isdisjoint(states):
        p.stamp(fit.x, fit.y, fit.scale, building_site, name, "built" in states, rough=True)


def unbuilt_stage(p: Pen, name: str, number: int, state: str) -> None:
    look = GHOSTS[state]
    for points in outlines(wonder(name).stages[number].outline):
        flat = [n for point in points for n in point]
        p.poly(*flat, fill="text", opacity=look.fill)
        p.poly(*flat, line="text", width=1.8, opacity=look.line, dash=look.dash)


def draw_scaffold(p: Pen, name: str, number: int) -> None:
    """Draw poles, boards and workers round the outline of a stage."""
    _draw_marks(p, scaffold(name, number))


def building_site(p: Pen, name: str, fire: bool) -> None:
    """Draw what is before a wonder while it is built: a ship on the sea; on land a crane, and the crew's `fire`."""
    sea = skies()[name].sea
    with p.at(290, 216):
        _paint_illustration(p, "ship" if sea else "crane", "", CARD_WIDE / 2, CARD_HIGH / 2, 0)
    if fire and not sea:
        _draw_marks(p, FIRE)
