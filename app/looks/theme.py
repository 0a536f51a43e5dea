"""Theme constants (colours, sizes, durations) of screen and phones, read from kv/theme.kv, and kv/plain.kv for plain
figures."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "kv"
THEME: Final = FOLDER / "theme.kv"
PLAIN: Final = FOLDER / "plain.kv"  # colours of plain figures that differ
_COLOUR: Final = re.compile(r'^#:set ([A-Z_]+) \("(#[0-9A-F]{6})", "(#[0-9A-F]{6})"\)$', re.MULTILINE)
_NUMBER: Final = re.compile(r"^#:set ([A-Z_]+) ([0-9.]+)$", re.MULTILINE)


@cache
def colours(bright: bool = False, plain: bool = False) -> Mapping[str, str]:
    """Return the theme's colours as `#RRGGBB` by lower-case name (`candle`, `red_tint`).

    `bright`: for a bright room; else for the night. `plain`: with the overrides for plain figures.
    """
    said = [each for file in ((THEME, PLAIN) if plain else (THEME,)) for each in _COLOUR.findall(_text(file))]
    return {name.lower(): day if bright else night for name, night, day in said}


@cache
def css(bright: bool = False, plain: bool = False) -> str:
    """Render the colours as CSS properties (`--red-tint`), with the glow of lit things and, with plain figures, the
    face of headings.
    """
    codes = colours(bright, plain)
    parts = [int(codes["candle"][i : i + 2], 16) for i in (1, 3, 5)]
    named = "".join(f"--{name.replace('_', '-')}:{code};" for name, code in codes.items())
    named += "--carved:Roboto;" if plain else ""
    return f"{named}--glow:rgba({','.join(map(str, parts))},.15);color-scheme:{'light' if bright else 'dark'}"


@cache
def numbers() -> Mapping[str, float]:
    """Return sizes in u and times in seconds by lower-case name (`hint`, `travel`)."""
    return {name.lower(): float(number) for name, number in _NUMBER.findall(_text(THEME))}


@cache
def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")
