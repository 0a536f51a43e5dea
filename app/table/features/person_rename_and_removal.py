"""People's names in all stored data: renaming a person, merging two names, and removing a person everywhere.

Each function returns what a commit is to write. Names are compared as in app/protocol/name_rules.py.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from app.protocol.person_renaming import (
    has_name,
    list_header_people,
    list_position_people,
    list_result_people,
    rename_in_header,
    rename_in_result,
)
from app.protocol.rejection import Rejection
from app.protocol.results import Result
from app.storage.commit_writer import Write
from app.storage.database import Store
from app.table.core.table_state import SuspendedGame, TableState
from app.table.features import recent_changes
from app.table.lobby.seating import Chairs


def rename_everywhere(store: Store, table: TableState, name: str, into: str | None) -> Callable[[Write], None]:
    """Rename `name` to `into` (None: nameless) in every game, and remove it from the logs.

    Refusals: `at-the-table` if the person to forget sits here, `no-such-person`, `together` if both names have sat
    at one table and so are two people.
    """
    sits = any(has_name(chair.name, name) for chair in table.chairs)
    noted = any(has_name(one, name) for one in recent_changes.list_names(table))
    if sits and into is None:
        raise Rejection("at-the-table", name=name)
    fresh: list[tuple[int, dict[str, str], Result | None, bytes | None]] = []
    for number, header, result, aside in _decode_games(store):
        sat = [
            *list_header_people(header),
            *list_result_people(result),
            *(c.name for c in (aside.chairs if aside else ())),
        ]
        if not any(has_name(one, name) for one in sat):
            continue
        if into is not None and not has_name(into, name) and any(has_name(one, into) for one in sat):
            raise Rejection("together", name=name, other=into)
        note = None if aside is None else msgspec.json.encode(_rename_in_note(aside, name, into))
        fresh.append((number, rename_in_header(header, name, into), rename_in_result(result, name, into), note))
    told = [number for number, event in store.news() if _is_about(event, name)]
    if not fresh and not told and not sits and not noted:
        raise Rejection("no-such-person", name=name)

    def write_down(write: Write) -> None:
        for each in fresh:
            write.rewrite(*each)
        write.forget_news(told)
        write.request_scrub()

    return write_down


def remove_member(
    store: Store, table: TableState, member: str, seats: Mapping[str, Sequence[int]]
) -> tuple[TableState, Callable[[Write], None], int, bool]:
    """Remove a member of the club from each game in which they sat, but nobody else of the same name.

    `seats`: further seats that the club knows, by the game's mark. Return the table without the member, the writes,
    the number of changed games, and whether any name was found. At the table the member becomes a nameless guest.
    """
    called = store.for_club.member_names(member)
    left = {name for game, name in called if game and game == table.game}  # whose seats nobody has taken since
    here = {
        seat
        for seat, chair in enumerate(table.chairs)
        if chair.member == member or (not chair.member and not chair.key and chair.name in left)
    }
    sat, numbers = {*store.for_club.member_seats(member)}, store.for_club.numbers(seats)
    sat |= {(numbers[mark], seat) for mark in numbers for seat in seats[mark]}
    fresh: list[tuple[int, dict[str, str], Result | None, bytes | None]] = []
    told, names = list[int](), {name for seat in here if (name := table.chairs[seat].name)}
    names |= {name for _, name in called}
    for number, header, result, aside in _decode_games(store):
        theirs: set[str | None] = {table.chairs[seat].name for seat in here} if number == table.game else set()
        theirs |= {name for game, name in called if game == number}
        if result is not None:
            theirs |= {result.seats[seat - 1] for game, seat in sat if game == number and 0 < seat <= len(result.seats)}
        if aside is not None:
            theirs |= {chair.name for chair in aside.chairs if chair.member == member}
            aside = replace(aside, chairs=_end_membership(aside.chairs, member))
        mine = {name for name in theirs if name}
        for name in mine:
            header, result = rename_in_header(header, name, None), rename_in_result(result, name, None)
            aside = None if aside is None else _rename_in_note(aside, name, None)
        if mine:
            fresh.append((number, header, result, None if aside is None else msgspec.json.encode(aside)))
            told += _find_lines(store, number, mine)
            names |= mine
    told += _find_lines(store, 0, names)
    for name in names:
        table = recent_changes.rename_person(table, name, None)
    chairs = tuple(replace(chair, name=None) if seat in here else chair for seat, chair in enumerate(table.chairs))

    def write_down(write: Write) -> None:
        for each in fresh:
            write.rewrite(*each)
        write.end_member(member)
        write.forget_news(told)
        if fresh or names:
            write.request_scrub()

    return replace(table, chairs=_end_membership(chairs, member)), write_down, len(fresh), bool(fresh or names)


def _decode_games(store: Store) -> Iterator[tuple[int, dict[str, str], Result | None, SuspendedGame | None]]:
    """Yield for every game its number, its record's header, its result, and its note if it is suspended."""
    for number, header, result, aside in store.texts_with_names():
        yield (
            number,
            msgspec.json.decode(header, type=dict[str, str]),
            msgspec.json.decode(result, type=Result) if result else None,
            msgspec.json.decode(aside, type=SuspendedGame) if aside else None,
        )


def _end_membership(chairs: Chairs, member: str) -> Chairs:
    return tuple(replace(chair, member="") if chair.member == member else chair for chair in chairs)


def _find_lines(store: Store, game: int, names: Collection[str]) -> list[int]:
    """List the lines in a game's log (0: the lobby's) that name one of these."""
    return [line for line, event in store.news(game) if any(_is_about(event, name) for name in names)]


def rename_chairs(chairs: Chairs, name: str, into: str) -> Chairs:
    """Rename `name` to `into` on the chairs; Rejection `together` if both sit here."""
    if (
        not has_name(into, name)
        and any(has_name(c.name, name) for c in chairs)
        and any(has_name(c.name, into) for c in chairs)
    ):
        raise Rejection("together", name=name, other=into)
    return tuple(replace(chair, name=into) if has_name(chair.name, name) else chair for chair in chairs)


def list_all_names(store: Store) -> frozenset[str]:
    """List every name in all stored data."""
    found: list[str | None] = []
    if state := store.table_state():
        table = msgspec.json.decode(state, type=TableState)
        found += (*(chair.name for chair in table.chairs), *recent_changes.list_names(table))
    for _, header, result, aside in _decode_games(store):
        found += (*list_header_people(header), *list_position_people(header), *list_result_people(result))
        if aside is not None:
            found += (chair.name for chair in aside.chairs)
    for _, event in store.news():
        news = msgspec.json.decode(event, type=_News)
        found += (news.name, news.before)
    return frozenset(filter(None, found))


def _rename_in_note(aside: SuspendedGame, name: str, into: str | None) -> SuspendedGame:
    """Rename in the note of a suspended game; a seat without a name is called by its number."""
    chairs = tuple(replace(chair, name=into) if has_name(chair.name, name) else chair for chair in aside.chairs)
    seats = tuple((into or str(at)) if has_name(one, name) else one for at, one in enumerate(aside.seats, 1))
    return replace(aside, chairs=chairs, seats=seats)


class _News(msgspec.Struct):
    """The fields of news (app/protocol/table_log_events.py) that hold names."""

    name: str | None = None
    before: str | None = None


def _is_about(event: str, name: str) -> bool:
    news = msgspec.json.decode(event, type=_News)
    return has_name(news.name, name) or has_name(news.before, name)
