"""Face layouts of Architects' cards, tokens, medals and wonders: the marks on each and their positions."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from app.games.architects.face_icons import RIBBON, MedalSign, medal_signs, shapes, token_signs
from app.looks import card_faces, drawing_data, piece_faces
from app.looks.drawing_fallback import has_card
from app.looks.face_layout import Box, Building, Face, Illustration, Mark, NumberMark, Shape, Sign
from app.looks.icons import SIGNS
from app.looks.medal_outline import FLAT, hexagon
from app.looks.plain_wonder_shapes import Fit, StagePart, drawing_of
from app.looks.tag_placement import tags
from engine.architects.data_schema import Data, Stage
from engine.architects.data_schema import Face as CardFace

TALL: Final = 1.4  # height / width of a card
MEDAL_UNITS: Final = 144.0  # of its drawing, from corner to corner
HIDDEN: Final = "hidden"  # the face-down token

# Ink of a number, by its stage's state.
INKS: Final = {"built": "ink", "next": "candle", "legal": "candle", "later": "mute"}
TAGS: Final = {  # colours of a tag on a drawing: ground, edge and number
    "built": ("tag", "brass", "tag_text"),
    "next": ("candle", "brass", "ink"),
    "legal": ("candle", "brass", "ink"),
    "later": ("tag", "brass", "tag_text"),
}
TAG: Final = 1.7  # of the letter size, width of a tag with a cost …
POINTS: Final = 1.2  # … and with points
TAG_HIGH: Final = 1.18  # of the letter size, height of a tag
TALLEST: Final = 0.115  # of a wonder's height, largest number on a tag
SEAL: Final = 1.1  # of a tag's number, radius of the seal of a completed wonder


# ---- cards ------------------------------------------------------------------------------------------------


def card(data: Data, slug: str, w: float, plain: bool = False, brief: bool = False, title: str = "") -> Face:
    """Lay out a card, with the sign of its colour in two corners.

    `plain`: without its picture. `brief`: for small cards, corners without what the picture shows; `title`: the name,
    for large cards.
    """
    printed = data.cards[slug]
    picture = _picture(printed, slug)
    if plain or not has_card(picture):
        return _plain_card(printed, slug, w)
    return card_faces.draw_illustrated(
        picture, printed.colour, tuple(_corner_signs(printed, slug, brief=brief, sealed=bool(title))), w, w * TALL,
        title, _value(printed),
    )  # fmt: skip


def in_halves(data: Data, slug: str, w: float, h: float, low: float) -> tuple[Face, Face] | None:
    """Lay out a card above its name and below it (`app.looks.card_faces.split_face`); None if it has no picture."""
    printed = data.cards[slug]
    picture = _picture(printed, slug)
    if not has_card(picture):
        return None
    return card_faces.split_face(
        picture, printed.colour, tuple(_corner_signs(printed, slug, brief=False, sealed=True)), w, h, _value(printed),
        low,
    )  # fmt: skip


def _value(face: CardFace) -> str:
    """Return the number of points, shields, symbols or goods of a card."""
    return str(face.points or face.shields or 1)


def _picture(face: CardFace, slug: str) -> str:
    """Return the picture of a card: the thing it is, or its effect."""
    match face.colour:
        case "blue":
            return "cat" if face.cat else "temple"
        case "red":
            return ("guard", "horn", "horns")[min(face.horns, 2)]
        case _:
            return slug


def _corner_signs(face: CardFace, slug: str, *, brief: bool, sealed: bool) -> Iterator[str]:
    """Yield the signs in a card's corners, below that of its colour. `sealed`: its points are on a seal."""
    if face.points and not sealed:
        yield str(face.points)
    if face.cat and not brief:
        yield "cat"
    yield from ("horn",) * face.horns
    if not (face.points or face.horns or brief):
        yield "shield" if face.shields else slug


def _plain_card(face: CardFace, slug: str, w: float) -> Face:
    h = w * TALL
    tint, x, y = f"{face.colour}_tint", w * 0.32, h / 2 - w * 0.19
    corners = (Sign(face.colour, s * x, s * y, w * 0.21, face.colour, tint, 0 if s < 0 else 180) for s in (-1, 1))
    box = Box(-w / 2, -h / 2, w, h, w * 0.11, tint, face.colour, max(2.5, w * 0.03))
    inside: tuple[Mark, ...]
    match face.colour:
        case "blue" if face.cat:
            inside = (
                NumberMark(str(face.points), 0, -w * 0.2, w * 0.5),
                Sign("cat", 0, w * 0.27, w * 0.42, "text", tint),
            )
        case "blue":
            inside = (NumberMark(str(face.points), 0, 0, w * 0.62),)
        case "red":
            places = ((nth - (face.horns - 1) / 2) * w * 0.34 for nth in range(face.horns))
            horns = (Sign("horn", x, w * 0.36, w * 0.32, "text", tint) for x in places)
            inside = (Sign("shield", 0, -w * 0.13 if face.horns else 0, w * 0.5, "red", tint), *horns)
        case _:
            inside = (Sign(slug, 0, 0, w * 0.58, "yellow" if face.colour == "yellow" else "text", tint),)
    return Face(w, h, tint, (box, *corners, *inside))


