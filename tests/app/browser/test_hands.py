"""Undo on a phone has its own place beside the hand of its owner; the log announces it.

A person who wants to leave a game asks the others.
"""

import random

import pytest

from tests.app.browser.phones import Phone, heard
from tests.app.browser.reach import SIZES, in_reach

PLACE = """() => {
  const opens = document.querySelector("#undo summary"), band = document.querySelector("#news");
  const box = (one) => one.getBoundingClientRect(), head = box(document.querySelector("header")), news = box(band);
  const owned = !opens || [.1, .5, .9].every((x) => {
    const top = document.elementFromPoint(box(opens).x + box(opens).width * x, box(opens).y + 24);
    return opens.contains(top);
  });
  if (opens) opens.parentNode.open = true;
  const button = opens && document.querySelector("#undo button"), at = button && box(button);
  const found = {place: opens ? [box(opens).x, box(opens).y].map(Math.round) : null, owned,
    said: button ? button.innerText : "", left: opens ? box(opens).x < innerWidth / 2 : null,
    whole: !button || box(opens).width >= 47.5 && box(opens).height >= 47.5 && at.height >= 47
      && at.top >= head.bottom - 1 && at.bottom <= Math.max(news.bottom, head.bottom + 48) + 1
      && button.scrollWidth <= button.clientWidth};
  if (opens) opens.parentNode.open = false;
  return found;
}"""


async def phone_of(evening, browser, seat, size=(390, 664)):
    phone = await Phone.take(browser)
    await phone.page.set_viewport_size({"width": size[0], "height": size[1]})
    await phone.page.goto(f"{evening.base}/seat/{evening.keys[seat]}")
    await phone.live()
    return phone


@pytest.mark.full
@pytest.mark.parametrize("size", [SIZES[-1], SIZES[0]], ids=str)
async def test_undo_button_keeps_its_place(evening, browser, size):
    evening.sit("Ada", "Maximiliane-Victoria", lang="de").start()
    phone = await phone_of(evening, browser, 1, size)
    rng, places, offered = random.Random(3), set(), 0
    for step in range(24):
        if step % 4 == 0:
            for tab in ("mine", "table"):
                await phone.tab(tab)
                found = await phone.page.evaluate(PLACE)
                assert found["owned"], found
                assert found["whole"], found
                places.update([(*found["place"],)] if found["place"] else [])
                offered += found["said"].startswith("Rückgängig: ")
        if evening.phase() != "game":
            break
        evening.act(rng.choice(evening.asked().legal))
        await heard(phone, evening)
    assert len(places) == 1
    assert offered


@pytest.mark.rotated
async def test_undo_button_is_at_the_chosen_hand(evening, browser):
    evening.sit("Ada", "Ben", lang="en").start()
    phone = await phone_of(evening, browser, 1)
    kept = "parseFloat(getComputedStyle(document.querySelector('#head > .head')).paddingRight)"
    before = await phone.page.evaluate(kept)
    evening.act(evening.asked().legal[0])
    await phone.page.wait_for_selector("#undo summary")
    assert await phone.page.evaluate(kept) > before + 40, "the head has the room of an Undo that is not there"
    assert (await phone.page.evaluate(PLACE))["left"] is False
    await phone.tab("more")
    await phone.unfold('[data-do^="set-seat;seat=1;left="]')
    await phone.page.check('[data-do^="set-seat;seat=1;left="]')
    await phone.page.wait_for_selector("[data-hand=left]")
    assert (await phone.page.evaluate(PLACE))["left"] is True
    assert evening.table_view()["seats"][0]["left"] is True


@pytest.mark.full
async def test_leaving_a_game_asks_the_others_with_answers_in_reach(evening, browser):
    evening.sit("Ada", "Ben", "Maximiliane-Victoria", lang="de").start()
    asker, other = [await phone_of(evening, browser, seat) for seat in (1, 2)]
    await asker.tab("more")
    await asker.unfold('[data-do="lay-aside"]')
    await asker.page.click('[data-do="lay-aside"]')
    await other.page.wait_for_selector("#vote [data-do]")
    await in_reach(other, "leave")
    await other.page.click('#vote [data-do*="seat=2;"][data-do$="yes=true"]')
    await other.page.wait_for_selector('#vote [data-do*="seat=2;"]', state="detached")
    assert evening.phase() == "game"
    await other.page.click('#vote [data-do*="seat=3;"][data-do$="yes=true"]')  # that phone is away
    await other.page.wait_for_selector("#aside [data-do]")
    assert evening.phase() == "lobby"
