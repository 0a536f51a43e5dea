"""The club's relay: a friend far away plays at a table through its club, and reaches nothing else of either."""

import asyncio
import random
import re
import socket
from types import SimpleNamespace
from unittest.mock import ANY

import aiohttp
import pytest
from aiohttp import web
from yarl import URL

from app.club.game_store import ClubStore
from app.host.club_relay import RelayLink
from app.phones.routes import Routes
from app.protocol import relay_messages
from app.protocol.client_rights import Actor
from app.protocol.club_membership_messages import UseRelay
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import InviteFar
from app.protocol.table_to_club_messages import Membership
from app.web.guarded_server import serve_app
from app.web.public_address import FORWARDED, ROUTES
from app.web.rate_limits import ATTEMPTS
from engine.game import Seat
from tests.app.club.clubs import Club
from tests.app.club.relays import RelayEvening, relaying
from tests.app.host.far_away import Friend, Line
from tests.app.phones.served import Served, no_redirect, serving
from tests.running import eventually

ADA = Actor("seat", Seat(0))
ACTIONS = 6  # of the friend


@pytest.fixture
async def at(tmp_path, facts):
    book = ClubStore(tmp_path / "club.db")
    async with serving(Served(tmp_path, facts, headless=False)) as served, relaying(served, book) as evening:
        served.seats(2)
        yield evening
    book.close()


@pytest.fixture
async def friend(at):
    async with aiohttp.ClientSession(at.base) as session:
        yield session


async def sit(friend, where):
    answer = await no_redirect(friend, where, name="Mia", lang="en")
    assert answer.status == 303, await answer.text()
    return answer.headers["Location"]


async def test_friend_joins_and_plays_through_the_relay(at, friend):
    where = at.invite(2)
    seat = await sit(friend, where)
    assert at.served.table_view()["seats"][1] | {"far": True, "name": "Mia"} == at.served.table_view()["seats"][1]
    page = await friend.get(seat)
    assert page.status == 200
    text = await page.text()
    assert not re.search(r'(?:src|href|action)="/', text)
    for linked in set(re.findall(r'(?:src|href)="\.\.(/static/[^"]+)"', text)):
        file = await friend.get(f"{at.home}{linked}")
        assert file.status == 200, linked
        assert "immutable" in file.headers["Cache-Control"]
    async with friend.ws_connect(f"{seat}/live") as live:
        assert (await live.receive(timeout=5)).type is aiohttp.WSMsgType.TEXT
        await live.send_json({"type": "ping", "id": "1"})
        while "pong" not in (await live.receive(timeout=5)).data:
            pass
    assert (await no_redirect(friend, where, name="Leo", lang="en")).status == 410


async def test_relay_exposes_no_other_route_of_table_or_club(at, friend):
    """Walk all routes of both servers at the relay's address, with the keys and tickets of the house."""
    at.served.sit("Ada")
    table = Routes(at.served.running.connections, "key").app().router
    values = {"key": at.served.keys[1], "ticket": at.served.table.joining.ticket(Seat(1)), "mark": "x", "name": "x.js"}
    paths = {each.canonical for router in (table, at.club.server.app().router) for each in router.resources()}
    assert paths > ROUTES | {"/socket", "/watch", "/organiser", relay_messages.PATH}
    filled = {re.sub(r"\{(\w+)\}", lambda each: values.get(each[1], "x"), path) for path in paths}
    home = at.home
    detours = "/static/../watch", "/static/x/..%2f..%2fwatch", "/seat/..", "/join/%2e%2e", "//watch", "/seat/x/live/.."
    walked = [*filled, *(f"{home}{path}" for path in (*filled, *detours)), f"/far/{'0' * 32}/join/x"]
    for path in walked:
        for ask in (friend.get, friend.post):
            answer = await ask(URL(f"{at.base}{path}", encoded=True), allow_redirects=False)
            text = await answer.text()
            assert answer.status in (400, 404, 405, 410), (path, answer.status)
            assert not re.search(f"Ada|{at.served.table.id}|Organise", text), path
    assert (await friend.get(at.club.address + home + at.invite(2).removeprefix(home))).status == 404
    with pytest.raises(aiohttp.WSServerHandshakeError):
        await friend.ws_connect(f"{home}/socket")
    assert (await friend.get(at.invite(2), headers={"Host": "127.0.0.1"})).status == 421


