"""Icon and card-sign drawing functions, shared by the screen and phones through the `DrawingPen` interface.

Each draws in a box of 100 units centred on the pen's position. `f`: foreground colour; `b`: background colour. Card
colours also differ by shape: grey diamond, blue square, yellow disc, red cross, green triangle.
"""

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from math import cos, radians, sin
from typing import Final, Protocol


class Icon(Protocol):
    """A function that draws one icon."""

    @property
    def __name__(self) -> str: ...

    def __call__(self, p: "DrawingPen", f: str, b: str) -> None: ...


class CardSign(Protocol):
    """A function that draws the symbol of a card colour."""

    def __call__(self, p: "DrawingPen", f: str) -> None: ...


class DrawingPen(Protocol):
    """The drawing interface of icons. Lengths in drawing units, y down; colours by name (None: transparent)."""

    def at(self, x: float, y: float, angle: float = 0, scale: float = 1) -> AbstractContextManager[None]:
        """Draw at another place: moved, then turned (degrees clockwise), then scaled."""

    def rect(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        r: float = 0,
        fill: str | None = None,
        line: str | None = None,
        width: float = 2,
    ) -> None: ...

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        fill: str | None = None,
        line: str | None = None,
        width: float = 2,
    ) -> None: ...

    def disc(
        self, x: float, y: float, r: float, fill: str | None = None, line: str | None = None, width: float = 2
    ) -> None: ...

    def poly(self, *flat: float, fill: str | None = None, opacity: float = 1) -> None: ...

    def path(self, *flat: float, line: str, width: float = 2, round_ends: bool = True) -> None: ...

    def arc(self, x: float, y: float, r: float, start: float, end: float, line: str, width: float = 2) -> None:
        """Draw part of a circle, in degrees clockwise from the right."""


def _grey(p: DrawingPen, f: str) -> None:
    p.poly(0, -46, 40, 0, 0, 46, -40, 0, fill=f)


def _blue(p: DrawingPen, f: str) -> None:
    p.rect(-38, -38, 76, 76, 8, f)


def _yellow(p: DrawingPen, f: str) -> None:
    p.disc(0, 0, 42, f)


def _red(p: DrawingPen, f: str) -> None:
    p.path(-32, -32, 32, 32, line=f, width=24)
    p.path(32, -32, -32, 32, line=f, width=24)


def _green(p: DrawingPen, f: str) -> None:
    p.poly(0, -42, 44, 36, -44, 36, fill=f)


SIGNS: Final[dict[str, CardSign]] = {
    "grey": _grey,
    "blue": _blue,
    "yellow": _yellow,
    "red": _red,
    "green": _green,
}


ICONS: Final[dict[str, Icon]] = {}


def _icon(drawn: Icon) -> Icon:
    ICONS[drawn.__name__.removesuffix("_icon")] = drawn
    return drawn


@_icon
def wood(p: DrawingPen, f: str, b: str) -> None:
    p.rect(-46, -24, 78, 48, 22, f)
    p.oval(28, 0, 18, 24, f, b, 7)
    p.oval(28, 0, 6, 9, b)
    p.path(-30, -8, -4, -8, line=b, width=6)
    p.path(-22, 9, 4, 9, line=b, width=6)


@_icon
def stone(p: DrawingPen, f: str, b: str) -> None:
    p.poly(-44, 8, -26, -30, 16, -36, 44, -4, 34, 34, -30, 36, fill=f)
    p.path(-26, -30, -8, 2, 44, -4, line=b, width=6)
    p.path(-8, 2, -14, 36, line=b, width=6)


@_icon
def brick(p: DrawingPen, f: str, b: str) -> None:
    p.rect(-44, -34, 88, 68, 8, f)
    for line in ((-44, 0, 44, 0), (0, -34, 0, 0), (-20, 0, -20, 34), (22, 0, 22, 34)):
        p.path(*line, line=b, width=7, round_ends=False)


@_icon
def glass(p: DrawingPen, f: str, b: str) -> None:
    p.rect(-11, -46, 22, 40, 4, f)
    p.rect(-18, -46, 36, 11, 5, f)
    p.disc(0, 12, 33, f)
    p.disc(0, 12, 21, b)
    p.poly(-20, 14, 20, 14, 14, 26, 0, 31, -14, 26, fill=f)


@_icon
def papyrus(p: DrawingPen, f: str, b: str) -> None:
    p.rect(-32, -36, 64, 72, 3, f)
    p.rect(-42, -44, 84, 18, 9, f, b, 5)
    p.rect(-42, 26, 84, 18, 9, f, b, 5)
    p.path(-16, -10, 16, -10, line=b, width=6)
    p.path(-16, 8, 8, 8, line=b, width=6)


