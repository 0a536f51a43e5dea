"""What stands on cards, leaders and tokens, and cards themselves: round the pen's place, without anything to touch.

All lengths are u. What stands on a thing is decided by its game, as atoms (`app.looks.atoms`); figures are triangulated
once and then only moved.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from app.looks.atoms import Face, Group, Placed, lay
from app.looks.buildings import Fit, Part, Solid, building, round_top
from app.looks.figures import FIGURES, Oval, Poly, Rect, known, paint
from app.looks.icons import ICONS, SIGNS
from app.screen.draw import Pen
from app.shown.play import Price

TONES: Final = {"shield": "red", "money": "yellow", "gable": "stone", "pick": "parch", "lost": "red"}
MINUS: Final = "−"
GUILD: Final = "purple"
BAND: Final = 0.24  # of a card's width, how high its cost stands, and its prices
UPRIGHT: Final = 1.24  # of its width, the height of a card that is not flatter
PILL: Final = 2.05  # of its height, the width of a price


class Inks(NamedTuple):
    """What a face is painted in: its ground; one ink for everything, or (None) each thing in its own."""

    ground: str
    only: str | None = None


# ---- figures --------------------------------------------------------------------------------------------


def figure(p: Pen, name: str, x: float, y: float, size: float, f: str = "text", b: str = "zone") -> None:
    """A figure, an icon or the sign of a card colour, by its name."""
    p.stamp(x, y, size / 100, _figure, name, f, b)


def _figure(p: Pen, name: str, f: str, b: str) -> None:
    if name in SIGNS:
        SIGNS[name](p, f)
    elif known(name) in FIGURES:
        paint(p, FIGURES[known(name)], f, b)
    else:
        ICONS[name](p, f, b)


def number(p: Pen, x: float, y: float, text: str, size: float, ink: str = "ink", room: float = 0) -> None:
    """A number that stands in a figure: it is never cut, and takes the room it needs.

    `room`: so wide it may become where words are large.
    """
    if p.grown > 1 and room:
        size = max(size, p.fits(text, size * p.grown, True, room))
    p.text(x, y, text, size, ink, bold=True)


def signed(n: int) -> str:
    """A number, with a proper minus where it is below 0."""
    return str(n) if n >= 0 else f"{MINUS}{-n}"


def coin(p: Pen, x: float, y: float, size: float, n: int | None = None, f: str = "yellow", b: str = "ink") -> None:
    """A coin, with a number on it."""
    figure(p, "money", x, y, size, f, "edge" if f == "yellow" else b)
    if n is not None:
        number(p, x, y, str(n), size * (0.54 if n < 10 else 0.44), b, size * 0.7)


def gable(p: Pen, x: float, y: float, size: float, n: int, f: str = "stone", b: str = "ink") -> None:
    """Points: a number on a stone gable."""
    figure(p, "gable", x, y, size, f, b)
    number(p, x, y + size * 0.15, str(n), size * (0.58 if n < 10 else 0.46), b, size * 0.62)


def chip(p: Pen, chain: str, x: float, y: float, size: float, edge: str, lit: bool = False) -> None:
    """A chain symbol on its small dark square; `lit`: the city holds it."""
    p.stamp(x, y, size / 100, _chip, chain, edge, lit)


def _chip(p: Pen, chain: str, edge: str, lit: bool) -> None:
    p.rect(-50, -50, 100, 100, 26, "candle" if lit else "ink", None if lit else edge, 5)
    figure(p, chain, 0, 0, 74, *(("ink", "candle") if lit else ("text", "ink")))


def box(p: Pen, x: float, y: float, w: float, h: float, r: float, fill: str | None, edge: str = "") -> None:
    """A box from its corner, as there are many of: filled, or with a dashed edge."""
    p.stamp(x, y, 1, _box, round(w, 2), round(h, 2), r, fill, edge)


def _box(p: Pen, w: float, h: float, r: float, fill: str | None, edge: str) -> None:
    p.rect(0, 0, w, h, r, fill, edge or None, 2, dash=(5, 5) if edge else None)


def atoms(p: Pen, placed: Iterable[Placed], inks: Inks) -> None:
    """What a thing brings or costs, sign by sign."""
    for it in placed:
        _atom(p, it, inks)


def _atom(p: Pen, it: Placed, inks: Inks) -> None:
    (kind, what, n), x, y, size = it
    ground, only = inks
    ink = only or "text"
    match kind:
        case "figure":
            figure(p, what, x, y, size * 0.94, only or TONES.get(what, "text"), ground)
            if what == "again":
                number(p, x, y, "+1", size * 0.38, ink)
        case "points":
            gable(p, x, y, size, n, only or "stone", ground if only else "ink")
        case "coin":
            coin(p, x, y, size * 0.96, n or None, only or "yellow", ground if only else "ink")
        case "sign":
            figure(p, what, x, y, size * 0.62, only or what, ground)
        case "struck":
            w, h = size * 0.6, size * 0.84
            p.rect(x - w / 2, y - h / 2, w, h, size * 0.08, f"{what}_tint", what, size * 0.05)
            figure(p, what, x, y, size * 0.4, what, f"{what}_tint")
            p.path(x - size * 0.4, y + size * 0.4, x + size * 0.4, y - size * 0.4, line="red", width=size * 0.1)
        case "lost":
            figure(p, "lost", x, y, size, only or "red", ground)
            number(p, x, y, f"{MINUS}{n}", size * 0.42, ink)
        case "pick":
            figure(p, "pick", x, y, size, only or "parch", ground)
            number(p, x, y - size * 0.13, "1", size * 0.36, ground if only else "ink")
        case "slash":
            dx, dy = size * 0.07, size * 0.32
            p.path(x - dx, y + dy, x + dx, y - dy, line=only or "mute", width=size * 0.055)
        case "equals":
            for dy in (-0.07, 0.07):
                p.path(x - size * 0.11, y + dy * size, x + size * 0.11, y + dy * size, line=ink, width=size * 0.055)
        case "age":
            coin(p, x, y, size * 0.96, None, only or "yellow", ground if only else "ink")
            figure(p, "sand", x, y, size * 0.5, ground if only else "ink", only or "yellow")
        case "victory":
            p.stamp(x, y, size / 100, _victory, only or "red", ground)
            number(p, x, y, str(n) if n else "+", size * 0.5, ink)
        case "defeat":
            figure(p, "loss", x, y, size, only or "mute", ground)
            number(p, x, y - size * 0.07, f"{MINUS}{n}" if n else MINUS, size * 0.4, only or "soft")
        case "free":
            p.stamp(x, y, size / 100, _free, ink)
            number(p, x, y, "0", size * 0.5, ink)
        case "greater":
            dx, dy = size * 0.15, size * 0.2
            p.path(x - dx, y - dy, x + dx, y, x - dx, y + dy, line=ink, width=size * 0.08)
        case "times":
            number(p, x, y, f"×{n}", size * 0.6, ink)
        case _:
            number(p, x, y, f"+{n}" if n > 0 else f"{MINUS}{-n}", size * 0.6, ink)


def _victory(p: Pen, f: str, ground: str) -> None:
    p.disc(0, 0, 44, "red_tint" if f == "red" else ground, f, 8)


def _free(p: Pen, f: str) -> None:
    p.rect(-31, -43, 62, 86, 11, None, f, 8)


# ---- building cards ---------------------------------------------------------------------------------------


def shape(p: Pen, w: float, h: float, fill: str, line: str) -> None:
    """The card itself, and the dark seam that parts it from what it lies on."""
    p.stamp(0, 0, 1, _shape, round(w, 2), round(h, 2), fill, line)


def _shape(p: Pen, w: float, h: float, fill: str, line: str) -> None:
    r = w * 0.09
    p.rect(-w / 2 - 4, -h / 2 - 4, w + 8, h + 8, r + 4, "table")
    p.rect(-w / 2, -h / 2, w, h, r, fill, line, max(2.0, w * 0.018))


def band(w: float, h: float) -> float:
    """How high a card's cost stands, and each price on it."""
    return BAND * min(w, h / UPRIGHT)


