"""What a table and its club say to one another of members (docs/protocol.md)."""

import hashlib
import hmac
from typing import Annotated

import msgspec

from app.protocol.club import FORMAT, Id


class TableAddresses(msgspec.Struct, frozen=True):
    """Where phones reach a table: the club leads members back there, and nowhere else (PUT /table/addresses)."""

    addresses: Annotated[tuple[Annotated[str, msgspec.Meta(max_length=300)], ...], msgspec.Meta(max_length=64)]
    format: int = FORMAT


class MemberTicket(msgspec.Struct, frozen=True):
    """What a member's phone has brought from the club, good once (POST /table/members)."""

    ticket: Annotated[str, msgspec.Meta(max_length=64)]
    format: int = FORMAT

    def __repr__(self) -> str:
        return "MemberTicket()"


class SeatedMember(msgspec.Struct, frozen=True):
    """Who that is. `name`: under which the member sits down."""

    id: str
    name: str


class Forgotten(msgspec.Struct, frozen=True):
    """Somebody is no member any more, and is to be forgotten. `seats`: where they sat, as the club knows, by game."""

    receipt: str
    member: str
    seats: dict[str, tuple[int, ...]]


class ToForget(msgspec.Struct, frozen=True):
    """Who a table has still to forget (GET /table/forgotten)."""

    forgotten: tuple[Forgotten, ...]


class HasForgotten(msgspec.Struct, frozen=True):
    """It is done, in so many games (POST /table/forgotten)."""

    receipt: Id
    games: Annotated[int, msgspec.Meta(ge=0, le=1 << 30)]
    format: int = FORMAT


def hashed(key: str) -> str:
    """A key as a club keeps it: 128 bits that nobody guesses need no salt."""
    return hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()


def signed_claim(key: str, game: str, seat: int) -> str:
    """What proves that a table says: this phone had that seat. `key`: the table's key at its club, hashed."""
    return hmac.new(key.encode(), f"claim {game} {seat}".encode(), hashlib.sha256).hexdigest()[:32]
