"""Tests of *Remove me*: afterwards no file of club or table contains the name, nor does a later backup."""

import asyncio
import contextlib
import sqlite3

import pytest
from msgspec.structs import replace

from app.club import backup
from app.club.game_store import ClubStore
from app.club.members import SCRUB_SETTING
from app.club.stored_settings import read_setting
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import Rematch, Suspend
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import JoinRequest, Leave, SetSeat
from app.protocol.table_to_club_messages import GameNews
from app.storage.database import Store
from app.storage.database_copies import copy as table_copy
from engine.game import Seat
from tests.app.club.at_tables import become, sit
from tests.app.club.evenings import game
from tests.app.club.removed_bytes import NAME, files_with, stored_by_postgresql


async def lobby(evening, where, key):
    """Sit in the lobby."""


async def stood_up(evening, where, key):
    """Sit in the lobby, and stand up."""
    evening.served.send(Leave, Actor("seat", evening.served.table.joining.seat_of_key(key)))


async def renamed(evening, where, key):
    """Sit in the lobby, and be called otherwise there."""
    seat = evening.served.table.joining.seat_of_key(key)
    evening.served.send(SetSeat, Actor("seat", seat), seat=seat + 1, name="M")


async def running(evening, where, key):
    evening.served.start()


async def left(evening, where, key):
    """Start a game and let the member leave the seat."""
    evening.served.start()
    evening.served.send(Leave, Actor("seat", evening.served.table.joining.seat_of_key(key)))


async def aside(evening, where, key):
    evening.served.start()
    evening.served.send(Suspend)


async def over(evening, where, key):
    evening.play()


async def kept(evening, where, key):
    """Play several games into the history and start another one."""
    for _ in range(3):
        evening.play()
    evening.served.send(Rematch)


async def left_and_over(evening, where, key):
    """Play a game into the history that the member leaves before its end."""
    await left(evening, where, key)
    evening.play_on()


WAYS = (lobby, stood_up, renamed, running, left, aside, over, kept, left_and_over)


@pytest.mark.rotated
@pytest.mark.sampled(4)
@pytest.mark.parametrize("then", WAYS, ids=lambda way: way.__name__)
async def test_removed_name_is_in_no_byte_on_disk(evening, club, phone, tmp_path, where, then):
    await evening.join()
    await become(phone, club, NAME)
    seat = await sit(phone, evening, 1)
    evening.served.table.joining.join(None, Seat(1), JoinRequest("Ben", "en"))
    await then(evening, seat, seat.removeprefix("/seat/"))
    await evening.until_told()
    assert files_with(tmp_path), "it was somewhere"
    if (tables := stored_by_postgresql(where)) is not None:
        assert files_with(tables)
    receipt = await phone.post(f"{club.address}/me", data={"do": "forget", "sure": "yes"})
    assert "/receipt/" in str(receipt.url)
    await evening.people.exchange()
    await evening.until_told()
    async with asyncio.timeout(60):
        while is_due(club):
            await asyncio.sleep(0.01)
    evening.served.store.verify()  # makes the evening's copy
    table_copy(tmp_path / "table.db", tmp_path / "table-backup.db")
    backup.copy(where, tmp_path / "club-backup.db")
    assert files_with(tmp_path) == []
    if stored_by_postgresql(where) is not None:
        assert files_with(tables) == []


def is_due(club):
    with club.book._database.reading() as db:
        return (read_setting(db, SCRUB_SETTING) or "").startswith("due")


def test_removed_name_is_in_no_byte_after_many_games(tmp_path):
    """Rows of many sizes, in pages that were split: what was moved on the way is gone as well."""
    book = ClubStore(tmp_path / "club.db")
    book.join("a", "A", 0.0)
    member, _ = book.people.create(NAME, 0.0)
    for n in range(1, 120):
        played = game(n, (30, 40))
        names = replace(played.result, seats=(NAME, "Ben"))
        header = {"game": "architects", "names": f"{NAME}, Ben"}
        played = replace(played, result=names, header=header, moves=("1 x" + "y" * (n * 37 % 900),))
        book.store_games("a", [GameNews(played.id, 1, played, {1: member.id})])
    book.people.forget(member.id, 1.0)
    assert files_with(tmp_path) == []
    book.close()


def test_scrub_blocked_by_a_reader_is_retried_later(tmp_path):
    book = ClubStore(tmp_path / "club.db")
    member, _ = book.people.create(NAME, 0.0)
    with contextlib.closing(sqlite3.connect(tmp_path / "club.db", isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM members").fetchall()
        book._database._db.execute("PRAGMA busy_timeout = 0")
        book.people.forget(member.id, 1.0)
        assert book.people.member(member.id) is None
        assert files_with(tmp_path)
    book.people.scrub()
    assert files_with(tmp_path) == []
    book.close()


def test_tidy_retries_a_scrub_blocked_by_a_reader(tmp_path):
    store = Store(tmp_path / "table.db")
    with store.commit() as write:
        write.for_club.be_called("m", 0, NAME)
    with store.commit() as write:
        write.end_member("m")
        write.request_scrub()
    store._own.execute("PRAGMA busy_timeout = 0")
    with contextlib.closing(sqlite3.connect(tmp_path / "table.db", isolation_level=None)) as other:
        other.execute("BEGIN")
        other.execute("SELECT count(*) FROM games").fetchall()
        with contextlib.suppress(Rejection):
            store.scrub()
        assert files_with(tmp_path)
    store.tidy()
    assert files_with(tmp_path) == []
    store.close()


def test_removed_name_is_in_no_analyze_statistics(book, where, tmp_path):
    """PostgreSQL keeps samples of what it has analysed."""
    first, *_ = [book.people.create(name, 0.0)[0].id for name in (NAME, "Ben", "Cleo")]
    with book._database.transaction() as db:
        db.execute("ANALYZE members")
    book.people.forget(first, 1.0)
    assert files_with(stored_by_postgresql(where) or tmp_path) == []


@pytest.mark.parametrize("where", ["postgresql"], indirect=True)
def test_name_seen_by_an_open_snapshot_is_scrubbed_later(book, where):
    """PostgreSQL keeps rows that an open snapshot sees, even while it rewrites their table."""
    member, _ = book.people.create(NAME, 0.0)
    with book._database.snapshot() as db:
        db.execute("SELECT count(*) FROM pools")
        book.people.forget(member.id, 1.0)
        assert files_with(stored_by_postgresql(where))
    book.people.scrub()
    assert files_with(stored_by_postgresql(where)) == []
