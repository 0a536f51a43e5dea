"""How the cells and lines of a score sheet are drawn: an icon, or "" for a colour's own sign; and its colour."""

from typing import Final

from app.looks.scored import Scored

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
