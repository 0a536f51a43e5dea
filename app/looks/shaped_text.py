"""Lines of text in any script, drawn by Pillow: HarfBuzz shapes the letters, FriBiDi orders them.

Only for a text with letters that Roboto lacks (`glyph_coverage.needs_shaping`): everything else is drawn by Kivy.
"""

from functools import lru_cache
from math import ceil
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from app.looks.glyph_coverage import font_runs, text_fonts
from app.looks.text_direction import directed_parts

BOLD: Final = 1 / 60  # width of the stroke that makes a regular font bold, in sizes
MARGIN: Final = 1  # px round the ink, so that none is cut
SHRINK: Final = 0.96  # step by which letters higher than a line of Roboto shrink


@lru_cache(maxsize=64)
def _font(path: Path, size: float) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(path, size, layout_engine=ImageFont.Layout.RAQM)


@lru_cache(maxsize=256)
def shaped_line(text: str, size: float, *, bold: bool) -> Image.Image:
    """Draw a line as opacities (one byte a pixel), as high as a line of Roboto. Letters that are higher shrink."""
    regular, roboto = text_fonts()[0], text_fonts()[bold]
    ascent, descent = _font(roboto, size).getmetrics()
    height, scale = ascent + descent, 1.0
    runs = [
        (path, part, direction)
        for direction, directed in directed_parts(text)
        for path, part in font_runs(directed)[:: -1 if direction == "rtl" else 1]
    ]
    while True:
        x, drawn = float(height), []  # beyond what any letter sticks out
        for path, part, direction in runs:
            is_other = path != regular
            font = _font(path, size * scale) if is_other else _font(roboto, size)
            drawn.append((round(x), part, font, direction, size * scale * BOLD if is_other and bold else 0))
            x += font.getlength(part, "L", direction)
        image = Image.new("L", (ceil(x) + height, 4 * height))
        draw = ImageDraw.Draw(image)
        for left, part, font, direction, stroke in drawn:
            draw.text((left, 2 * height), part, 255, font, "ls", direction=direction, stroke_width=stroke)
        ink = image.getbbox() or (height, 2 * height, height, 2 * height)
        if ink[3] - ink[1] <= height - 2 * MARGIN or scale < 0.3:
            break
        scale *= SHRINK
    top = max(min(2 * height - ascent, ink[1] - MARGIN), ink[3] + MARGIN - height)
    return image.crop((min(height, ink[0] - MARGIN), top, max(ceil(x), ink[2] + MARGIN), top + height))
