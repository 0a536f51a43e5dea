"""People's names in all stored data: renaming a person, merging two names, and removing a person everywhere.

Each function returns what a commit is to write. Names are compared as in app/protocol/name_rules.py.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from app.protocol.log_messages import DELETED_EVENT
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

    Refusals: `at-the-table` if a phone of the person to forget holds a seat, `no-such-person`, `together` if both names
    have sat at one table and so are two people.
    """
    sits = any(has_name(chair.name, name) for chair in table.chairs)
    noted = any(has_name(one, name) for one in recent_changes.list_names(table))
    if into is None and any(chair.key and has_name(chair.name, name) for chair in table.chairs):
        raise Rejection("at-the-table", name=name)
    renamed: list[_NamedGame] = []
    for game in _load_named_games(store):
        people = game.list_people()
        if not any(has_name(one, name) for one in people):
            continue
        if into is not None and not has_name(into, name) and any(has_name(one, into) for one in people):
            raise Rejection("together", name=name, other=into)
        renamed.append(game.rename(name, into))
    lines = [number for number, event in store.news() if _is_about(event, name)]
    if not renamed and not lines and not sits and not noted:
        raise Rejection("no-such-person", name=name)

    end = table.log_end + 1

    def write_down(write: Write) -> None:
        for game in renamed:
            game.store(write)
        write.forget_news(lines, DELETED_EVENT, end)
        write.request_scrub()

    return write_down


class MemberRemoval(NamedTuple):
    """The removal of a member of the club, to be committed."""

    table: TableState  # without the member, who becomes a nameless person there
    write: Callable[[Write], None]
    games: int  # number of changed games
    was_named: bool  # a name was found, which is to be scrubbed


def remove_member(store: Store, table: TableState, member: str, seats: Mapping[str, Sequence[int]]) -> MemberRemoval:
    """Remove a member of the club from each game in which they sat, but nobody else of the same name.

    `seats`: further seats (from 1) that the club knows, by the game's id.
    """
    called = store.for_club.member_names(member)
    left = {name for game, name in called if game and game == table.game}  # whose seats nobody has taken since
    here = {
        seat
        for seat, chair in enumerate(table.chairs)
        if chair.member == member or (not chair.member and not chair.key and chair.name in left)
    }
    names_here = {name for seat in here if (name := table.chairs[seat].name)}
    numbers = store.for_club.numbers(seats)
    sat = {*store.for_club.member_seats(member)} | {(numbers[id], seat) for id in numbers for seat in seats[id]}
    changed: list[_NamedGame] = []
    lines: list[int] = []
    names = names_here | {name for _, name in called}
    for game in _load_named_games(store):
        theirs = {name for number, name in called if name and number == game.number}
        theirs |= game.list_names_of(member, {seat for number, seat in sat if number == game.number})
        theirs |= names_here if game.number == table.game else set()
        if theirs:
            changed.append(game.remove(member, theirs))
            lines += _find_lines(store, game.number, theirs)
            names |= theirs
    lines += _find_lines(store, 0, names)
    for name in names:
        table = recent_changes.rename_person(table, name, None)
    chairs = tuple(replace(chair, name=None) if seat in here else chair for seat, chair in enumerate(table.chairs))

    def write_down(write: Write) -> None:
        for game in changed:
            game.store(write)
        write.end_member(member)
        write.forget_news(lines, DELETED_EVENT, end)
        if changed or names:
            write.request_scrub()

    table, end = replace(table, chairs=_end_membership(chairs, member)), table.log_end + 1
    return MemberRemoval(table, write_down, len(changed), bool(changed or names))


class _NamedGame(msgspec.Struct, frozen=True):
    """The stored texts of a game that name people. `note`: of a suspended game."""

    number: int
    header: dict[str, str]
    result: Result | None
    note: SuspendedGame | None

    def list_people(self) -> list[str | None]:
        """List the people in all texts, but not those of an entered position."""
        seated = (chair.name for chair in (self.note.chairs if self.note else ()))
        return [*list_header_people(self.header), *list_result_people(self.result), *seated]

    def list_names_of(self, member: str, seats: Collection[int]) -> set[str]:
        """Return the names at these seats (from 1) of the result, and those of a member in the note."""
        found = set[str | None]()
        if self.result is not None:
            found |= {self.result.seats[seat - 1] for seat in seats if 0 < seat <= len(self.result.seats)}
        if self.note is not None:
            found |= {chair.name for chair in self.note.chairs if chair.member == member}
        return {name for name in found if name}

    def rename(self, name: str, into: str | None) -> "_NamedGame":
        """Return the game with a person renamed, or nameless."""
        return replace(
            self,
            header=rename_in_header(self.header, name, into),
            result=rename_in_result(self.result, name, into),
            note=None if self.note is None else _rename_in_note(self.note, name, into),
        )

    def remove(self, member: str, names: Collection[str]) -> "_NamedGame":
        """Return the game without a member of the club, who is called by these names in it."""
        game = self
        if self.note is not None:
            game = replace(self, note=replace(self.note, chairs=_end_membership(self.note.chairs, member)))
        for name in names:
            game = game.rename(name, None)
        return game

    def store(self, write: Write) -> None:
        note = None if self.note is None else msgspec.json.encode(self.note)
        write.rewrite(self.number, self.header, self.result, note)


def _load_named_games(store: Store) -> Iterator[_NamedGame]:
    for number, header, result, note in store.texts_with_names():
        yield _NamedGame(
            number=number,
            header=msgspec.json.decode(header, type=dict[str, str]),
            result=msgspec.json.decode(result, type=Result) if result else None,
            note=msgspec.json.decode(note, type=SuspendedGame) if note else None,
        )


def _end_membership(chairs: Chairs, member: str) -> Chairs:
    return tuple(replace(chair, member="") if chair.member == member else chair for chair in chairs)


def _find_lines(store: Store, game: int, names: Collection[str]) -> list[int]:
    """List the lines in a game's log (0: the lobby's) that name one of these."""
    return [line for line, event in store.news(game) if any(_is_about(event, name) for name in names)]


def rename_chairs(chairs: Chairs, name: str, into: str | None) -> Chairs:
    """Rename `name` to `into` (None: nameless) on the chairs; Rejection `together` if both sit here."""
    if (
        into is not None
        and not has_name(into, name)
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
    for game in _load_named_games(store):
        found += (*game.list_people(), *list_position_people(game.header))
    for _, event in store.news():
        news = msgspec.json.decode(event, type=_News)
        found += (news.name, news.before)
    return frozenset(filter(None, found))


def _rename_in_note(note: SuspendedGame, name: str, into: str | None) -> SuspendedGame:
    """Rename in the note of a suspended game; a seat without a name is called by its number."""
    chairs = tuple(replace(chair, name=into) if has_name(chair.name, name) else chair for chair in note.chairs)
    seats = tuple((into or str(seat)) if has_name(one, name) else one for seat, one in enumerate(note.seats, 1))
    return replace(note, chairs=chairs, seats=seats)


class _News(msgspec.Struct):
    """The fields of news (app/protocol/table_log_events.py) that hold names."""

    name: str | None = None
    before: str | None = None


def _is_about(event: str, name: str) -> bool:
    news = msgspec.json.decode(event, type=_News)
    return has_name(news.name, name) or has_name(news.before, name)
