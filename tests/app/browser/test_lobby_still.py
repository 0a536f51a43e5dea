"""The lobby on a phone: whatever is switched, at the table or on another phone, nothing else moves under a finger."""

import pytest

from app.games.game_list import shelf, tally
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.seat_messages import SetSeat, SetSeats
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import SMALL_TARGETS, Phone

# Where everything lies: in the lobby with its fold open, but for the last in it, which each game has others of; in the
# seat that is open with it closed.
PLACES = """() => Object.fromEntries([["#lobby", true], ["#chairs", false]].flatMap(([where, open]) => {
  document.getElementById("d-rules").open = open;
  for (const chair of document.querySelectorAll("#d-chair-2")) chair.open = !open;
  return [...document.querySelectorAll(where)]
    .flatMap((part) => [...part.querySelectorAll("button,select,input,summary")])
    .filter((e) => e.checkVisibility() && !/rules|guided|daily/.test(e.dataset.do))
    .filter((e) => !e.closest("details:not([open]) > label")).map((e) => {
      const r = e.getBoundingClientRect(), label = e.closest("label") || e;
      const of = /chair/.test(e.dataset.asks) ? "around" : e.closest("[data-mark]").id;
      const words = (e.tagName === "SELECT" ? label.firstChild : label).textContent;
      return [`${of}: ${e.getAttribute("aria-label") || words.trim()}`, [r.x, r.y + scrollY]];
    });
}))"""
MARKS = "[...document.querySelectorAll('#lobby,#chairs>*,#start')].map((part) => part.dataset.mark).join()"
STEPS = (
    (SetGame, {"variant": ("medals",)}),
    (SetGame, {"variant": ("medals", "medal-tokens", "expert")}),
    (SetSeats, {"count": 5}),
    (SetSeat, {"seat": 2, "by": "bot"}),
    (SetSeat, {"seat": 2, "bot": "random"}),
    (SetSeat, {"seat": 3, "by": "touch", "name": "Maximiliane-Victoria"}),
    (SetSeat, {"seat": 3, "wonder": "rome"}),  # its values are doubted, and that is said
    (SetSeat, {"seat": 2, "by": "free"}),
    (SetGame, {"first": 1}),
    (SetGame, {"mode": "track"}),
    (SetGame, {"mode": "tally"}),
    (SetGame, {"game": "seven-wonders"}),
    (SetGame, {"mode": "track"}),
    (SetGame, {"variant": ("leaders",)}),
    (SetSeats, {"count": 3}),
    (SetSeat, {"seat": 3, "by": "free"}),
    (SetGame, {"game": "duel"}),
)


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("width", "lang"),
    [(320, "de"), *(pytest.param(*each, marks=pytest.mark.full) for each in ((430, "en"), (320, "fr"), (390, "nl")))],
)
async def test_lobby_switches_move_no_other_element(tmp_path, facts, every_fact, browser, width, lang):
    made = Evening(tmp_path, facts, shelf=shelf(every_fact), sheets=tally(every_fact))
    async with living(made) as table:
        table.send(SetGame, game="architects")
        table.sit("Ada", lang=lang)
        table.send(SetSeats, count=4)
        phone = await Phone.take(browser, {"width": width, "height": 700})
        await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
        await phone.live()
        before, moved = await phone.page.evaluate(PLACES), {}
        for kind, change in STEPS:
            marks, seats = await phone.page.evaluate(MARKS), len(table.table_view()["seats"])
            table.send(kind, **change)
            await phone.page.wait_for_function(f"marks => {MARKS} !== marks", arg=marks)
            after = await phone.page.evaluate(PLACES)
            for key in before.keys() & after.keys():
                if key.startswith("around: ") and len(table.table_view()["seats"]) != seats:
                    continue  # a seat may be at another edge now
                if after[key] != pytest.approx(before[key], abs=0.5):
                    moved[f"{change} {key}"] = before[key], after[key]
            before = after
            assert await phone.wider_than_the_screen() == []
            assert await phone.page.evaluate(SMALL_TARGETS.replace("#ask", "#lobby,#chairs,#start")) == []
        assert moved == {}
        assert phone.faults == []
