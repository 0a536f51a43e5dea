"""Whether two pictures look alike. Letters may be set otherwise by a hair; nothing may be elsewhere, or missing."""

from collections.abc import Iterator
from typing import Final

from PIL import Image, ImageChops, ImageFilter

BLUR: Final = 1.0  # pixels; edges of letters that another FreeType or GL softens otherwise look alike then
BLOCK: Final = 4  # pixels: what is compared are blocks of so many by so many
TOLERANCE: Final = 10.0  # of 255, by which the mean of a block may differ in red, green or blue


def difference(one: Image.Image, other: Image.Image) -> float:
    """By how much the block differs that differs most: 0 is the same, 255 is black and white. Other sizes: 255."""
    if one.size != other.size:
        return 255.0
    return max(_most(blocks) for blocks in _blocks(one, other))


def alike(one: Image.Image, other: Image.Image) -> bool:
    """Whether one may stand for the other."""
    return difference(one, other) <= TOLERANCE


def _blocks(one: Image.Image, other: Image.Image) -> Iterator[Image.Image]:
    """How much each block differs; the blocks lie in two ways, so that nothing is parted by their edges both times."""
    pictures = (picture.convert("RGB").filter(ImageFilter.GaussianBlur(BLUR)) for picture in (one, other))
    found = ImageChops.difference(*pictures)
    half = BLOCK // 2
    yield found.reduce(BLOCK)
    yield found.crop((half, half, max(BLOCK, found.width), max(BLOCK, found.height))).reduce(BLOCK)


def _most(blocks: Image.Image) -> float:
    return float(max(most for _, most in blocks.convert("RGB").getextrema()))
