"""Members of a club at a table, from the wall's code to games that are theirs: a real table, a real club, phones."""

import asyncio
import json
import re
from html import unescape

import aiohttp
import pytest

from app.club import game_store as club_book
from app.club.members import remove_forgotten_names
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, Resume, Suspend
from app.protocol.seat_messages import HandOver, JoinRequest, Leave
from app.protocol.table_to_club_messages import GameNews
from app.table.features import person_rename_and_removal
from engine.game import Seat
from tests.app.club.at_tables import LINK, become, sit


@pytest.mark.sampled(2)
async def test_club_stores_the_seat_of_a_member(evening, club, phone):
    await evening.join()
    assert "Ada" in await (await become(phone, club)).text()
    where = await sit(phone, evening, 1)
    assert where.startswith("/seat/")
    evening.served.table.joining.join(None, 1, JoinRequest("Ben", "en"))
    game = evening.play()
    await evening.until_told()
    assert evening.seats() == [(game, 1, "Ada")]
    assert "1 game" in await (await phone.get(f"{club.address}/me")).text()


@pytest.mark.sampled(2)
async def test_member_keeps_the_seat_through_games_and_a_restart_until_leaving(evening, club, phone):
    await evening.join()
    await become(phone, club)
    key = (await sit(phone, evening, 1)).removeprefix("/seat/")
    evening.served.table.joining.join(None, Seat(1), JoinRequest("Ben", "en"))
    first = evening.play()
    second = evening.play()
    await evening.until_told()
    assert {game for game, *_ in evening.seats()} == {first, second}
    stored = json.loads(evening.served.store.table_state())
    assert stored["chairs"][0]["member"]
    evening.served.send(Rematch)
    seat = evening.served.table.joining.seat_of_key(key)
    evening.served.send(Leave, Actor("seat", seat))
    evening.served.send(EndEarly, sure=True)
    await evening.until_told()
    assert {game for game, *_ in evening.seats()} == {first, second}
    assert club.book.count() == 3


@pytest.mark.sampled(2)
async def test_ticket_is_valid_once_at_one_table_for_ten_minutes(evening, club, phone):
    await evening.join()
    await become(phone, club)
    members = club.server._members

    async def ticket():
        query = {"table": evening.served.table.id, "at": evening.served.base}
        answer = await phone.get(f"{club.address}/me/sit", params=query, allow_redirects=False)
        return answer.headers["Location"].partition("member=")[2]

    one = await ticket()
    assert members.take_ticket(one, "another") is None
    assert members.take_ticket(one, evening.served.table.id) is None
    one = await ticket()
    assert members.take_ticket(one, evening.served.table.id)
    assert members.take_ticket(one, evening.served.table.id) is None
    one = await ticket()
    club.now += 601
    assert members.take_ticket(one, evening.served.table.id) is None
    page = await (await phone.get(f"{evening.served.base}/?member={one}")).text()
    assert "as a guest" in page
    assert 'name="member"' not in page


@pytest.mark.sampled(6)
@pytest.mark.parametrize("at", ["http://elsewhere.example", "//elsewhere.example", "javascript:alert(1)", ""])
async def test_club_redirects_only_to_addresses_of_the_table(evening, club, phone, at):
    await evening.join()
    await become(phone, club)
    query = {"table": evening.served.table.id, "at": at, "join": "../../x"}
    answer = await phone.get(f"{club.address}/me/sit", params=query, allow_redirects=False)
    assert answer.headers["Location"].startswith(f"{evening.served.base}/?member=")
    query["table"] = "nobodys"
    assert (await phone.get(f"{club.address}/me/sit", params=query, allow_redirects=False)).status == 404


