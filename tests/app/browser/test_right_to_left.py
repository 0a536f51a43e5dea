"""Pages in a language from right to left: mirrored, but for what lies left or right on the table; read, and played."""

import random

import pytest

from app.games.game_list import shelf, tally
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import Act
from app.protocol.seat_messages import SetSeat
from engine.game import Seat
from tests.app import histories
from tests.app.browser import duel_taps, seven_taps
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import Phone, heard, until
from tests.app.browser.reach import open_questions as questions

GAMES = {"architects": 3, "duel": 2, "seven-wonders": 3}  # and how many sit there
TAPS = {"duel": duel_taps.tap, "seven-wonders": seven_taps.tap}
NAMES = ("Ada", "مريم", "שרה כהן")
SIZES = ((390, 844), (320, 568))
TURNS = 20  # of anybody, before the hand that is looked at
MIRRORED = ("nav button", ".strip > .what", ".use > .w", "#tab-mine > fieldset .push", ".total")
AS_ON_THE_TABLE = {  # left or right of each other on a page, too
    "architects": "#ask .tiles[dir] > .tile",
    "duel": ".duo > *",
    "seven-wonders": ".market > *",
}
CENTRES = """(those) => those.map((selector) => [...document.querySelectorAll(selector)]
  .map((one) => one.getBoundingClientRect()).filter((box) => box.width)
  .map((box) => Math.round(box.left + box.width / 2)))"""
# Texts that lie on each other, and signs and titles that are read from the wrong side; pictures are left out.
WRONG_DIRECTION_SCRIPT = """() => {
  const found = [], range = document.createRange();
  const words = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT), wrong = [];
  while (words.nextNode()) {
    const node = words.currentNode, at = node.parentElement, text = node.data.trim();
    if (!text || at.closest("svg,.read,.dock") || !at.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(node);
    const shows = at.closest(":is(b,span,p,small)") || at, own = shows.getBoundingClientRect();
    const [from, to] = getComputedStyle(shows).overflowX === "visible" ? [0, innerWidth] : [own.left, own.right];
    for (const { left, right, top, bottom, height } of range.getClientRects()) {
      const box = { left: Math.max(left, from), right: Math.min(right, to), top, bottom, height };
      if (box.right > box.left + 1) found.push([box, text, node]);
    }
    const sign = /[-−+×](?=[0-9])|7 (?=W)/.exec(node.data);
    if (!sign) continue;
    const [first, next] = [sign.index, sign.index + sign[0].length].map((at) => {
      range.setStart(node, at); range.setEnd(node, at + 1);
      return range.getBoundingClientRect();
    });
    if (first.top === next.top && first.left >= next.left) wrong.push(text);
  }
  found.forEach(([one, text, node], n) => { for (const [other, more, next] of found.slice(n + 1)) {
    if (node === next) continue;
    const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (wide > 2 && high > .4 * Math.min(one.height, other.height)) wrong.push(text + " on " + more);
  } });
  return wrong;
}"""


@pytest.fixture
async def table(tmp_path, facts, every_fact, arabic):
    async with living(Evening(tmp_path, facts, shelf=shelf(every_fact), sheets=tally(every_fact))) as served:
        yield served


async def open_phone(table, browser, game, **mode):
    table.seats(GAMES[game]).send(SetGame, game=game, **mode)
    table.sit(*NAMES[: GAMES[game]], lang="ar")
    phone = await Phone.take(browser)
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    assert await (await phone.live()).page.evaluate("[document.dir, document.documentElement.lang]") == ["rtl", "ar"]
    return phone


async def check_tabs(phone, what, *tabs):
    for tab in tabs:
        await phone.tab(tab)
        for width, height in SIZES:
            await phone.page.set_viewport_size({"width": width, "height": height})
            assert await phone.wider_than_the_screen() + await phone.page.evaluate(WRONG_DIRECTION_SCRIPT) == [], (
                what,
                tab,
                width,
            )


async def centres(phone, game):
    await phone.page.set_viewport_size({"width": 390, "height": 844})
    return await phone.page.evaluate(CENTRES, [AS_ON_THE_TABLE[game], "#explain", *MIRRORED])


def play_until(table, rng, done):
    """Play at random until `done` returns true for the open questions."""
    while not done(asked := questions(table)):
        seat, question = next(iter(asked.items()))
        action = rng.choice(question.legal)
        table.send(Act, Actor("seat", Seat(seat - 1)), seat=seat, question=question.number, action=action)


@pytest.mark.rotated
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sampled(3)
async def test_game_page_is_mirrored_and_playable(table, browser, game):
    phone = await open_phone(table, browser, game)
    await check_tabs(phone, "lobby", "more", "mine")
    rng, turns = random.Random(3), iter(range(TURNS))
    table.start()
    table.pass_time(60)
    play_until(table, rng, lambda asked: next(turns, None) is None and 1 in asked)
    number = questions(table)[1].number
    await phone.tab("mine")
    await phone.asked(number)
    await check_tabs(phone, "game", "table", "score", "more", "mine")
    if taps := TAPS.get(game):
        await taps(phone, rng.choice(questions(table)[1].legal))
    else:
        await phone.tap_something(rng)
    await until(lambda: getattr(questions(table).get(1), "number", None) != number, "answered")
    play_until(table, rng, lambda asked: 1 in asked and (game != "architects" or asked[1].legal[0].startswith("take")))
    await heard(phone, table)
    found = await centres(phone, game)
    table.send(SetSeat, seat=1, lang="en")
    await phone.page.wait_for_selector("html[lang=en][data-link=live]")
    english = await centres(phone, game)
    for one, other in zip(found[:2], english[:2], strict=True):
        assert one
        assert one == pytest.approx(other, abs=24)
    assert found[2]
    for selector, one, other in zip(MIRRORED, found[2:], english[2:], strict=True):
        assert one == pytest.approx([390 - x for x in other], abs=24), selector
    assert phone.faults == []


@pytest.mark.rotated
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.sampled(3)
async def test_score_sheet_is_mirrored(table, browser, game):
    phone = await open_phone(table, browser, game, mode="tally")
    table.send(Start)
    await heard(phone, table)
    await check_tabs(phone, "sheet", "score", "mine")
    assert phone.faults == []


@pytest.mark.full
async def test_history_is_mirrored(tmp_path, facts, browser, arabic):
    histories.evenings_in(tmp_path, facts)
    async with living(Evening(tmp_path, facts)) as table:
        table.sit(*NAMES[:2], lang="ar")
        phone = await Phone.take(browser, {"width": 390, "height": 844})
        for query in ("history", "person=Ada", f"game={table.table.finished.list_games()[0].mark}"):
            await phone.page.goto(f"{table.base}/seat/{table.keys[1]}?{query}")
            assert await phone.wider_than_the_screen() + await phone.page.evaluate(WRONG_DIRECTION_SCRIPT) == [], query
            edges = await phone.page.evaluate("""() => [...document.querySelectorAll("td:not(.n),.line b")]
              .filter((one) => getComputedStyle(one).textAlign !== "right").length""")
            assert edges == 0, query
