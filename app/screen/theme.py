"""Colours as OpenGL takes them, and sizes and times, by their names in the theme."""

from functools import lru_cache

from app.looks.theme import colours, numbers

Ink = tuple[float, float, float, float]  # red, green, blue, opacity


@lru_cache(maxsize=512)
def ink(name: str, bright: bool = False, plain: bool = False) -> Ink:
    """A colour by its name in the theme (`candle`), for the night or for a bright room; or as `#RRGGBB`, for both.

    `plain`: for plain figures.
    """
    return *rgb(name if name.startswith("#") else colours(bright, plain)[name]), 1.0


@lru_cache(maxsize=512)
def rgb(code: str) -> tuple[float, float, float]:
    """A colour `#RRGGBB`."""
    return int(code[1:3], 16) / 255, int(code[3:5], 16) / 255, int(code[5:7], 16) / 255


def number(name: str) -> float:
    """A size in u or a time in seconds by its name in the theme."""
    return numbers()[name]
