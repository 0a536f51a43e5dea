"""The protocol on the wire: greetings, wishes, refusals, tabs, presence, slow readers."""

import asyncio
import gc
import json
import logging
import re
from contextlib import suppress
from pathlib import Path

import pytest
from aiohttp import WSMsgType, web

from app.phones import server, websockets
from app.phones.open_page_state import PageState
from app.phones.routes import ONLOOKERS, Routes
from app.phones.websockets import (
    PING_AFTER_SECONDS,
    PONG_SECONDS,
    PRESENCE_CHECK_SECONDS,
    RECONNECT_SECONDS,
    SILENCE_SECONDS,
    SOCKET,
    Connection,
    Connections,
    JsonConnection,
)
from app.protocol.access_messages import LockTable
from app.protocol.base_messages import Pong
from app.protocol.client_rights import Actor
from app.protocol.network_messages import Network
from app.protocol.seat_messages import JoinRequest, MoveSeat, SetSeat
from app.protocol.settings_messages import SetTable
from app.text import table_text as table_words
from app.text import translation
from app.web.rate_limits import BURST, TokenBucket
from engine.game import Seat
from tests.app.phones.frames import UPGRADE, masked
from tests.app.phones.served import PATIENCE


async def test_screen_with_its_key_gets_the_join_codes(served, call):
    served.table.presence.set_network(Network("http://192.0.2.7:8080", None))
    screen = await call("screen")
    hello = await screen.receive("hello")
    assert (hello["you"], hello["seat"], hello["table"]) == ("screen", None, served.table.id)
    codes = (await screen.receive("snapshot"))["codes"]
    assert [code["seat"] for code in codes] == [0, 1, 2, 3, 4]
    assert codes[1]["url"] == f"http://192.0.2.7:8080/join/{served.table.joining.ticket(Seat(0))}"


async def test_screen_seats_are_offered_only_while_a_screen_is_connected(served, call):
    served.sit("Ada").seats(3)
    screen = await call("screen")
    phone = await call(f"/seat/{served.keys[1]}/live?page=" + "1" * 16)
    await phone.say(type="have", tab="mine", parts={})
    assert "by=touch" in (await phone.receive("parts"))["parts"]["chair-3"][1]
    await screen.socket.close()
    assert "by=touch" not in (await phone.receive("parts"))["parts"]["chair-3"][1]
    await call("screen")
    assert "by=touch" in (await phone.receive("parts"))["parts"]["chair-3"][1], "it has come back"


async def test_locking_the_table_is_sent_to_all_clients(served, call):
    served.sit("Ada").seats(3)
    watching = await call("/socket")
    await watching.receive("snapshot")
    screen = await call("screen")
    assert not (await watching.receive("snapshot"))["table"]["locked"]
    assert not (await screen.receive("snapshot"))["table"]["locked"]
    for locked in (True, False):
        served.send(LockTable, Actor("seat", Seat(0)), locked=locked)
        assert (await watching.receive("snapshot"))["table"]["locked"] == locked
        assert (await screen.receive("snapshot"))["table"]["locked"] == locked


async def test_moved_phone_is_notified_of_its_new_seat(served, call):
    served.sit("Ada", "Ben")
    phone = await call(f"/socket/{served.keys[2]}")
    assert (await phone.receive("hello"))["seat"] == 2
    await phone.receive("snapshot")
    served.send(MoveSeat, seat=2, to=1)
    assert (await phone.receive("hello"))["seat"] == 1
    assert (await phone.receive("snapshot"))["table"]["seats"][0]["name"] == "Ben"


@pytest.mark.full
async def test_new_person_may_reuse_intent_ids_of_the_previous_one(served, client, call):
    served.sit("Ada", "Ben")
    before = await call(f"/socket/{served.keys[1]}")
    await before.say(type="set-seat", id="1", seat=1, left=True)
    assert (await before.receive("done"))["id"] == "1"
    await before.say(type="leave", id="2")
    await before.closed()
    key = served.table.joining.join(None, Seat(0), JoinRequest("Eve", "en"))
    now = await call(f"/socket/{key}")
    await now.say(type="set-seat", id="1", seat=1, left=True)
    assert (await now.receive("done"))["id"] == "1"
    assert served.table_view()["seats"][0]["left"], "and it was done"