def back(w: float, plain: bool = False) -> Face:
    """Lay out the back of a card of the central deck. `plain`: without its cloth."""
    if not plain:
        return card_faces.draw_cloth_back("cloth", w, w * TALL, "star")
    h, half = w * TALL, w * 0.17
    marks = (
        Box(-w / 2, -h / 2, w, h, w * 0.11, "back", "stone", max(2.5, w * 0.03)),
        Box(-w * 0.38, -h * 0.4, w * 0.76, h * 0.8, w * 0.07, "", "weave", 2),
        Box(-half, -half, 2 * half, 2 * half, w * 0.03, "", "weave", 2),
        Shape(tuple(n * half * 2**0.5 for n in (0, -1, 1, 0, 0, 1, -1, 0)), "", "weave", 2),
    )
    return Face(w, h, "back", marks)


def gift(w: float, plain: bool = False) -> Face:
    """Lay out a face-down card before a seat: a back with a ribbon."""
    bands = (Shape(tuple(n * w / 100 for n in part), "stone") for part in RIBBON)
    return Face(w, w * TALL, "back", (*back(w, plain).marks, *bands))


# ---- tokens and medals ------------------------------------------------------------------------------------


def token(data: Data, slug: str, r: float) -> Face:
    """Lay out a progress token; `HIDDEN` is the face-down one."""
    if slug == HIDDEN:
        return piece_faces.face_down(HIDDEN, r)
    return piece_faces.disc(*token_signs(slug, data.tokens[slug].effects), r)


def medal(need: Mapping[str, int], r: float, twice: bool = False, long: float = 0, plain: bool = False) -> Face:
    """Lay out a medal with its requirement. `twice`: repeat a row with a number for the opposite side."""
    blank, signs, k = blank_medal(r, long, plain), medal_signs(need), r / 50
    found = [*blank.marks]
    if twice and any(sign.sign.isdecimal() for sign in signs):
        size = min(0.56 * r, 1.15 * r / len(signs))
        for turn, side in ((0, 1), (180, -1)):
            places = ((nth - (len(signs) - 1) / 2) * size * 1.1 for nth in range(len(signs)))
            found += [
                medal_mark(sign, side * x, side * r * FLAT * 0.46, size, turn)
                for sign, x in zip(signs, places, strict=True)
            ]
    else:
        found += [medal_mark(sign, (sign.x - 50) * k, (sign.y - 50 * FLAT) * k, sign.size * k) for sign in signs]
    return blank._replace(marks=tuple(found))


def blank_medal(r: float, long: float = 0, plain: bool = False) -> Face:
    """Lay out a medal without signs: `r` from its middle to a corner, `long` more to its left and right.

    `plain`: without its rim and light, which a longer one never has.
    """
    found: list[Mark] = [_hexagon(r, long, "raised", "parch")]
    if not (plain or long):
        w, h = r * drawing_data.CARD_WIDE / MEDAL_UNITS, r * drawing_data.CARD_HIGH / MEDAL_UNITS
        found.append(Illustration("medal", -w, -h, 2 * w, 2 * h))
    return Face(2 * r + 2 * long, 2 * r * FLAT, "raised", tuple(found))


def medal_mark(sign: MedalSign, x: float, y: float, size: float, angle: float = 0) -> Mark:
    """Place one sign of a medal."""
    if sign.sign.isdecimal():
        return NumberMark(sign.sign, x, y, size * 1.3, sign.tone, angle=angle)
    return Sign(sign.sign, x, y, size if sign.sign in SIGNS else size * 1.12, sign.tone, "raised", angle)


def lay_out_won_medal(r: float, line: str = "ink", fill: str = "parch", long: float = 0) -> Face:
    tick = Sign("tick", 0, 0, r * 1.1, line, fill)
    return Face(2 * r + 2 * long, 2 * r * FLAT, fill, (_hexagon(r, long, fill, line), tick))


def _hexagon(r: float, long: float, fill: str, line: str) -> Shape:
    return Shape(hexagon(r, long), fill, line, max(2.5, r * 0.07))


