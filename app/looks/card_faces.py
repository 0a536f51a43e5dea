"""Faces of building cards and leaders (sign, chain, effects, printed cost), and card backs.

A face is centred on the origin, in a box of any size. A surface that draws prices over a card reserves their room.
"""

from collections.abc import Collection, Iterator, Sequence
from math import cos, pi, sin
from typing import Final, NamedTuple

from app.looks.drawing_fallback import has_card, is_drawable
from app.looks.effect_icons import Atom, Group, Inks, lay_out_atoms, marks
from app.looks.face_layout import Box, Chain, Face, Illustration, Mark, NumberMark, Shape, Sign, Title
from app.looks.paint_materials import paints
from engine.memoize import memoize

GUILD: Final = "purple"
CARD_RATIO: Final = 1.24  # height / width of a full card; others are flatter
SEAL_WAVES: Final = 14
# In widths of a card.
COST_BAND_HEIGHT: Final = 0.24  # the band with its cost, and that with its prices
CORNER_RADIUS: Final = 0.09
PICTURE_RIM: Final = 0.03
INDEX_SIZE: Final = 0.23  # the index in two of its corners
TITLED_INDEX_SIZE: Final = 0.18  # the same on a card with its name
EFFECTS_HEIGHT: Final = 0.34  # the effects in front of its picture
PRICED_EFFECTS_HEIGHT: Final = 0.25  # the same where there are prices
SEAL_SIZE: Final = {1: (0.4, 0.4), 2: (0.58, 0.31)}  # width and height of a seal with one or two signs
TITLE_PLATE_HEIGHT: Final = 0.3  # in heights of a card

RED_PICTURES: Final = {1: "guard", 2: "tower", 3: "fortress"}  # by shields
BLUE_PICTURES: Final = ((3, "fountain"), (5, "temple"), (99, "palace"))  # by most points
COUNT_PICTURES: Final = {  # pictures of guilds and leaders, by the colour or thing that they count
    "brown": "pickaxe",
    "grey": "anvil",
    "blue": "wreath",
    "yellow": "purse",
    "red": "dagger",
    "green": "owl",
    GUILD: "guild",
    "wonder": "crane",
    "coin": "chest",
}
GOODS_PICTURES: Final = {"clay": "brick"}  # pictures with another name than the resource
SCIENCE_FIGURES: Final = {"compass", "gear", "tablet", "any", "turn"}  # science symbols of leaders


class PrintedFace(NamedTuple):
    """The print of a building card or a leader."""

    colour: str
    effects: tuple[Group, ...]
    cost: Group = ()
    bears: tuple[str, ...] = ()  # chain symbols that it gives
    asks: tuple[str, ...] = ()  # chain symbols that make it free


class CentredBox(NamedTuple):
    """A box, given by its centre."""

    x: float
    y: float
    w: float
    h: float


@memoize(1024)
def card(
    face: PrintedFace, w: float, h: float, over: bool = False, below: float = 0, between: float = 0, picture: str = ""
) -> Face:
    """Draw a card.

    `over`: keep the effects below the colour sign, because prices need the room. `below`: height kept free at the
    bottom, `between`: height kept free over the printed cost. `picture`: its illustration, over which effects and cost
    get a backing; "" for none.
    """
    tint, high = f"{face.colour}_tint", band(w, h)
    k = high / COST_BAND_HEIGHT
    head, foot = high, below or 0.03 * k
    top, bottom = -h / 2, h / 2 - foot
    place = CentredBox(-w / 2 + 0.15 * k, top + 0.14 * k, 0.23 * k, 0.23 * k)
    found: list[Mark] = [card_outline(w, h, tint, face.colour)]
    asked: list[Mark] = []
    if face.cost or face.asks or between:
        bottom -= high
    if face.cost or face.asks:
        asked += draw_cost(
            face.cost, face.asks, CentredBox(0, bottom + high / 2, w - 0.045 * w, high * 0.94), face.colour
        )
    if not picture and not over and not face.bears and len(face.effects) == 1 and len(face.effects[0]) < 3:
        head = 0.08 * k
    low = bottom - between
    if picture:
        priced = bool(below or between)
        brings = _effects_box(face, w, top + head, low, k, priced)
        found += _draw_illustration(picture, face.colour, w, h, top + high * (0.45 if priced else 0.2), low, brings)
        found.append(ground(place, tint, face.colour))
    else:
        room = low - top - head - 0.03 * k
        brings = CentredBox(0, top + head + room / 2, 0.88 * w, room)
    found.append(Sign(face.colour, place.x, place.y, 0.18 * k, face.colour, tint))
    for nth, chain in enumerate(face.bears):
        found.append(Chain(chain, w / 2 - (0.15 + 0.25 * nth) * k, top + 0.15 * k, 0.225 * k, face.colour))
    found += asked
    part = 0.92 if picture else 1
    found += marks(
        lay_out_atoms(face.effects, brings.x, brings.y, part * brings.w, part * brings.h, 0.5 * w), Inks(tint)
    )
    return Face(w, h, tint, tuple(found))


