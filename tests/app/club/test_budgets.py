"""The budgets of all routes of both servers: each route has one, and a stranger's requests stay within it."""

import asyncio
import json
import logging
import random
import re
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from typing import NamedTuple, get_args
from urllib.parse import urlsplit

import aiohttp
import msgspec
import pytest
from aiohttp.test_utils import make_mocked_request
from msgspec.structs import fields

from app.club import game_store
from app.club.game_store import ClubStore
from app.club.page_helpers import LISTS
from app.club.rating_worker import RatingWorker
from app.club.relay import TableLine
from app.club.wall import WallPages
from app.phones.websockets import SOCKET
from app.protocol import relay_messages
from app.protocol.base_messages import Ping
from app.protocol.client_rights import tag
from app.protocol.history_messages import AskNames, AskReview, GetHistory, LookBack
from app.protocol.relay_messages import RelayHead
from app.storage import database
from app.web import connection_limits, route_budgets
from app.web.rate_limits import TokenBucket
from app.web.route_budgets import Budget, BudgetSpent, LaneExecutor, RouteBudgets, Spending
from tests.app import histories
from tests.app.club import processor_time
from tests.app.club.clubs import PIN, Club, send_part_of_body
from tests.app.club.evenings import fill_standings
from tests.app.phones.served import Served, serving
from tests.nights import strangers

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
WORDS = ("x", "a" * 22, "0", "1", "-1", "yes", "12345678", "ÄÖ😀", "x" * 300, "%00", "csv", "json", "people", "solo")
FIELDS = (
    "files", "as", "member", "page", "wants", "lang", "light", "table", "at", "join", "code", "game", "seat", "sign",
    "import", "position", "person", "fix", "review", "history", "share", "clip", "plays", "of",
)  # fmt: skip
FORMS = ("do", "pin", "name", "code", "sure", "seat", "member", "table", "lang", "known")
FORM_COMMANDS = ("join", "phone", "call", "out", "forget", "code", "let-in", "end", "begin", "round", "remove")
RANDOM_ATTEMPTS = 4
MARGIN = 4  # times the declared processor time, on a busy machine
CONTROL = re.compile("BEGIN|COMMIT|ROLLBACK|PRAGMA|SAVEPOINT|RELEASE")


class Server:
    """A server of either kind. `app` and `budgets`: its routes; `db`: the connection to its database.

    `id`: the beginning of the club's id; "" of a table. `served`: the table, `book`: the club's store.
    """

    def __init__(self, address, app, budgets, db, door, id="", served=None, book=None):
        self.address, self.app, self.budgets, self.db, self.door, self.id = address, app, budgets, db, door, id
        self.served, self.book = served, book
        self.host = urlsplit(address)


@pytest.fixture(params=["table", "lobby", "club"])
async def server(request, tmp_path, facts, monkeypatch):
    made, register = [], RouteBudgets.register

    def register_and_record(budgets, app, *routes):
        register(budgets, app, *routes)
        made.append((app, budgets))

    monkeypatch.setattr(RouteBudgets, "register", register_and_record)
    monkeypatch.setattr("app.web.guarded_server.SHUT", 0.05)
    if request.param != "club":
        monkeypatch.setattr("app.phones.server.SETTLE", 1e6)  # it prepares files in a thread
        histories.evenings_in(tmp_path, facts)
        opened = Served(tmp_path, facts).seats(4)
        if request.param == "table":
            opened.sit("Ada", "Ben").start()
        async with serving(opened) as served:
            yield Server(served.base, *made[0], served.store._db, served.running.door, served=served)
        return
    monkeypatch.setattr(game_store, "COST", 2)
    for worker, work in ((WallPages, "_run"), (RatingWorker, "run")):  # so that only requests use the database
        monkeypatch.setattr(worker, work, lambda _: asyncio.sleep(0))
    book = ClubStore(tmp_path / "club.db")
    book.set_pin(PIN)
    book.ratings.let_all_read(True)
    async with Club(book).serving() as club:
        yield Server(club.address, *made[0], book._database._db, club.server.door, book.id[:8], book=book)
    book.close()


