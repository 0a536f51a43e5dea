"""Measuring and drawing of words: in Kivy's font (Roboto), in the display face, and in fonts of other scripts."""

from functools import lru_cache
from math import ceil, log2
from typing import Any, Final
from weakref import WeakSet

from kivy.core.text import Label

from app.looks import display_font, material_tile_coordinates
from app.looks.drawing_fallback import complain
from app.looks.glyph_coverage import drawable_or_placeholder, needs_shaping
from app.looks.material_tile_coordinates import COLUMNS, ROWS, SIDE, TEXTURE_ROWS
from app.screen.paint.image_textures import read_channels
from app.screen.paint.pen_layers import STONE, Weight
from app.screen.paint.text_atlas import GAP, Atlas, Coords, WordKey
from engine.memoize import memoize

TILES_SIZE: Final = SIDE * COLUMNS, SIDE * ROWS  # px
TEXTURE_SIZE: Final = SIDE * COLUMNS, SIDE * TEXTURE_ROWS  # px, with tiles and words


@lru_cache(maxsize=64)
def _font(size: int, bold: Weight) -> Any:  # Kivy ships no types
    if bold == STONE:
        return Label(font_name=str(display_font.SCREEN), font_size=size)
    return Label(font_name="Roboto", font_size=size, bold=bold)


class ScriptLabel:
    """A text with letters that Roboto lacks, with the interface of Kivy's label."""

    def __init__(self, text: str, size: int, bold: bool) -> None:
        self._text, self._size, self._bold = text, size, bold
        self.texture: Any = None

    def get_extents(self, _text: str) -> tuple[int, int]:
        return self.render()

    def render(self) -> tuple[int, int]:
        from app.looks.shaped_text import measure_line  # with Pillow, which few screens need

        return measure_line(self._text, self._size, bold=self._bold)

    def refresh(self) -> None:
        from app.looks.shaped_text import shaped_line  # as above

        image = shaped_line(self._text, self._size, bold=self._bold)
        self.texture.blit_opacity(*image.size, image.tobytes())


def _label(said: WordKey) -> Any:
    text, size, bold = said
    if needs_shaping(text):
        return ScriptLabel(text, size, bool(bold))
    label = _font(size, bold)
    label.text = text
    return label


@lru_cache(maxsize=1)
def has_display_face() -> bool:
    """Check whether the file of the display face is usable; log once if not."""
    try:
        if not display_font.is_intact(display_font.SCREEN.read_bytes()):
            raise ValueError("a part of it is missing")
    except (OSError, ValueError) as error:
        complain("headings and names look like other words", f"{display_font.SCREEN.name}: {error}")
        return False
    return True


def effective_weight(text: str, bold: Weight) -> Weight:
    """Return the weight that is really used: the text face if the display face lacks a letter."""
    return True if bold == STONE and not (display_font.has(text) and has_display_face()) else bold


def round_size(pixels: float) -> int:
    """Round a size to the few that are really used, so that few fonts are open and words are measured as drawn."""
    if pixels < 24:
        return max(6, int(pixels))
    step = 2 if pixels < 48 else 4
    return int(pixels / step) * step


@memoize(8192)  # 2 MB; a lesson of 7 Wonders measures 5,000
def _extents(text: str, size: int, bold: Weight) -> tuple[float, float]:
    w, h = _label((text, size, bold)).get_extents(text)
    return float(w), float(h)


def measure(text: str, pixels: float, bold: Weight) -> tuple[float, float]:
    """Return width and height in pixels, without the letters that cannot be drawn."""
    return _extents(drawable_or_placeholder(text), round_size(pixels), effective_weight(text, bold))


@lru_cache(maxsize=1)
def tiles() -> bytes:
    """Return the grey pixels of the tiles of materials; white, logged once, if they cannot be read."""
    found = read_channels(material_tile_coordinates.FILE, 1, TILES_SIZE, "materials are smooth")
    return found or b"\xff" * (TILES_SIZE[0] * TILES_SIZE[1])


class WordTextures:
    """A cache of drawn words on textures with the tiles: new words go to the newest until it is full."""

    def __init__(self) -> None:
        self._atlas = Atlas(*TEXTURE_SIZE, _label, tiles)
        self._older = WeakSet[Any]()  # full textures; Any: Kivy ships no types

    @property
    def older(self) -> int:
        """The number of full textures that are still drawn from."""
        return len(self._older)

    @property
    def texture(self) -> Any:  # Kivy ships no types
        """The newest texture."""
        return self._atlas.texture

    def begin_texture(self) -> None:
        """Begin a new texture; what is drawn from the old one keeps it alive."""
        self._older.add(self._atlas.texture)
        self._atlas = Atlas(*TEXTURE_SIZE, _label, tiles)

    def find_or_draw(self, said: WordKey) -> tuple[Any, Coords] | None:
        """Return the texture with these words in white and their coordinates; None if there is nothing to draw."""
        text, size, bold = said
        said = drawable_or_placeholder(text), size, effective_weight(text, bold)
        w, h = _extents(*said)
        if min(w, h) < 1:
            return None
        atlas = self._atlas if w + 2 * GAP <= TEXTURE_SIZE[0] else _atlas_of_long_words(said)
        coords = atlas.place(said)
        if coords is None:
            self.begin_texture()
            atlas = self._atlas
            coords = atlas.place(said)
            assert coords is not None
        return atlas.texture, coords


@memoize(8)
def _atlas_of_long_words(said: WordKey) -> Atlas:
    """Return a texture for these words alone, which are longer than the usual texture is wide."""
    width, height = (2 ** ceil(log2(side + 2 * GAP)) for side in _extents(*said))
    return Atlas(width, height, _label)


@lru_cache(maxsize=1)
def words() -> WordTextures:
    """Return the cache of this window."""
    return WordTextures()
