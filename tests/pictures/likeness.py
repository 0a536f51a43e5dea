"""Likeness of two pictures: letters may shift by a fraction of a pixel; nothing may be elsewhere or missing."""

from collections.abc import Iterator
from typing import Final

from PIL import Image, ImageChops, ImageFilter

BLUR: Final = 1.0  # pixels; edges of letters that another FreeType or GL softens otherwise look alike then
BLOCK: Final = 4  # pixels: what is compared are blocks of so many by so many
TOLERANCE: Final = 10.0  # of 255, by which the mean of a block may differ in red, green or blue


def difference(one: Image.Image, other: Image.Image) -> float:
    """Return the difference of the most different block: 0 is the same, 255 is black and white, or another size."""
    if one.size != other.size:
        return 255.0
    return max(_highest_value(blocks) for blocks in _blocks(one, other))


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Check whether one picture may replace the other."""
    return difference(one, other) <= TOLERANCE


def _blocks(one: Image.Image, other: Image.Image) -> Iterator[Image.Image]:
    """Yield the difference of each block, in two grids offset by half a block."""
    pictures = (picture.convert("RGB").filter(ImageFilter.GaussianBlur(BLUR)) for picture in (one, other))
    found = ImageChops.difference(*pictures)
    half = BLOCK // 2
    yield found.reduce(BLOCK)
    yield found.crop((half, half, max(BLOCK, found.width), max(BLOCK, found.height))).reduce(BLOCK)


def _highest_value(blocks: Image.Image) -> float:
    return float(max(most for _, most in blocks.convert("RGB").getextrema()))
