"""Cards, wonders, tokens and prices, round the pen's place and without anything to touch. All lengths are u.

What stands on them is in `app.games.duel.glyphs`; figures are triangulated once and then only moved.
"""

from collections.abc import Iterable
from math import cos, pi, sin
from typing import Final, NamedTuple

from app.games.duel.glyphs import DOME, Group, Placed, building, cost, effects, lay
from app.looks.figures import FIGURES, known, paint
from app.looks.icons import ICONS, SIGNS
from app.screen.draw import Pen
from engine.duel.cards import Data
from engine.duel.view import Way

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


def number(p: Pen, x: float, y: float, text: str, size: float, ink: str = "ink") -> None:
    """A number that stands in a figure: it is never cut, and takes the room it needs."""
    p.text(x, y, text, size, ink, bold=True)


def coin(p: Pen, x: float, y: float, size: float, n: int | None = None, f: str = "yellow", b: str = "ink") -> None:
    """A coin, with a number on it."""
    figure(p, "money", x, y, size, f, "edge" if f == "yellow" else b)
    if n is not None:
        number(p, x, y, str(n), size * (0.54 if n < 10 else 0.44), b)


def gable(p: Pen, x: float, y: float, size: float, n: int, f: str = "stone", b: str = "ink") -> None:
    """Points: a number on a stone gable."""
    figure(p, "gable", x, y, size, f, b)
    number(p, x, y + size * 0.15, str(n), size * (0.58 if n < 10 else 0.46), b)


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
        case _:
            number(p, x, y, f"+{n}" if n > 0 else f"{MINUS}{-n}", size * 0.6, ink)


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


def card(p: Pen, facts: Data, slug: str, w: float, h: float, priced: bool = False) -> None:
    """A card's face. `priced`: it leaves room for a price at its upper and at its lower edge."""
    it = facts.cards[slug]
    tint, high = f"{it.colour}_tint", band(w, h)
    shape(p, w, h, tint, it.colour)
    k = high / BAND
    head, foot = high, high if priced else 0.03 * k
    top, bottom = -h / 2, h / 2 - foot
    figure(p, it.colour, -w / 2 + 0.15 * k, top + 0.14 * k, 0.18 * k, it.colour, tint)
    if it.bears:
        chip(p, it.bears, w / 2 - 0.15 * k, top + 0.15 * k, 0.225 * k, it.colour)
    asks = cost(it.cost)
    if asks or it.chain:
        bottom -= high
        _band(p, asks, it.chain, Strip(0, bottom + high / 2, w - 0.045 * w, high * 0.94), it.colour)
    groups = effects(it, facts)
    if not priced and not it.bears and len(groups) == 1 and len(groups[0]) < 3:
        head = 0.08 * k
    room = bottom - top - head - 0.03 * k
    atoms(p, lay(groups, 0, top + head + room / 2, 0.88 * w, room, 0.5 * w), Inks(tint))


class Strip(NamedTuple):
    """A box round its centre."""

    x: float
    y: float
    w: float
    h: float


def _band(p: Pen, asks: Group, chain: str, at: Strip, edge: str) -> None:
    """What is printed as a cost, and the chain symbol that makes the card free."""
    x, y, w, h = at
    box(p, x - w / 2, y - h / 2, w, h, 5, "ink")
    side = h * 0.84
    room = w - (side + h * 0.3 if chain else 0) - h * 0.2
    if asks:
        atoms(p, lay([asks], x - w / 2 + h * 0.1 + room / 2, y, room, h * 0.8, h * 0.8), Inks("ink"))
    if chain:
        chip(p, chain, x + w / 2 - side / 2 - h * 0.1, y, side, edge)


def strip(p: Pen, facts: Data, slug: str, w: float, h: float, costs: bool, beside: float) -> None:
    """What shows of a card on which others lie, so wide and high; `beside`: room for prices, at its right.

    `costs`: with what it is printed to cost.
    """
    it = facts.cards[slug]
    tint, groups, asks = f"{it.colour}_tint", effects(it, facts), cost(it.cost)
    left, right = -w / 2 + 6, w / 2 - beside - 4
    banded = costs and bool(asks or it.chain)
    if w < 2.6 * h and not costs:
        side = min(h * 0.44, (right - left) / 2.2)
        figure(p, it.colour, left + side / 2, -h * 0.25, side * 0.8, it.colour, tint)
        if it.bears:
            chip(p, it.bears, right - side / 2, -h * 0.25, side, it.colour)
        middle = (left + right) / 2
        if it.bears or len(groups) > 1 or len(groups[0]) > 1:
            atoms(p, lay(groups, middle, h * 0.24, right - left, h * 0.5, h * 0.5), Inks(tint))
        else:
            atoms(
                p,
                lay(groups, left + side * 0.4 + (right - left) / 2, 0, right - left - side, h - 8, h * 0.7),
                Inks(tint),
            )
        return
    if w < 2.6 * h:
        low = h * 0.36 if banded else 0.0
        tall = h - low
        y = -h / 2 + tall / 2 + 1
        mark = min(tall * 0.46, (right - left) * 0.24)
        figure(p, it.colour, left + mark * 0.6, y, mark, it.colour, tint)
        seal = min(tall * 0.66, (right - left) * 0.28) if it.bears else 0.0
        if it.bears:
            chip(p, it.bears, right - seal / 2, y, seal, it.colour)
        room = right - left - mark * 1.3 - seal - 4
        at = left + mark * 1.3 + room / 2
        atoms(p, lay(groups, at, y, room, tall - 8, tall * 0.8), Inks(tint))
        if banded:
            _band(
                p,
                asks,
                it.chain,
                Strip((left + right) / 2 - 1, h / 2 - low / 2, right - left + 2, low * 0.94),
                it.colour,
            )
        return
    side = min(h * 0.46, 30.0)  # of the sign and of a chain symbol, one above the other
    seals = it.bears or it.chain
    figure(p, it.colour, left + side / 2, -h * 0.22 if seals else 0, side * 0.9, it.colour, tint)
    if seals:
        chip(p, seals, left + side / 2, h * 0.23, side, it.colour)
    left += side + 4
    if costs and asks:
        wide = (right - left) * (0.42 if len(groups[0]) > 3 else 0.54)
        p.rect(right - wide, -h / 2 + 3, wide, h - 6, 6, "ink")
        placed = lay(_folded(asks), right - wide / 2, 0, wide - 6, h - 10, h * 0.44)
        atoms(p, placed, Inks("ink"))
        right -= wide + 2
    atoms(p, lay(groups, (left + right) / 2, 0, right - left - 2, h - 8, h * 0.8), Inks(tint))


