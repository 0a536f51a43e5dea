"""Sitting down: tickets, keys, the second comer, names; and what every page carries."""

import asyncio
import gzip
import re
import socket

import aiohttp
import pytest

from app.host.discovery import host_name
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import Actor
from app.protocol.network_messages import Network
from app.protocol.seat_badges import COLOURS, EMBLEMS
from app.protocol.seat_messages import HandOver, JoinRequest, SetSeat, SetSeats
from app.protocol.settings_messages import SetTable
from app.text.bot_level_descriptions import describe_play
from app.text.translation import words
from app.web.allowed_hosts import Hosts
from app.web.rate_limits import ATTEMPTS, WINDOW
from engine.game import Seat
from tests.app import histories
from tests.app.phones.served import BOTS, PATIENCE, Served, no_redirect, serving

FIRST_LOAD = 24 * 1024  # bytes, packed; docs/benchmarks.md, row e1, has what it is now


async def ticket_of(served, seat):
    ticket = served.table.joining.ticket(Seat(seat - 1))
    assert ticket
    return ticket


async def test_opening_a_ticket_repeatedly_changes_nothing(served, client):
    ticket, rev = await ticket_of(served, 2), served.table.rev
    for _ in range(3):
        page = await client.get(f"/join/{ticket}")
        assert page.status == 200
        assert 'name="name"' in await page.text()
    assert (served.table.rev, served.table.joining.ticket(Seat(1))) == (rev, ticket)


async def test_joining_by_ticket_redirects_to_the_seat_key(served, client):
    ticket = await ticket_of(served, 2)
    answer = await no_redirect(client, f"/join/{ticket}", name="Ada", lang="fr")
    assert answer.status == 303
    where = answer.headers["Location"]
    assert re.fullmatch(r"/seat/[A-Za-z0-9_-]{22,}", where)
    assert served.table.joining.seat_of_key(where.removeprefix("/seat/")) == 1
    page = await (await client.get(where)).text()
    assert '<html lang="fr">' in page
    assert "Ada" in page


@pytest.mark.parametrize("path", ["ticket", "/"])
async def test_repeated_join_form_gets_the_same_key(served, client, path):
    where = f"/join/{await ticket_of(served, 2)}" if path == "ticket" else path
    attempts = [
        re.search(r'name="attempt" value="([\w-]+)"', await (await client.get(where)).text())[1] for _ in range(2)
    ]
    assert attempts[0] != attempts[1]
    form = {"seat": "2", "name": "Ada", "lang": "en"}
    answers = [await no_redirect(client, where, attempt=attempts[0], **form) for _ in range(2)]
    assert [answer.status for answer in answers] == [303, 303]
    assert answers[0].headers["Location"] == answers[1].headers["Location"]
    other = await no_redirect(client, where, attempt=attempts[1], **form)
    assert other.status == 410, "another form is another phone"
    served.send(SetSeat, seat=2, by="touch")
    late = await no_redirect(client, where, attempt=attempts[0], **form)
    assert late.headers.get("Location") != answers[0].headers["Location"], "that key is over"


async def test_used_ticket_leads_to_the_free_seats(served, client):
    ticket = await ticket_of(served, 2)
    await no_redirect(client, f"/join/{ticket}", name="Ada", lang="en")
    for answer in (
        await client.get(f"/join/{ticket}"),
        await no_redirect(client, f"/join/{ticket}", name="Ben", lang="en"),
        await no_redirect(client, "/", seat="2", name="Ben", lang="en"),
    ):
        assert answer.status == 410
        page = await answer.text()
        assert sorted(re.findall(r'name="seat"\s+value="(\d)"', page)) == ["1", "3", "4"]


async def test_start_page_offers_free_seats_and_watching(served, client):
    page = await (await client.get("/")).text()
    assert sorted(re.findall(r'name="seat"\s+value="(\d)"', page)) == ["1", "2", "3", "4"]
    assert 'href="/watch"' in page
    answer = await no_redirect(client, "/", seat="3", name="Ada", lang="de")
    assert answer.status == 303
    assert served.table.joining.list_free_seats() == (0, 1, 3)


async def test_full_table_offers_only_watching(served, client):
    served.sit("Ada", "Ben")
    page = await (await client.get("/")).text()
    assert 'name="seat"' not in page
    assert 'href="/watch"' in page


