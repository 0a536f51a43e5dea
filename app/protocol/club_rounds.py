"""What a table and its club say to one another of a tournament's round that is dealt the same at all its tables."""

from typing import Annotated

import msgspec

from app.protocol.club import FORMAT, Id
from app.protocol.results import SEATS


class SeatedMembers(msgspec.Struct, frozen=True):
    """Who sits at a table, members of the club alone, by id in order, and for which game (POST /table/round)."""

    kind: Annotated[str, msgspec.Meta(max_length=60)]
    members: Annotated[tuple[Id, ...], msgspec.Meta(max_length=SEATS)]
    format: int = FORMAT


class RoundDeal(msgspec.Struct, frozen=True):
    """The deal that they are due. `secret`: 64 hexadecimal digits that nobody may see; `mark`: what is told of it."""

    tournament: str  # what it is called
    number: int  # of the round
    mark: str
    secret: str

    def __repr__(self) -> str:
        return f"RoundDeal({self.mark})"


class DueDeal(msgspec.Struct, frozen=True):
    """The answer. None: nothing is due."""

    deal: RoundDeal | None


class KnownDeal(msgspec.Struct, frozen=True):
    """A club's answer about the deal of a round, and the members it was asked for."""

    of: SeatedMembers
    deal: RoundDeal
