"""Face layouts of Duel's cards, wonders and tokens: the marks on each and their positions."""

from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from app.games.duel.face_icons import effects, face_of_card
from app.looks import card_faces, military_track
from app.looks.card_faces import CentredBox, draw_cost
from app.looks.drawing_data import SHAPE
from app.looks.effect_icons import Group, Inks, cost, lay_out_atoms, marks, width
from app.looks.face_layout import Box, Chain, Disc, Face, Illustration, Mark, Sign, Title, move_marks, stone_building
from app.looks.military_track import Sizes
from app.looks.plain_wonder_shapes import parts_of
from engine.duel.data_schema import Data

HIGH: Final = 0.8  # height / width above which a wonder's picture is placed above its effects
PICTURE: Final = 0.66  # height of that picture / height available
PICTURE_WIDTH: Final = 0.52  # of a wonder, for a picture beside its effects
BAND: Final = 0.29  # of its height, for the cost …
BAND_WITH_PRICE: Final = 0.36  # … with its price beside it
LIGHT: Final = 0.06  # of its height, above it for the glow
TITLED: Final = 0.19, 0.31  # of its height, for a name of one line and of two …
TITLE_SIZES: Final = 0.152, 0.135  # … and the size of its letters
LOW: Final = 1.6  # width / height above which a strip's only effect is placed beside its picture
TICK_WIDTH: Final = 38.0  # u of its line, to its right for the tick of a built wonder
TITLE_MARGIN: Final = 7.0  # u on a side without one


def card(
    data: Data,
    slug: str,
    w: float,
    h: float,
    over: bool = False,
    below: float = 0,
    between: float = 0,
    plain: bool = False,
) -> Face:
    """Lay out a card, with room for prices as in `app.looks.card_faces.card`. `plain`: without its picture."""
    face = face_of_card(data.cards[slug], data)
    return card_faces.card(face, w, h, over, below, between, "" if plain else card_faces.choose_illustration(face))


def token(data: Data, slug: str, r: float) -> Face:
    """Lay out a progress token of radius `r`."""
    groups = effects(data.tokens[slug], data)
    disc = (Disc(0, 0, r, "parch"), Disc(0, 0, 0.88 * r, "", "edge", 0.04 * r))
    brings = marks(lay_out_atoms(groups, 0, 0, r * 1.45, r * 1.25, r * 1.1), Inks("parch", "ink"))
    return Face(2 * r, 2 * r, "parch", (*disc, *brings))


def wonder(
    data: Data,
    slug: str,
    w: float,
    h: float,
    built: bool = False,
    whole: bool = False,
    tag: float = 0,
    beside: float = 0,
    bare: bool = False,
) -> Face:
    """Lay out a wonder: its picture, its effects and, until it is built, its cost; in a high box one above the other.

    `whole`: show its picture in stone, built or not. `tag`: height kept free in its upper right corner for a price;
    `beside`: width kept free for a price to the right of its cost. `bare`: without its picture.
    """
    printed, stands = data.wonders[slug], built or whole
    ground, line = ("chosen", "stone") if built else ("zone", "line")
    low = 0.0 if built else min(h, HIGH * w) * (BAND_WITH_PRICE if beside else BAND)
    if h > HIGH * w:
        wide, deep = w - 20, (h - low - 18) * PICTURE
        left, top = -w / 2 + 8, -h / 2 + 13 + deep + tag
    else:
        wide, deep = min(w * 0.32, (h - low) * 0.86), h - low - 18
        left, top = -w / 2 + wide * (not bare) + 16, -h / 2 + 5 + tag
    room, tall = w / 2 - left - 8, h / 2 - low - 5 - top
    found: list[Mark] = [
        Box(-w / 2, -h / 2, w, h, min(16, h * 0.14), ground, line, 2.5),
        *(() if bare else (stone_building(slug, parts_of(slug) * stands, -w / 2 + 10, -h / 2 + 9, wide, deep),)),
        *marks(
            lay_out_atoms(effects(printed, data), left + room / 2, top + tall / 2, room, tall, h * 0.5), Inks(ground)
        ),
    ]
    if not built:
        band = CentredBox(0, h / 2 - low / 2 - 2, w - 6, low)
        found += draw_cost(cost(printed.cost), (), band, "line", beside)
    return Face(w, h, ground, tuple(found))