async def test_a_latecomer_takes_over_from_a_bot(served, client):
    served.sit("Ada", "Ben", "Cleo", "Dan")
    for seat in (3, 4):
        served.send(SetSeat, seat=seat, by="bot")
    served.start()
    page = await (await client.get("/")).text()
    assert "bots play 2 of them" in page
    assert "All seats are taken" not in page
    assert re.findall(r'name="seat"\s+value="(\d)"', page) == ["3", "4"]
    assert [bot.name in page for bot in BOTS[:3]] == [True, True, False]
    assert describe_play(words("en"), None, BOTS[0].character) in page
    answer = await no_redirect(client, "/", seat="4", name="Eve", lang="en")
    key = answer.headers["Location"].removeprefix("/seat/")
    assert served.table.joining.seat_of_key(key) == 3
    mine = await (await client.get(f"/seat/{key}")).text()
    assert f"Eve takes over from {BOTS[1].name}." in mine
    late = await no_redirect(client, "/", seat="4", name="Fay", lang="en")
    page = await late.text()
    assert late.status == 410
    assert re.findall(r'name="seat"\s+value="(\d)"', page) == ["3"]
    assert 'value="Fay"' in page


async def test_bot_playing_for_an_absent_person_cannot_be_taken_over(served, client):
    served.sit("Ada", "Ben").start()
    served.send(SetSeat, seat=2, by="bot")
    page = await (await client.get("/")).text()
    assert "All seats are taken" in page
    assert "a bot’s seat" in page
    assert (await no_redirect(client, "/", seat="2", name="Eve", lang="en")).status == 410


async def test_the_seat_of_a_phone_that_is_gone_is_given_to_another_by_who_plays(served, client):
    """The page to sit down says where another player hands the seat over, if there is no screen and no bot."""
    served.sit("Ada", "Ben", "Cleo", lang="en").start()
    page = await (await client.get("/")).text()
    assert "anybody else who plays can give you its seat: under “More”" in page
    reader, show = PageState(Actor("seat", Seat(0)), "more"), PageMaker(served.table, served.games)
    show.update_page(reader, touch=False)
    own = reader.shown["own"].html
    assert 'data-do="hand-over;seat=2"' in own
    assert 'data-do="set-seat;seat=2;by=bot"' in own


# ---- emblem and colour


def selected_emblem_and_colour(page):
    """Return the emblem and the colour that a page has selected."""
    return tuple(re.findall(r'name="(?:emblem|colour)" value="(\w+)" aria-label="[^"]+" checked', page))


async def test_preset_emblem_and_colour_are_free_ones(served, client):
    served.sit("Ada")
    page = await (await client.get("/")).text()
    assert selected_emblem_and_colour(page) == (EMBLEMS[1], COLOURS[1])
    assert f'value="{EMBLEMS[0]}" aria-label="boat" disabled' in page
    await no_redirect(client, "/", seat="2", name="Ben", lang="en")
    assert served.table_view()["seats"][1]["emblem"] == EMBLEMS[1]


async def test_second_phone_with_the_same_emblem_is_refused(served, client):
    paths = [f"/join/{await ticket_of(served, seat)}" for seat in (1, 2)]
    form = {"lang": "en", "emblem": "heart", "colour": "jade", "preset-emblem": "boat", "preset-colour": "aqua"}
    assert (await no_redirect(client, paths[0], name="Ada", **form)).status == 303
    second = await no_redirect(client, paths[1], name="Ben", **form)
    page = await second.text()
    assert second.status == 422
    assert "Somebody here has that emblem already." in page
    assert 'value="Ben"' in page
    assert selected_emblem_and_colour(page) == (EMBLEMS[0], COLOURS[0]), "what is free"
    assert 'value="heart" aria-label="heart" disabled' in page
    assert (await no_redirect(client, paths[1], name="Ben", lang="en")).status == 303