class Strip(NamedTuple):
    """A box round its centre."""

    x: float
    y: float
    w: float
    h: float


def card(p: Pen, face: Face, w: float, h: float, priced: bool = False, lit: bool = False) -> None:
    """A card. `priced`: it leaves room for a price at its upper and at its lower edge; `lit`: its chain is held."""
    tint, high = f"{face.colour}_tint", band(w, h)
    shape(p, w, h, tint, face.colour)
    k = high / BAND
    head, foot = high, high if priced else 0.03 * k
    top, bottom = -h / 2, h / 2 - foot
    figure(p, face.colour, -w / 2 + 0.15 * k, top + 0.14 * k, 0.18 * k, face.colour, tint)
    for nth, chain in enumerate(face.bears):
        chip(p, chain, w / 2 - (0.15 + 0.25 * nth) * k, top + 0.15 * k, 0.225 * k, face.colour)
    if face.cost or face.asks:
        bottom -= high
        banded(p, face.cost, face.asks, Strip(0, bottom + high / 2, w - 0.045 * w, high * 0.94), face.colour, lit)
    groups = face.effects
    if not priced and not face.bears and len(groups) == 1 and len(groups[0]) < 3:
        head = 0.08 * k
    room = bottom - top - head - 0.03 * k
    atoms(p, lay(groups, 0, top + head + room / 2, 0.88 * w, room, 0.5 * w), Inks(tint))


def banded(p: Pen, cost: Group, chains: tuple[str, ...], at: Strip, edge: str, lit: bool = False) -> None:
    """What is printed as a cost, and the chain symbols that make the card free; `lit`: the city holds one."""
    x, y, w, h = at
    box(p, x - w / 2, y - h / 2, w, h, 5, "ink")
    side = h * 0.84
    room = w - (side + h * 0.1) * len(chains) - (h * 0.2 if chains else 0) - h * 0.2
    if cost:
        atoms(p, lay([cost], x - w / 2 + h * 0.1 + room / 2, y, room, h, h), Inks("ink"))
    for nth, chain in enumerate(chains):
        chip(p, chain, x + w / 2 - (side + h * 0.1) * nth - side / 2 - h * 0.1, y, side, edge, lit)


