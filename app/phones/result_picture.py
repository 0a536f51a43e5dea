"""The final score sheet of a finished game as a self-contained SVG, which a browser turns into a PNG.

Drawn with the pen of the phones' symbols in the table's colours. The server has no fonts to measure, so text widths are
estimated generously and text shrinks where it would not fit.
"""

from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Final
from unicodedata import category

from app.history import statistics
from app.history.history_text import HistoryWords
from app.history.statistics import PlayedSeat
from app.looks.face_layout import Box, Sign
from app.looks.icons import ICONS
from app.looks.piece_faces import badge
from app.looks.plain_wonder_shapes import drawing_of
from app.looks.score_icons import UNKNOWN, Scored, paint_sign
from app.looks.seat_emblems import EMBLEMS, SIDE
from app.looks.symbols import figure
from app.looks.text_direction import isolate_names
from app.looks.theme import colours
from app.phones.svg_drawings import draw_worlds
from app.protocol.results import FinishedGame
from app.text.translation import Words, capital
from app.web.svg_sprites import SvgPen

WIDE: Final = 1080.0  # units: pixels of the picture
EDGE: Final = 48.0  # margin
PAD: Final = 32.0  # inside a box
GAP: Final = 20.0  # between boxes
ROW: Final = 196.0  # height of a seat
WONDERS_HEIGHT: Final = 420.0  # height of the winners' wonders
BAR: Final = 22.0
LEGEND: Final = 46.0  # height of a line
# Font sizes of a name and of the text beside it, largest first.
NAME_SIZES: Final = ((44.0, 28), (40.0, 28), (36.0, 26), (32.0, 24), (28.0, 22))
FAMILY: Final = "Roboto, 'Helvetica Neue', Helvetica, Arial, sans-serif"
SPARE: Final = 1.08  # safety factor on Roboto's widths, since another font may be used
WIDTHS: Final = {  # of a letter, by its size
    **dict.fromkeys("iljI.,:;'|!’·", 0.27), **dict.fromkeys("frt()[]- ", 0.35), **dict.fromkeys("mMwW@%", 0.9),
    **dict.fromkeys("ABCDEFGHKNOPQRSTUVXYZÄÖÜ&", 0.66),
    "\u20e3": 0.72,  # the key round a figure
}  # fmt: skip
LETTER: Final = 0.57  # any other Latin, Greek or Cyrillic letter
SCRIPT_WIDTHS: Final = (  # by the first letter of a block
    *(("\0", LETTER), ("\u0530", 0.74), ("\u0590", LETTER), ("\u0900", 0.68), ("\u0b00", 0.78)),
    *(("\u0e00", 0.68), ("\u10a0", 0.74), ("\u1200", 0.8)),
    *(("\u1e00", LETTER), ("\u2190", 1.25), ("\u2c00", 0.74), ("\u2e80", 1.0), ("\U0001f000", 1.25)),
)

Signs = Mapping[str, Scored]  # by category


def svg(
    w: Words,
    say: HistoryWords,
    signs: Signs,
    game: FinishedGame,
    bright: bool = False,
    plain: bool = False,
    why: Sequence[str] = (),
    places: Sequence[int] = (),
) -> str:
    """Draw everyone's points, best first, and who won, when and how. By seat: `why`, an explanation; `places`, its
    place if a tie-breaker may have decided.
    """
    places = places or game.result.places_by_points
    won = [] if plain else [each.identity for each in statistics.list_seats([game]) if each.is_winner and each.identity]
    shines = [name for name in map(drawing_of, won) if name]
    lit = draw_worlds(shines, WIDE - 2 * EDGE, WONDERS_HEIGHT, bright) if shines else ""
    return _Drawing(w, say, signs, game, colours(bright, plain), lit, why, places).svg()


