"""Faces as SVG, made of the sprite's symbols, for the phones of any game; and what a price lays over one.

What lies on a thing is a `Face` (`app.looks.face_layout`). Nothing here is read out: the words stand beside it. The
classes are in `faces.css`.
"""

from functools import cache
from pathlib import Path
from typing import Final

from markupsafe import Markup, escape

from app.looks import effect_icons, shared_pieces
from app.looks.drawing_fallback import has_card
from app.looks.emblems import EMBLEMS
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
from app.looks.figures import Flat, known
from app.phones.static_files import drawn
from app.phones.svg_drawings import CARD, GROUND
from app.phones.svg_wonders import building
from app.shown.play.play import Price
from app.web.appearance import is_plain
from app.web.sprite import cut_out, var
from engine.memoize import memoize

STYLE: Final = Path(__file__).parent / "faces.css"  # beside the style sheet of a game
FINE: Final = 80  # units: on a face that is narrower, places are told more finely
LONG, LONGER = 8, 11  # letters of a word: more are set smaller on a plate, and still smaller
WIDE, TALL = 100, 124  # units: a building card


# ---- faces ----------------------------------------------------------------------------------------------


def svg(face: Face, cls: str = "dc", over: str = "", lit: bool = False, label: str = "") -> Markup:
    """A face, in classes that say how large it is. `over`: what lies over it; `lit`: a chain it asks for is held.

    `label`: what is read out; "": the words beside it say all.
    """
    ground, marks = _drawn(face, lit, is_plain())
    box = f'viewBox="0 0 {face.w:g} {face.h:g}"'
    told = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    return Markup(f'<svg class="{cls}{ground}" {box} {told}>{marks}{over}</svg>')


@memoize(1024)
def _drawn(face: Face, lit: bool, plain: bool) -> tuple[str, str]:
    """The class of a face's ground, where something shows it; and all that lies on it, from its upper left corner.

    `plain`: without drawings.
    """
    on_it = (mark.name for mark in face.marks if isinstance(mark, Sign) and mark.ground == face.ground)
    ground = f" {_ground(face.ground)}" if any(map(cut_out, on_it)) else ""
    return ground, "".join(map(_Painter(face, lit, plain).mark, face.marks))


class _Painter:
    """Writes the marks of one face."""

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
                return f"<text {at}{self._turned(x, y, angle)}{_inked('fill', ink)}>{text}</text>"
            case Box(x, y, w, h, r, fill, line, width, dash):
                place = f'x="{self._across(x)}" y="{self._down(y)}" width="{self._n(w)}" height="{self._n(h)}"'
                lies = f"<rect {place}{self._round(r)}{_painted(fill, line, width, dash)}/>"
                return _later(lies) if self._pictured and fill == self._on else lies
            case Disc(x, y, r, fill, line, width, dash):
                place = f'cx="{self._across(x)}" cy="{self._down(y)}" r="{self._n(r)}"'
                return f"<circle {place}{_painted(fill, line, width, dash)}/>"
            case Shape(points, fill, line, width):
                return f'<path d="{self._way(points)}z"{_painted(fill, line, width)}/>'
            case Stroke(points, line, width):
                return f'<path d="{self._way(points)}"{_painted("", line, width)} stroke-linecap="round"/>'
            case Chain(name, x, y, size, line, asked):
                lit = self._lit and asked
                box = Box(x - size / 2, y - size / 2, size, size, size / 4, "candle" if lit else "ink", line, 1.6)
                sign = Sign(known(name), x, y, size * 0.76, *(("ink", "candle") if lit else ("text", "ink")))
                return self.mark(box) + self.mark(sign)
            case Building():
                return building(mark._replace(drawing="") if self._plain else mark, self._x, self._y)
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
        """A picture that a page has once it is linked to the table: what lies before it stays where it is."""
        place = f'x="{self._across(x)}" y="{self._down(y)}" width="{self._n(w)}" height="{self._n(h)}"'
        fit = ' preserveAspectRatio="none"' if stretched else ""
        cut = f' clip-path="inset(0 round {r:.2g}px)"' if r else ""
        turn = self._turned(x + w / 2, y + h / 2, angle)
        return f'<image href="{drawn(f"{file}.svg").address}" {place}{fit}{cut}{turn}/>'

    def _use(self, name: str, x: float, y: float, size: float, ink: str, ground: str, angle: float) -> str:
        side = round(size / 2) * 2 if self._digits is None else size
        place = f'x="{self._across(x - side / 2)}" y="{self._down(y - side / 2)}"'
        size_ = f'width="{self._n(side)}" height="{self._n(side)}"'
        on = f' class="{_ground(ground)}"' if ground and ground != self._on and cut_out(name) else ""
        return f'<use href="#i-{name}" {place} {size_}{on}{self._turned(x, y, angle)}{_inked("color", ink)}/>'

    def _turned(self, x: float, y: float, angle: float) -> str:
        return f' transform="rotate({angle:g} {self._across(x)} {self._down(y)})"' if angle else ""

    def _round(self, r: float) -> str:
        return f' rx="{self._n(r)}"' if r else ""

    def _way(self, points: Flat) -> str:
        pairs = zip(points[::2], points[1::2], strict=True)
        return "M" + "L".join(f"{self._across(x)} {self._down(y)}" for x, y in pairs)

    def _across(self, x: float) -> str:
        return self._n(x + self._x)

    def _down(self, y: float) -> str:
        return self._n(y + self._y)

    def _n(self, number: float) -> str:
        return f"{round(number, self._digits):g}"


