"""Building cards and leaders as faces: sign and chain, what it brings, what is printed as a cost; and their backs.

Round the middle, in a box of any size. A surface that lays prices over a card says where they need room.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from app.looks.atoms import Group, Inks, lay, marks
from app.looks.drawing import has_card
from app.looks.face import Box, Chain, Face, Illustration, Mark, NumberMark, Sign, Title

GUILD: Final = "purple"
BAND: Final = 0.24  # of a card's width, how high its cost stands, and its prices
UPRIGHT: Final = 1.24  # of its width, the height of a card that is not flatter
ROUND: Final = 0.09  # of its width, its corners
TITLED: Final = 0.15  # of its height, the band with what it is called
TOOLED: Final = (
    (0.06, 0.06, 0.018),
    (0.1, 0.04, 0.008),
)  # of its width: how far in, how round, how wide a line of gold
INDEX: Final = 0.23  # of its width, what stands in two of its corners …
FINE: Final = 0.18  # … where it says what it is called


KINDS: Final = {
    "blue": "temple",
    "red": "guard",
    "yellow": "coin",
    GUILD: "guild",
    "leader": "leader",
}  # what cards of a colour show; all others what they bring
GOODS: Final = {"clay": "brick"}  # what is drawn as something else
BRINGS: Final = 0.4  # of a card's width, how high what it brings stands before its picture …
ALONE: Final = 0.5  # … where it is but one sign …
BESIDE: Final = 0.32  # … and where there are prices as well


class Printed(NamedTuple):
    """What is printed on a building card, or on a leader."""

    colour: str
    effects: tuple[Group, ...]
    cost: Group = ()
    bears: tuple[str, ...] = ()  # chain symbols that it gives
    asks: tuple[str, ...] = ()  # chain symbols that make it free


class CentredBox(NamedTuple):
    """A box round its centre."""

    x: float
    y: float
    w: float
    h: float


@lru_cache(maxsize=1024)
def card(
    it: Printed, w: float, h: float, over: bool = False, below: float = 0, between: float = 0, picture: str = ""
) -> Face:
    """A card. `over`: what it brings stays below the sign, though it could rise; prices need the room.

    `below`: so much room is left below everything, `between` over the place of what is printed as a cost. `picture`:
    what it shows, before which all of this has a ground of its own; "": nothing.
    """
    tint, high = f"{it.colour}_tint", band(w, h)
    k = high / BAND
    head, foot = high, below or 0.03 * k
    top, bottom = -h / 2, h / 2 - foot
    place = CentredBox(-w / 2 + 0.15 * k, top + 0.14 * k, 0.23 * k, 0.23 * k)
    found: list[Mark] = [edged(w, h, tint, it.colour)]
    asked: list[Mark] = []
    if it.cost or it.asks or between:
        bottom -= high
    if it.cost or it.asks:
        asked += banded(it.cost, it.asks, CentredBox(0, bottom + high / 2, w - 0.045 * w, high * 0.94), it.colour)
    if not picture and not over and not it.bears and len(it.effects) == 1 and len(it.effects[0]) < 3:
        head = 0.08 * k
    low = bottom - between
    if picture:
        brings = _before(it, w, top + head, low, k, bool(below or between))
        found += _pictured(picture, it.colour, w, h, low, brings)
        found.append(_ground(place, tint, it.colour))
    else:
        room = low - top - head - 0.03 * k
        brings = CentredBox(0, top + head + room / 2, 0.88 * w, room)
    found.append(Sign(it.colour, place.x, place.y, 0.18 * k, it.colour, tint))
    for nth, chain in enumerate(it.bears):
        found.append(Chain(chain, w / 2 - (0.15 + 0.25 * nth) * k, top + 0.15 * k, 0.225 * k, it.colour))
    found += asked
    part = 0.92 if picture else 1
    found += marks(lay(it.effects, brings.x, brings.y, part * brings.w, part * brings.h, 0.5 * w), Inks(tint))
    return Face(w, h, tint, tuple(found))


def _before(it: Printed, w: float, head: float, low: float, k: float, priced: bool) -> CentredBox:
    """Where before its picture a card says what it brings, between its head and its cost."""
    signs = sum(map(len, it.effects))
    if priced and signs < 3:
        return CentredBox(-w * 0.24, (head + low) / 2 + 0.02 * k, w * 0.44, low - head - 0.04 * k)
    high = min(low - head - 0.03 * k, (BESIDE if priced else ALONE if signs == 1 else BRINGS) * k)
    return CentredBox(0, low - high / 2, 0.92 * w, high)


def _pictured(picture: str, colour: str, w: float, h: float, low: float, brings: CentredBox) -> Iterator[Mark]:
    """What a card shows down to such a place, above or beside the ground of what it brings."""
    rim = max(2.0, w * 0.03)
    left, top = -w / 2 + rim, -h / 2 + rim
    yield Illustration("", left, top, w - 2 * rim, h - 2 * rim, f"behind-{colour}", w * ROUND * 0.6)
    if brings.x:
        beside, over = brings.x + brings.w / 2, brings.h * 0.1
        yield Illustration(picture, beside, brings.y - brings.h / 2 - over, w / 2 - rim - beside, brings.h + 1.5 * over)
    else:
        yield Illustration(picture, left, top, w - 2 * rim, brings.y - brings.h / 2 - top)
    yield _ground(brings, f"{colour}_tint", colour)


def shown(it: Printed) -> str:
    """What a card shows, by its colour or by the first good or symbol that it brings; "" where nothing is drawn."""
    signs = [atom.what for group in it.effects for atom in group if atom.kind == "figure"]
    named = [KINDS.get(it.colour, ""), *(GOODS.get(sign, sign) for sign in signs)]
    return next((name for name in named if has_card(name)), "")


# ---- illustrated cards ------------------------------------------------------------------------------------


def illustrated(picture: str, colour: str, index: tuple[str, ...], w: float, h: float, title: str = "") -> Face:
    """A card that shows something (`app.looks.drawing.card`); its colour's sign in two opposite corners.

    `index`: signs and numbers below both. `title`: what it is called, on a band of its own; "": the picture has it all.
    """
    tint, rim = f"{colour}_tint", max(2.0, w * 0.035)
    r, low = w * ROUND, h * TITLED if title else 0.0
    wide, high = w - 2 * rim, h - 2 * rim - low
    left, top = -w / 2 + rim, -h / 2 + rim
    found: list[Mark] = [
        Box(-w / 2, -h / 2, w, h, r, tint, colour, rim),
        Illustration(picture, left, top, wide, high, f"behind-{colour}", r * 0.7),
    ]
    if title:
        found.append(Box(left, top + high, wide, low, r * 0.5, "tag_text"))
        found.append(Title(title, 0, top + high + low / 2, low * 0.56, wide * 0.94, "tag"))
    side = w * (FINE if title else INDEX)
    x, y = left + side * 0.6, side * 0.6
    found += _index(colour, index, x, top + y, side, 1, 0)
    found += _index(colour, index, -x, top + high - y, side, -1, 180)
    return Face(w, h, tint, tuple(found))


def clothed(cloth: str, w: float, h: float, picture: str = "") -> Face:
    """The back of a card, of cloth with lines of gold tooled into it, and what it shows."""
    lines = (
        Box(-w / 2 + by * w, -h / 2 + by * w, w - 2 * by * w, h - 2 * by * w, w * r, "", "brass", w * width)
        for by, r, width in TOOLED
    )
    side = min(w, h) * 0.72
    star = (Illustration(picture, -side / 2, -side / 2, side, side),) if picture else ()
    ground = Illustration("", -w / 2, -h / 2, w, h, f"{cloth}-slope", w * ROUND)
    return Face(w, h, "back", (ground, *lines, *star))


def _ground(at: CentredBox, fill: str, line: str) -> Box:
    """The ground of signs before a picture."""
    side = min(at.w, at.h)
    return Box(at.x - at.w / 2, at.y - at.h / 2, at.w, at.h, side * 0.22, fill, line, max(1.0, side * 0.04))


def _index(colour: str, index: tuple[str, ...], x: float, y: float, side: float, k: int, turn: int) -> Iterator[Mark]:
    """A colour's sign round a point, and from there inwards (`k`: down or up) what else the card's corner says."""
    tint, count = f"{colour}_tint", len(index) + 1
    high = side * count
    yield Box(
        x - side / 2, y - side / 2 - (high - side if k < 0 else 0), side, high, side * 0.26, tint, colour, side * 0.07
    )
    yield Sign(colour, x, y, side * 0.72, colour, tint, turn)
    for nth, each in enumerate(index, 1):
        at = y + k * side * (nth - 0.04)
        if each.isdecimal():
            yield NumberMark(each, x, at, side, angle=turn)
        else:
            yield Sign(each, x, at, side * 0.76, "text", tint, turn)


def edged(w: float, h: float, fill: str, line: str) -> Box:
    """The card itself."""
    return Box(-w / 2, -h / 2, w, h, w * ROUND, fill, line, max(2.0, w * 0.018))


def blank(w: float, h: float, fill: str, line: str) -> Face:
    """A card of which nothing is seen but its colour."""
    return Face(w, h, fill, (edged(w, h, fill, line),))


def band(w: float, h: float) -> float:
    """How high a card's cost stands, and each price on it."""
    return BAND * min(w, h / UPRIGHT)