# ---- wonders ----------------------------------------------------------------------------------------------


def wonder(
    slug: str,
    printed: Sequence[Stage],
    states: Sequence[str],
    w: float,
    h: float,
    most: float = 0,
    grown: float = 1,
    plain: bool = False,
    least: float = 0,
    head: float = 0,
    few: bool = False,
) -> Face:
    """Lay out a wonder, each stage in its state (`face_layout.Building`): with its points once built, else with its
    cost.

    `most`: the height of a number where its stage has room, times `grown` for large print; 0: no numbers. `plain`:
    without its drawing. On a drawing numbers are on tags, no lower than `least` and not in its `head`, until all stages
    are built; then one seal shows their sum. `few`: only stages that come next have a tag, so that the wonder stays
    visible.
    """
    parts, name = shapes(slug, printed), "" if plain else drawing_of(slug)
    building = Building(parts, tuple(states), -w / 2, -h / 2, w, h, name)
    if not most:
        return Face(w, h, "zone", (building,))
    stages = list(zip(printed, states, strict=True))
    if name:
        return Face(w, h, "zone", (building, *_place_tags(name, stages, w, h, least, most, head, grown, few)))
    return Face(w, h, "zone", (building, *_place_in_parts(parts, stages, w, h, most, grown)))


def _place_in_parts(
    parts: Sequence[StagePart],
    stages: Sequence[tuple[Stage, str]],
    w: float,
    h: float,
    most: float,
    grown: float,
) -> Iterator[Mark]:
    """Place points and costs in the parts of a plain figure."""
    fit = Fit.for_box(w, h)
    for part, (stage, state) in zip(parts, stages, strict=True):
        x, y, size = fit.spot(part, most, grown)
        yield from _figures(stage, state, x - w / 2, y - h / 2, size, INKS[state])


def _place_tags(
    name: str,
    stages: Sequence[tuple[Stage, str]],
    w: float,
    h: float,
    least: float,
    most: float,
    head: float,
    grown: float,
    few: bool,
) -> Iterator[Mark]:
    """Place points and costs on tags of a drawing, below its head; on a completed wonder a seal."""
    laid = tags(name, w, h, least, min(most, max(h * TALLEST, least)), TAG, TAG_HIGH, head, grown)
    size = laid.size
    if all(state == "built" for _, state in stages):
        r = size * SEAL
        yield from piece_faces.seal(sum(stage.points for stage, _ in stages), w / 2 - 1.4 * r, h / 2 - 1.4 * r, r)
        return
    for (x, y), (stage, state) in zip(laid.places, stages, strict=True):
        if few and state not in ("next", "legal"):
            continue
        x, y = x - w / 2, y - h / 2
        wide, high = size * (POINTS if state == "built" else TAG), size * TAG_HIGH
        fill, line, ink = TAGS[state]
        dash = (size * 0.2, size * 0.15) if state == "later" else None
        yield Box(x - wide / 2, y - high / 2, wide, high, high * 0.22, fill, line, max(1, size * 0.05), dash)
        yield from _figures(stage, state, x, y, size, ink)


def _figures(stage: Stage, state: str, x: float, y: float, size: float, ink: str) -> tuple[Mark, ...]:
    """Place a stage's points, or its cost."""
    if state == "built":
        return (NumberMark(str(stage.points), x, y, size, ink),)
    return cost(stage.cost, stage.kind, x, y, size, ink)


def boxes(
    slug: str, printed: Sequence[Stage], w: float, h: float, plain: bool
) -> list[tuple[float, float, float, float]]:
    """Return the box of each stage: left, top, width and height. `plain`: without its drawing."""
    if name := "" if plain else drawing_of(slug):
        return [drawing_data.DrawingFit.for_box(w, h).box(stage) for stage in drawing_data.wonder(name).stages]
    return [Fit.for_box(w, h).box(part) for part in shapes(slug, printed)]


def cost(amount: int, kind: str, x: float, y: float, size: float, ink: str) -> tuple[Mark, ...]:
    """Place a cost: `3 ≠` or `3 =`, for cards that all differ or are all the same."""
    return NumberMark(str(amount), x - size * 0.3, y, size, ink), Sign(kind, x + size * 0.34, y, size * 1.05, ink)


def states(
    count: int, built: Collection[int], following: Collection[int], legal: Collection[int] = ()
) -> tuple[str, ...]:
    """Return the state of each stage, numbered from 1; of the next ones, those that can be built now are legal."""
    return tuple(
        "built" if n in built else "legal" if n in following and n in legal else "next" if n in following else "later"
        for n in range(1, count + 1)
    )
