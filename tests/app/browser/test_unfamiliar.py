"""Browsers that are not as we expect: each plays a round of every game, or says in one sentence why it cannot.

A translator that writes `<html lang>` and its class, and puts a `<font>` into the place of each text; storage that is
not allowed; styles as far as Safari 14 reads them; an extension that puts elements of its own on the page; words twice
as large; forced colours; no animation; no scripts at all, as in a reader view. Keys alone: `test_ears.py`.
"""

import random
import re

import pytest

from app.games.game_list import shelf
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import EndEarly, SetGame
from app.protocol.play_messages import Act
from app.protocol.seat_messages import Rename
from engine.game import Seat
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import Phone, heard, until
from tests.app.browser.seven_taps import tap

GAMES = {"architects": 2, "duel": 2, "seven-wonders": 3}  # and how many sit there
TURNS = 2  # of the phone that is looked at
# As Chromium's translator does: the language, a class, and two <font> round each text, also of what comes later.
TRANSLATOR = """(() => {
  window.translated = 0;
  function translate(root) {
    const all = document.createTreeWalker(root, NodeFilter.SHOW_TEXT), found = [];
    while (all.nextNode()) found.push(all.currentNode);
    for (const text of found) {
      const own = text.parentElement;
      if (!/[A-Za-z]{2}/.test(text.data) || !own || own.closest("font,script,style,svg")) continue;
      const outer = document.createElement("font"), inner = document.createElement("font");
      inner.textContent = "\\u0442 " + text.data; outer.append(inner); text.replaceWith(outer); window.translated++;
    }
  }
  addEventListener("load", () => {
    document.documentElement.lang = "ru"; document.documentElement.className = "translated-ltr";
    translate(document.body);
    new MutationObserver((changes) => {
      for (const { addedNodes, target } of changes) { translate(target); for (const one of addedNodes) translate(one); }
    }).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
})()"""
NO_STORAGE = """for (const name of ["localStorage", "sessionStorage"]) {
  Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); } });
}"""

# As password managers and darkeners of pages do: attributes everywhere, a sign beside each text, a box at both ends.
EXTENSION = """addEventListener("load", () => {
  function put() {
    for (const one of document.querySelectorAll("body :not(svg *,[data-ext])")) {
      one.dataset.ext = ""; one.style.setProperty("--ext", "1");
      if (one.matches("input[type=text],textarea")) one.after(document.createElement("ext-sign"));
    }
  }
  put();
  document.documentElement.dataset.ext = "";
  document.body.prepend(document.createElement("ext-box"));
  document.body.append(document.createElement("ext-box"));
  new MutationObserver(put).observe(document.body, { childList: true, subtree: true });
})"""
LARGE = """addEventListener("DOMContentLoaded", () => { document.documentElement.style.fontSize = "200%"; })"""
NEWER = r"(:|\b)(?=has\(|gap:|container-type:|touch-action:|focus-visible|inset-inline:|inset:)|(?<=\d)(?=cqi)"
# Figures that have not the colour of the words beside them.
PALE = """() => [...document.querySelectorAll(".i,.t,.t1")].filter((one) => one.checkVisibility())
  .filter((one) => getComputedStyle(one).color !== getComputedStyle(one.parentNode).color)
  .map((one) => one.outerHTML)"""


async def _translate_page(page):
    await page.add_init_script(TRANSLATOR)


async def _without_storage(page):
    await page.add_init_script(NO_STORAGE)


async def _old(page):
    """Take from style sheets what tests/test_old_browsers.py lists, and what is served twice."""

    async def disable_newer_css(route):
        answer = await route.fetch()
        await route.fulfill(response=answer, body=re.sub(NEWER, r"\1unknown-", await answer.text()))

    await page.route("**/*.css", disable_newer_css)


async def _extended(page):
    await page.add_init_script(EXTENSION)


async def _large(page):
    await page.add_init_script(LARGE)


async def _forced(page):
    await page.emulate_media(forced_colors="active")


async def _reduce_motion(page):
    await page.emulate_media(reduced_motion="reduce")


