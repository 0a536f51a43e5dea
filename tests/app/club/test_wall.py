"""The wall: what tables tell is there at once for every wall, in its language; who is away is so there."""

import asyncio
import re
import threading
from contextlib import AsyncExitStack, asynccontextmanager

import aiohttp
import msgspec
import pytest

from app.club import wall as walls
from app.club.wall_snapshots import HungTable, WallSnapshots
from app.games import game_list
from app.history.history_text import HistoryWords
from app.host import club_wall as host
from app.host.club_wall import WallLink
from app.protocol.client_rights import ONLOOKER
from app.protocol.network_messages import Network
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from app.protocol.table_to_club_messages import Membership
from app.protocol.wall_messages import FORMAT, LARGEST, WallMessage, WallSeat, WallTable, convert_snapshot
from app.text import translation
from tests.app.club.clubs import Club
from tests.app.club.walls import PATIENCE, hanging
from tests.app.phones.served import Served

ADA = WallSeat(1, "phone", "Ada", "giza", "boat", "aqua", 12, acts=True)
PLAYS = WallTable("architects", "play", "game", (ADA, WallSeat(2, "bot", None, "rhodes", "fish", "rose", 7)), turn=9)
LOBBY_TABLE = WallTable("duel", "play", "lobby", (ADA, WallSeat(2, "free")), address="http://192.168.1.7:8080")


@pytest.fixture(autouse=True)
def _quick(monkeypatch):
    monkeypatch.setattr(walls, "HEARTBEAT_SECONDS", 0.5)
    monkeypatch.setattr(host, "RETRY_SECONDS", 0.01)


@asynccontextmanager
async def line(club, key):
    """Yield a table's live connection to the club, which answers pings."""
    headers = {"Authorization": f"Bearer {key}"}
    async with aiohttp.ClientSession(club.address) as web, web.ws_connect("/table/live", headers=headers) as socket:
        listening = asyncio.create_task(socket.receive())  # so that it answers pings
        yield socket
        listening.cancel()


def encode_state(now):
    return msgspec.json.encode(WallMessage(now))


# ---- what a wall shows


async def test_table_state_is_shown_on_every_wall_in_its_language(club):
    key = club.book.join("a", "Window", 0.0)
    async with hanging(club.address) as english, hanging(club.address, "de") as german, line(club, key) as table:
        await table.send_bytes(encode_state(PLAYS))
        await english.until(lambda: "Turn 9" in english.tables.get("a", ""))
        await german.until(lambda: "Zug 9" in german.tables.get("a", ""))
        for wall in (english, german):
            assert re.findall(r"<strong>(\d+)</strong>", wall.tables["a"]) == ["12", "7"]
            assert re.findall(r"<b>(.*?)</b>", wall.tables["a"]) == ["7 Wonders Architects", "Ada", "Bot 2"]
        assert re.findall("<h2>(.*?)</h2>", english.tables["a"]) == ["Window"]
        assert '<li class="acts">' in english.tables["a"]


