"""Faults put into the club and its tables by hand, to see that evenings of a club find them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

import pytest
from msgspec.structs import replace

from app.club import game_store, ratings
from app.club.game_store import ClubStore
from app.club.members import SCRUB_SETTING, ClubPeople
from app.club.stored_settings import write_setting
from app.host import club_wall
from app.protocol.table_to_club_messages import GamesUploadAnswer
from app.protocol.wall_messages import WallTable, convert_snapshot
from app.storage.club_membership_store import MembershipWriter

Put = Callable[[pytest.MonkeyPatch], None]


def _older_wins(patch: pytest.MonkeyPatch) -> None:
    """Apply a repeated request again, even over newer data."""
    take = ClubStore.store_games

    def raise_versions(self: ClubStore, table: str, news: Any, *more: Any) -> GamesUploadAnswer:
        with self._database.reading() as db:
            known = dict(db.execute("SELECT id, version FROM games"))
        news = [replace(each, version=max(each.version, known.get(each.id, 0) + 1)) for each in news]
        return take(self, table, news, *more)

    patch.setattr(ClubStore, "store_games", raise_versions)


def _deletion_forgotten(patch: pytest.MonkeyPatch) -> None:
    """Forget the deletion of a game that is not alone in its message."""
    take = ClubStore.store_games

    def drop_deletions(self: ClubStore, table: str, news: Any, *more: Any) -> GamesUploadAnswer:
        news = list(news)
        gone = [each for each in news if each.game is None]
        return take(self, table, [each for each in news if each not in gone[: len(news) - 1]], *more)

    patch.setattr(ClubStore, "store_games", drop_deletions)


def _change_while_sending(patch: pytest.MonkeyPatch) -> None:
    """Take a game out of the outbox once it was sent, even if it has changed since."""

    def remove(self: MembershipWriter, versions: Any, behind: Any) -> None:
        self._own.executemany("DELETE FROM outbox WHERE mark = ?", [(mark,) for mark in versions])

    patch.setattr(MembershipWriter, "remove_sent", remove)


def _not_recounted(patch: pytest.MonkeyPatch) -> None:
    """Count a corrected game where it stands, and none of those after it."""
    queue = ratings._queue_recounts

    def queue_unless_rated(db: Any, id: str, pools: Any) -> None:
        if not db.execute("SELECT 1 FROM rated WHERE game <> ? AND mu IS NOT NULL LIMIT 1", (id,)):
            queue(db, id, pools)

    patch.setattr(ratings, "_queue_recounts", queue_unless_rated)


def _claim_lost(patch: pytest.MonkeyPatch) -> None:
    """Forget who has claimed a seat when its table sends the game again."""
    seat = game_store._seat_members

    def seat_without_claims(db: Any, news: Any, new: bool) -> None:
        db.execute("DELETE FROM seats WHERE game = ?", (news.id,))
        seat(db, news, new)

    patch.setattr(game_store, "_seat_members", seat_without_claims)


def _league_without_past(patch: pytest.MonkeyPatch) -> None:
    """Begin leagues without the games of their period that are there."""
    begin = ratings.Ratings.begin_league

    def empty(self: Any, *about: Any) -> str:
        league = begin(self, *about)
        with self._database.transaction() as db:
            db.execute("DELETE FROM rated WHERE pool = ?", (league,))
        return league

    patch.setattr(ratings.Ratings, "begin_league", empty)


def _never_scrubbed(patch: pytest.MonkeyPatch) -> None:
    """Delete a removed member's rows, and leave their bytes in free pages."""

    def scrub(self: ClubPeople) -> None:
        with self._database.transaction() as db:
            write_setting(db, SCRUB_SETTING, "done")

    patch.setattr(ClubPeople, "scrub", scrub)


def _table_not_told(patch: pytest.MonkeyPatch) -> None:
    """Report removed members only to tables that have sent a game of theirs."""
    removed = ClubPeople.list_removed
    patch.setattr(
        ClubPeople, "list_removed", lambda self, table: [person for person in removed(self, table) if person.seats]
    )


def _wall_too_wide(patch: pytest.MonkeyPatch) -> None:
    """Send the wall the address of a table at which nobody can sit down."""

    def wider(snapshot: Any, before: Any = None) -> WallTable:
        return replace(convert_snapshot(snapshot, before), address="http://table:8080")

    patch.setattr(club_wall, "convert_snapshot", wider)


def _stale_page(patch: pytest.MonkeyPatch) -> None:
    """Show a member's games as they were when the member last read them, if there are as many."""
    seats, known = ClubPeople.seats, dict[str, Any]()

    def remembered(self: ClubPeople, member: str) -> Any:
        now = seats(self, member)
        if len(known.get(member, ())) != len(now):
            known[member] = now
        return known.get(member, now)

    patch.setattr(ClubPeople, "seats", remembered)


CLUB_FAULTS: Final[dict[str, Put]] = {
    "a request that comes twice is applied twice": _older_wins,
    "a deletion is forgotten": _deletion_forgotten,
    "a change while its game is sent is not sent": _change_while_sending,
    "a late game is not counted": _not_recounted,
    "a claim is lost when its game is sent again": _claim_lost,
    "a league lacks the games before its beginning": _league_without_past,
    "a removed name stays in free pages": _never_scrubbed,
    "a table is not told of a removed member": _table_not_told,
    "a wall shows more than the table": _wall_too_wide,
    "a member's page is old": _stale_page,
}


@contextmanager
def put_in_club(name: str) -> Iterator[None]:
    """Patch the fault in for the length of the context."""
    with pytest.MonkeyPatch.context() as patch:
        CLUB_FAULTS[name](patch)
        yield