async def test_two_phones_with_the_same_preset_get_different_emblems(served, client):
    preset = {"emblem": "boat", "colour": "aqua", "preset-emblem": "boat", "preset-colour": "aqua"}
    for seat, name in (("1", "Ada"), ("2", "Ben")):
        assert (await no_redirect(client, "/", seat=seat, name=name, lang="en", **preset)).status == 303
    first, second = served.table_view()["seats"][:2]
    assert first["emblem"] != second["emblem"]
    assert first["colour"] != second["colour"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "name",
    [
        pytest.param("", id="none"),
        pytest.param("   ", id="blanks"),
        pytest.param("a, b", id="comma"),
        pytest.param("#1", id="hash"),
        pytest.param("x" * 21, id="too long"),
        pytest.param("a\u202eb", id="turned round"),
        pytest.param("Ada", id="taken"),
    ],
)
async def test_invalid_name_is_refused_and_the_form_shown_again(served, client, name):
    served.seats(3)
    served.table.joining.join(None, Seat(0), JoinRequest("Ada", "en"))
    answer = await no_redirect(client, f"/join/{await ticket_of(served, 2)}", name=name, lang="en")
    page = await answer.text()
    assert answer.status == 422
    assert re.search(r'role="alert">[A-Z][^<]+\.<', page)
    assert 'name="name"' in page
    assert served.table.joining.list_free_seats() == (1, 2)


async def test_refused_join_keeps_the_typed_name_and_language(served, client):
    served.seats(3)
    path = f"/join/{await ticket_of(served, 2)}"
    assert (await no_redirect(client, path, name="Ben", lang="de")).status == 303
    second = await no_redirect(client, path, name="Zo\u00e9", lang="de")
    page = await second.text()
    assert second.status == 410
    assert 'value="Zo\u00e9"' in page
    assert '<html lang="de"' in page


async def test_names_are_escaped_in_html(served, client):
    served.seats(2)
    key = served.table.joining.join(None, Seat(0), JoinRequest("<b>&\"'", "en"))
    for path in ("/", f"/seat/{key}", "/watch"):
        page = await (await client.get(path)).text()
        assert '<b>&"' not in page
        assert "&lt;b&gt;&amp;&#34;&#39;" in page


async def test_malformed_or_oversized_join_form_is_refused(served, client):
    path = f"/join/{await ticket_of(served, 1)}"
    assert (await client.post(path, data=b"\xff\x00", allow_redirects=False)).status == 422
    assert (await client.post(path, data={"name": "x" * 20_000}, allow_redirects=False)).status == 413
    for seat in ("", "0", "-1", "99", "²", "9" * 400):
        assert (await no_redirect(client, "/", seat=seat, name="Ada", lang="en")).status == 410
    assert len(served.table.joining.list_free_seats()) == 4


async def test_unknown_key_leads_to_the_start_page(served, client):
    answer = await client.get("/seat/nobody")
    assert answer.status == 404
    assert 'href="/"' in await answer.text()


async def test_key_guessing_is_rate_limited_but_valid_keys_work(served, client, call):
    """A web page can ask for 25 pictures at wrong addresses from somebody's own phone."""
    key, ticket = served.table.joining.join(None, Seat(0), JoinRequest("Ada", "en")), await ticket_of(served, 2)
    for number in range(ATTEMPTS):
        assert (await client.get(f"/seat/guess-{number}")).status == 404
    for path in ("/seat/guess", "/seat/guess/live", "/socket/guess", "/join/guess"):
        assert (await client.get(path)).status == 429
    assert (await no_redirect(client, "/join/guess", name="Eve", lang="en")).status == 429
    assert (await client.post("/seat/guess?person=Ada", data={})).status == 429
    assert (await client.get(f"/seat/{key}")).status == 200
    assert await (await call(f"/socket/{key}")).receive("snapshot")
    assert (await client.get(f"/join/{ticket}")).status == 200
    assert (await no_redirect(client, f"/join/{ticket}", name="Ben", lang="en")).status == 303
    served.pass_time(WINDOW)
    assert (await client.get("/seat/guess")).status == 404


async def test_hand_over_revokes_the_old_key_and_notifies_its_phone(served, client, call):
    served.sit("Ada", "Ben", lang="en")
    html = await call(f"/seat/{served.keys[1]}/live?page={1:016x}")
    spoken = await call(f"/socket/{served.keys[1]}")
    assert (await html.receive("end"))["why"] == "moved"  # the newest acts
    served.send(HandOver, Actor("seat", Seat(0)), seat=1)
    ticket = await ticket_of(served, 1)
    assert "Ada" in await (await client.get(f"/join/{ticket}")).text()
    answer = await no_redirect(client, f"/join/{ticket}", name="Cleo", lang="en")
    assert answer.status == 303
    assert (await spoken.receive("cue"))["what"] == "moved"
    assert await spoken.closed() == 4004
    assert (await client.get(f"/seat/{served.keys[1]}")).status == 404


