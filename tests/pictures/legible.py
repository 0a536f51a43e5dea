"""Legibility of words on their real background: contrast, measured on pictures with and without words.

Only words that are completely visible count. The colour is compared with the least favourable tenth of the pixels
under and around the letters.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFilter

Pixels: TypeAlias = npt.NDArray[np.float64]  # rows, columns, parts of a colour from 0 to 1

TENTH: Final = 0.1
ROUND: Final = 2  # pixels round letters that count as what lies behind them
LETTER: Final = 0.5  # of what is drawn in full, from which a pixel belongs to a letter
WHOLE, MORE = 0.9, 1.2  # of its letters: where less is seen, or more, something lies over the word
CUT: Final = 0.7  # of its letters: of a word with less something is missing, however it is turned
LEAST, FIGURE = 4.5, 3.0  # contrast of words; of figures, which have no letters
TINY: Final = 8.0  # pixels: what is round a smaller figure is no longer the sign of 12 pixels that it stands in
MARKS: Final = (  # colours that nothing else has; words that may lie over one another have different ones
    (255, 0, 255), (0, 255, 0), (255, 0, 0), (0, 0, 255), (0, 255, 255), (255, 255, 0), (128, 0, 255),
    (0, 128, 255), (255, 0, 128), (128, 255, 0), (0, 255, 128),
)  # fmt: skip
MARK_TOLERANCE: Final = 0.12  # of a colour: what is so far from a mark drawn in part is another mark


class Word(NamedTuple):
    """A word where it is drawn: its corners in pixels, y down, its colour (parts from 0 to 1, the last its opacity)."""

    text: str
    corners: Sequence[tuple[float, float]]
    colour: Sequence[float]
    size: float  # pixels
    letters: float  # pixels that its letters have where nothing lies over it
    mark: int = 0  # which of MARKS it is drawn in to be found

    @property
    def least(self) -> float:
        """The contrast that it has to have."""
        return FIGURE if self.is_figure else LEAST

    @property
    def is_figure(self) -> bool:
        """A number, or a sign."""
        return not any(map(str.isalpha, self.text))

    @property
    def is_tiny(self) -> bool:
        """True if the word is compared only with the pixels under its letters."""
        return self.is_figure and self.size < TINY


class Faint(NamedTuple):
    """A word that is hard to read: where its middle lies, its contrast, and the one it has to have."""

    text: str
    at: tuple[int, int]
    contrast: float
    least: float


def faint(words: Iterable[Word], bare: Image.Image, marked: Image.Image) -> list[Faint]:
    """List the words that are hard to read. `bare`: the picture without words; `marked`: with each in its mark."""
    found = ((word, _contrast_of(word, bare, marked)) for word in words)
    return [
        Faint(word.text, _middle(word), round(seen, 2), word.least)
        for word, seen in found
        if seen is not None and seen < word.least
    ]


def free(word: Word, bare: Image.Image, marked: Image.Image) -> Word:
    """Return a word that nothing covers, with the number of letter pixels that are visible."""
    seen = _find_visible_part(word, bare, marked)
    return word._replace(letters=seen.many if seen else 0.0)


def _middle(word: Word) -> tuple[int, int]:
    xs, ys = zip(*word.corners, strict=True)
    return int(sum(xs) / len(xs)), int(sum(ys) / len(ys))


def cut(words: Iterable[Word], bare: Image.Image, marked: Image.Image) -> list[str]:
    """List the words of which only some letters are visible because something covers the others."""
    found = ((word, _find_visible_part(word, bare, marked)) for word in words if word.letters)
    return [word.text for word, seen in found if seen and seen.letters.any() and seen.many < CUT * word.letters]


class _VisiblePart(NamedTuple):
    """The visible part of a word: its letters, the number of their pixels, and the background without words."""

    letters: npt.NDArray[np.bool_]
    many: float
    ground: Pixels


def _find_visible_part(word: Word, bare: Image.Image, marked: Image.Image) -> _VisiblePart | None:
    xs, ys = zip(*word.corners, strict=True)
    left, top = max(0, int(min(xs)) - ROUND), max(0, int(min(ys)) - ROUND)
    right, low = min(bare.width, int(max(xs)) + ROUND + 1), min(bare.height, int(max(ys)) + ROUND + 1)
    if right <= left or low <= top:
        return None
    ground, mark = (_pixels(picture.crop((left, top, right, low))) for picture in (bare, marked))
    inside = Image.new("L", (right - left, low - top))
    ImageDraw.Draw(inside).polygon([(x - left, y - top) for x, y in word.corners], fill=255)
    way, gone = np.array(MARKS[word.mark]) / 255 - ground, mark - ground
    part = (way * gone).sum(axis=2) / (way * way).sum(axis=2)
    like = np.abs(gone - part[:, :, np.newaxis] * way).max(axis=2) < MARK_TOLERANCE
    drawn = np.clip(part, 0, 1) * (like & (np.asarray(inside) > 0))
    return _VisiblePart(
        drawn >= LETTER * max(drawn.max(), LETTER), float(drawn.sum()), ground
    )  # a thin one is nowhere full


def _contrast_of(word: Word, bare: Image.Image, marked: Image.Image) -> float | None:
    """Return the contrast of a word, or None if it is not completely visible."""
    seen = _find_visible_part(word, bare, marked) if word.letters else None
    if seen is None or not seen.letters.any() or not WHOLE * word.letters <= seen.many <= MORE * word.letters:
        return None
    letters, _, ground = seen
    behind = ground[letters if word.is_tiny else _dilate(letters)]
    *ink, full = word.colour
    contrasts = np.sort(_contrast(np.array(ink) * full + behind * (1 - full), behind))
    return float(contrasts[int(len(contrasts) * TENTH)])


def _dilate(letters: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Return the pixels of letters and those around them."""
    drawn = Image.fromarray(np.where(letters, 255, 0).astype(np.uint8))
    return np.asarray(drawn.filter(ImageFilter.MaxFilter(2 * ROUND + 1))) > 0


def _pixels(picture: Image.Image) -> Pixels:
    return np.asarray(picture.convert("RGB"), np.float64) / 255


def _luminance(colours: Pixels) -> Pixels:
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array((0.2126, 0.7152, 0.0722)))


def _contrast(some: Pixels, others: Pixels) -> Pixels:
    one, other = _luminance(some), _luminance(others)
    return np.asarray((np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05))
