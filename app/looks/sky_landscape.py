"""The landscape behind a wonder, for the screen and phones: sky, sun or moon, far hills, and land or sea in front."""

from collections.abc import Iterator, Mapping
from functools import cache
from math import sin
from typing import Annotated, Final

import msgspec

from app.looks.drawing_data import Area, DrawnLine, Mark, Round
from app.looks.paint_materials import BadDrawing, Colour, Paint, Stop, load_shared
from engine.memoize import memoize

UPRIGHT_ASPECT: Final = 1.2  # height of a window, in parts of its width, from which its light stays in the middle
HORIZON: Final = 0.8  # of its height, from the top
STARS: Final = 2600  # square units to each star
EVENING: Final = 2  # the hour of a sky that does not follow a game
TINTS: Final = (("#F29A56", 0.0, 0.6), ("#F29A56", 0.0, 0.3), ("", 0.0, 0.0), ("#02040E", 0.7, 0.5))  # a sky, by hour
WAVES: Final = 14
SPREAD: Final = (0.8191725134, 0.6710436067, 0.5497004779)  # steps that scatter evenly: powers of one number
FOAM: Final = "#CFEBEA"
DOME: Final = {False: ("#0A1026", "#152049", "#3A2C55"), True: ("#DDEBF5", "#E9E6DC", "#EBD9B4")}  # zenith to horizon
SUN: Final = {False: "#FBE7C0", True: "#FFF7DC"}

_Tones = Annotated[tuple[Colour, ...], msgspec.Meta(min_length=5, max_length=5)]