def _effects_box(face: PrintedFace, w: float, head: float, low: float, k: float, priced: bool) -> CentredBox:
    """Return the box of the effects in front of the picture, between head and cost."""
    if few := SEAL_SIZE.get(sum(map(len, face.effects))):
        wide, high = (k * part for part in few)
        return CentredBox(-w * 0.46 + wide / 2, low - 0.03 * k - high / 2, wide, high)
    high = min(low - head - 0.03 * k, (PRICED_EFFECTS_HEIGHT if priced else EFFECTS_HEIGHT) * k)
    return CentredBox(0, low - 0.02 * k - high / 2, 0.92 * w, high)


def _draw_illustration(
    picture: str, colour: str, w: float, h: float, top: float, low: float, brings: CentredBox
) -> Iterator[Mark]:
    """Draw the illustration between two heights, and a backing for the effects over it."""
    left, right = PICTURE_RIM * w - w / 2, w / 2 - PICTURE_RIM * w
    yield card_background(colour, w, h)
    if brings.x:
        left += brings.w * (0.4 if low - top < right - left else 0.12)
    else:
        low = brings.y + brings.h * 0.3
    yield Illustration(picture, left, top, right - left, low - top)
    yield ground(brings, f"{colour}_tint", colour)


def card_background(colour: str, w: float, h: float) -> Illustration:
    rim = max(2.0, w * PICTURE_RIM)
    return Illustration(
        "", rim - w / 2, rim - h / 2, w - 2 * rim, h - 2 * rim, f"behind-{colour}", w * CORNER_RADIUS * 0.6
    )


def choose_illustration(face: PrintedFace) -> str:
    """Choose a card's illustration by its effects; "" if there is no drawing."""
    if not is_drawable() or f"behind-{face.colour}" not in paints():
        return ""
    given = [atom for group in face.effects for atom in group]
    return next((name for name in _pictures(face.colour, given) if has_card(name)), "")


def _pictures(colour: str, given: Sequence[Atom]) -> Iterator[str]:
    """Yield names of illustrations for a colour and effects, best first."""
    kinds, figures = {atom.kind for atom in given}, [atom.what for atom in given if atom.kind == "figure"]
    match colour:
        case "red":
            yield RED_PICTURES[max(1, min(figures.count("shield"), len(RED_PICTURES)))]
        case "blue":
            points = max((atom.n for atom in given if atom.kind == "points"), default=0)
            yield next(name for most, name in BLUE_PICTURES if points <= most)
        case "yellow":
            if "equals" in kinds:
                yield "scales"
            elif "slash" in kinds:
                yield "lighthouse" if "points" in kinds else "stall" if "coin" in kinds else "crates"
            yield "coin"
        case "purple":
            yield from _people_pictures(given, "armillary-sphere" if "any" in figures else "", "ship")
            yield "guild"
        case "leader":
            yield from _people_pictures(given, next(_deed_pictures(kinds, figures), ""), "leader")
            yield "leader"
        case _:
            yield from (GOODS_PICTURES.get(figure, figure) for figure in figures)


def _people_pictures(given: Sequence[Atom], does: str, many: str) -> Iterator[str]:
    """Yield illustrations of a guild or a leader: of its deed (`does`), then of what it counts, or `many` for several
    kinds.
    """
    if does:
        yield does
    counted = [atom.what or atom.kind for atom in given if atom.kind in ("sign", "coin") or atom.what == "wonder"]
    counted = [each for each in counted if each != "coin"] or counted
    if any(atom.what == "tick" for atom in given):
        return
    if counted:
        yield COUNT_PICTURES.get(counted[0], "") if len(counted) == 1 else many


def _deed_pictures(kinds: Collection[str], figures: Sequence[str]) -> Iterator[str]:
    """Yield illustrations for leaders with an effect other than counting."""
    if len(figures) == 1 and has_card(figures[0]):
        yield figures[0]
    if "shield" in figures or {"victory", "defeat"} & {*kinds}:
        yield "helmet"
    if SCIENCE_FIGURES & {*figures}:
        yield "owl"
    if "trade" in figures or ("equals" in kinds and "coin" in kinds):
        yield "scales"
    if "dig" in figures:
        yield "pickaxe"


