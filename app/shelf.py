"""The games that can be played here."""

from collections.abc import Callable, Mapping
from typing import Final

from engine.architects.game import Architects
from engine.duel.game import Duel
from engine.game import Game
from engine.seven_wonders.game import SevenWonders

TABLE: Final[Mapping[str, Callable[[bytes], Game]]] = {"architects": Architects, "duel": Duel}
FILES: Final[Mapping[str, tuple[str, ...]]] = {"seven-wonders": ("seven_wonders", "leaders")}  # where not game.toml


def shelf(facts: Mapping[str, bytes]) -> dict[str, Game]:
    """The games a table can run, by the word in a record's header. ValueError names the file that does not hold up."""
    return {name: make(facts[name]) for name, make in TABLE.items() if name in facts}


def data_of(facts: Mapping[str, bytes], game: str) -> bytes:
    """The text of a game's data files, one after the other."""
    return b"\n".join(facts[name] for name in FILES.get(game, (game,)))


def every_game(facts: Mapping[str, bytes]) -> dict[str, Game]:
    """Every game whose rules are here: records and players know it before a table can run it."""
    seven_wonders = SevenWonders(facts["seven_wonders"], facts["leaders"])
    return {**shelf(facts), "seven-wonders": seven_wonders}