def title_size(h: float, lines: int = 1) -> float:
    """Return the letter size for names of wonders of this height, where some need `lines` lines."""
    return h * TITLE_SIZES[lines - 1]


def margin_of_title(built: bool) -> float:
    """Return the width that a wonder's name leaves free; u."""
    return TITLE_MARGIN + (TICK_WIDTH if built else TITLE_MARGIN)


class TitleLines(NamedTuple):
    """A wonder's name, by lines, and its letter size; `stone`: as of a Title."""

    lines: tuple[str, ...]
    size: float
    stone: bool


class WonderFrame(NamedTuple):
    """The marks in front of the sky of a drawn wonder, and the box of its drawing, from its upper left corner."""

    face: Face
    x: float
    y: float
    w: float
    h: float


def frame_wonder(
    data: Data,
    slug: str,
    w: float,
    h: float,
    built: bool = False,
    title: TitleLines | None = None,
    price: float = 0,
) -> WonderFrame:
    """Lay out a wonder in front of its sky: its name, its effects and, until it is built, its cost.

    `title`: None if the name is drawn elsewhere; `price`: width kept free for a price beside the cost.
    """
    printed = data.wonders[slug]
    low = 0.0 if built else min(h, HIGH * w) * BAND
    head = h * (TITLED[len(title.lines) - 1] if title else LIGHT)
    deep, left, right, bottom = h - low - head - 3, -w / 2 + 5, w / 2 - 6, h / 2 - low
    if h > HIGH * w:
        deep *= PICTURE
        wide, x, top = w - 10, left + 2, -h / 2 + head + 3 + deep
    else:
        wide = min(deep * SHAPE, w * PICTURE_WIDTH)
        x, top = left + wide + 3, -h / 2 + head + 3
    placed = lay_out_atoms(
        effects(printed, data), (x + right) / 2, (top + bottom - 4) / 2, right - x - 8, bottom - top - 9, h * 0.42
    )
    found: list[Mark] = [Box(-w / 2, -h / 2, w, h, min(16, h * 0.14), "", "stone" if built else "brass", 2.5)]
    if placed:
        xs = [(each.x - n, each.x + n) for each in placed for n in (width(each.atom) * each.size / 200,)]
        ys = [(each.y - each.size / 2, each.y + each.size / 2) for each in placed]
        near, over = min(a for a, _ in xs) - 4, min(a for a, _ in ys) - 3
        found.append(Box(near, over, max(b for _, b in xs) + 4 - near, max(b for _, b in ys) + 3 - over, 8, "zone"))
        found += marks(placed, Inks("zone"))
    if title:
        margin, high = margin_of_title(built), head * 0.9 / len(title.lines)
        for nth, line in enumerate(title.lines):
            y = head * 0.1 - h / 2 + high * (nth + 0.5)
            found.append(Title(line, TITLE_MARGIN - margin / 2, y, title.size, w - margin, stone=title.stone))
    if not built:
        found.append(Box(-w / 2 + 3, bottom - 1, w - 6, low - 2, 5, "ink"))
        cost_box = CentredBox(-price / 2, h / 2 - low / 2 - 2, w - 6 - price, low - 2)
        found += draw_cost(cost(printed.cost), (), cost_box, "line")
    return WonderFrame(Face(w, h, "zone", tuple(found)), left, -h / 2 + head + 2, wide, deep)


