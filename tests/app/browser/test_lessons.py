"""Lessons of a first game on a phone: three lines, in a place that is reserved for them."""

import json
import random
from dataclasses import replace

import msgspec
import pytest

from app.games.game_list import shelf
from app.games.seven_wonders.lessons import LESSONS as SEVEN
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.table_messages import TableView
from app.text.lesson_tips import Speech
from app.text.translation import complete, words
from engine.game import Seat
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import Phone
from tests.app.games.courses import COURSES

PLACES = """() => [...document.querySelectorAll("#ask :is(button, input, label)")].filter((e) => e.checkVisibility())
  .map((e) => { const r = e.getBoundingClientRect(); return [e.textContent.trim(), r.x, r.y + scrollY]; })"""
LONGEST = 120  # sentences that are tried, of a game
OVERFLOW = """texts => { const e = document.querySelector(".lesson summary"); return texts.filter((text) => {
  e.firstElementChild.textContent = text;
  return e.scrollHeight > e.clientHeight || e.scrollWidth > e.clientWidth; }); }"""


@pytest.fixture(params=["architects", "seven-wonders"])
async def table(request, tmp_path, every_fact):
    """Three on phones, in a first game."""
    async with living(Evening(tmp_path, b"", shelf=shelf(every_fact), seed="taught")) as served:
        served.send(SetGame, game=request.param, guided=True)
        served.sit("Ada", "Ben", "Cleo", lang="en")
        if request.param == "architects":
            served.send(SetGame, first=1)
        yield served.start()


async def open_first_phone(table, browser, size=(320, 640), **more):
    """Open the phone of the first seat in a browser."""
    phone = await Phone.take(browser, {"width": size[0], "height": size[1]}, **more)
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    return await phone.live()


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("table", ["architects"], indirect=True)
@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.game)
async def test_lesson_sentences_fit_in_three_lines(table, browser, course):
    phone = await open_first_phone(table, browser)
    at = Speech(("Maximiliana Augustin", "Zoë", "Tomás", "Aiko"), course.box)
    said = (
        idea.explain(words(lang), example, at)
        for lang in complete()
        for idea in course.ideas
        for example in course.examples[idea.id]
    )
    texts = sorted({*said}, key=len)[-LONGEST:]
    long = await phone.page.evaluate(OVERFLOW, texts)
    assert not long, "\n".join(long)


@pytest.mark.rotated
@pytest.mark.sampled(9)
@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize("larger", ["", "3"])
async def test_lesson_does_not_move_the_choice_when_it_appears_or_disappears(table, browser, width, larger):
    phone = await open_first_phone(table, browser, (width, 700))
    if larger:
        await phone.context.add_cookies([{"name": "words", "value": larger, "url": table.base}])
        await phone.page.reload()
        await phone.live()
    page = phone.page
    await page.wait_for_selector(".lesson p")
    assert " wonder" in await page.inner_text(".lesson p")
    with_it = await page.evaluate(PLACES)
    await page.evaluate("document.querySelector('.lesson').replaceChildren()")
    await page.evaluate("document.querySelector('.lesson').classList.add('quiet')")
    assert with_it == await page.evaluate(PLACES)
    assert with_it


LIT = """() => [...document.querySelectorAll("#tab-mine [data-spoken]")].filter((one) => one.checkVisibility())
  .map((one) => [one.dataset.key || (one.dataset.about || one.dataset.say).slice(2), getComputedStyle(one).outlineStyle,
    document.getElementById((one.control || one).getAttribute("aria-describedby")).textContent])"""
SPOKEN = ["solid", "The lesson is about this."]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("game", "lit"),
    [
        ("architects", lambda view: {"1", "3", "center"}),
        ("duel", lambda view: {place["card"] for place in view["structure"].values() if place["accessible"]}),
        ("seven-wonders", lambda view: {*view["mine"]["hand"][:2]}),
    ],
)
async def test_things_named_by_a_lesson_are_outlined_and_labelled(
    tmp_path, every_fact, browser, monkeypatch, game, lit
):
    rings = replace(SEVEN["uses"], rings=lambda view, seat, tip: view.mine.hand[:2])  # no idea of its list has any
    monkeypatch.setitem(SEVEN, "uses", rings)
    async with living(Evening(tmp_path, b"", shelf=shelf(every_fact), seed="lit")) as table:
        table.send(SetGame, game=game, guided=True, variant=("first-game",) if game == "duel" else ())
        table.sit(*("Ada", "Ben", "Cleo")[: 2 if game == "duel" else 3], lang="en")
        if game != "seven-wonders":
            table.send(SetGame, first=1)
        table.start()
        table.now += 60  # what it is about has been read
        phone = await open_first_phone(table, browser, (390, 664))
        await phone.page.wait_for_selector("#tab-mine [data-spoken]")
        view = json.loads(bytes(table.table.snapshot(Actor("seat", Seat(0)), table.table.log_end).game))
        found = await phone.page.evaluate(LIT)
        assert {key for key, *_ in found} == lit(view)
        assert all(how == SPOKEN for _, *how in found)
        await phone.page.evaluate("document.querySelector('[data-lit]').removeAttribute('data-lit')")
        await phone.page.evaluate("document.dispatchEvent(new Event('painted'))")
        assert await phone.page.locator("[data-spoken], [aria-describedby=lit]").count() == 0
        await phone.context.close()