def _folded(asks: Group) -> list[Group]:
    """A cost of many signs as two groups, so that it may stand in two rows."""
    return [asks] if len(asks) < 3 else [asks[: (len(asks) + 1) // 2], asks[(len(asks) + 1) // 2 :]]


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


def price(p: Pen, x: float, y: float, h: float, way: Way) -> None:
    """What building something costs a seat now: dashed where it has not the coins, with the chain where it is free."""
    p.stamp(x, y, 1, _pill, round(h, 2), way.can, way.chain, not way.cost)
    ink = "candle" if way.chain else "text" if way.can else "mute"
    number(p, x + PILL * h * 0.2, y, str(way.cost), h * 0.76, ink)


def _pill(p: Pen, h: float, can: bool, chain: bool, free: bool) -> None:
    w = PILL * h
    edge = "mute" if not can else "candle" if chain or free else "yellow"
    p.rect(-w / 2, -h / 2, w, h, h / 2, "ink")
    p.rect(-w / 2, -h / 2, w, h, h / 2, None, edge, 2.5, dash=None if can else (5.0, 4.0))
    if chain:
        figure(p, "chain", -w * 0.2, 0, h * 0.7, "candle", "ink")
    else:
        coin(p, -w * 0.23, 0, h * 0.78, None, "yellow" if can else "mute")


# ---- wonders and tokens -----------------------------------------------------------------------------------


def picture(p: Pen, slug: str, x: float, y: float, w: float, h: float, built: bool) -> None:
    """A wonder's building from a corner: of stone, or its ghost."""
    p.stamp(x, y, 1, _picture, slug, round(w, 2), round(h, 2), built)


def _picture(p: Pen, slug: str, w: float, h: float, built: bool) -> None:
    fill, line = ("stone", "zone") if built else ("shade", "weave")
    for part in building(slug):
        x, y, bw, bh, taper = part
        x, y, bw, bh = x * w / 100 + 1, y * h / 100 + 1, bw * w / 100 - 2, bh * h / 100 - 2
        if taper == DOME:
            flat = [x, y + bh]
            for i in range(13):
                a = pi - pi * i / 12
                flat += (x + bw / 2 + bw / 2 * cos(a), y + bh / 2 - bh / 2 * sin(a))
            p.poly(*flat, x + bw, y + bh, fill=fill, line=line, width=1.6)
        elif taper:
            p.poly(
                x, y + bh, x + taper * bw, y, x + bw - taper * bw, y, x + bw, y + bh, fill=fill, line=line, width=1.6
            )
        else:
            p.rect(x, y, bw, bh, 3, fill, line, 1.6)


def wonder(
    p: Pen, facts: Data, slug: str, w: float, h: float, built: bool = False, lit: bool = False, tag: float = 0
) -> None:
    """A wonder lies across: its building, what it brings, and until it is built what it costs.

    `lit`: it is chosen; `tag`: so much of its upper right corner is left for a price.
    """
    it = facts.wonders[slug]
    fill = "chosen" if built else "zone"
    p.stamp(0, 0, 1, _frame, round(w, 2), round(h, 2), built, lit)
    low = 0.0 if built else h * 0.29
    wide = min(w * 0.32, (h - low) * 0.86)
    picture(p, slug, -w / 2 + 10, -h / 2 + 9, wide, h - low - 18, built)
    left = -w / 2 + wide + 16
    room = w / 2 - left - 8
    tall = h - low - 10 - tag
    atoms(p, lay(effects(it, facts), left + room / 2, -h / 2 + 5 + tag + tall / 2, room, tall, h * 0.5), Inks(fill))
    if not built:
        _band(p, cost(it.cost), "", Strip(0, h / 2 - low / 2 - 2, w - 6, low), "line")


def _frame(p: Pen, w: float, h: float, built: bool, lit: bool) -> None:
    edge = "candle" if lit else "stone" if built else "line"
    p.rect(-w / 2, -h / 2, w, h, min(16, h * 0.14), "chosen" if built else "zone", edge, 5 if lit else 2.5)


def token(p: Pen, facts: Data, slug: str, r: float) -> None:
    """A progress token."""
    p.stamp(0, 0, r / 100, _disc)
    atoms(p, lay(effects(facts.tokens[slug], facts), 0, 0, r * 1.45, r * 1.25, r * 1.1), Inks("parch", "ink"))


def _disc(p: Pen) -> None:
    p.disc(0, 0, 100, "parch")
    p.disc(0, 0, 88, None, "edge", 4)