async def test_wall_shows_free_seats_with_a_qr_code(club):
    key = club.book.join("a", "Window", 0.0)
    async with hanging(club.address) as wall, line(club, key) as table:
        await table.send_bytes(encode_state(LOBBY_TABLE))
        await wall.until(lambda: "1 free seat" in wall.tables.get("a", ""))
        assert "192.168.1.7:8080" in wall.tables["a"].replace("<wbr>", "")
        assert wall.tables["a"].count("<path") == 2  # of a code: its ground, and its squares
        await table.send_bytes(encode_state(PLAYS))
        await wall.until(lambda: "Turn 9" in wall.tables["a"])
        assert "<path" not in wall.tables["a"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", translation.languages())
async def test_wall_page_is_complete_without_live_updates(club, lang):
    club.book.rename("Dice & Co")
    key = club.book.join("a", "Window", 0.0)
    async with line(club, key) as table, hanging(club.address) as wall, aiohttp.ClientSession(club.address) as web:
        await table.send_bytes(encode_state(PLAYS))
        await wall.until(lambda: "Ada" in wall.tables.get("a", ""))
        answer = await web.get(f"/wall?lang={lang}")
        page = await answer.text()
    assert answer.status == 200
    assert f'<html lang="{lang}"' in page
    assert f'data-live="/wall/live?lang={lang}"' in page
    assert "Dice &amp; Co" in page
    assert "Ada" in page
    assert re.search("unofficial|inoffiziell|onofficieel|non officiel", page)
    assert "unsafe" not in answer.headers["Content-Security-Policy"]
    assert not re.search(r"<script>|style=| on\w+=", page)


async def test_wall_uses_the_browsers_language_unless_the_address_names_one(club):
    async with aiohttp.ClientSession(club.address, headers={"Accept-Language": "nl"}) as web:
        assert '<html lang="nl"' in await (await web.get("/wall")).text()
        assert '<html lang="fr"' in await (await web.get("/wall?lang=fr")).text()
        assert '<html lang="nl"' in await (await web.get("/wall?lang=xx")).text()
        assert "bright.css" in await (await web.get("/wall?light=bright")).text()


async def test_names_of_people_and_tables_are_escaped(club):
    key = club.book.join("a", "<i>Window</i>", 0.0)
    evil = msgspec.structs.replace(PLAYS, game="x-game", seats=(msgspec.structs.replace(ADA, name="<b>&"),))
    async with hanging(club.address) as wall, line(club, key) as table:
        await table.send_bytes(encode_state(evil))
        await wall.until(lambda: "&lt;b&gt;&amp;" in wall.tables.get("a", ""))
        assert "&lt;i&gt;Window" in wall.tables["a"]
        assert "x-game" in wall.tables["a"]  # one that this club does not know yet


async def test_wall_sorts_tables_by_name(club):
    for n in (10, 2, 1):
        club.book.join(f"t{n}", f"Table {n}", 0.0)
    async with hanging(club.address) as wall:
        await wall.until(lambda: len(wall.tables) == 3)
        assert list(wall.tables) == ["t1", "t2", "t10"]


@pytest.mark.sampled(2)
async def test_wall_shows_the_current_member_code(club, monkeypatch):
    codes = ["123456"]
    monkeypatch.setattr(club.server._walls, "_member_code", lambda: codes[-1])
    club.server.set_network(Network("http://192.168.1.9:8090", None))

    def members(wall):
        return [said for kind, said in wall.told if kind == "member"]

    async with hanging(club.address) as wall, aiohttp.ClientSession(club.address) as web:
        await wall.until(lambda: any("123 456" in said for said in members(wall)))
        assert "192.168.1.9:8090/me" in await (await web.get("/wall")).text()
        codes.append("999000")
        await wall.until(lambda: "999 000" in members(wall)[-1])
        codes.append("")
        await wall.until(lambda: members(wall)[-1].strip() == "")


# ---- who is there, and who is not


async def test_disconnected_table_is_shown_as_away_until_it_reconnects(club):
    key = club.book.join("a", "Window", 0.0)
    async with hanging(club.address) as wall:
        async with line(club, key) as table:
            await table.send_bytes(encode_state(PLAYS))
            await wall.until(lambda: "Ada" in wall.tables.get("a", ""))
        await wall.until(lambda: "cannot be reached" in wall.tables["a"])
        assert "Ada" not in wall.tables["a"]
        async with line(club, key) as table:
            await table.send_bytes(encode_state(PLAYS))
            await wall.until(lambda: "Ada" in wall.tables["a"])


async def test_newest_connection_of_a_table_replaces_the_old_one(club):
    """A table that was cut off is back before the club has noticed."""
    key = club.book.join("a", "Window", 0.0)
    async with hanging(club.address) as wall, line(club, key) as old:
        await old.send_bytes(encode_state(PLAYS))
        await wall.until(lambda: "Ada" in wall.tables.get("a", ""))
        async with line(club, key) as new:
            await new.send_bytes(encode_state(LOBBY_TABLE))
            await wall.until(lambda: "free" in wall.tables["a"])
            assert not any("cannot be reached" in said["html"] for kind, said in wall.told[3:] if kind == "table")


@pytest.mark.sampled(2)
async def test_unresponsive_table_is_shown_as_away_and_blocks_nobody(club, monkeypatch):
    """The table's cable was pulled: no connection is closed, and no message arrives."""
    monkeypatch.setattr(walls, "LINE", 1.0)
    key = club.book.join("a", "Window", 0.0)
    headers = {"Authorization": f"Bearer {key}"}
    async with hanging(club.address) as wall, aiohttp.ClientSession(club.address) as web:
        silent = await web.ws_connect("/table/live", headers=headers, autoping=False)
        await silent.send_bytes(encode_state(PLAYS))
        await wall.until(lambda: "Ada" in wall.tables.get("a", ""))
        await wall.until(lambda: "cannot be reached" in wall.tables["a"])
        with monkeypatch.context() as patch:
            patch.setattr(walls, "CLOSE_SECONDS", 3600.0)  # nobody waits for it to close
            silent = await web.ws_connect("/table/live", headers=headers, autoping=False)
            await silent.send_bytes(encode_state(PLAYS))
            await wall.until(lambda: "Ada" in wall.tables["a"])
        async with line(club, key) as table:
            await table.send_bytes(encode_state(LOBBY_TABLE))
            await wall.until(lambda: "free" in wall.tables["a"])


@pytest.mark.sampled(2)
async def test_removed_table_disappears_and_is_refused(club):
    key = club.book.join("a", "Window", 0.0)
    async with hanging(club.address) as wall, line(club, key) as table:
        await table.send_bytes(encode_state(PLAYS))
        await wall.until(lambda: "Ada" in wall.tables.get("a", ""))
        club.book.end_key("a")
        await wall.until(lambda: not wall.tables)
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with line(club, key):
                pass
        assert refused.value.status == 401


async def test_table_of_a_later_version_shows_update_advice(club):
    key = club.book.join("a", "Window", 0.0)
    async with hanging(club.address) as wall, line(club, key) as table:
        await table.send_bytes(msgspec.json.encode({"format": FORMAT + 1, "now": "otherwise"}))
        await wall.until(lambda: "update the club" in wall.tables.get("a", ""))


BAD = {
    "nothing": b"",
    "no JSON": b"\xff\xfe",
    "no message": b"[]",
    "deep": b"[" * 5000,
    "a name that turns words round": encode_state(
        msgspec.structs.replace(PLAYS, seats=(WallSeat(1, "phone", "A\u202ed"),))
    ),
    "an address that is none": encode_state(msgspec.structs.replace(LOBBY_TABLE, address="javascript:alert(1)")),
    "a class that is none": encode_state(
        msgspec.structs.replace(PLAYS, seats=(WallSeat(1, "phone", "A", emblem='"><b'),))
    ),
    "too many seats": encode_state(msgspec.structs.replace(PLAYS, seats=(ADA,) * 40)),
    "too large": b" " * (LARGEST + 1),
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("said", BAD.values(), ids=BAD)
async def test_invalid_message_closes_the_connection_and_shows_nothing(club, said):
    key = club.book.join("a", "Window", 0.0)
    async with hanging(club.address) as wall, aiohttp.ClientSession(club.address) as web:
        async with web.ws_connect("/table/live", headers={"Authorization": f"Bearer {key}"}) as socket:
            await socket.send_bytes(said)
            async with asyncio.timeout(60):
                assert (await socket.receive()).type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED)
        await wall.until(lambda: bool(wall.tables))
        assert "cannot be reached" in wall.tables["a"]
        assert (await web.get("/wall")).status == 200


async def test_connections_without_key_or_from_foreign_pages_are_refused(club):
    key = club.book.join("a", "Window", 0.0)
    async with aiohttp.ClientSession(club.address) as web:
        for headers, status in (
            ({"Authorization": "Bearer nonsense"}, 401),
            ({}, 401),
            ({"Authorization": f"Bearer {key}", "Origin": "http://elsewhere.example"}, 403),
        ):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await web.ws_connect("/table/live", headers=headers)
            assert refused.value.status == status
        assert (await web.get("/table/live", headers={"Authorization": f"Bearer {key}"})).status == 400


async def test_number_of_walls_is_limited(club, monkeypatch):
    monkeypatch.setattr(walls, "MAX_WALLS", 2)
    async with AsyncExitStack() as stack:
        for _ in range(2):
            wall = await stack.enter_async_context(hanging(club.address))
            await wall.until(lambda wall=wall: wall.comes == 1)
        web = await stack.enter_async_context(aiohttp.ClientSession(club.address))
        assert (await web.get("/wall/live")).status == 503
        assert (await web.get("/wall")).status == 200


@pytest.mark.sampled(2)
async def test_tables_and_walls_reconnect_after_a_club_restart(book, tmp_path, facts):
    first = Club(book)
    async with AsyncExitStack() as stack:
        async with first.serving():
            table = await stack.enter_async_context(at_club(tmp_path, facts, first))
            wall = await stack.enter_async_context(hanging(first.address))
            table.sit("Ada", "Ben").start()
            await wall.until(lambda: "Ada" in wall.tables.get("a", ""))
        port = int(first.address.rpartition(":")[2])
        table.act(table.asked().legal[0])
        before = len(wall.told)
        async with Club(book).serving(port):
            await wall.until(
                lambda: any(kind == "table" and "Ada" in said["html"] for kind, said in wall.told[before:])
            )
            assert wall.comes == 2


# ---- a table that tells


@asynccontextmanager
async def at_club(folder, facts, club, address=None):
    """Yield a table that is connected to the club as `a` and reports its state."""
    table = Served(folder, facts)
    member = Membership(address or club.address, club.book.id, "Club", club.book.join("a", "Window", 0.0))
    table.member, table.ended = member, []

    async def record_end(which):
        table.ended.append(which)
        table.member = None

    async def look():
        table.member = msgspec.structs.replace(member, address=club.address)

    link = WallLink(table.table, lambda: table.member, record_end, look)
    running = asyncio.create_task(link.run())
    try:
        yield table
    finally:
        running.cancel()
        await asyncio.wait([running])
        table.store.close()


@pytest.mark.sampled(2)
async def test_wall_shows_turns_and_people_sitting_down(club, tmp_path, facts):
    async with at_club(tmp_path, facts, club) as table, hanging(club.address) as wall:
        await wall.until(lambda: "free" in wall.tables.get("a", ""))
        table.sit("Ada", "Ben").start()
        await wall.until(lambda: "Turn 1" in wall.tables["a"])
        while convert_snapshot(table.table.snapshot(ONLOOKER, table.table.log_end)).turn < 2:
            table.act(table.asked().legal[0])
        await wall.until(lambda: "Turn 2" in wall.tables["a"])
        table.send(SetTable, points=False)
        await wall.until(lambda: "<strong>" not in wall.tables["a"])


async def test_fast_changes_send_only_the_newest_state(club, tmp_path, facts, monkeypatch):
    monkeypatch.setattr(host, "MIN_INTERVAL_SECONDS", 0.2)
    async with at_club(tmp_path, facts, club) as table, hanging(club.address) as wall:
        await wall.until(lambda: "free" in wall.tables.get("a", ""))
        before = len(wall.told)
        for n in range(50):
            table.send(SetSeat, seat=1, by="touch", name=f"Ada{n}")
        await wall.until(lambda: "Ada49" in wall.tables["a"])
        assert len([kind for kind, _ in wall.told[before:] if kind == "table"]) < 5


@pytest.mark.rotated
async def test_table_reconnects_after_its_pong_fails(club, tmp_path, facts, monkeypatch):
    answered, pong, again = [], aiohttp.ClientWebSocketResponse.pong, asyncio.Event()

    async def pong_failing_once(self, message=b""):
        answered.append(self)
        if len(answered) == 1:
            raise aiohttp.ClientConnectionResetError("Cannot write to closing transport")
        await pong(self, message)
        again.set()

    monkeypatch.setattr(walls, "LINE", 0.2)
    monkeypatch.setattr(aiohttp.ClientWebSocketResponse, "pong", pong_failing_once)
    async with at_club(tmp_path, facts, club), asyncio.timeout(PATIENCE):
        await again.wait()
    assert answered[1] is not answered[0]


async def test_table_finds_a_club_that_changed_its_address(club, tmp_path, facts):
    async with at_club(tmp_path, facts, club, "http://127.0.0.1:1") as table, hanging(club.address) as wall:
        await wall.until(lambda: "free" in wall.tables.get("a", ""))
        assert table.member.address == club.address


async def test_table_that_left_is_shown_as_away(club, tmp_path, facts):
    async with at_club(tmp_path, facts, club) as table, hanging(club.address) as wall:
        await wall.until(lambda: "free" in wall.tables.get("a", ""))
        table.member = None
        table.seats(3)
        await wall.until(lambda: "cannot be reached" in wall.tables["a"])


async def test_table_is_notified_that_its_key_was_revoked(club, tmp_path, facts):
    async with at_club(tmp_path, facts, club) as table:
        member = table.member
        club.book.end_key("a")
        async with asyncio.timeout(60):
            while not table.ended:
                await asyncio.sleep(0.01)
        assert table.ended == [member]


# ---- the board


def test_change_is_rendered_once_per_language():
    rendered = []

    def render(w, table: HungTable):
        rendered.append((w.lang, table.name))
        return f"{w.lang} {table.name}"

    board = WallSnapshots(HistoryWords(game_list.words()), render)
    board.set_tables({"a": "Window"})
    hung = [board.add_wall("en") for _ in range(7)] + [board.add_wall("de")]
    for wall in hung:
        wall.take()
    rendered.clear()
    board.set_state("a", PLAYS)
    assert sorted(rendered) == [("de", "Window"), ("en", "Window")]
    assert len({wall.take() for wall in hung}) == 2
    board.set_state("a", PLAYS)
    assert [wall.take() for wall in hung] == [b""] * 8


def test_slow_wall_gets_only_the_newest_state_of_each_table():
    board = WallSnapshots(HistoryWords(game_list.words()), lambda w, table: table.says)
    board.set_tables({"a": "Window", "b": "Corner"})
    wall = board.add_wall("en")
    for turn in range(1, 500):
        board.set_state("a", msgspec.structs.replace(PLAYS, turn=turn))
    said = wall.take()
    assert said.count(b"event: table\n") == 2
    assert b"Turn 499" in said


async def test_slow_table_list_does_not_overwrite_a_newer_one(book, monkeypatch):
    """Keep the newer list of a club's tables, as snapshots of tables that are not in it are dropped."""
    wall, inside, begun, waits = Club(book).server._walls, book.list_current_names, [], threading.Event()

    def slow():
        names = inside()
        begun.append(names)
        assert len(begun) > 1 or waits.wait(60)
        return names

    monkeypatch.setattr(book, "list_current_names", slow)
    first = asyncio.create_task(wall._load_tables())
    while not begun:
        await asyncio.sleep(0.001)
    book.join("a", "Window", 0.0)
    await wall._load_tables()  # waits for no slow one
    assert wall._board._names == {"a": "Window"}
    waits.set()
    await first
    assert wall._board._names == {"a": "Window"}
