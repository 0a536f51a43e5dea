"""Pictures of the tree as textures: they are read once, and stay where the graphics chip loses what it held."""

from functools import cache
from pathlib import Path
from typing import Any, Final, Literal
from zlib import crc32

from kivy.core.image import Image
from kivy.graphics.texture import Texture

from app.looks.drawing_fallback import complain
from app.looks.textures import SUMS

BYTES: Final = {"luminance": 1, "rgb": 3}  # of a pixel
READ: Final = 4  # bytes of a pixel as it is read


def kept(file: Path, colours: Literal["luminance", "rgb"], size: tuple[int, int], else_: str) -> Any:
    """A picture of such a size as a texture, its first row at 0. None where it cannot be read.

    What is shown then, `else_`, is said once in the log.
    """
    try:
        if crc32(file.read_bytes()) != SUMS[file.name]:  # a part of it may be missing, or be nothing but noise
            raise ValueError("it is damaged")
        pixels = _read(file, BYTES[colours])
    except Exception as error:  # Kivy's loaders raise what they like
        _complain(else_, f"{file.name}: {error}")
        return None
    found = Texture.create(size=size, colorfmt=colours, bufferfmt="ubyte")
    found.add_reload_observer(lambda it: it.blit_buffer(pixels, colorfmt=colours, bufferfmt="ubyte"))
    found.blit_buffer(pixels, colorfmt=colours, bufferfmt="ubyte")
    return found


_complain = cache(complain)  # once, however often the light changes


def _read(file: Path, many: int) -> bytes:
    """The first bytes of each pixel."""
    whole = bytes(Image(str(file), nocache=True).texture.pixels)  # or Kivy would keep a texture of its own
    pixels = bytearray(len(whole) // READ * many)
    for nth in range(many):
        pixels[nth::many] = whole[nth::READ]
    return bytes(pixels)