def _later(lies: str) -> str:
    """What a page has once it is linked to the table: a picture, and what parts signs from it."""
    return f"<!--later-->{lies}<!--/later-->"


def _ground(colour: str) -> str:
    return f"g-{colour.replace('_', '-')}"


def _inked(what: str, colour: str) -> str:
    """Nothing for the colour of words, which a face has anyway."""
    return "" if colour == "text" else f' {what}="{var(colour)}"'


def _painted(fill: str, line: str, width: float, dash: tuple[float, float] | None = None) -> str:
    filled = f' fill="{var(fill) if fill else "none"}"'
    if not line:
        return filled
    dashed = f' stroke-dasharray="{dash[0]:g} {dash[1]:g}"' if dash else ""
    thin = round(width, 1) == 1  # as it is where nothing is said
    wide = "" if thin else f' stroke-width="{round(width, 1):g}"'
    return f'{filled} stroke="{var(line)}"{wide}{dashed}'


# ---- cards with prices ----------------------------------------------------------------------------------


def pill(price: Price, x: float, y: float, cls: str = "") -> str:
    """What a card costs somebody now, from its left upper corner: 44 wide and 20 high."""
    no = "" if price.can else " no"
    free = " free" if price.chain or not price.coins else ""
    coins = price.coins if price.coins >= 0 else "–"
    sign = use("chain", x + 11, y + 10, 15) if price.chain else use("money", x + 11, y + 10, 15, "yellow")
    return (
        f'<g class="pill1{cls}{no}{free}"><rect x="{x:g}" y="{y:g}" width="44" height="20" rx="10"/>{sign}'
        f'<text x="{x + 30:g}" y="{y + 15.5:g}" font-size="16">{coins}</text></g>'
    )


# ---- large cards ----------------------------------------------------------------------------------------


def titled(card: Markup, colour: str, name: str, seal: Markup | str = "") -> Markup:
    """A large card of a colour as one piece with a plate that says what it is called, and below that its seal."""
    letters = max(map(len, name.replace("-", " ").split()))
    long = " longer" if letters > LONGER else " long" if letters > LONG else ""
    return Markup('<span class="titled c-{}">{}<b class="n{}">{}</b>{}</span>').format(colour, card, long, name, seal)


# ---- small things ---------------------------------------------------------------------------------------


@memoize(64)
def money(n: int | None = None) -> Markup:
    """A coin, with a number on it."""
    return svg(Face(40, 40, "edge", tuple(effect_icons.coin(0, 0, 40, n))), "dm")


@memoize(64)
def gable(n: int) -> Markup:
    """Points: a number on a stone gable."""
    return svg(Face(40, 40, "edge", tuple(effect_icons.gable(0, 0, 40, n))), "dm")


@memoize(256)
def badge(emblem: str, colour: str, label: str = "") -> Markup:
    """A seat's emblem on its colour; read out by its name, or not at all. Nothing for a seat that has none."""
    return svg(shared_pieces.badge(emblem, colour), "badge", label=label) if emblem in EMBLEMS else Markup("")


@cache
def marker(battle: bool) -> Markup:
    """A conflict token."""
    return svg(shared_pieces.marker(battle, 42), "marker")


def chain(name: str) -> Markup:
    """A chain symbol by itself."""
    return svg(Face(30, 30, "ink", (Chain(name, 0, 0, 28, "line"),)), "dc chip1")


def use(name: str, x: float, y: float, size: float, ink: str = "text") -> str:
    """A symbol of the sprite round a point, in what a surface lays over a face."""
    whole = round(size / 2) * 2
    at = f'x="{x - whole / 2:.0f}" y="{y - whole / 2:.0f}" width="{whole}" height="{whole}"'
    return f'<use href="#i-{name}" {at}{_inked("color", ink)}/>'
