"""Default icons for cells and lines of score sheets: see `app.looks.score_icons`."""

from collections.abc import Mapping
from typing import Final

from app.games.pack import GamePack, load
from app.looks.score_icons import Scored

GLYPHS: Final[dict[str, Scored]] = {
    "shields": ("shield", "red"),
    "horned": ("horn", "red"),
    "military": ("medal", "red"),
    "wonder": ("wonder", "stone"),
    "wonders": ("wonder", "stone"),
    "stages": ("wonder", "stone"),
    "cat": ("cat", "parch"),
    "blue": ("", "blue"),
    "green": ("", "green"),
    "yellow": ("", "yellow"),
    "guilds": ("card", "soft"),
    "progress": ("star", "green"),
    "medals": ("hexagon", "parch"),
    "coins": ("coin", "yellow"),
    "treasury": ("coin", "yellow"),
    "science": ("gear", "green"),
    "compass": ("compass", "green"),
    "gear": ("gear", "green"),
    "tablet": ("tablet", "green"),
    "mortar": ("mortar", "green"),
    "plumb-bob": ("plumb-bob", "green"),
    "quill": ("quill", "green"),
    "wheel": ("wheel", "green"),
    "armillary-sphere": ("armillary-sphere", "green"),
    "sundial": ("sundial", "green"),
    "any-symbol": ("", "green"),
    "leaders": ("crown", "stone"),
    "aristotle": ("crown", "stone"),
    "enheduanna": ("crown", "stone"),
    "aganice": ("crown", "stone"),
}


def signs_of(pack: GamePack) -> Mapping[str, Scored]:
    """Return the icons of a game's score sheet: its own, then the default ones."""
    return {**GLYPHS, **load(pack.signs)}
