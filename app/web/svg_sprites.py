"""SVG sprites: each symbol once, drawn by the screen's own drawings. Every page has the shared one and its game's.

A figure has the colour of the surrounding text; `--b` is its background.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from math import cos, radians, sin
from typing import Final

from markupsafe import Markup

from app.looks.icons import ICONS, SIGNS, DrawingPen
from app.looks.seat_emblems import EMBLEM_PREFIX, EMBLEMS
from app.looks.symbols import draw
from app.looks.theme import colours

FIGURE: Final = "currentColor"
GROUND: Final = "var(--b)"
SYMBOL: Final = re.compile(r'<symbol id="(i-[\w-]+)".*?</symbol>')
SYMBOL_USE: Final = re.compile(r'href="#(i-[\w-]+)"')


class SvgPen:
    """A pen that writes SVG; `str` returns it. Colours are names of the theme, or CSS colours."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def __str__(self) -> str:
        return "".join(self._parts)

    def _colour(self, name: str) -> str:
        """Return a colour for the page."""
        return var(name) if name in colours() else name

    def _paint_attributes(self, fill: str | None, line: str | None = None, width: float = 2) -> str:
        """Write fill and stroke attributes; the figure's own colour is the default."""
        filled = "" if fill == FIGURE else f' fill="{self._colour(fill) if fill else "none"}"'
        return filled + (f' stroke="{self._colour(line)}" stroke-width="{_n(width)}"' if line else "")

    @contextmanager
    def at(self, x: float, y: float, angle: float = 0, scale: float = 1) -> Iterator[None]:
        moved = f"translate({_n(x)} {_n(y)})" if x or y else ""
        turned = f"rotate({_n(angle)})" if angle else ""
        sized = f"scale({_n(scale)})" if scale != 1 else ""
        self._parts.append(f'<g transform="{" ".join(filter(None, (moved, turned, sized)))}">')
        yield
        self._parts.append("</g>")

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
    ) -> None:
        place = f'x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}"' + (f' rx="{_n(r)}"' if r else "")
        self._parts.append(f"<rect {place}{self._paint_attributes(fill, line, width)}/>")

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        fill: str | None = None,
        line: str | None = None,
        width: float = 2,
    ) -> None:
        centre = "".join(f' {name}="{_n(at)}"' for name, at in (("cx", x), ("cy", y)) if at)
        self._parts.append(f'<ellipse{centre} rx="{_n(rx)}" ry="{_n(ry)}"{self._paint_attributes(fill, line, width)}/>')

    def disc(
        self, x: float, y: float, r: float, fill: str | None = None, line: str | None = None, width: float = 2
    ) -> None:
        self.oval(x, y, r, r, fill, line, width)

    def poly(self, *flat: float, fill: str | None = None, opacity: float = 1) -> None:
        faint = "" if opacity == 1 else f' opacity="{_n(opacity)}"'
        self._parts.append(f'<polygon points="{" ".join(map(_n, flat))}"{self._paint_attributes(fill)}{faint}/>')

    def path(self, *flat: float, line: str, width: float = 2, round_ends: bool = True) -> None:
        ends = ' stroke-linecap="round"' if round_ends else ""
        self._stroke(" ".join(map(_n, flat)), line, width, f'{ends} stroke-linejoin="round"')

    def arc(self, x: float, y: float, r: float, start: float, end: float, line: str, width: float = 2) -> None:
        (x1, y1), (x2, y2) = ((x + r * cos(radians(a)), y + r * sin(radians(a))) for a in (start, end))
        large = int(end - start > 180)
        drawn = f"{_n(x1)} {_n(y1)}A{_n(r)} {_n(r)} 0 {large} 1 {_n(x2)} {_n(y2)}"
        self._stroke(drawn, line, width, ' stroke-linecap="round"')

    def _stroke(self, drawn: str, line: str, width: float, ends: str) -> None:
        """Append a line; merge it with a preceding one of the same style, to save bytes."""
        style = f'"{self._paint_attributes(None, line, width)}{ends}/>'
        if self._parts and self._parts[-1].endswith(style):
            self._parts[-1] = f"{self._parts[-1].removesuffix(style)}M{drawn}{style}"
        else:
            self._parts.append(f'<path d="M{drawn}{style}')


@cache
def cut_out(name: str) -> bool:
    """Check that a symbol shows its background."""
    pen = SvgPen()
    draw(pen, name, FIGURE, GROUND)
    return GROUND in str(pen)


@cache
def var(colour: str) -> str:
    """Return the CSS variable of a theme colour."""
    return f"var(--{colour.replace('_', '-')})"


def sprite() -> Markup:
    """Build the shared sprite; pages show a symbol by `<use href="#i-NAME"/>`."""
    return bundle(figures((*ICONS, *SIGNS, *(f"{EMBLEM_PREFIX}{emblem}" for emblem in EMBLEMS))))


def bundle(symbols: Iterable[Markup]) -> Markup:
    """Wrap symbols in a hidden SVG."""
    return Markup('<svg class="sprite" aria-hidden="true">{}</svg>').format(Markup("").join(symbols))


def drop_unused_symbols(html: str) -> str:
    """Remove the unused symbols from a page's sprites."""
    used = set(SYMBOL_USE.findall(html))
    return SYMBOL.sub(lambda found: found[0] if found[1] in used else "", html)


def figures(names: Iterable[str]) -> tuple[Markup, ...]:
    """Draw figures, icons, emblems and card colour signs as symbols."""
    return tuple(symbol(name, partial(draw, name=name, f=FIGURE, b=GROUND)) for name in names)


@cache
def icon(name: str, cls: str = "i") -> Markup:
    """Show a symbol in the colour of the surrounding text."""
    return Markup(f'<svg class="{cls}"><use href="#i-{name}"/></svg>')


@cache
def sign(colour: str) -> Markup:
    """Show the symbol of a card colour."""
    return Markup(f'<svg class="s {colour}"><use href="#i-{colour}"/></svg>')


def symbol(name: str, draw: Callable[[DrawingPen], None], box: str = "-50 -50 100 100") -> Markup:
    """Draw a `<symbol>`; `box` is its view box: left, top, width and height."""
    pen = SvgPen()
    draw(pen)
    return Markup(f'<symbol id="i-{name}" viewBox="{box}">{pen}</symbol>')  # only our own numbers


def _n(number: float) -> str:
    return f"{round(number, 1):g}"
