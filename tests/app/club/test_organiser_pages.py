"""The organiser's pages: behind the club's PIN, a code for a table, the end of a key, files of all games."""

import re

import pytest

from app.history import export_import
from app.protocol.table_to_club_messages import GameNews
from tests.app.club.clubs import PIN


async def sign_in(web):
    answer = await web.post("/organiser", data={"pin": PIN}, allow_redirects=False)
    assert answer.status == 303
    return answer.headers["Location"]


async def test_only_the_pin_opens_organiser_pages(web):
    for page in ("members", "standings", "tournaments"):
        refused = await web.get(f"/organiser/{page}", allow_redirects=False)
        assert refused.headers["Location"] == "/organiser"
    assert 'name="pin"' in await (await web.get("/organiser")).text()
    wrong = await web.post("/organiser", data={"pin": "27182818"})
    assert wrong.status == 403
    assert "not the club’s" in await wrong.text()
    assert (await web.get(await sign_in(web))).status == 200


async def test_guessing_the_pin_is_rate_limited(web):
    for _ in range(20):
        assert (await web.post("/organiser", data={"pin": "0"})).status == 403
    assert (await web.post("/organiser", data={"pin": PIN})).status == 429


async def test_organiser_session_expires_after_half_an_hour(club, web):
    page = await sign_in(web)
    club.now += 1801
    assert 'name="pin"' in await (await web.get(page)).text()


async def test_organiser_key_is_in_no_address_and_signing_out_revokes_it(club, web):
    page = await sign_in(web)
    [cookie] = web.cookie_jar
    assert (cookie["path"], cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (
        "/organiser",
        True,
        "Lax",
        "",
    )
    shown = await (await web.get(page)).text()
    links = re.findall(r'(?:href|action)="([^"]+)"', shown)
    assert not any(cookie.value in each for each in (page, shown, *links))
    kept = {cookie.key: cookie.value}
    assert (await web.post(page, data={"do": "out"}, allow_redirects=False)).headers["Location"] == "/"
    assert 'name="pin"' in await (await web.get(page)).text()
    refused = await web.post(page, data={"do": "call", "name": "Mine"}, cookies=kept, allow_redirects=False)
    assert refused.headers["Location"] == "/organiser", "the key has ended, too, and not the cookie alone"
    assert club.book.name == ""


@pytest.mark.parametrize("rest", ["", "/members", "/standings/duel-2/m1", "/tournaments/abc"])
async def test_old_address_with_a_key_redirects_to_the_pin_form(web, rest):
    old = await web.get(f"/organiser/{'k' * 22}{rest}", allow_redirects=False)
    assert (old.status, old.headers["Location"]) == (303, f"/organiser{rest}")
    old = await web.get(f"/organiser/{'k' * 22}{rest}")
    assert 'name="pin"' in await old.text()


async def test_join_code_is_shown_until_used_or_expired(club, web):
    page = await sign_in(web)
    shown = await (await web.post(page, data={"do": "code", "name": "Window table"})).text()
    [code] = re.findall(r"\d{4} \d{4}", shown)
    joins = {"code": code.replace(" ", ""), "table": "4kq7", "name": "Wondertable-4kq7"}
    assert (await web.post("/tables", json=joins)).status == 200
    shown = await (await web.get(page)).text()
    assert re.findall(r"\d{4} \d{4}", shown) == []
    assert "Window table" in shown
    await web.post(page, data={"do": "code"})
    club.now += 601
    assert re.findall(r"\d{4} \d{4}", await (await web.get(page)).text()) == []


async def test_organiser_removes_a_lost_table_after_confirmation(club, web):
    key = club.book.join("a", "Window", 0.0)
    page = await sign_in(web)
    await web.post(page, data={"do": "end", "table": "a"})
    assert club.book.table_of(key, 1.0) == "a"  # nobody was sure
    shown = await (await web.post(page, data={"do": "end", "table": "a", "sure": "yes"})).text()
    assert "no longer in the club" in shown


async def test_organiser_can_export_all_games(club, web, games):
    club.book.store_games("a", [GameNews(game.id, 1, game) for game in games])
    page = await sign_in(web)
    answer = await web.get(f"{page}?files=json")
    assert export_import.parse_archive(await answer.read(), {"architects"}) == games
    assert "Ada" in await (await web.get(page)).text()


async def test_club_name_is_escaped_and_limited_in_length(club, web):
    page = await sign_in(web)
    shown = await (await web.post(page, data={"do": "call", "name": "<b>Dice</b> & Co"})).text()
    assert "&lt;b&gt;Dice&lt;/b&gt; &amp; Co" in shown
    assert club.book.name == "<b>Dice</b> & Co"
    await web.post(page, data={"do": "call", "name": "x" * 41})
    assert club.book.name == "<b>Dice</b> & Co"


async def test_foreign_origins_and_host_names_are_refused(web):
    page = await sign_in(web)
    foreign = {"Origin": "http://elsewhere.example"}
    assert (await web.post(page, data={"do": "code"}, headers=foreign)).status == 403
    assert (await web.get("/", headers={"Host": "elsewhere.example"})).status == 421


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
async def test_pages_use_the_browsers_language(web, lang):
    page = await (await web.get("/", headers={"Accept-Language": lang})).text()
    assert f'<html lang="{lang}"' in page
    assert (await web.get("/nowhere", headers={"Accept-Language": lang})).status == 404


async def test_unsupported_method_is_answered_with_allowed_methods(web):
    refused = await web.delete("/")
    assert (refused.status, refused.headers["Allow"]) == (405, "GET,HEAD")


async def test_page_uses_only_classes_of_its_style_sheets(web):
    page = await (await web.get("/")).text()
    sheets = re.findall(r'rel="stylesheet" href="([^"]+)"', page)
    rules = "".join([await (await web.get(sheet)).text() for sheet in sheets])
    used = {name for each in re.findall(r'class="([^"]+)"', page) for name in each.split()}
    assert {name for name in used if f".{name}" not in rules} == set()
