"""Drawings as SVG files: the stages of a wonder, its sky by night and by day, the pictures on cards.

Rendered from the data on first use. Tile patterns are left out: a picture is small on a phone.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final

from app.looks.card_backs import draw_tooled_cloth, is_cloth
from app.looks.drawing_data import (
    CARD_HIGH,
    CARD_WIDE,
    DEPTH,
    HEADROOM,
    WIDE,
    Area,
    DrawingFit,
    DrawnLine,
    Mark,
    Round,
    card,
    drawing_names,
    wonder,
)
from app.looks.drawing_fallback import has_card, is_drawable
from app.looks.paint_materials import Paint, paints
from app.looks.plain_wonder_shapes import drawing_of
from app.looks.scaffold import scaffold
from app.looks.sky_landscape import dome, scene

SCAFFOLD: Final = "scaffold"
SKIES: Final = {"night": False, "day": True}  # True: bright
DOME: Final = "dome"  # the sky over the table
CARD: Final = "card-"  # prefix of card pictures
GROUND: Final = "ground-"  # prefix of backgrounds and of cloth card backs
BACK: Final = 130  # height of a card back in percent of its width
GRADIENT_DIRECTIONS: Final = {"across": "", "down": ' x2="0" y2="1"', "aslant": ' y2="1"', "outward": ""}


@cache
def pictures() -> frozenset[str]:
    """Return the names of all files (`giza-1.svg`, `giza-scaffold-1.svg`, `giza-night.svg`, `card-wood.svg`).

    Empty if drawings are off.
    """
    if not is_drawable():
        return frozenset()
    wonders = (
        f"{name}-{what}.svg"
        for name in drawing_names()
        if drawing_of(name)
        for what in (*_stages(name), *(f"{SCAFFOLD}-{number}" for number in _stages(name)), *SKIES)
    )
    cards = (f"{CARD}{name}.svg" for name in drawing_names("cards") if has_card(name))
    grounds = (f"{GROUND}{name}.svg" for name in paints() if name.startswith("behind-") or is_cloth(name))
    return frozenset((*wonders, *cards, *grounds, *(f"{DOME}-{what}.svg" for what in SKIES)))


def _stages(name: str) -> range:
    return range(1, len(wonder(name).stages) + 1)


def picture(file: str) -> str:
    """Render one of the files as SVG."""
    whole = file.removesuffix(".svg")
    if whole.startswith(CARD):
        return _render_svg(0, card(whole.removeprefix(CARD)), CARD_WIDE, CARD_HIGH)
    if whole.startswith(GROUND):
        return _render_ground(whole.removeprefix(GROUND))
    name, _, what = whole.rpartition("-")
    if name == DOME:
        return _render_svg(0, dome(400, 800, SKIES[what]), 400, 800)
    if what in SKIES:
        return _render_svg(0, scene(name, WIDE, HEADROOM + DEPTH, SKIES[what]))
    wonder_name, number = name.removesuffix(f"-{SCAFFOLD}"), int(what) - 1
    marks = scaffold(wonder_name, number) if wonder_name != name else wonder(name).stages[number].marks
    return _render_svg(-HEADROOM, marks)


def _render_ground(paint: str) -> str:
    """Render the background of a picture or a cloth card back, stretchable to any box."""
    if is_cloth(paint):
        inner = _render_svg(0, draw_tooled_cloth(paint, 100, BACK, 0), 100, BACK)
    else:  # a sky with its light
        marks = Area("M0 0 L100 0 L100 100 L0 100 Z", paint), Round(30, 30, 60, "halo", opacity=0.6)
        inner = _render_svg(0, marks, 100, 100)
    return inner.replace("<svg ", '<svg preserveAspectRatio="none" ', 1)


def draw_worlds(wonders: Sequence[str], w: float, h: float, bright: bool) -> str:
    """Draw whole wonders side by side, each before its sky, as an SVG fragment with its own definitions."""
    used: dict[Paint, str] = {}
    each, drawn = w / len(wonders), ""
    fit = DrawingFit.for_box(each * 0.94, h * 0.9)
    for nth, name in enumerate(wonders):
        sky = "".join(_draw_mark(mark, used) for mark in scene(name, each, h, bright))
        stands = "".join(_draw_mark(mark, used) for stage in wonder(name).stages for mark in stage.marks)
        moved = f"translate({fit.x + each * 0.03:g} {fit.y + h * 0.05:g})scale({fit.scale:.4g})"
        drawn += (
            f'<svg x="{each * nth:g}" width="{each:g}" height="{h:g}">{sky}<g transform="{moved}">{stands}</g></svg>'
        )
    return f"<defs>{''.join(_define_gradient(paint, name) for paint, name in used.items())}</defs>{drawn}"


def _render_svg(top: float, marks: Iterable[Mark], wide: float = WIDE, high: float = HEADROOM + DEPTH) -> str:
    used: dict[Paint, str] = {}
    drawn = "".join(_draw_mark(mark, used) for mark in marks)
    gradients = "".join(_define_gradient(paint, name) for paint, name in used.items())
    size = f'viewBox="0 {top:g} {wide:g} {high:g}" width="{wide:g}" height="{high:g}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}><defs>{gradients}</defs>{drawn}</svg>'


def _draw_mark(mark: Mark, used: dict[Paint, str]) -> str:
    match mark:
        case Area(path, fill, _, opacity):
            return f'<path d="{path}" fill="{_fill(fill, used)}"{_opacity_attribute(opacity)}/>'
        case DrawnLine(path, ink, width, opacity):
            line = (
                f'stroke="{_flat_colour(ink)}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round"'
            )
            return f'<path d="{path}" fill="none" {line}{_opacity_attribute(opacity)}/>'
        case Round(x, y, r, fill, line, width, opacity):
            edge = f' stroke="{_flat_colour(line)}" stroke-width="{width:g}"' if line else ""
            place = f'cx="{_format_number(x)}" cy="{_format_number(y)}" r="{_format_number(r)}"'
            return f'<circle {place} fill="{_fill(fill, used)}"{edge}{_opacity_attribute(opacity)}/>'


def _fill(fill: str | Paint, used: dict[Paint, str]) -> str:
    """Return the fill attribute, and add a gradient to `used`: the ids of those to define, by paint."""
    paint = fill if isinstance(fill, Paint) else paints().get(fill)
    return f"url(#{used.setdefault(paint, f'p{len(used)}')})" if paint else str(fill or "none")


def _flat_colour(ink: str) -> str:
    """Return the flat colour of a paint, as the screen uses it for tiny areas."""
    paint = paints().get(ink)
    return paint.stops[1].colour if paint else ink


def _opacity_attribute(opacity: float) -> str:
    return "" if opacity == 1 else f' opacity="{opacity:.2g}"'


def _define_gradient(paint: Paint, name: str) -> str:
    kind = "radialGradient" if paint.way == "outward" else "linearGradient"
    return f'<{kind} id="{name}"{GRADIENT_DIRECTIONS[paint.way]}>{"".join(_stops(paint))}</{kind}>'


def _stops(paint: Paint) -> Iterator[str]:
    for at, colour, opacity in ((stop.at, stop.colour, stop.opacity) for stop in paint.stops):
        through = "" if opacity == 1 else f' stop-opacity="{opacity:g}"'
        yield f'<stop offset="{at:g}" stop-color="{colour}"{through}/>'


def _format_number(number: float) -> str:
    return f"{round(number, 1):g}"