# ---- what every page carries --------------------------------------------------------------------------------


async def test_pages_have_strict_security_headers_and_no_external_resources(served, client):
    served.sit("Ada", "Ben")
    served.table.presence.set_network(
        Network("http://192.0.2.7:80", "http://table-x.local", ("http://192.0.2.8:80", "http://[fd00::8]:80"))
    )
    for path in ("/", f"/seat/{served.keys[1]}", "/watch", "/seat/none", "/none", "/join/none"):
        answer = await client.get(path)
        page = await answer.text()
        headers = answer.headers
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        policy = dict(part.strip().split(" ", 1) for part in headers["Content-Security-Policy"].split(";"))
        assert (policy["default-src"], policy["script-src"], policy["style-src"]) == ("'none'", "'self'", "'self'")
        hosts = {word.split("//")[1] for word in policy["connect-src"].split() if "//" in word}
        assert hosts == {f"127.0.0.1:{served.port}", "192.0.2.7:80", "192.0.2.8:80", "table-x.local"}
        assert not re.search(r"<script(?! src=)|<style| style=| on[a-z]+=|javascript:", page)
        assert not re.search(r'(src|href)="(https?:)?//', page)
        assert "unofficial" in page


async def test_no_page_contains_a_seat_key(served, client):
    served.sit("Ada", "Ben").start()
    for seat in (1, 2):
        page = await (await client.get(f"/seat/{served.keys[seat]}")).text()
        assert not [key for key in served.keys.values() if key in page]


async def test_first_page_load_is_within_its_size_budget(served, client):
    served.sit("Ada", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gus").start()
    async with client.get(
        f"/seat/{served.keys[1]}", headers={"Accept-Encoding": "gzip"}, auto_decompress=False
    ) as page:
        body = await page.read()
    total = len(body)
    for path in re.findall(r'(?:src|href)="\.\.(/static/[^"]+)"', gzip.decompress(body).decode()):
        async with client.get(path, headers={"Accept-Encoding": "gzip"}, auto_decompress=False) as file:
            assert "immutable" in file.headers["Cache-Control"]
            total += len(await file.read())
    assert total <= FIRST_LOAD


async def test_lobby_style_sheet_is_not_loaded_by_game_pages(served, client):
    served.sit("Ada", "Ben")
    there = []
    for start in (False, True):
        if start:
            served.start()
        for path in (f"/seat/{served.keys[1]}", "/watch", "/?how"):
            page = await (await client.get(path)).text()
            there.append(bool(re.search(r'<link rel="stylesheet" href="[^"]+/later.css"', page)))
    assert there == [True, True, True, False, False, True]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("headers", "status"),
    [
        pytest.param({}, 303, id="no browser"),
        pytest.param({"Origin": "{base}"}, 303, id="its own page"),
        pytest.param({"Origin": "null"}, 403, id="a hidden frame of somebody else, without a word where from"),
        pytest.param({"Origin": "null", "Sec-Fetch-Site": "same-origin"}, 403, id="a hidden frame of its own"),
        pytest.param({"Origin": "http://evil.example"}, 403, id="a page of somebody else"),
        pytest.param({"Origin": "http://["}, 403, id="a page of nowhere"),
        pytest.param({"Origin": "null", "Sec-Fetch-Site": "cross-site"}, 403, id="a hidden frame of somebody else"),
        pytest.param({"Host": "evil example"}, 400, id="no host"),
        pytest.param({"Host": ""}, 400, id="an empty host"),
        pytest.param({"Host": "evil.example", "Origin": "http://evil.example"}, 421, id="a name given to its address"),
    ],
)
async def test_join_form_is_accepted_only_from_own_origin(served, client, headers, status):
    form = {"seat": "1", "name": "Ada", "lang": "en"}
    headers = {name: value.format(base=served.base) for name, value in headers.items()}
    assert (await client.post("/", data=form, headers=headers, allow_redirects=False)).status == status


