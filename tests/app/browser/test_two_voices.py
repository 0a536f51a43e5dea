"""Two typefaces on every page of a phone: the display face for games, wonders and headings, never for a person."""

from itertools import product

import pytest

from app.games.game_list import shelf, tally
from app.protocol.game_lifecycle_messages import EndEarly, SetGame
from app.protocol.seat_messages import JoinRequest
from app.protocol.settings_messages import SetTable
from engine.game import Seat
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import PHONE, Phone

PEOPLE = ("Zdenka", "Quirin", "Wanda")  # words of no game
UNFOLD = "() => document.querySelectorAll('details').forEach((fold) => { fold.open = true })"
CARVED = """(people) => {
  const out = [[], []], words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    const text = words.currentNode.data.trim(), at = words.currentNode.parentElement;
    if (!text || !at.getClientRects().length || !/^"?Stone/.test(getComputedStyle(at).fontFamily)) continue;
    out[people.some((name) => text.includes(name)) ? 0 : 1].push(text);
  }
  return out;
}"""
OUTSIDE = ("?history", "?person=Zdenka", "?how")


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("game", "lang"),
    [
        pytest.param(*each, marks=() if each == ("architects", "en") else pytest.mark.full)
        for each in product(("architects", "duel", "seven-wonders"), ("en", "de"))
    ],
)
async def test_no_person_is_named_in_the_display_font(tmp_path, facts, every_fact, browser, game, lang):
    made = Evening(tmp_path, facts, shelf=shelf(every_fact), sheets=tally(every_fact), seed="voices")
    people, seen = PEOPLE[: 2 if game == "duel" else 3], {}
    async with living(made) as table:
        table.send(SetTable, lang=lang)
        table.send(SetGame, game=game)
        for seat, name in enumerate(people):
            table.keys[seat + 1] = table.table.joining.join(None, Seat(seat), JoinRequest(name, lang))
        phone = await Phone.take(browser, PHONE)
        seat = f"{table.base}/seat/{table.keys[1]}"

        async def look(where):
            await phone.page.evaluate(UNFOLD)
            seen[where] = await phone.page.evaluate(CARVED, people)

        for step in ("lobby", "game", "over"):
            if step == "game":
                table.start()
            if step == "over":
                table.send(EndEarly, sure=True)
            await phone.page.goto(seat)
            await phone.live()
            await phone.page.wait_for_selector("html[data-carved]")
            for tab in ("mine", "table", "score", "more", "owner"):
                await phone.tab(tab)
                await look(f"{step} {tab}")
        mark = table.table.finished.list_games()[0].mark
        for query in (*OUTSIDE, f"?game={mark}", f"?fix={mark}"):
            await phone.page.goto(seat + query)
            await phone.page.evaluate("document.fonts.ready")
            await look(query)
        for path in ("/", "/watch"):
            await phone.page.goto(table.base + path)
            await look(path)
        assert phone.faults == []
    assert {where: named for where, (named, _) in seen.items() if named} == {}
    assert sum(bool(things) for _, (_, things) in seen.items()) > len(seen) / 2, "the face is there"
