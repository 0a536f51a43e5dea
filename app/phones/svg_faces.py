"""Faces of things as SVG, built from the sprite's symbols, for phones of all games; and the price tag on a card.

A `Face` (`app.looks.face_layout`) lists the marks on a thing. Screen readers skip it: text stands beside it. The
classes are in `faces.css`.
"""

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

from markupsafe import Markup, escape

from app.looks import effect_icons, piece_faces
from app.looks.drawing_fallback import has_card
from app.looks.face_layout import (
    Box,
    Building,
    Chain,
    Disc,
    Face,
    Illustration,
    Mark,
    NumberMark,
    Shape,
    Sign,
    Stroke,
    Title,
)
from app.looks.seat_emblems import EMBLEMS
from app.looks.symbols import Flat, figure_name
from app.phones.static_files import render_picture
from app.phones.svg_drawings import CARD, GROUND
from app.phones.svg_wonders import draw_building
from app.shown.play.table_description import Price
from app.web.appearance_cookies import cache_by_look, is_plain
from app.web.svg_sprites import cut_out, var
from engine.memoize import memoize

STYLE: Final = Path(__file__).parent / "faces.css"  # beside the style sheet of a game
FINE: Final = 80  # units: narrower faces get coordinates with decimals
LONG, LONGER = 8, 11  # letters of a word: longer ones are set smaller on a plate
JOINT: Final = re.compile(r"(?<=[iu]ngs)(?=\w{4})")  # in long German names: Befestigungs-anlage
WIDE, TALL = 100, 124  # units: a building card


# ---- faces ----------------------------------------------------------------------------------------------


def svg(face: Face, cls: str = "dc", over: str = "", lit: bool = False, label: str = "") -> Markup:
    """Render a face with CSS classes that set its size. `over`: markup on top; `lit`: the chain it asks for is owned.

    `label`: text for screen readers; "" hides the face from them.
    """
    ground, marks = _render(face, lit, is_plain())
    box = f'viewBox="0 0 {face.w:g} {face.h:g}"'
    told = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return Markup(f'<svg class="{cls}{ground}" {box} {told}>{marks}{over}</svg>')


class CardDrawings:
    """Drawings of cards by slug. A page defines each once, after its socket connects; copies are empty until then."""

    def __init__(self, draw: Callable[[str], Face]) -> None:
        self._draw = draw
        self.define, self.copy = cache_by_look(self._define), cache_by_look(self._copy)

    def _define(self, slug: str) -> Markup:
        return Markup(f'<svg><g id="f-{slug}">{_render(self._draw(slug), lit=False, plain=is_plain())[1]}</g></svg>')

    def _copy(self, slug: str) -> Markup:
        face = self._draw(slug)
        ground, _ = _render(face, lit=False, plain=is_plain())
        return svg(face._replace(marks=()), f"dc{ground}", f'<use href="#f-{slug}"/>')


@memoize(1024)
def _render(face: Face, lit: bool, plain: bool) -> tuple[str, str]:
    """Render a face from its upper left corner: the class of its background, if one shows, and its marks.

    `plain`: without drawings.
    """
    on_it = (mark.name for mark in face.marks if isinstance(mark, Sign) and mark.ground == face.ground)
    ground = f" {_ground(face.ground)}" if any(map(cut_out, on_it)) else ""
    return ground, "".join(map(_Painter(face, lit, plain).mark, face.marks))


