"""What the club has still to be told: games whose place in the history has changed, each by the version of its news;
and where its members sat.

A row says that there is news, and what it is is read when it is told. So news is told in any order and as often as need
be, and whoever hears it goes by the highest version. Versions go on from the time of day: a table that was brought back
from a copy of last week counts on from today.
"""

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import Final

import msgspec

from app.protocol.club import GameNews, Membership
from app.storage import checksums
from app.storage.archive import archived_game

CLUB: Final = "club"  # of what is kept: which one the table is in
LAST: Final = "version"  # … and the last version that was given
CALLED: Final = "called "  # … and, with a member's id behind it, their names
_OURS: Final = "number > 0 AND (state IN ('deleted', 'binned', 'out') OR (state = 'over' AND keep))"


class ClubNews:
    """What is read of it, in whatever file is read now."""

    def __init__(self, db: Callable[[], sqlite3.Connection]) -> None:
        self._db = db

    def club(self) -> Membership | None:
        """The one that the table is in."""
        found = self._db().execute("SELECT value FROM kept WHERE key = ?", (CLUB,)).fetchone()
        return msgspec.json.decode(found[0], type=Membership) if found else None

    def waiting(self) -> int:
        """How many games have news."""
        (count,) = self._db().execute("SELECT count(*) FROM outbox").fetchone()
        return int(count)

    def first(self, most: int) -> list[GameNews]:
        """The oldest news, as things stand now; none where it is damaged, until that is mended."""
        try:
            return self._first(most)
        except sqlite3.DatabaseError:
            return []

    def _first(self, most: int) -> list[GameNews]:
        found = (
            self._db()
            .execute(
                "SELECT outbox.mark, version, number FROM outbox LEFT JOIN games ON games.mark = outbox.mark"
                " ORDER BY version LIMIT ?",
                (most,),
            )
            .fetchall()
        )
        # no game has the number 0
        return [
            GameNews(mark, version, archived_game(self._db(), number or 0), self._members(number or 0))
            for mark, version, number in found
        ]

    def called(self, member: str) -> list[tuple[int, str]]:
        """Names under which a member sat here, each with the game that they left, or 0: they sat down."""
        found = self._db().execute("SELECT value FROM kept WHERE key = ?", (f"{CALLED}{member}",)).fetchone()
        return msgspec.json.decode(found[0], type=list[tuple[int, str]]) if found else []

    def sat(self, member: str) -> list[tuple[int, int]]:
        """Where a member sat: a game's number, and the seat from 1."""
        return self._db().execute("SELECT game, seat FROM sat WHERE member = ?", (member,)).fetchall()

    def guest_seat(self, phone: str, mark: str) -> int | None:
        """The seat (from 1) that a phone, by its hashed key, had at the end of a game told, as nobody's member."""
        try:
            found = (
                self._db()
                .execute(
                    "SELECT seat FROM sat JOIN games ON game = number WHERE phone = ? AND member = ''"
                    " AND mark = ? AND number > 0 AND state = 'over' AND keep",
                    (phone, mark),
                )
                .fetchone()
            )
        except sqlite3.DatabaseError:
            return None
        return None if found is None else int(found[0])

    def numbers(self, marks: Iterable[str]) -> dict[str, int]:
        """Of this table's own games, by their marks."""
        found = self._db().execute("SELECT mark, number FROM games WHERE number > 0").fetchall()
        wanted = {*marks}
        return {mark: number for mark, number in found if mark in wanted}

    def _members(self, number: int) -> dict[int, str] | None:
        """Who of the club's sat where; None where nobody knows any more whose phones there were."""
        found = self._db().execute("SELECT seat, member FROM sat WHERE game = ?", (number,)).fetchall()
        return {seat: member for seat, member in found if member} if found else None


class ClubNewsWriting(ClubNews):
    """What a commit changes in it. `now`: seconds since 1970."""

    def __init__(self, db: sqlite3.Connection, now: float) -> None:
        super().__init__(lambda: db)
        self._own, self._now = db, now
        self.has_more = False  # there is something new to tell

    def join(self, club: Membership) -> None:
        """The table is in this club from now on, and tells it what is played from now on."""
        self.leave()
        self.move(club)

    def move(self, club: Membership) -> None:
        """The table's club is found there, and called so."""
        self._own.execute(checksums.KEEP, (CLUB, msgspec.json.encode(club).decode()))

    def leave(self) -> None:
        """The table is in no club any more, and nothing waits."""
        self._own.execute("DELETE FROM kept WHERE key = ?", (CLUB,))
        self._own.execute("DELETE FROM outbox")

    def add(self, marks: Iterable[str], above: int = 0) -> None:
        """There is news of these games, if there is a club, of a version above all others."""
        marks = list(marks)
        if not marks or self.club() is None:
            return
        found = self._own.execute("SELECT value FROM kept WHERE key = ?", (LAST,)).fetchone()
        first = max(int(self._now * 1000), int(found[0]) if found else 0, above) + 1
        self._own.executemany("REPLACE INTO outbox VALUES (?, ?)", [(mark, first + n) for n, mark in enumerate(marks)])
        self._own.execute(checksums.KEEP, (LAST, first + len(marks) - 1))
        self.has_more = True

    def tell_all(self) -> None:
        """There is news of every game that was played here."""
        self.add([mark for (mark,) in self._own.execute(f"SELECT mark FROM games WHERE {_OURS} ORDER BY number")])

    def be_called(self, member: str, game: int, name: str) -> None:
        """Remember a member's name, so that it can be removed where no seat at a game's end tells of it."""
        found = self.called(member)
        if (game, name) not in found:
            self._own.execute(
                checksums.KEEP, (f"{CALLED}{member}", msgspec.json.encode([*found, (game, name)]).decode())
            )

    def no_members(self, game: int, seats: Iterable[int]) -> None:
        """Others sat there than the members of the club who were known to."""
        self._own.executemany("UPDATE sat SET member = '' WHERE game = ? AND seat = ?", [(game, at) for at in seats])

    def told(self, versions: Mapping[str, int], behind: Mapping[str, int]) -> None:
        """The club has these; what has changed meanwhile still waits. Of games that are `behind` it knew a higher
        version, and they are told above that.
        """
        self._own.executemany("DELETE FROM outbox WHERE mark = ? AND version = ?", versions.items())
        if behind:
            self.add(behind, max(behind.values()))

    def sat_down(self, game: int, phones: Mapping[int, tuple[str, str]]) -> None:
        """Whose phones held seats (from 1) when a game ended: the hashed key, and the member of the club, or ""."""
        self._own.execute("DELETE FROM sat WHERE game = ?", (game,))
        self._own.executemany(
            "INSERT INTO sat VALUES (?, ?, ?, ?)", [(game, seat, *who) for seat, who in phones.items()]
        )
