"""7 Wonders told from cardboard on phones: what everybody did by tapping; told otherwise; a turn put right."""

import json
import random
from collections import Counter
from statistics import median

import pytest
from axe_playwright_python.async_playwright import Axe

from app.protocol.client_rights import SCREEN, Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act
from app.protocol.seat_messages import Rename, SetSeat
from engine.game import Seat
from tests.app.browser.conftest import Evening, living
from tests.app.browser.joined import gathered
from tests.app.browser.phones import PHONE, SMALL, SMALL_TARGETS, until
from tests.app.table.tracked_seven_wonders import list_reported_lines
from tests.seven_wonders_cities import GAME
from tests.touches import figures
from tests.whole_games import RECORDS, played

NAMES = ("Nora", "Idris", "Mei")
RECORD = next(path for path in RECORDS["seven-wonders"] if path.stem == "three-seats")
SAMPLE = 6  # lines of it that are told in the suite
WIDTHS = (320, 430)
HAS_FORM_STYLES = "() => getComputedStyle(document.querySelector('.tell-drawn')).display === 'grid'"


@pytest.fixture
async def table(tmp_path, facts):
    async with living(Evening(tmp_path, facts, shelf={"seven-wonders": GAME})) as served:
        yield served


def view(table):
    return json.loads(bytes(table.table.snapshot(SCREEN, table.table.log_end).game))


def open_question(table, seat):
    found = table.table.snapshot(SCREEN, table.table.log_end).questions
    return next((each for each in found if each.seat == seat and not each.ends), None)


async def start_track(table, phones, setup):
    table.send(SetGame, mode="track", variant=setup.variant)
    for seat, board in enumerate(setup.boards, 1):
        table.send(SetSeat, seat=seat, wonder=board)
    await phones[0].page.click('#start [data-do="start"]')
    for phone in phones:
        await phone.page.wait_for_selector("#ask [data-do]", state="attached")
        await phone.page.wait_for_function(HAS_FORM_STYLES)  # linked when the game starts, not in the lobby


async def tell(table, phone, seat, text):
    """Tap the button of a reported line, and return the number of taps."""
    number = open_question(table, seat).number
    button = phone.page.locator(f'#ask button[data-do="act;seat={seat};question={number};action={text}"]')
    await button.wait_for(state="attached")
    taps, folds = 1, button.locator("xpath=ancestor::details[not(@open)]")
    while await folds.count():
        await folds.first.locator("xpath=./summary").click()
        taps += 1
    await button.click()
    await until(lambda: (now := open_question(table, seat)) is None or now.number != number, f"{text} was told")
    return taps


async def report_record(table, phones, most=None):
    """Report a recorded game on phones, and count its taps by turn and seat. Mei's phone is away."""
    taps, count = Counter(), 0
    for line in list_reported_lines(played(RECORD).told, random.Random(1)):
        seat, _, text = line.partition(" ")
        seat, question = int(seat), open_question(table, int(seat))
        if question is None or text not in question.legal:
            assert [f"{each.move.seat + 1} {each.move.text}" for each in table.table.committed.match.moves[-2:]].count(
                line
            )
            continue
        now = view(table)
        phone = phones[min(seat, len(phones)) - 1]
        taps[now["age"], now["turn"], seat] += await tell(table, phone, seat, text)
        count += 1
        if count == most:
            break
    return taps


async def disconnect_last_phone(table, phones):
    """Close the last phone, so that another one has to report for its seat, and return the others."""
    await phones[-1].context.close()
    seat = len(phones)
    await until(lambda: not table.table_view()["seats"][seat - 1]["present"], "it is away")
    return phones[:-1]


@pytest.mark.full
async def test_recorded_game_reported_by_tapping_has_the_same_scores(table, browser):
    phones = await gathered(table, browser, NAMES, PHONE)
    await start_track(table, phones, played(RECORD).told.setup)
    phones = await disconnect_last_phone(table, phones)
    taps = await report_record(table, phones)
    final = played(RECORD).moments[-1].public
    assert table.phase() == "over"
    assert [seat["score"] for seat in view(table)["seats"]] == [seat["score"] for seat in final["seats"]]
    found = figures("7 Wonders on phones", taps.values())
    assert found[0] <= 2
    assert found[1] <= 4
    assert [phone.faults for phone in phones] == [[], []]


@pytest.mark.full
@pytest.mark.parametrize("lang", ["de", "fr"])
async def test_actions_are_reported_with_two_taps_changed_and_corrected(table, browser, lang):
    phones = await gathered(table, browser, NAMES, SMALL)
    await start_track(table, phones, played(RECORD).told.setup)
    phones = await disconnect_last_phone(table, phones)
    nora = phones[0]
    table.send(Rename, Actor("seat", Seat(0)), name="Nora", lang=lang)
    await nora.page.wait_for_selector(f"html[lang={lang}]")
    await nora.live()
    await check_layout(nora)  # leaders
    taps = await report_record(table, phones, SAMPLE)
    assert median(taps.values()) == 2
    assert max(taps.values()) <= 4
    await nora.page.wait_for_selector("#ask #d-tell-theater")
    await nora.page.click("#d-tell-theater > summary")
    await check_layout(nora, "#ask")
    await tell(table, nora, 1, "choose build theater")
    await nora.page.click("#ask [data-do^=undo]")
    await until(lambda: open_question(table, 1) is not None, "it is told otherwise")
    await tell(table, nora, 1, "choose build altar")
    await tell(table, nora, 3, "choose sell")
    await check_layout(nora)
    table.send(Act, seat=2, question=open_question(table, 2).number, action="choose sell")
    row = next(each.move.number for each in table.table.committed.match.moves if each.move.text == "choose build altar")
    await nora.tab("more")
    await nora.page.click("#logs .mend >> nth=0")
    await nora.page.click(f"#d-line-{row} > summary")
    await check_layout(nora, "#repair")
    await nora.page.click(f"#d-line-{row} [data-do='correct;row={row};how=replace;text=choose build theater']")
    await until(lambda: "theater" in view(table)["seats"][0]["cards"], "the theater was built")
    assert [phone.faults for phone in phones] == [[], []]


async def check_layout(phone, part=""):
    """Check that nothing is too wide, also with text of twice the size, or too small for a finger.

    If a part is named, Axe has to find no violation in it.
    """
    for width in WIDTHS:
        await phone.page.set_viewport_size({"width": width, "height": SMALL["height"]})
        assert await phone.page.evaluate(SMALL_TARGETS) == []
        for letters in ("200%", ""):
            await phone.page.evaluate("size => { document.documentElement.style.fontSize = size }", letters)
            assert await phone.wider_than_the_screen() == [], (width, letters)
    assert await phone.unlabelled() == []
    if part:
        assert (await Axe().run(phone.page, part)).response["violations"] == []
