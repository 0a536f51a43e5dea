"""Names that look alike, by Unicode's list of confusable letters (UTS 39).

They still belong to different people: `name_key` says who somebody is.
"""

import unicodedata
from functools import cache
from pathlib import Path

import msgspec
from confusable_homoglyphs.utils import path

from app.protocol.name_rules import name_key
from engine.memoize import memoize


class _Letter(msgspec.Struct, gc=False):
    c: str  # an entry of the package's list; more fields than this would take 10 MB


def look_alike(one: str, other: str) -> bool:
    """Check that two names look alike as they are written, by their `name_key`, or in capitals."""
    return any(a == b for a, b in zip(_skeletons(one), _skeletons(other), strict=True))


@memoize(256)
def _skeletons(name: str) -> tuple[str, str, str]:
    return _skeleton(name), _skeleton(name_key(name)), _skeleton(name.upper())


def _skeleton(text: str) -> str:
    """Replace each letter by the one that stands for all that look like it."""
    return unicodedata.normalize("NFD", unicodedata.normalize("NFD", text).translate(_prototypes()))


@cache
def _prototypes() -> dict[int, str]:
    """Map each letter to the one that stands for all that look like it."""
    found = msgspec.json.decode(Path(path("confusables.json")).read_bytes(), type=dict[str, list[_Letter]])
    letters = {}
    for written, alike in found.items():
        letter, first = written.strip("\u200e"), alike[0].c
        if len(letter) == len(alike) == 1:  # the letter that stands for others has a list of them
            letters[ord(letter)] = (first if len(found[first]) > 1 else min(letter, first)).strip("\u200e")
    return letters
