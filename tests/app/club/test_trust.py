"""The club checks before it spends: bodies are small before a key, PINs count before they are hashed, values have
ranges, and a right key never waits for wrong ones."""

import asyncio
import contextlib
import logging
import re
import threading
from types import SimpleNamespace

import aiohttp
import msgspec
import pytest

from app.club.game_store import ClubStore
from app.club.members import ClubPeople
from app.protocol import table_to_club_messages as said
from app.protocol.table_to_club_messages import GameNews, GamesUpload
from app.web import connection_limits
from app.web.request_helpers import read_body
from app.web.route_budgets import STRANGERS_THREADS, FairQueue
from tests.app.club.clubs import PIN, Club, send_part_of_body
from tests.app.club.evenings import game

JSON = "application/json"


def writing_routes(club):
    """Yield method and path of every route that may have a body."""
    for route in club.server.app().router.routes():
        assert route.resource is not None
        path = route.resource.canonical.replace("{key}{page}", "k" * 22)
        yield from ((method, path) for method in ("POST", "PUT", "DELETE") if route.method in (method, "*"))


async def test_only_game_uploads_with_a_key_may_be_large(club):
    key = club.book.join("a", "A", 0.0)
    headers = {"Authorization": f"Bearer {key}"}
    for method, path in sorted(set(writing_routes(club))):
        size = said.LARGEST if path == "/games" else said.SMALL
        if path.startswith("/table/") or path == "/games":
            assert await send_part_of_body(club.address, method, path, JSON, size + 1, headers) == 413, path


# ---- PINs


async def test_pins_are_counted_before_hashing_and_hashed_one_at_a_time(club, web, monkeypatch):
    hashed, waits, fits = [], threading.Event(), ClubStore.is_pin

    def slow(book, pin):
        hashed.append(threading.current_thread().name)
        assert waits.wait(60)
        return fits(book, pin)

    monkeypatch.setattr(ClubStore, "is_pin", slow)
    tries = [asyncio.create_task(web.post("/organiser", data={"pin": str(n)})) for n in range(60)]
    refused = 0
    async with asyncio.timeout(60):
        for done in asyncio.as_completed(tries):
            answer = await done
            assert answer.status == 429
            refused += 1
            if refused == 40:
                break
        async with aiohttp.ClientSession(club.address) as other:  # while one is being hashed
            for path in ("/", "/here", "/wall", "/me"):
                assert (await other.get(path)).status == 200
    assert len(hashed) == 1
    waits.set()
    statuses = sorted([(await one).status for one in tries])
    assert statuses == [403] * 20 + [429] * 40
    assert (len(hashed), len(set(hashed))) == (20, 1)


async def test_right_pin_is_not_rate_limited(web):
    for _ in range(25):
        assert (await web.post("/organiser", data={"pin": PIN}, allow_redirects=False)).status == 303


# ---- right keys, and wrong ones from the same address


async def test_right_keys_never_wait_for_wrong_ones_from_the_same_address(club, web, phone):
    key = club.book.join("a", "A", 0.0)
    member = (await phone.post(f"{club.address}/me", data={"do": "join", "name": "Ada", "code": _wall_code(club)})).url
    await web.post("/organiser", data={"pin": PIN})
    async with aiohttp.ClientSession(club.address) as stranger:
        for n in range(30):
            await stranger.get("/table/forgotten", headers={"Authorization": f"Bearer no-key-{n}"})
            await stranger.post("/organiser", data={"pin": "1"})
            await stranger.post("/me", data={"do": "join", "code": "1", "name": "X"})
        refused = await stranger.get("/table/forgotten", headers={"Authorization": "Bearer no-key"})
        assert refused.status == 429
        right = await stranger.get("/table/forgotten", headers={"Authorization": f"Bearer {key}"})
        assert right.status == 200
        asks = said.ClubJoinRequest.create()
        club.server.table_codes.accept_hash(asks.code_hash, "Corner")
        assert (await stranger.post("/tables", json={"code": asks.code, "table": "b", "name": "B"})).status == 200
    assert 'name="pin"' not in await (await web.get("/organiser")).text()
    assert "Sign this phone out" in await (await phone.get(member)).text()


