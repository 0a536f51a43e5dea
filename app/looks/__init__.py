"""What the screen and the pages of phones draw alike, as plain values: each paints them in its own way."""

from typing import Final

ON_SCREEN: Final = frozenset({"architects"})  # games that the screen draws, so that they can be played on it by touch
