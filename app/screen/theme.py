"""Colours and times, as kv/theme.kv gives them."""

from functools import lru_cache
from pathlib import Path
from typing import Final

from kivy.lang import Builder
from kivy.lang.parser import global_idmap

KV: Final = Path(__file__).parents[2] / "kv"
Ink = tuple[float, float, float, float]  # red, green, blue, opacity


def load() -> None:
    """Read the theme; everything else may be looked up afterwards. Reading it again changes nothing."""
    path = str(KV / "theme.kv")
    if path not in Builder.files:
        Builder.load_file(path)


@lru_cache(maxsize=256)
def ink(name: str) -> Ink:
    """A colour by its name in the theme (`candle`)."""
    load()
    code = global_idmap[name.upper()]  # #RRGGBB
    return int(code[1:3], 16) / 255, int(code[3:5], 16) / 255, int(code[5:7], 16) / 255, 1.0


def number(name: str) -> float:
    """A size in u or a time in seconds by its name in the theme."""
    load()
    return float(global_idmap[name.upper()])