@_icon
def coin(p: DrawingPen, f: str, b: str) -> None:
    p.disc(0, 0, 42, f)
    p.disc(0, 0, 30, None, b, 6)
    p.rect(-7, -16, 14, 32, 3, b)


@_icon
def compass(p: DrawingPen, f: str, b: str) -> None:
    p.path(-4, -22, -28, 40, line=f, width=11)
    p.path(4, -22, 28, 40, line=f, width=11)
    p.disc(0, -28, 16, f)
    p.disc(0, -28, 6, b)
    p.arc(0, -26, 46, 66, 114, f, 8)


@_icon
def gear(p: DrawingPen, f: str, b: str) -> None:
    for angle in (0, 45, 90, 135):
        with p.at(0, 0, angle):
            p.rect(-10, -46, 20, 92, 5, f)
    p.disc(0, 0, 33, f)
    p.disc(0, 0, 14, b)


@_icon
def tablet(p: DrawingPen, f: str, b: str) -> None:
    p.rect(-32, -44, 64, 88, 14, f)
    for line in ((-15, -22, 15, -22), (-15, -4, 15, -4), (-15, 14, 3, 14)):
        p.path(*line, line=b, width=7)


@_icon
def shield(p: DrawingPen, f: str, b: str) -> None:
    p.poly(-36, -42, 36, -42, 36, 4, 22, 30, 0, 46, -22, 30, -36, 4, fill=f)
    p.poly(0, -32, 26, -32, 26, 2, 15, 22, 0, 33, fill=b, opacity=0.28)


@_icon
def horn(p: DrawingPen, f: str, b: str) -> None:
    outer: list[float] = []
    inner: list[tuple[float, float]] = []
    for i in range(9):
        t, k = radians(165 - i * 15.5), 4 + i * 1.9
        outer += (2 + (42 + k) * cos(t), -26 + (42 + k) * sin(t))
        inner.append((2 + (42 - k) * cos(t), -26 + (42 - k) * sin(t)))
    p.poly(*outer, *(v for point in reversed(inner) for v in point), fill=f)
    with p.at(38, -8, -46):
        p.oval(0, 0, 13, 31, f)
        p.oval(3, 0, 6, 20, b)
    with p.at(-41, -18, -14):
        p.rect(-8, -9, 16, 10, 4, f)
    with p.at(-8, 15, 14):
        p.rect(-4, -13, 8, 24, 2, b)


@_icon
def swords(p: DrawingPen, f: str, b: str) -> None:
    p.path(-34, -36, 26, 26, line=f, width=10)
    p.path(34, -36, -26, 26, line=f, width=10)
    p.path(10, 36, 36, 10, line=f, width=9)
    p.path(-10, 36, -36, 10, line=f, width=9)
    p.disc(34, 34, 7, f)
    p.disc(-34, 34, 7, f)


@_icon
def olive(p: DrawingPen, f: str, b: str) -> None:
    p.arc(46, 52, 82, 198, 238, f, 6)
    for x, y, a in ((-22, 26, -60), (-30, 2, -30), (-20, -22, -5), (2, -38, 25), (4, 14, -95), (14, -8, -65)):
        with p.at(x, y, a):
            p.oval(0, 0, 15, 7.5, f)


@_icon
def cat(p: DrawingPen, f: str, b: str) -> None:
    p.path(26, 36, 44, 22, 38, -2, line=f, width=9)
    p.oval(2, 24, 27, 22, f)
    p.disc(-8, -14, 23, f)
    p.poly(-30, -20, -28, -46, -10, -34, fill=f)
    p.poly(14, -20, 12, -46, -6, -34, fill=f)
    p.disc(-16, -15, 3.5, b)
    p.disc(0, -15, 3.5, b)
    p.poly(-11, -7, -5, -7, -8, -3, fill=b)


@_icon
def medal(p: DrawingPen, f: str, b: str) -> None:
    p.poly(-20, -10, -30, 44, -8, 32, 0, 46, 8, 32, 30, 44, 20, -10, fill=f)
    p.disc(0, -12, 32, f, b, 6)
    p.disc(0, -12, 17, None, b, 5)


@_icon
def goal(p: DrawingPen, f: str, b: str) -> None:
    p.poly(-48, 0, -24, -42, 24, -42, 48, 0, 24, 42, -24, 42, fill=f)
    p.poly(0, -24, 6, -8, 23, -7, 10, 4, 14, 21, 0, 11, -14, 21, -10, 4, -23, -7, -6, -8, fill=b)


