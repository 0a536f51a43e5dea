"""Pictures of the tree as textures: they are read once, and stay where the graphics chip loses what it held."""

import logging
from pathlib import Path
from typing import Any, Final, Literal

from kivy.core.image import Image
from kivy.graphics.texture import Texture

BYTES: Final = {"luminance": 1, "rgb": 3}  # of a pixel
READ: Final = 4  # bytes of a pixel as it is read


def kept(file: Path, colours: Literal["luminance", "rgb"], else_: str) -> Any:  # Kivy ships no types
    """A picture as a texture, its first row at 0. None, said once in the log with what follows, where there is none."""
    try:
        pixels, size = _read(file, BYTES[colours])
    except Exception as error:  # Kivy's loaders raise what they like
        logging.getLogger(__name__).warning("The picture %s cannot be read, so %s: %s", file, else_, error)
        return None
    found = Texture.create(size=size, colorfmt=colours, bufferfmt="ubyte")
    found.add_reload_observer(lambda it: it.blit_buffer(pixels, colorfmt=colours, bufferfmt="ubyte"))
    found.blit_buffer(pixels, colorfmt=colours, bufferfmt="ubyte")
    return found


def _read(file: Path, many: int) -> tuple[bytes, tuple[int, int]]:
    """The first bytes of each pixel, and how large it is."""
    read = Image(str(file), nocache=True)  # or Kivy would keep a texture of its own
    whole = bytes(read.texture.pixels)
    pixels = bytearray(len(whole) // READ * many)
    for nth in range(many):
        pixels[nth::many] = whole[nth::READ]
    return bytes(pixels), read.size
