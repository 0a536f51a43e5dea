"""What pictures cost a graphics chip: all textures that live, whoever made them."""

import gc

from kivy.graphics.texture import Texture, TextureRegion

BYTES = {"luminance": 1, "luminance_alpha": 2, "rgb": 3, "rgba": 4}  # of a pixel
MOST = 24e6  # bytes, at 1920 x 1080
SIZE = (1920, 1080)


def held():
    """Bytes of all textures that live: the kept picture, words, tiles, stone, codes."""
    gc.collect()
    found = [it for it in gc.get_objects() if isinstance(it, Texture) and not isinstance(it, TextureRegion)]
    return sum(it.width * it.height * BYTES[it.colorfmt] for it in found)