@_icon
def card(p: DrawingPen, f: str, b: str) -> None:
    p.rect(-28, -40, 56, 80, 9, f)
    p.rect(-16, -26, 32, 52, 5, None, b, 5)


@_icon
def wonder(p: DrawingPen, f: str, b: str) -> None:
    p.poly(0, -42, 46, 38, -46, 38, fill=f)
    p.path(-22, 0, 22, 0, line=b, width=6)
    p.path(-34, 19, 34, 19, line=b, width=6)


@_icon
def star(p: DrawingPen, f: str, b: str) -> None:
    p.poly(0, -44, 11, -14, 43, -13, 18, 7, 27, 38, 0, 20, -27, 38, -18, 7, -43, -13, -11, -14, fill=f)


@_icon
def eye(p: DrawingPen, f: str, b: str) -> None:
    p.poly(-48, 0, -26, -20, 0, -27, 26, -20, 48, 0, 26, 20, 0, 27, -26, 20, fill=f)
    p.disc(0, 0, 18, b)
    p.disc(0, 0, 9, f)


@_icon
def crown(p: DrawingPen, f: str, b: str) -> None:
    p.poly(-42, 30, -46, -24, -20, 0, 0, -36, 20, 0, 46, -24, 42, 30, fill=f)


@_icon
def undo(p: DrawingPen, f: str, b: str) -> None:
    p.arc(0, 4, 28, 210, 490, f, 10)
    p.poly(-44, -26, -12, -26, -30, 4, fill=f)


@_icon
def turn(p: DrawingPen, f: str, b: str) -> None:
    p.arc(0, 0, 32, 20, 160, f, 10)
    p.arc(0, 0, 32, 200, 340, f, 10)
    p.poly(40, -2, 16, 14, 42, 26, fill=f)
    p.poly(-40, 2, -16, -14, -42, -26, fill=f)


@_icon
def menu(p: DrawingPen, f: str, b: str) -> None:
    for y in (-20, 0, 20):
        p.path(-30, y, 30, y, line=f, width=10)


@_icon
def phone(p: DrawingPen, f: str, b: str) -> None:
    p.rect(-24, -44, 48, 88, 10, f)
    p.rect(-17, -33, 34, 58, 3, b)
    p.disc(0, 35, 4, b)


@_icon
def wifi(p: DrawingPen, f: str, b: str) -> None:
    for r in (62, 40, 18):
        p.arc(0, 30, r, 225, 315, f, 10)
    p.disc(0, 32, 7, f)


@_icon
def tick(p: DrawingPen, f: str, b: str) -> None:
    p.path(-28, 2, -8, 24, 30, -24, line=f, width=13)


@_icon
def cross(p: DrawingPen, f: str, b: str) -> None:
    p.path(-26, -26, 26, 26, line=f, width=12)
    p.path(26, -26, -26, 26, line=f, width=12)


@_icon
def question(p: DrawingPen, f: str, b: str) -> None:
    p.arc(0, -18, 20, 180, 405, f, 13)
    p.path(14, -4, 0, 10, 0, 18, line=f, width=13)
    p.disc(0, 38, 8.5, f)


@_icon
def bulb(p: DrawingPen, f: str, b: str) -> None:
    p.disc(0, -12, 32, f)
    p.poly(-17, 8, 17, 8, 14, 26, -14, 26, fill=f)
    p.path(-10, -14, 0, -4, 10, -14, line=b, width=6)
    p.path(-13, 34, 13, 34, line=f, width=8)
    p.path(-6, 44, 6, 44, line=f, width=8)


@_icon
def plus(p: DrawingPen, f: str, b: str) -> None:
    p.path(-30, 0, 30, 0, line=f, width=13)
    p.path(0, -30, 0, 30, line=f, width=13)


@_icon
def minus(p: DrawingPen, f: str, b: str) -> None:
    p.path(-30, 0, 30, 0, line=f, width=13)


@_icon
def sound(p: DrawingPen, f: str, b: str) -> None:
    p.rect(-44, -16, 22, 32, 4, f)
    p.poly(-30, -14, 0, -38, 0, 38, -30, 14, fill=f)
    p.arc(2, 0, 20, -42, 42, f, 8)
    p.arc(2, 0, 38, -42, 42, f, 8)