async def test_table_address_with_a_path_or_script_is_refused(evening, club):
    await evening.join()
    headers = {"Authorization": f"Bearer {evening.link.club.key}"}
    async with aiohttp.ClientSession(club.address, headers=headers) as web:
        for address in ("http://a.example/path", "javascript:alert(1)", "http://a b", "http://u@a.example", "x" * 400):
            assert (await web.put("/table/addresses", json={"addresses": [address]})).status == 422
        assert (await web.put("/table/addresses", json={"addresses": ["https://[fd00::1]:8080"]})).status == 204
    async with aiohttp.ClientSession(club.address) as web:
        for method, path in (("PUT", "addresses"), ("POST", "members"), ("GET", "forgotten"), ("POST", "forgotten")):
            assert (await web.request(method, f"/table/{path}")).status == 401


async def test_stranger_becomes_a_member_on_the_way_to_the_table(evening, club, phone):
    await evening.join()
    page = await phone.get(f"{club.address}/me/sit", params={"table": evening.served.table.id})
    text = await page.text()
    assert "as a guest" in text
    [action] = set(re.findall(r'action="/me([^"]*)"', text))
    back = await become(phone, club, way=unescape(action))
    assert str(back.url).startswith(club.address)  # browsers let no form lead to another address
    [onward] = re.findall(r'href="(/me/sit[^"]+)"', await back.text())
    back = await phone.get(club.address + unescape(onward))
    assert str(back.url).startswith(evening.served.base)
    assert "You sit down as Ada" in await back.text()


@pytest.mark.rotated
async def test_member_with_a_taken_name_sits_down_under_another_name(evening, club, phone):
    await evening.join()
    await become(phone, club)
    evening.served.table.joining.join(None, Seat(1), JoinRequest("Ada", "en"))
    page = await sit(phone, evening, 1)
    assert 'name="name"' in page
    [ticket] = re.findall(r'name="member" value="(\d+)"', page)
    form = {"seat": "1", "lang": "en", "member": ticket, "name": "Ada B"}
    answer = await phone.post(evening.served.base, data=form, allow_redirects=False)
    assert answer.status == 303
    game = evening.play()
    await evening.until_told()
    assert evening.seats() == [(game, 1, "Ada")]


# ---- claims


async def sit_as_guest(phone, evening, seat, name):
    """Sit down as a guest; the address of the seat."""
    form = {"seat": str(seat), "lang": "en", "name": name}
    answer = await phone.post(evening.served.base, data=form, allow_redirects=False)
    return evening.served.base + answer.headers["Location"]


async def find_claim_link(phone, seat, game):
    """Return the link from the table's history to the club, or "" if there is none."""
    found = LINK.findall(await (await phone.get(f"{seat}?game={game}")).text())
    return unescape(found[0]) if found else ""


@pytest.mark.sampled(2)
async def test_only_the_guest_of_a_seat_can_claim_it_later(evening, club, phone, other_phone, monkeypatch):
    await evening.join()
    ada, ben = await sit_as_guest(phone, evening, 1, "Ada"), await sit_as_guest(other_phone, evening, 2, "Ben")
    game = evening.play()
    await evening.until_told()
    link = await find_claim_link(phone, ada, game)
    await become(phone, club, "Ada")
    await become(other_phone, club, "Ben")
    assert "Was this you?" in await (await phone.get(link)).text()
    assert evening.seats() == []  # a page that is opened changes nothing
    forged = link.replace("seat=1", "seat=2")
    assert (await phone.get(forged)).status == 404
    await phone.post(forged)
    assert evening.seats() == []
    assert "one of yours" in await (await phone.post(link)).text()
    assert evening.seats() == [(game, 1, "Ada")]
    assert "Another member has this seat" in await (await other_phone.post(link)).text()
    own = await find_claim_link(other_phone, ben, game)
    assert "another seat in this game" in await (await phone.post(own)).text()
    assert evening.seats() == [(game, 1, "Ada")]
    # told once more, it stays; the organiser undoes it
    before = evening.version(game)
    evening.link.send_earlier_games()
    async with asyncio.timeout(60):
        while evening.version(game) == before:
            await asyncio.sleep(0.01)
    assert evening.seats() == [(game, 1, "Ada")]
    page = await open_members_page(phone, club, monkeypatch)
    assert "claimed by Ada" in await (await phone.get(page)).text()
    await phone.post(page, data={"do": "unclaim", "game": game, "seat": "1"})
    assert evening.seats() == []


