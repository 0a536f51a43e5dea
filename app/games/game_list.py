"""The list of games, and registries built from their packs. A house with other games passes its own packs in."""

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import TYPE_CHECKING, Any, Final

from app.games.architects.pack import PACK as ARCHITECTS
from app.games.duel.pack import PACK as DUEL
from app.games.pack import GamePack, load
from app.games.seven_wonders.pack import PACK as SEVEN_WONDERS

if TYPE_CHECKING:
    from app.history.history_text import Listing
    from app.protocol.base_messages import Mode
    from app.table.lobby.first_deal import Deals
    from app.text.action_reasons import Reasons
    from app.text.lesson_tips import Lists
    from app.text.words_protocols import GameWords
    from engine.game import Game, Rules
    from engine.game_data import GameData

Packs = Mapping[str, GamePack]
ReadData = Callable[[int | None, str], Any]  # a version (None: the newest) and overrides in, game data out

GAMES: Final[Packs] = {pack.slug: pack for pack in (ARCHITECTS, DUEL, SEVEN_WONDERS)}  # the only list in the house
SHEETS: Final = "tally"  # the data file of the score sheets, and the word after `game:` in their records


def files(packs: Packs = GAMES) -> tuple[str, ...]:
    """List the names of all data files."""
    return (*(name for pack in packs.values() for name in pack.data), SHEETS)


def texts(data: Mapping[str, bytes], pack: GamePack) -> tuple[bytes, ...]:
    """Return a game's data files, in the order its pack names them. `data` maps names to texts."""
    return tuple(data[name] for name in pack.data)


def shelf(data: Mapping[str, bytes], packs: Packs = GAMES) -> "dict[str, Game]":
    """Load the rules of every game, by slug. Raise BadGameData if a game's data is invalid."""
    return {slug: load(pack.rules)(*texts(data, pack)) for slug, pack in packs.items()}


def tally(data: Mapping[str, bytes]) -> "Rules":
    """Load the rules of the score sheets, for tables that play with their own cardboard."""
    made: Rules = load("engine.tally.rules:Tally")(data[SHEETS])
    return made


def load_record_rules(data: Mapping[str, bytes], packs: Packs = GAMES) -> "dict[str, Rules]":
    """Load the rules of everything a record can contain: games and score sheets."""
    return {**shelf(data, packs), SHEETS: tally(data)}


def readers(data: Mapping[str, bytes], packs: Packs = GAMES) -> dict[str, ReadData]:
    """Return readers of each game's data, without its rules. BadGameData is raised when a game is first read."""

    @cache
    def load_game_data(slug: str) -> "GameData[Any]":  # Any: each game has data of its own
        pack = packs[slug]
        found: GameData[Any] = load(pack.game_data)(*texts(data, pack))
        return found

    def read(slug: str, version: int | None, overrides: str) -> object:
        return load_game_data(slug).get_version(version, overrides)

    return {slug: partial(read, slug) for slug in packs}


def words(packs: Packs = GAMES) -> "dict[str, GameWords]":
    """Load the words of every game, by slug."""
    return {slug: load(pack.words) for slug, pack in packs.items()}


def list_bgg_numbers(packs: Packs = GAMES) -> "dict[str, Listing]":
    """Return each game's numbers in BoardGameGeek, by slug."""
    from app.history.history_text import Listing  # only now: it loads the words' helpers

    return {slug: Listing(pack.listed, dict(pack.expansions)) for slug, pack in packs.items()}


def lessons(packs: Packs = GAMES) -> "Lists":
    """Load the lessons of each game's first game; games without lessons are left out."""
    return {slug: load(pack.lessons) for slug, pack in packs.items() if pack.lessons}


def deals(packs: Packs = GAMES) -> "Deals":
    """Load the first deal of each game; games without one are left out."""
    return {slug: load(pack.deal) for slug, pack in packs.items() if pack.deal}


def reasons(packs: Packs = GAMES) -> "Mapping[str, Reasons]":
    """Load the functions that explain actions from a view, by slug; games without them are left out."""
    return {slug: load(pack.reasons) for slug, pack in packs.items() if pack.reasons}


def modes(packs: Packs = GAMES) -> "dict[str, tuple[Mode, ...]]":
    """Return the modes each game offers, by slug."""
    return {slug: pack.modes for slug, pack in packs.items()}


def by_touch(packs: Packs = GAMES) -> frozenset[str]:
    """Return the games whose seats can be played by touch."""
    return frozenset(slug for slug, pack in packs.items() if pack.touch or pack.shown)