@_icon
def mute(p: DrawingPen, f: str, b: str) -> None:
    p.rect(-44, -16, 22, 32, 4, f)
    p.poly(-30, -14, 0, -38, 0, 38, -30, 14, fill=f)
    p.path(14, -15, 44, 15, line=f, width=10)
    p.path(14, 15, 44, -15, line=f, width=10)


@_icon
def left_icon(p: DrawingPen, f: str, b: str) -> None:
    p.path(16, -30, -18, 0, 16, 30, line=f, width=13)


@_icon
def right(p: DrawingPen, f: str, b: str) -> None:
    p.path(-16, -30, 18, 0, -16, 30, line=f, width=13)


@_icon
def up(p: DrawingPen, f: str, b: str) -> None:
    p.path(-30, 16, 0, -18, 30, 16, line=f, width=13)


@_icon
def down(p: DrawingPen, f: str, b: str) -> None:
    p.path(-30, -16, 0, 18, 30, -16, line=f, width=13)


@_icon
def play(p: DrawingPen, f: str, b: str) -> None:
    p.poly(-22, -34, 34, 0, -22, 34, fill=f)


@_icon
def pause(p: DrawingPen, f: str, b: str) -> None:
    p.rect(-28, -32, 20, 64, 5, f)
    p.rect(8, -32, 20, 64, 5, f)


@_icon
def first(p: DrawingPen, f: str, b: str) -> None:
    p.path(-24, -28, -24, 28, line=f, width=11)
    p.path(22, -30, -8, 0, 22, 30, line=f, width=13)


@_icon
def last(p: DrawingPen, f: str, b: str) -> None:
    p.path(24, -28, 24, 28, line=f, width=11)
    p.path(-22, -30, 8, 0, -22, 30, line=f, width=13)


@_icon
def touch(p: DrawingPen, f: str, b: str) -> None:
    p.disc(0, 0, 16, f)
    p.disc(0, 0, 34, None, f, 7)


@_icon
def table(p: DrawingPen, f: str, b: str) -> None:
    p.rect(-13, -46, 26, 38, 5, f)
    p.rect(-6, -38, 12, 22, 3, None, b, 5)
    p.poly(-30, -10, 30, -10, 46, 14, -46, 14, fill=f)
    p.rect(-46, 12, 92, 10, 4, f)
    p.path(-34, 18, -34, 42, line=f, width=10)
    p.path(34, 18, 34, 42, line=f, width=10)
    p.path(-13, -8, 13, -8, line=b, width=4)


@_icon
def bot(p: DrawingPen, f: str, b: str) -> None:
    p.rect(-36, -26, 72, 58, 16, f)
    p.path(0, -28, 0, -42, line=f, width=8)
    p.disc(0, -42, 8, f)
    p.disc(-15, 0, 8, b)
    p.disc(15, 0, 8, b)
    p.path(-12, 18, 12, 18, line=b, width=6)


@_icon
def hidden(p: DrawingPen, f: str, b: str) -> None:
    p.arc(0, -16, 19, 170, 405, f, 12)
    p.path(13, -3, 0, 8, 0, 19, line=f, width=12)
    p.disc(0, 38, 7.5, f)


@_icon
def lock(p: DrawingPen, f: str, b: str) -> None:
    p.arc(0, -14, 20, 180, 360, f, 10)
    p.rect(-32, -12, 64, 54, 10, f)
    p.disc(0, 14, 8, b)


@_icon
def same_icon(p: DrawingPen, f: str, b: str) -> None:
    p.path(-22, -11, 22, -11, line=f, width=11)
    p.path(-22, 11, 22, 11, line=f, width=11)


@_icon
def different(p: DrawingPen, f: str, b: str) -> None:
    same_icon(p, f, b)
    p.path(14, -30, -14, 30, line=f, width=10)


@_icon
def arrow(p: DrawingPen, f: str, b: str) -> None:
    p.poly(-48, -16, 2, -16, 2, -42, 52, 0, 2, 42, 2, 16, -48, 16, fill=f)


class StampPen(Protocol):
    """A pen that triangulates what it draws at a point once for each size."""

    def stamp(self, x: float, y: float, scale: float, paint: Callable[..., None], *what: Hashable) -> None: ...


def icon(p: StampPen, name: str, x: float, y: float, size: float, f: str = "text", b: str = "zone") -> None:
    """Draw an icon of `size` u around a point."""
    p.stamp(x, y, size / 100, ICONS[name], f, b)


def sign(p: StampPen, colour: str, x: float, y: float, size: float, f: str | None = None) -> None:
    """Draw a card colour's symbol."""
    p.stamp(x, y, size / 100, SIGNS[colour], f or colour)
