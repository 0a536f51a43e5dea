"""A game that people deal, told on phones: two taps a card, by anybody for anybody, put right, to its end."""

import json

from app import messages as m
from app.rights import SCREEN
from tests.app.browser.phones import until
from tests.app.browser.test_phones import begun, gathered


async def tap(phone, what):
    await phone.page.click(f"#ask {what}")


async def card(phone, side, word):
    """A stack, then the card that lay on it: two taps."""
    await tap(phone, f"details.way[id$=take-{side}] > summary")
    await tap(phone, f"details.way[id$=take-{side}] [data-do$=' {word}']")


def view(evening):
    return json.loads(bytes(evening.table.snapshot(SCREEN, evening.table.log_end).game))


async def told(evening, seat, cards):
    await until(lambda: view(evening)["seats"][seat - 1]["cards"] == cards, f"seat {seat} has {cards}")


async def shows(phone, words):
    await phone.page.wait_for_selector(f"#main >> text={words}")


async def test_a_game_of_two_told_on_phones(evening, browser):
    ada, ben = phones = await gathered(evening, browser, ("Ada", "Ben"))
    evening.wish(m.SetGame, first=1)
    await ada.page.select_option('[data-do="set-game;mode={value}"]', "track")
    await until(lambda: evening.table_view()["mode"] == "track", "the lobby agreed")
    assert not await ada.page.locator('[data-do="start"]').count()
    for phone, seat, wonder in ((ada, 1, "giza"), (ben, 2, "rhodes")):
        await phone.page.select_option(f'[data-do="set-seat;seat={seat};wonder={{value}}"]', wonder)
    await until(lambda: not evening.table_view()["owing"], "both said what lies there")
    await begun(evening, phones)

    for phone, token in ((ada, "economy"), (ben, "tactics"), (ada, "decor")):
        await tap(phone, f"[data-do$='reveal token {token}']")
        await phone.page.wait_for_selector(f"#ask:not(:has([data-do$='reveal token {token}']))")
    await shows(ben, "Turn: Ada")
    assert not await ada.page.locator("#within, #reachs .tile").filter(visible=True).count()  # no stack shows a card

    await card(ada, "left", "wood")
    await told(evening, 1, {"wood": 1})
    await card(ben, "left", "gear")
    await told(evening, 2, {"gear": 1})
    await card(ben, "right", "wood")  # Ben's phone tells for Ada
    await told(evening, 1, {"wood": 2})

    await ben.tab("more")
    await ben.page.click("#logs li:has-text('Ada takes wood from the right') .mend")
    await ben.page.click("#repair #d-instead [data-do$='reveal 2 coin']")
    await until(lambda: view(evening)["seats"][0]["stages"] == [1], "a coin and a wood build the first stage")
    await ben.page.wait_for_selector("#logs del")

    lies = view(evening)
    lies.pop("hints")
    lies["seats"][0] |= {"stages": [1, 2, 3, 4], "cards": {"wood": 1, "stone": 1, "brick": 1}, "score": None}
    del lies["seats"][0]["score"], lies["seats"][1]["score"]
    lies["stacks"]["center"]["left"] -= 10
    lies |= {"to_act": [1], "discard": {}}
    evening.wish(m.GoOnFrom, position=json.dumps(lies), sure=True)
    await ben.tab("mine")
    await shows(ben, "Turn: Ada")
    await card(ben, "center", "coin")  # the last stage, which nobody has to tell
    await ada.page.wait_for_selector("#verdict >> text=Ada wins with")
    for phone in phones:
        assert phone.faults == []
        assert await phone.wider_than_the_screen() == []
