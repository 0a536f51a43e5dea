"""Buildings as SVG: pictures of a wonder's stages, or its plain shapes. The classes are in phone.css."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from markupsafe import Markup, escape

from app.looks.drawing_data import DEPTH, GHOSTS, HEADROOM, WIDE, DrawingFit, WonderStage, wonder
from app.looks.face_layout import Building
from app.looks.plain_wonder_shapes import Arch, Fit, Solid, StagePart, drawing_of
from app.looks.scaffold import SCAFFOLDED
from app.looks.symbols import FigureRect, Oval, Poly
from app.looks.wonder_window import World
from app.phones.static_files import render_picture
from app.phones.svg_drawings import SCAFFOLD
from app.web.appearance_cookies import is_plain
from app.web.svg_sprites import var

SHADED: Final = "edge"  # shaded sides, left out of a small picture
SMALL: Final = {"built", "shade"}  # the states of parts in a small picture


def sky(wonder: str) -> str:
    """Return the class of a wonder's sky (`sky-giza`); "" if it has none or drawings are off."""
    name = "" if is_plain() else drawing_of(wonder)
    return f"sky-{name}" if name else ""


def world(world: World) -> Markup:
    """Draw a wonder before its sky, with its name; empty if it has no drawing or drawings are off."""
    if not sky(world.wonder):
        return Markup()
    wide, high = WIDE, HEADROOM + DEPTH
    inner = draw_building(Building((), world.states, 0, 0, wide, high, world.sky), 0, 0)
    name = f"<small>{escape(world.name)}</small>" if world.name else ""
    return Markup(  # our own numbers, and a name that is escaped
        f'<span class="world"><span class="{sky(world.wonder)}">'
        f'<svg aria-hidden="true" viewBox="0 0 {wide:g} {high:g}">{inner}</svg></span>{name}</span>'
    )


def draw_building(building: Building, x: float, y: float) -> str:
    """Draw a building whose face has its centre at `x`, `y`; a small one in fewer details.

    A small one is sent after the page's socket connects: there may be eight of them. Its space is reserved.
    """
    if building.drawing:
        return _draw_pictures(building, x, y)
    fit = Fit.for_box(building.w, building.h)
    moved = f"translate({fit.x + building.x + x:g} {fit.y + building.y + y:g})scale({fit.sx:.3g} {fit.sy:.3g})"
    inner = "".join(
        _draw_small(building) if SMALL.issuperset(building.states) else map(_part, building.parts, building.states)
    )
    return f'<g class="parts" transform="{moved}">{inner}</g>'  # our own numbers


def _draw_pictures(building: Building, x: float, y: float) -> str:
    """Draw pictures of the built stages, scaffolds round the next ones, and outlines of the others.

    All have their places before a picture arrives.
    """
    fit = DrawingFit.for_box(building.w, building.h)
    moved = f"translate({fit.x + building.x + x:g} {fit.y + building.y + y:g})scale({fit.scale:.4g})"
    stages = [*zip(wonder(building.drawing).stages, building.states, strict=True)]
    grown = (
        _part_of(building.drawing, number) if state == "built" else _ghost(stage, state)
        for number, (stage, state) in enumerate(stages, 1)
    )
    begun = (f"{SCAFFOLD}-{number}" for number, (_, state) in enumerate(stages, 1) if state in SCAFFOLDED)
    inner = "".join((*grown, *(_part_of(building.drawing, what) for what in begun)))
    whole = f"<!--later-->{inner}<!--/later-->" if SMALL.issuperset(building.states) else inner
    return f'<g class="parts" transform="{moved}">{whole}</g>'


def _ghost(stage: WonderStage, state: str) -> str:
    look, ink = GHOSTS[state], var("text")
    dash = f' stroke-dasharray="{look.dash[0]:g} {look.dash[1]:g}"' if look.dash else ""
    line = f'stroke="{ink}" stroke-opacity="{look.line:g}" vector-effect="non-scaling-stroke"{dash}'
    return f'<path d="{stage.outline}" fill="{ink}" fill-opacity="{look.fill:g}" {line}/>'


def _part_of(name: str, what: int | str) -> str:
    """Link the picture of a stage or of its scaffold."""
    address = render_picture(f"{name}-{what}.svg").address
    return f'<image href="..{address}" y="{-HEADROOM:g}" width="{WIDE:g}" height="{HEADROOM + DEPTH:g}"/>'


def _draw_small(building: Building) -> list[str]:
    whole = list(zip(building.parts, building.states, strict=True))
    outlines = [solid for part, state in whole if state != "built" for solid in part.body]
    plain = (
        part._replace(drawn=tuple(each for each in part.drawn if each[0] != SHADED))
        for part, state in whole
        if state == "built"
    )
    drawn = [_path("later", outlines)] if outlines else []
    return ["<!--later-->", *drawn, *(_part(part, "built") for part in plain), "<!--/later-->"]


def _part(part: StagePart, state: str) -> str:
    drawn = part.drawn if state == "built" else ()
    return "".join(_path(cls, solids) for cls, solids in ((state, part.body), *drawn))


def _path(cls: str, solids: Sequence[Solid]) -> str:
    return f'<path class="{cls}" d="{trace(solids)}"/>'


def trace(solids: Sequence[Solid]) -> str:
    """Join shapes into one path. All run clockwise, so that overlapping ones leave no hole."""
    return "".join(map(_trace, solids))


def _trace(solid: Solid) -> str:
    match solid:
        case FigureRect(x, y, w, h):
            return f"M{_n(x)} {_n(y)}H{_n(x + w)}V{_n(y + h)}H{_n(x)}z"
        case Oval(x, y, rx, ry):
            half = f"a{_n(rx)} {_n(ry)} 0 0 1"
            return f"M{_n(x - rx)} {_n(y)}{half} {_n(2 * rx)} 0{half} {_n(-2 * rx)} 0z"
        case Arch(x, y, w, h):
            high = min(h, w / 2)
            return f"M{_n(x)} {_n(y + h)}V{_n(y + high)}a{_n(w / 2)} {_n(high)} 0 0 1 {_n(w)} 0V{_n(y + h)}z"
    points = _clockwise(solid)
    return f"M{' '.join(f'{_n(x)} {_n(y)}' for x, y in points)}z"


def _clockwise(poly: Poly) -> list[tuple[float, float]]:
    points = list(zip(poly.points[::2], poly.points[1::2], strict=True))
    area = sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*points, points[0]]))
    return points if area > 0 else points[::-1]


def _n(number: float) -> str:
    return str(round(number))  # a hundredth of a picture is less than a pixel where it is small
