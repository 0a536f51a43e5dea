"""Measures and draws words with the font that Kivy brings along (Roboto)."""

from functools import lru_cache
from typing import Any

from kivy.core.text import Label


@lru_cache(maxsize=64)
def _font(size: int, bold: bool) -> Any:  # Kivy ships no types
    return Label(font_name="Roboto", font_size=size, bold=bold)


def graded(pixels: float) -> int:
    """The size words are really set in: few sizes, so that few fonts are open, and measured as drawn."""
    if pixels < 24:
        return max(6, int(pixels))
    step = 2 if pixels < 48 else 4
    return int(pixels / step) * step


@lru_cache(maxsize=2048)
def _extents(text: str, size: int, bold: bool) -> tuple[float, float]:
    w, h = _font(size, bold).get_extents(text)
    return float(w), float(h)


def measure(text: str, pixels: float, bold: bool) -> tuple[float, float]:
    """Width and height in pixels."""
    return _extents(text, graded(pixels), bold)


@lru_cache(maxsize=96)
def texture(text: str, size: int, bold: bool) -> Any:
    """The words in white, to be tinted. Kept while they are likely to be drawn again."""
    label = Label(text=text, font_name="Roboto", font_size=size, bold=bold, color=(1, 1, 1, 1), halign="left")
    label.refresh()
    return label.texture
