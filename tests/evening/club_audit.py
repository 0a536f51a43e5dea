"""What has to hold in a club, whatever happens: one class a promise."""

import hashlib
import logging
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from app.club.game_store import ClubStore
from app.club.rating_model import REMOVED
from app.protocol.table_to_club_messages import GameNews
from tests.app.club.evenings import count_all, kept
from tests.evening.audit import Broken

if TYPE_CHECKING:
    from tests.evening.club_house import ClubWorld, TableMachine


class ClubPromise:
    """Called with whatever happens; `check` says that something does not hold."""

    def __init__(self, world: "ClubWorld") -> None:
        self.world, self.checks = world, 0

    def check(self, holds: object, how: str) -> None:
        self.checks += 1
        if not holds:
            raise Broken(type(self).__name__, how)

    async def ended(self) -> None:
        """All faults are gone, and nothing waits."""


class Told(ClubPromise):
    """The club has exactly the games of the tables, each once and as it is there."""

    async def ended(self) -> None:
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

    async def ended(self) -> None:
        world, book = self.world, self.world.club.book
        assert book is not None
        with book._database.transaction() as db:
            members = db.execute("SELECT id, name, known, joined FROM members ORDER BY id")
            sat = db.execute("SELECT game, seat, member FROM seats ORDER BY game, seat")
            sat += db.execute(
                f"SELECT game, seat, player FROM rated WHERE substr(player, 1, {len(REMOVED)}) = '{REMOVED}'"
            )
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
            games = book.games()
            world.rng("order").shuffle(games)
            for game in games:
                fresh.take("fresh", [GameNews(game.id, 1, game, seats.get(game.id))])
            count_all(fresh)
            for mine, theirs, what in zip(kept(book), kept(fresh), ("rated", "standings"), strict=True):
                self.check(mine == theirs, f"{what} of the same games: {_first(mine, theirs)}")
        finally:
            fresh.close()
            for each in path.parent.glob("fresh.db*"):
                each.unlink()


def _first(one: list[Any], other: list[Any]) -> str:
    return (
        f"only here {[it for it in one if it not in other][:2]}, only fresh {[it for it in other if it not in one][:2]}"
    )


class Calm(ClubPromise):
    """No traceback, no 500, nothing that stops on its own."""

    def __init__(self, world: "ClubWorld") -> None:
        super().__init__(world)
        self.errors: list[str] = []

    def look(self) -> None:
        failures = [it for it in self.world.loop.failures if it.get("exception") is not None]
        self.check(not self.errors, f"the log says {self.errors[:1]}")
        self.check(not failures, f"nobody caught {failures[:1]}")


PROMISES: Final = (Told, Standings, Calm)


class _Errors(logging.Handler):
    """Errors of the program's log."""

    def __init__(self, errors: list[str]) -> None:
        super().__init__(logging.ERROR)
        self._errors = errors

    def emit(self, record: logging.LogRecord) -> None:
        self._errors.append(self.format(record))


class ClubAudit:
    """All promises, told what happens."""

    def __init__(self, world: "ClubWorld") -> None:
        self.world = world
        self.told_late: set[str] = set()  # tables that had games when they joined
        self.promises = {each: each(world) for each in PROMISES}
        self.calm = self.promises[Calm]
        assert isinstance(self.calm, Calm)
        self.handler = _Errors(self.calm.errors)
        self.digest = hashlib.sha256()
        self.heard = 0
        self.games_over: set[str] = set()

    def counts(self) -> dict[str, int]:
        return dict(Counter({kind.__name__: it.checks for kind, it in self.promises.items()}))

    def table_changed(self, table: "TableMachine") -> None:
        """Somebody has changed a table."""

    def answered(self, status: int, body: str) -> None:
        self.heard += 1
        self.digest.update(f"{status} {body}".encode())
        self.calm.check(status < 500 or status == 503, f"the club answered {status}")

    def look(self) -> None:
        assert isinstance(self.calm, Calm)
        self.calm.look()

    async def ended(self) -> None:
        for table in self.world.tables:
            assert table.store is not None
            self.games_over |= {game.id for game in table.store.archived()}
        for promise in self.promises.values():
            await promise.ended()
        assert self.world.club.book is not None
        self.digest.update(repr(kept(self.world.club.book)).encode())