def addresses(server, key=""):
    """Yield the calls of all routes: each method, an address with a key and generated parts, and the budget."""
    rng = random.Random(77)
    for route in server.app.router.routes():
        path = route.resource.canonical.replace("{key}{page}", "k" * 22).replace("{key}", key or "{key}")
        path = re.sub(
            r"\{\w+\}", lambda _: rng.choice(("x", "a" * 22, "0" * 300)), path.replace("{pool}", "architects-7")
        )
        methods = (route.method,) if route.method != "*" else ("GET", "POST")
        yield from ((method, path, server.budgets.find(route)) for method in methods)


def list_undeclared(app, budgets):
    """List the routes without a budget."""
    methods = {route: "GET" if route.method == "HEAD" else route.method for route in app.router.routes()}
    return [route for route, method in methods.items() if (route.resource, method) not in budgets._budgets]


async def test_each_route_declares_a_budget(server):
    assert len(server.app.router.routes()) > 20
    assert list_undeclared(server.app, server.budgets) == []


def test_each_route_of_a_relay_declares_a_budget(tmp_path):
    book = ClubStore(tmp_path / "club.db")
    relay = Club(book, relay_url="https://far.example").server.relay
    app = relay.app()
    assert len(app.router.routes()) > 10
    assert list_undeclared(app, relay.budgets) == []
    book.close()


@pytest.fixture
def spendings(monkeypatch):
    """The uses of all requests and messages in turn, filled while they are answered."""
    found, init = [], Spending.__init__

    def init_and_record(spending, *args):
        init(spending, *args)
        found.append(spending)

    monkeypatch.setattr(Spending, "__init__", init_and_record)
    return found


async def test_no_route_waits_for_more_of_a_body_than_it_declares(server):
    for method, path, budget in addresses(server):
        for kind in () if path.endswith("/live") or path.startswith("/socket") else (FORM, JSON):
            status = await send_part_of_body(server.address, method, path, kind, budget.body + 1)
            assert status in range(200, 500), (method, path, status)
            assert status != 408, f"{method} {path} has waited for the rest"
            if status < 300:
                assert method in ("GET", "HEAD"), (method, path)


def trace(server, monkeypatch, statements):
    """Add each statement of the server's database to a list."""

    def trace_statements(db):
        db.set_trace_callback(lambda sql: None if server.id and CONTROL.match(sql) else statements.append(sql))
        return db

    trace_statements(server.db)
    reading = database._connect_read_only
    monkeypatch.setattr(database, "_connect_read_only", lambda path: trace_statements(reading(path)))


class Use(NamedTuple):
    """The use of one request, counted outside the server. `seconds`: of a processor."""

    call: str
    budget: Budget
    spending: Spending
    statements: int
    jobs: int
    hashes: int
    seconds: float


async def walk(server, spendings, monkeypatch, calls, headers, cookies, players):
    """Make each call with generated input, several times, and yield what the database, threads and processor did."""
    rng, statements, jobs, hashes = random.Random(7), [], [], []
    spent = processor_time.measure(monkeypatch)
    submit, hashing = ThreadPoolExecutor.submit, game_store._hash_pin

    def submit_and_record(pool, *args, **kwargs):
        jobs.append(args)
        return submit(pool, *args, **kwargs)

    def hash_pin(*args):
        hashes.append(args)
        return hashing(*args)

    monkeypatch.setattr(ThreadPoolExecutor, "submit", submit_and_record)
    monkeypatch.setattr(game_store, "_hash_pin", hash_pin)
    trace(server, monkeypatch, statements)
    if server.book:
        fill_standings(server.book, players)
    async with aiohttp.ClientSession(server.address, cookie_jar=aiohttp.DummyCookieJar()) as client:
        for method, path, budget in calls:
            for _ in range(RANDOM_ATTEMPTS):
                form = {field: rng.choice(WORDS + FORM_COMMANDS) for field in rng.sample(FORMS, 4)}
                request = {
                    "params": {field: rng.choice(WORDS) for field in rng.sample(FIELDS, 3)},
                    "headers": headers(rng),
                    "cookies": cookies,
                } | ({} if method in ("GET", "HEAD") else {rng.choice(("data", "json")): form})
                for seen in (statements, jobs, hashes, spendings, spent):
                    seen.clear()
                if server.served:
                    server.served.table.finished.forget()
                with suppress(TimeoutError):
                    async with client.request(method, path, **request, allow_redirects=False) as answer:
                        is_later = answer.status == 503 and "clip" in request["params"]  # after the game
                        assert answer.status < 500 or is_later, (method, path, request)
                        if answer.content_type != "text/event-stream":
                            await answer.read()
                [spending] = spendings
                call = f"{method} {path}"
                yield Use(call, budget, spending, len(statements), len(jobs), len(hashes), sum(spent))


