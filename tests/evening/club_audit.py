"""Promises that have to hold in every evening of a club, one class for each."""

import hashlib
import logging
from collections import Counter
from math import inf
from typing import TYPE_CHECKING, Any

import msgspec

from app.club.backup import copy
from app.club.game_store import ClubStore
from app.club.rating_model import REMOVED
from app.club.wall_snapshots import Told as HungState
from app.club.wall_snapshots import describe_table
from app.protocol.client_rights import ONLOOKER
from app.protocol.results import FinishedGame
from app.protocol.table_to_club_messages import GameNews
from app.protocol.wall_messages import WallTable, convert_snapshot
from app.text import translation
from tests.app.club.evenings import count_all, kept
from tests.app.club.removed_bytes import files_with, stored_by_postgresql
from tests.evening.audit import Broken
from tests.evening.linearizability import Operation, is_linearizable

if TYPE_CHECKING:
    from tests.evening.club_house import ClubWorld, Phone, TableMachine


class ClubPromise:
    """A property that must always hold in a club. The audit calls it with each event; `check` raises Broken."""

    def __init__(self, world: "ClubWorld") -> None:
        self.world, self.checks = world, 0

    def check(self, holds: object, how: str) -> None:
        self.checks += 1
        if not holds:
            raise Broken(type(self).__name__, how)

    def look(self) -> None:
        """Look again, after each step."""

    async def check_end(self) -> None:
        """Check what holds once all faults are gone and nothing waits."""


class UploadedGames(ClubPromise):
    """The club has exactly the games of the tables, each once and as it is there."""

    async def check_end(self) -> None:
        world = self.world
        assert world.club.book is not None
        here = world.club.book.games()
        self.check(len({game.id for game in here}) == len(here), "a game is there twice")
        club = {game.id: game for game in here}
        played = {game.id: game for table in world.tables if table.store for game in table.store.archived()}
        self.check(not played.keys() - club.keys(), f"the club lacks {sorted(played.keys() - club.keys())}")
        self.check(not club.keys() - played.keys(), f"the club still has {sorted(club.keys() - played.keys())}")
        for id, game in played.items():
            self.check(game == club[id], f"game {id} is another: {game} instead of {club[id]}")


class Standings(ClubPromise):
    """Standings are a function of the set of games: a fresh club that hears them in another order has the same."""

    async def check_end(self) -> None:
        world, book = self.world, self.world.club.book
        assert book is not None
        with book._database.transaction() as db:
            members = db.execute("SELECT id, name, known, joined FROM members ORDER BY id")
            sat = db.execute("SELECT game, seat, member FROM seats ORDER BY game, seat")
            leagues = db.execute("SELECT * FROM pools WHERE name <> ''")
            rated = db.execute("SELECT DISTINCT game, seat, player FROM rated ORDER BY game, seat")
        sat += [row for row in rated if row[2].startswith(REMOVED)]
        seats: dict[str, dict[int, str]] = {}
        for game, seat, member in sat:
            seats.setdefault(game, {})[seat] = member
        gone = sorted({member for _, _, member in sat if member.startswith(REMOVED)})
        path = world.folder / "fresh.db"
        fresh = ClubStore(path)
        try:
            with fresh._database.transaction() as db:
                for row in [*members, *((id, id, id, 0) for id in gone)]:
                    db.execute("INSERT INTO members VALUES (?, ?, ?, ?)", row)
                for row in leagues:
                    db.execute(f"INSERT INTO pools VALUES ({', '.join('?' * len(row))})", row)
            games = book.games()
            world.rng("order").shuffle(games)
            for game in games:
                fresh.store_games("fresh", [GameNews(game.id, 1, game, seats.get(game.id))])
            count_all(fresh)
            for mine, theirs, what in zip(kept(book), kept(fresh), ("rated", "standings"), strict=True):
                self.check(mine == theirs, f"{what} of the same games: {_first(mine, theirs)}")
        finally:
            fresh.close()
            for each in path.parent.glob("fresh.db*"):
                each.unlink()


def _first(one: list[Any], other: list[Any]) -> str:
    here, fresh = [row for row in one if row not in other], [row for row in other if row not in one]
    return f"only here {here[:2]}, only fresh {fresh[:2]}"


