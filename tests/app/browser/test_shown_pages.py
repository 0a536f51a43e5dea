"""Pages of a game that says what lies on its table, in a real browser: Lanterns, played whole by what is visible."""

from collections.abc import AsyncIterator

import msgspec
import pytest

from app.games import phone_registry as of_phones
from app.games.game_list import shelf
from app.protocol.client_rights import ONLOOKER
from tests.app.browser.conftest import Evening, living
from tests.app.browser.joined import gathered
from tests.app.browser.phones import SMALL, until
from tests.toy.table import PACKS, data


@pytest.fixture
async def table(tmp_path) -> AsyncIterator[Evening]:
    """A table that offers Lanterns too."""
    texts = data()
    games = of_phones.games(PACKS)
    made = Evening(tmp_path, texts["architects"], shelf=shelf(texts, PACKS), games=games, seed="shown")
    async with living(made) as served:
        yield served


@pytest.mark.rotated
async def test_game_of_lanterns_is_played_on_two_phones_by_visible_buttons(table, browser):
    """A seat lights a card of its hand, buys what it can pay for, takes a card once, or works."""
    ada, ben = pair = await gathered(table, browser, ["Ada", "Ben"], SMALL)
    await ada.page.click("#lobby .painted >> text=Lanterns")
    await ben.page.click("#start >> text=Start")
    await until(lambda: table.phase() == "game", "a game begins")
    taken = set()
    while table.phase() == "game":
        asked = table.asked()
        phone = pair[asked.seat - 1]
        await phone.asked(asked.number)
        page = phone.page
        await pair[2 - asked.seat].page.locator("#ask button").first.wait_for(state="detached")
        names = ["Light it", "Buy it", *([] if phone in taken else ["Take a card"]), "Work for coins"]
        for name in names:
            button = page.locator("#ask").get_by_role("button", name=name).first
            if await button.count():
                break
        await button.tap()
        taken |= {phone} if name == "Take a card" else set()
        await until(lambda before=asked: table.phase() != "game" or table.asked().number != before.number, "answered")
        if name == "Take a card":
            await page.get_by_role("heading", name="Your hand").wait_for()
    assert taken == {ada, ben}
    left = msgspec.json.decode(bytes(table.table.snapshot(ONLOOKER, 0).game))["hidden"]["paper-fish"]
    places = set()
    for phone in pair:
        page = phone.page
        await page.locator("#verdict h1").wait_for()
        places.add(await page.inner_text("#verdict h1"))
        assert await page.locator("#verdict").get_by_text("Every colour").count()
        await page.click("nav >> text=Table")
        await page.click("summary >> text=Lanterns")
        assert await page.get_by_text(f"{left} of 5 left").is_visible()
        assert await phone.wider_than_the_screen() == []
        assert await phone.unlabelled() == []
        assert phone.faults == []
    assert places == {"You have won!", "Place 2 of 2"}