HOME = Network("http://192.168.1.5:8080", None, ("http://10.0.0.2:8080",))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("origin", "of", "told"),
    [
        pytest.param(None, "", True, id="no page at all"),
        pytest.param("http://192.168.1.5:8080", "", True, id="a page of the table at its address"),
        pytest.param("http://10.0.0.2:8080", "", True, id="at another of its addresses"),
        pytest.param("http://{name}.local:8080", "", True, id="at its name"),
        pytest.param("http://192.168.1.99:8080", "{id}", True, id="at an address it had once"),
        pytest.param("http://192.168.1.99:8080", "", False, id="at an address of somebody else"),
        pytest.param("http://192.168.1.99:8080", "01234567", False, id="of another table"),
        pytest.param("https://evil.example", "", False, id="of somebody else"),
        pytest.param("null", "", False, id="of nowhere"),
    ],
)
async def test_table_id_is_sent_only_to_own_origins(served, client, origin, of, told):
    served.table.presence.set_network(HOME)
    about = {"name": host_name(served.table.id), "id": served.table.id[:8]}
    headers = {} if origin is None else {"Origin": origin.format(**about)}
    answer = await client.get("/here", params={"of": of.format(**about)} if of else {}, headers=headers)
    assert answer.status == (200 if told else 403)
    assert (served.table.id in await answer.text()) == told
    assert answer.headers.get("Access-Control-Allow-Origin") == (headers.get("Origin") if told else None)


@pytest.mark.parametrize(
    ("host", "ours"),
    [
        pytest.param("192.168.1.5:8080", True, id="its address"),
        pytest.param("10.7.7.7", True, id="an address that leads to it"),
        pytest.param("[fd00::5]:8080", True, id="an address of the new kind"),
        pytest.param("[fe80::5%eth0]:8080", True, id="one of the link, with the way to it"),
        pytest.param("localhost:8080", True, id="this machine"),
        pytest.param("LocalHost", True, id="this machine in capitals"),
        pytest.param("{name}.local:8080", True, id="the name it announces"),
        pytest.param("{name}-2.local", True, id="where another had that name"),
        pytest.param("{name}.local.:8080", True, id="the name in full"),
        pytest.param("{machine}", True, id="the machine's name"),
        pytest.param("{machine}.local:8080", True, id="the machine's name in the home"),
        pytest.param("games.club.example:8080", True, id="the address that an owner set"),
        pytest.param("evil.example:8080", False, id="a name that somebody gave to its address"),
        pytest.param("wondertable-aaaa.local", False, id="another table's name"),
        pytest.param("{name}.local.evil.example", False, id="a name that begins like ours"),
        pytest.param("x{name}.local", False, id="a name that ends like ours"),
        pytest.param("192.168.1.5.evil.example", False, id="a name that begins like an address"),
        pytest.param("[::1", False, id="half an address"),
        pytest.param("[fe80::5%]", False, id="half a way"),
        pytest.param("", False, id="none"),
    ],
)
async def test_requests_for_foreign_host_names_are_refused(served, client, host, ours):
    served.send(SetTable, host_address="https://Games.Club.example/table")
    machine = socket.gethostname().partition(".")[0]
    host = host.format(name=host_name(served.table.id), machine=machine)
    typed = served.table.settings.host_address
    assert Hosts(served.table.id, host_name(served.table.id), lambda: typed).is_served_as(host) == ours
    for path in ("/", "/watch", "/here", "/socket"):
        answer = await client.get(path, headers={"Host": host})
        assert (answer.status in (400, 421)) == (not ours) or path == "/socket"
        assert ours or served.table.id not in await answer.text() + str(answer.headers)