class _Painter:
    """Renders the marks of one face."""

    def __init__(self, face: Face, lit: bool, plain: bool) -> None:
        self._plain, self._pictured = plain, False
        self._x, self._y, self._on, self._lit = face.w / 2, face.h / 2, face.ground, lit
        self._digits = 1 if face.w < FINE else None

    def mark(self, mark: Mark) -> str:
        match mark:
            case Sign(name, x, y, size, ink, ground, angle):
                return self._use(name, x, y, size, ink, ground, angle)
            case NumberMark(text, x, y, size, ink, _, angle):
                at = f'x="{self._across(x)}" y="{self._down(y + size * 0.36)}" font-size="{self._n(size)}"'
                return f"<text {at}{self._rotation(x, y, angle)}{_ink_attribute('fill', ink)}>{text}</text>"
            case Box(x, y, w, h, r, fill, line, width, dash):
                place = f'x="{self._across(x)}" y="{self._down(y)}" width="{self._n(w)}" height="{self._n(h)}"'
                lies = f"<rect {place}{self._round(r)}{_paint_attributes(fill, line, width, dash)}/>"
                return _later(lies) if self._pictured and fill == self._on else lies
            case Disc(x, y, r, fill, line, width):
                place = f'cx="{self._across(x)}" cy="{self._down(y)}" r="{self._n(r)}"'
                return f"<circle {place}{_paint_attributes(fill, line, width)}/>"
            case Shape(points, fill, line, width):
                return f'<path d="{self._path_data(points)}z"{_paint_attributes(fill, line, width)}/>'
            case Stroke(points, line, width):
                return (
                    f'<path d="{self._path_data(points)}"{_paint_attributes("", line, width)} stroke-linecap="round"/>'
                )
            case Chain(name, x, y, size, line, asked):
                lit = self._lit and asked
                box = Box(x - size / 2, y - size / 2, size, size, size / 4, "candle" if lit else "ink", line, 1.6)
                sign = Sign(figure_name(name), x, y, size * 0.76, *(("ink", "candle") if lit else ("text", "ink")))
                return self.mark(box) + self.mark(sign)
            case Building():
                return draw_building(mark._replace(drawing="") if self._plain else mark, self._x, self._y)
            case Illustration(name, x, y, w, h, behind, r, angle):
                if self._plain:
                    return ""
                ground = self._image(f"{GROUND}{behind}", x, y, w, h, r, stretched=True) if behind else ""
                shown = self._image(f"{CARD}{name}", x, y, w, h, angle=angle) if has_card(name) else ""
                self._pictured = True
                return _later(ground + shown)
            case Title():
                raise ValueError(f"phones say names beside a card: {mark}")

    def _image(
        self, file: str, x: float, y: float, w: float, h: float, r: float = 0, stretched: bool = False, angle: float = 0
    ) -> str:
        """Link a picture file, which loads after the page's socket connects, and its space is reserved."""
        place = f'x="{self._across(x)}" y="{self._down(y)}" width="{self._n(w)}" height="{self._n(h)}"'
        fit = ' preserveAspectRatio="none"' if stretched else ""
        cut = f' clip-path="inset(0 round {r:.2g}px)"' if r else ""
        turn = self._rotation(x + w / 2, y + h / 2, angle)
        return f'<image href="..{render_picture(f"{file}.svg").address}" {place}{fit}{cut}{turn}/>'

    def _use(self, name: str, x: float, y: float, size: float, ink: str, ground: str, angle: float) -> str:
        side = round(size / 2) * 2 if self._digits is None else size
        place = f'x="{self._across(x - side / 2)}" y="{self._down(y - side / 2)}"'
        size_ = f'width="{self._n(side)}" height="{self._n(side)}"'
        on = f' class="{_ground(ground)}"' if ground and ground != self._on and cut_out(name) else ""
        return f'<use href="#i-{name}" {place} {size_}{on}{self._rotation(x, y, angle)}{_ink_attribute("color", ink)}/>'

    def _rotation(self, x: float, y: float, angle: float) -> str:
        return f' transform="rotate({angle:g} {self._across(x)} {self._down(y)})"' if angle else ""

    def _round(self, r: float) -> str:
        return f' rx="{self._n(r)}"' if r else ""

    def _path_data(self, points: Flat) -> str:
        pairs = zip(points[::2], points[1::2], strict=True)
        return "M" + "L".join(f"{self._across(x)} {self._down(y)}" for x, y in pairs)

    def _across(self, x: float) -> str:
        return self._n(x + self._x)

    def _down(self, y: float) -> str:
        return self._n(y + self._y)

    def _n(self, number: float) -> str:
        return _format_rounded(number, self._digits)


@memoize(1 << 12)
def _format_rounded(number: float, digits: int | None) -> str:
    return f"{round(number, digits):g}"


