"""Shapes of wonders, icons on tokens and medals, and the ribbon of a gift, shared by screen and phones."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from app.looks.medal_outline import FLAT
from app.looks.plain_wonder_shapes import BUILDINGS, StagePart, block
from engine.architects import data_schema
from engine.architects.data_schema import Stage, TokenEffect

_TOKENS: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    "urbanism": (("wood", "brick"), "+1"),
    "crafts": (("papyrus", "glass"), "+1"),
    "jewellery": (("stone", "coin"), "+1"),
    "science": (("gear",), "+1"),
    "propaganda": (("horn",), "+1"),
    "architecture": (("wonder",), "+1"),
    "economy": (("coin",), "2"),
    "engineering": (("same", "different"), ""),
    "tactics": (("shield",), "+2"),
    "decor": (("wonder",), "4/6"),
    "politics": (("cat",), "+1"),
    "strategy": (("medal",), "+1"),
    "education": (("star",), "+2"),
    "culture": (("star",), "4/12"),
    "logistics": (("wood", "stone"), "+2"),
    "domestication": (("eye",), ""),
    "fortification": (("horn", "tick"), ""),
}

_REQUIREMENT_SIGNS: Final[Mapping[str, tuple[str, ...]]] = {
    "grey": ("grey",),
    "yellow": ("yellow",),
    "blue": ("blue",),
    "green": ("green",),
    "red": ("red",),
    "blue-with-cat": ("blue", "cat"),
    "red-with-horn": ("red", "horn"),
    "cards": ("card",),
    "stages": ("wonder",),
    "cat": ("cat",),
    "progress": ("star",),
    "military": ("medal",),
    "military-in-one-conflict": ("medal", "swords"),
}
_TONES: Final[Mapping[str, str]] = {
    "wonder": "stone",
    "star": "parch",
    "cat": "parch",
    "medal": "red",
    "swords": "red",
    "horn": "red",
}

# Polygons (x, y, …) over the back of a card of 100 × 140 units, from its middle.
RIBBON: Final[tuple[tuple[float, ...], ...]] = (
    (-5, -70, 5, -70, 5, 70, -5, 70),
    (-50, -23, 50, -23, 50, -13, -50, -13),
    (0, -18, -34, -44, -38, -20),
    (0, -18, 34, -44, 38, -20),
    (0, -18, -22, 10, -8, 14),
    (0, -18, 22, 10, 8, 14),
)


class MedalSign(NamedTuple):
    """A symbol or figure on a medal. Lengths in percent of the medal's width, from its upper left corner."""

    sign: str
    x: float  # of its centre
    y: float
    size: float
    tone: str  # colour of a card, stone, parch or text


def medal_signs(need: Mapping[str, int]) -> tuple[MedalSign, ...]:
    """Arrange the signs of a medal's requirement in rows, with a figure where it asks for more than one."""
    parts = [((str(least),) if least > 1 else ()) + _requirement_signs(what) for what, least in need.items()]
    if len(parts) == 1 and len(parts[0]) > 2:
        parts = [parts[0][:2], parts[0][2:]]
    single = all(len(part) == 1 for part in parts)
    if single and len(parts) > 2:  # two and two, or one above two
        half = len(parts) // 2
        rows = [sum(parts[:half], ()), sum(parts[half:], ())]
    else:
        rows = parts
    size = min(46.0, 76 / max(map(len, rows)), 66 / len(rows))
    step = size * 1.12
    top = FLAT * 50 - step * (len(rows) - 1) / 2
    return tuple(
        MedalSign(
            sign=sign,
            x=50 + step * (place - (len(row) - 1) / 2),
            y=top + step * level,
            size=size * 0.92,
            tone=_TONES.get(sign, _tone(sign)),
        )
        for level, row in enumerate(rows)
        for place, sign in enumerate(row)
    )


def medal_in_brief(need: Mapping[str, int]) -> tuple[MedalSign, str, str]:
    """Return the first sign of a medal at full size, its count, and dots if the medal asks for more."""
    what, least = next(iter(need.items()))
    sign = _requirement_signs(what)[-1]
    mark = MedalSign(sign, 50, 50 * FLAT, 100, _TONES.get(sign, _tone(sign)))
    return mark, str(least) if least > 1 else "", "…" if len(need) > 1 else ""


def _requirement_signs(what: str) -> tuple[str, ...]:
    return _REQUIREMENT_SIGNS.get(what, ("star",))


def _tone(sign: str) -> str:
    return sign if sign in ("grey", "yellow", "blue", "green", "red") else "text"


def token_signs(token: str, effects: Sequence[TokenEffect] = ()) -> tuple[tuple[str, ...], str]:
    """Return the symbols on a token's disc and the figure below; a star for an unknown token.

    The figure follows `effects`, if given, since an owner may have corrected them.
    """
    signs, figure = _TOKENS.get(token, (("star",), ""))
    return signs, next(filter(None, map(_figure, effects)), "") if effects else figure


def _figure(effect: TokenEffect) -> str:
    match effect:
        case data_schema.ExtraCard():
            return "+1"
        case data_schema.DoubleCoin():
            return "2"
        case data_schema.Shields(amount=amount) | data_schema.PointsEach(amount=amount):
            return f"+{amount}"
        case data_schema.PointsForWonder(unfinished=unfinished, finished=finished):
            return f"{unfinished}/{finished}"
        case data_schema.PointsByCopies(points=points):
            return "/".join(map(str, points[:2]))  # there is no room for more
    return ""


def shapes(wonder: str, stages: Sequence[Stage]) -> tuple[StagePart, ...]:
    """Return the shape of each stage; a wonder without a drawing is a stepped tower."""
    known = BUILDINGS.get(wonder, ())
    return known if len(known) == len(stages) else _tower(stages)


def _tower(stages: Sequence[Stage]) -> tuple[StagePart, ...]:
    depth: list[int] = []
    for stage in stages:
        depth.append(1 + max((depth[below - 1] for below in stage.requires), default=-1))
    rows = [
        list(row) for _, row in groupby(sorted(range(len(stages)), key=lambda n: (depth[n], n)), key=lambda n: depth[n])
    ]
    high = 100 / len(rows)
    drawn: dict[int, StagePart] = {}
    for level, row in enumerate(rows):
        wide = (100 - 8 * level) / len(row)
        for place, stage_number in enumerate(row):
            drawn[stage_number] = block(4 * level + place * wide + 0.5, 100 - (level + 1) * high, wide - 1, high)
    return tuple(drawn[number] for number in range(len(stages)))
