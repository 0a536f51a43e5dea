"""A club with a certificate: tables and browsers speak HTTPS to it, and nobody else is taken for it."""

import asyncio
import ssl

import aiohttp
import pytest

import app.host.club_connection as host_club
from app.club.game_store import ClubStore
from app.commands import club as command
from app.commands.club import make_tls_context
from app.host.club_connection import ClubLink
from app.host.discovery import ClubAddress
from app.protocol.table_to_club_messages import Membership
from app.storage.database import Store
from app.table.core.write_queue import DirectQueue
from app.text import club_text as club_words
from app.text.terminal_output import CannotStart
from app.text.translation import words
from app.web.connection_limits import MAX_PER_ADDRESS
from tests.app import histories
from tests.app.club.clubs import Club, args, certificate
from tests.nights.damage import GAME


@pytest.fixture
def book(tmp_path):
    book = ClubStore(tmp_path / "club.db")
    yield book
    book.close()


@pytest.fixture
async def browser():
    """Return a client session that trusts every certificate."""
    return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True), connector=aiohttp.TCPConnector(ssl=False))


async def test_table_joins_by_bare_address_and_pins_the_certificate(book, table, tmp_path):
    async with Club(book).serving(tls=make_tls_context(*certificate(tmp_path))) as club:
        table.link.join(club.code(), club.address.removeprefix("https://"))
        await table.until("in")
        member = table.link.club
        assert (member.address, len(member.pin)) == (club.address, 64)
        assert table.store.for_club.club() == member
        assert await table.link.ask("GET", "/table/forgotten") == b'{"forgotten":[]}'
        assert [table.name for table in book.tables()] == ["Window"]
        histories.fill(table.store, GAME)
        await table.until("in")
        assert book.games() == list(table.store.archived())


async def test_table_joins_a_club_without_a_certificate_over_http(book, table):
    async with Club(book).serving() as club:
        table.link.join(club.code(), club.address.removeprefix("http://"))
        await table.until("in")
        assert (table.link.club.address, table.link.club.pin) == (club.address, "")


async def test_impostor_at_the_clubs_address_gets_no_request(book, table, tmp_path, monkeypatch):
    asked = []
    club = Club(book)
    async with club.serving(tls=make_tls_context(*certificate(tmp_path))):
        table.link.join(club.code(), club.address)
        await table.until("in")
        port = int(club.address.rpartition(":")[2])

    async def record_path(request, handler):
        asked.append(request.path)
        return await handler(request)

    other = Club(book)
    monkeypatch.setattr(other.server, "_answer", record_path)
    async with other.serving(port, make_tls_context(*certificate(tmp_path, "other"))):
        histories.fill(table.store, GAME)
        waits = len(table.store.history())
        standing = await table.until("away", waits)
        assert "another certificate" in club_words.describe_status(words("en"), standing)
        with pytest.raises(host_club.Rejection):
            await table.link.ask("GET", "/table/forgotten")
        assert asked == []


async def test_connections_without_a_tls_handshake_lock_nobody_out(book, tmp_path, browser, caplog):
    async with Club(book).serving(tls=make_tls_context(*certificate(tmp_path))) as club, browser:
        port = int(club.address.rpartition(":")[2])
        silent = [await asyncio.open_connection("127.0.0.1", port) for _ in range(MAX_PER_ADDRESS + 5)]
        async with asyncio.timeout(60):
            assert (await browser.get(f"{club.address}/here")).status == 200
        assert len(club.server.door) <= MAX_PER_ADDRESS
        first = await asyncio.wait_for(silent[0][0].read(), 60)  # the oldest of them had to go
        assert first == b""
        for _, writer in silent:
            writer.transport.abort()
    assert caplog.text == ""  # nothing went wrong over whoever had to go


async def test_plain_http_on_the_https_port_gets_no_answer(book, tmp_path):
    async with Club(book).serving(tls=make_tls_context(*certificate(tmp_path))) as club:
        reader, writer = await asyncio.open_connection("127.0.0.1", int(club.address.rpartition(":")[2]))
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        said = await asyncio.wait_for(reader.read(), 60)
        assert b"HTTP" not in said
        writer.transport.abort()