class Removed(ClubPromise):
    """The name of a removed member is in no byte: of the club, its copy, the tables and theirs, and of no page."""

    async def check_end(self) -> None:
        world = self.world
        assert world.club.book is not None
        for table in world.tables:
            assert table.store is not None
            table.store.verify()  # the copy of this evening
        copy(world.club.where, world.folder / "club" / "copy.db")
        gone = [phone.who for phone in world.phones if phone.state == "gone"]
        folders = [world.folder, *([there] if (there := stored_by_postgresql(world.club.where)) is not None else [])]
        for name in gone:
            found = [file for folder in folders for file in files_with(folder, name)]
            self.check(not found, f"{name} is still in {found}")
            self.check(name not in " ".join(world.wall.shown.values()), f"{name} is still on the wall")
        for tournament in world.club.book.tournaments.list_all():
            course = world.club.book.tournaments.course(tournament.id)
            assert course is not None
            named = [who.name for who in course.people.values()]
            self.check(not any(name in called for name in gone for called in named), f"a tournament still names {gone}")
            for round in course.rounds:
                sit = [number for meeting in round for number in meeting.people]
                self.check(len(sit) == len({*sit}), f"somebody is twice in a round of {tournament.name}")


class Onlooker(ClubPromise):
    """A wall shows no more than an onlooker at the table sees, and in the end just that."""

    def __init__(self, world: "ClubWorld") -> None:
        super().__init__(world)
        self._seen: dict[str, dict[WallTable, None]] = {}  # by table
        self._html: dict[tuple[str, HungState], str] = {}

    def table_changed(self, table: "TableMachine") -> None:
        if table.table is not None:
            now = convert_snapshot(table.table.snapshot(ONLOOKER, table.table.log_end))
            self._seen.setdefault(table.table.id, {})[now] = None

    def _render(self, name: str, told: HungState) -> str:
        pages = self.world.club.pages
        if pages is not None and (name, told) not in self._html:
            w = translation.words("en")
            table = describe_table(w, pages.words, name, told)
            self._html[name, told] = pages.html(w, "wall_table.html", table=table)
        return self._html.get((name, told), "")

    def hung(self, id: str, html: str) -> None:
        name = next(each.name for each in self.world.tables if each.id == id)
        seen: list[HungState] = [*self._seen.get(id, ()), None]
        self.check(
            any(html == self._render(name, state) for state in reversed(seen)), f"{name} shows what nobody saw: {html}"
        )

    def is_shown(self) -> bool:
        """Check that the wall shows each table as it is."""
        for each in self.world.tables:
            if each.table is None:
                return False
            now = convert_snapshot(each.table.snapshot(ONLOOKER, each.table.log_end))
            if self.world.wall.shown.get(each.id) != self._render(each.name, now):
                return False
        return True

    async def check_end(self) -> None:
        self.check(self.is_shown(), "the wall does not show the tables")


class Register(ClubPromise):
    """The points of a seat, corrected and deleted at its table and read by its member at the club, are linearizable."""

    def __init__(self, world: "ClubWorld") -> None:
        super().__init__(world)
        self._of: dict[tuple[str, int], tuple[str, str]] = {}  # by game and seat: the table, and the member
        self._open: dict[tuple[str, int], list[tuple[float, int | None]]] = {}  # writes that the club has not confirmed
        self._history: dict[tuple[str, int], list[Operation]] = {}

    def played(self, table: "TableMachine", game: FinishedGame) -> None:
        assert table.table is not None
        if table.is_in:
            for seat, chair in enumerate(table.table.committed.state.chairs[:2], 1):
                if chair.member:
                    self._of[game.mark, seat] = table.name, chair.member
                    self._history[game.mark, seat] = []
                    self.changed(table, game.mark, seat, game.result.scores[seat - 1]["total"], True)

    def changed(self, table: "TableMachine", mark: str, seat: int, points: int | None, done: bool | None) -> None:
        key, now = (mark, seat), self.world.clock.now
        if key not in self._of or done is False:
            return
        if done is None:
            self._history[key].append(Operation(now, inf, True, points))
        else:
            self._open.setdefault(key, []).append((now, points))

    def look(self) -> None:
        """Confirm the writes that wait no longer."""
        waiting: dict[str, set[str]] = {}
        for key in tuple(self._open):
            name = self._of[key][0]
            table = next(each for each in self.world.tables if each.name == name)
            if table.store is None or table.dying or not table.is_in:
                continue
            if name not in waiting:
                waiting[name] = {mark for (mark,) in table.store._db.execute("SELECT mark FROM outbox")}
            if key[0] not in waiting[name]:
                for began, points in self._open.pop(key):
                    self._history[key].append(Operation(began, self.world.clock.now, True, points))

    def read(self, began: float, body: str) -> None:
        said = msgspec.json.decode(body)
        there = {(game["id"], game["seat"]): game["score"]["total"] for game in said["games"]}
        for key, (_, member) in self._of.items():
            if member == said["member"]["id"]:
                self._history[key].append(Operation(began, self.world.clock.now, False, there.get(key)))

    async def check_end(self) -> None:
        for key, history in self._history.items():
            if self._of[key][0] not in self.world.audit.told_late:
                self.check(is_linearizable(history), f"the history of {key} has no order: {sorted(history)}")


