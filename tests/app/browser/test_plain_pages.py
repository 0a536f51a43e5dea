"""The pages of any game in a real browser: Duel told in words, played from its first draft to its end by tapping."""

import random
from collections.abc import AsyncIterator

import pytest

from app.games.duel import words_facade as duel
from app.games.text_only.phone_page import PHONE as PLAIN
from app.phones.game_page_interface import PhoneGame
from engine.architects.game_facade import Architects
from engine.duel.game_facade import Duel
from tests.app.browser.conftest import Evening, living
from tests.app.browser.joined import gathered
from tests.app.browser.phones import BY_TAPPING, PHONE, SMALL, until
from tests.app.phones.served import GAMES

GAMES_WITH_PLAIN_DUEL = {**GAMES, "duel": PhoneGame(duel, PLAIN)}


@pytest.fixture
async def table(tmp_path, facts, every_fact) -> AsyncIterator[Evening]:
    """A table that offers Architects and Duel."""
    shelf = {"architects": Architects(facts), "duel": Duel(every_fact["duel"])}
    async with living(Evening(tmp_path, facts, shelf=shelf, games=GAMES_WITH_PLAIN_DUEL, seed="plain")) as served:
        yield served


async def start_duel(table, phones):
    """Choose Duel in the lobby, and start it."""
    await phones[0].page.click('#lobby [data-do="set-game;game=duel"]')
    for phone in phones:
        await phone.page.wait_for_selector("#start >> text=played on phones and by bots")
    await phones[0].page.click('#start [data-do="start"]')
    for phone in phones:
        await phone.page.wait_for_selector("#things >> h2")


async def play_turn(table, phones, rng):
    """Tap a random offer on the phone of the seat that is asked, after opening its fold."""
    asked = table.asked()
    phone = phones[asked.seat - 1]
    await phone.asked(asked.number)
    wanted = [text for text in asked.legal if "discard" not in text] or asked.legal
    button = phone.page.locator(f'#ask button[data-do$=";action={rng.choice(wanted)}"]')
    fold = button.locator("xpath=ancestor::details[not(@open)]/summary")
    if await fold.count():
        await fold.click()
    await button.click()
    await until(lambda: table.phase() != "game" or table.asked().number != asked.number, "it was answered")


@pytest.mark.full
@BY_TAPPING
async def test_two_phones_play_duel_on_plain_pages_by_tapping(table, browser, every):
    phones = await gathered(table, browser, ["Nora", "Idris"], PHONE)
    await start_duel(table, phones)
    rng, turns = random.Random(4), 0
    while table.phase() == "game":
        if turns % every:
            table.act(
                rng.choice([text for text in table.asked().legal if "discard" not in text] or table.asked().legal)
            )
        else:
            await play_turn(table, phones, rng)
        turns += 1
    assert turns > 30
    for phone in phones:
        await phone.page.wait_for_selector('#ended [data-do="rematch"]')
        assert await phone.page.inner_text("#verdict h1")
        await phone.tab("score")
        assert await phone.page.locator("#sheets dt").count() == 2 * 8
        await phone.tab("more")
        assert await phone.page.locator("#logs li").count() > turns
        assert phone.faults == []
    await phones[1].tab("mine")
    await phones[1].page.click('#ended [data-do="rematch"]')
    await until(lambda: table.phase() == "game", "the rematch began")


@pytest.mark.full
async def test_every_tab_fits_the_smallest_screen_and_is_labelled(table, browser):
    [phone, _] = phones = await gathered(table, browser, ["Maximiliana Augustin", "Ben"], SMALL)
    await start_duel(table, phones)
    rng = random.Random(6)
    for _ in range(24):
        await play_turn(table, phones, rng)
    while table.asked().seat != 1:
        await play_turn(table, phones, rng)
    await phone.asked(table.asked().number)
    for fold in await phone.page.locator("#ask summary").all():
        await fold.click()
        assert await phone.wider_than_the_screen() == []
    for size in ("100%", "200%"):
        await phone.page.evaluate("size => { document.documentElement.style.fontSize = size }", size)
        for tab in ("mine", "table", "score", "more"):
            await phone.tab(tab)
            assert await phone.wider_than_the_screen() == []
            assert await phone.unlabelled() == []


@pytest.mark.full
async def test_choice_can_be_made_by_keyboard(table, browser):
    phones = await gathered(table, browser, ["Ada", "Ben"], PHONE)
    await start_duel(table, phones)
    asked = table.asked()
    page = phones[asked.seat - 1].page
    await phones[asked.seat - 1].asked(asked.number)
    await page.locator("#main").focus()
    for _ in range(30):
        await page.keyboard.press("Tab")
        if await page.evaluate("document.activeElement.closest('#ask') !== null"):
            break
    await page.keyboard.press("Enter")
    await until(lambda: table.asked().number != asked.number, "it was answered")


@pytest.mark.full
async def test_game_with_fewer_seats_asks_who_plays(table, browser):
    """Four people, then three: whoever watches stands up alone, or for whom phones do not have to be asked."""
    phones = await gathered(table, browser, ("Ada", "Ben", "Cleo", "Dora"), PHONE)
    ada, _, cleo, dora = (phone.page for phone in phones)
    for page in (ada, dora):
        await page.click("#lobby [data-asks=d-plays-duel]")
        await page.wait_for_selector("#d-plays-duel >> text=is for 2. Who plays? The others watch.")
    assert table.table_view()["game"] == "architects"
    assert await ada.locator("#d-plays-duel [data-do^=set-game]").count() == 0
    await dora.click("#d-plays-duel [data-do=leave]")
    await cleo.wait_for_selector("#d-plays-duel [data-do^=set-game]", state="attached")
    await cleo.click("#lobby [data-asks=d-plays-duel]")
    await cleo.click("#d-plays-duel >> text=Ada and Ben")
    await until(lambda: table.table_view()["game"] == "duel", "Duel is the game")
    assert [seat["name"] for seat in table.table_view()["seats"]] == ["Ada", "Ben"]
    await ada.wait_for_selector("#lobby .painted[aria-pressed=true] >> text=Duel")
    assert await ada.locator("#d-plays-duel").count() == 0
    for page in (cleo, dora):
        await page.wait_for_selector('#gone a[href="/watch"]')
    assert [phone.faults for phone in phones] == [[]] * 4
