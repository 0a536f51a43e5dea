"""Layout stability of phones' pages: nothing moves by itself while others play, so touches hit their targets.

Chromium reports every layout shift; those count that follow no touch and go up or down (a number aligned right may
grow). When the question changes, or ends, the page starts again at its top.
"""

import json
import random
from itertools import product

import pytest

from app.protocol.settings_messages import SetTable
from tests.app.browser.phones import PHONE, SMALL, Phone, until
from tests.app.browser.seven_pages import view
from tests.pictures.pages import ready, say, seated, served, some

SHIFT_SCRIPT = """
  window.shifts = [];
  const inHead = (node) => node && (node.closest ? node : node.parentElement).closest("#head"); // centred words
  const name = (node) => node && node.nodeType === 1 ? node.tagName + "#" + (node.closest("[id]") || {}).id : "text";
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
      const far = (it) => Math.abs(it.previousRect.y - it.currentRect.y) >= 3;
      const moved = each.sources.filter((it) => far(it) && !inHead(it.node));
      if (!each.hadRecentInput && moved.length) {
        window.shifts.push(moved.map((it) => `${name(it.node)} ${it.previousRect.y} > ${it.currentRect.y}`).join(", "));
      }
    }
  }).observe({ type: "layout-shift", buffered: true });
"""
ANSWERS = 20  # of others and one's own, none of them by a touch
QUESTION_SCRIPT = """[...document.querySelectorAll("#head [data-question], .above > :not(:empty)")]
  .map((each) => each.dataset.question || each.id).join()"""
DRAWN = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(shifts.splice(0)))))"
GAMES = {"architects": 7, "duel": 2, "seven-wonders": 4}  # seats
WHERE = [
    pytest.param("architects", 4, "mine", PHONE, ""),
    pytest.param("architects", 4, "more", SMALL, "3"),
    *(
        pytest.param(game, GAMES[game], where, size, words, marks=pytest.mark.full)
        for game, where, size, words in (
            *product(GAMES, ("mine",), (PHONE, SMALL), ("", "3")),
            *product(GAMES, ("table", "score", "more"), (PHONE,), ("", "2")),
        )
    ),
]


def answer(at, game, rng):
    """Answer for a seat that is asked."""
    if game == "seven-wonders":
        say(at, min(view(at)["to_act"]), rng)
    else:
        at.act(some(at.asked(), rng))


def newest_revision(phone):
    """Return the newest revision that the page has received."""
    return max((json.loads(frame).get("rev", 0) for frame in phone.frames[-3:]), default=0)


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize(("game", "seats", "where", "size", "words"), WHERE)
async def test_elements_on_a_phone_stay_in_place_during_a_game(painter, tmp_path, game, seats, where, size, words):
    rng, moved = random.Random(3), {}
    async with served(tmp_path) as at:
        seated(at, seats, "de", game)
        at.send(SetTable, undo="never")
        at.start()
        phone = await Phone.take(painter, size)
        await phone.context.add_init_script(SHIFT_SCRIPT)
        await phone.context.add_cookies([{"name": "words", "value": words, "url": at.base}])
        await phone.page.goto(f"{at.base}/seat/{at.keys[1]}")
        await ready(phone)
        await phone.page.evaluate(
            "where => document.querySelector(`nav [data-tab=${where}]`).click()", where
        )  # no touch
        await phone.page.wait_for_selector(f"html[data-shows={where}]")
        await phone.page.evaluate(DRAWN)
        for nth in range(ANSWERS):
            asked = await phone.page.evaluate(QUESTION_SCRIPT)
            answer(at, game, rng)
            await until(lambda: newest_revision(phone) >= at.table.rev, "the page is up to date")
            shifts = await phone.page.evaluate(DRAWN)
            if asked == await phone.page.evaluate(QUESTION_SCRIPT) and shifts:
                moved[nth] = shifts
    assert moved == {}