@pytest.mark.parametrize("key", ["Bearer wrong", "Bearer ", "the-screen-s-own-key", "Bearer \u00fc"])
async def test_wrong_screen_key_is_refused(served, client, key):
    async with client.get("/socket", headers={"Authorization": key, **UPGRADE}) as refused:
        assert refused.status == 401


async def test_socket_from_a_foreign_origin_is_refused(served, client):
    served.sit("Ada", "Ben")
    for path in ("/socket", f"/socket/{served.keys[1]}", f"/seat/{served.keys[1]}/live"):
        async with client.get(path, headers={"Origin": "http://evil.example", **UPGRADE}) as refused:
            assert refused.status == 403
    own = await client.ws_connect("/socket", headers={"Origin": served.base})
    assert json.loads((await own.receive()).data)["you"] == "onlooker"


async def test_action_is_sent_to_every_client(served, call):
    served.sit("Ada", "Ben", lang="en").start()
    asked = served.asked()
    seat, other = asked.seat, 3 - asked.seat
    one, two = await call(f"/socket/{served.keys[seat]}"), await call(f"/socket/{served.keys[other]}")
    mine = await one.receive("snapshot")
    assert mine["questions"][0]["number"] == asked.number
    assert (await two.receive("snapshot"))["questions"] == []
    await one.say(type="act", id="tap", seat=seat, question=asked.number, action="take left")
    assert (await one.receive("done"))["id"] == "tap"
    while not any(line["event"]["type"] == "card-taken" for line in (await two.receive("snapshot"))["news"]):
        pass


async def test_repeated_intent_id_is_applied_once(served, call):
    served.sit("Ada", "Ben").start()
    asked = served.asked()
    phone = await call(f"/socket/{served.keys[asked.seat]}")
    for _ in range(2):
        await phone.say(type="act", id="tap", seat=asked.seat, question=asked.number, action="take left")
        assert (await phone.receive("done"))["id"] == "tap"
    log = served.table.snapshot(Actor("onlooker")).news
    assert sum(json.loads(bytes(line.event))["type"] == "card-taken" for line in log) == 1


async def test_stale_intent_is_refused(served, call):
    served.sit("Ada", "Ben", lang="de").start()
    asked = served.asked()
    phone = await call(f"/socket/{served.keys[asked.seat]}")
    served.act("take left")
    await phone.say(type="act", id="late", seat=asked.seat, question=asked.number, action="take right")
    refused = await phone.receive("refused")
    assert (refused["id"], refused["rule"], refused["seat"]) == ("late", "stale", asked.seat)
    assert refused["text"].endswith(".")


async def test_screen_refusal_uses_the_language_of_the_acting_seat(served, call):
    served.sit("Ada", "Ben", lang="fr").start()
    screen, phone = await call("screen"), await call(f"/socket/{served.keys[1]}")
    for who in (screen, phone):
        await who.say(type="act", id="x", seat=1, question=999, action="take left")
    ours, theirs = await screen.receive("refused"), await phone.receive("refused")
    assert ours["text"] == theirs["text"]


async def test_phone_refusal_uses_the_language_of_its_own_seat(served, call):
    served.sit("Ada", "Ben")  # in English, in German
    ben = await call(f"/socket/{served.keys[2]}")
    await ben.say(type="look", id="x", seat=1)
    refused = await ben.receive("refused")
    assert refused["text"] == table_words.refusal(translation.words("de"), "rights", {})
    assert refused["seat"] == 2


async def test_onlookers_may_not_send_intents(served, call):
    onlooker = await call("/socket")
    assert (await onlooker.receive("hello"))["you"] == "onlooker"
    await onlooker.say(type="start", id="s")
    assert (await onlooker.receive("refused"))["rule"] == "rights"
    await onlooker.say(type="ping", id="p")
    assert (await onlooker.receive("pong"))["id"] == "p"
    assert served.table_view()["onlookers"] == 1
    await onlooker.socket.close()
    screen = await call("screen")
    while json.loads(json.dumps((await screen.receive("snapshot"))["table"]))["onlookers"]:
        pass


async def test_number_of_onlookers_is_limited(served, client, call):
    watching = [await call("/socket") for _ in range(ONLOOKERS)]
    for guest in watching:
        await guest.receive("hello")
    async with client.get("/watch/live", headers=UPGRADE) as refused:
        assert refused.status == 503


