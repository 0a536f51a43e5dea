"""Glyph coverage of the text font: letters that it lacks are left out, so that no replacement box is drawn."""

from functools import cache
from pathlib import Path
from struct import error, unpack_from
from typing import Final
from unicodedata import combining, normalize

from app.looks.drawing_fallback import complain
from engine.memoize import memoize

FONTS: Final = ("Roboto-Regular.ttf", "Roboto-Bold.ttf")  # Kivy's own; each weight is used for any text
PLACEHOLDER: Final = "…"  # drawn for a text without any drawable letter
SEGMENTED: Final = 12  # `cmap` subtable format that lists ranges of all of Unicode


def keep_drawable(text: str) -> str:
    """Return the text with only those letters that the font has, composed (NFC); "" if it has none."""
    return text if text.isascii() else _keep_drawable(text)


def drawable_or_placeholder(text: str) -> str:
    """Return the drawable letters of a text, or `PLACEHOLDER` if none is left."""
    return text if text.isascii() else _keep_drawable(text) or (PLACEHOLDER if text.strip() else text)


@memoize(4096)
def _keep_drawable(text: str) -> str:
    text = normalize("NFC", text)
    if (known := _letters()) is None or (known.issuperset(text) and not combining(text[0])):
        return text
    kept: list[str] = []
    for letter in text:
        if letter in known and not (combining(letter) and not kept):
            kept.append(letter)
    return " ".join("".join(kept).split())


@cache
def _letters() -> frozenset[str] | None:
    """Return the letters that both weights have; None, logged once, if a font cannot be read."""
    from kivy import kivy_data_dir  # not with this module: Kivy reads the command line when it is imported first

    try:
        each = [coverage((Path(kivy_data_dir) / "fonts" / name).read_bytes()) for name in FONTS]
    except (OSError, ValueError, error) as fault:
        complain("letters that are missing in the font may be drawn as boxes", str(fault))
        return None
    return frozenset.intersection(*each)


def coverage(font: bytes) -> frozenset[str]:
    """Parse a TrueType font's `cmap` (OpenType specification). Return its letters; ValueError if it has none."""
    (count,) = unpack_from(">H", font, 4)
    tables = {font[at : at + 4]: unpack_from(">L", font, at + 8)[0] for at in range(12, 12 + 16 * count, 16)}
    cmap = tables.get(b"cmap", 0)
    (subtables,) = unpack_from(">H", font, cmap + 2) if cmap else (0,)
    for nth in range(subtables):
        at = cmap + unpack_from(">L", font, cmap + 8 + 8 * nth)[0]
        if unpack_from(">H", font, at)[0] == SEGMENTED:
            (groups,) = unpack_from(">L", font, at + 12)
            ranges = [unpack_from(">LL", font, at + 16 + 12 * group) for group in range(groups)]
            return frozenset(chr(code) for first, last in ranges for code in range(first, last + 1))
    raise ValueError("a font has no table of all its letters")