def back(p: Pen, age: int, guild: bool, w: float, h: float, shows: float = 0) -> None:
    """A card that lies face down, the same from both ends: its age in strokes, or a guild's star.

    `shows`: only so much of its upper part is seen.
    """
    p.stamp(0, 0, 1, _back, age, guild, round(w, 2), round(h, 2), round(shows, 2))


def _back(p: Pen, age: int, guild: bool, w: float, h: float, shows: float) -> None:
    edge, fill, inner = ("purple", "purple_tint", "purple") if guild else ("stone", "back", "weave")
    _shape(p, w, h, fill, edge)
    p.rect(-w * 0.41, -h / 2 + w * 0.08, w * 0.82, h - w * 0.16, w * 0.05, None, inner, 1.6, opacity=0.7)
    seen = shows or h
    y, size = -h / 2 + seen / 2, min(w * 0.36, seen * 0.56)
    if guild:
        figure(p, GUILD, 0, y, size * 1.2, "purple", fill)
    else:
        numeral(p, age, 0, y, size, "stone")


def numeral(p: Pen, n: int, x: float, y: float, size: float, ink: str) -> None:
    """An age in strokes between two bars."""
    wide = size * (0.16 + n * 0.21)
    for nth in range(n):
        p.rect(x + (nth - (n - 1) / 2) * size * 0.42 - size * 0.1, y - size * 0.5, size * 0.2, size, 2, ink)
    for dy in (-0.62, 0.5):
        p.rect(x - wide, y + dy * size, 2 * wide, size * 0.12, 2, ink)


# ---- prices -----------------------------------------------------------------------------------------------


def price(p: Pen, x: float, y: float, h: float, it: Price) -> None:
    """What something costs a seat now: dashed where it cannot be paid, with the chain where that makes it free."""
    p.stamp(x, y, 1, _pill, round(h, 2), it.can, it.chain, not it.coins)
    ink = "candle" if it.chain else "text" if it.can else "mute"
    number(p, x + PILL * h * 0.2, y, str(it.coins), h * 0.84, ink, PILL * h * 0.46)


def _pill(p: Pen, h: float, can: bool, chain: bool, free: bool) -> None:
    w = PILL * h
    edge = "mute" if not can else "candle" if chain or free else "yellow"
    p.rect(-w / 2, -h / 2, w, h, h / 2, "ink")
    p.rect(-w / 2, -h / 2, w, h, h / 2, None, edge, 2.5, dash=None if can else (5.0, 4.0))
    if chain:
        figure(p, "chain", -w * 0.2, 0, h * 0.7, "candle", "ink")
    else:
        coin(p, -w * 0.23, 0, h * 0.78, None, "yellow" if can else "mute")


# ---- wonders ----------------------------------------------------------------------------------------------


class Look(NamedTuple):
    """How a part of a wonder is painted: its ground; its outline, so wide; whether what lies on it is seen."""

    fill: str
    line: str
    width: float = 1.4
    dash: tuple[float, float] | None = None
    whole: bool = False


STANDS: Final = Look("stone", "zone", whole=True)
GHOST: Final = Look("shade", "weave")  # not built yet


def picture(p: Pen, wonder: str, x: float, y: float, w: float, h: float, built: bool | int) -> None:
    """A wonder in a box from its upper left corner: of stone, all of it or so many parts; the rest as outlines."""
    parts = building(wonder)
    stand = len(parts) * built if isinstance(built, bool) else built
    with p.at(x, y):
        for nth, it in enumerate(parts):
            part(p, it, w, h, STANDS if nth < stand else GHOST)


def part(p: Pen, it: Part, w: float, h: float, look: Look) -> None:
    """One part of a wonder, in the box of the whole."""
    p.stamp(0, 0, 1, _part, it, round(w, 2), round(h, 2), look)


def _part(p: Pen, it: Part, w: float, h: float, look: Look) -> None:
    fit = Fit.of(w, h)
    body = [fit.solid(each) for each in it.body]
    for each in body:  # first all lines, then all grounds: what belongs together has one outline
        _solid(p, each, None, look.line, 2 * look.width, look.dash)
    for each in body:
        _solid(p, each, look.fill)
    if look.whole:
        for tone, drawn in it.drawn:
            for each in drawn:
                _solid(p, fit.solid(each), tone)


def _solid(
    p: Pen,
    it: Solid,
    fill: str | None,
    line: str | None = None,
    width: float = 0,
    dash: tuple[float, float] | None = None,
) -> None:
    match it:
        case Rect(x, y, w, h, r):
            p.rect(x, y, w, h, r, fill, line, width, dash=dash)
        case Oval(x, y, rx, ry):
            p.oval(x, y, rx, ry, fill, line, width, dash=dash)
        case Poly(points):
            p.poly(*points, fill=fill, line=line, width=width, dash=dash)
        case _:
            p.poly(*round_top(it), fill=fill, line=line, width=width, dash=dash)