async def test_phone_may_not_act_for_another_seat(served, call):
    served.sit("Ada", "Ben").start()
    asked = served.asked()
    other = await call(f"/socket/{served.keys[3 - asked.seat]}")
    await other.say(type="act", id="x", seat=asked.seat, question=asked.number, action="take left")
    assert (await other.receive("refused"))["rule"] == "not-your-seat"
    await other.say(type="look", id="y", seat=asked.seat)
    assert (await other.receive("refused"))["rule"] == "rights"


BAD = [
    pytest.param("", id="nothing"),
    pytest.param("hello", id="no JSON"),
    pytest.param("[1, 2]", id="no object"),
    pytest.param('{"type": "fly", "id": "x"}', id="unknown"),
    pytest.param('{"type": "act", "id": "x"}', id="fields missing"),
    pytest.param('{"type": "act", "id": "x", "seat": "1", "question": 1, "action": "take left"}', id="wrong kind"),
    pytest.param('{"type": "start"}', id="no id"),
    pytest.param('{"type": "start", "id": ""}', id="empty id"),
    pytest.param('{"type": "start", "id": "' + "x" * 65 + '"}', id="long id"),
    pytest.param('{"type": "act", "id": "x", "seat": 99, "question": 1, "action": "take left"}', id="no such seat"),
    pytest.param('{"type": "act", "id": "x", "seat": -9, "question": 1, "action": "take left"}', id="seat below none"),
    pytest.param('{"type": "hand-over", "id": "x", "seat": 99}', id="hand over nobody's seat"),
    pytest.param('{"type": "look", "id": "x", "seat": 0}', id="look at no seat"),
    pytest.param('{"type": "rename", "id": "x", "name": "a,b", "lang": "en"}', id="impossible name"),
    pytest.param('{"type": "rename", "id": "x", "name": "Ada", "lang": "xx"}', id="no such language"),
    pytest.param('{"type": "have", "parts": {}}', id="parts of no page"),
    pytest.param('{"type": "have", "parts": ' + "[" * 5000 + "]" * 5000 + "}", id="deep"),
    pytest.param('{"type": "start", "id": "\\ud800"}', id="half a character"),
]


@pytest.mark.parametrize("text", BAD)
async def test_invalid_message_is_refused_without_a_traceback(served, call, caplog, text):
    served.sit("Ada", "Ben").start()
    with caplog.at_level(logging.WARNING):
        for path in ("screen", f"/socket/{served.keys[1]}"):
            guest = await call(path)
            await guest.socket.send_str(text)
            refused = await guest.receive("refused")
            assert refused["text"].endswith(".")
            await guest.say(type="ping", id="alive")
            assert (await guest.receive("pong"))["id"] == "alive"
    assert not caplog.records


async def test_binary_message_is_refused_and_oversized_one_closes_the_socket(served, call):
    guest = await call("/socket")
    await guest.socket.send_bytes(b"\x00")
    refused = await guest.receive("refused")
    assert refused["rule"] == "message"
    assert refused["text"] == "The table does not understand this message."
    await guest.socket.send_str("x" * (SOCKET.body + 1))
    assert await guest.closed() == 1009


async def test_message_flood_is_refused(served, call):
    guest = await call("/socket")
    for number in range(int(BURST) + 1):
        await guest.say(type="ping", id=str(number))
        last = await guest.receive("refused" if number == int(BURST) else "pong")
    assert last["rule"] == "too-fast"
    served.now += 1
    await guest.say(type="ping", id="later")
    assert (await guest.receive("pong"))["id"] == "later"


def test_token_bucket_grants_nothing_if_the_clock_goes_back():
    pace = TokenBucket(10.0)
    assert [pace.allows(10.0) for _ in range(int(BURST) + 1)].count(True) == int(BURST)
    assert not pace.allows(0.0)


# ---- seats, not sockets ------------------------------------------------------------------------------------


async def test_newest_tab_takes_over_and_closes_the_older(served, call):
    served.sit("Ada", "Ben").start()
    path = f"/seat/{served.keys[1]}/live?page="
    old = await call(path + "1" * 16)
    await old.say(type="have", parts={})
    await old.receive("parts")
    new = await call(path + "2" * 16)
    assert (await old.receive("end"))["why"] == "moved"
    assert await old.closed() == 4001
    await new.say(type="have", parts={})
    assert "head" in (await new.receive("parts"))["parts"]
    assert served.table_view()["seats"][0]["present"]


