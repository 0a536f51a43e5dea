"""The words of every game on the shelf and of its score sheet, by the game's name."""

from collections.abc import Mapping
from typing import Final

from app.games.architects import words as architects
from app.games.duel import words as duel
from app.games.seven_wonders import words as seven_wonders
from app.games.tally.words import Sheet
from app.protocol.messages import TableView
from app.text.game import GameWords

WORDS: Final[Mapping[str, GameWords]] = {"architects": architects, "duel": duel, "seven-wonders": seven_wonders}
SHEETS: Final[Mapping[str, Sheet]] = {name: Sheet(name, say) for name, say in WORDS.items()}


def is_sheet(table: TableView) -> bool:
    """Whether a score sheet lies on the table, and not the game itself."""
    return table.mode == "tally" and table.phase != "lobby"


def spoken(table: TableView) -> GameWords:
    """The words of what is on the table, or of the next game."""
    return SHEETS[table.game] if is_sheet(table) else WORDS[table.game]
