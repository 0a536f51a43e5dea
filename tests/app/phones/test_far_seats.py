"""Seats of friends far away: what a proxy's clients reach of a table, invitations, and their end."""

import argparse
import re

import aiohttp
import pytest

from app.host.command_options import Options
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.phones.routes import Routes
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.network_messages import Network
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import InviteFar, SetSeat
from app.protocol.settings_messages import SetTable
from app.table.lobby.seating import INVITED_SECONDS
from app.text.terminal_output import CannotStart
from app.web.public_address import ROUTES, PublicAddress
from app.web.rate_limits import ATTEMPTS
from engine.game import Seat
from tests.app.phones.served import Served, no_redirect, serving

PUBLIC = "https://table.example.org"
HOUSE = "http://192.168.1.5:8080"
PROXY_HEADERS = {"Host": "table.example.org", "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https"}


@pytest.fixture
async def served(tmp_path, facts):
    made = Served(tmp_path, facts, headless=False)
    made.public = PublicAddress.parse(PUBLIC, ("127.0.0.1",))
    async with serving(made) as running:
        running.table.presence.set_network(Network(address=HOUSE, name=None, public=PUBLIC))
        yield running


@pytest.fixture
async def friend(served):
    async with aiohttp.ClientSession(served.base, headers=PROXY_HEADERS) as session:
        yield session


def invite(served, seat):
    """Invite somebody to a seat. Return the path of the link."""
    served.send(InviteFar, seat=seat)
    return invitation_path(served, seat)


def invitation_path(served, seat):
    screen = Actor("screen", None)
    far = {code.seat: code.url for code in served.table.joining.codes(screen) if code.far}
    return far[seat].removeprefix(PUBLIC) if seat in far else None


async def sit(friend, where, name="Mia"):
    answer = await no_redirect(friend, where, name=name, lang="en")
    assert answer.status == 303, await answer.text()
    return answer.headers["Location"]


async def test_far_friend_joins_by_link_and_uses_only_the_public_address(served, friend, client):
    where = invite(served, 2)
    page = await friend.get(where)
    assert page.status == 200
    assert HOUSE not in await page.text()
    assert 'data-from=""' in await page.text(), "it does not ask for the seats of the house"
    seat = await sit(friend, where)
    assert served.table_view()["seats"][1] | {"far": True, "name": "Mia"} == served.table_view()["seats"][1]
    page = await friend.get(seat)
    assert page.status == 200
    assert "wss://table.example.org" in page.headers["Content-Security-Policy"]
    for secret in ("192.168.1.5", "127.0.0.1"):
        assert secret not in await page.text()
        assert secret not in page.headers["Content-Security-Policy"]
    async with friend.ws_connect(f"{seat}/live") as socket:
        said = await socket.receive(timeout=5)
        assert said.type is aiohttp.WSMsgType.TEXT
        assert "192.168.1.5" not in said.data


async def test_invitation_link_works_once_and_can_be_typed(served, friend):
    where = invite(served, 2)
    assert re.fullmatch("/join/[abcdefghijkmnpqrstuvwxyz2-9]{15}", where), "75 random bits, without l, o, 0 and 1"
    await sit(friend, where)
    second = await no_redirect(friend, where, name="Leo", lang="en")
    assert second.status == 410
    assert "Ask your friends at the table" in await second.text()


async def test_no_phone_may_set_the_public_address(served):
    """Invitations lead to that address: the screen alone sets it."""
    served.sit("Ada")
    with pytest.raises(Rejection, match="rights"):
        served.send(SetTable, Actor("seat", Seat(0)), public_address="https://elsewhere.example.org")


async def test_invitation_link_expires_after_an_hour(served, friend):
    where = invite(served, 2)
    served.now += INVITED_SECONDS - 1
    assert (await friend.get(where)).status == 200
    served.now += 2
    assert (await friend.get(where)).status == 410


async def test_invitation_link_expires_when_its_seat_is_taken(served, friend):
    where = invite(served, 2)
    served.send(SetSeat, seat=2, by="touch", lang="en")
    assert (await friend.get(where)).status == 410


async def test_far_clients_reach_only_the_public_routes(served, friend):
    """Walk all routes of the server, with the keys and tickets of the house."""
    served.sit("Ada")
    key, ticket = served.keys[1], served.table.joining.ticket(Seat(1))
    values = {"key": key, "ticket": ticket, "mark": "x", "name": "phone.js"}
    walked = set()
    router = Routes(served.running.connections, "key").app().router
    for resource in sorted({each.canonical for each in router.resources()}):
        path = re.sub(r"\{(\w+)\}", lambda each: values[each[1]], resource)
        for ask in (friend.get, friend.post):
            answer = await ask(path, allow_redirects=False)
            text = await answer.text()
            assert answer.status in (400, 404, 405, 410), (path, answer.status)
            assert "Ada" not in text
            assert not re.search(r'href="/(?!static)', text), path
            assert served.table.id not in text
        walked.add(resource)
    assert walked > ROUTES
    assert len(walked - ROUTES) >= 6


