"""People's names in all that is kept: one put right, two that are one person merged, one taken out everywhere.

Works on what was written: each function gives what a commit is to write. Names are the same by app/protocol/names.py.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import replace

from app.protocol.names import known_as
from app.protocol.results import Result
from app.protocol.rights import Rejected
from app.storage.database import Store
from app.storage.write import Write
from app.table import today
from app.table.seating import Chairs
from app.table.state import SuspendedGame, TableState

NAMES = "names"  # keys of a record's header
POSITION = "position"


def renamed(store: Store, table: TableState, name: str, into: str | None) -> Callable[[Write], None]:
    """`name` called `into` (None: nameless) in every game, and taken out of the logs.

    Refusals: `at-the-table` if somebody sits there by a name that is to be forgotten, `no-such-person`, `together` if
    both have sat at one table, so that they are two.
    """
    sits = any(_same(chair.name, name) for chair in table.chairs)
    listed = any(_same(one, name) for one in today.names(table))
    if sits and into is None:
        raise Rejected("at-the-table", name=name)
    fresh: list[tuple[int, dict[str, str], Result | None, bytes | None]] = []
    for number, header_text, result_text, aside_text in store.written():
        header = msgspec.json.decode(header_text, type=dict[str, str])
        result = msgspec.json.decode(result_text, type=Result) if result_text else None
        aside = msgspec.json.decode(aside_text, type=SuspendedGame) if aside_text else None
        sat = [*_listed(header), *_in(result), *(c.name for c in (aside.chairs if aside else ()))]
        if not any(_same(one, name) for one in sat):
            continue
        if into is not None and not _same(into, name) and any(_same(one, into) for one in sat):
            raise Rejected("together", name=name, other=into)
        fresh.append((number, _header(header, name, into), _result(result, name, into), _aside(aside, name, into)))
    told = [number for number, event in store.news() if _tells_of(event, name)]
    if not fresh and not told and not sits and not listed:
        raise Rejected("no-such-person", name=name)

    def write_down(write: Write) -> None:
        for each in fresh:
            write.rewrite(*each)
        write.forget_news(told)
        write.to_scrub()

    return write_down


def at_table(chairs: Chairs, name: str, into: str) -> Chairs:
    """The chairs, with `name` called `into`; Rejected `together` if both sit here."""
    if not _same(into, name) and any(_same(c.name, name) for c in chairs) and any(_same(c.name, into) for c in chairs):
        raise Rejected("together", name=name, other=into)
    return tuple(replace(chair, name=into) if _same(chair.name, name) else chair for chair in chairs)


def everybody(store: Store) -> frozenset[str]:
    """Every name that stands anywhere in what is kept."""
    found: list[str | None] = []
    if state := store.table_state():
        table = msgspec.json.decode(state, type=TableState)
        found += (*(chair.name for chair in table.chairs), *today.names(table))
    for _, header_text, result_text, aside_text in store.written():
        header = msgspec.json.decode(header_text, type=dict[str, str])
        found += _listed(header)
        with suppress(msgspec.MsgspecError):  # brought from elsewhere, and no position
            entered = msgspec.json.decode(header.get(POSITION, '{"seats":[]}'), type=_Seats)
            found += (seat["name"] for seat in entered.seats if isinstance(seat.get("name"), str))
        if result_text:
            found += _in(msgspec.json.decode(result_text, type=Result))
        if aside_text:
            found += (chair.name for chair in msgspec.json.decode(aside_text, type=SuspendedGame).chairs)
    for _, event in store.news():
        news = msgspec.json.decode(event, type=_News)
        found += (news.name, news.before)
    return frozenset(filter(None, found))


def _same(one: str | None, name: str) -> bool:
    return one is not None and known_as(one) == known_as(name)


def _listed(header: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(name.strip() for name in header[NAMES].split(",")) if NAMES in header else ()


def _header(header: dict[str, str], name: str, into: str | None) -> dict[str, str]:
    """The same header; a record names everybody or nobody, also in a position that people entered."""
    fresh = dict(header)
    if into is None:
        fresh.pop(NAMES, None)
    elif NAMES in header:
        fresh[NAMES] = ", ".join(into if _same(one, name) else one for one in _listed(header))
    if POSITION in header:
        position = _position(header[POSITION], name, into)
        if position is None:
            del fresh[POSITION]  # brought from elsewhere, and no position: nobody can say whom it names
        else:
            fresh[POSITION] = position
    return fresh


def nameless(header: dict[str, str]) -> dict[str, str]:
    """The same header, in which nobody is named."""
    return _header(header, "", None)


class _Seats(msgspec.Struct):
    seats: list[dict[str, Any]]  # Any: what its game makes of it


def _position(position: str, name: str, into: str | None) -> str | None:
    """The same position with other names; None if it cannot be read."""
    try:
        entered = msgspec.json.decode(position, type=dict[str, Any])
        seats = msgspec.convert(entered, _Seats).seats
        for seat in seats:
            if into is None or (isinstance(seat.get("name"), str) and _same(seat["name"], name)):
                seat["name"] = into
        return msgspec.json.encode({**entered, "seats": seats}).decode()
    except (msgspec.MsgspecError, UnicodeEncodeError, RecursionError):
        return None


def _in(result: Result | None) -> list[str | None]:
    """The people in a result, also those who were there before its end."""
    if result is None:
        return []
    took = [(it.name, None if it.bot else it.of) for it in result.takeovers]
    return [*result.seats, *chain.from_iterable(took)]


def _result(result: Result | None, name: str, into: str | None) -> Result | None:
    if result is None:
        return None

    def called(one: str, bot: bool = False) -> str:
        return into or "" if _same(one, name) and not bot else one

    takeovers = tuple(replace(it, name=called(it.name), of=called(it.of, it.bot)) for it in result.takeovers)
    return replace(result, seats=tuple(into if _same(one, name) else one for one in result.seats), takeovers=takeovers)


def _aside(aside: SuspendedGame | None, name: str, into: str | None) -> bytes | None:
    """What was noted when a game was suspended; a seat without a name is called by its number."""
    if aside is None:
        return None
    chairs = tuple(replace(chair, name=into) if _same(chair.name, name) else chair for chair in aside.chairs)
    seats = tuple((into or str(at)) if _same(one, name) else one for at, one in enumerate(aside.seats, 1))
    return msgspec.json.encode(replace(aside, chairs=chairs, seats=seats))


class _News(msgspec.Struct):
    """The fields of news (app/protocol/news.py) that hold names."""

    name: str | None = None
    before: str | None = None


def _tells_of(event: str, name: str) -> bool:
    news = msgspec.json.decode(event, type=_News)
    return _same(news.name, name) or _same(news.before, name)
