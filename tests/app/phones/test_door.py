"""Tests of connection limits: the number of sockets, and the timeout of silent ones."""

import asyncio
import errno
import socket
from contextlib import suppress
from pathlib import Path

import aiohttp
import pytest

from app.web import connection_limits as doors
from app.web import request_helpers
from app.web.connection_limits import ConnectionLimiter, is_public_ipv6
from app.web.public_address import PublicAddress
from tests.app.phones.served import PATIENCE, Served, serving

OTHER_DEVICE = "127.0.0.2"  # another device, as the table sees it


@pytest.fixture
async def narrow(tmp_path: Path, facts: bytes, monkeypatch: pytest.MonkeyPatch):
    """A table that lets in six, of whom four from one address."""
    monkeypatch.setattr(doors, "MAX_CONNECTIONS", 6)
    monkeypatch.setattr(doors, "MAX_PER_ADDRESS", 4)
    async with serving(Served(tmp_path, facts)) as running:
        yield running


@pytest.fixture
async def knock():
    """A connection that sends some bytes and stays open until the test is over; returns its reader."""
    writers = []

    async def connect(served: Served, of: str = "127.0.0.1", say: bytes = b"") -> asyncio.StreamReader:
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port, local_addr=(of, 0))
        writers.append(writer)
        writer.write(say)
        return reader

    yield connect
    for writer in writers:
        writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()


def is_cut_off(reader: asyncio.StreamReader) -> bool:
    return reader.at_eof() or reader.exception() is not None


async def wait_until(true) -> None:
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


async def page(served: Served, of: str = "127.0.0.1") -> int:
    connector = aiohttp.TCPConnector(local_addr=(of, 0))
    async with aiohttp.ClientSession(served.base, connector=connector) as phone, phone.get("/") as answer:
        return answer.status


async def test_idle_connections_do_not_block_new_clients(narrow, knock):
    idle = [await knock(narrow, of) for of in ["127.0.0.1"] * 9 + [OTHER_DEVICE] * 9]
    assert await page(narrow) == await page(narrow, OTHER_DEVICE) == await page(narrow, "127.0.0.3") == 200
    assert len(narrow.running.door) <= 6
    await wait_until(lambda: sum(map(is_cut_off, idle)) >= 18 - 6)
    assert is_cut_off(idle[0])
    assert not is_cut_off(idle[-1])  # only those who were quiet longest


async def test_connections_of_one_address_do_not_displace_another_address(narrow, knock):
    other = [await knock(narrow, OTHER_DEVICE) for _ in range(2)]
    mine = [await knock(narrow) for _ in range(20)]
    await wait_until(lambda: sum(map(is_cut_off, mine)) == 16)
    assert not any(map(is_cut_off, other))


async def test_clients_behind_a_proxy_do_not_displace_each_other(tmp_path, facts, knock, monkeypatch):
    monkeypatch.setattr(doors, "MAX_PER_ADDRESS", 4)
    made = Served(tmp_path, facts)
    made.public = PublicAddress.parse("https://table.example.org", ["127.0.0.1"])

    async def ask(client):
        said = f"GET / HTTP/1.1\r\nHost: table.example.org\r\nX-Forwarded-For: {client}\r\n\r\n".encode()
        reader = await knock(made, say=said)
        assert b" 404 " in await reader.readuntil(b"\r\n\r\n")
        return reader

    async with serving(made):
        one = [await ask("203.0.113.1") for _ in range(4)]
        other = [await ask("203.0.113.2") for _ in range(4)]
        assert not any(map(is_cut_off, (*one, *other)))
        await ask("203.0.113.1")
        await wait_until(lambda: is_cut_off(one[0]))
        assert not any(map(is_cut_off, (*one[1:], *other)))


FORM = (
    b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\nContent-Type: application/x-www-form-urlencoded\r\n"
)


async def test_incomplete_forms_do_not_block_new_clients(narrow, knock):
    for _ in range(3):  # said again as often as one is pushed out
        for number in range(2, 6):
            for _ in range(3):
                await knock(narrow, f"127.0.0.{number}", FORM + b"\r\nseat=1&na")
        await asyncio.sleep(0.05)
        assert await page(narrow) == await page(narrow, "127.0.0.9") == 200
    assert len(narrow.running.door) <= 6


async def test_single_idle_connection_is_kept_while_others_open_many(narrow, knock):
    one = await knock(narrow, "127.0.0.9")
    for number in range(2, 6):
        for _ in range(9):
            await knock(narrow, f"127.0.0.{number}")
    await wait_until(lambda: len(narrow.running.door) == 6)
    assert await page(narrow) == 200
    assert not is_cut_off(one)


