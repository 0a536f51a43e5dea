"""A game that people deal, told on phones: two taps a card, by anybody for anybody, put right, to its end.

Touches in a turn of whole games: `.venv/bin/python -m pytest -n0 -s --full tests/app/browser -k told_by_tapping`
"""

import json
import random
from collections import Counter

import msgspec
import pytest

from app.protocol.cardboard_messages import ContinueFrom
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act
from app.protocol.seat_messages import SetSeat
from app.protocol.table_messages import TableView
from app.text.cardboard_reminders import to_look_at
from tests.app.browser.duel_told import tell
from tests.app.browser.joined import gathered, start_game
from tests.app.browser.phones import PHONE, until
from tests.touches import figures


async def wait_for_question(evening, phone):
    """Wait until a phone shows the current question, of any seat."""
    number = evening.asked().number
    await phone.page.wait_for_selector(f'#ask [data-do*=";question={number};"]', state="attached")


async def report_token(evening, phone, word):
    """Report a revealed token with one tap."""
    await wait_for_question(evening, phone)
    asked = evening.asked().number
    await phone.page.click(f"#ask [data-do$='reveal token {word}']")
    await until(lambda: evening.asked().number != asked, f"{word} is told")


async def report_card(evening, phone, side, word):
    """Report a card with two taps: the stack, then the card that lay on it."""
    await wait_for_question(evening, phone)
    await phone.page.click(f"#ask details.way[id$=take-{side}] > summary")
    await phone.page.click(f"#ask details.way[id$=take-{side}] [data-do$=' {word}']")


def view(evening):
    return json.loads(bytes(evening.table.snapshot(SCREEN, evening.table.log_end).game))


async def wait_for_cards(evening, seat, cards):
    await until(lambda: view(evening)["seats"][seat - 1]["cards"] == cards, f"seat {seat} has {cards}")


async def wait_for_text(phone, words):
    await phone.page.wait_for_selector(f"#main >> text={words}")


@pytest.mark.full
async def test_two_players_report_a_cardboard_game_on_phones(evening, browser):
    ada, ben = phones = await gathered(evening, browser, ("Ada", "Ben"))
    evening.send(SetGame, first=1)
    await ada.page.click('[data-do="set-game;mode=track"]')
    await ada.page.wait_for_selector('[data-do="set-game;mode=track"][aria-pressed=true]')
    assert not await ada.page.locator('[data-do="start"]').count()
    for phone, seat, wonder in ((ada, 1, "giza"), (ben, 2, "rhodes")):
        await phone.page.click(f'.role [data-do="set-seat;seat={seat};wonder={wonder}"]')
    await until(lambda: not evening.table_view()["owing"], "both said what lies there")
    await start_game(evening, phones)

    for phone, word in ((ada, "economy"), (ben, "tactics"), (ada, "decor")):
        await report_token(evening, phone, word)
    await wait_for_text(ben, "Turn: Ada")
    await wait_for_question(evening, ada)
    assert not await ada.page.locator("#within, #reachs .tile").filter(visible=True).count()  # no stack shows a card

    await report_card(evening, ada, "left", "wood")
    await wait_for_cards(evening, 1, {"wood": 1})
    await report_card(evening, ben, "left", "gear")
    await wait_for_cards(evening, 2, {"gear": 1})
    await report_card(evening, ben, "right", "wood")  # Ben's phone tells for Ada
    await wait_for_cards(evening, 1, {"wood": 2})

    await ben.tab("more")
    await ben.page.click("#logs li:has-text('Ada takes wood from the right') .mend")
    await ben.page.click("#repair summary:has-text('another card')")
    await ben.page.click("#repair [data-do$='reveal 2 coin'] >> visible=true")
    await until(lambda: view(evening)["seats"][0]["stages"] == [1], "a coin and a wood build the first stage")
    await ben.page.wait_for_selector("#logs li:has-text('Corrected')")

    lies = view(evening)
    lies.pop("hints")
    lies["seats"][0] |= {"stages": [1, 2, 3, 4], "cards": {"wood": 1, "stone": 1, "brick": 1}, "score": None}
    del lies["seats"][0]["score"], lies["seats"][1]["score"]
    lies["stacks"]["center"]["left"] -= 10
    lies |= {"to_act": [1], "discard": {}}
    evening.send(ContinueFrom, position=json.dumps(lies), sure=True)
    await ben.tab("mine")
    await wait_for_text(ben, "Turn: Ada")
    await report_card(evening, ben, "center", "coin")  # the last stage, which nobody has to tell
    await ada.page.wait_for_selector("#verdict >> text=Ada wins with")
    for phone in phones:
        assert phone.faults == []
        assert await phone.wider_than_the_screen() == []


async def confirm_shields(evening, phone):
    """Answer, if there is a conflict, whether shields are as shown; how many taps that took."""
    snapshot = evening.table.snapshot(SCREEN, 0)
    lines = {line.number: line for line in snapshot.news}
    if to_look_at(msgspec.json.decode(snapshot.table, type=TableView), lines) is None:
        return 0
    await phone.page.click('[data-do$=";looked=true"]')
    await until(lambda: evening.table_view()["handled"][0], "all have looked round")
    return 1


