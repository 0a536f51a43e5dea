"""Image files as textures: read again after the graphics context was lost."""

from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

from kivy.core.image import ImageLoader
from kivy.graphics.texture import Texture

from app.looks.drawing_fallback import complain
from app.looks.material_tile_coordinates import SUMS


def load_texture(file: Path, size: tuple[int, int], else_: str) -> Any:
    """Load an image of this size as a texture, its first row at 0. Return None if it cannot be read.

    What is shown instead, `else_`, is logged once.
    """

    pixels = read_channels(file, 3, size, else_)
    if pixels is None:
        return None
    found = Texture.create(size=size, colorfmt="rgb", bufferfmt="ubyte")
    found.blit_buffer(pixels, colorfmt="rgb", bufferfmt="ubyte")
    found.add_reload_observer(lambda each: each.blit_buffer(read_channels(file, 3, size, else_), colorfmt="rgb"))
    return found


_complain = cache(complain)  # once, however often the theme changes


def read_channels(file: Path, many: int, size: tuple[int, int], else_: str) -> bytes | None:
    """Return the first `many` bytes of each pixel of an image of this size; None if it cannot be read.

    What is shown instead, `else_`, is logged once.
    """
    try:
        if crc32(file.read_bytes()) != SUMS[file.name]:  # truncated or corrupt
            raise ValueError("it is damaged")
        found = _decode(file, many)
        if len(found) != many * size[0] * size[1]:
            raise ValueError("it has another size")
    except Exception as error:  # Kivy's loaders raise what they like
        _complain(else_, f"{file.name}: {error}")
        return None
    return found


def _decode(file: Path, many: int) -> bytes:
    [image] = ImageLoader.load(str(file), nocache=True)._data  # its texture would have to be read back
    step = len(image.data) // (image.width * image.height)
    pixels = bytearray(image.width * image.height * many)
    for nth in range(many):
        pixels[nth::many] = image.data[nth::step]
    return bytes(pixels)
