"""Levels of bots that people choose, each with a player and its parameters (data/players/levels.toml).

A bot is named by a kind (`engine.players.KINDS`) or by a level, followed by a character if it has one
(`engine.players.bot_characters`).
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec

from engine.game import Rng, Seat, State
from engine.game_data import BadGameData, decode
from engine.players import KINDS, SEARCHING, Choose, bot_characters, player
from engine.players.action_comparison import ActionComparison, ActionRanking
from engine.players.bot_characters import Preference
from engine.players.learned_evaluation import Evaluation
from engine.players.learned_weights import FittedWeights, choose_weights, parse_weights

FILE: Final = "levels"  # in data/players; every other file but the next has the weights of a game
CHARACTERS: Final = "characters"


class LevelPlayer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The player of a level. `game`: only for that game; `seats`: only for that many or more."""

    player: Literal["random", "greedy", "careful", "search", "forgetful"]
    game: str = ""
    seats: Annotated[int, msgspec.Meta(ge=0)] = 0
    iterations: Annotated[int, msgspec.Meta(ge=0)] = 0  # of a search
    seconds: Annotated[float, msgspec.Meta(ge=0)] = 0.0  # of processor time at a table, instead of iterations; 0: none
    blur: Annotated[float, msgspec.Meta(ge=0)] = 0.0  # points by which the evaluation of `careful` may be wrong

    def is_for(self, game: str, seats: int) -> bool:
        return self.game in ("", game) and seats >= self.seats


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A level. `once`: its former names, which stored data may still contain.

    `character`: of its bots at a table for which nobody chose one; "": that of the bot's name.
    """

    name: str
    plays: Annotated[tuple[LevelPlayer, ...], msgspec.Meta(min_length=1)]
    once: tuple[str, ...] = ()
    character: str = ""


class Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The levels, easiest first; `usual` is the default for a bot, `daily` plays in deals of the day."""

    usual: str
    daily: str
    level: tuple[Level, ...]

    @property
    def level_names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.level)

    def current_name(self, name: str) -> str:
        """Return the current name of a level by a current or former name, or "" if there is none."""
        return next((each.name for each in self.level if name == each.name or name in each.once), "")

    def plays(self, name: str, game: str, seats: int) -> LevelPlayer | None:
        """Return the player of a level for a game, or None if there is no such level."""
        fits = [plays for each in self.level if each.name == name for plays in each.plays if plays.is_for(game, seats)]
        return fits[-1] if fits else None


def parse_levels(text: bytes, file: str = "data/players/levels.toml") -> Levels:
    """Parse a file of levels. Raise BadGameData naming file, entry and field."""
    found = decode(file, text, Levels)
    seen: set[str] = set(KINDS)
    for number, each in enumerate(found.level, start=1):
        if each.name in seen:
            raise BadGameData(f"{file}: level {number}: name: {each.name} is called something else already")
        if not any(plays.is_for("", 0) for plays in each.plays):
            raise BadGameData(f"{file}: level {number}: plays: one entry without game and seats is wanted")
        for at, plays in enumerate(each.plays, start=1):
            if bool(plays.iterations) != (plays.player in SEARCHING):
                raise BadGameData(f"{file}: level {number}: plays {at}: iterations: a search has some, nobody else")
            if plays.seconds and plays.player not in SEARCHING:
                raise BadGameData(f"{file}: level {number}: plays {at}: seconds: only a search takes some")
            if plays.blur and plays.player != "careful":
                raise BadGameData(f"{file}: level {number}: plays {at}: blur: only careful has one")
        seen.add(each.name)
    for key, name in (("usual", found.usual), ("daily", found.daily)):
        if name not in found.level_names:
            raise BadGameData(f"{file}: {key}: {name} is no level")
    return found