@pytest.mark.rotated
async def test_phone_claims_only_games_in_which_it_had_the_seat(evening, club, phone, other_phone):
    await evening.join()
    await sit_as_guest(phone, evening, 1, "Ada")
    ben = await sit_as_guest(other_phone, evening, 2, "Ben")
    first = evening.play()
    assert await find_claim_link(other_phone, ben, first)
    assert not LINK.findall(await (await phone.get(f"{evening.served.base}/watch?game={first}")).text())
    ticket = evening.served.table.joining
    evening.served.send(HandOver, seat=1)
    code = ticket.ticket(Seat(0))
    answer = await other_phone.post(
        f"{evening.served.base}/join/{code}", data={"name": "Ada", "lang": "en"}, allow_redirects=False
    )
    later = evening.served.base + answer.headers["Location"]
    assert await find_claim_link(other_phone, later, first) == ""  # the same name, and another phone


async def open_members_page(phone, club, monkeypatch):
    """Sign in as the organiser and return the address of the page of members."""
    monkeypatch.setattr(club_book, "COST", 2)
    club.book.set_pin("31415926")
    answer = await phone.post(f"{club.address}/organiser", data={"pin": "31415926"}, allow_redirects=False)
    return f"{club.address}{answer.headers['Location']}/members"


# ---- removed everywhere


@pytest.mark.sampled(2)
async def test_removal_deletes_a_member_everywhere_but_not_a_namesake(evening, club, phone, other_phone):
    await evening.join()
    await sit_as_guest(other_phone, evening, 1, "Ada")
    evening.served.table.joining.join(None, Seat(1), JoinRequest("Ben", "en"))
    theirs = evening.play()
    await become(phone, club)
    evening.served.send(HandOver, seat=1)
    where = await sit(phone, evening, 1, f"/join/{evening.served.table.joining.ticket(Seat(0))}")
    mine = evening.play()
    await evening.until_told()
    before = evening.served.table.finished.list_games()[0]
    assert before.result.seats == ("Ada", "Ben")
    receipt = await phone.post(f"{club.address}/me", data={"do": "forget", "sure": "yes"})
    text = await receipt.text()
    assert "/receipt/" in str(receipt.url)
    assert "the name in 1 game" in text
    assert "Waiting: this table" in text
    assert "Ada" not in text
    kept = {game.id: game for game in club.book.games()}
    assert kept[mine].result.seats == (None, "Ben")
    assert "Ada" not in json.dumps(kept[mine].header)
    assert kept[theirs].result.seats[0] == "Ada"
    assert evening.seats() == []
    assert "Become a member" in await (await phone.get(f"{club.address}/me")).text()
    # the table hears it
    await evening.people.exchange()
    assert evening.served.table.finished.list_games()[0].result.seats == (None, "Ben")
    assert evening.served.table.finished.list_games()[1].result.seats[0] == "Ada"
    assert evening.served.table_view()["seats"][0]["name"] is None
    assert (await phone.get(evening.served.base + where)).status == 200
    evening.play()  # the one that goes on there is a guest without a name
    await evening.until_told()
    assert [game.result.seats[0] for game in club.book.games()] == ["Ada", None, None]
    text = await (await phone.get(str(receipt.url))).text()
    assert "Removed from 1 game" in text
    assert "Waiting: this table" not in text
    with club.book._database.transaction() as db:
        assert db.execute("SELECT member, seats FROM forgotten") == [("", "{}")]


async def test_late_upload_does_not_restore_a_removed_name(club, games):
    [game, *_] = games
    people = club.book.people
    member, _ = people.create("Ada", 0.0)
    club.book.join("a", "A", 0.0)
    people.forget(member.id, 1.0)
    club.book.store_games("a", [GameNews(game.id, 1, game, {1: member.id})])
    club.book.store_games("a", [GameNews(game.id, 2, game)])  # a correction, by a copy of before
    [kept] = club.book.games()
    assert kept.result.seats == (None, *game.result.seats[1:])
    with club.book._database.transaction() as db:
        assert remove_forgotten_names(db, GameNews("other", 1, game)).game == game