async def test_only_the_open_tab_is_updated(served, call):
    served.sit("Ada", "Ben", lang="en").start()
    phone = await call(f"/seat/{served.keys[1]}/live?page=" + "1" * 16)
    await phone.say(type="have", tab="mine", parts={"seat-1": "old", "log-0": "old", "chair-1": "old"})
    first = await phone.receive("parts")
    assert "glance" in first["parts"]
    assert not {"seat-1", "log-0"} & (first["parts"].keys() | set(first["gone"]))
    assert first["gone"] == ["chair-1"]
    served.act("take left")
    assert not {"seat-1", "log-0", "deck"} & (await phone.receive("parts"))["parts"].keys()
    await phone.say(type="have", tab="table", parts={})
    while "seat-1" not in (table := await phone.receive("parts"))["parts"]:
        pass
    assert "glance" not in table["parts"]


async def test_parts_removed_before_a_page_connects_are_removed_on_connect(served, client, call):
    """Start the game between the request of a page and its socket, as happens when a page is opened just then."""
    key = served.sit("Ada", "Ben", lang="en").keys[1]
    served.send(SetSeat, seat=1, wonder="giza")  # drawn, but not on the page before its socket
    page = await (await client.get(f"/seat/{key}")).text()
    parts = dict(re.findall(r'id="([a-z-]+\d*)" data-mark="([^"]*)"', page))
    served.start()
    phone = await call(f"/seat/{key}/live?page=" + "1" * 16)
    await phone.say(type="have", tab="mine", parts=parts)
    told = await phone.receive("parts")
    assert told["parts"]["hero"] == ["", ""]
    assert "chair-1" in told["gone"]


async def test_onlooker_gets_the_browser_language(served, call):
    served.send(SetTable, lang="de")
    for asked, lang in (("fr-CH,fr;q=0.9,en;q=0.5", "fr"), ("", "de")):
        watcher = await call(f"/watch/live?page={3:016x}", **{"Accept-Language": asked})
        await watcher.say(type="have", tab="table", parts={})
        assert f'data-lang="{lang}"' in (await watcher.receive("parts"))["parts"]["head"][1]


async def test_socket_without_a_language_uses_that_of_its_page(served, client, call):
    """Send no language with the socket, as some browsers do: another one than the page's would reload it for ever."""
    served.send(SetTable, lang="de")
    page = await (await client.get("/watch", headers={"Accept-Language": "fr"})).text()
    assert 'data-wants="fr"' in page
    for wants, lang in (("fr", "fr"), ("", "de"), ("xx", "de")):
        watcher = await call(f"/watch/live?page={3:016x}&wants={wants}", **{"Accept-Language": "nl"})
        await watcher.say(type="have", tab="table", parts={})
        assert f'data-lang="{lang}"' in (await watcher.receive("parts"))["parts"]["head"][1]


async def test_reconnecting_tab_is_not_treated_as_another_tab(served, call):
    served.sit("Ada", "Ben")
    path = f"/seat/{served.keys[1]}/live?page=" + "1" * 16
    old = await call(path)
    await call(path)
    assert await old.closed() == 1000
    assert not any(json.loads(frame)["type"] == "end" for frame in old.frames)


async def test_socket_with_an_invalid_key_is_ended(served, call):
    html, spoken = await call("/seat/none/live"), await call("/socket/none")
    assert (await html.receive("end"))["why"] == "gone"
    assert (await spoken.receive("cue"))["what"] == "moved"
    assert await spoken.closed() == 4004


async def test_silent_phone_is_away_within_five_seconds_until_it_reconnects(served, call):
    served.sit("Ada", "Ben")
    phone = await call(f"/seat/{served.keys[1]}/live?page=" + "1" * 16)
    await phone.say(type="have", parts={})
    await phone.receive("parts")
    assert served.table_view()["seats"][0]["present"]
    served.pass_time(SILENCE_SECONDS)
    assert served.table_view()["seats"][0]["present"]
    served.pass_time(5.0 - SILENCE_SECONDS - 0.5)  # the watch looks twice a second
    assert not served.table_view()["seats"][0]["present"]
    phone = await call(f"/seat/{served.keys[1]}/live?page=" + "1" * 16)
    await phone.receive("hello")
    assert served.table_view()["seats"][0]["present"]


async def receive_ping(socket):
    while (await socket.receive(timeout=PATIENCE)).type is not WSMsgType.PING:
        pass


