"""The clip of a result as an animated WebP: the winners' wonders rise under their skies, then the crown appears.

`Sharing` runs this module as a process for each clip, with what to show on standard input. It writes no file.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import ceil, cos, floor, radians, sin, sqrt
from typing import Final

import msgspec
from PIL import Image, ImageChops, ImageDraw, ImageFont

from app.looks import display_font
from app.looks.drawing_data import Area, DrawingFit, DrawnLine, Mark, Outline, Point, Round, outlines, wonder
from app.looks.glyph_coverage import drawable_or_placeholder, needs_shaping, text_fonts
from app.looks.icons import ICONS
from app.looks.paint_materials import Paint, paints
from app.looks.shaped_text import shaped_line
from app.looks.sky_landscape import scene
from app.looks.theme import colours
from app.web.svg_sprites import SvgPen

SIDE: Final = 640  # pixels of the clip, which is square
SKY: Final = 500  # pixels for the wonders; words are below
ROOM: Final = 480  # pixels for a line of words
FINE: Final = 2  # drawn pixels for each of the clip, in each direction
LENGTH_MS: Final = 6000
RISING_MS: Final = 4200  # for all that rises
FRAME_MS: Final = 50
FRAMES: Final = 10  # of a change, at most
RISE: Final = 36  # pixels by which a stage comes up
GHOST: Final = 0.14  # opacity of a stage that is not built
CIRCLE: Final = tuple((cos(radians(at)), sin(radians(at))) for at in range(0, 360, 6))
Wonder = tuple[str, str, Sequence[bool]]  # drawing, name, and which of its stages are built, lowest first


@cache
def _gradient(paint: Paint) -> Image.Image:
    """Draw a gradient over a square."""
    down = Image.linear_gradient("L")
    across = down.transpose(Image.Transpose.ROTATE_90)
    flat = {"down": down, "across": across, "aslant": Image.blend(down, across, 0.5)}.get(paint.way)
    length = 255 if flat else 255 / sqrt(2)  # a round one of Pillow ends in the corners
    drawn, *others = (
        Image.new("RGBA", down.size, f"{stop.colour}{round(255 * stop.opacity):02X}") for stop in paint.stops
    )
    for (one, two), ink in zip(pairwise(paint.stops), others, strict=True):
        parts = ((at / length - one.at) / (two.at - one.at) for at in range(256))
        mask = (flat or Image.radial_gradient("L")).point([round(255 * min(1, max(0, part))) for part in parts])
        drawn = Image.composite(ink, drawn, mask)
    return drawn


def _layer(wide: int, high: int, *drawings: tuple[Iterable[Mark], DrawingFit]) -> Image.Image:
    """Paint marks on a transparent image, lowest first. Tiles are left out, as on phones."""
    canvas = Image.new("RGBA", (wide * FINE, high * FINE))
    for mark, fit in ((mark, fit) for marks, fit in drawings for mark in marks):
        left, top, scale = (FINE * each for each in fit)
        parts: Sequence[tuple[Sequence[Outline], str | Paint, float]]
        match mark:
            case Round(x, y, r, fill, line, width):
                circle = tuple((x + r * across, y + r * down) for across, down in CIRCLE)
                parts = ((circle,), fill, 0.0), ((circle,), line, width)
            case Area(path, ink):
                parts = ((outlines(path), ink, 0.0),)
            case DrawnLine(path, line, width):
                parts = ((outlines(path), line, width),)
        for shapes, ink, width in parts:
            placed = [[(left + x * scale, top + y * scale) for x, y in shape] for shape in shapes]
            if ink:
                _fill(canvas, placed, ink, mark.opacity, width * scale)
    return canvas.reduce(FINE)


def _fill(canvas: Image.Image, shapes: list[list[Point]], ink: str | Paint, opacity: float, width: float) -> None:
    """Paint polygons, or lines of a width with round ends."""
    xs, ys = ([point[n] for shape in shapes for point in shape] for n in (0, 1))
    left, top = floor(min(xs) - width), floor(min(ys) - width)
    size = ceil(max(xs) + width) - left + 1, ceil(max(ys) + width) - top + 1
    mask = Image.new("L", size)
    draw, strength = ImageDraw.Draw(mask), round(255 * opacity)
    for shape in shapes:
        points = [(x - left, y - top) for x, y in shape]
        if width:
            draw.line(points, strength, max(1, round(width)), "curve")
            for end in (points[0], points[-1]):
                draw.circle(end, width / 2, strength)
        else:
            draw.polygon(points, strength)
    paint = ink if isinstance(ink, Paint) else paints().get(ink)
    flat = paint.stops[1].colour if paint else str(ink)
    tone = _gradient(paint).resize(size) if paint and not width else Image.new("RGBA", size, flat)
    tone.putalpha(ImageChops.multiply(tone.getchannel("A"), mask))
    canvas.alpha_composite(tone, (max(0, left), max(0, top)), (max(0, -left), max(0, -top)))


def _write(image: Image.Image, y: int, size: float, ink: str, text: str, carved: bool = False) -> float:
    """Write a line in the middle, without letters that no font has. Return its left end."""
    text = drawable_or_placeholder(text)
    if needs_shaping(text):
        line = shaped_line(text, size, bold=True)
        line = shaped_line(text, size * min(1.0, ROOM / line.width), bold=True)
        left = (SIDE - line.width) // 2
        image.paste(ink, (left, y - line.height // 2), line)
        return left
    font = ImageFont.truetype(display_font.SCREEN if carved and display_font.has(text) else text_fonts()[1], size)
    font = font.font_variant(size=size * min(1.0, ROOM / font.getlength(text)))
    ImageDraw.Draw(image).text((SIDE / 2, y), text, ink, font, "mm")
    return (SIDE - font.getlength(text)) / 2


def frames(
    wonders: Sequence[Wonder], winner: str, points: str, maker: str, bright: bool
) -> Iterator[tuple[Image.Image, int]]:
    """Draw the clip as images with their durations in ms."""
    ink = colours(bright)
    shown = Image.new("RGB", (SIDE, SIDE), ink["table"])
    _write(shown, SIDE - 24, 18, ink["mute"], maker)
    band = shown.crop((0, SKY, SIDE, SIDE))
    rising = [(wonders[0][1], Image.new("RGBA", (SIDE, SKY)), 0, 0)]  # names and layers with their places; first none
    columns = ceil(sqrt(len(wonders)))
    high = SKY // ceil(len(wonders) / columns)
    for nth, (drawing, name, built) in enumerate(wonders):
        x, y = SIDE // columns * (nth % columns), high * (nth // columns)
        wide = SIDE - x if nth == len(wonders) - 1 else SIDE // columns
        fit, stages = DrawingFit.for_box(wide, high * 0.95), wonder(drawing).stages
        ghost = [Area(stage.outline, ink["text"], opacity=GHOST) for stage in stages]
        sky = scene(drawing, wide, high, bright)
        shown.paste(_layer(wide, high, (sky, DrawingFit(0, 0, 1)), (ghost, fit)), (x, y))
        parts = [(stage.marks, fit) for stage, stands in zip(stages, built, strict=True) if stands]
        for drawn in [parts] if len(wonders) > 1 else ([part] for part in parts):
            rising.append((name, _layer(wide, high, *drawn), x, y))
    each = RISING_MS // len(rising)
    ending = band.convert("RGBA")
    _write(ending, 80, 26, ink["soft"], points)
    crown = SvgPen()
    ICONS["crown"](crown, "candle", "table")
    path = str(crown).partition('points="')[2].partition('"')[0]
    fit = DrawingFit(_write(ending, 38, 38, ink["text"], winner) - 34, 38, 0.5)
    ending.alpha_composite(_layer(*ending.size, ([Area(f"M{path} Z", ink["candle"])], fit)))
    for name, layer, x, y in [*rising, ("", ending, 0, SKY)]:
        before = shown.copy()
        before.paste(band, (0, SKY))
        if name:
            _write(before, SKY + 50, 40, ink["text"], name, carved=True)
        lasts = each if name else LENGTH_MS - each * len(rising)
        steps = min(FRAMES, lasts // FRAME_MS)
        for step in range(1, steps + 1):
            part = 1 - (1 - step / steps) ** 3
            shown, down = before.copy(), round(RISE * (1 - part))
            risen = layer.crop((0, 0, layer.width, layer.height - down))
            shown.paste(risen, (x, y + down), risen.getchannel("A").point([round(part * at) for at in range(256)]))
            yield shown, FRAME_MS if step < steps else lasts - FRAME_MS * (steps - 1)


def encode(order: bytes) -> bytes:
    """Return the clip, which repeats for ever. `order`: the arguments of `frames` as JSON."""
    images, lasts = zip(*frames(*msgspec.json.decode(order)), strict=True)
    file = BytesIO()
    images[0].save(file, "WEBP", save_all=True, append_images=images[1:], duration=lasts, loop=0, quality=82)
    return file.getvalue()


if __name__ == "__main__":
    os.nice(10)
    sys.stdout.buffer.write(encode(sys.stdin.buffer.read()))