CONDITIONS = {
    "translated": _translate_page,
    "no storage": _without_storage,
    "Safari 14": _old,
    "an extension": _extended,
    "200 %": _large,
    "forced colours": _forced,
    "no animation": _reduce_motion,
}
SAMPLE = [
    ("translated", "seven-wonders"),
    ("Safari 14", "duel"),
    ("an extension", "duel"),
    ("200 %", "seven-wonders"),
    ("forced colours", "architects"),
]


@pytest.fixture
async def table(tmp_path, facts, every_fact):
    async with living(Evening(tmp_path, facts, shelf=shelf(every_fact))) as served:
        yield served


async def start_game(table, browser, game, prepare):
    """Start a game with a phone at the first seat under this condition; return the phone and the URLs it loaded."""
    table.send(SetGame, game=game)
    table.sit(*("Ada", "Ben", "Cleo")[: GAMES[game]], lang="en")
    phone = await Phone.take(browser, guest=prepare is _without_storage)
    await prepare(phone.page)
    loads = []
    phone.page.on("load", lambda page: loads.append(page.url))
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    table.start()
    return phone, loads


def questions(table):
    """Return the open questions by seat, as each seat sees them."""
    seats = range(1, len(table.keys) + 1)
    own = {seat: table.table.snapshot(Actor("seat", Seat(seat - 1)), table.table.log_end).questions for seat in seats}
    return {seat: question for seat, asked in own.items() for question in asked if question.seat == seat}


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("condition", "game"),
    [
        pytest.param(condition, game, marks=() if (condition, game) in SAMPLE else pytest.mark.full)
        for condition in CONDITIONS
        for game in GAMES
    ],
)
async def test_round_can_be_played_in_each_browser(table, browser, game, condition):
    phone, loads = await start_game(table, browser, game, CONDITIONS[condition])
    rng, taps = random.Random(3), 0
    while taps < TURNS:
        asked = questions(table)
        if 1 not in asked:
            seat, question = next(iter(asked.items()))
            action = rng.choice(question.legal)
            table.send(Act, Actor("seat", Seat(seat - 1)), seat=seat, question=question.number, action=action)
            continue
        number = asked[1].number
        await phone.asked(number)
        if game == "seven-wonders":
            await tap(phone, rng.choice(asked[1].legal))
        else:
            await phone.tap_something(rng)
        await until(lambda: getattr(questions(table).get(1), "number", None) != number, "answered")  # noqa: B023
        taps += 1
    await heard(phone, table)
    assert len(loads) == 1, "no page loads itself again"
    assert phone.faults == []
    assert await phone.page.wait_for_selector("html[data-link=live]")
    assert await phone.wider_than_the_screen() == []
    if condition == "forced colours":
        assert await phone.page.evaluate(PALE) == []


@pytest.mark.rotated
async def test_browser_translation_is_kept_until_the_text_changes(table, browser):
    phone, loads = await start_game(table, browser, "architects", _translate_page)
    table.send(EndEarly, Actor("seat", Seat(0)), sure=True)  # asks everybody: much of the page is renewed
    await heard(phone, table)
    kept = "() => { window.kept = [...document.querySelectorAll('#tab-mine font > font')]; return window.kept.length; }"
    assert await phone.page.evaluate(kept) > 10
    said = "() => window.kept.filter((one) => one.isConnected).length"
    table.send(Rename, Actor("seat", Seat(1)), name="Benjamin", lang="en")
    await heard(phone, table)
    lost = await phone.page.evaluate(
        "() => window.kept.filter((one) => !one.isConnected).map((one) => one.textContent)"
    )
    assert [text for text in lost if "Ben" not in text] == []
    assert await phone.page.evaluate(said) > 10
    assert "Benjamin" in await phone.page.inner_text("body")
    assert len(loads) == 1


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sampled(3)
async def test_page_without_javascript_says_that_it_is_needed(table, browser, game):
    table.send(SetGame, game=game)
    table.sit(*("Ada", "Ben", "Cleo")[: GAMES[game]], lang="en").start()
    context = await browser.new_context(viewport={"width": 390, "height": 664}, java_script_enabled=False)
    page = await context.new_page()
    answer = await page.goto(f"{table.base}/seat/{table.keys[1]}")
    assert answer.status == 200
    said = await page.inner_text("body")
    assert "This page needs JavaScript to follow the game." in said
    assert "Ada" in said
    assert await page.locator("noscript p").first.is_visible()
    await context.close()