def track(data: Data, pawn: int, tolls: Sequence[Collection[int]], w: float, plain: bool = False) -> Face:
    """Lay out the military track horizontally, with its tokens; `pawn` above 0 is right of the middle.

    `tolls`: by side, the coins that it would still lose. `plain`: capitals are figures.
    """
    capital, k = data.military.capital, w / 320
    step = w / (2 * capital + 1)
    sizes = Sizes(
        step, 26 * k, 15 * k, points=24 * k, to_points=28 * k, toll=13 * k, to_toll=30 * k, gap=1.4 * k, round=3 * k
    )
    line = military_track.track(capital, data.military.zones, tolls, sizes, across=True, plain=plain)
    stands = move_marks(military_track.pawn(12 * k), pawn * step, 0)
    return Face(w, w * 0.275, "zone", (*move_marks(line._replace(marks=(*line.marks, *stands)), 0, -k),))


def lay_out_covered(data: Data, slug: str, w: float, h: float, plain: bool = False) -> Face:
    """Lay out a card so far covered that only a `strip` shows. `plain`: without the ground of its picture."""
    printed = face_of_card(data.cards[slug], data)
    face = card_faces.blank(w, h, f"{printed.colour}_tint", printed.colour)
    return (
        face
        if plain or not card_faces.choose_illustration(printed)
        else face._replace(marks=(*face.marks, card_faces.card_background(printed.colour, w, h)))
    )


def strip(data: Data, slug: str, w: float, h: float, costs: bool, beside: float, plain: bool = False) -> Face:
    """Lay out the visible strip of a covered card; `beside`: width at its right for prices.

    `costs`: with its printed cost. `plain`: without its picture.
    """
    printed = data.cards[slug]
    tint = f"{printed.colour}_tint"
    picture = "" if plain else card_faces.choose_illustration(face_of_card(printed, data))
    left, right = -w / 2 + 6, w / 2 - beside - 4
    if picture:
        found = _place_picture(data, slug, left, right, h, costs, picture)
    elif w >= 2.6 * h:
        found = _flat(data, slug, left, right, h, costs)
    elif costs:
        found = _lay_out_with_cost(data, slug, left, right, h)
    else:
        found = _place_brief(data, slug, left, right, h)
    return Face(w, h, tint, found)


def _place_picture(
    data: Data, slug: str, left: float, right: float, h: float, costs: bool, picture: str
) -> tuple[Mark, ...]:
    """Place its picture between sign, chain and effects, each on a ground of its own; below them its cost."""
    printed, asks = data.cards[slug], cost(data.cards[slug].cost)
    tint = f"{printed.colour}_tint"
    low = h * 0.34 if costs and (asks or printed.chain) else 0.0
    wide, tall, top = right - left, h - low - 4, 3 - h / 2
    side = min(tall * 0.4, wide * 0.3)
    groups = effects(printed, data)
    few, one = sum(map(len, groups)) < 3, sum(map(len, groups)) < 2
    high = tall * (0.92 if one and wide > LOW * h else 0.7 if low and one else 0.56 if few else 0.52)
    if printed.bears:
        high = min(high, tall - side - 2)  # below its chain symbol
    brings = CentredBox((left + right) / 2, top + tall - high / 2, wide, high)
    if few:
        each = min(wide, high * (0.95 if one else 1.5))
        brings = brings._replace(x=right - each / 2, w=each)
    found: list[Mark] = [
        Illustration(picture, left, top, wide * (0.86 if few else 1), tall * (1 if few else 0.8)),
        card_faces.ground(CentredBox(left + side / 2, top + side / 2, side, side), tint, printed.colour),
        Sign(printed.colour, left + side / 2, top + side / 2, side * 0.78, printed.colour, tint),
    ]
    if printed.bears:
        found.append(Chain(printed.bears, right - side / 2, top + side / 2, side, printed.colour))
    found.append(card_faces.ground(brings, tint, printed.colour))
    found += marks(lay_out_atoms(groups, brings.x, brings.y, brings.w * 0.94, brings.h * 0.92, tall * 0.8), Inks(tint))
    if low:
        where = CentredBox((left + right) / 2 - 1, h / 2 - low / 2, wide + 2, low * 0.94)
        found += draw_cost(asks, (printed.chain,) if printed.chain else (), where, printed.colour)
    return tuple(found)


