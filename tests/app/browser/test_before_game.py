"""A guest's phone before a game: *Sit down* is in sight on every size, nothing that must be chosen is folded away, and
what happens at the table while somebody chooses or types takes nothing from them."""

from itertools import product

import pytest
from axe_playwright_python.async_playwright import Axe

from app.games.game_list import shelf, tally
from app.protocol.game_lifecycle_messages import EndEarly, SetGame
from app.protocol.seat_messages import JoinRequest, SetSeat, SetSeats
from app.protocol.settings_messages import SetTable
from engine.game import Seat
from tests.app import histories
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import CUT, PHONE, SMALLEST, Phone, heard
from tests.app.phones.served import LANGS

SIZES = ((390, 664), (360, 640), (320, 568), (664, 390))
LONG = ("Maximiliane-Victoria", "Gudrun", "Bartholomew-Theodor", "Cleo", "Wilhelmina Augusta", "Ben", "Ada")
LINES = 10  # of *More*
# What is wrong with a page on which somebody sits down.
JOINS = """() => {
  const wrong = [], seen = (e) => e.checkVisibility({ visibilityProperty: true });
  const mains = [...document.querySelectorAll(".btn.go")].filter(seen);
  if (mains.length !== 1) wrong.push(`${mains.length} main buttons`);
  for (const main of mains) {
    const r = main.getBoundingClientRect();
    const whole = r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight;
    const at = (y) => document.elementFromPoint(r.x + r.width / 2, r.y + r.height * y);
    const free = [.1, .5, .9].every((y) => main.contains(at(y)));
    if (!whole || !free) wrong.push(`main button at ${Math.round(r.top)} to ${Math.round(r.bottom)}`);
  }
  for (const field of document.querySelectorAll("[required],[name=seat],input[name=name]")) {
    if (!seen(field.closest("label"))) wrong.push(`hidden: ${field.outerHTML}`);
  }
  const seats = [...document.querySelectorAll("[name=seat]")].map((e) => e.closest("label").getBoundingClientRect());
  for (const r of seats) if (r.height < 47.5 || r.width < 47.5) wrong.push(`a seat of ${r.width} × ${r.height}`);
  return wrong;
}"""
SMALL_SENTENCES = """() => [...document.querySelectorAll(".join p, .hero p, .sits p")]
  .filter((e) => e.getClientRects().length && parseFloat(getComputedStyle(e).fontSize) < 16)
  .map((e) => e.textContent.trim())"""
# Texts in the display face, and those of things that are not, of what is seen.
FACES = """([people, things]) => {
  const out = [], words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode.data.trim(), at = words.currentNode.parentElement;
    if (!text || !at.getClientRects().length) continue;
    const carved = /^"?Stone/.test(getComputedStyle(at).fontFamily);
    if (carved && people.some((name) => text.includes(name))) out.push("a person: " + text);
    if (!carved && things && at.matches(things)) out.push("a thing: " + text);
  }
  return out;
}"""
HERO = """() => [...document.querySelectorAll(".hero")].map((e) => {
  const r = e.getBoundingClientRect(), drawn = e.firstElementChild.getBoundingClientRect();
  return [r.bottom <= innerHeight, e.scrollHeight <= e.clientHeight + 1, drawn.height >= 40];
})"""
PLACES = """() => [...document.querySelectorAll(".role [data-do]")]
  .map((e) => [e.dataset.do, e.getBoundingClientRect().x, e.getBoundingClientRect().y + scrollY])"""
MORE_TAB_SCRIPT = """() => [...document.querySelectorAll("#tab-more :is(summary, button, select, input, a, h2)")]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }) && !e.closest("#logs"))
  .filter((e) => !e.closest("details") || e.matches("summary") && !e.parentNode.parentNode.closest("details"))
  .map((e) => e.textContent.trim())"""


@pytest.fixture
async def table(tmp_path, facts, every_fact):
    histories.evenings_in(tmp_path, facts)
    made = Evening(tmp_path, facts, shelf=shelf(every_fact), sheets=tally(every_fact), seed="before")
    async with living(made) as served:
        yield served


def sit(table, *names, lang):
    for seat, name in enumerate(names):
        table.keys[seat + 1] = table.table.joining.join(None, Seat(seat), JoinRequest(name, lang))


def free_table(table, lang):
    return "/"


def ticket(table, lang):
    return f"/join/{table.table.joining.ticket(Seat(0))}"


