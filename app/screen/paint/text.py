"""Measures and draws words: with the font that Kivy brings along (Roboto), and those of stone in the display face."""

from functools import lru_cache
from math import ceil, log2
from typing import Any, Final
from weakref import WeakSet

from kivy.core.text import Label

from app.looks import display_face
from app.looks.drawing_fallback import complain
from app.screen.paint.atlas import GAP, Atlas, Coords, Said
from app.screen.paint.glyphs import drawn
from app.screen.paint.layers import STONE, Weight
from engine.memoize import memoize

SIDE: Final = 1024  # pixels, of a texture with words; larger only for words that are


@lru_cache(maxsize=64)
def _font(size: int, bold: Weight) -> Any:  # Kivy ships no types
    if bold == STONE:
        return Label(font_name=str(display_face.SCREEN), font_size=size)
    return Label(font_name="Roboto", font_size=size, bold=bold)


@lru_cache(maxsize=1)
def has_display_face() -> bool:
    """Whether the file of the display face can be used; if not, that is said once in the log."""
    try:
        if not display_face.whole(display_face.SCREEN.read_bytes()):
            raise ValueError("a part of it is missing")
    except (OSError, ValueError) as error:
        complain("headings and names look like other words", f"{display_face.SCREEN.name}: {error}")
        return False
    return True


def set_in(text: str, bold: Weight) -> Weight:
    """How words are really set: in the text face, if the display face cannot say all of them."""
    return True if bold == STONE and not (display_face.has(text) and has_display_face()) else bold


def graded(pixels: float) -> int:
    """The size words are really set in: few sizes, so that few fonts are open, and measured as drawn."""
    if pixels < 24:
        return max(6, int(pixels))
    step = 2 if pixels < 48 else 4
    return int(pixels / step) * step


@memoize(1024)  # 7 Wonders for seven has 180
def _extents(text: str, size: int, bold: Weight) -> tuple[float, float]:
    w, h = _font(size, bold).get_extents(text)
    return float(w), float(h)


def measure(text: str, pixels: float, bold: Weight) -> tuple[float, float]:
    """Width and height in pixels, without the letters that cannot be drawn."""
    return _extents(drawn(text), graded(pixels), set_in(text, bold))


class WordTextures:
    """Words that are likely to be drawn again, on textures; on the newest one for as long as it has room."""

    def __init__(self) -> None:
        self._atlas = Atlas(SIDE, _font)
        self._older = WeakSet[Any]()  # textures that are full; Any: Kivy ships no types

    @property
    def older(self) -> int:
        """How many textures are full, and still drawn from."""
        return len(self._older)

    def turn_the_page(self, side: int = SIDE) -> None:
        """Go on with an empty texture, so many pixels wide and high; what is drawn from the old one keeps that."""
        self._older.add(self._atlas.texture)
        self._atlas = Atlas(side, _font)

    def put(self, said: Said) -> tuple[Any, Coords] | None:
        """The texture with these words in white, to be tinted, and where they lie on it; None where nothing is said."""
        text, size, bold = said
        said = drawn(text), size, set_in(text, bold)
        if min(_extents(*said)) < 1:
            return None
        coords = self._atlas.place(said)
        if coords is None:
            side = max(SIDE, 2 ** ceil(log2(max(_extents(*said)) + 2 * GAP)))
            self.turn_the_page(2 * side if side > SIDE else SIDE)
            coords = self._atlas.place(said)
            assert coords is not None
        return self._atlas.texture, coords


@lru_cache(maxsize=1)
def words() -> WordTextures:
    """Those of this window."""
    return WordTextures()