async def test_member_cookie_is_secure_and_http_only(book, tmp_path, browser):
    async with Club(book).serving(tls=make_tls_context(*certificate(tmp_path))) as club, browser:
        form = {"do": "join", "code": club.server._members.wall_code(), "name": "Ada"}
        answer = await browser.post(f"{club.address}/me", data=form, allow_redirects=False)
        cookie = answer.headers["Set-Cookie"]
        assert "Secure" in cookie
        assert "HttpOnly" in cookie


@pytest.mark.parametrize("name", ["club.example.org", "127.0.0.1"])
async def test_club_answers_under_the_certificates_host_name_only(book, tmp_path, browser, name):
    club = Club(book, "club.example.org")
    async with club.serving(tls=make_tls_context(*certificate(tmp_path))), browser:
        assert (await browser.get(f"{club.address}/", headers={"Host": name})).status == 200
        assert (await browser.get(f"{club.address}/", headers={"Host": "evil.example.org"})).status != 200


@pytest.mark.parametrize(
    ("address", "relay"),
    [
        ("club.example.org", "https://club.example.org:8443"),
        ("club.example.org:8090", "https://club.example.org:8443"),
        ("https://club.example.org", "https://club.example.org:8443"),
        ("https://club.example.org:8090/", "https://club.example.org:8443"),
        ("[2001:db8::5]", "https://[2001:db8::5]:8443"),
    ],
)
def test_relay_has_the_clubs_host_and_its_own_port(book, address, relay):
    class FarSocket:
        def getsockname(self):
            return "0.0.0.0", 8443

    server = command._make_server(book, {}, address, FarSocket())
    assert server.relay._url == relay


def test_invalid_certificate_files_are_reported(tmp_path):
    made, key = certificate(tmp_path)
    _, another = certificate(tmp_path, "another")

    def why_not(**more):
        with pytest.raises(CannotStart) as problem:
            command.run(args(tmp_path / "club", **more))
        assert not (tmp_path / "club").exists()
        return str(problem.value).replace(str(tmp_path), "")

    assert why_not(private_key=key).startswith("--private-key needs --certificate")
    assert why_not(relay=0).startswith("--relay needs --certificate and --host-address")
    assert why_not(relay=0, certificate=made, private_key=key).startswith("--relay needs --certificate and")
    assert why_not(certificate=tmp_path / "none") == "/none cannot be read: No such file or directory."
    assert why_not(certificate=made, private_key=tmp_path / "none").startswith("/none cannot be read")
    assert why_not(certificate=made).startswith("/club.pem is not a certificate with its private key (PEM")
    assert why_not(certificate=made, private_key=another).startswith("/club.pem and /another.key are not a certificate")
    both = tmp_path / "both.pem"
    both.write_text(made.read_text() + key.read_text())
    assert isinstance(make_tls_context(both, None), ssl.SSLContext)
    assert make_tls_context(None, None) is None


@pytest.mark.parametrize(
    ("at", "pin", "told", "goes"),
    [
        ("https://192.168.1.5:8090", "ab" * 32, "http://192.168.1.6:8090", False),
        ("https://192.168.1.5:8090", "ab" * 32, "https://192.168.1.6:8090", True),
        ("https://club.example.org:8090", "", "https://evil.example.org:8090", False),
        ("https://club.example.org:8090", "", "http://club.example.org:8090", False),
        ("https://club.example.org:8090", "", "https://club.example.org:8091", True),
        ("http://192.168.1.5:8090", "", "http://192.168.1.6:8090", True),
    ],
)
async def test_network_announcement_leads_no_table_away_from_a_pinned_certificate(tmp_path, at, pin, told, goes):
    async def find_impostor():
        return [ClubAddress("club", told)]

    async def never(_):
        await asyncio.Event().wait()

    store = Store(tmp_path / "table.db")
    with store.commit() as write:
        write.for_club.join(Membership(at, "club", "Club", "key", pin))
    link = ClubLink("table", "Table", store, DirectQueue(), lambda _: None, find_impostor, never)
    link._club = store.for_club.club()
    await link.find_new_address()
    assert store.for_club.club().address == (told if goes else at)
    store.close()
