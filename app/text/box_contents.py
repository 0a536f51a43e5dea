"""What lies in the box of a game: how much of it is laid out for a game with cardboard, and where.

How many things there are is counted from the game data; pieces that no rule counts stand in data/box.toml.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Protocol

import msgspec

from app.text.languages import Words
from app.text.reference import PrintedThing
from engine.game_data import BadGameData, converted, parsed

FILE: Final = "data/box.toml"
PATH: Final = Path(__file__).parents[2] / FILE

Pieces = Mapping[str, Annotated[int, msgspec.Meta(ge=1, le=999)]]


class BoxThing(msgspec.Struct, frozen=True):
    """Things of one sort. `picture`: a thing that the reference draws, or the name of an icon."""

    slug: str
    picture: PrintedThing | str
    laid: int = 0  # so many lie on the table when a game begins; 0: nobody counts them
    of: int = 0  # so many are in the box, of what is played with; 0: nobody counts them

    @property
    def stay(self) -> int:
        """So many stay in the box."""
        return self.of - self.laid if self.laid else 0


class BoxList(Protocol):
    """What lies in a game's box: a module `app/games/<game>/box.py`. Any: its own data."""

    @property
    def EXPANSIONS(self) -> Mapping[str, tuple[str, ...]]:  # as the module calls it
        """Expansions that come in a box of their own, by the variant they are called by; with all that want one."""

    def things(self, facts: Any, seats: int, variant: Collection[str], roles: Sequence[str]) -> tuple[BoxThing, ...]:
        """All of it, in the order in which it is laid out. `roles`: what seats are, as far as that is said."""

    def called(self, w: Words, thing: BoxThing) -> str:
        """What a thing is called."""

    def lies(self, w: Words, thing: BoxThing, facts: Any, seats: int, variant: Collection[str]) -> str:
        """Where it is laid, and how."""

    def goes_back(self, w: Words, thing: BoxThing) -> str:
        """How it is put away; empty where there is nothing to be said."""


def pieces(game: str) -> Pieces:
    """The pieces in the box of a game that no rule counts, by what they are called in the file."""
    return _all()[game]


def check() -> None:
    """BadGameData if the file does not hold up."""
    _all()


def read(text: bytes) -> dict[str, Pieces]:
    """The pieces of each game; BadGameData names file, entry and field of what does not hold up."""
    table: Any = parsed(FILE, text)  # Any: whatever TOML has
    try:
        return converted(table, dict[str, Pieces])
    except ValueError as unfit:
        raise BadGameData(f"{FILE}: {unfit}") from None


@cache
def _all() -> dict[str, Pieces]:
    return read(PATH.read_bytes())