@pytest.mark.rotated
async def test_a_stranger_stays_within_the_budget_of_every_route(server, spendings, caplog, monkeypatch):
    """Compare what is counted outside the server with what it has counted, and with what its routes declare."""
    caplog.set_level(logging.ERROR)
    changes, least = [], {}
    wrong = {f"{of}-{server.id}": "k" * 22 for of in ("member", "organiser")}

    def headers(rng):
        return {"Authorization": f"Bearer {rng.choice(WORDS)}".encode("ascii", "ignore").decode()}

    async for use in walk(server, spendings, monkeypatch, addresses(server), headers, wrong, 10_000):
        used = use.spending.used
        assert all(used[what] <= getattr(use.budget, what) for what in used), (use.call, used)
        assert not use.spending.is_verified, use.call
        assert use.hashes == used["hashes"], use.call
        assert use.jobs == used["jobs"] + used["hashes"], use.call
        assert use.statements == used["statements"] or used["changes"], use.call
        changes.append(used["changes"])
        least[use.call] = min(least.get(use.call, (inf,)), (use.seconds, use.budget.cpu))  # the first fills caches
    assert [call for call, (seconds, cpu) in least.items() if not 0 < 1000 * seconds < MARGIN * cpu] == []
    assert len(changes) > 4 * sum(changes)
    assert caplog.records == []


async def sign_in(server, who):
    """Return the headers, the cookies and the key in addresses of somebody whom the server knows."""
    match who:
        case "seat":
            return {}, {}, server.served.keys[1]
        case "member":
            return {}, {f"member-{server.id}": server.book.people.create("Ada", 0.0)[1]}, ""
        case "table":
            return {"Authorization": f"Bearer {server.book.join('a', 'Window', 0.0)}"}, {}, ""
    pin = {"data": {"pin": PIN}, "allow_redirects": False}
    async with aiohttp.ClientSession(server.address) as web, web.post("/organiser", **pin) as let_in:
        return {}, {name: morsel.value for name, morsel in let_in.cookies.items()}, ""


WITH_KEY = pytest.mark.parametrize(
    ("server", "who"),
    [("table", "seat"), ("club", "member"), ("club", "table"), ("club", "organiser")],
    indirect=["server"],
)


