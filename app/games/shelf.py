"""The games whose rules are here, and those among them that a table can run."""

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from app.protocol.messages import Mode
from engine.architects.game import Architects
from engine.duel.game import Duel
from engine.game import Game, Rules
from engine.seven_wonders.game import SevenWonders
from engine.tally.rules import Tally

# Each takes the texts of its data files.
GAMES: Final[Mapping[str, Callable[..., Game]]] = {
    "architects": Architects,
    "duel": Duel,
    "seven-wonders": SevenWonders,
}
TABLE: Final = ("architects", "duel", "seven-wonders")  # those that people can play: they have words
# How a game can be had besides the table dealing it.
MODES: Final[Mapping[str, tuple[Mode, ...]]] = {
    "architects": ("play", "track", "tally"),
    "duel": ("play", "tally"),
    "seven-wonders": ("play", "tally"),
}
FILES: Final[Mapping[str, tuple[str, ...]]] = {"seven-wonders": ("seven_wonders", "leaders")}  # where not game.toml


def shelf(data: Mapping[str, bytes]) -> dict[str, Game]:
    """The games a table can run, by the word in a record's header. BadGameData if their data does not hold up."""
    return _made(data, (game for game in TABLE if set(_files(game)) <= data.keys()))


def every_game(data: Mapping[str, bytes]) -> dict[str, Game]:
    """Every game whose rules are here: records and players know it before a table can run it."""
    return _made(data, GAMES)


def recorded(data: Mapping[str, bytes]) -> dict[str, Rules]:
    """Everything a record may be of: games, and score sheets."""
    return {**every_game(data), "tally": tally(data)}


def tally(data: Mapping[str, bytes]) -> Tally:
    """The score sheets, for a table whose people play with their own cardboard."""
    return Tally(data["tally"])


def text_of(data: Mapping[str, bytes], game: str) -> str:
    """The text of a game's data files, one after the other."""
    return "\n".join(data[name].decode() for name in _files(game))


def _made(data: Mapping[str, bytes], games: Iterable[str]) -> dict[str, Game]:
    return {game: GAMES[game](*(data[name] for name in _files(game))) for game in games}


def _files(game: str) -> tuple[str, ...]:
    return FILES.get(game, (game,))
