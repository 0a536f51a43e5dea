"""A table joins, tells what was played however often the way is cut, and leaves; its people never wait."""

import asyncio

import aiohttp
import msgspec
import pytest

from app.club.database import DatabaseProblem
from app.protocol import table_to_club_messages as said
from app.protocol.club_membership_messages import ClubStanding
from tests.app import histories
from tests.app.club.clubs import Club, Table
from tests.nights.damage import GAME


async def join(table, club):
    table.link.join(club.code(), club.address)
    await table.until("in")


def play(table, *evenings):
    histories.fill(table.store, GAME, evenings or histories.EVENINGS)


def marks(table):
    return {game.mark for game in table.store.history()}


def told(club):
    return {game.id for game in club.book.games()}


async def test_what_is_played_at_a_table_is_told_once_it_is_in(club, table):
    await join(table, club)
    play(table)
    await table.until("in")
    assert club.book.games() == list(table.store.archived())


async def test_games_of_before_are_told_only_where_people_want_it(club, table):
    play(table)
    await join(table, club)
    assert told(club) == set()
    table.link.send_earlier_games()
    async with asyncio.timeout(60):
        while told(club) != marks(table):
            await asyncio.sleep(0.01)


async def test_what_is_corrected_or_deleted_or_forgotten_is_so_at_the_club(club, table):
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
    assert second.mark not in told(club)


async def test_days_without_the_club_lose_nothing(book, table):
    first = Club(book)
    async with first.serving():
        await join(table, first)
    port = int(first.address.rpartition(":")[2])
    play(table)
    standing = await table.until("away", waiting=len(histories.EVENINGS))
    assert standing.why == ""
    async with Club(book).serving(port):
        await table.until("in")
        assert {game.id for game in book.games()} == marks(table)


async def test_a_database_that_is_away_costs_only_time(club, table, monkeypatch):
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
    assert told(club) == marks(table)


async def test_an_answer_that_is_lost_is_asked_for_again(club, table, monkeypatch):
    """What was stored and not answered is told twice, and there once."""
    await join(table, club)
    take, lost = club.book.store_games, []

    def stores(*news):
        taken = take(*news)
        if len(lost) < 3:
            lost.append(taken)
            raise DatabaseProblem("away")
        return taken

    monkeypatch.setattr(club.book, "store_games", stores)
    play(table)
    await table.until("in")
    assert len(lost) == 3
    assert club.book.games() == list(table.store.archived())


async def test_whom_the_organiser_removes_tells_nothing_any_more(club, table):
    await join(table, club)
    club.book.end_key("window")
    play(table)
    async with asyncio.timeout(60):
        while table.told[-1] != ClubStanding("failed", why="club-ended"):
            await asyncio.sleep(0.01)
    assert told(club) == set()
    assert table.store.for_club.club() is None
    assert table.store.for_club.waiting() == 0


async def test_a_table_leaves_and_what_it_told_stays(club, table):
    await join(table, club)
    play(table)
    await table.until("in")
    table.link.leave()
    async with asyncio.timeout(60):
        while table.told[-1] is not None:
            await asyncio.sleep(0.01)
    assert [it.away for it in club.book.tables()] == [True]
    assert told(club) == marks(table)


async def test_it_leaves_a_club_that_is_away_too(book, table):
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
async def test_a_code_that_is_no_good_is_said(club, table, late, code, why):
    good = club.code()
    club.now += late
    table.link.join(code or good, club.address)
    assert (await table.until("failed")).why == why


async def test_a_code_is_good_once(club, table, tmp_path):
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
async def test_a_club_that_is_not_there_is_said(table, address, why):
    table.link.join("12345678", address)
    assert (await table.until("failed")).why == why


async def test_who_guesses_codes_is_slowed_down(club):
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
async def test_what_is_no_message_is_answered(club, body, status, code):
    key = club.book.join("a", "A", 0.0)
    async with aiohttp.ClientSession(club.address) as web:
        answer = await web.post("/games", data=body, headers={"Authorization": f"Bearer {key}"})
        assert (answer.status, (await answer.json())["code"]) == (status, code)
        assert (await web.post("/games", data=body)).status == 401