@pytest.mark.rotated
@pytest.mark.parametrize(("addresses", "each_tries"), [(1, 60), (6, 16)])
async def test_right_keys_do_not_wait_for_lookups_of_wrong_ones(club, web, phone, monkeypatch, addresses, each_tries):
    """Hold up the lookups of wrong keys, and let a table, a member and an organiser in meanwhile."""
    right = club.book.join("a", "A", 0.0)
    member = (await phone.post(f"{club.address}/me", data={"do": "join", "name": "Ada", "code": _wall_code(club)})).url
    await web.post("/organiser", data={"pin": PIN})
    table_of, by_phone = ClubStore.table_of, ClubPeople.find_by_phone
    arrived, waiting, released = [], [], threading.Event()

    def delay_wrong_keys(look_up, is_wrong):
        def slow(store, key, *rest):
            if is_wrong(key):
                waiting.append(key)
                assert released.wait(60)
            return look_up(store, key, *rest)

        return slow

    is_stranger = re.compile("no-key").match
    monkeypatch.setattr(ClubStore, "table_of", delay_wrong_keys(table_of, is_stranger))
    monkeypatch.setattr(ClubPeople, "find_by_phone", delay_wrong_keys(by_phone, is_stranger))
    submit = FairQueue.submit

    def submit_and_record(queue, address, work):
        arrived.append(address)
        return submit(queue, address, work)

    monkeypatch.setattr(FairQueue, "submit", submit_and_record)
    async with contextlib.AsyncExitStack() as stack:
        strangers = [await stack.enter_async_context(open_client(club, f"127.0.0.{n + 2}")) for n in range(addresses)]
        cookie = {f"member-{club.book.id[:8]}": "no-key"}
        tries = [
            asyncio.create_task(stranger.get(*asks[:1], **asks[1]))
            for n in range(each_tries)
            for stranger in strangers
            for asks in [
                (
                    ("/table/forgotten", {"headers": {"Authorization": f"Bearer no-key-{n}"}}),
                    ("/me", {"cookies": cookie}),
                )[n % 2]
            ]
        ]
        async with asyncio.timeout(60):
            while len(arrived) < len(tries):
                await asyncio.sleep(0.01)
            table = await stack.enter_async_context(open_client(club, "127.0.0.2"))  # behind the same router
            for _ in range(3):
                headers = {"Authorization": f"Bearer {right}"}
                assert (await table.get("/table/forgotten", headers=headers)).status == 200
                assert "Sign this phone out" in await (await phone.get(member)).text()
                assert 'name="pin"' not in await (await web.get("/organiser")).text()
        assert len(waiting) == STRANGERS_THREADS
        assert not any(each.done() for each in tries)
        released.set()
        assert {(await each).status for each in tries} <= {200, 401, 429}


async def test_client_with_too_many_wrong_keys_is_delayed_and_blocks_nobody(tmp_path, monkeypatch):
    """Hold up the answers after 20 wrong keys, more than an address may have connections."""
    monkeypatch.setattr(connection_limits, "PENALTY_SECONDS", 1e9)
    monkeypatch.setattr(connection_limits, "MAX_PER_ADDRESS", 10)
    monkeypatch.setattr("app.web.guarded_server.SHUT", 0.05)
    book = ClubStore(tmp_path / "club.db")
    right = {"Authorization": f"Bearer {book.join('a', 'A', 0.0)}"}
    async with (
        Club(book).serving() as club,
        open_client(club, "127.0.0.2") as stranger,
        open_client(club, "127.0.0.2") as table,
    ):
        assert [await _ask_wrongly(stranger) for _ in range(20)] == [401] * 20
        tries = [asyncio.create_task(_ask_wrongly(stranger)) for _ in range(30)]
        async with asyncio.timeout(60):
            for _ in range(3):
                assert await _ask_again(table, right) == 200
        assert len(club.server.door) <= 10
        assert not any([each.done() and each.result() for each in tries]), "none has its answer"
        for each in tries:
            each.cancel()
    book.close()


async def _ask_again(table, right):
    """Ask until there is an answer, as a table does: its idle connection may be shut for those of its neighbour."""
    while True:
        with contextlib.suppress(aiohttp.ServerDisconnectedError):
            return (await table.get("/table/forgotten", headers=right)).status


async def _ask_wrongly(stranger):
    with contextlib.suppress(aiohttp.ClientError):
        return (await stranger.get("/table/forgotten", headers={"Authorization": "Bearer no-key"})).status


