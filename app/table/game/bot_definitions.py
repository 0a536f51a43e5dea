"""Names and preferences of bots (data/bots.toml), and the interface of the players that act for them."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from engine.game import Rng, Seat, State
from engine.game_data import decode
from engine.players.action_comparison import ActionRanking

Player: TypeAlias = Callable[[State[Any], Seat, Rng], Any]  # Any: bots play every game
Judges: TypeAlias = Callable[[State[Any], Seat, Rng], ActionRanking]


class BotPlayers(Protocol):
    """The players of bots. A name is a level, with a character behind a colon if somebody chose one."""

    @property
    def levels(self) -> Sequence[str]:
        """The levels, the easiest first."""

    def characters(self, game: str) -> Sequence[str]:
        """List what bots can prefer in a game; the first, if any, is to prefer nothing."""

    def level_character(self, level: str) -> str:
        """Return the character of bots of a level for which nobody chose one; "": that of the bot's name."""

    def draw_character(self, name: str, game: str, rng: Rng) -> str:
        """Return a player's name for one game, with the character that is drawn for it if its own is one that draws."""

    @property
    def usual(self) -> str:
        """The default level."""

    @property
    def daily(self) -> str:
        """The level of bots in deals of the day."""

    def current_name(self, name: str) -> str | None:
        """Return the current name of a player by a current or former one, or None if there is none."""

    def iterations(self, name: str, game: str, seats: int) -> int:
        """Return the iterations of its search; 0: it does not search."""

    def seconds(self, name: str, game: str, seats: int) -> float:
        """Return the seconds of processor time for which it searches at a table; 0: it searches by iterations."""

    def has_weights(self, game: str, seats: int, variant: str) -> bool:
        """Check whether a player was trained to judge such a game."""

    def quick_ranker(self, game: str, seats: int, variant: str) -> Judges:
        """Return a judge that weighs all actions by one step ahead, for a game that can be judged."""

    def quick_player(self, name: str, game: str, seats: int, variant: str) -> Player:
        """Return a player that needs no thinker, weaker where it would search."""


class Bot(msgspec.Struct, frozen=True):
    """A bot's name, the same in every language, and its default character."""

    name: str
    character: str


Bots: TypeAlias = Sequence[Bot]


class _File(msgspec.Struct, frozen=True):
    bot: tuple[Bot, ...] = ()


def parse_bots(text: bytes) -> tuple[Bot, ...]:
    """Read all bots of a file; BadGameData names what is wrong with it."""
    return decode("data/bots.toml", text, _File).bot


def player_name(level: str, character: str) -> str:
    return f"{level}:{character}" if character else level