class Players:
    """A factory of players by name, for any game. `files`: the texts of data/players, by file name.

    A name is a kind, or a level with a character if it has one: `careful`, `hard`, `normal:general`. Raise BadGameData
    naming file, entry and field.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._levels = parse_levels(files[FILE])
        self._characters = {each.name: each for each in bot_characters.parse_characters(files[CHARACTERS])}
        self._learned: Mapping[str, Sequence[FittedWeights]] = {
            name: parse_weights(text, f"data/players/{name}.toml")
            for name, text in files.items()
            if name not in (FILE, CHARACTERS)
        }
        self._made: dict[tuple[str, str, int, str], Choose | None] = {}
        self._check_characters()

    def _check_characters(self) -> None:
        """Check that levels name characters, and that characters bend features of their games."""
        for number, level in enumerate(self._levels.level, start=1):
            if level.character and level.character not in self._characters:
                raise BadGameData(f"data/players/{FILE}.toml: level {number}: character: {level.character} is none")
        for each in self._characters.values():
            for likes in each.likes:
                known = {name for fitted in self._learned.get(likes.game, ()) for name in fitted.weights}
                if known and (unknown := likes.bent.keys() - known):
                    where = f"data/players/{CHARACTERS}.toml: {each.name}: likes: bent.{min(unknown)}"
                    raise BadGameData(f"{where}: is nothing that describes a seat of {likes.game}")

    @property
    def levels(self) -> tuple[str, ...]:
        """The names of the levels, easiest first."""
        return self._levels.level_names

    @property
    def usual(self) -> str:
        return self._levels.usual

    @property
    def daily(self) -> str:
        return self._levels.daily

    def characters(self, game: str = "") -> tuple[str, ...]:
        """List the characters; for a game, those with a preference in it, those that draw one, or without any."""
        return tuple(
            each.name
            for each in self._characters.values()
            if not game or not (each.likes or each.draws) or each.preference_in(game) or self.styles(each.name, game)
        )

    def styles(self, character: str, game: str) -> list[str]:
        """List the characters from which a character draws one for each game."""
        return [name for name in self._characters[character].draws if self._characters[name].preference_in(game)]

    def level_character(self, level: str) -> str:
        """Return the character of bots of a level for which nobody chose one; "": that of the bot's name."""
        return next(each.character for each in self._levels.level if each.name == level)

    def draw_character(self, name: str, game: str, rng: Rng) -> str:
        """Return a player's name for one game, with the character that is drawn for it if its own is one that draws."""
        level, _, character = name.partition(":")
        styles = self.styles(character, game) if character else []
        return f"{level}:{rng.choice(styles)}" if styles else name

    @property
    def player_names(self) -> tuple[str, ...]:
        """The names of kinds and levels, to which a character can be added."""
        return (*KINDS, *self.levels)

    def is_player(self, name: str) -> bool:
        """Check whether a name is that of a player."""
        level, _, character = name.partition(":")
        return level in self.player_names and (character in self._characters if character else ":" not in name)

    def current_name(self, name: str) -> str | None:
        """Return the current name of a level with its character, or None if there is none."""
        level, colon, character = name.partition(":")
        found = self._levels.current_name(level)
        return f"{found}{colon}{character}" if found and self.is_player(f"{found}{colon}{character}") else None

    def likes(self, name: str, game: str) -> Preference | None:
        """Return the preference of a player's character in a game."""
        found = self._characters.get(name.partition(":")[2])
        return found.preference_in(game) if found else None

    def plays(self, name: str, game: str, seats: int, iterations: int = 0) -> LevelPlayer:
        """Return the player that a name stands for, kinds before levels. Raise KeyError for an unknown name.

        `iterations`: for kinds that search.
        """
        bare = name.partition(":")[0]
        for kind in KINDS:
            if kind == bare:
                return LevelPlayer(player=kind, iterations=iterations if kind in SEARCHING else 0)
        found = self._levels.plays(bare, game, seats)
        if found is None:
            raise KeyError(name)
        return found

    def choose(self, name: str, game: str, seats: int, variant: str, iterations: int = 0) -> Choose | None:
        """Make the player of a name for a game, or return None if it needs an evaluation and the game has none."""
        plays, evaluation = self.plays(name, game, seats, iterations), self._evaluation(name, game, seats, variant)
        return player(plays.player, evaluation, plays.iterations, plays.blur)

    def has_weights(self, game: str, seats: int, variant: str) -> bool:
        """Check whether there are learned weights for a game."""
        return choose_weights(self._learned.get(game, ()), seats, variant) is not None

    def evaluation(self, game: str, seats: int, variant: str) -> Evaluation | None:
        """Return the evaluation for a game without any character, or None if nothing was learned."""
        return self._evaluation("", game, seats, variant)

    def iterations(self, name: str, game: str, seats: int) -> int:
        """Return the number of search iterations of a level in a game; 0 if it plays without a search."""
        return self.plays(name, game, seats).iterations

    def seconds(self, name: str, game: str, seats: int) -> float:
        """Return the processor time for which a level searches at a table; 0: it searches by iterations."""
        return self.plays(name, game, seats).seconds

    def quick_ranker(self, game: str, seats: int, variant: str) -> Callable[[State[Any], Seat, Rng], ActionRanking]:
        """Return a function that weighs all actions of a seat one step ahead, for a game with learned weights."""
        evaluation = self.evaluation(game, seats, variant)
        assert evaluation is not None
        return lambda state, seat, rng: ActionComparison(state, seat, rng, evaluation, 0).ranking()

    def quick_player(self, name: str, game: str, seats: int, variant: str) -> Choose:
        """Return a player that never searches: a level that would search looks one action ahead only."""
        key = name, game, seats, variant
        found = self._made.get(key)
        if found is None:
            evaluation = self._evaluation(name, game, seats, variant)
            plays = self.plays(name, game, seats)
            kind = "greedy" if evaluation is None else "careful" if plays.player in SEARCHING else plays.player
            found = self._made[key] = player(kind, evaluation, 0, plays.blur)
            assert found is not None
        return found

    def _evaluation(self, name: str, game: str, seats: int, variant: str) -> Evaluation | None:
        learned = choose_weights(self._learned.get(game, ()), seats, variant)
        if learned is None:
            return None
        likes = self.likes(name, game)
        bent = likes.bent if likes else {}
        weights = {each: learned.weights.get(each, 0.0) + bent.get(each, 0.0) for each in learned.weights | bent}
        return Evaluation(weights)