@dataclass
class _Drawing:
    """A picture being drawn, from top to bottom."""

    w: Words
    say: HistoryWords
    signs: Signs
    game: FinishedGame
    ink: Mapping[str, str]
    lit: str  # the wonders of who has won
    why: Sequence[str]
    places: Sequence[int]

    def __post_init__(self) -> None:
        self.pen = _Pen(self.ink)
        self.seats = sorted(statistics.list_seats([self.game]), key=lambda one: self.places[one.seat - 1])
        self.slugs = tuple(dict.fromkeys(slug for one in self.seats for slug in one.points))

    def svg(self) -> str:
        y = self._head()
        lit = f'<g transform="translate({EDGE:g} {y:g})">{self.lit}</g>' if self.lit else ""
        y = self._rows(y + WONDERS_HEIGHT + GAP if lit else y)
        y = self._legend(y)
        p = self.pen
        p.text(WIDE - EDGE, y + 18, self.w("Wondertable · unofficial"), 26, "mute", "end")
        high = round(y + 60)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE:g}" height="{high}" viewBox="0 0 {WIDE:g} {high}" '
            f'font-family="{FAMILY}"><rect width="{WIDE:g}" height="{high}" fill="{self.ink["table"]}"/>{lit}{p}</svg>'
        )

    def _head(self) -> float:
        p, w, say, game = self.pen, self.w, self.say, self.game
        left, room = EDGE, WIDE - 2 * EDGE
        if any(one.is_winner for one in self.seats):
            with p.at(EDGE + 46, EDGE + 48):
                ICONS["crown"](p, "candle", "table")
            left, room = left + 116, room - 116
        lines, size = _fit_text(say.winner_text(w, game), room, 64, 40, 2, bold=True)
        y = EDGE + (48 if len(lines) == 1 else 30)
        for line in lines:
            p.text(left, y, line, size, "text", "start", bold=True)
            y += size * 1.2
        y = max(y - 8, EDGE + 128)
        how = capital(say.victory_text(w, game.kind, game.result))
        added = say.variants(w, game.kind, game.variant)
        about = " · ".join(filter(None, (say.title(w, game.kind), added, say.mode(w, game.mode))))
        when = f"{say.day(w, game.ended)} · {say.duration(w, game.seconds)}"
        for text, ink in ((how, "soft"), (about, "soft"), (when, "mute")):
            if not text:
                continue
            lines, size = _fit_text(text, WIDE - 2 * EDGE, 34, 28, 2)
            for line in lines:
                p.text(EDGE, y, line, size, ink, "start")
                y += size * 1.34
        return y + 8

    def _rows(self, y: float) -> float:
        names = self.say.people(self.w, self.game)
        most = max(1, *(sum(n for n in one.points.values() if n > 0) for one in self.seats))
        for one in self.seats:
            y += self._row(y, one, names[one.seat - 1], self.places[one.seat - 1], most) + GAP
        return y

    def _row(self, y: float, one: PlayedSeat, name: str, place: int, most: int) -> float:
        """Draw a seat's row and return its height."""
        p, wide = self.pen, WIDE - 2 * EDGE
        why = self.why[one.seat - 1] if self.why else ""
        lines, why_size = _fit_text(why, wide - 2 * PAD, 30, 24, 3) if why else ([], 0.0)
        below = len(lines) * why_size * 1.34 + 8 if lines else 0.0
        ground, line = ("hair", "candle") if one.is_winner else ("plate", "raised")
        p.rect(EDGE, y, wide, ROW + below, 26, ground, line, 5)
        x, middle = EDGE + PAD, y + 50
        if one.is_winner:
            with p.at(x + 24, middle, scale=0.54):
                ICONS["crown"](p, "candle", "hair")
        else:
            p.text(x, middle, f"{place}.", 40, "soft", "start")
        x += 70
        if one.badge[0] in EMBLEMS:
            p.badge(x, middle - 25, 50, *one.badge)
            x += 66
        total = _format_signed(one.total)
        room = WIDE - EDGE - PAD - _wide(total, 64, bold=True) - 20 - x
        under = self.say.under(self.w, self.game, one.seat)
        identity = self.say.identity(self.w, self.game.kind, one.identity) if one.identity else ""
        beside = " · ".join(filter(None, (identity, under)))
        for size, small in NAME_SIZES:
            if beside and (_wide(name, size, bold=True) + _wide(beside, small)) * SPARE + 18 <= room:
                p.text(x, middle, name, size, "text", "start", beside, small, bold=True)
                break
        else:
            [called], size = _fit_text(name, room, 44, 30, bold=True)
            p.text(x, middle, called, size, "text", "start", bold=True)
        p.text(WIDE - EDGE - PAD, middle, total, 64, "candle" if one.is_winner else "text", "end", bold=True)
        self._points(EDGE + PAD, y + 122, wide - 2 * PAD, one)
        self._bar(EDGE + PAD, y + ROW - BAR - 20, (wide - 2 * PAD) / most, one)
        for nth, line in enumerate(lines):
            p.text(EDGE + PAD, y + ROW - 8 + (nth + 0.5) * why_size * 1.34, line, why_size, "text", "start")
        return ROW + below

    def _points(self, x: float, y: float, wide: float, one: PlayedSeat) -> None:
        """Draw a symbol and a number for each category, side by side."""
        each = wide / max(1, len(self.slugs))
        for nth, slug in enumerate(self.slugs):
            n, at = one.points.get(slug, 0), x + each * nth
            self._sign(at + 21, y, 40, slug, None if n else "mute")
            [figure], size = _fit_text(_format_signed(n), each - 54, 36, 20, bold=True)
            self.pen.text(at + 50, y, figure, size, "text" if n else "mute", "start", bold=bool(n))

    def _bar(self, x: float, y: float, unit: float, one: PlayedSeat) -> None:
        """Draw a bar of the points by category, at the same scale for all seats."""
        self.pen.rect(x, y, WIDE - EDGE - PAD - x, BAR, 8, "shade")
        for slug in self.slugs:
            wide = one.points.get(slug, 0) * unit
            if wide > 3:
                self.pen.rect(x, y, wide - 2, BAR, 6, self.signs.get(slug, ("", "stone"))[1])
            x += max(0.0, wide)

    def _sign(self, x: float, y: float, size: float, slug: str, ink: str | None = None) -> None:
        with self.pen.at(x, y, scale=size / 100):
            paint_sign(self.pen, self.signs.get(slug, UNKNOWN), "plate", ink)

    def _legend(self, y: float) -> float:
        """Draw the legend of the symbols, wrapped; return the y below it."""
        x, size = EDGE, 27.0
        for slug in self.slugs:
            text = capital(self.say.category(self.w, self.game.kind, slug))
            wide = 44 + _wide(text, size) + 30
            if x > EDGE and x + wide > WIDE - EDGE:
                x, y = EDGE, y + LEGEND
            self._sign(x + 17, y + 16, 30, slug)
            self.pen.text(x + 42, y + 16, text, size, "soft", "start")
            x += wide
        return y + LEGEND


