"""Stored fair deals of first games (data/first_deals.toml), found by `python -m docs.teaching_deals`.

A stored deal is a number, from which a dealer's secret is derived. Nobody is told the number before the game is over:
the file is public, so a number tells all cards.
"""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Annotated, Final, TypeAlias

import msgspec

from engine.game_data import BadGameData, decode

FILE: Final = "data/first_deals.toml"

StoredDeals: TypeAlias = Mapping[tuple[str, int], Sequence[bytes]]  # secrets, by game and number of seats


class DealList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stored deals of a game for a number of seats."""

    game: str
    seats: Annotated[int, msgspec.Meta(ge=2)]
    checksum: str
    numbers: Annotated[tuple[int, ...], msgspec.Meta(min_length=2)]


class DealFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    deals: tuple[DealList, ...] = ()


def compute_checksum(game: str, seats: int, numbers: Sequence[int]) -> str:
    """Return the checksum of a list of deals, in hexadecimal."""
    return hashlib.sha256(f"{game} {seats} {' '.join(map(str, numbers))}".encode()).hexdigest()[:16]


def derive_secret(game: str, seats: int, number: int) -> bytes:
    """Derive the secret from which deal `number` is dealt."""
    return hashlib.sha256(f"wondertable first deal {game} {seats} {number}".encode()).digest()


def parse_deals(text: bytes) -> StoredDeals:
    """Parse the file of deals. Raise BadGameData naming file, entry and field."""
    found: dict[tuple[str, int], Sequence[bytes]] = {}
    for nth, each in enumerate(decode(FILE, text, DealFile).deals, start=1):
        where, numbers = f"{FILE}: deals.{nth}", each.numbers
        if each.checksum != (right := compute_checksum(each.game, each.seats, numbers)):
            raise BadGameData(f"{where}.checksum: {each.checksum} is not that of its numbers, {right}")
        if len(set(numbers)) < len(numbers):
            raise BadGameData(f"{where}.numbers: one is listed twice")
        if (each.game, each.seats) in found:
            raise BadGameData(f"{where}.seats: {each.game} for {each.seats} is listed twice")
        found[each.game, each.seats] = [derive_secret(each.game, each.seats, number) for number in numbers]
    return found


def choose(count: int, last: int | None, fresh: bytes) -> int:
    """Choose the index of one of `count` deals by a fresh secret, and not the `last` one."""
    left = [index for index in range(count) if index != last]
    return left[int.from_bytes(fresh, "big") % len(left)]