class Claims(ClubPromise):
    """A confirmed claim stays until it is revoked, or its game or member is gone; nobody claims a second seat."""

    def __init__(self, world: "ClubWorld") -> None:
        super().__init__(world)
        self._confirmed: dict[tuple[str, int], Phone] = {}
        self._revoked: dict[tuple[str, int], float] = {}

    def confirmed(self, phone: "Phone", game: str, seat: int, began: float) -> None:
        if self._revoked.get((game, seat), -inf) < began:
            self._confirmed[game, seat] = phone

    def revoked(self, game: str, seat: int) -> None:
        self._revoked[game, seat] = self.world.clock.now
        self._confirmed.pop((game, seat), None)

    async def check_end(self) -> None:
        book = self.world.club.book
        assert book is not None
        with book._database.reading() as db:
            rows = db.execute("SELECT game, seat, name, claimed FROM seats JOIN members ON members.id = member")
        names = {(game, seat): name for game, seat, name, _ in rows}
        sat = Counter((game, name) for game, _, name, _ in rows)
        self.check(all(sat[game, name] == 1 for game, _, name, claimed in rows if claimed), f"claimed twice: {rows}")
        there = {game.id for game in book.games()}
        for key, phone in self._confirmed.items():
            if phone.state == "member" and key[0] in there:
                self.check(phone.who in names.get(key, ""), f"{phone.who} has lost {key}: {names.get(key)}")


class Calm(ClubPromise):
    """No traceback, no 500, nothing that stops on its own."""

    def __init__(self, world: "ClubWorld") -> None:
        super().__init__(world)
        self.errors: list[str] = []

    def look(self) -> None:
        failures = [failure for failure in self.world.loop.failures if failure.get("exception") is not None]
        self.check(not self.errors, f"the log says {self.errors[:1]}")
        self.check(not failures, f"nobody caught {failures[:1]}")


class _Errors(logging.Handler):
    """Errors of the program's log."""

    def __init__(self, errors: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._errors = errors

    def emit(self, record: logging.LogRecord) -> None:
        self._errors.append(self.format(record))


class ClubAudit:
    """The promises of one evening of a club. It receives all events."""

    def __init__(self, world: "ClubWorld") -> None:
        self.world = world
        self.told_late: set[str] = set()  # tables that had games when they joined
        self.calm, self.onlooker, self.register = Calm(world), Onlooker(world), Register(world)
        self.claims = Claims(world)
        self.promises = (
            UploadedGames(world), Standings(world), Removed(world),
            self.onlooker, self.register, self.claims, self.calm,
        )  # fmt: skip
        self.handler = _Errors(self.calm.errors)
        self.digest = hashlib.sha256()
        self.heard = 0
        self.games_over: set[str] = set()

    def counts(self) -> dict[str, int]:
        return {type(promise).__name__: promise.checks for promise in self.promises}

    def table_changed(self, table: "TableMachine") -> None:
        """Note that somebody has changed a table."""
        self.onlooker.table_changed(table)

    def hung(self, table: str, html: str) -> None:
        """Check a table's page on a wall."""
        self.heard += 1
        self.digest.update(html.encode())
        self.onlooker.hung(table, html)

    def played(self, table: "TableMachine", game: FinishedGame) -> None:
        self.register.played(table, game)

    def changed(self, table: "TableMachine", mark: str, seat: int, points: int | None, done: bool | None) -> None:
        """Note that somebody corrected or deleted the points of a seat; `done` None: nobody knows."""
        self.register.changed(table, mark, seat, points, done)

    def read(self, began: float, body: str) -> None:
        """Check a member's list of games that was requested at `began`."""
        self.register.read(began, body)

    def on_response(self, status: int, body: str) -> None:
        self.heard += 1
        self.digest.update(f"{status} {body}".encode())
        self.calm.check(status < 500 or status == 503, f"the club answered {status}")

    def look(self) -> None:
        for promise in self.promises:
            promise.look()

    async def check_end(self) -> None:
        for table in self.world.tables:
            assert table.store is not None
            self.games_over |= {game.id for game in table.store.archived()}
        for promise in self.promises:
            await promise.check_end()
        assert self.world.club.book is not None
        self.digest.update(repr(kept(self.world.club.book)).encode())