@pytest.mark.sampled(2)
@WITH_KEY
async def test_no_route_with_a_key_waits_for_more_of_a_body_than_it_declares(server, who, spendings):
    headers, cookies, key = await sign_in(server, who)
    headers = {**headers, "Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
    verified = 0
    for method, path, budget in addresses(server, key):
        if method == "POST":
            spendings.clear()
            kind = JSON if who == "table" else FORM
            size = max(budget.body, budget.verified_body) + 1
            status = await send_part_of_body(server.address, method, path, kind, size, headers)
            assert status in range(300, 500), (method, path, status)
            assert status != 408, f"{method} {path} has waited for the rest"
            verified += spendings[0].is_verified
    assert verified


@pytest.mark.sampled(2)
@WITH_KEY
async def test_pages_with_a_right_key_need_bounded_work(server, who, spendings, monkeypatch, caplog):
    """Read each page with a right key, which has no limits, beside 600 members: it needs few of all things."""
    caplog.set_level(logging.ERROR)
    headers, cookies, key = await sign_in(server, who)
    least = {}
    calls = [(*call, budget) for *call, budget in addresses(server, key) if call[0] in ("GET", "HEAD")]
    async for use in walk(server, spendings, monkeypatch, calls, lambda rng: headers, cookies, 600):
        if use.spending.is_verified:
            assert use.statements <= 100, use
            assert use.jobs <= 10, use
            assert use.hashes == 0, use
            least[use.call] = min(least.get(use.call, inf), use.seconds)
    assert len(least) >= 2
    assert 1000 * max(least.values()) < MARGIN * LISTS.cpu, least
    assert caplog.records == []


@pytest.mark.parametrize("server", ["club"], indirect=True)
@pytest.mark.parametrize(("short", "reaches"), [("jobs", 3), ("statements", 1), ("rows", 2)])
async def test_route_over_its_budget_is_stopped(server, spendings, monkeypatch, caplog, short, reaches):
    enough = {"jobs": 9, "statements": 9, "rows": 9}
    monkeypatch.setattr(server.budgets, "find", lambda route: Budget(**{**enough, short: 1}))
    statements = []
    server.db.set_trace_callback(lambda sql: None if CONTROL.match(sql) else statements.append(sql))
    async with aiohttp.ClientSession(server.address) as stranger, stranger.get("/") as answer:
        assert answer.status == 503
        assert "This takes the club too long for a visitor." in await answer.text()
    [line] = caplog.records
    assert line.getMessage() == f"GET / was stopped: more {short} than declared"
    assert line.exc_info is None
    assert len(statements) == reaches, "the rest does not reach the database"
    assert spendings[0].used[short] == 2
    monkeypatch.undo()
    async with aiohttp.ClientSession(server.address) as stranger, stranger.get("/") as answer:
        assert answer.status == 200


@pytest.mark.parametrize("server", ["table"], indirect=True)
async def test_table_answers_503_to_a_stopped_request(server, monkeypatch, caplog):
    monkeypatch.setattr(server.budgets, "find", lambda route: Budget(statements=99, rows=99, body=900))
    form = {"name": "Cleo", "seat": "1"}
    async with aiohttp.ClientSession(server.address) as stranger, stranger.post("/", data=form) as answer:
        assert answer.status == 503
        assert "This takes the table too long for a visitor." in await answer.text()
    [line] = caplog.records
    assert line.getMessage() == "POST / was stopped: more changes than declared"
    assert line.exc_info is None


def message(rng, kind, id, games):
    """Make a message of a kind whose required fields have the right types and random values."""
    ask = {"type": tag(kind), "id": id}
    for field in fields(kind):
        if field.required and field.name != "id":
            values = {str: (*games * 9, *WORDS), int: (0, 1, -1, 99), bool: (True,)}.get(field.type, (None, [], {}))
            ask[field.name] = rng.choice(values)
    return ask


async def receive_answer(socket, id):
    """Receive messages until the answer to the message with this id, and return the answer."""
    async with asyncio.timeout(60):
        while (said := await socket.receive_json()).get("id") != id:
            pass
    return said


@pytest.fixture
def quick(monkeypatch):
    """Messages are never too fast."""
    monkeypatch.setattr(TokenBucket, "allows", lambda *_: True)


@pytest.mark.parametrize("server", ["table", "lobby"], indirect=True)
@pytest.mark.usefixtures("quick")
async def test_a_stranger_stays_within_the_budget_of_every_message(server, spendings, caplog, monkeypatch):
    """Send each kind of message with generated input, small, as large as it may be, and larger."""
    rng, statements, table, heard = random.Random(7), [], server.served.table, {}
    budgets = server.served.running.connections.budgets
    games = [game.mark for game in table.finished.list_games()]
    trace(server, monkeypatch, statements)
    async with aiohttp.ClientSession(server.address) as stranger, stranger.ws_connect("/socket") as socket:
        for kind, listed in table.intents.items():
            for size in (0, 0, 0, listed.max_bytes, listed.max_bytes + 1)[: 5 if listed.max_bytes < SOCKET.body else 3]:
                id = f"{tag(kind)}-{rng.random()}"
                text = json.dumps(message(rng, kind, id, games))
                statements.clear()
                spendings.clear()
                table.finished.forget()
                await socket.send_str(text[:-1] + "}".rjust(size - len(text) + 1))
                said = await receive_answer(socket, id)
                heard.setdefault(kind, []).append(said.get("rule", said["type"]))
                assert all(
                    spending.used[what] <= getattr(spending.budget, what)
                    for spending in spendings
                    for what in spending.used
                ), said
                assert len(statements) == sum(spending.used["statements"] for spending in spendings), said
                assert not size or (heard[kind][-1] == "message") >= (size > listed.max_bytes)
            assert budgets[kind].body == listed.max_bytes <= SOCKET.body
    answered = {kind for kind, listed in table.intents.items() if listed.answer.__struct_config__.tag in heard[kind]}
    assert answered >= {GetHistory, LookBack, AskReview, AskNames, Ping}
    assert caplog.records == []


def test_a_relay_refuses_messages_larger_than_their_kind():
    assert set(get_args(relay_messages.FromTable)) == set(relay_messages.FROM_TABLE_BYTES)
    line = TableLine(None)
    line.receive(relay_messages.encode(RelayHead(1, 200, {"Location": "x" * 16_000})))
    with pytest.raises(msgspec.ValidationError):
        line.receive(relay_messages.encode(RelayHead(1, 200, {"Location": "x" * 16_384})))


async def test_processor_time_counts_the_request_and_its_jobs(monkeypatch):
    asyncio.get_running_loop().set_default_executor(LaneExecutor())
    spent, used = processor_time.measure(monkeypatch), []

    def work():
        began = time.thread_time()
        while time.thread_time() - began < 0.01:
            pass
        used.append(time.thread_time() - began)

    async def handler():
        work()
        await asyncio.to_thread(work)
        work()

    async def burn_processor_time():
        await asyncio.sleep(0)
        began = time.thread_time()
        while time.thread_time() - began < 0.1:
            pass

    aside = asyncio.create_task(burn_processor_time())
    await RouteBudgets(Budget(jobs=1)).run_counted(make_mocked_request("GET", "/"), handler())
    await aside
    assert sum(used) <= sum(spent) < sum(used) + 0.05


async def test_task_has_no_budget_after_its_request_is_answered():
    tasks = []

    async def handler():
        tasks.append(asyncio.create_task(asyncio.sleep(0)))
        tasks.append(asyncio.create_task(later()))

    async def later():
        await tasks[0]
        route_budgets.spend("statements")

    request = make_mocked_request("GET", "/")
    await RouteBudgets().run_counted(request, handler())
    await tasks[1]
    with pytest.raises(BudgetSpent):
        await RouteBudgets().run_counted(request, later())


@pytest.mark.parametrize("server", ["table"], indirect=True)
async def test_message_over_its_budget_is_refused(server, caplog):
    connections = server.served.running.connections
    connections.budgets[GetHistory] = Budget(body=900, changes=1)
    server.served.table.finished.forget()
    async with aiohttp.ClientSession(server.address) as stranger, stranger.ws_connect("/socket") as socket:
        await socket.send_json({"type": "recall", "id": "a"})
        assert (await receive_answer(socket, "a"))["rule"] == "too-fast"
        await socket.send_json({"type": "ping", "id": "b"})
        assert (await receive_answer(socket, "b"))["type"] == "pong"
    [line] = caplog.records
    assert line.getMessage() == "a message recall was stopped: more statements than declared"
    assert line.exc_info is None


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("addresses", [1, 6])
async def test_hostile_connections_do_not_lock_others_out(server, spendings, addresses, monkeypatch):
    """Open 100 hostile connections of five kinds, and let somebody else in beside them, and at the same address."""
    monkeypatch.setattr(connection_limits, "MAX_PER_ADDRESS", 12)
    monkeypatch.setattr(connection_limits, "MAX_CONNECTIONS", 60)
    kind = "club" if server.id else "table"
    crowd = asyncio.gather(*(
        strangers.hold(server.host.port, kind, n, strangers.ADDRESSES[n % addresses])
        for n in range(strangers.CONNECTIONS)
    ))  # fmt: skip
    async with asyncio.timeout(60):
        while len(spendings) < 20:
            await asyncio.sleep(0.01)
        for address in (strangers.OTHER_ADDRESS, strangers.ADDRESSES[0]) * 3:
            connector = aiohttp.TCPConnector(local_addr=(address, 0), force_close=True)
            async with aiohttp.ClientSession(server.address, connector=connector) as other:
                while not await strangers.is_answered(other, strangers.Other("/here", address)):
                    await asyncio.sleep(0.01)
            assert len(server.door) <= min(60, 12 * (addresses + 1))
    for spending in spendings:
        used = spending.used
        assert spending.is_verified or all(used[what] <= getattr(spending.budget, what) for what in used)
    crowd.cancel()
    await asyncio.wait([crowd])
