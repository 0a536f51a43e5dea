"""How well bots play: levels that people choose, each a player with what it is given (data/players/levels.toml).

Players are named in one way wherever somebody names one: by its kind (`engine.players.KINDS`), or by a level.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Final, Literal

import msgspec

from engine.game_data import BadGameData
from engine.players import KINDS, Choose, player
from engine.players.judgement import Judgement
from engine.players.learned import Learned, fitting
from engine.players.learned import read as read_learned

FILE: Final = "levels"  # of the files of data/players; each other one is a game's


class Plays(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays at a level. `game`: only that one; `seats`: so many or more."""

    player: Literal["random", "greedy", "careful", "search"]
    game: str = ""
    seats: Annotated[int, msgspec.Meta(ge=0)] = 0
    iterations: Annotated[int, msgspec.Meta(ge=0)] = 0  # of a search
    blur: Annotated[float, msgspec.Meta(ge=0)] = 0.0  # points by which the judgement of `careful` may be wrong

    def fits(self, game: str, seats: int) -> bool:
        return self.game in ("", game) and seats >= self.seats


class Level(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """`once`: what else it is called in what was stored."""

    name: str
    plays: Annotated[tuple[Plays, ...], msgspec.Meta(min_length=1)]
    once: tuple[str, ...] = ()


class Levels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All levels, the easiest first; `usual` is the one of a bot of which nobody has said any."""

    usual: str
    level: tuple[Level, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.level)

    def called(self, name: str | None) -> str:
        """The level that was meant, by what it is called today; the usual one for a name that means none."""
        return next((each.name for each in self.level if name == each.name or name in each.once), self.usual)

    def plays(self, name: str, game: str, seats: int) -> Plays | None:
        """Who plays a game at a level; None: there is no such level."""
        fits = [plays for each in self.level if each.name == name for plays in each.plays if plays.fits(game, seats)]
        return fits[-1] if fits else None


def read(text: bytes, file: str = "data/players/levels.toml") -> Levels:
    """The levels of a file; BadGameData names file, entry and field."""
    try:
        found = msgspec.toml.decode(text, type=Levels)
    except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
        raise BadGameData(f"{file}: {wrong}") from None
    seen: set[str] = set(KINDS)
    for number, each in enumerate(found.level, start=1):
        if each.name in seen:
            raise BadGameData(f"{file}: level {number}: name: {each.name} is called something else already")
        if not any(plays.fits("", 0) for plays in each.plays):
            raise BadGameData(f"{file}: level {number}: plays: one entry without game and seats is wanted")
        for at, plays in enumerate(each.plays, start=1):
            if bool(plays.iterations) != (plays.player == "search"):
                raise BadGameData(f"{file}: level {number}: plays {at}: iterations: a search has some, nobody else")
            if plays.blur and plays.player != "careful":
                raise BadGameData(f"{file}: level {number}: plays {at}: blur: only careful has one")
        seen.add(each.name)
    if found.usual not in found.names:
        raise BadGameData(f"{file}: usual: {found.usual} is no level")
    return found


class Players:
    """Every player there is, by its name, for any game. `files`: the texts of data/players, by the names of files.

    BadGameData names file, entry and field.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.levels = read(files[FILE])
        self._learned: Mapping[str, Sequence[Learned]] = {
            name: read_learned(text, f"data/players/{name}.toml") for name, text in files.items() if name != FILE
        }

    @property
    def names(self) -> tuple[str, ...]:
        """Whatever `plays` knows."""
        return (*KINDS, *self.levels.names)

    def plays(self, name: str, game: str, seats: int, iterations: int = 0) -> Plays:
        """Who is meant by a name, kinds before levels; KeyError if nobody is. `iterations`: of the kind `search`."""
        for kind in KINDS:
            if kind == name:
                return Plays(player=kind, iterations=iterations if kind == "search" else 0)
        found = self.levels.plays(name, game, seats)
        if found is None:
            raise KeyError(name)
        return found

    def choose(self, plays: Plays, game: str, seats: int, variant: str) -> Choose | None:
        """That player, for such a game; None where it needs a judgement and nobody has learned the game."""
        learned = fitting(self._learned.get(game, ()), seats, variant)
        judgement = Judgement(learned.weights) if learned else None
        return player(plays.player, judgement, plays.iterations, plays.blur)
