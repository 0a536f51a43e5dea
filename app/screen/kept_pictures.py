"""Pictures of the tree as textures: they are read once, and stay where the graphics chip loses what it held."""

from functools import cache
from pathlib import Path
from typing import Any, Final, Literal

from kivy.core.image import Image
from kivy.graphics.texture import Texture

from app.looks.drawable import complain

BYTES: Final = {"luminance": 1, "rgb": 3}  # of a pixel
ENDS: Final = {".jpg": b"\xff\xd9", ".png": b"IEND\xaeB`\x82"}  # of a file that has arrived whole
READ: Final = 4  # bytes of a pixel as it is read


def kept(file: Path, colours: Literal["luminance", "rgb"], size: tuple[int, int], else_: str) -> Any:
    """A picture of such a size as a texture, its first row at 0. None where it cannot be read.

    What is shown then, `else_`, is said once in the log.
    """
    try:
        if not file.read_bytes().endswith(ENDS[file.suffix]):
            raise ValueError("a part of it is missing")
        pixels, found_size = _read(file, BYTES[colours])
        if found_size != size:
            raise ValueError(f"it has {found_size[0]} × {found_size[1]} pixels and not {size[0]} × {size[1]}")
    except Exception as error:  # Kivy's loaders raise what they like
        _complain(else_, f"{file.name}: {error}")
        return None
    found = Texture.create(size=size, colorfmt=colours, bufferfmt="ubyte")
    found.add_reload_observer(lambda it: it.blit_buffer(pixels, colorfmt=colours, bufferfmt="ubyte"))
    found.blit_buffer(pixels, colorfmt=colours, bufferfmt="ubyte")
    return found


_complain = cache(complain)  # once, however often the light changes


def _read(file: Path, many: int) -> tuple[bytes, tuple[int, int]]:
    """The first bytes of each pixel, and how large it is."""
    read = Image(str(file), nocache=True)  # or Kivy would keep a texture of its own
    whole = bytes(read.texture.pixels)
    pixels = bytearray(len(whole) // READ * many)
    for nth in range(many):
        pixels[nth::many] = whole[nth::READ]
    return bytes(pixels), read.size