async def test_only_the_proxy_may_forward_client_addresses(tmp_path, facts):
    """Check that anybody else who sends its headers counts as in the house, or asks for a foreign host."""
    made = Served(tmp_path, facts)
    made.public = PublicAddress.parse(PUBLIC, ("192.0.2.9",))
    async with serving(made) as running, aiohttp.ClientSession(running.base) as client:
        assert (await client.get("/", headers=PROXY_HEADERS)).status == 421
        assert (await client.get("/", headers={"X-Forwarded-For": "203.0.113.7"})).status == 200


async def test_wrong_keys_of_one_stranger_do_not_lock_out_others(served, friend):
    for _ in range(ATTEMPTS):
        await friend.get("/seat/wrong")
    assert (await friend.get("/seat/wrong")).status == 429
    spoofed = PROXY_HEADERS | {"X-Forwarded-For": "198.51.100.1, 203.0.113.7"}
    assert (await friend.get("/seat/wrong", headers=spoofed)).status == 429
    other = PROXY_HEADERS | {"X-Forwarded-For": "203.0.113.8"}
    assert (await friend.get("/seat/wrong", headers=other)).status == 404


async def test_the_owner_ends_a_far_seat_at_once(served, friend):
    seat = await sit(friend, invite(served, 2))
    async with friend.ws_connect(f"{seat}/live") as socket:
        await socket.receive(timeout=5)
        served.send(InviteFar, seat=2, cancel=True)
        while (said := await socket.receive(timeout=5)).type is aiohttp.WSMsgType.TEXT:
            assert said.data
    assert (await friend.get(seat)).status == 404
    assert served.table_view()["seats"][1]["by"] == "free"


async def test_invitation_to_a_taken_far_seat_is_refused(served, friend):
    await sit(friend, invite(served, 2))
    with pytest.raises(Rejection) as no:
        invite(served, 2)
    assert no.value.code == "seat-taken"
    assert served.table_view()["seats"][1]["name"] == "Mia"


async def test_invitation_link_is_shown_only_to_the_inviting_phone(served):
    served.sit("Ada", "Ben").seats(3)
    ada, ben = Actor("seat", Seat(0)), Actor("seat", Seat(1))
    served.send(InviteFar, ada, seat=3)
    assert [code.seat for code in served.table.joining.codes(ada) if code.far] == [3]
    assert not [code for code in served.table.joining.codes(ben) if code.far]


@pytest.mark.parametrize(
    ("url", "proxies", "why"),
    [
        ("http://table.example.org", ["127.0.0.1"], "https://table.example.org"),
        ("https://table.example.org/x", ["127.0.0.1"], "https://table.example.org"),
        ("https://table.example.org", [], "--proxy"),
        ("https://table.example.org", ["router"], "numeric"),
        (None, ["127.0.0.1"], "--public-address"),
    ],
)
def test_invalid_proxy_options_are_reported_in_one_line(url, proxies, why):
    import main

    words = [*(["--public-address", url] if url else []), *(each for proxy in proxies for each in ("--proxy", proxy))]
    args = main.build_parser("run").parse_args(["run", *words])
    assert isinstance(args, argparse.Namespace)
    with pytest.raises(CannotStart, match=why) as raised:
        Options.from_args(args)
    assert "\n" not in str(raised.value)


async def test_far_seat_page_shows_table_and_hand_also_after_updates(served, friend):
    """Check the first page and the socket: table and hand, fresh after another's action, without links out."""
    served.sit("Ada").seats(2)
    seat = await sit(friend, invite(served, 2))
    served.send(SetGame, guided=False)
    served.start()
    served.keys[2] = seat.removeprefix("/seat/")
    page = await (await friend.get(seat)).text()
    assert page.index('id="piles"') < page.index('id="ask"')
    assert not re.search(r'href="/(?!static)|id="tab-table"', page)
    async with friend.ws_connect(f"{seat}/live") as socket:
        await socket.receive(timeout=5)
        await socket.send_json({"type": "have", "tab": "mine", "parts": {}})
        first = await parts_from(socket)
        assert {"deck", "pile-1", "seat-1", "reference-1", "glance"} <= {
            name for name, part in first.items() if part[0]
        }
        served.act(next(text for text in served.asked().legal if text.startswith("take")))
        while not {"ask", "news"} & (told := await parts_from(socket)).keys():
            assert told
        reader = PageState(Actor("seat", Seat(1)), "mine")
        PageMaker(served.table, served.games).update_page(reader, False)
        assert {name for name in told if name.startswith(("pile", "deck", "seat"))}
        assert all(reader.shown[name].etag == mark for name, (mark, _) in told.items() if mark)


async def parts_from(socket):
    """Receive the next message with parts."""
    while (said := await socket.receive_json(timeout=5))["type"] != "parts":
        pass
    return said["parts"]