@pytest.mark.full
@pytest.mark.parametrize("turns", [3, 1000], ids=["begun", "whole"])
async def test_cardboard_game_is_told_by_tapping(evening, browser, turns):
    """Cards are as likely as they lie under the stacks; who is asked chooses at random."""
    phones = await gathered(evening, browser, ("Ada", "Ben", "Cleo"), PHONE)
    for seat, wonder in enumerate(("giza", "rhodes", "ephesus"), 1):
        evening.send(SetSeat, seat=seat, wonder=wonder)
    evening.send(SetGame, first=1, mode="track")
    await start_game(evening, phones)
    rng, taps = random.Random(7), Counter()
    while evening.phase() == "game" and (turn := view(evening)["turn"]) <= turns:
        asked = next(each for each in evening.table.snapshot(SCREEN, evening.table.log_end).questions if not each.ends)
        phone = phones[(asked.seat or 1) - 1]
        taps[max(1, turn - 1)] += await confirm_shields(evening, phone)
        text = rng.choices(asked.legal, asked.left or None)[0] if asked.legal else rng.choice(asked.others)
        if coming := asked.then.get(text):
            text += f";card={rng.choices(coming.legal, coming.left or None)[0]}"
        taps[turn] += await tell(evening, phone, text)
    del taps[0]  # what is laid out before the first
    found = figures("Architects on phones", taps.values())
    assert [phone.faults for phone in phones] == [[]] * 3
    if turns > 100:
        assert evening.phase() == "over"
        assert found[0] <= 2
        assert found[1] <= 4


class Tapping:
    """A finger on a phone that is putting something right; `taps` counts."""

    def __init__(self, phone):
        self.phone, self.taps = phone, 0

    async def tap(self, *selectors):
        for selector in selectors:
            self.taps += 1
            await self.phone.page.click(f"{selector} >> visible=true")


def cards_taken(evening):
    lines = evening.table.snapshot(SCREEN, 0).news
    events = [json.loads(bytes(line.event)) for line in lines if not line.undone]
    return [(e["seat"], e["stack"], e["card"]) for e in events if e["type"] == "card-taken"]


@pytest.mark.full
async def test_mistakes_are_corrected_on_a_phone(evening, browser):
    ada, ben = phones = await gathered(evening, browser, ("Ada", "Ben"))
    evening.send(SetGame, first=1, mode="track")
    for seat, wonder in ((1, "giza"), (2, "rhodes")):
        evening.send(SetSeat, seat=seat, wonder=wonder)
    await start_game(evening, phones)
    for token in ("economy", "tactics", "decor"):
        evening.send(Act, seat=0, question=evening.asked().number, action=f"reveal token {token}")
    for seat, side, stack, card in ((1, "left", 1, "wood"), (2, "left", 2, "gear"), (1, "center", "center", "red-0"),
                                    (2, "right", 1, "blue-3"), (1, "left", 1, "glass")):  # fmt: skip
        told = {"action": f"take {side}", "card": f"reveal {stack} {card}"}
        evening.send(Act, seat=seat, question=evening.asked().number, **told)

    await ben.tab("more")
    finger = Tapping(ben)
    await finger.tap("#logs li.turn:has-text('Turn 2: Ben') .mend", "#repair summary:has-text('another stack')")
    await finger.tap("#repair [data-do$='text=take center']")
    await until(lambda: cards_taken(evening)[1] == (2, "center", "gear"), "the gear came from the middle")
    assert finger.taps == 3

    finger = Tapping(ben)  # the third turn was Ben's: Ada's was forgotten
    await finger.tap("#logs li.turn:has-text('Turn 3: Ada') .mend", "#repair summary:has-text('somebody else')")
    await finger.tap("#repair [data-do$='whose=2']")
    await wait_for_text(ben, "A turn of Ada is missing")
    await finger.tap("#repair #d-before-use-take-left > summary", "#repair [data-do$='card=reveal 1 coin']")
    truth = [(1, "1", "wood"), (2, "center", "gear"), (1, "1", "coin"), (2, "center", "red-0"), (1, "1", "blue-3"),
             (2, "1", "glass")]  # fmt: skip
    await until(lambda: cards_taken(evening) == truth, "the turns after it moved on")
    assert finger.taps == 5
    await ben.page.wait_for_selector("#logs li:has-text('3 later turns move to somebody else')")

    finger = Tapping(ada)
    await ada.tab("more")
    await finger.tap("#logs li.turn:has-text('Turn 6: Ben') .mend", "#repair summary:has-text('did not happen')")
    await finger.tap("#repair [data-do$='how=remove']")
    await until(lambda: cards_taken(evening) == truth[:-1], "the last turn is gone")
    await ada.page.wait_for_selector("#repair", state="hidden")
    for phone in phones:
        assert phone.faults == []
        assert await phone.wider_than_the_screen() == []
