"""Buildings of wonders as data: parts in a box, for the screen and for phones alike."""

from collections.abc import Mapping
from typing import Final

Part = tuple[float, float, float, float, float]  # x, y, width, height in percent; how far the top is drawn in
DOME: Final = 9.0  # instead of that: a round top

_DRAWN: Final[Mapping[str, tuple[Part, ...]]] = {
    "giza": (
        (0, 80, 100, 20, 0.08), (8, 60, 84, 20, 0.095), (16, 40, 68, 20, 0.118), (24, 20, 52, 20, 0.154),
        (32, 0, 36, 20, 0.3),
    ),
    "alexandria": (
        (0, 82, 100, 18, 0), (16, 62, 68, 20, 0.06), (24, 42, 52, 20, 0.06), (30, 22, 40, 20, 0.06),
        (33, 0, 34, 22, DOME),
    ),
    "rhodes": (
        (2, 78, 46, 22, 0.1), (52, 78, 46, 22, 0.1), (18, 54, 64, 24, -0.05), (12, 27, 76, 27, 0.12),
        (33, 0, 34, 27, DOME),
    ),
    "babylon": (
        (0, 80, 100, 20, 0), (8, 60, 84, 20, 0), (18, 40, 68, 20, 0), (7, 16, 40, 24, 0), (53, 16, 40, 24, 0),
    ),
    "olympia": (
        (0, 84, 100, 16, 0), (7, 60, 40, 24, 0), (53, 60, 40, 24, 0), (7, 36, 86, 24, 0), (0, 4, 100, 32, 0.42),
    ),
    "ephesus": (
        (0, 80, 100, 20, 0), (7, 34, 27, 46, 0), (36.5, 34, 27, 46, 0), (66, 34, 27, 46, 0), (0, 2, 100, 32, 0.38),
    ),
    "halicarnassus": (
        (0, 80, 100, 20, 0), (8, 57, 84, 23, 0), (12, 34, 37, 23, 0), (51, 34, 37, 23, 0), (12, 4, 76, 30, 0.3),
    ),
    "rome": (
        (0, 70, 31, 30, 0), (34.5, 70, 31, 30, 0), (69, 70, 31, 30, 0), (2, 38, 50, 30, 0.36), (57, 34, 38, 34, DOME),
    ),
    "ur": (
        (4, 81, 92, 19, 0.05), (15, 61, 70, 19, 0.06), (26, 41, 48, 19, 0.08), (34, 21, 32, 19, 0.1),
        (40, 0, 20, 20, 0),
    ),
    "appian-way": (
        (0, 82, 100, 18, 0), (14, 62, 72, 20, 0.08), (27, 42, 46, 20, 0.12), (36, 24, 28, 18, 0.18),
        (43, 8, 14, 16, 0.3),
    ),
    "circus-maximus": (
        (0, 76, 100, 24, 0), (4, 50, 28, 26, 0), (36, 50, 28, 26, 0), (68, 50, 28, 26, 0), (0, 26, 100, 24, 0.04),
    ),
    "great-library": (
        (0, 84, 100, 16, 0), (6, 40, 24, 44, 0), (38, 40, 24, 44, 0), (70, 40, 24, 44, 0), (0, 6, 100, 34, 0.12),
    ),
    "hanging-gardens": (
        (0, 80, 100, 20, 0), (8, 60, 84, 20, 0), (18, 40, 68, 20, 0), (28, 20, 50, 20, 0), (37, 0, 34, 20, 0),
    ),
    "piraeus": (
        (0, 80, 100, 20, 0), (4, 58, 92, 22, -0.06), (46, 4, 8, 54, 0), (14, 14, 30, 42, 0.3), (56, 22, 26, 34, 0.3),
    ),
    "sphinx": (
        (0, 82, 100, 18, 0), (0, 62, 100, 20, 0.02), (30, 40, 68, 22, 0.1), (6, 34, 30, 28, 0.1),
        (2, 4, 36, 30, 0.14),
    ),
    "statue-of-zeus": (
        (0, 84, 100, 16, 0), (7, 36, 27, 48, 0), (36.5, 36, 27, 48, 0), (66, 36, 27, 48, 0), (0, 4, 100, 32, 0.42),
    ),
    "temple-of-artemis": (
        (0, 80, 100, 20, 0), (5, 57, 44, 23, 0), (51, 57, 44, 23, 0), (10, 32, 80, 25, 0), (14, 2, 72, 30, 0.38),
    ),
    "abu-simbel": (
        (0, 84, 100, 16, 0), (4, 34, 21, 50, 0.12), (28, 34, 21, 50, 0.12), (52, 34, 21, 50, 0.12),
        (76, 34, 21, 50, 0.12),
    ),
}  # fmt: skip
_CALLED: Final = {  # the same building by the name of another game
    "colossus": "rhodes",
    "great-lighthouse": "alexandria",
    "mausoleum": "halicarnassus",
    "pyramids": "giza",
    "ephesos": "ephesus",
    "gizah": "giza",
    "halikarnassos": "halicarnassus",
    "rhodos": "rhodes",
    "roma": "rome",
}
BUILDINGS: Final[Mapping[str, tuple[Part, ...]]] = {
    **_DRAWN,
    **{name: _DRAWN[same] for name, same in _CALLED.items()},
}
PLAIN: Final[tuple[Part, ...]] = (
    (0, 78, 100, 22, 0), (12, 56, 76, 22, 0), (24, 34, 52, 22, 0), (36, 8, 28, 26, 0.3),
)  # fmt: skip  # a wonder that nobody has drawn


def building(wonder: str) -> tuple[Part, ...]:
    """A wonder in parts, the lowest first."""
    return BUILDINGS.get(wonder, PLAIN)
