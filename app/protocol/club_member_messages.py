"""Messages between a table and its club about members (docs/protocol.md)."""

import hashlib
import hmac
from typing import Annotated

import msgspec

from app.protocol.table_to_club_messages import FORMAT, Id


class TableAddresses(msgspec.Struct, frozen=True):
    """The table's addresses for phones: the club redirects members to these only (PUT /table/addresses)."""

    addresses: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=300)], ...], msgspec.Meta(max_length=64)]
    format: int = FORMAT


class MemberTicket(msgspec.Struct, frozen=True):
    """A member's single-use ticket, brought from the club by a phone (POST /table/members)."""

    ticket: Annotated[str, msgspec.Meta(max_length=64)]
    format: int = FORMAT

    def __repr__(self) -> str:
        return "MemberTicket()"


class SeatedMember(msgspec.Struct, frozen=True):
    """The member of a ticket. `name`: the name to sit down with."""

    id: str
    name: str


class RemovedMember(msgspec.Struct, frozen=True):
    """A former member whose name the table must delete. `seats`: their seats as the club knows them, by game."""

    receipt: str
    member: str
    seats: dict[str, tuple[int, ...]]


class RemovedMembers(msgspec.Struct, frozen=True):
    """The former members that a table still has to delete (GET /table/forgotten)."""

    forgotten: tuple[RemovedMember, ...]


class HasForgotten(msgspec.Struct, frozen=True):
    """The confirmation of a deletion, with the number of changed games (POST /table/forgotten)."""

    receipt: Id
    games: Annotated[int, msgspec.Meta(ge=0, le=1 << 30)]
    format: int = FORMAT


def hash_key(key: str) -> str:
    """Hash a key as a club stores it. Keys have 128 random bits, so they need no salt."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def signed_claim(key: str, game: str, seat: int) -> str:
    """Sign a table's statement that a phone had this seat. `key`: the hash of the table's key at its club."""
    return hmac.new(key.encode(), f"claim {game} {seat}".encode(), hashlib.sha256).hexdigest()[:32]