@pytest.mark.rotated
@pytest.mark.sampled(2)
async def test_lessons_can_be_declined_and_switched_on_again(table, browser):
    phone = await open_first_phone(table, browser, (390, 700))
    page = phone.page
    await page.click(".lesson summary")
    await page.click(".lesson [data-do]")
    await page.wait_for_selector(".lesson", state="detached")
    assert [info["knows"] for info in table.table_view()["seats"]] == [True, False, False]
    await page.click("nav [data-tab=more]")
    await phone.unfold('#own label:has-text("Teach me as we play")')
    await page.click('#own label:has-text("Teach me as we play")')
    await page.click("nav [data-tab=mine]")
    await page.wait_for_selector(".lesson p")
    assert phone.faults == []


@pytest.mark.full
@pytest.mark.parametrize("table", ["architects"], indirect=True)
async def test_lesson_end_asks_three_questions_below_the_result(table, browser):
    phone = await open_first_phone(table, browser, (390, 664))
    rng = random.Random(6)
    while table.phase() == "game":
        table.act(rng.choice(table.asked().legal))
    page = phone.page
    await page.wait_for_selector("#learned .asked", state="attached")
    await page.click("#verdict")
    asked = page.locator("#learned .asked")
    assert await asked.count() == 3
    assert "Now you know 7 Wonders Architects" in await page.inner_text("#learned")
    below = "document.querySelector('#learned').getBoundingClientRect().top"
    assert await page.evaluate(f"document.querySelector('#verdict').getBoundingClientRect().bottom <= {below}")
    answers = asked.first.locator("summary")
    skip, answer = [await one.bounding_box() for one in (page.locator("#learned .skip"), answers.first)]
    assert skip["height"] >= answer["height"] - 1
    assert skip["width"] >= answer["width"] - 1
    await answers.first.click()
    assert (await asked.first.locator("details p").first.inner_text()).startswith(("Yes. ", "No: "))
    assert not await phone.wider_than_the_screen()
    assert not await phone.unlabelled()
    await page.locator("#learned .skip").click()
    assert not await asked.first.is_visible()


LEADING_PX = 3.0  # of a line of the lesson above its letters
WORDS_BELOW_NEWS = """() => document.querySelector(".again span").getBoundingClientRect().top
  - document.querySelector("#news").getBoundingClientRect().bottom"""


@pytest.mark.rotated
@pytest.mark.parametrize("table", ["architects"], indirect=True)
async def test_last_lesson_can_be_reopened(table, browser):
    phone = await open_first_phone(table, browser, (390, 664))
    page, rng = phone.page, random.Random(3)
    for _ in range(400):
        table.act(rng.choice(table.asked().legal))
        told = table.table.snapshot(Actor("seat", Seat(0)), table.table.log_end)
        now = msgspec.json.decode(told.table, type=TableView)
        own = next(iter(told.lessons), None)
        if (tip := now.taught(1, own)) is not None and tip.again:
            break
    else:
        raise AssertionError("nothing was taught that is still true")
    await page.wait_for_selector(".lesson .again")
    assert await page.inner_text(".lesson") == "Say it again"
    places, earlier = await page.evaluate(PLACES), page.locator("#news p+p")
    assert await earlier.first.is_visible(), "the place of the lesson is empty"
    for width, height in ((320, 568), (768, 1024), (1024, 600), (1280, 700), (390, 664)):
        await page.set_viewport_size({"width": width, "height": height})
        assert await page.evaluate(WORDS_BELOW_NEWS) > -LEADING_PX, f"crossed by the edge of the news at {width}"
    await page.evaluate("document.querySelector('#intentions').innerHTML = '<p>“I collect stone.”</p>'")
    assert not await earlier.first.is_visible(), "it would lie on what a bot says"
    await page.evaluate("document.querySelector('#intentions').innerHTML = ''")
    await page.click(".lesson .again")
    assert not await earlier.first.is_visible()
    assert await page.evaluate(PLACES) == places
    box = await page.locator(".lesson .again p").bounding_box()
    assert box["height"] > 0
    assert "Say it again" not in await page.inner_text(".lesson")
