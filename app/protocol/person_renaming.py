"""Renaming in finished games: list the people in a game, rename them, or remove one (compared as in name_rules.py)."""

from collections.abc import Mapping
from contextlib import suppress
from itertools import chain
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from app.protocol.name_rules import name_key
from app.protocol.results import Archived, Result

NAMES: Final = "names"  # keys of a record's header
POSITION: Final = "position"


def has_name(one: str | None, name: str) -> bool:
    """Check that somebody has this name."""
    return one is not None and name_key(one) == name_key(name)


def rename_in_header(header: dict[str, str], name: str, into: str | None) -> dict[str, str]:
    """Return the header with `name` renamed; with None, without any names, as a record names everybody or nobody.

    An entered position in the header is changed, too.
    """
    fresh = dict(header)
    if into is None:
        fresh.pop(NAMES, None)
    elif NAMES in header:
        fresh[NAMES] = ", ".join(into if has_name(one, name) else one for one in list_header_people(header))
    if POSITION in header:
        position = _position(header[POSITION], name, into)
        if position is None:
            del fresh[POSITION]  # imported and invalid: it may contain names
        else:
            fresh[POSITION] = position
    return fresh


def strip_names(header: dict[str, str]) -> dict[str, str]:
    return rename_in_header(header, "", None)


def strip_name(game: Archived, seat: int) -> Archived:
    """Return the game without the name of a seat (from 1)."""
    name = game.result.seats[seat - 1] if 0 < seat <= len(game.result.seats) else None
    if name is None:
        return game
    result = rename_in_result(game.result, name, None)
    assert result is not None
    return replace(game, header=rename_in_header(game.header, name, None), result=result)


def list_result_people(result: Result | None) -> list[str | None]:
    """List the people in a result, also those who left before the end."""
    if result is None:
        return []
    took = [(takeover.name, None if takeover.bot else takeover.of) for takeover in result.takeovers]
    return [*result.seats, *chain.from_iterable(took)]


def rename_in_result(result: Result | None, name: str, into: str | None) -> Result | None:
    """Return the result with `name` renamed to `into`, or nameless."""
    if result is None:
        return None

    def new_name(one: str, bot: bool = False) -> str:
        return into or "" if has_name(one, name) and not bot else one

    takeovers = tuple(
        replace(takeover, name=new_name(takeover.name), of=new_name(takeover.of, takeover.bot))
        for takeover in result.takeovers
    )
    return replace(
        result, seats=tuple(into if has_name(one, name) else one for one in result.seats), takeovers=takeovers
    )


def list_header_people(header: Mapping[str, str]) -> tuple[str, ...]:
    """List the people in a record's header."""
    return tuple(name.strip() for name in header[NAMES].split(",")) if NAMES in header else ()


def list_position_people(header: Mapping[str, str]) -> list[str]:
    """List the people in an entered position; none if it is imported and invalid."""
    with suppress(msgspec.MsgspecError):
        entered = msgspec.json.decode(header.get(POSITION, '{"seats":[]}'), type=_Seats)
        return [seat["name"] for seat in entered.seats if isinstance(seat.get("name"), str)]
    return []


class _Seats(msgspec.Struct):
    seats: list[dict[str, Any]]  # Any: each game has its own fields


def _position(position: str, name: str, into: str | None) -> str | None:
    """Return the position with other names; None if it cannot be parsed."""
    try:
        entered = msgspec.json.decode(position, type=dict[str, Any])
        seats = msgspec.convert(entered, _Seats).seats
        for seat in seats:
            if into is None or (isinstance(seat.get("name"), str) and has_name(seat["name"], name)):
                seat["name"] = into
        return msgspec.json.encode({**entered, "seats": seats}).decode()
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return None
