"""The display face, in which words of stone are set: names of games, wonders and cards, headings, moments at the end.

People's names, sentences and figures are in the text face. The files are made by `python -m docs.display_face`.
"""

from pathlib import Path
from struct import unpack
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "data" / "fonts"
SCREEN: Final = FOLDER / "cinzel-700.ttf"
PHONES: Final = FOLDER / "cinzel-700.woff2"
LETTERS: Final = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœŸĲĳĀāĒēĪīŌōŪū"
    + "\u00a0«»‘’‚“”„–—…·×"
)  # that the files have
LEAST: Final = 12.0  # pixels: smaller ones are in the text face
SHRUNK: Final = 0.98  # of their size: those that would have to be smaller to find room, too
_HEADING: Final = 40  # letters of a heading at most
_SPOKEN: Final = frozenset(".?!:;=“”„«»()0123456789")  # that sentences, names and figures come with
_SUM: Final = 0xB1B0AFBA  # of all numbers of 32 bits in a font that is whole


def has(text: str) -> bool:
    """Whether the display face has all letters of a text: else all of it is set in the text face."""
    return set(text) <= _LETTERS


def is_heading(title: str) -> bool:
    """Whether a page's title is a heading, and not a question, a sentence, a name with what it is about, or a sum."""
    return len(title) <= _HEADING and not set(title) & _SPOKEN


def whole(font: bytes) -> bool:
    """Whether a file for the screen has arrived whole."""
    return len(font) % 4 == 0 and sum(unpack(f">{len(font) // 4}L", font)) & 0xFFFFFFFF == _SUM


def packed_whole(font: bytes) -> bool:
    """Whether a file for phones has arrived whole: it says itself how long it is."""
    return font[:4] == b"wOF2" and int.from_bytes(font[8:12]) == len(font)


_LETTERS: Final = frozenset(LETTERS)