class Sky(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Colours of the sky (top to horizon), the land and the foreground; `sea`: the foreground is water."""

    night: _Tones
    bright: _Tones
    sea: bool = False


@cache
def skies() -> Mapping[str, Sky]:
    """Load the sky of each wonder by its name in the data. BadDrawing if the file is invalid."""
    try:
        return msgspec.convert(load_shared("skies.toml"), dict[str, Sky])
    except msgspec.ValidationError as error:
        raise BadDrawing(f"skies.toml: {error}") from error


@memoize(128)
def scene(
    name: str, w: float, h: float, bright: bool, r: float = 0, low: float = 0, sun: float = 0.78, hour: int = EVENING
) -> tuple[Mark, ...]:
    """Draw the landscape in a window from its upper left corner; `sun`: the position of the sun across.

    `hour`: 0 dusk to 3 night, in the bright theme an afternoon.
    `r` and `low`: radius of the upper and lower corners. Lights extend over the edge, where the caller clips them.
    """
    return tuple(_scene(skies()[name], sum(map(ord, name)), w, h, bright, r, low, sun, hour))


def _scene(
    sky: Sky, seed: int, w: float, h: float, bright: bool, r: float, low: float, sun: float, hour: int
) -> Iterator[Mark]:
    top, middle, haze, land, front = sky.bright if bright else sky.night
    ground = h * HORIZON
    yield Area(_round_top(w, ground + 1, r), Paint("down", (Stop(0, top), Stop(0.55, middle), Stop(1, haze))))
    if hour != EVENING:
        tint, high, deep = TINTS[hour]  # its opacity above and at the horizon
        over = Paint("down", (Stop(0, tint, high), Stop(1, tint, deep)))
        yield Area(_round_top(w, ground + 1, r), over, opacity=0.3 if bright else 1)
    if not bright:
        stars = round(w * h / STARS * (min(hour, EVENING) + 1) / (EVENING + 1))
        yield from _stars(range(seed, seed + stars), r, w - 2 * r, h * 0.5)
    x = min(w * sun, w - h * 0.3) if h > UPRIGHT_ASPECT * w else w * sun  # words stand at an upright screen's edges
    y = h * (0.38 + 0.12 * (EVENING - hour))
    yield Round(x, y, h * 0.34, "halo", opacity=0.75 if bright else 0.5)
    yield Round(x, y, h * 0.055, SUN[bright], opacity=0.92)
    turn = seed % 3
    far = ((w * i / 8, ground - h * (0.05 + 0.11 * abs(sin(i * 2.1 + turn)))) for i in range(9))
    yield Area(_path(*far, (w, ground), (0, ground)), land, opacity=0.55)
    tile = "water" if sky.sea else "sandstone"
    foot = _foot(w, h, low)
    land_area = f"M0 {ground:.1f} L{w:.1f} {ground:.1f} {foot}"
    yield Area(land_area, Paint("down", (Stop(0, land), Stop(1, front)), tile), rough=True)
    if sky.sea:
        for i in range(WAVES):
            x, y = w * (i * SPREAD[0] % 1), ground + (h - ground) * (i + 0.5) / WAVES
            yield DrawnLine(
                f"M{x:.1f} {y:.1f} L{min(w, x + 10 + 30 * (i * SPREAD[1] % 1)):.1f} {y:.1f}", FOAM, 1.4, 0.32
            )
    else:
        a, b, c = (ground + h * part for part in (0.05, -0.05, 0.03))
        hill = f"M0 {a:.1f} C{w * 0.2:.1f} {b:.1f} {w * 0.4:.1f} {b:.1f} {w * 0.55:.1f} {a:.1f} "
        hill += (
            f"C{w * 0.7:.1f} {a + h * 0.06:.1f} {w * 0.85:.1f} {c:.1f} {w:.1f} {c:.1f} L{w:.1f} {h:.1f} L0 {h:.1f} Z"
        )
        yield Area(hill, front, opacity=0.5)


def hour_of(left: int, of: int) -> int:
    """Return the hour of a game by how many cards are left: one for each quarter."""
    return 3 - min(3, max(0, 4 * left - 1) // of)


def dome(w: float, h: float, bright: bool) -> Iterator[Mark]:
    """Draw the sky over the table, in which no wonder stands."""
    top, middle, low = DOME[bright]
    yield Area(f"M0 0 H{w:g} V{h:g} H0 Z", Paint("down", (Stop(0, top), Stop(0.55, middle), Stop(1, low))))
    if not bright:
        yield from _stars(range(round(w * h / STARS)), 0, w, h)


def scatter(numbers: range) -> Iterator[tuple[float, float, float]]:
    """Yield a point for each number, across and down, spread evenly, and a third coordinate; each from 0 to 1."""
    for i in numbers:
        across, down, large = (i * step % 1 for step in SPREAD)
        yield across, down, large


def _stars(numbers: range, left: float, w: float, h: float) -> Iterator[Mark]:
    for across, down, large in scatter(numbers):
        yield Round(left + w * across, h * down, 0.5 + 0.9 * large, "#FFFFFF", opacity=0.25 + 0.6 * large)


def _path(*points: tuple[float, float]) -> str:
    return "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points) + " Z"


def round_box(w: float, h: float, r: float) -> str:
    """Return the path of a rounded box from its upper left corner."""
    return f"{_round_top(w, h - r, r).removesuffix(' Z')} {_foot(w, h, r)}"


def _round_top(w: float, h: float, r: float) -> str:
    b = r * 0.45  # of a quarter of a circle, how far its curve's handles lie from the corner
    left = f"M0 {h:.1f} L0 {r:.1f} C0 {b:.1f} {b:.1f} 0 {r:.1f} 0"
    return f"{left} L{w - r:.1f} 0 C{w - b:.1f} 0 {w:.1f} {b:.1f} {w:.1f} {r:.1f} L{w:.1f} {h:.1f} Z"


def _foot(w: float, h: float, r: float) -> str:
    """Return the part of a window's path from its right side around the lower corners to its left side."""
    b = r * 0.45
    right = f"L{w:.1f} {h - r:.1f} C{w:.1f} {h - b:.1f} {w - b:.1f} {h:.1f} {w - r:.1f} {h:.1f}"
    return f"{right} L{r:.1f} {h:.1f} C{b:.1f} {h:.1f} 0 {h - b:.1f} 0 {h - r:.1f} Z"