@pytest.mark.sampled(2)
async def test_member_removed_in_mid_game_plays_on_as_a_nameless_guest(evening, club, phone):
    await evening.join()
    await become(phone, club)
    key = (await sit(phone, evening, 1)).removeprefix("/seat/")
    table = evening.served.table
    table.joining.join(None, Seat(1), JoinRequest("Ben", "en"))
    evening.served.start()
    [before] = evening.asks()[:1]
    await phone.post(f"{club.address}/me", data={"do": "forget", "sure": "yes"})
    await evening.people.exchange()
    assert (table.phase, evening.asks()[:1]) == ("game", [before])
    assert [info["name"] for info in evening.served.table_view()["seats"]] == [None, "Ben"]
    assert table.joining.seat_of_key(key) == Seat(0)  # nobody is sent away
    log = [line.event for line in evening.served.store.log(table.committed.state.game)]
    assert not any(b"Ada" in event for event in log)
    assert "Ada" not in repr(table.snapshot(Actor("seat", Seat(1)), 0))  # whoever looks back at the log either
    evening.play_on()
    await evening.until_told()
    [game] = club.book.games()
    assert game.result.seats == (None, "Ben")
    assert "Ada" not in json.dumps(game.header)
    assert evening.seats() == []


@pytest.mark.sampled(2)
async def test_removal_covers_a_suspended_game(evening, club, phone, other_phone):
    await evening.join()
    await become(phone, club)
    await sit(phone, evening, 1)
    table = evening.served.table
    table.joining.join(None, Seat(1), JoinRequest("Ben", "en"))
    evening.served.start()
    evening.served.send(Suspend)
    [aside] = evening.served.table_view()["laid_aside"]
    assert tuple(aside["seats"]) == ("Ada", "Ben")
    receipt = await phone.post(f"{club.address}/me", data={"do": "forget", "sure": "yes"})
    await evening.people.exchange()
    [aside] = evening.served.table_view()["laid_aside"]
    assert tuple(aside["seats"]) == ("1", "Ben")
    assert "Removed from 1 game" in await (await phone.get(str(receipt.url))).text()
    evening.served.send(Resume, game=aside["game"])
    assert [info["name"] for info in evening.served.table_view()["seats"]] == [None, "Ben"]
    evening.play_on()
    await evening.until_told()
    [game] = club.book.games()
    assert game.result.seats == (None, "Ben")
    assert evening.seats() == []
    assert all("Ada" not in text for text in person_rename_and_removal.list_all_names(evening.served.store))


async def test_removal_of_a_claimed_seat_reaches_its_table(evening, club, phone, other_phone):
    await evening.join()
    ada = await sit_as_guest(phone, evening, 1, "Ada")
    await sit_as_guest(other_phone, evening, 2, "Ben")
    game = evening.play()
    await evening.until_told()
    await become(phone, club, "Somebody else")
    await phone.post(await find_claim_link(phone, ada, game))
    await phone.post(f"{club.address}/me", data={"do": "forget", "sure": "yes"})
    await evening.people.exchange()
    assert evening.served.table.finished.list_games()[0].result.seats == (None, "Ben")


async def test_removal_needs_confirmation(club, phone):
    await become(phone, club)
    await phone.post(f"{club.address}/me", data={"do": "forget"})
    assert [member.name for member in club.book.people.members()] == ["Ada"]


# ---- one's own page