# ---- illustrated cards ------------------------------------------------------------------------------------


def draw_illustrated(
    picture: str, colour: str, index: tuple[str, ...], w: float, h: float, title: str = "", value: str = ""
) -> Face:
    """Draw a card with an illustration (`app.looks.drawing_data.card`) and its colour's sign in two opposite corners.

    `index`: signs and numbers below both. `title`: its name, on a plate with the seal of its `value`; "": no plate.
    """
    tint, rim = f"{colour}_tint", max(2.0, w * 0.035)
    r, low = w * CORNER_RADIUS, h * TITLE_PLATE_HEIGHT if title else 0.0
    wide, high = w - 2 * rim, h - 2 * rim - low
    left, top = -w / 2 + rim, -h / 2 + rim
    found: list[Mark] = [
        Box(-w / 2, -h / 2, w, h, r, tint, colour, rim),
        Illustration(picture, left, top, wide, high, f"behind-{colour}", r * 0.7),
    ]
    side = w * (TITLED_INDEX_SIZE if title else INDEX_SIZE)
    x, y = left + side * 0.6, side * 0.6
    found += _index(colour, index, x, top + y, side, 1, 0)
    if title:
        found += _plate(colour, title, value, CentredBox(0, top + high + low / 2, wide, low), r)
    else:
        found += _index(colour, index, -x, top + high - y, side, -1, 180)
    return Face(w, h, tint, tuple(found))


def _plate(colour: str, title: str, value: str, at: CentredBox, r: float) -> Iterator[Mark]:
    """Draw a plate with a card's name, and below it the colour's sign and the seal of its value."""
    yield Box(at.x - at.w / 2, at.y - at.h / 2, at.w, at.h, r * 0.5, "tag_text", "brass", r * 0.1)
    yield Title(title, at.x, at.y - at.h * 0.2, at.h * 0.31, at.w * 0.94, "tag")
    yield from _draw_seal(colour, value, at.x, at.y + at.h * 0.22, at.h * 0.44)


def _draw_seal(colour: str, value: str, x: float, y: float, size: float) -> Iterator[Mark]:
    """Draw the sign of a colour and the seal of a value."""
    tint = f"{colour}_tint"
    yield from _seal(tint, colour, value, x + size * 0.66, y, size / 2)
    yield ground(CentredBox(x - size * 0.66, y, size * 0.9, size * 0.9), tint, colour)
    yield Sign(colour, x - size * 0.66, y, size * 0.66, colour, tint)


def split_face(
    picture: str, colour: str, index: tuple[str, ...], w: float, h: float, value: str, low: float
) -> tuple[Face, Face]:
    """Draw an illustrated card for a surface that sets its name itself: the face above the name, and the seal, `low`
    units high.

    The surface also draws edge and plate.
    """
    tint, side = f"{colour}_tint", w * TITLED_INDEX_SIZE
    ground = Box(-w / 2, -h / 2, w, h, 0, tint)
    shown = Illustration(picture, -w / 2, -h / 2, w, h, f"behind-{colour}")
    corner = _index(colour, index, side * 0.65 - w / 2, side * 0.65 - h / 2, side, 1, 0)
    seal = _draw_seal(colour, value, 0, 0, low * 0.9)
    return Face(w, h, tint, (ground, shown, *corner)), Face(w, low, "tag_text", tuple(seal))


def _seal(fill: str, line: str, value: str, x: float, y: float, r: float, angle: float = 0) -> Iterator[Mark]:
    """Draw a wavy seal of wax with a number."""
    points = ((r * (1 + 0.07 * cos(pi * nth)), pi * nth / SEAL_WAVES) for nth in range(2 * SEAL_WAVES))
    flat = tuple(n for far, way in points for n in (x + far * cos(way), y + far * sin(way)))
    yield Shape(flat, fill, line, r * 0.11)
    yield NumberMark(value, x, y, r * 1.3, angle=angle)


def draw_cloth_back(cloth: str, w: float, h: float, picture: str = "") -> Face:
    """Draw a card back of cloth with gold tooling and an optional picture."""
    side = min(w, h) * 0.72
    star = (Illustration(picture, -side / 2, -side / 2, side, side),) if picture else ()
    ground = Box(-w / 2, -h / 2, w, h, w * CORNER_RADIUS, "back")
    tooled = Illustration("", -w / 2, -h / 2, w, h, f"{cloth}-slope", w * CORNER_RADIUS)
    return Face(w, h, "back", (ground, tooled, *star))


