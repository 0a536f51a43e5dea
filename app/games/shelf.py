"""The list of games, and what is made of it. Whoever runs a house with other games passes their packs in."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from app.games.architects.pack import PACK as ARCHITECTS
from app.games.duel.pack import PACK as DUEL
from app.games.pack import GamePack, load
from app.games.seven_wonders.pack import PACK as SEVEN_WONDERS

if TYPE_CHECKING:
    from app.history.words import Listing
    from app.protocol.messages import Mode
    from app.table.lobby.first_deal import Deals
    from app.text.game import GameWords
    from app.text.lessons import Lists
    from app.text.reasons import Reasons
    from engine.game import Game, Rules
    from engine.game_data import GameData

Packs = Mapping[str, GamePack]
ReadData = Callable[[int | None, str], Any]  # a version (None: the newest) and overrides in, game data out

GAMES: Final[Packs] = {pack.slug: pack for pack in (ARCHITECTS, DUEL, SEVEN_WONDERS)}  # the only list in the house
SHEETS: Final = "tally"  # the data file of the score sheets, and the word after `game:` in their records


def files(packs: Packs = GAMES) -> tuple[str, ...]:
    """The names of all data files."""
    return (*(name for pack in packs.values() for name in pack.data), SHEETS)


def texts(data: Mapping[str, bytes], pack: GamePack) -> tuple[bytes, ...]:
    """A game's data files, in its order; `data` has all texts by name."""
    return tuple(data[name] for name in pack.data)


def shelf(data: Mapping[str, bytes], packs: Packs = GAMES) -> "dict[str, Game]":
    """The rules of every game, by its slug. BadGameData if its data does not hold up."""
    return {slug: load(pack.rules)(*texts(data, pack)) for slug, pack in packs.items()}


def tally(data: Mapping[str, bytes]) -> "Rules":
    """The score sheets, for a table whose people play with their own cardboard."""
    made: Rules = load("engine.tally.rules:Tally")(data[SHEETS])
    return made


def recorded(data: Mapping[str, bytes], packs: Packs = GAMES) -> "dict[str, Rules]":
    """Everything a record may be of: games, and score sheets."""
    return {**shelf(data, packs), SHEETS: tally(data)}


def readers(data: Mapping[str, bytes], packs: Packs = GAMES) -> dict[str, ReadData]:
    """What reads each game's data without its rules. BadGameData comes when a game is read for the first time."""

    @cache
    def made(slug: str) -> "GameData[Any]":  # Any: each game has data of its own
        pack = packs[slug]
        found: GameData[Any] = load(pack.game_data)(*texts(data, pack))
        return found

    def read(slug: str, version: int | None, overrides: str) -> object:
        return made(slug).read(version, overrides)

    return {slug: partial(read, slug) for slug in packs}


def words(packs: Packs = GAMES) -> "dict[str, GameWords]":
    """The words of every game."""
    return {slug: load(pack.words) for slug, pack in packs.items()}


def listed(packs: Packs = GAMES) -> "dict[str, Listing]":
    """The numbers of every game in BoardGameGeek."""
    from app.history.words import Listing  # only now: it loads the words' helpers

    return {slug: Listing(pack.listed, dict(pack.expansions)) for slug, pack in packs.items()}


def lessons(packs: Packs = GAMES) -> "Lists":
    """What the first game of each teaches, of those that have a list."""
    return {slug: load(pack.lessons) for slug, pack in packs.items() if pack.lessons}


def deals(packs: Packs = GAMES) -> "Deals":
    """How the first game of each is dealt, of those that say it."""
    return {slug: load(pack.deal) for slug, pack in packs.items() if pack.deal}


def reasons(packs: Packs = GAMES) -> "Mapping[str, Reasons]":
    """What reads off a view of each game what speaks for an action, where something does."""
    return {slug: load(pack.reasons) for slug, pack in packs.items() if pack.reasons}


def modes(packs: Packs = GAMES) -> "dict[str, tuple[Mode, ...]]":
    """How each game can be had."""
    return {slug: pack.modes for slug, pack in packs.items()}


def by_touch(packs: Packs = GAMES) -> frozenset[str]:
    """The games whose seats can be played by touch."""
    return frozenset(slug for slug, pack in packs.items() if pack.touch or pack.shown)
