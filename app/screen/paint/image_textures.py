"""Image files as textures: read once, and restored after the graphics context was lost."""

from functools import cache
from pathlib import Path
from typing import Any, Final, Literal
from zlib import crc32

from kivy.core.image import Image
from kivy.graphics.texture import Texture

from app.looks.drawing_fallback import complain
from app.looks.material_tile_coordinates import SUMS

PIXEL_BYTES: Final = {"luminance": 1, "rgb": 3}  # by colour format
RGBA_BYTES: Final = 4  # of a pixel as Kivy reads it


def load_texture(file: Path, colours: Literal["luminance", "rgb"], size: tuple[int, int], else_: str) -> Any:
    """Load an image of this size as a texture, its first row at 0. Return None if it cannot be read.

    What is shown instead, `else_`, is logged once.
    """
    try:
        if crc32(file.read_bytes()) != SUMS[file.name]:  # truncated or corrupt
            raise ValueError("it is damaged")
        pixels = _read_channels(file, PIXEL_BYTES[colours])
    except Exception as error:  # Kivy's loaders raise what they like
        _complain(else_, f"{file.name}: {error}")
        return None
    found = Texture.create(size=size, colorfmt=colours, bufferfmt="ubyte")
    found.add_reload_observer(lambda it: it.blit_buffer(pixels, colorfmt=colours, bufferfmt="ubyte"))
    found.blit_buffer(pixels, colorfmt=colours, bufferfmt="ubyte")
    return found


_complain = cache(complain)  # once, however often the theme changes


def _read_channels(file: Path, many: int) -> bytes:
    """Return the first `many` bytes of each pixel."""
    whole = bytes(Image(str(file), nocache=True).texture.pixels)  # else Kivy would cache a texture of its own
    pixels = bytearray(len(whole) // RGBA_BYTES * many)
    for nth in range(many):
        pixels[nth::many] = whole[nth::RGBA_BYTES]
    return bytes(pixels)
