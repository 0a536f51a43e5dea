"""A club whose PostgreSQL is stopped and started again: it says so at once, and the first page after that is there."""

import aiohttp
import pytest

from app.club import database
from app.club.game_store import ClubStore
from tests.app.club.clubs import Club, postgresql, start_postgresql, stop_postgresql

PAGES = ("/", "/wall", "/standings", "/organiser", "/here")


@pytest.mark.rotated
@pytest.mark.sampled(1)
@pytest.mark.parametrize("rested", [True, False])
async def test_next_request_uses_a_returned_database(monkeypatch, rested):
    monkeypatch.setattr(database, "TEST_AFTER_SECONDS", -1.0 if rested else 1e9)
    with postgresql() as address:
        folder = address.partition("host=")[2]
        book = ClubStore(address)
        async with Club(book).serving() as club, aiohttp.ClientSession(club.address) as web:
            assert (await web.get("/")).status == 200
            stop_postgresql(folder)
            monkeypatch.setattr(database, "RETRY_SECONDS", 1e9)  # however long the next lines take
            attempts, connect = [], book._database._connect

            def connect_and_count():
                attempts.append(1)
                return connect()

            monkeypatch.setattr(book._database, "_connect", connect_and_count)
            statuses = [(await web.get(page)).status for page in PAGES * 2]
            assert set(statuses) <= {503, 200}
            assert statuses.count(503) >= 4
            assert "The club’s database is not available now" in await (await web.get("/")).text()
            assert len(attempts) <= 1, "nobody waits for more than one attempt"
            start_postgresql(folder)
            monkeypatch.setattr(database, "RETRY_SECONDS", 0.0)
            assert [(await web.get(page)).status for page in ("/", "/here", "/organiser")] == [200] * 3
            stop_postgresql(folder)  # and once more, without a request meanwhile
            start_postgresql(folder)
            first = (await web.get("/")).status
            assert first == (200 if rested else 503), "a connection that was used a moment ago is not asked"
            assert (await web.get("/")).status == 200
        book.close()


def test_club_answers_within_five_seconds_of_its_databases_return():
    silent = database.LIMITS["tcp_user_timeout"] / 1000  # of a connection that broke unnoticed
    assert database.RETRY_SECONDS + database.LIMITS["connect_timeout"] + silent <= 5
