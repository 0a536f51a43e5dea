"""The shapes of wonders and the signs on progress tokens of Architects."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Final

from engine.architects.cards import Stage

Shape = tuple[float, float, float, float, float]  # x, y, width, height in percent; how far the top is drawn in
DOME: Final = 9.0  # instead of that: a round top
GABLE: Final = 0.3  # drawn in so far, a part is a roof: what stands in it sits lower

_SHAPES: Final[Mapping[str, tuple[Shape, ...]]] = {
    "giza": (
        (0, 80, 100, 20, 0.08),
        (8, 60, 84, 20, 0.095),
        (16, 40, 68, 20, 0.118),
        (24, 20, 52, 20, 0.154),
        (32, 0, 36, 20, 0.3),
    ),
    "alexandria": (
        (0, 82, 100, 18, 0),
        (16, 62, 68, 20, 0.06),
        (24, 42, 52, 20, 0.06),
        (30, 22, 40, 20, 0.06),
        (33, 0, 34, 22, DOME),
    ),
    "rhodes": (
        (2, 78, 46, 22, 0.1),
        (52, 78, 46, 22, 0.1),
        (18, 54, 64, 24, -0.05),
        (12, 27, 76, 27, 0.12),
        (33, 0, 34, 27, DOME),
    ),
    "babylon": ((0, 80, 100, 20, 0), (8, 60, 84, 20, 0), (18, 40, 68, 20, 0), (7, 16, 40, 24, 0), (53, 16, 40, 24, 0)),
    "olympia": (
        (0, 84, 100, 16, 0),
        (7, 60, 40, 24, 0),
        (53, 60, 40, 24, 0),
        (7, 36, 86, 24, 0),
        (0, 4, 100, 32, 0.42),
    ),
    "ephesus": (
        (0, 80, 100, 20, 0),
        (7, 34, 27, 46, 0),
        (36.5, 34, 27, 46, 0),
        (66, 34, 27, 46, 0),
        (0, 2, 100, 32, 0.38),
    ),
    "halicarnassus": (
        (0, 80, 100, 20, 0),
        (8, 57, 84, 23, 0),
        (12, 34, 37, 23, 0),
        (51, 34, 37, 23, 0),
        (12, 4, 76, 30, 0.3),
    ),
}

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
}


def token_signs(token: str) -> tuple[tuple[str, ...], str]:
    """What lies on a token's disc: symbols, and a figure below them; a star on one that was invented later."""
    return _TOKENS.get(token, (("star",), ""))


def shapes(wonder: str, stages: Sequence[Stage]) -> tuple[Shape, ...]:
    """Where each stage is drawn; a wonder without a drawing is a stepped tower, by what carries what."""
    known = _SHAPES.get(wonder, ())
    return known if len(known) == len(stages) else _tower(stages)


def _tower(stages: Sequence[Stage]) -> tuple[Shape, ...]:
    depth: list[int] = []
    for stage in stages:
        depth.append(1 + max((depth[below - 1] for below in stage.requires), default=-1))
    rows = [
        list(row) for _, row in groupby(sorted(range(len(stages)), key=lambda n: (depth[n], n)), key=lambda n: depth[n])
    ]
    high = 100 / len(rows)
    drawn: dict[int, Shape] = {}
    for level, row in enumerate(rows):
        wide = (100 - 8 * level) / len(row)
        for place, stage_number in enumerate(row):
            drawn[stage_number] = (4 * level + place * wide + 0.5, 100 - (level + 1) * high, wide - 1, high, 0)
    return tuple(drawn[number] for number in range(len(stages)))


def figure(shape: Shape, wide: float, high: float, most: float) -> tuple[float, float, float]:
    """Where the figure in a part of a wonder stands (its centre) and how tall it is, in a box so wide and high."""
    x, y, w, h, taper = shape
    roof = GABLE <= taper < 1
    down = 0.6 if roof else 0.56 if taper == DOME else 0.5
    size = min(h * high / 100 * (0.6 if roof else 0.72), w * wide / 100 * 0.38, most)
    return (x + w / 2) * wide / 100, (y + h * down) * high / 100, size