async def test_complete_form_is_served_until_answered(narrow, client):
    narrow.sit("Ada", "Ben")
    async with client.post("/", data={"seat": "1", "name": "Eve"}) as answer:
        assert answer.status == 410
    assert not narrow.running.door._served


async def test_open_phone_sockets_are_not_displaced(narrow, client, call, knock):
    narrow.sit("Ada", "Ben")
    phones = [await call(f"/socket/{key}") for key in narrow.keys.values()]
    for phone in phones:
        await phone.receive("snapshot")
    for _ in range(12):
        await knock(narrow)
    assert await page(narrow) == 200
    for phone in phones:
        await phone.say(type="ping", id="1")
        assert await phone.receive("pong")


@pytest.fixture
async def client(narrow):
    async with aiohttp.ClientSession(narrow.base) as session:
        yield session


async def test_new_connection_is_refused_if_all_of_its_address_are_in_use(narrow, client, call, knock):
    watching = [await call("/socket") for _ in range(4)]
    for each in watching:
        await each.receive("snapshot")
    refused = await knock(narrow)
    await wait_until(lambda: is_cut_off(refused))
    assert await page(narrow, OTHER_DEVICE) == 200


async def test_incomplete_request_times_out(tmp_path, facts, monkeypatch, knock):
    monkeypatch.setattr("app.web.guarded_server.FULL_REQUEST", 0.05)
    monkeypatch.setattr(request_helpers, "FULL_REQUEST", 0.05)
    async with serving(Served(tmp_path, facts)) as served:
        nothing = await knock(served)
        half = await knock(served, say=b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        form = b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 900\r\n"
        body = await knock(served, say=form + b"Content-Type: application/x-www-form-urlencoded\r\n\r\nseat=1&na")
        again = await knock(served, say=b"GET /here HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        async with asyncio.timeout(PATIENCE):
            assert await nothing.read() == b""
            assert await half.read() == b""
            assert (await body.readline()).split()[1] == b"408"
            assert (await again.readline()).split()[1] == b"200"  # and after that
            while await again.read(1000):
                pass


async def test_accept_is_retried_after_too_many_open_files(tmp_path, facts, monkeypatch):
    loop = asyncio.get_running_loop()
    accept, full = loop.sock_accept, [OSError(errno.EMFILE, "Too many open files")] * 3

    async def accepts(listening: socket.socket):
        if full:
            raise full.pop()
        return await accept(listening)

    monkeypatch.setattr(loop, "sock_accept", accepts)
    monkeypatch.setattr(doors, "ACCEPT_RETRY_SECONDS", 0.0)
    async with serving(Served(tmp_path, facts)) as served:
        assert await page(served) == 200
    assert not full


async def test_too_many_open_files_closes_the_longest_idle_connection(narrow, monkeypatch, knock):
    loop = asyncio.get_running_loop()
    first = await knock(narrow)
    await wait_until(lambda: len(narrow.running.door) == 1)
    accept = loop.sock_accept

    async def fails_once(listening: socket.socket):
        monkeypatch.setattr(loop, "sock_accept", accept)
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(loop, "sock_accept", fails_once)
    await knock(narrow)  # taken by the accept that waits already
    await wait_until(lambda: is_cut_off(first))


def test_closed_connection_limiter_frees_the_port():
    listening = socket.create_server(("127.0.0.1", 0))
    address, door = listening.getsockname(), ConnectionLimiter(listening, None)
    with pytest.raises(OSError, match="in use"):
        socket.create_server(address)
    door.close()
    socket.create_server(address).close()


@pytest.mark.parametrize(
    ("address", "afar"),
    [
        ("192.168.1.7", False),
        ("8.8.4.4", False),  # a router has let it in on purpose
        ("::ffff:8.8.4.4", False),
        ("::1", False),
        ("fd00::7", False),
        ("fe80::7%eth0", False),
        ("2a00:1450::7", True),
    ],
)
def test_only_public_ipv6_addresses_are_classified_as_public(address, afar):
    assert is_public_ipv6(address) == afar


async def test_public_ipv6_clients_are_disconnected(narrow, knock, monkeypatch):
    monkeypatch.setattr(doors, "is_public_ipv6", lambda address: address == OTHER_DEVICE)
    assert await (await knock(narrow, OTHER_DEVICE, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")).read() == b""
    near = await knock(narrow, say=b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert (await near.readline()).split()[1] == b"200"
