"""How the cells and lines of a score sheet are drawn: an icon, or "" for a colour's own sign; and its colour."""

from typing import Final

GLYPHS: Final[dict[str, tuple[str, str]]] = {
    "shields": ("shield", "red"),
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
    "any-symbol": ("", "green"),
    "leaders": ("crown", "stone"),
    "aristotle": ("crown", "stone"),
    "enheduanna": ("crown", "stone"),
    "aganice": ("crown", "stone"),
}
