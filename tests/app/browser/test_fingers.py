"""Touches between down and up: nothing moves under a finger, and a tap acts on what it was aimed at."""

import json
import random
from collections.abc import AsyncIterator

import pytest

from app.games.game_list import tally
from app.protocol.cardboard_messages import Enter
from app.protocol.client_rights import ONLOOKER
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.settings_messages import SetTable
from tests.app.browser.conftest import Evening
from tests.app.browser.phones import Phone, heard, until
from tests.app.browser.touch import Finger
from tests.app.phones.served import serving

SIZES = ((390, 844), (390, 664), (320, 568))
BOX = "one => { const r = one.getBoundingClientRect(); return [r.x, r.y, r.width, r.height]; }"
FREE = """document.head.append(Object.assign(document.createElement("style"), { // it may grow
  textContent: "#news { height: auto } #news p { display: block; white-space: normal }" }))"""


async def phone_of(table, browser, seat, size=SIZES[0], **more):
    phone = await Phone.take(browser, {"width": size[0], "height": size[1]}, **more)
    await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
    return await phone.live()


def undo_events(table):
    log = table.table.snapshot(ONLOOKER).news
    return [event for line in log if (event := json.loads(bytes(line.event)))["type"] in ("undone", "undo-asked")]


@pytest.fixture
async def sheet(tmp_path, facts, every_fact) -> AsyncIterator[Evening]:
    """Two people round a score sheet."""
    async with serving(Evening(tmp_path, facts, sheets=tally(every_fact))) as table:
        table.send(SetGame, mode="tally")
        yield table.sit("Ada", "Maximiliane-Victoria", lang="en").start()


def cells(table):
    return table.table.committed.match.state.values[0]


