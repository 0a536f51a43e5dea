"""A table joins, tells what was played however often the way is cut, and leaves; its people never wait."""

import asyncio

import aiohttp
import msgspec
import pytest

from app.club.database import DatabaseProblem
from app.protocol import table_to_club_messages as said
from app.protocol.club_membership_messages import ClubStatus
from tests.app import histories
from tests.app.club.clubs import Club, Table
from tests.nights.damage import GAME


async def join(table, club):
    table.link.join(club.code(), club.address)
    await table.until("in")


def play(table, *evenings):
    histories.fill(table.store, GAME, evenings or histories.EVENINGS)


def history_marks(table):
    return {game.mark for game in table.store.history()}


def uploaded_ids(club):
    return {game.id for game in club.book.games()}


async def test_joined_table_uploads_its_games(club, table):
    await join(table, club)
    play(table)
    await table.until("in")
    assert club.book.games() == list(table.store.archived())


async def test_earlier_games_are_uploaded_only_on_request(club, table):
    play(table)
    await join(table, club)
    assert uploaded_ids(club) == set()
    table.link.send_earlier_games()
    async with asyncio.timeout(60):
        while uploaded_ids(club) != history_marks(table):
            await asyncio.sleep(0.01)


async def test_corrections_and_deletions_reach_the_club(club, table):
    await join(table, club)
    play(table)
    await table.until("in")
    first, second, *_ = table.store.history()
    told_first = next(table.store.archived(first.mark))
    renamed = msgspec.structs.replace(told_first.result, seats=(None, *told_first.result.seats[1:]))
    with table.store.commit() as write:
        write.rewrite(first.game, told_first.header, renamed, None)
        write.delete_game(second.game)
    async with asyncio.timeout(60):
        while club.book.games() != list(table.store.archived()):
            await asyncio.sleep(0.01)
    assert second.mark not in uploaded_ids(club)


async def test_games_played_while_the_club_is_away_are_uploaded_later(book, table):
    first = Club(book)
    async with first.serving():
        await join(table, first)
    port = int(first.address.rpartition(":")[2])
    play(table)
    standing = await table.until("away", waiting=len(histories.EVENINGS))
    assert standing.why == ""
    async with Club(book).serving(port):
        await table.until("in")
        assert {game.id for game in book.games()} == history_marks(table)


async def test_upload_is_retried_after_a_database_failure(club, table, monkeypatch):
    await join(table, club)
    take = club.book.store_games

    def fails(*_):
        raise DatabaseProblem("full", "no space left")

    monkeypatch.setattr(club.book, "store_games", fails)
    play(table)
    await table.until("away", waiting=len(histories.EVENINGS))
    assert len(club.said) == 1
    assert "Make room" in club.said[0]
    monkeypatch.setattr(club.book, "store_games", take)
    await table.until("in")
    assert uploaded_ids(club) == history_marks(table)


async def test_upload_is_repeated_after_a_lost_answer_and_stored_once(club, table, monkeypatch):
    """A game that was stored but not acknowledged is sent twice and stored once."""
    await join(table, club)
    take, lost = club.book.store_games, []

    def store_and_lose_answers(*news):
        taken = take(*news)
        if len(lost) < 3:
            lost.append(taken)
            raise DatabaseProblem("away")
        return taken

    monkeypatch.setattr(club.book, "store_games", store_and_lose_answers)
    play(table)
    await table.until("in")
    assert len(lost) == 3
    assert club.book.games() == list(table.store.archived())


async def test_removed_table_stops_uploading(club, table):
    await join(table, club)
    club.book.end_key("window")
    play(table)
    async with asyncio.timeout(60):
        while table.told[-1] != ClubStatus("failed", why="club-ended"):
            await asyncio.sleep(0.01)
    assert uploaded_ids(club) == set()
    assert table.store.for_club.club() is None
    assert table.store.for_club.waiting() == 0


@pytest.mark.rotated
async def test_games_stay_at_the_club_when_a_table_leaves(club, table):
    await join(table, club)
    play(table)
    await table.until("in")
    table.link.leave()
    async with asyncio.timeout(60):
        while table.told[-1] is not None:
            await asyncio.sleep(0.01)
    assert [table.away for table in club.book.tables()] == [True]
    assert uploaded_ids(club) == history_marks(table)


async def test_table_can_leave_an_unreachable_club(book, table):
    first = Club(book)
    async with first.serving():
        await join(table, first)
    table.link.leave()
    async with asyncio.timeout(60):
        while table.told[-1] is not None:
            await asyncio.sleep(0.01)
    assert table.store.for_club.club() is None


@pytest.mark.parametrize(
    ("late", "code", "why"), [(0, "99999999", "club-wrong-code"), (601, None, "club-wrong-code")], ids=["wrong", "old"]
)
async def test_wrong_or_expired_join_code_is_reported(club, table, late, code, why):
    good = club.code()
    club.now += late
    table.link.join(code or good, club.address)
    assert (await table.until("failed")).why == why


async def test_join_code_is_valid_once(club, table, tmp_path):
    code = club.code()
    table.link.join(code, club.address)
    await table.until("in")
    other = Table(tmp_path, "corner")
    other.link.join(code, club.address)
    assert (await other.until("failed")).why == "club-wrong-code"
    await other.close()


@pytest.mark.parametrize(
    ("address", "why"), [("127.0.0.1:1", "club-away"), ("", "club-none")], ids=["nobody there", "none found"]
)
async def test_unreachable_club_is_reported(table, address, why):
    table.link.join("12345678", address)
    assert (await table.until("failed")).why == why


async def test_guessing_join_codes_is_rate_limited(club):
    body = msgspec.json.encode(said.JoinsClub("99999999", "guess", "Guess"))
    async with aiohttp.ClientSession(club.address) as web:
        statuses = [(await web.post("/tables", data=body)).status for _ in range(21)]
    assert statuses == [403] * 20 + [429]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        (b"", 400, "message"),
        (b"\xff", 400, "message"),
        (b"[]", 422, "unfit"),
        (b'{"games": [{"id": 1}]}', 422, "unfit"),
        (b"[" * 5000, 422, "unfit"),
    ],
    ids=range(5),
)
async def test_invalid_upload_is_answered_with_an_error_code(club, body, status, code):
    key = club.book.join("a", "A", 0.0)
    async with aiohttp.ClientSession(club.address) as web:
        answer = await web.post("/games", data=body, headers={"Authorization": f"Bearer {key}"})
        assert (answer.status, (await answer.json())["code"]) == (status, code)
        assert (await web.post("/games", data=body)).status == 401
