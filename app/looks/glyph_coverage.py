"""Glyph coverage: which font has a letter. Letters that no font has are left out, so no replacement box is drawn.

The text font is Roboto; letters that it lacks have a font for their script (`python -m docs.name_fonts` makes them),
which `shaped_text` draws.
"""

import logging
from bisect import bisect_right
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from struct import error, unpack_from
from typing import Final
from unicodedata import category, combining, name, normalize

from app.looks import display_font
from app.looks.drawing_fallback import complain
from engine.memoize import memoize

SCRIPTS: Final = display_font.FOLDER / "names"
PLACEHOLDER: Final = "…"  # drawn for a text without any drawable letter
SEGMENTED: Final = 12  # `cmap` subtable format that lists ranges of all of Unicode
JOINER: Final = "\u200d"
_EXTENDING: Final = frozenset((JOINER, "\u200c", *map(chr, (*range(0x1F3FB, 0x1F400), *range(0xE0020, 0xE0080)))))
_FLAG: Final = range(0x1F1E6, 0x1F200)  # letters, two for each flag
Ranges = tuple[tuple[int, int], ...]


@cache
def text_fonts() -> tuple[Path, Path]:
    """Return the files of the text font, regular and bold, which come with Kivy. Kivy is not imported."""
    kivy = find_spec("kivy")
    folder = Path(str(kivy and kivy.origin)).parent / "data/fonts"
    return folder / "Roboto-Regular.ttf", folder / "Roboto-Bold.ttf"


def keep_drawable(text: str) -> str:
    """Return the text with only those letters that a font has, composed (NFC); "" if there are none."""
    return text if text.isascii() else _keep_drawable(text)


def drawable_or_placeholder(text: str) -> str:
    """Return the drawable letters of a text, or `PLACEHOLDER` if none is left."""
    return text if text.isascii() else _keep_drawable(text) or (PLACEHOLDER if text.strip() else text)


def needs_shaping(text: str) -> bool:
    """Check whether a drawable text has letters that the text font lacks."""
    return not text.isascii() and (known := _letters()) is not None and not known.issuperset(text)


@memoize(4096)
def _keep_drawable(text: str) -> str:
    text = normalize("NFC", text)
    if (known := _letters()) is None or (known.issuperset(text) and not combining(text[0])):
        return text
    kept = ""
    for cluster in clusters(text):
        wordings = (cluster, cluster.translate({0xFE0E: None, 0xFE0F: None}), normalize("NFKC", cluster))
        found = next((each for each in wordings if each and find_font(each)), None)
        if found is None:
            found = "".join(letter for letter in cluster if not _extends(letter) and find_font(letter))
            if not found and category(cluster[0])[0] == "L" and script_fonts():
                _report_script(name(cluster[0], "UNNAMED").split()[0])
        if kept or not found or not combining(found[0]):
            kept += found
    return " ".join(kept.split())


@cache
def _report_script(script: str) -> None:
    """Log once that names in a script lack letters. The name itself is not for the log."""
    logging.getLogger(__name__).warning(
        "A name lacks letters, or is shown as its seat's number, as there is no font for %s.", script.capitalize()
    )


def clusters(text: str) -> Iterator[str]:
    """Split a text into what is drawn as one sign: a letter with its marks, a flag, an emoji of several."""
    begins = 0
    for at in range(1, len(text)):
        is_flag = at - begins == 1 and ord(text[begins]) in _FLAG and ord(text[at]) in _FLAG
        if not (is_flag or _extends(text[at]) or text[at - 1] == JOINER):
            yield text[begins:at]
            begins = at
    yield text[begins:]


def _extends(letter: str) -> bool:
    return letter in _EXTENDING or category(letter)[0] == "M"


def font_runs(text: str) -> list[tuple[Path, str]]:
    """Split a drawable text into runs of one font each. Gaps are in the text font."""
    found: list[tuple[Path, str]] = []
    for cluster in clusters(text):
        font = found[-1][0] if found else text_fonts()[0]
        found.append((find_font(cluster, font) or font, cluster))
    return [(path, "".join(part for _, part in parts)) for path, parts in groupby(found, lambda one: one[0])]


def find_font(cluster: str, preferred: Path | None = None) -> Path | None:
    """Return the font that has all of a cluster: the regular text font if it can; None if there is none."""
    if (known := _letters()) is not None and known.issuperset(cluster):
        return text_fonts()[0]
    fonts = script_fonts()
    order = (*([preferred] if preferred in fonts else []), *fonts)
    return next((path for path in order if path and all(_is_within(letter, fonts[path]) for letter in cluster)), None)


def _is_within(letter: str, ranges: Ranges) -> bool:
    nth = bisect_right(ranges, (ord(letter), 0x110000)) - 1
    return nth >= 0 and ord(letter) <= ranges[nth][1]


@cache
def script_fonts() -> dict[Path, Ranges]:
    """Return the fonts for other scripts with their letters; none, logged once, if they cannot be shaped or read."""
    if not can_shape():
        logging.getLogger(__name__).warning(
            "Letters that Roboto lacks are left out of names, as FriBiDi is missing. Install it: ./setup.sh"
        )
        return {}
    found = {}
    for path in sorted(SCRIPTS.glob("*.ttf")):
        try:
            found[path] = coverage(path.read_bytes())
        except (OSError, ValueError, error) as fault:
            complain("names may lack letters", f"{path.name}: {fault}")
    return found


@cache
def can_shape() -> bool:
    """Check that Pillow is installed with HarfBuzz and finds the system's FriBiDi."""
    try:
        from PIL import features
    except ImportError:
        return False
    return bool(features.check("raqm") and features.check("fribidi"))


@cache
def _letters() -> frozenset[str] | None:
    """Return the letters that both weights have; None, logged once, if a font cannot be read."""
    try:
        each = [coverage(path.read_bytes()) for path in text_fonts()]
    except (OSError, ValueError, error) as fault:
        complain("letters that are missing in the font may be drawn as boxes", str(fault))
        return None
    sets = [{chr(code) for first, last in ranges for code in range(first, last + 1)} for ranges in each]
    return frozenset.intersection(*map(frozenset, sets))


def coverage(font: bytes) -> Ranges:
    """Parse a TrueType font's `cmap` (OpenType specification). Return ranges of its letters; ValueError if none."""
    (count,) = unpack_from(">H", font, 4)
    tables = {font[at : at + 4]: unpack_from(">L", font, at + 8)[0] for at in range(12, 12 + 16 * count, 16)}
    cmap = tables.get(b"cmap", 0)
    (subtables,) = unpack_from(">H", font, cmap + 2) if cmap else (0,)
    for nth in range(subtables):
        at = cmap + unpack_from(">L", font, cmap + 8 + 8 * nth)[0]
        if unpack_from(">H", font, at)[0] == SEGMENTED:
            (groups,) = unpack_from(">L", font, at + 12)
            ranges = (unpack_from(">LL", font, at + 16 + 12 * group) for group in range(groups))
            return tuple((first, last) for first, last in ranges)
    raise ValueError("a font has no table of all its letters")