def ground(at: CentredBox, fill: str, line: str) -> Box:
    """Draw the backing of signs in front of a picture."""
    side = min(at.w, at.h)
    return Box(at.x - at.w / 2, at.y - at.h / 2, at.w, at.h, side * 0.22, fill, line, max(1.0, side * 0.025))


def _index(colour: str, index: tuple[str, ...], x: float, y: float, side: float, k: int, turn: int) -> Iterator[Mark]:
    """Draw a colour's sign at a point, and the rest of a corner's index from there inwards (`k`: 1 down, -1 up)."""
    tint, count = f"{colour}_tint", len(index) + 1
    high = side * count
    yield Box(
        x - side / 2, y - side / 2 - (high - side if k < 0 else 0), side, high, side * 0.26, tint, colour, side * 0.07
    )
    yield Sign(colour, x, y, side * 0.72, colour, tint, turn)
    for nth, each in enumerate(index, 1):
        at = y + k * side * (nth - 0.04)
        if each.isdecimal():
            yield from _seal(tint, colour, each, x, at, side * 0.66, turn)
        else:
            yield Sign(each, x, at, side * 0.76, "text", tint, turn)


def card_outline(w: float, h: float, fill: str, line: str) -> Box:
    """Draw the outline and ground of a card."""
    return Box(-w / 2, -h / 2, w, h, w * CORNER_RADIUS, fill, line, max(2.0, w * 0.018))


def blank(w: float, h: float, fill: str, line: str) -> Face:
    """Draw a card that shows only its colour."""
    return Face(w, h, fill, (card_outline(w, h, fill, line),))


def band(w: float, h: float) -> float:
    """Return the height of a card's cost and of each price."""
    return COST_BAND_HEIGHT * min(w, h / CARD_RATIO)


def draw_cost(cost: Group, chains: tuple[str, ...], at: CentredBox, edge: str, beside: float = 0) -> Iterator[Mark]:
    """Draw a printed cost, and the chain symbols that make the card free; `beside`: width left free at the right."""
    x, y, w, h = at
    yield Box(x - w / 2, y - h / 2, w, h, 5, "ink")
    side = h * 0.84
    room = w - (side + h * 0.1) * len(chains) - (h * 0.2 if chains else 0) - h * 0.2 - beside
    if cost:
        yield from marks(lay_out_atoms([cost], x - w / 2 + h * 0.1 + room / 2, y, room, h, h), Inks("ink"))
    for nth, chain in enumerate(chains):
        yield Chain(chain, x + w / 2 - (side + h * 0.1) * nth - side / 2 - h * 0.1, y, side, edge, asked=True)


@memoize(256)
def draw_back(age: int, guild: bool, w: float, h: float, shows: float = 0, plain: bool = False) -> Face:
    """Draw a card back, readable from both ends: the age in strokes, or a guild's star.

    `shows`: visible height at its top; 0: all of it. `plain`: without cloth.
    """
    edge, fill, inner = (GUILD, f"{GUILD}_tint", GUILD) if guild else ("stone", "back", "weave")
    seen = shows or h
    y, size = -h / 2 + seen / 2, min(w * 0.36, seen * 0.56)
    if not plain:
        gold = [Sign(GUILD, 0, y, size * 1.2, "tag_text")] if guild else numeral(age, 0, y, size, "tag_text")
        cloth = draw_cloth_back("cloth-guild" if guild else f"cloth-{age}", w, h)
        return cloth._replace(marks=(*cloth.marks, *gold))
    drawn = [Sign(GUILD, 0, y, size * 1.2, GUILD, fill)] if guild else numeral(age, 0, y, size, "stone")
    return Face(w, h, fill, (card_outline(w, h, fill, edge), back_frame(w, h, inner), *drawn))


def back_frame(w: float, h: float, line: str) -> Box:
    """Draw the thin frame on a card back."""
    return Box(-w * 0.41, -h / 2 + w * 0.08, w * 0.82, h - w * 0.16, w * 0.05, "", line, 1.6)


def numeral(n: int, x: float, y: float, size: float, ink: str) -> Iterator[Mark]:
    """Draw an age as strokes between two bars."""
    wide = size * (0.16 + n * 0.21)
    for nth in range(n):
        yield Box(x + (nth - (n - 1) / 2) * size * 0.42 - size * 0.1, y - size * 0.5, size * 0.2, size, 2, ink)
    for dy in (-0.62, 0.5):
        yield Box(x - wide, y + dy * size, 2 * wide, size * 0.12, 2, ink)
