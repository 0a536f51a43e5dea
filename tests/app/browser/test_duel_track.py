"""Duel told from cardboard on two phones: a recorded game by tapping what is drawn, and a turn put right."""

from collections import Counter

import pytest

from app.protocol.client_rights import SCREEN, Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act
from app.protocol.seat_messages import Rename
from engine.game import Seat
from tests.app.browser.conftest import Evening, living
from tests.app.browser.duel_told import LAZY, begun, lay, tell, view
from tests.app.browser.joined import gathered
from tests.app.browser.phones import PHONE, SMALL, until
from tests.duel_cities import duel
from tests.touches import figures
from tests.whole_games import played


@pytest.fixture
async def table(tmp_path, facts):
    async with living(Evening(tmp_path, facts, shelf={"duel": duel()})) as served:
        yield served


@pytest.mark.full
@pytest.mark.parametrize("lines", [30, None], ids=["begun", "whole"])
async def test_recorded_game_reported_by_tapping_has_the_same_scores(table, browser, lines):
    record, moments, _ = played(LAZY)
    phones = await gathered(table, browser, ["Nora", "Idris"], PHONE)
    await begun(table, phones)
    taps = Counter()  # by turn
    for nth, (_, line) in enumerate(record.moves[:lines]):
        text = line if line.startswith("reveal") else line.partition(" ")[2]
        if [applied.move.text for applied in table.table.committed.match.moves[-1:]] == [text]:
            continue  # the table knew
        phone = phones[nth % 2]
        if nth % 20 == 0:
            assert await phone.wider_than_the_screen() == []
            assert await phone.unlabelled() == []
        taps[view(table)["turn"]] += await tell(table, phone, text)
    del taps[0]  # the set-up
    found = figures("Duel on phones", taps.values())
    assert found[0] <= 2
    assert found[1] <= 4
    assert [phone.faults for phone in phones] == [[], []]
    if lines:
        return
    assert table.phase() == "over"
    assert [seat["score"] for seat in view(table)["seats"]] == [seat["score"] for seat in moments[-1].public["seats"]]
    for phone in phones:
        await phone.page.wait_for_selector("#verdict")
        assert phone.faults == []


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", ["de", "fr"])
async def test_reported_turn_is_corrected_on_a_small_phone(table, browser, lang):
    phones = await gathered(table, browser, ["Nora", "Idris"], SMALL)
    await begun(table, phones)
    while not view(table)["turn"]:
        [asked] = table.table.snapshot(SCREEN, table.table.log_end).questions
        table.send(Act, seat=asked.seat, question=asked.number, action=asked.legal[0])
    nora, idris = phones
    for card, phone in (("quarry", nora), ("tavern", nora), ("altar", idris)):
        await tell(table, phone, f"discard {card}")
    table.send(Rename, Actor("seat", Seat(1)), name="Idris", lang=lang)
    await idris.tab("more")
    await idris.page.wait_for_selector(f"html[lang={lang}]")
    await idris.live()
    await idris.page.wait_for_selector("html[data-shows=more]")
    row = next(each.move.number for each in table.table.committed.match.moves if each.move.text == "discard tavern")
    await idris.page.click(f"#logs .mend[data-do*='row={row};'] >> nth=0")
    await idris.page.click(f"#d-line-{row} > summary")
    await idris.page.click(f"#d-line-{row}-use-theater > summary")
    assert await idris.wider_than_the_screen() == []
    assert await idris.unlabelled() == []
    await idris.page.click("#repair [data-do$='how=replace;text=discard theater'] >> visible=true")
    await until(lambda: view(table)["discard"] == ["altar", "quarry", "theater"], "the theater was discarded")
    assert idris.faults == []


@pytest.mark.full
async def test_game_continues_from_a_position_entered_by_touch(table, browser):
    phones = await gathered(table, browser, ["Nora", "Idris"], SMALL)
    nora, page = phones[0], phones[0].page
    table.send(SetGame, mode="track", first=1)
    await page.click('#start a[href="?position"]')
    await page.locator("label:has([name=turn][value='2'])").click()
    left = page.locator("[name=left]")  # nobody has counted them yet
    assert (await left.input_value(), await left.get_attribute("placeholder")) == ("", "?")
    for _ in range(4):
        await page.click(".count:has([name=left]) [data-step='-1']")
    await lay(nora, "wonders", 1, "sphinx", "pyramids", "piraeus", "colossus", "sphinx")  # this one is built
    await lay(nora, "wonders", 2, "appian-way", "circus-maximus", "mausoleum", "great-library")
    await lay(nora, "1", 1, "quarry", "press")
    await lay(nora, "1", 3, "quarry")  # no, it was discarded
    await lay(nora, "tokens", 3, "law", "economy", "masonry", "strategy")
    assert await nora.wider_than_the_screen() == []
    assert await nora.unlabelled() == []
    await page.click("button.go")
    assert "in front of the seats, not 4." in await page.inner_text("[role=alert]")  # one token is missing
    await lay(nora, "tokens", 3, "theology")
    await page.click("button.go")
    await until(lambda: table.phase() == "game", "the game begins there")
    at = view(table)
    assert (at["left"], at["turn"], at["to_act"], at["discard"]) == (16, 5, [2], ["quarry"])
    assert [seat["cards"] for seat in at["seats"]] == [["press"], []]
    assert at["seats"][0]["wonders"] == {"sphinx": "unknown", "pyramids": None, "piraeus": None, "colossus": None}
    await phones[0].live()
    await tell(table, nora, "build clay-pool")
    await nora.tab("more")
    await nora.unfold('#leave a[href="?position"]')
    await page.click('#leave a[href="?position"]')
    assert await page.input_value("[name=left]") == "15"
    await lay(nora, "1", 2, "clay-pool")  # it was not built after all
    await lay(nora, "1", 3, "clay-pool")
    await page.click("button.go")
    await until(lambda: view(table)["discard"] == ["clay-pool", "quarry"], "it goes on from another position")
    assert [fault for fault in nora.faults if "422" not in fault] == []