def _later(lies: str) -> str:
    """Mark markup that a page gets after its socket connects."""
    return f"<!--later-->{lies}<!--/later-->"


def _ground(colour: str) -> str:
    return f"g-{colour.replace('_', '-')}"


def _ink_attribute(what: str, colour: str) -> str:
    """Write a colour attribute; "" for the text colour, which is the default."""
    return "" if colour == "text" else f' {what}="{var(colour)}"'


def _paint_attributes(fill: str, line: str, width: float, dash: tuple[float, float] | None = None) -> str:
    filled = f' fill="{var(fill) if fill else "none"}"'
    if not line:
        return filled
    dashed = f' stroke-dasharray="{dash[0]:g} {dash[1]:g}"' if dash else ""
    thin = round(width, 1) == 1  # the default
    wide = "" if thin else f' stroke-width="{round(width, 1):g}"'
    return f'{filled} stroke="{var(line)}"{wide}{dashed}'


# ---- cards with prices ----------------------------------------------------------------------------------


def pill(price: Price, x: float, y: float, cls: str = "") -> str:
    """Draw the current price of a card from its upper left corner: 44 units wide, 20 high."""
    no = "" if price.can else " no"
    free = " free" if price.chain or not price.coins else ""
    coins = price.coins if price.coins >= 0 else "–"
    sign = use("chain", x + 11, y + 10, 15) if price.chain else use("money", x + 11, y + 10, 15, "yellow")
    return (
        f'<g class="pill1{cls}{no}{free}"><rect x="{x:g}" y="{y:g}" width="44" height="20" rx="10"/>{sign}'
        f'<text x="{x + 30:g}" y="{y + 15.5:g}" font-size="16">{coins}</text></g>'
    )


# ---- large cards ----------------------------------------------------------------------------------------


def hyphenate(name: str) -> str:
    """Insert soft hyphens, for browsers without a dictionary."""
    return JOINT.sub("\u00ad", name)


def frame_with_title(card: Markup, colour: str, name: str, seal: Markup | str = "") -> Markup:
    """Frame a large card with a plate that says its name, and below that its seal."""
    letters = max(map(len, name.replace("-", " ").split()))
    long = " longer" if letters > LONGER else " long" if letters > LONG else ""
    plate = f'<b class="n{long}">{escape(hyphenate(name))}</b>'
    return Markup(f'<span class="titled c-{escape(colour)}">{escape(card)}{plate}{escape(seal)}</span>')


# ---- small things ---------------------------------------------------------------------------------------


@memoize(64)
def money(n: int | None = None) -> Markup:
    """Draw a coin with a number on it."""
    return svg(Face(40, 40, "edge", tuple(effect_icons.coin(0, 0, 40, n))), "dm")


@memoize(64)
def gable(n: int) -> Markup:
    """Draw points: a number on a stone gable."""
    return svg(Face(40, 40, "edge", tuple(effect_icons.gable(0, 0, 40, n))), "dm")


@memoize(256)
def badge(emblem: str, colour: str, label: str = "") -> Markup:
    """Draw a seat's emblem on its colour, labelled for screen readers if `label` is set; empty without an emblem."""
    return svg(piece_faces.badge(emblem, colour), "badge", label=label) if emblem in EMBLEMS else Markup("")


@cache
def marker(battle: bool) -> Markup:
    """Draw a conflict token."""
    return svg(piece_faces.marker(battle, 42), "marker")


def chain(name: str) -> Markup:
    """Draw a chain symbol alone."""
    return svg(Face(30, 30, "ink", (Chain(name, 0, 0, 28, "line"),)), "dc chip1")


def use(name: str, x: float, y: float, size: float, ink: str = "text") -> str:
    """Draw a symbol of the sprite centred on a point, for markup on top of a face."""
    whole = round(size / 2) * 2
    at = f'x="{x - whole / 2:.0f}" y="{y - whole / 2:.0f}" width="{whole}" height="{whole}"'
    return f'<use href="#i-{name}" {at}{_ink_attribute("color", ink)}/>'
