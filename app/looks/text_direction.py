"""Direction of text: names from right to left, alone and within sentences of ours, which run from left to right."""

import re
from typing import Final, Literal
from unicodedata import bidirectional

Direction = Literal["ltr", "rtl"]
LEFT_TO_RIGHT_MARK: Final = "\u200e"
_RIGHT_TO_LEFT: Final = re.compile("R(?:[RS]*R)?|[^R]+")
_KINDS: Final = {"L": "L", "R": "R", "AL": "R", "EN": "L"}  # a figure makes a text one of our sentences


def directed_parts(text: str) -> list[tuple[Direction, str]]:
    """Split a text into parts of one direction, from left to right on the screen.

    A text of right-to-left letters alone runs from right to left; within a sentence of ours each such name does.
    """
    kinds = ""
    for letter in text:
        kind = bidirectional(letter)
        kinds += kinds[-1:] or "N" if kind == "NSM" else "S" if letter in " -'’" else _KINDS.get(kind, "N")
    if "R" in kinds and "L" not in kinds:
        return [("rtl", text)]
    parts = [match.span() for match in _RIGHT_TO_LEFT.finditer(kinds)]
    return [("rtl" if kinds[begins] == "R" else "ltr", text[begins:ends]) for begins, ends in parts]


def isolate_names(text: str) -> str:
    """Return a sentence with marks that keep what is beside a name from right to left out of that name."""
    if text.isascii():
        return text
    return "".join(part + LEFT_TO_RIGHT_MARK * (way == "rtl") for way, part in directed_parts(text))