class _Pen(SvgPen):
    """A pen that draws with the picture's own colours, and writes text."""

    def __init__(self, ink: Mapping[str, str]) -> None:
        super().__init__()
        self._ink = ink

    def _colour(self, name: str) -> str:
        return self._ink.get(name, name)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        ink: str,
        align: str,
        beside: str = "",
        small: float = 28,
        *,
        bold: bool = False,
    ) -> None:
        """Write a line with its middle at `y`, followed by `beside` in size `small`."""
        weight = ' font-weight="700"' if bold else ""
        looks = f'dx="18" font-size="{small:g}" font-weight="400" fill="{self._colour("soft")}"'
        more = f"<tspan {looks}>{escape(isolate_names(beside))}</tspan>"
        self._parts.append(
            f'<text x="{x:g}" y="{y + size * 0.355:.1f}" font-size="{size:.1f}" fill="{self._colour(ink)}"'
            f' text-anchor="{align}"{weight}>{escape(isolate_names(text))}{more if beside else ""}</text>'
        )

    def badge(self, x: float, y: float, side: float, emblem: str, colour: str) -> None:
        """Draw a seat's emblem on its colour; `x` and `y` are the upper left corner."""
        with self.at(x + side / 2, y + side / 2, scale=side / SIDE):
            for mark in badge(emblem, colour).marks:
                match mark:
                    case Box(left, top, w, h, r, fill):
                        self.rect(left, top, w, h, r, fill)
                    case Sign(name, across, down, size, ink, ground):
                        figure(self, name, across, down, size, ink, ground)


def _format_signed(n: int) -> str:
    return f"−{-n}" if n < 0 else str(n)


def _wide(text: str, size: float, *, bold: bool = False) -> float:
    """Estimate the width of a text."""
    each = sum(WIDTHS.get(sign) or _letter_width(sign) for sign in text)
    return each * size * SPARE * (1.04 if bold else 1)


def _letter_width(sign: str) -> float:
    if category(sign) in ("Mn", "Me", "Cf"):  # above or below another letter, or invisible
        return 0.0
    return SCRIPT_WIDTHS[bisect_right(SCRIPT_WIDTHS, (sign, 2.0)) - 1][1]


def _fit_text(
    text: str, room: float, size: float, least: float, lines: int = 1, *, bold: bool = False
) -> tuple[list[str], float]:
    """Wrap a text to at most `lines` lines in the largest size that fits; truncate it if none does."""
    while True:
        found = list(_lines(text.split(" "), partial(_wide, size=size, bold=bold), room))
        if len(found) <= lines and all(_wide(line, size, bold=bold) <= room for line in found):
            return found, size
        if size <= least:
            break
        size -= 2
    found = found[:lines]
    last = found[-1]
    while last and _wide(f"{last}…", size, bold=bold) > room:
        last = last[:-1]
    return [*found[:-1], f"{last.rstrip()}…"], size


def _lines(words: Sequence[str], wide: partial[float], room: float) -> Iterator[str]:
    line = ""
    for word in words:
        longer = f"{line} {word}" if line else word
        if line and wide(longer) > room:
            yield line
            longer = word
        line = longer
    yield line
