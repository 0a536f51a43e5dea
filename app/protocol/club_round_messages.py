"""Messages between a table and its club about a tournament round, which every table deals alike."""

from typing import Annotated

import msgspec

from app.protocol.results import SEATS
from app.protocol.table_to_club_messages import FORMAT, Id


class SeatedMembers(msgspec.Struct, frozen=True):
    """The seated club members by id, sorted, and their game (POST /table/round)."""

    kind: Annotated[str, msgspec.Meta(max_length=60)]
    members: Annotated[tuple[Id, ...], msgspec.Meta(max_length=SEATS)]
    format: int = FORMAT


class RoundDeal(msgspec.Struct, frozen=True):
    """The shared deal of a round. `secret`: 64 hexadecimal digits, never shown; `mark`: its public id."""

    tournament: str  # its name
    number: int  # of the round
    mark: str
    secret: str

    def __repr__(self) -> str:
        return f"RoundDeal({self.mark})"


class DueDeal(msgspec.Struct, frozen=True):
    """The answer: the members' pending deal, or None."""

    deal: RoundDeal | None


class KnownDeal(msgspec.Struct, frozen=True):
    """A club's answer about the deal of a round, and the members it was asked for."""

    of: SeatedMembers
    deal: RoundDeal
