"""The words of every game on the shelf, by the game's name."""

from collections.abc import Mapping
from typing import Final

from app.words import architects, duel, seven_wonders
from app.words.game import GameWords

WORDS: Final[Mapping[str, GameWords]] = {"architects": architects, "duel": duel, "seven-wonders": seven_wonders}
