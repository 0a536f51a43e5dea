"""Fingerprints of pictures: a line of text from which a changed picture is recognised, and where it changed.

A fingerprint contains the size, the words drawn, and a perceptual hash: the mean brightness of each block of 4 × 4
pixels (5 × 5 on phones, whose letters are larger) and the mean colour of each 2 × 2 blocks, in steps. A small shift of
the edges of letters, as another FreeType or graphics driver causes it, stays within the tolerance.
"""

import io
import json
from base64 import b85decode, b85encode
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageFilter

BLUR_PX: Final = 1.0
BLOCK_PX: Final = 4  # of brightness; a label that moves within a larger block leaves its mean as it is
COLOUR_BLOCKS: Final = 2  # of brightness along the side of one of colour
STEPS: Final = (8, 3, 3)  # of 255, in which brightness, blueness and redness are stored
TOLERANCES: Final = (5, 2, 2)  # of 255, by which each may lie outside its stored step
ROWS, COLUMNS = ("top", "middle", "bottom"), ("left", "centre", "right")

Plane: TypeAlias = npt.NDArray[np.int16]


class Drawing(NamedTuple):
    """A picture as it is drawn now, and the words drawn in it, in any order."""

    image: Image.Image
    words: Sequence[str]
    block_px: int = BLOCK_PX


class Fingerprint(NamedTuple):
    """The stored features of a picture."""

    size: tuple[int, int]  # pixels
    words: Counter[str]
    block_px: int
    hash: bytes  # the planes as one lossless WebP: brightness, below it blueness and redness side by side

    @classmethod
    def of(cls, drawing: Drawing) -> "Fingerprint":
        bright, blue, red = (plane // step for plane, step in zip(planes(drawing), STEPS, strict=True))
        sheet = np.zeros((len(bright) + len(blue), max(bright.shape[1], 2 * blue.shape[1])), np.uint8)
        sheet[: len(bright), : bright.shape[1]] = bright
        sheet[len(bright) :, : blue.shape[1]] = blue
        sheet[len(bright) :, blue.shape[1] : 2 * blue.shape[1]] = red
        Image.fromarray(sheet).save(file := io.BytesIO(), "WEBP", lossless=True, quality=100, method=6)
        return cls(drawing.image.size, Counter(drawing.words), drawing.block_px, file.getvalue())

    @classmethod
    def parse(cls, text: str) -> "Fingerprint":
        size, words, block, digits = text.split("\t")
        width, height = map(int, size.split("x"))
        return cls((width, height), Counter(json.loads(words)), int(block), b85decode(digits))

    def __str__(self) -> str:
        words = json.dumps(self.words, ensure_ascii=False, sort_keys=True)
        return f"{self.size[0]}x{self.size[1]}\t{words}\t{self.block_px}\t{b85encode(self.hash).decode()}"

    def planes(self) -> list[Plane]:
        """Return the lower end of each block's stored step."""
        with Image.open(io.BytesIO(self.hash)) as picture:
            sheet = np.asarray(picture.convert("RGB"), np.int16)[:, :, 1]
        width, height = (-(-side // self.block_px) for side in self.size)
        wide = -(-width // COLOUR_BLOCKS)
        below = sheet[height:]
        parts = (sheet[:height, :width], below[:, :wide], below[:, wide : 2 * wide])
        return [part * np.int16(step) for part, step in zip(parts, STEPS, strict=True)]


class Difference(NamedTuple):
    """The difference between a drawing and a fingerprint."""

    before: tuple[int, int]  # size in pixels
    now: tuple[int, int]
    most: int  # of 255: by how much the block that differs most lies outside its stored step
    blocks: npt.NDArray[np.bool_]  # which blocks of brightness differ, of the part that both have
    gone: tuple[str, ...] = ()  # words
    new: tuple[str, ...] = ()
    block_px: int = BLOCK_PX

    def __bool__(self) -> bool:
        return bool(self.before != self.now or self.blocks.any() or self.gone or self.new)

    def regions(self) -> dict[str, tuple[int, int, int, int, int]]:
        """Return, for each ninth of the picture, how many blocks differ, and the pixels round them: x, x, y, y."""
        found: dict[str, list[tuple[int, int]]] = {}
        height, width = self.blocks.shape
        for y, x in np.argwhere(self.blocks).tolist():
            found.setdefault(f"{ROWS[3 * y // height]} {COLUMNS[3 * x // width]}", []).append((x, y))
        boxes = {}
        for where, blocks in found.items():
            xs, ys = zip(*blocks, strict=True)
            ends = (min(xs), max(xs) + 1, min(ys), max(ys) + 1)
            left, right, top, low = (end * self.block_px for end in ends)
            boxes[where] = len(blocks), left, right, top, low
        return boxes

    def __str__(self) -> str:
        found = []
        if self.before != self.now:
            found.append("its size is {}×{} and was {}×{}".format(*self.now, *self.before))
        if places := self.regions().items():
            at = ", ".join(
                f"{n} at the {where} (x {left}–{right}, y {top}–{low} px)"
                for where, (n, left, right, top, low) in places
            )
            found.append(f"of {self.blocks.size} blocks differ {at}, by up to {self.most} of 255 beyond their step")
        for said, words in (("words that are gone", self.gone), ("new words", self.new)):
            if words:
                found.append(f"{said}: {', '.join(map(repr, words))}")
        return "; ".join(found)


def planes(drawing: Drawing) -> list[Plane]:
    """Return the mean brightness, blueness and redness of each block."""
    soft = drawing.image.convert("RGB").filter(ImageFilter.GaussianBlur(BLUR_PX)).convert("YCbCr")
    bright, *colours = soft.reduce(drawing.block_px).split()
    return [np.asarray(plane, np.int16) for plane in (bright, *(each.reduce(COLOUR_BLOCKS) for each in colours))]


def compare(kept: Fingerprint, drawing: Drawing) -> Difference:
    """Compare a drawing with a fingerprint; the difference is false where they are alike."""
    drawing = drawing._replace(block_px=kept.block_px)
    pairs = zip(kept.planes(), planes(drawing), STEPS, strict=True)
    outside = [_outside(low, plane, step) for low, plane, step in pairs]
    bright, *colours = (plane > tolerance for plane, tolerance in zip(outside, TOLERANCES, strict=True))
    for each in colours:
        bright |= each.repeat(COLOUR_BLOCKS, 0).repeat(COLOUR_BLOCKS, 1)[: len(bright), : bright.shape[1]]
    words = Counter(drawing.words)
    gone, new = (tuple(sorted(each.elements())) for each in (kept.words - words, words - kept.words))
    most = max(int(plane.max()) for plane in outside)
    return Difference(kept.size, drawing.image.size, most, bright, gone, new, kept.block_px)


def _outside(low: Plane, plane: Plane, step: int) -> Plane:
    """Return by how much each block that both have lies outside its stored step."""
    height, width = (min(pair) for pair in zip(low.shape, plane.shape, strict=True))
    low, plane = low[:height, :width], plane[:height, :width]
    return np.maximum(0, np.maximum(low - plane, plane - low - (step - 1)))


def is_alike(one: Image.Image, other: Image.Image) -> bool:
    """Return whether the fingerprint of one picture fits the other."""
    return not compare(Fingerprint.of(Drawing(one, ())), Drawing(other, ()))