@pytest.mark.rotated
async def test_right_pin_waits_for_at_most_one_wrong_pin_per_address(club, web, monkeypatch):
    """Let six addresses try 19 PINs each, and hash a right one of another address among the first."""
    hashed, released, fits = [], threading.Event(), ClubStore.is_pin

    def slow(book, pin):
        hashed.append(pin)
        assert released.wait(60)
        return fits(book, pin)

    monkeypatch.setattr(ClubStore, "is_pin", slow)
    arrived, submit = [], FairQueue.submit

    def submit_and_record(queue, address, work):
        arrived.append(address)
        return submit(queue, address, work)

    monkeypatch.setattr(FairQueue, "submit", submit_and_record)
    async with contextlib.AsyncExitStack() as stack:
        strangers = [await stack.enter_async_context(open_client(club, f"127.0.0.{n + 2}")) for n in range(6)]
        tries = [
            asyncio.create_task(stranger.post("/organiser", data={"pin": str(n)}))
            for n in range(19)
            for stranger in strangers
        ]
        async with asyncio.timeout(60):
            while len(arrived) < len(tries):
                await asyncio.sleep(0.01)
            sign_in = asyncio.create_task(web.post("/organiser", data={"pin": PIN}, allow_redirects=False))
            while len(arrived) == len(tries):
                await asyncio.sleep(0.01)
            released.set()
            assert (await sign_in).status == 303
            assert hashed.index(PIN) <= 1 + len(strangers)
            assert {(await each).status for each in tries} == {403}


async def test_wrong_keys_and_codes_do_not_use_up_pin_attempts(club, web):
    for n in range(30):
        await web.get("/table/forgotten", headers={"Authorization": f"Bearer no-key-{n}"})
        await web.post("/tables", json={"code": "1", "table": "b", "name": "B"})
    assert (await web.post("/organiser", data={"pin": PIN}, allow_redirects=False)).status == 303


def open_client(club, address):
    """Open a client session from an address of its own, without cookies."""
    connector = aiohttp.TCPConnector(local_addr=(address, 0), limit=0)
    return aiohttp.ClientSession(club.address, connector=connector, cookie_jar=aiohttp.DummyCookieJar())


def _wall_code(club):
    return club.server._members.wall_code()


# ---- values


def make_news(**more):
    played = game(1, (30, 40))
    return {"id": played.id, "version": 1, "game": msgspec.to_builtins(played), **more}


