"""Bots: what they are called and what each likes, as data/bots.toml has it; and who plays for them, by level."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from engine.game import Rng, Seat, State
from engine.game_data import BadGameData

Player: TypeAlias = Callable[[State[Any], Seat, Rng], Any]  # Any: bots play every game


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

    def at_once(self, name: str, game: str, seats: int, variant: str) -> Player:
        """Who plays so within a few milliseconds, less well where it would search."""


class Bot(msgspec.Struct, frozen=True):
    """A bot's own name, the same in every language, and what it likes while nobody says otherwise."""

    name: str
    character: str


Bots: TypeAlias = Sequence[Bot]


class _File(msgspec.Struct, frozen=True):
    bot: tuple[Bot, ...] = ()


def read(text: bytes) -> tuple[Bot, ...]:
    """All bots of a file; BadGameData names what is wrong with it."""
    try:
        return msgspec.toml.decode(text, type=_File).bot
    except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
        raise BadGameData(f"data/bots.toml: {wrong}") from None


def played(bot: str | None, called: str, players: BotPlayers, bots: Bots, game: str) -> tuple[str, str]:
    """The level and the character of a bot in a game, "" for none. `bot`: as stored; `called`: its own name, if it is
    its own.
    """
    level, _, character = (players.today(bot or "") or players.usual).partition(":")
    character = character or next((each.character for each in bots if each.name == called), "")
    there = players.characters(game)
    return level, character if character in there or not there else character and there[0]


def full_name(level: str, character: str) -> str:
    """As players are named."""
    return f"{level}:{character}" if character else level