async def test_member_export_contains_own_data_and_no_others_names(club, phone, games):
    await become(phone, club)
    [member] = club.book.people.members()
    club.book.join("a", "Window", 0.0)
    club.book.store_games("a", [GameNews(game.id, 1, game, {1: member.id}) for game in games])
    others = {name for game in games for name in game.result.seats[1:] if name} - {games[0].result.seats[0]}
    page = await (await phone.get(f"{club.address}/me")).text()
    known = await (await phone.get(f"{club.address}/me?files=json")).json()
    sheet = await (await phone.get(f"{club.address}/me?files=csv")).text()
    mine = [game for game in games if game.result.seats[0]]
    assert len(known["games"]) == len(games)
    assert {each["name"] for each in known["games"]} == {game.result.seats[0] for game in mine}
    assert known["member"]["name"] == "Ada"
    assert sheet.count("Window") == len(games)
    for text in (page, json.dumps(known), sheet):
        for name in others - {game.result.seats[0] for game in mine}:
            assert name not in text


async def test_organiser_can_disable_joining_and_member_pages(club, phone, other_phone, monkeypatch):
    await become(phone, club)
    page = await open_members_page(phone, club, monkeypatch)
    code = club.server._members.wall_code()
    for what in ("join", "see"):
        await phone.post(page, data={"do": what, "on": "no"})
    assert club.server._members.wall_code() == ""
    refused = await other_phone.post(f"{club.address}/me", data={"do": "join", "code": code, "name": "Ben"})
    assert refused.status == 403
    assert "turned off this page" in await (await phone.get(f"{club.address}/me")).text()
    assert (await phone.get(f"{club.address}/me?files=json")).content_type == "text/html"
    await phone.post(page, data={"do": "join", "on": "yes"})
    assert club.server._members.wall_code()


async def test_one_time_code_adds_a_second_phone(club, phone, other_phone):
    await become(phone, club)
    page = await (await phone.post(f"{club.address}/me", data={"do": "code"})).text()
    [code] = re.findall(r"\d{4} \d{4}", page)
    answer = await other_phone.post(f"{club.address}/me", data={"do": "phone", "code": code})
    assert "2 phones" in await answer.text()
    async with aiohttp.ClientSession() as third:
        assert (await third.post(f"{club.address}/me", data={"do": "phone", "code": code})).status == 403
    await phone.post(f"{club.address}/me", data={"do": "others"})
    assert "Become a member" in await (await other_phone.get(f"{club.address}/me")).text()
    assert "Become a member" in await (await phone.post(f"{club.address}/me", data={"do": "out"})).text()


async def test_wall_code_admits_one_member_and_names_are_unique(club, phone, other_phone):
    code = club.server._members.wall_code()
    assert club.server._members.wall_code() == code
    form = {"do": "join", "code": code, "name": "Ada"}
    assert (await phone.post(f"{club.address}/me", data=form)).status == 200
    assert (await other_phone.post(f"{club.address}/me", data=form)).status == 403
    for name in ("ada", "\u0410da", "A\ufe0fda", "A\u200dda", "Ad\u237a", "", "A" * 21, "A,B", "A\u202eB"):
        assert (await become(other_phone, club, name)).status == 422
    assert (await become(other_phone, club, "Ben")).status == 200
    taken = await other_phone.post(f"{club.address}/me", data={"do": "call", "name": "ADA"})
    assert taken.status == 422
    assert [member.name for member in club.book.people.members()] == ["Ada", "Ben"]
    code = club.server._members.wall_code()
    club.now += 301  # soon it would be too old for who has just read it
    assert club.server._members.wall_code() != code


async def test_member_key_is_hashed_and_its_cookie_restricted_to_own_page(club, phone):
    await become(phone, club)
    [cookie] = [each for each in phone.cookie_jar]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/me", True, "Lax")
    with club.book._database.transaction() as db:
        [(kept,)] = db.execute("SELECT key FROM phones")
    assert cookie.value not in kept
    refused = await phone.post(f"{club.address}/me", data={"do": "out"}, headers={"Origin": "http://elsewhere.example"})
    assert refused.status == 403


async def test_guessing_the_wall_code_is_rate_limited(club, phone):
    club.server._members.wall_code()
    form = {"do": "join", "code": "x", "name": "Ada"}
    statuses = [(await phone.post(f"{club.address}/me", data=form)).status for _ in range(21)]
    assert statuses == [403] * 20 + [429]