UNFIT = {
    "20,000 seats": ("POST", "/games", {"games": [make_news(members={str(n): "m" for n in range(20_000)})]}),
    "seat of 10^30": ("POST", "/games", {"games": [make_news(members={str(10**30): "m"})]}),
    "seat 0": ("POST", "/games", {"games": [make_news(members={"0": "m"})]}),
    "long member": ("POST", "/games", {"games": [make_news(members={"1": "m" * 65})]}),
    "member with NUL": ("POST", "/games", {"games": [make_news(members={"1": "m\0"})]}),
    "version of 10^30": ("POST", "/games", {"games": [make_news(version=10**30)]}),
    "version 0": ("POST", "/games", {"games": [make_news(version=0)]}),
    "21 games": ("POST", "/games", {"games": [make_news()] * 21}),
    "a clock of 10^300": ("POST", "/games", {"games": [], "at": 1e300}),
    "10^30 games": ("POST", "/table/forgotten", {"receipt": "x", "games": 10**30}),
    "-1 games": ("POST", "/table/forgotten", {"receipt": "x", "games": -1}),
    "receipt with NUL": ("POST", "/table/forgotten", {"receipt": "x\0", "games": 1}),
    "8 at a table": ("POST", "/table/round", {"kind": "duel", "members": ["m"] * 8}),
    "kind of 61": ("POST", "/table/round", {"kind": "d" * 61, "members": []}),
    "65 addresses": ("PUT", "/table/addresses", {"addresses": ["http://a.example"] * 65}),
    "long address": ("PUT", "/table/addresses", {"addresses": ["http://" + "a" * 300]}),
    "long ticket": ("POST", "/table/members", {"ticket": "1" * 65}),
    "long code": ("POST", "/tables", {"code": "1" * 65, "table": "a", "name": "A"}),
    "no table": ("POST", "/tables", {"code": "1", "table": "a/b", "name": "A"}),
    "no name": ("POST", "/tables", {"code": "1", "table": "a", "name": ""}),
    "sign in a name": ("POST", "/tables", {"code": "1", "table": "a", "name": "A\u202eB"}),
    "format of a text": ("POST", "/games", {"games": [], "format": "1"}),
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("what", UNFIT)
async def test_value_out_of_range_is_refused_in_one_sentence(club, caplog, what):
    method, path, body = UNFIT[what]
    caplog.set_level(logging.WARNING)
    async with aiohttp.ClientSession(club.address) as web:
        headers = {"Authorization": f"Bearer {club.book.join('a', 'A', 0.0)}"}
        answer = await web.request(method, path, json=body, headers=headers)
        refusal = msgspec.json.decode(await answer.read(), type=said.ClubRefusal)
    assert (answer.status, refusal.code) == (422, "unfit"), refusal
    assert refusal.why.endswith(".")
    assert "\n" not in refusal.why
    assert caplog.records == []
    assert club.said == []
    assert club.book.count() == 0


@pytest.mark.rotated
@pytest.mark.parametrize(
    "result",
    [{"first": 10**30}, {"first": 3}, {"daily": {"date": "x", "data": 10**30}}, {"learned": [{}]}, {"turns": 10**30},
     {"scores": [{"total": 10**30}, {"total": 1}]}, {"bots": [3]}, {"seats": [None] * 20_000}],
    ids=range(8),
)  # fmt: skip
async def test_game_with_a_number_out_of_range_does_not_block_others(club, caplog, result):
    wrong, fine = make_news(), game(2, (30, 40))
    wrong["game"]["result"] |= result
    async with aiohttp.ClientSession(club.address) as web:
        headers = {"Authorization": f"Bearer {club.book.join('a', 'A', 0.0)}"}
        body = {"games": [wrong, {"id": fine.id, "version": 1, "game": msgspec.to_builtins(fine)}]}
        answer = await web.post("/games", json=body, headers=headers)
        assert (await answer.json())["unfit"] == [wrong["id"]]
    assert [played.id for played in club.book.games()] == [fine.id]
    assert caplog.records == []


async def test_member_at_a_seat_the_game_lacks_is_unfit(book):
    played = game(1, (30, 40))
    assert book.store_games("a", [GameNews(played.id, 1, played, {3: "m"})]).unfit == (played.id,)


@pytest.mark.parametrize("path", ["/receipt/x%00", "/me/sit?table=a&at=%00", "/me/claim?table=a%00", "/standings/x%00"])
async def test_nul_in_an_address_is_answered_with_404(club, path):
    club.book.ratings.let_all_read(True)
    async with aiohttp.ClientSession(club.address) as web:
        assert (await web.get(path)).status == 404
    assert club.said == []


# ---- what a table sends


@pytest.mark.rotated
async def test_uploads_fit_the_limit_and_an_unfit_game_blocks_no_other(table, club, monkeypatch):
    games = [msgspec.structs.replace(game(n, (30, 40)), moves=("1 x" + "y" * 900,)) for n in range(1, 31)]
    waiting = {played.id: GameNews(played.id, 1, played) for played in games}
    waiting[games[7].id] = GameNews(games[7].id, 1, games[7], {9: "nobody"})
    large = msgspec.structs.replace(games[9], moves=("1 x" + "y" * 5000,))
    waiting[large.id] = GameNews(large.id, 1, large)
    sent, ask, told = [], table.link._http.request, asyncio.Event()

    async def ask_and_record(method, address, body=None, *more, **named):
        if address.endswith("/games"):
            sent.append(len(body))
        return await ask(method, address, body, *more, **named)

    @contextlib.contextmanager
    def commit(_=0.0):
        yield type("Write", (), {"for_club": type("Club", (), {"remove_sent": staticmethod(drop)})})

    def drop(versions, _):
        for each in versions:
            waiting.pop(each)
        if not waiting:
            told.set()

    await _join(table, club)
    monkeypatch.setattr(said, "LARGEST", 5000)
    monkeypatch.setattr(table.link._http, "request", ask_and_record)
    monkeypatch.setattr(table.link, "_read_news", lambda: list(waiting.values())[: table.link._batch])
    monkeypatch.setattr(table.store, "commit", commit)
    table.link.wake()
    async with asyncio.timeout(60):
        await told.wait()
    assert max(sent) <= 5000
    assert {played.id for played in club.book.games()} == {played.id for played in games} - {games[7].id, large.id}


async def _join(table, club):
    table.link.join(club.code(), club.address)
    await table.until("in")


def test_club_accepts_a_full_batch_of_the_current_table(games):
    every = tuple(GameNews(played.id, 1, played, {1: "m1"}) for played in games)[: said.BATCH]
    msgspec.json.decode(msgspec.json.encode(GamesUpload(every, at=1.0)), type=GamesUpload)


async def test_disconnect_before_the_body_raises_connection_error():
    body = aiohttp.StreamReader(SimpleNamespace(connected=False), 1024)  # a connection that has closed meanwhile
    with pytest.raises(ConnectionError):
        await read_body(body.readany(), 1.0)
