"""The club's part of the database: the membership, members' names and seats, and the outbox of changed games.

A row of the outbox marks a game as changed; its content is read when it is sent. So games may be sent in any order and
repeatedly, and the receiver keeps the highest version. Versions continue from the time of day: a table restored from
last week's backup continues from today.
"""

import sqlite3
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import msgspec

from app.protocol.table_to_club_messages import GameNews, Membership
from app.storage import checksums
from app.storage.finished_games import archived_game

CLUB: Final = "club"  # key of the membership
LAST: Final = "version"  # key of the latest version
NAMES_PREFIX: Final = "called "  # prefix of the keys with a member's names, before the member's id
_OWN_GAMES: Final = "number > 0 AND (state IN ('deleted', 'binned', 'out') OR (state = 'over' AND keep))"


class MembershipStore:
    """Reads the club's part, in the file that is open now."""

    def __init__(self, db: Callable[[], sqlite3.Connection]) -> None:
        self._db = db

    def _fetch_all(self, query: str, *values: str | int) -> list[Any]:  # Any: of any column
        return self._db().execute(query, values).fetchall()

    def club(self) -> Membership | None:
        """Load the table's membership; None without a club."""
        found = self._db().execute("SELECT value FROM kept WHERE key = ?", (CLUB,)).fetchone()
        return msgspec.json.decode(found[0], type=Membership) if found else None

    def waiting(self) -> int:
        """Count the games to send."""
        (count,) = self._db().execute("SELECT count(*) FROM outbox").fetchone()
        return int(count)

    def list_oldest(self, most: int) -> list[GameNews]:
        """Return the oldest entries with the current state of their games; none while the file is damaged."""
        try:
            return self._read_oldest(most)
        except sqlite3.DatabaseError:
            return []

    def _read_oldest(self, most: int) -> list[GameNews]:
        found = self._fetch_all(
            "SELECT outbox.mark, version, number FROM outbox LEFT JOIN games ON games.mark = outbox.mark"
            " ORDER BY version LIMIT ?",
            most,
        )
        # no game has the number 0
        return [
            GameNews(mark, version, archived_game(self._db(), number or 0), self._members(number or 0))
            for mark, version, number in found
        ]

    def member_names(self, member: str) -> list[tuple[int, str]]:
        """Load the names with which a member played here, each with the game they left, or 0 when they sat down."""
        found = self._db().execute("SELECT value FROM kept WHERE key = ?", (f"{NAMES_PREFIX}{member}",)).fetchone()
        return msgspec.json.decode(found[0], type=list[tuple[int, str]]) if found else []

    def member_seats(self, member: str) -> list[tuple[int, int]]:
        """List a member's seats: the game's number, and the seat from 1."""
        return self._fetch_all("SELECT game, seat FROM sat WHERE member = ?", member)

    def guest_seat(self, phone: str, mark: str) -> int | None:
        """Return the seat (from 1) that a phone, by its hashed key, had as a guest at a game's end; None if there is
        none.
        """
        try:
            found = self._fetch_all(
                "SELECT seat FROM sat JOIN games ON game = number WHERE phone = ? AND member = ''"
                " AND mark = ? AND number > 0 AND state = 'over' AND keep LIMIT 1",
                phone,
                mark,
            )
        except sqlite3.DatabaseError:
            return None
        return int(found[0][0]) if found else None

    def numbers(self, marks: Iterable[str]) -> dict[str, int]:
        """Return the numbers of this table's own games by their ids."""
        found = self._fetch_all("SELECT mark, number FROM games WHERE number > 0")
        wanted = {*marks}
        return {mark: number for mark, number in found if mark in wanted}

    def _members(self, number: int) -> dict[int, str] | None:
        """Load a game's members by seat; None if its phones are unknown."""
        found = self._fetch_all("SELECT seat, member FROM sat WHERE game = ?", number)
        return {seat: member for seat, member in found if member} if found else None


class MembershipWriter(MembershipStore):
    """Writes the club's part within a commit. `now`: seconds since 1970."""

    def __init__(self, db: sqlite3.Connection, now: float) -> None:
        super().__init__(lambda: db)
        self._own, self._now = db, now
        self.has_more = False  # an entry was added

    def join(self, club: Membership) -> None:
        """Store the membership of a club, which gets games from now on."""
        self.leave()
        self.move(club)

    def move(self, club: Membership) -> None:
        """Update the club's name and address."""
        self._own.execute(checksums.KEEP, (CLUB, msgspec.json.encode(club).decode()))

    def leave(self) -> None:
        """Delete the membership and empty the outbox."""
        self._own.execute("DELETE FROM kept WHERE key = ?", (CLUB,))
        self._own.execute("DELETE FROM outbox")

    def add(self, marks: Iterable[str], above: int = 0) -> None:
        """Add changed games to the outbox, unless there is no club; their version is above all others and `above`."""
        marks = list(marks)
        if not marks or self.club() is None:
            return
        found = self._own.execute("SELECT value FROM kept WHERE key = ?", (LAST,)).fetchone()
        first = max(int(self._now * 1000), int(found[0]) if found else 0, above) + 1
        self._own.executemany("REPLACE INTO outbox VALUES (?, ?)", [(mark, first + n) for n, mark in enumerate(marks)])
        self._own.execute(checksums.KEEP, (LAST, first + len(marks) - 1))
        self.has_more = True

    def tell_all(self) -> None:
        """Add every game that was played here."""
        self.add([mark for (mark,) in self._own.execute(f"SELECT mark FROM games WHERE {_OWN_GAMES} ORDER BY number")])

    def be_called(self, member: str, game: int, name: str) -> None:
        """Store a member's name, so that it can be removed even if no seat at a game's end has it."""
        found = self.member_names(member)
        if (game, name) not in found:
            self._own.execute(
                checksums.KEEP, (f"{NAMES_PREFIX}{member}", msgspec.json.encode([*found, (game, name)]).decode())
            )

    def no_members(self, game: int, seats: Iterable[int]) -> None:
        """Mark these seats as not held by members of the club."""
        self._own.executemany("UPDATE sat SET member = '' WHERE game = ? AND seat = ?", [(game, at) for at in seats])

    def remove_sent(self, versions: Mapping[str, int], behind: Mapping[str, int]) -> None:
        """Remove sent versions; later changes stay. Games in `behind`, of which the club has a higher version, are
        added again above that.
        """
        self._own.executemany("DELETE FROM outbox WHERE mark = ? AND version = ?", versions.items())
        if behind:
            self.add(behind, max(behind.values()))

    def store_phones(self, game: int, phones: Mapping[int, tuple[str, str]]) -> None:
        """Store the phones of a game's end by seat (from 1): hashed key, and the member's id or ""."""
        self._own.execute("DELETE FROM sat WHERE game = ?", (game,))
        self._own.executemany(
            "INSERT INTO sat VALUES (?, ?, ?, ?)", [(game, seat, *who) for seat, who in phones.items()]
        )
