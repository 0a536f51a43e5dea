"""A second tap on what is chosen takes it; two quick ones do not, nor one that would choose how to pay."""

import random

import pytest

from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act
from engine.architects.game_facade import Architects
from engine.game import Seat
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import PHONE, Phone, until

QUICK = """one => { for (const nth of [1, 2]) {
  const more = { bubbles: true, cancelable: true, isPrimary: true, detail: nth };
  for (const kind of ["pointerdown", "pointerup"]) one.dispatchEvent(new PointerEvent(kind, more));
  one.dispatchEvent(new MouseEvent("click", more));
} }"""
NAMES = ("Ada", "Ben", "Cleo")


@pytest.fixture
async def table(tmp_path, facts, every_fact):
    shelf = {
        "architects": Architects(facts),
        "seven-wonders": SevenWonders(every_fact["seven_wonders"], every_fact["leaders"]),
    }
    async with living(Evening(tmp_path, facts, shelf=shelf, seed="again")) as served:
        yield served


async def asked_phone(table, browser, seat, number):
    phone = await Phone.take(browser, PHONE)
    await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
    await phone.live()
    await phone.asked(number)
    return phone


def own_snapshot(table, seat=1):
    return table.table.snapshot(Actor("seat", Seat(seat - 1)), table.table.log_end)


def question(table, seat):
    [asked] = own_snapshot(table, seat).questions
    return asked


@pytest.mark.full
async def test_second_tap_takes_a_card_but_a_double_tap_does_not(table, browser):
    table.sit(*NAMES, lang="en").start()
    asked = table.asked()
    phone = await asked_phone(table, browser, asked.seat, asked.number)
    tile = phone.page.locator("#ask label.tile").first
    await tile.evaluate(QUICK)
    await phone.page.wait_for_selector("#ask label.tile input:checked")
    await phone.page.wait_for_selector("#ask label.tile [data-again]")
    assert table.asked().number == asked.number, "two quick taps are one"
    await phone.page.locator("#ask label.tile").nth(1).click()
    await phone.page.wait_for_selector("#ask label.tile:nth-of-type(2) [data-again]")
    assert await phone.page.locator("#ask [data-again]").count() == 1, "the one that is chosen now"
    assert table.asked().number == asked.number
    await phone.page.locator("#ask label.tile").nth(1).click()
    await until(lambda: table.asked().number != asked.number, "the second tap takes it")
    assert phone.faults == []


@pytest.mark.full
async def test_second_tap_does_not_skip_the_choice_of_payment(table, browser):
    table.send(SetGame, game="seven-wonders", variant=("leaders",))
    table.sit(*NAMES, lang="en").start()
    rng = random.Random(4)
    while True:
        ways = {}
        asked = question(table, 1)
        for text in asked.legal:
            if text.startswith("choose build"):
                ways.setdefault(text.split()[2], []).append(text)
        if len({min(len(texts), 2) for texts in ways.values()}) == 2:
            break
        for seat in (1, 2, 3):
            legal = question(table, seat).legal
            liked = [text for text in legal if text.startswith("choose build")]
            table.send(Act, Actor("seat", Seat(seat - 1)), seat=seat, question=question(table, seat).number,
                       action=rng.choice(liked or legal))  # fmt: skip
    several, single = (next(card for card, texts in ways.items() if (len(texts) > 1) is many) for many in (True, False))
    phone = await asked_phone(table, browser, 1, asked.number)
    for card in (several, single):
        tile = phone.page.locator(f'#ask .tile[for="d-pick-{card}"]')
        await tile.click()
        await phone.page.wait_for_selector(f"#d-pick-{card}[data-again]", state="attached")
        assert await phone.page.locator("#ask button.go:visible:enabled").count() == 1
        await tile.click()  # how to pay for the one is still open: nothing happens; the other one is built
    await until(lambda: own_snapshot(table).own, "the second one is taken")
    assert [own.action for own in own_snapshot(table).own] == ways[single]
    assert phone.faults == []