# By which phones and computers find out whether a Wi-Fi has internet. None is recorded by us: no phone was listened to.
# Addresses are as their makers publish them. The lines below are from requests that others recorded and published
# (Windows, Android 9, iOS in a server's log), or from published source of what sends them (Firefox, NetworkManager).
PROBES = {
    "Android": """GET /generate_204 HTTP/1.1
User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/60.0.3112.32 Safari/537.36
Host: connectivitycheck.gstatic.com
Connection: Keep-Alive
Accept-Encoding: gzip""",
    "iOS and macOS": """GET /hotspot-detect.html HTTP/1.0
Host: captive.apple.com
Connection: close
User-Agent: CaptiveNetworkSupport-390.60.1 wispr""",
    "Windows": """GET /connecttest.txt HTTP/1.1
Connection: Close
User-Agent: Microsoft NCSI
Host: www.msftconnecttest.com""",
    "Firefox": """GET /success.txt?ipv4 HTTP/1.1
Host: detectportal.firefox.com
User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0
Accept: */*
Accept-Language: en-US,en;q=0.5
Accept-Encoding: gzip, deflate
Connection: keep-alive
Pragma: no-cache
Cache-Control: no-cache""",
    "GNOME": """GET /check_network_status.txt HTTP/1.1
Host: nmcheck.gnome.org
Accept: */*
Connection: close""",
}


@pytest.mark.parametrize("probe", PROBES)
async def test_connectivity_probe_is_answered_with_misdirected_request(served, probe):
    """Phones take a 2xx for internet, or with other text for a sign-in page, and a redirect for one as well. A sign-in
    window has no cookies of the browser's, so a seat taken there would be lost.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(PROBES[probe].replace("\n", "\r\n").encode() + b"\r\n\r\n")
    async with asyncio.timeout(PATIENCE):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
    writer.close()
    assert head.split()[1] == "421"
    assert not re.search("^(location|set-cookie|x-networkmanager-status):", head, re.IGNORECASE | re.MULTILINE)


async def test_known_people_can_be_chosen_by_name(tmp_path, facts):
    histories.evenings_in(tmp_path, facts)
    async with serving(Served(tmp_path, facts)) as served, aiohttp.ClientSession(served.base) as client:
        served.seats(4)
        page = await (await client.get("/")).text()
        known = re.findall(r'name="known" value="([^"]*)"', page)
        assert known[:3] == ["Cleo", "Ada", "Ben"], "who played last first"
        assert known[-1] == "", "or another name"
        chosen = await no_redirect(client, "/", seat="1", known="Cleo", name="", lang="en")
        assert chosen.status == 303
        typed = await no_redirect(client, "/", seat="2", known="", name="Quirin", lang="en")
        assert typed.status == 303
        assert [seat["name"] for seat in served.table_view()["seats"]] == ["Cleo", "Quirin", None, None]
        page = await (await client.get("/")).text()
        assert 'value="Cleo"' not in page, "she sits at the table"
        nobody = await no_redirect(client, "/", seat="3", known="", name=" ", lang="en")
        assert (nobody.status, "A name needs at least one letter." in await nobody.text()) == (422, True)


async def test_known_names_are_suggested_for_another_seat(tmp_path, facts):
    histories.evenings_in(tmp_path, facts)
    async with (
        serving(Served(tmp_path, facts, headless=False)) as served,
        aiohttp.ClientSession(served.base) as client,
    ):
        served.sit("Zoe", lang="en")
        served.send(SetSeat, seat=2, by="touch")
        page = " ".join((await (await client.get(f"/seat/{served.keys[1]}")).text()).split())
        assert 'list="known" autocomplete="off" autocapitalize="words" data-do="set-seat;seat=2;name={value}"' in page
        assert '<datalist id="known"><option value="Cleo">' in page


async def test_screen_seat_is_not_preselected_for_joining(served, client):
    """A seat played on the screen is offered but not selected by default, so that Nora keeps her name."""
    served.send(SetSeats, count=3)
    served.send(SetSeat, seat=1, by="touch")
    served.send(SetSeat, seat=1, name="Nora")
    page = " ".join((await (await client.get("/")).text()).split())
    assert re.findall(r'name="seat" value="(\d)"( checked)?', page) == [("3", ""), ("2", " checked"), ("1", "")]
    assert "Somebody sits there without a phone." in page
    served.send(SetSeat, seat=2, by="touch")
    served.send(SetSeat, seat=3, by="touch")
    page = await (await client.get("/")).text()
    assert not re.search(r'name="seat"[^>]*checked', page), "nobody sits down on another by not looking"
    typed = await client.post("/", data={"known": "", "name": "Gast", "lang": "en"})
    assert typed.status != 200
    assert served.table_view()["seats"][0]["name"] == "Nora"