async def test_relay_strips_club_cookies_and_forged_headers(at, friend, monkeypatch):
    seen = []
    real = Routes._answer

    async def answer(self, request, handler):
        seen.append((dict(request.cookies), request.headers[FORWARDED], request.headers["Host"]))
        return await real(self, request, handler)

    monkeypatch.setattr(Routes, "_answer", answer)
    sent = {"Cookie": "session=secret; light=bright; words=3", FORWARDED: "192.0.2.1", "Authorization": "x"}
    page = await friend.get(at.invite(2), headers=sent)
    assert "Set-Cookie" not in page.headers
    assert page.headers["X-Frame-Options"] == "DENY"
    assert seen == [({"light": "bright", "words": "3"}, "127.0.0.1", at.base.removeprefix("http://"))]


async def test_wrong_keys_of_one_stranger_do_not_lock_out_others(at, friend):
    home = at.home
    for _ in range(ATTEMPTS):
        await friend.get(f"{home}/seat/wrong", headers={FORWARDED: "192.0.2.1"})
    assert (await friend.get(f"{home}/seat/wrong")).status == 429
    connector = aiohttp.TCPConnector(local_addr=("127.0.0.2", 0))
    async with aiohttp.ClientSession(at.base, connector=connector) as other:
        assert (await other.get(f"{home}/seat/wrong")).status == 404


async def test_owner_closes_the_relay_with_one_touch(at, friend):
    seat = await sit(friend, at.invite(2))
    async with friend.ws_connect(f"{seat}/live") as live:
        await live.receive(timeout=5)
        at.served.send(UseRelay, on=False)
        async with asyncio.timeout(1):
            while (await live.receive()).type is aiohttp.WSMsgType.TEXT:
                pass
    assert live.close_code == relay_messages.LOST_CODE
    assert (await friend.get(seat)).status == 404
    assert (at.network.relay, at.network.public) == ("", None)
    assert "far away" in await (await friend.get(f"{at.club.address}/")).text()
    await at.switch_on()
    assert (await friend.get(seat)).status == 200  # the same evening goes on


async def test_removed_table_loses_its_relay_address(at, friend, monkeypatch):
    monkeypatch.setattr("app.club.relay.CHECK_SECONDS", 0.01)
    await at.switch_off()
    await at.switch_on()
    where = at.invite(2)
    at.club.book.end_key(at.served.table.id)
    await at.until("refused")
    assert (await friend.get(where)).status == 404
    assert at.evening.link.club is None


async def test_streams_per_address_are_limited(at, friend, monkeypatch):
    real, held, released = Routes._answer, [], asyncio.Event()
    all_held = asyncio.Event()

    async def answer(self, request, handler):
        held.append(request.path)
        if len(held) == relay_messages.CLIENT_STREAMS:
            all_held.set()
        await released.wait()
        return await real(self, request, handler)

    monkeypatch.setattr(Routes, "_answer", answer)
    where = at.invite(2)
    async with asyncio.TaskGroup() as group:
        waiting = [group.create_task(friend.get(where)) for _ in range(relay_messages.CLIENT_STREAMS)]
        async with asyncio.timeout(30):
            await all_held.wait()
        assert (await friend.get(where)).status == 503
        released.set()
    assert {answer.result().status for answer in waiting} == {200}


async def test_oversized_message_ends_only_its_own_stream(at, friend, monkeypatch):
    where = at.invite(2)
    monkeypatch.setattr(relay_messages, "LARGEST", 1000)
    with pytest.raises(aiohttp.ClientError):
        await (await friend.get(where)).read()
    monkeypatch.undo()
    monkeypatch.setattr(relay_messages, "TABLE_BYTES", 0)
    assert (await friend.get(where)).status == 504
    monkeypatch.undo()
    assert (await friend.get(where)).status == 200
    assert (await friend.post(where, data=b"x" * (relay_messages.BODY_BYTES + 1))).status == 413


async def test_club_without_a_relay_is_reported(tmp_path, facts):
    book = ClubStore(tmp_path / "club.db")
    async with serving(Served(tmp_path, facts, headless=False)) as served, Club(book).serving() as club:
        evening = RelayEvening(served, club, 1)
        with pytest.raises(Rejection, match="no-club"):
            served.send(UseRelay, on=True)
        await evening.evening.join()
        served.send(UseRelay, on=True)
        await evening.until("refused")
        await evening.close()
    book.close()


SMUGGLED = " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /watch"