def last_seat(table, lang):
    table.send(SetGame, game="seven-wonders")
    table.send(SetSeats, count=7)
    sit(table, *LONG[:6], lang=lang)
    return "/"


def bots(table, lang):
    table.send(SetSeats, count=7)
    sit(table, *LONG, lang=lang)
    for seat in range(2, 8):
        table.send(SetSeat, seat=seat, by="bot")
    table.start()
    return "/"


def held(table, lang):
    table.send(SetGame, game="duel")
    for seat in (1, 2):
        table.send(SetSeat, seat=seat, by="touch")
    return "/"


STATES = {state.__name__: state for state in (free_table, ticket, last_seat, bots, held)}


async def open_page(table, browser, path, lang, size=None, **more):
    table.send(SetTable, lang=lang)
    phone = await Phone.take(browser, size or PHONE, **more)
    await phone.page.set_extra_http_headers({"Accept-Language": lang})
    await phone.page.goto(table.base + path)
    return phone


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("state", "lang"),
    [
        pytest.param(state, lang, marks=() if lang == "de" else pytest.mark.full)
        for state, lang in product(STATES, LANGS)
    ],
)
async def test_sit_down_button_is_visible_for_every_seating(table, browser, state, lang):
    path = STATES[state](table, lang)
    phone, wrong = await open_page(table, browser, path, lang), {}
    for words, back in product(("", "3"), (False, True)):
        await phone.page.evaluate("([words, back]) => { document.documentElement.dataset.words = words;"
                                  "document.getElementById('back').hidden = !back }", [words, back])  # fmt: skip
        for width, height in SIZES:
            await phone.page.set_viewport_size({"width": width, "height": height})
            found = await phone.page.evaluate(JOINS) + await phone.wider_than_the_screen()
            wrong[width, height, words, back] = found + await phone.page.evaluate(SMALL_SENTENCES)
    assert {each: found for each, found in wrong.items() if found} == {}
    people = [*LONG, "Dmitri", "Elisabeth"]
    assert await phone.page.evaluate(FACES, [people, "h1, h2, .games b"]) == []
    assert phone.faults == []


@pytest.mark.rotated
async def test_refused_name_and_chosen_seat_are_kept(table, browser):
    phone = await open_page(table, browser, "/", "en", SMALLEST)
    page = phone.page
    await page.click("label:has([name=seat][value='3'])")
    await page.fill("input[name=name]", "#1")
    await page.click("button.go")
    await page.wait_for_selector(".err")
    assert await page.input_value("input[name=name]") == "#1"
    assert await page.is_checked("[name=seat][value='3']"), "the seat that was chosen"
    await page.fill("input[name=name]", "Otto")
    await page.click("button.go")
    await phone.live()
    assert table.table_view()["seats"][2]["name"] == "Otto"
    assert [fault for fault in phone.faults if "422" not in fault] == []


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("game", "lang"),
    [
        pytest.param(game, lang, marks=() if (game, lang) in (("seven-wonders", "fr"),) else pytest.mark.full)
        for game, lang in product(("architects", "duel", "seven-wonders"), LANGS)
    ],
)
async def test_guest_sees_the_wonder_its_effect_and_the_other_people(table, browser, game, lang):
    table.send(SetGame, game=game)
    seats = 2 if game == "duel" else 7
    table.send(SetSeats, count=seats)
    sit(table, *LONG[:seats], lang=lang)
    phone = await open_page(table, browser, f"/seat/{table.keys[2]}", lang, guest=True)
    await phone.live()
    wrong = {}
    for wonder in (None, *table.table_view()["identities"]):
        if wonder:
            table.send(SetSeat, seat=2, wonder=wonder)
            await heard(phone, table)
        for width, height in SIZES:
            await phone.page.set_viewport_size({"width": width, "height": height})
            found = [*await phone.wider_than_the_screen(), *await phone.page.evaluate(CUT)]
            if await phone.page.evaluate(HERO) != [[True, True, True]]:
                found.append(await phone.page.evaluate(HERO))
            found += await phone.page.evaluate(FACES, [LONG, ".hero h2, .role b"])
            wrong[wonder, width, height] = found + await phone.page.evaluate(SMALL_SENTENCES)
    assert {each: found for each, found in wrong.items() if found} == {}
    assert await phone.page.locator(".sits li").all_inner_texts() == [name for name in LONG[:seats] if name != LONG[1]]
    assert phone.faults == []


