"""The contents of a game's box: which pieces are laid out for a game with cardboard, and where. Cards and boards are
counted from the game data; pieces that no rule counts come from data/box.toml.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, Protocol

import msgspec

from app.text.reference import PrintedThing
from app.text.translation import Words
from engine.game import AnyData
from engine.game_data import BadGameData, convert, parse_toml

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
        """The number of pieces that stay in the box."""
        return self.of - self.laid if self.laid else 0


class BoxList(Protocol):
    """The protocol of a game's module `app/games/<game>/box_contents.py`."""

    @property
    def EXPANSIONS(self) -> Mapping[str, tuple[str, ...]]:  # as the module calls it
        """Expansions that come in a box of their own, by the variant they are called by; with all that want one."""

    def things(
        self, facts: AnyData, seats: int, variant: Collection[str], roles: Sequence[str]
    ) -> tuple[BoxThing, ...]:
        """List all pieces in the order in which they are laid out. `roles`: the roles of the seats chosen so far."""

    def piece_name(self, w: Words, thing: BoxThing) -> str:
        """Return the translated name of a piece."""

    def describe_setup(self, w: Words, thing: BoxThing, facts: AnyData, seats: int, variant: Collection[str]) -> str:
        """Describe where a piece is laid out, and how."""

    def describe_packing(self, w: Words, thing: BoxThing) -> str:
        """Describe how a piece is packed away; empty if that is obvious."""


def pieces(game: str) -> Pieces:
    """Return the pieces of a game that no rule counts, by their key in data/box.toml."""
    return _load_pieces()[game]


def check() -> None:
    """Validate data/box.toml. Raises BadGameData."""
    _load_pieces()


def parse_pieces(text: bytes) -> dict[str, Pieces]:
    """Parse the pieces of each game. BadGameData names the file, entry and field of a mistake."""
    table: Any = parse_toml(FILE, text)  # Any: whatever TOML has
    try:
        return convert(table, dict[str, Pieces])
    except ValueError as unfit:
        raise BadGameData(f"{FILE}: {unfit}") from None


@cache
def _load_pieces() -> dict[str, Pieces]:
    return parse_pieces(PATH.read_bytes())