@pytest.mark.parametrize(
    ("path", "client", "method"),
    [
        (f"/join/x{SMUGGLED}", "192.0.2.1", "GET"),
        ("@192.0.2.2/join/x", "192.0.2.1", "GET"),
        ("/watch", "192.0.2.1", "DELETE"),
        ("/watch", f"x\r\nHost: 127.0.0.1:8080{SMUGGLED}", "GET"),
    ],
)
async def test_club_cannot_request_more_than_remote_seats_may(tmp_path, facts, path, client, method):
    """Play the part of a club that sends what no relay sends."""
    answers = []
    key, where = "key", "https://relay.example.org"

    async def relay(request):
        club = web.WebSocketResponse()
        await club.prepare(request)
        ask = relay_messages.RelayRequest(1, method, path, client, {"Host": "127.0.0.1"})
        early, sound = (relay_messages.RelayRequest(number, "GET", "/watch", "192.0.2.1", {}) for number in (3, 2))
        for message in (early, relay_messages.RelayAddress(where + relay_messages.relay_path(key)), sound, ask):
            await club.send_bytes(relay_messages.encode(message))
        ends = 0
        while ends < 2:
            answer = relay_messages.decode_from_table(await club.receive_bytes())
            answers.append(answer)
            ends += isinstance(answer, relay_messages.RelayEnd)
        await club.close()
        return club

    app = web.Application()
    app.add_routes([web.get(relay_messages.PATH, relay)])
    with socket.create_server(("127.0.0.1", 0)) as listening:
        runner, door = await serve_app(app, listening)
        lets_in = asyncio.create_task(door.run())
        async with serving(Served(tmp_path, facts, headless=False)) as served:
            membership = Membership(f"http://127.0.0.1:{door.port}", "club", "Club", key)
            closed = asyncio.Event()

            def tell(state, url):
                if state == "away":
                    closed.set()

            def trust(public):
                served.running.routes.public = public

            link = RelayLink(SimpleNamespace(club=membership), served.port, trust, tell)
            running = asyncio.create_task(link.run())
            link.switch(True)
            async with asyncio.timeout(30):
                await closed.wait()
            running.cancel()
        lets_in.cancel()
        await runner.cleanup()
    assert [each for each in answers if isinstance(each, relay_messages.RelayHead)] == [
        relay_messages.RelayHead(2, 404, ANY)
    ]
    assert relay_messages.RelayEnd(1, relay_messages.LOST_CODE) in answers


@pytest.mark.rotated
async def test_browser_disconnect_closes_its_stream(at):
    host, port = at.base.removeprefix("http://").split(":")
    ask = f"GET {at.home}/seat/x HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode()
    for _ in range(2 * relay_messages.STREAMS):
        _, writer = await asyncio.open_connection(host, int(port))
        writer.write(ask)
        await writer.drain()
        writer.transport.abort()
    async with aiohttp.ClientSession(at.base) as friend:
        async with asyncio.timeout(30):
            while (await friend.get(f"{at.home}/join/x")).status == 503:
                pass
    [line] = at.club.server.relay.lines.values()
    await eventually(lambda: not line.streams)


@pytest.mark.rotated
async def test_friend_plays_on_through_cut_connections_and_a_table_restart(at, tmp_path, facts):
    """Play some turns; whole games over bad lines, with killed processes, are in test_relay_as_processes.py."""
    rng = random.Random("relay")
    at.served.send(SetGame, guided=False)
    at.served.sit("Ada")
    port = int(at.base.rpartition(":")[2])
    host = {"Host": f"127.0.0.1:{port}"}
    async with Line(lambda: port, rng, 0.01) as line, aiohttp.ClientSession(line.base, headers=host) as web_:
        friend = Friend(web_, rng)
        await friend.sit(at.invite(2))
        at.served.start()
        line.loss = at.line.loss = 0.1
        playing = asyncio.create_task(friend.play())

        def has_played(served: Served, actions: int) -> bool:
            """Answer what Ada is asked. Return True once the friend has played for some turns."""
            while asked := served.table.snapshot(ADA, served.table.log_end).questions:
                served.act(rng.choice(asked[0].legal))
            return friend.acted >= actions and line.cuts > 0 < at.line.cuts and friend.connected > 1

        await friend.until(lambda: has_played(at.served, ACTIONS))
        line.loss = at.line.loss = 0.0
        await at.close()
        await at.served.running.close()
        at.served.store.close()
        async with serving(Served(tmp_path, facts, headless=False)) as served:
            again = RelayEvening(served, at.club, port, at.line)
            await again.evening.until_told()
            served.keys, served._ids, played = at.served.keys, at.served._ids, friend.acted
            assert again.network.relay == "", "the owner switches it on again"
            await again.switch_on()
            assert again.home == at.home
            await friend.until(lambda: has_played(served, played + 1))
            served.send(InviteFar, seat=2, cancel=True)
            await playing
            assert friend.ended == "gone"
            assert (await web_.get(friend.path)).status == 404
            await again.close()
