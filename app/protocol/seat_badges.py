"""Badges: an emblem on a ground of its own colour, by which a seat is known wherever it is shown.

The emblem identifies; no two seats of a table have the same one, nor the same colour. Slugs, in the order in which they
are given to those who choose none.
"""

from typing import Final

EMBLEMS: Final = (
    "boat", "fish", "fir", "key", "mushroom", "butterfly", "anchor", "heart", "waves", "flower",
)  # fmt: skip
COLOURS: Final = ("aqua", "rose", "lime", "indigo", "jade", "magenta", "petrol", "heather")