def banded(cost: Group, chains: tuple[str, ...], at: CentredBox, edge: str) -> Iterator[Mark]:
    """What is printed as a cost, and the chain symbols that make the card free."""
    x, y, w, h = at
    yield Box(x - w / 2, y - h / 2, w, h, 5, "ink")
    side = h * 0.84
    room = w - (side + h * 0.1) * len(chains) - (h * 0.2 if chains else 0) - h * 0.2
    if cost:
        yield from marks(lay([cost], x - w / 2 + h * 0.1 + room / 2, y, room, h, h), Inks("ink"))
    for nth, chain in enumerate(chains):
        yield Chain(chain, x + w / 2 - (side + h * 0.1) * nth - side / 2 - h * 0.1, y, side, edge, asked=True)


@lru_cache(maxsize=256)
def back(age: int, guild: bool, w: float, h: float, shows: float = 0, plain: bool = False) -> Face:
    """A card that lies face down, the same from both ends: its age in strokes, or a guild's star.

    `shows`: only so much of its upper part is seen. `plain`: not of cloth.
    """
    edge, fill, inner = (GUILD, f"{GUILD}_tint", GUILD) if guild else ("stone", "back", "weave")
    seen = shows or h
    y, size = -h / 2 + seen / 2, min(w * 0.36, seen * 0.56)
    if not plain:
        gold = [Sign(GUILD, 0, y, size * 1.2, "tag_text")] if guild else numeral(age, 0, y, size, "tag_text")
        cloth = clothed("cloth-guild" if guild else f"cloth-{age}", w, h)
        return cloth._replace(marks=(*cloth.marks, *gold))
    drawn = [Sign(GUILD, 0, y, size * 1.2, GUILD, fill)] if guild else numeral(age, 0, y, size, "stone")
    return Face(w, h, fill, (edged(w, h, fill, edge), framed(w, h, inner), *drawn))


def framed(w: float, h: float, line: str) -> Box:
    """The thin frame on the back of a card."""
    return Box(-w * 0.41, -h / 2 + w * 0.08, w * 0.82, h - w * 0.16, w * 0.05, "", line, 1.6)


def numeral(n: int, x: float, y: float, size: float, ink: str) -> Iterator[Mark]:
    """An age in strokes between two bars."""
    wide = size * (0.16 + n * 0.21)
    for nth in range(n):
        yield Box(x + (nth - (n - 1) / 2) * size * 0.42 - size * 0.1, y - size * 0.5, size * 0.2, size, 2, ink)
    for dy in (-0.62, 0.5):
        yield Box(x - wide, y + dy * size, 2 * wide, size * 0.12, 2, ink)
