"""The display font for names of games, wonders and cards, headings, and the scenes at the end of a game.

People's names, sentences and digits use the text font. The files are made by `python -m docs.display_face`.
"""

from pathlib import Path
from struct import unpack
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "data" / "fonts"
SCREEN: Final = FOLDER / "cinzel-700.ttf"
PHONES: Final = FOLDER / "cinzel-700.woff2"
LETTERS: Final = (  # characters in the font files
    "".join(map(chr, range(0x20, 0x7F)))
    + "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿŒœŸĲĳĀāĒēĪīŌōŪū"
    + "\u00a0«»‘’‚“”„–—…·×"
)
LEAST: Final = 12.0  # pixels: smaller ones are in the text face
MIN_SCALE: Final = 0.98  # of the font size: headings that would shrink more are set in the text face
_HEADING: Final = 40  # letters of a heading at most
_SPOKEN: Final = frozenset(".?!:;=“”„«»()0123456789")  # characters of sentences, names and figures, not of headings
_SUM: Final = 0xB1B0AFBA  # of all numbers of 32 bits in a font that is whole


def has(text: str) -> bool:
    """Check if the display face has all letters of a text; if not, the whole text is set in the text face."""
    return set(text) <= _LETTERS


def is_heading(title: str) -> bool:
    """Distinguish a page title that is a heading from a question, a sentence, a name with a subject, or a sum."""
    return len(title) <= _HEADING and not set(title) & _SPOKEN


def is_intact(font: bytes) -> bool:
    """Verify the checksum of a font file for the screen."""
    return len(font) % 4 == 0 and sum(unpack(f">{len(font) // 4}L", font)) & 0xFFFFFFFF == _SUM


def packed_whole(font: bytes) -> bool:
    """Verify the size of a font file for phones against the length in its header."""
    return font[:4] == b"wOF2" and int.from_bytes(font[8:12]) == len(font)


_LETTERS: Final = frozenset(LETTERS)
