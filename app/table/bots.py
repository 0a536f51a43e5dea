"""What bots are called, and their characters, as data/bots.toml has them."""

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from engine.game_data import BadGameData


class Bot(msgspec.Struct, frozen=True):
    """A bot's own name, the same in every language, and what its character is as each player (app/text/bots.py)."""

    name: str
    greedy: str
    random: str

    def character(self, player: str | None) -> str:
        """How it plays as this player; empty if nothing is said of that one."""
        return {"greedy": self.greedy, "random": self.random}.get(player or "", "")


Bots: TypeAlias = Sequence[Bot]


class _File(msgspec.Struct, frozen=True):
    bot: tuple[Bot, ...] = ()


def read(text: bytes) -> tuple[Bot, ...]:
    """All bots of a file; BadGameData names what is wrong with it."""
    try:
        return msgspec.toml.decode(text, type=_File).bot
    except (msgspec.MsgspecError, UnicodeDecodeError) as wrong:
        raise BadGameData(f"data/bots.toml: {wrong}") from None