@pytest.mark.rotated
async def test_table_changes_keep_guest_input_and_scroll_position(table, browser):
    """The choice stays where it is, and so do the page and a name that is half typed."""
    table.send(SetSeats, count=4)
    sit(table, "Ada", "Ben", lang="en")
    phone = await open_page(table, browser, f"/seat/{table.keys[2]}", "en", SMALLEST, guest=True)
    page = phone.page
    await phone.live()
    await page.click(".role [data-do$='wonder=giza']")
    await page.locator(".hero h2", has_text="Giza").wait_for()
    await page.locator(".role [data-do$='wonder=ur']").scroll_into_view_if_needed()
    places, at = await page.evaluate(PLACES), await page.evaluate("scrollY")
    for wonder in ("rome", "ephesus"):
        table.send(SetSeat, seat=1, wonder=wonder)
        await page.wait_for_selector(f".role [data-do$='wonder={wonder}']:disabled .badge")
        assert (await page.evaluate(PLACES), await page.evaluate("scrollY")) == (places, at)
    assert await page.is_enabled(".role [data-do$='wonder=rome']")
    await page.click("button[data-whole]")
    await phone.tab("more")
    await page.click("#d-me > summary")
    await page.locator("#own input[name=name]").press_sequentially("Benj")
    at = await page.evaluate("scrollY")
    table.table.joining.join(None, Seat(2), JoinRequest("Cleo", "en"))
    table.send(SetGame, game="seven-wonders")
    await heard(phone, table)
    assert await page.input_value("#own input[name=name]") == "BenjBen"
    assert await page.evaluate("document.activeElement.name") == "name"
    assert await page.evaluate("scrollY") == at
    assert phone.faults == []


@pytest.mark.rotated
@pytest.mark.parametrize("light", ["dark", pytest.param("bright", marks=pytest.mark.full)])
async def test_pages_before_a_game_pass_axe_in_both_colour_schemes(table, browser, light):
    table.send(SetSeats, count=4)
    sit(table, *LONG[:3], lang="en")
    table.send(SetSeat, seat=2, wonder="giza")
    found = {}
    for path in ("/", f"/seat/{table.keys[2]}"):
        phone = await Phone.take(browser, PHONE, guest=True)
        await phone.context.add_cookies([{"name": "light", "value": light, "url": table.base}])
        await phone.page.goto(table.base + path)
        if path != "/":
            await phone.live()
            await phone.page.wait_for_selector(".role .world")
        violations = (await Axe().run(phone.page)).response["violations"]
        found[path] = [(each["id"], [node["html"] for node in each["nodes"]]) for each in violations]
        assert phone.faults == []
        await phone.context.close()
    assert {path: wrong for path, wrong in found.items() if wrong} == {}


def go_to_step(table, game, mode, step):
    table.send(SetGame, game=game, mode=mode)
    if mode == "track":
        if game != "seven-wonders":
            table.send(SetGame, first=1)
        for seat, wonder in zip((1, 2, 3), [*table.table_view()["identities"]][::2], strict=False):
            table.send(SetSeat, seat=seat, wonder=wonder)
    if step != "lobby":
        table.start()
    if step == "over":
        table.send(EndEarly, sure=True)


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("game", "mode"),
    [
        pytest.param(*each, marks=() if each == ("architects", "track") else pytest.mark.full)
        for each in product(("architects", "duel", "seven-wonders"), ("play", "track", "tally"))
    ],
)
async def test_more_tab_has_at_most_ten_lines(tmp_path, facts, every_fact, browser, game, mode):
    found = {}
    for step in ("lobby", "game", "over"):
        folder = tmp_path / step
        folder.mkdir()
        made = Evening(folder, facts, shelf=shelf(every_fact), sheets=tally(every_fact), headless=False)
        async with living(made) as table:
            table.send(SetGame, game=game, guided=True)
            sit(table, *LONG[: 2 if game == "duel" else 3], lang="en")
            go_to_step(table, game, mode, step)
            phone = await open_page(table, browser, f"/seat/{table.keys[2]}", "en")
            await phone.live()
            await phone.tab("more")
            found[step] = await phone.page.evaluate(MORE_TAB_SCRIPT)
            assert phone.faults == []
            await phone.context.close()
    assert {step: lines for step, lines in found.items() if not 5 < len(lines) <= LINES} == {}