GROWS = """() => { const grows = new CSSStyleSheet(); // news keep one line, so that they move nothing by themselves
  grows.replaceSync("#news { height:auto!important } #news p + p { display:block!important }");
  document.adoptedStyleSheets.push(grows); }"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("by", ["finger", "mouse"])
async def test_tap_is_kept_when_the_page_changes_under_it(sheet, browser, by):
    phone = await phone_of(sheet, browser, 1, (320, 844))
    await phone.page.evaluate(FREE)
    await phone.page.evaluate(GROWS)
    plus = phone.page.locator('#thing-1 [data-do="enter;action=1 add shields 1"]')
    finger = await Finger.attach(phone)
    before = await plus.evaluate(BOX)
    if by == "finger":
        await finger.down(plus)
    else:
        await plus.hover()
        await phone.page.mouse.down()
    for line in ("1 add shields 1", "2 set shields 12", "2 set progress 10", "settle"):
        sheet.send(Enter, action=line, sure=True)  # its own number changes, and the news above it grows
    await heard(phone, sheet)
    assert await plus.evaluate(BOX) == before
    await (finger.up() if by == "finger" else phone.page.mouse.up())
    await until(lambda: cells(sheet)["shields"] == 2, "the tap counts")
    await phone.page.wait_for_selector('#c-1-shields[value="2"]')
    assert await plus.evaluate(BOX) != before


@pytest.mark.rotated
async def test_button_appearing_under_a_finger_is_not_tapped(sheet, browser):
    phone = await phone_of(sheet, browser, 1)
    finger = await Finger.attach(phone)
    await finger.down(phone.page.locator("#thing-1 h2"))
    await phone.page.evaluate(
        """() => { const trap = document.createElement("button"); trap.id = "trap"; trap.dataset.adds = "";
        trap.dataset.do = "enter;action=1 add blue 1"; trap.style = "position:fixed;inset:0;z-index:99";
        document.body.append(trap); }"""
    )
    await finger.up()
    await phone.page.locator("#trap").tap()  # meant
    await phone.page.wait_for_selector('#c-1-blue-all[value="1"], #c-1-blue[value="1"]', state="attached")
    assert cells(sheet)["blue"] == 1


TRAPS = """() => { window.slowness = 1; // what is said by the first is answered: another thing lies there then
  const trap = (n) => { const one = document.createElement("button"); one.id = "trap-" + n;
    one.dataset.do = `enter;action=1 set blue ${n}`; one.style = "position:fixed;inset:0;z-index:99";
    one.addEventListener("click", () => { window.heard = (window.heard || 0) + 1;
      one.remove(); document.body.append(trap(n + 1)); });
    return one; };
  document.body.append(trap(1));
  return performance.timeOrigin / 1000;
}"""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("after", "heard"), [(0.29, 1), (0.31, 2)])
async def test_two_quick_taps_count_as_one(sheet, browser, after, heard):
    phone = await phone_of(sheet, browser, 1)
    begun = await phone.page.evaluate(TRAPS) + 60
    finger = await Finger.attach(phone)
    for nth, at in enumerate((begun, begun + after, begun + 2), start=1):
        await finger.tap(phone.page.locator("[id^=trap]"), at)
        await phone.page.wait_for_function(f"() => window.heard === {min(nth, 3) - (nth > 1) * (2 - heard)}")
    await until(lambda: cells(sheet).get("blue") == heard + 1, "the last one counts")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_undo_never_undoes_another_action_than_displayed(evening, browser, size):
    evening.sit("Ada", "Ben", "Cleo", lang="en").start()
    evening.send(SetTable, undo="always")
    rng = random.Random(5)
    evening.act(rng.choice(evening.asked().legal))
    offer = evening.table_view()["undo"]
    phone = await phone_of(evening, browser, offer["seat"], size)
    opens, button = phone.page.locator("#undo summary"), phone.page.locator("#undo [data-do^=undo]")
    await opens.click()
    label = await button.inner_text()
    finger = await Finger.attach(phone)
    await finger.down(button)
    while evening.table_view()["undo"]["row"] == offer["row"]:
        evening.act(rng.choice(evening.asked().legal))
    await heard(phone, evening)
    assert await button.inner_text() == label  # what it says now is what it would do
    await finger.up()
    await phone.page.wait_for_selector("#say.no >> text=Something has changed")
    assert undo_events(evening) == []
    await opens.click()
    await button.tap()  # the one that is shown now
    await until(lambda: undo_events(evening), "taken back")


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_peeked_card_is_shown_above_the_held_button(evening, browser, size):
    evening.sit("Ada", "Ben", "Cleo", lang="en").start()
    rng = random.Random(8)
    while "peek" not in evening.asked().legal:
        evening.act(rng.choice(evening.asked().legal))
    asked = evening.asked()
    phone = await phone_of(evening, browser, asked.seat, size)
    page = phone.page
    await phone.asked(asked.number)
    button = page.locator("#ask [data-do$='action=peek']")
    asked_at = await button.evaluate(BOX)
    await button.tap()
    disc, card = page.locator("#peek [data-hold]"), page.locator("#peek .card > .titled")
    await disc.wait_for()
    assert await card.is_hidden()
    at = await disc.evaluate(BOX)
    assert await is_whole_and_uncovered(disc)
    finger = await Finger.attach(phone)
    await finger.down(disc)
    await card.wait_for()
    evening.send(SetTable, points=False)  # something else changes meanwhile
    await heard(phone, evening)
    assert await disc.evaluate(BOX) == at
    left, top, width, height = await card.evaluate(BOX)
    assert min(left, top, size[0] - left - width, at[1] - top - height) >= 0  # whole, and above the disc
    assert width * height > 60 * 84
    for words in await page.locator("#peek .words > *").all():
        assert (box := await words.evaluate(BOX))[1] + box[3] <= at[1] + 1
    await finger.up()
    await card.wait_for(state="hidden")
    await page.locator("[data-fold]").tap()
    again = page.locator("#peek > summary")
    moved = abs((await again.evaluate(BOX))[1] - asked_at[1])
    assert moved < asked_at[3]  # in the place of the button that was tapped
    await again.tap()
    await disc.wait_for()
    assert phone.faults == []


async def is_whole_and_uncovered(what):
    """Check that an element lies wholly inside the screen with nothing on top of its centre."""
    return await what.evaluate(
        """one => { const r = one.getBoundingClientRect();
        return r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth
          && one.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)); }"""
    )