async def test_unanswered_ping_closes_the_socket_within_five_seconds(served, client):
    served.sit("Ada", "Ben")
    phone = await client.ws_connect(f"/socket/{served.keys[1]}", autoping=False)
    served.pass_time(PING_AFTER_SECONDS)
    served.pass_time(PRESENCE_CHECK_SECONDS)
    await receive_ping(phone)
    served.pass_time(PONG_SECONDS)
    assert served.table_view()["seats"][0]["present"]
    served.pass_time(PRESENCE_CHECK_SECONDS)
    assert PING_AFTER_SECONDS + PRESENCE_CHECK_SECONDS + PONG_SECONDS + PRESENCE_CHECK_SECONDS <= 5.0
    assert not served.table_view()["seats"][0]["present"]
    while not phone.closed:
        await phone.receive(timeout=PATIENCE)


async def test_answered_pings_keep_the_socket_open_despite_clock_jumps(served, client):
    served.sit("Ada", "Ben")
    phone = await client.ws_connect(f"/socket/{served.keys[1]}", autoping=False)
    [connection] = served.running.connections._all
    for seconds in (PING_AFTER_SECONDS + PRESENCE_CHECK_SECONDS, 2 * PING_AFTER_SECONDS, 60.0):
        served.pass_time(seconds)
        await receive_ping(phone)
        await phone.pong()
        await wait_until(lambda: connection.ping_sent_at is None)
        served.pass_time(PRESENCE_CHECK_SECONDS)
        assert served.table_view()["seats"][0]["present"]
    assert not phone.closed


async def test_server_answers_pings_of_clients(served, client):
    onlooker = await client.ws_connect("/socket", autoping=False)
    await onlooker.ping(b"there?")
    while (frame := await onlooker.receive(timeout=PATIENCE)).type is not WSMsgType.PONG:
        pass
    assert frame.data == b"there?"


def test_phone_retries_before_it_counts_as_away():
    script = (Path(websockets.__file__).parent / "static/phone.js").read_text()
    assert int(re.search(r"\bRETRY = (\d+)", script)[1]) / 1000 + PRESENCE_CHECK_SECONDS < RECONNECT_SECONDS


async def test_page_reload_is_not_an_absence(served, call):
    served.sit("Ada", "Ben")
    path = f"/seat/{served.keys[1]}/live?page="
    phone = await call(path + "1" * 16)
    await phone.receive("hello")
    await phone.socket.close()
    served.pass_time(RECONNECT_SECONDS / 2)
    await (await call(path + "2" * 16)).receive("hello")
    served.pass_time(RECONNECT_SECONDS)
    assert served.table_view()["seats"][0]["present"]


async def test_delayed_presence_check_waits_before_marking_anybody_away(served, monkeypatch):
    connections, looks, naps = served.running.connections, [], iter([0.5, 9.0, 0.5])

    async def sleep(seconds):
        served.now += next(naps)

    began = served.now
    with monkeypatch.context() as patch:  # until the server ends, which sleeps, too
        patch.setattr("app.phones.websockets.asyncio.sleep", sleep)
        patch.setattr(connections, "tick", looks.append)
        with pytest.raises(RuntimeError):  # no nap is left
            await connections.watch_presence()
    assert looks == [began + 0.5, began + 10.0], "after nine seconds it looks half a second later"


async def test_closed_page_is_away_after_the_grace_period(served, call):
    served.sit("Ada", "Ben")
    phone = await call(f"/socket/{served.keys[1]}")
    await phone.receive("hello")
    await phone.socket.close()
    await wait_until(lambda: not served.running.connections._all)
    served.pass_time(RECONNECT_SECONDS + 0.1)
    assert not served.table_view()["seats"][0]["present"]


async def test_phone_may_rename_itself_and_leave_its_seat(served, call):
    served.sit("Ada", "Ben", lang="en")
    phone = await call(f"/socket/{served.keys[1]}")
    await phone.say(type="rename", id="r", name="Adele", lang="nl")
    await phone.receive("done")
    seat = served.table_view()["seats"][0]
    assert (seat["name"], seat["lang"]) == ("Adele", "nl")
    await phone.say(type="leave", id="l")
    assert await phone.closed() == 4004
    assert served.table.joining.list_free_seats() == (0,)


