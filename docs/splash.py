"""Draws the splash screen of an image: `python -m docs.splash`."""

from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from app.looks.display_font import SCREEN
from app.looks.theme import colours

SPLASH: Final = (
    Path(__file__).parents[1] / "hardware/appliance/image/mkosi.extra/usr/share/plymouth/themes/wondertable/name.png"
)
SIZE: Final = 64  # pixels of its letters
ROOM: Final = 16  # pixels round them


def draw_splash() -> Image.Image:
    """Draw the name on black."""
    font = ImageFont.truetype(str(SCREEN), SIZE)
    left, top, right, bottom = font.getbbox("WONDERTABLE")
    picture = Image.new("RGB", (int(right - left) + 2 * ROOM, int(bottom - top) + 2 * ROOM))
    ImageDraw.Draw(picture).text((ROOM - left, ROOM - top), "WONDERTABLE", colours()["candle"], font)
    return picture.quantize(16)


if __name__ == "__main__":
    draw_splash().save(SPLASH, optimize=True)
