"""Bots: what they are called and what each likes, as data/bots.toml has it; and who plays for them, by level."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from engine.game import Rng, Seat, State
from engine.game_data import decoded
from engine.players.weighed import ActionRanking

Player: TypeAlias = Callable[[State[Any], Seat, Rng], Any]  # Any: bots play every game
Judges: TypeAlias = Callable[[State[Any], Seat, Rng], ActionRanking]


class BotPlayers(Protocol):
    """Who plays for bots. A name is a level, with a character behind a colon if somebody chose one."""

    @property
    def levels(self) -> Sequence[str]:
        """The easiest first."""

    def characters(self, game: str) -> Sequence[str]:
        """What can be liked in a game; first, if there is any, to like nothing."""

    @property
    def usual(self) -> str:
        """The level of which nobody has said any."""

    def today(self, name: str) -> str | None:
        """What is called today what was stored, or said by a page of an older table; None: it means nobody."""

    def iterations(self, name: str, game: str, seats: int) -> int:
        """Of its search; 0: it does not search."""

    def judges(self, game: str, seats: int, variant: str) -> bool:
        """Whether anybody has learned to judge such a game."""

    def judges_at_once(self, game: str, seats: int, variant: str) -> Judges:
        """Who weighs all actions by one step ahead in such a game, which somebody has learned to judge."""

    def at_once(self, name: str, game: str, seats: int, variant: str) -> Player:
        """Who plays so while nobody thinks beside the table: less well where it would search."""


class Bot(msgspec.Struct, frozen=True):
    """A bot's own name, the same in every language, and what it likes while nobody says otherwise."""

    name: str
    character: str


Bots: TypeAlias = Sequence[Bot]


class _File(msgspec.Struct, frozen=True):
    bot: tuple[Bot, ...] = ()


def read(text: bytes) -> tuple[Bot, ...]:
    """All bots of a file; BadGameData names what is wrong with it."""
    return decoded("data/bots.toml", text, _File).bot


def full_name(level: str, character: str) -> str:
    """As players are named."""
    return f"{level}:{character}" if character else level