async def test_moved_phone_acts_for_its_new_seat(served, call):
    served.sit("Ada", "Ben")
    ada = await call(f"/socket/{served.keys[1]}")
    await ada.say(type="move-seat", id="m", seat=1, to=2)
    await ada.receive("done")
    await ada.say(type="rename", id="r", name="Adele", lang="en")
    await ada.receive("done")
    assert [seat["name"] for seat in served.table_view()["seats"]] == ["Ben", "Adele"]


# ---- slow readers ---------------------------------------------------------------------------------------------


class Clogged:
    """A socket whose other end takes nothing until it is let."""

    closed = False

    def __init__(self):
        self.open = asyncio.Event()
        self.sent = []

    async def send_frame(self, text, opcode):
        await self.open.wait()
        self.sent.append(json.loads(text))

    async def close(self, *, code):
        self.closed = True


async def wait_until(said):
    async with asyncio.timeout(PATIENCE):
        while not said():
            await asyncio.sleep(0)


async def test_slow_phone_delays_no_other_and_gets_only_the_newest_snapshot(served):
    served.sit("Ada", "Ben").start()
    connections: Connections = served.running.connections
    slow, quick = Clogged(), Clogged()
    quick.open.set()
    pair = [
        JsonConnection(connections, socket, Actor("seat", Seat(at)), served.keys[at + 1])
        for at, socket in enumerate((slow, quick))
    ]
    tasks = []
    for connection in pair:
        connections._add(connection)
        connection.writer = asyncio.create_task(connection.write())
        tasks.append(connection.writer)
    for number in range(5):
        served.send(SetTable, bot_pace=float(number))
        await wait_until(lambda: quick.sent and quick.sent[-1]["rev"] == served.table.rev)
    assert slow.sent == []
    slow.open.set()
    await wait_until(lambda: slow.sent and slow.sent[-1]["rev"] == served.table.rev)
    assert len(slow.sent) <= 2
    for connection in pair:
        connection.close_when_sent(1000)
    await asyncio.gather(*tasks)


async def test_socket_that_is_never_read_is_closed(served):
    connections: Connections = served.running.connections
    socket = Clogged()
    connection = JsonConnection(connections, socket, Actor("onlooker"))
    connection.writer = asyncio.create_task(connection.write())
    await asyncio.sleep(0)  # it has begun
    for number in range(1000):
        connection.enqueue(Pong(str(number)))
    await asyncio.wait_for(connection.writer, PATIENCE)
    assert socket.closed


# ---- what stays of who has gone ---------------------------------------------------------------------------------


@pytest.fixture
def no_collector():
    """A stopped garbage collector: only reference counts free objects, as between two collections."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def living_objects(*kinds):
    return [each for each in gc.get_objects() if issubclass(type(each), kinds)]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("how", ["said goodbye", "closed", "cut off before it read"])
async def test_closed_pages_leave_no_objects_in_memory(served, client, no_collector, how):
    served.sit("Ada", "Ben").start()
    kinds = (Connection, web.BaseRequest, web.StreamResponse, PageState)
    before = len(living_objects(*kinds))
    for number in range(12):
        path = f"/seat/{served.keys[1]}/live?page={number:016x}"
        if how == "said goodbye":
            page = await client.ws_connect(path)
            await page.send_json({"type": "have", "tab": "mine", "parts": {}})
            await page.receive()
            await page.close()
            continue
        reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
        hello = {"Host": "127.0.0.1", **UPGRADE}
        writer.write(f"GET {path} HTTP/1.1\r\n".encode())
        writer.write("".join(f"{name}: {value}\r\n" for name, value in hello.items()).encode() + b"\r\n")
        await reader.readuntil(b"\r\n\r\n")
        if how == "closed":
            writer.write(masked(b'{"type":"have","tab":"mine","parts":{}}'))
            await reader.read(100)
            writer.close()
        else:
            writer.transport.abort()
        with suppress(ConnectionError):
            await writer.wait_closed()
        del reader, writer
    async with asyncio.timeout(PATIENCE):
        while served.running.connections._all or len(served.running.door) > 1:
            await asyncio.sleep(0.01)
    await asyncio.sleep(0)
    assert len(living_objects(*kinds)) - before <= 3  # of the newest, perhaps, not of each


async def test_server_calls_back_once_it_is_ready(served, monkeypatch):
    monkeypatch.setattr(server, "SETTLE", 0.0)
    heard = []
    await server._settle(Routes(served.running.connections, ""), lambda: heard.append(True))
    assert heard == [True]
