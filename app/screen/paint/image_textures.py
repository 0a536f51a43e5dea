"""Image files as textures: read again after the graphics context was lost."""

from functools import cache
from pathlib import Path
from typing import Any, Final, Literal
from zlib import crc32

from kivy.core.image import ImageLoader
from kivy.graphics.texture import Texture

from app.looks.drawing_fallback import complain
from app.looks.material_tile_coordinates import SUMS

PIXEL_BYTES: Final = {"luminance": 1, "rgb": 3}  # by colour format


def load_texture(file: Path, colours: Literal["luminance", "rgb"], size: tuple[int, int], else_: str) -> Any:
    """Load an image of this size as a texture, its first row at 0. Return None if it cannot be read.

    What is shown instead, `else_`, is logged once.
    """

    def fill(it: Any) -> None:  # Kivy ships no types
        it.blit_buffer(_read_channels(file, PIXEL_BYTES[colours]), colorfmt=colours, bufferfmt="ubyte")

    try:
        if crc32(file.read_bytes()) != SUMS[file.name]:  # truncated or corrupt
            raise ValueError("it is damaged")
        found = Texture.create(size=size, colorfmt=colours, bufferfmt="ubyte")
        fill(found)
    except Exception as error:  # Kivy's loaders raise what they like
        _complain(else_, f"{file.name}: {error}")
        return None
    found.add_reload_observer(fill)
    return found


_complain = cache(complain)  # once, however often the theme changes


def _read_channels(file: Path, many: int) -> bytes:
    """Return the first `many` bytes of each pixel."""
    [image] = ImageLoader.load(str(file), nocache=True)._data  # its texture would have to be read back
    step = len(image.data) // (image.width * image.height)
    pixels = bytearray(image.width * image.height * many)
    for nth in range(many):
        pixels[nth::many] = image.data[nth::step]
    return bytes(pixels)
