"""Colours of the theme for OpenGL, and its sizes and times, by name."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from app.looks.theme import colours, numbers

Ink = tuple[float, float, float, float]  # red, green, blue, opacity
MIN_CONTRAST: Final = 8.0  # to 1, of dimmed words with their background; plates and dashes leave 4.5 of it


@lru_cache(maxsize=512)
def ink(name: str, bright: bool = False, plain: bool = False) -> Ink:
    """Return a colour by its name in the theme (dark, bright or `plain`), or as `#RRGGBB`, the same in all."""
    return *rgb(name if name.startswith("#") else colours(bright, plain)[name]), 1.0


@lru_cache(maxsize=512)
def rgb(code: str) -> tuple[float, float, float]:
    """Parse a colour `#RRGGBB`."""
    return int(code[1:3], 16) / 255, int(code[3:5], 16) / 255, int(code[5:7], 16) / 255


@lru_cache(maxsize=512)
def dim_ink(words: Ink, over: Ink | None, part: float, opacity: float) -> Ink:
    """Return the colour of words at opacity `part` over an even background, or more opaque if contrast were too low."""
    r, g, b, full = words
    while over is not None and part < 1:
        r, g, b = (a * part + z * (1 - part) for a, z in zip(words[:3], over[:3], strict=True))
        if _contrast((r, g, b), over[:3]) >= MIN_CONTRAST:
            break
        r, g, b, part = *words[:3], part + 0.05
    return r, g, b, full * opacity


def _contrast(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the contrast of two colours by WCAG 2: 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Sequence[float]) -> float:
    r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def number(name: str) -> float:
    """Return a size in u or a time in seconds of kv/theme.kv; `travel` is its `TRAVEL`."""
    return numbers()[name]