def _place_brief(data: Data, slug: str, left: float, right: float, h: float) -> tuple[Mark, ...]:
    """Place sign and chain in the corners and the effects below; or a lone sign beside the effects."""
    printed, groups = data.cards[slug], effects(data.cards[slug], data)
    tint = f"{printed.colour}_tint"
    side = min(h * 0.44, (right - left) / 2.2)
    found: list[Mark] = [Sign(printed.colour, left + side / 2, -h * 0.25, side * 0.8, printed.colour, tint)]
    if printed.bears:
        found.append(Chain(printed.bears, right - side / 2, -h * 0.25, side, printed.colour))
    if printed.bears or len(groups) > 1 or len(groups[0]) > 1:
        placed = lay_out_atoms(groups, (left + right) / 2, h * 0.24, right - left, h * 0.5, h * 0.5)
    else:
        placed = lay_out_atoms(groups, left + side * 0.4 + (right - left) / 2, 0, right - left - side, h - 8, h * 0.7)
    return (*found, *marks(placed, Inks(tint)))


def _lay_out_with_cost(data: Data, slug: str, left: float, right: float, h: float) -> tuple[Mark, ...]:
    """Place sign, effects and chain in a row; below them the cost."""
    printed, asks = data.cards[slug], cost(data.cards[slug].cost)
    tint = f"{printed.colour}_tint"
    low = h * 0.36 if asks or printed.chain else 0.0
    tall = h - low
    y = -h / 2 + tall / 2 + 1
    sign = min(tall * 0.46, (right - left) * 0.24)
    seal = min(tall * 0.66, (right - left) * 0.28) if printed.bears else 0.0
    found: list[Mark] = [Sign(printed.colour, left + sign * 0.6, y, sign, printed.colour, tint)]
    if printed.bears:
        found.append(Chain(printed.bears, right - seal / 2, y, seal, printed.colour))
    room = right - left - sign * 1.3 - seal - 4
    at = left + sign * 1.3 + room / 2
    found += marks(lay_out_atoms(effects(printed, data), at, y, room, tall - 8, tall * 0.8), Inks(tint))
    if low:
        where = CentredBox((left + right) / 2 - 1, h / 2 - low / 2, right - left + 2, low * 0.94)
        found += draw_cost(asks, (printed.chain,) if printed.chain else (), where, printed.colour)
    return tuple(found)


def _flat(data: Data, slug: str, left: float, right: float, h: float, costs: bool) -> tuple[Mark, ...]:
    """Place sign and chain one above the other, then effects, then cost."""
    printed, groups, asks = data.cards[slug], effects(data.cards[slug], data), cost(data.cards[slug].cost)
    tint = f"{printed.colour}_tint"
    side = min(h * 0.46, 30.0)  # of the sign and of a chain symbol
    seals = printed.bears or printed.chain
    y = -h * 0.22 if seals else 0
    found: list[Mark] = [Sign(printed.colour, left + side / 2, y, side * 0.9, printed.colour, tint)]
    if seals:
        found.append(Chain(seals, left + side / 2, h * 0.23, side, printed.colour))
    left += side + 4
    if costs and asks:
        wide = (right - left) * (0.42 if len(groups[0]) > 3 else 0.54)
        found.append(Box(right - wide, -h / 2 + 3, wide, h - 6, 6, "ink"))
        found += marks(lay_out_atoms(_split_cost(asks), right - wide / 2, 0, wide - 6, h - 10, h * 0.44), Inks("ink"))
        right -= wide + 2
    placed = lay_out_atoms(groups, (left + right) / 2, 0, right - left - 2, h - 8, h * 0.8)
    return (*found, *marks(placed, Inks(tint)))


def _split_cost(asks: Group) -> list[Group]:
    """Split a cost of three signs or more into two groups, so that it may wrap into two rows."""
    return [asks] if len(asks) < 3 else [asks[: (len(asks) + 1) // 2], asks[(len(asks) + 1) // 2 :]]
