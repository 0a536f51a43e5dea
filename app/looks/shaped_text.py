"""Lines of text in any script, drawn by Pillow: HarfBuzz shapes the letters, FriBiDi orders them.

Only for a text with letters that Roboto lacks (`glyph_coverage.needs_shaping`): everything else is drawn by Kivy.
"""

import re
from functools import lru_cache
from math import ceil, floor
from pathlib import Path
from typing import Final, NamedTuple

from PIL import Image, ImageDraw, ImageFont

from app.looks.glyph_coverage import font_runs, text_fonts
from app.looks.text_direction import Direction, directed_parts
from engine.memoize import memoize

BOLD: Final = 1 / 60  # width of the stroke that makes a regular font bold, in sizes
MARGIN: Final = 1  # px round the ink, so that none is cut
SHRINK: Final = 0.96  # step by which letters higher than a line of Roboto shrink
MIN_SCALE: Final = 0.3  # to which they shrink at most
_WORD: Final = re.compile(r"\S*\s*")


class _Piece(NamedTuple):
    """A part of a line in one font and direction: a word of the text font, or a run of another."""

    path: Path
    text: str
    direction: Direction


class _Ink(NamedTuple):
    """Bounds of ink, in px: x from where a line begins (of a piece: from its start), y from the base line down."""

    left: int
    top: int
    right: int
    bottom: int


class _Line(NamedTuple):
    """A line with the left side of each piece; `box` is the part that is drawn."""

    scale: float
    pieces: list[tuple[int, _Piece]]
    box: _Ink


@lru_cache(maxsize=64)
def _font(path: Path, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.RAQM)


def measure_line(text: str, size: float, *, bold: bool) -> tuple[int, int]:
    """Return width and height of `shaped_line` without drawing it."""
    _, _, (left, top, right, bottom) = _lay_out(text, size, bold)
    return right - left, bottom - top


@lru_cache(maxsize=256)
def shaped_line(text: str, size: float, *, bold: bool) -> Image.Image:
    """Draw a line as opacities (one byte a pixel), as high as a line of Roboto. Letters that are higher shrink."""
    scale, pieces, (left, top, _, _) = _lay_out(text, size, bold)
    image = Image.new("L", measure_line(text, size, bold=bold))
    draw = ImageDraw.Draw(image)
    for x, piece in pieces:
        font, stroke = _font_and_stroke(piece.path, size, scale, bold)
        draw.text((x - left, -top), piece.text, 255, font, "ls", direction=piece.direction, stroke_width=stroke)
    return image


@memoize(2048)
def _lay_out(text: str, size: float, bold: bool) -> _Line:
    ascent, descent = _font(text_fonts()[bold], size).getmetrics()
    height, scale = ascent + descent, 1.0
    while True:
        pieces, ink = _place_pieces(text, size, scale, bold)
        excess = (ink.bottom - ink.top) / (height - 2 * MARGIN)
        if excess <= 1 or scale < MIN_SCALE:
            break
        scale *= min(SHRINK, 1 / excess)
    top = max(min(-ascent, ink.top - MARGIN), ink.bottom + MARGIN - height)
    return _Line(scale, pieces, _Ink(ink.left - MARGIN, top, ink.right + MARGIN, top + height))


def _place_pieces(text: str, size: float, scale: float, bold: bool) -> tuple[list[tuple[int, _Piece]], _Ink]:
    """Return the left side of each piece, and what the ink of all together may cover."""
    x, placed, boxes = 0.0, [], [_Ink(0, 0, 0, 0)]
    for piece in _split(text):
        left = round(x)
        placed.append((left, piece))
        advance, box = _measure_piece(piece, size, scale, bold)
        boxes.append(box._replace(left=left + box.left, right=left + box.right))
        x += advance
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return placed, _Ink(min(lefts), min(tops), max(rights), max(bottoms))


@memoize(512)
def _split(text: str) -> list[_Piece]:
    """Split a line into pieces, from left to right."""
    return [
        _Piece(path, piece, direction)
        for direction, directed in directed_parts(text)
        for path, run in font_runs(directed)[:: -1 if direction == "rtl" else 1]
        for piece in (_WORD.findall(run) if (path, direction) == (text_fonts()[0], "ltr") else [run])
        if piece
    ]


@memoize(4096)
def _measure_piece(piece: _Piece, size: float, scale: float, bold: bool) -> tuple[float, _Ink]:
    """Return how far a piece moves the next one, and its ink."""
    font, stroke = _font_and_stroke(piece.path, size, scale, bold)
    left, top, right, bottom = font.getbbox(piece.text, "L", piece.direction, stroke_width=stroke, anchor="ls")
    return font.getlength(piece.text, "L", piece.direction), _Ink(floor(left), floor(top), ceil(right), ceil(bottom))


def _font_and_stroke(path: Path, size: float, scale: float, bold: bool) -> tuple[ImageFont.FreeTypeFont, float]:
    regular, roboto = text_fonts()[0], text_fonts()[bold]
    if path == regular:
        return _font(roboto, size), 0
    return _font(path, size * scale), size * scale * BOLD if bold else 0
