"""A phone that reads aloud: what stands there, once, the turn first, with a voice of its browser or not at all."""

import pytest
from playwright.async_api import expect

from app.games.game_list import shelf
from app.games.seven_wonders import printed_names
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.seat_messages import SetSeat, SetSeats
from app.text.translation import words
from engine.game import Seat
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import Phone, until

EN = words("en")
VOICES = """(() => {
  window.read = [];
  const all = %s;
  const speech = { getVoices: () => all, speak: (one) => window.read.push([one.text, one.voice.name]),
    cancel: () => window.read.push("stop"), addEventListener() {} };
  Object.defineProperty(window, "speechSynthesis", { value: speech });
  window.SpeechSynthesisUtterance = function (text) { this.text = text; };
})()"""
LOCAL_VOICE = '{ name: "own", lang: "en-GB", localService: true }'
REMOTE_VOICE = '{ name: "far", lang: "en-GB", localService: false, default: true }'
GERMAN_VOICE = '{ name: "other", lang: "de_DE", localService: true }'
NONE = "This browser has no voice of its own for this language, so nothing can be read aloud."


@pytest.fixture
async def table(tmp_path, facts, every_fact):
    async with living(Evening(tmp_path, facts, shelf=shelf(every_fact), seed="aloud")) as served:
        yield served


async def open_phone(table, browser, voices, *, on=True):
    """Open the phone of seat 1 in a browser with these voices."""
    phone = await Phone.take(browser)
    await phone.context.add_init_script(VOICES % voices)
    if on:
        await phone.context.add_cookies([{"name": "aloud", "value": "on", "url": table.base}])
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    return phone


async def wait_for_speech(phone, beginning):
    """Wait until a text that begins so is read aloud, and return all texts of that reading."""
    script = "(beginning) => read.slice(read.lastIndexOf('stop') + 1).some(([text]) => text.startsWith(beginning))"
    await phone.page.wait_for_function(script, arg=beginning)
    return [text for text, _ in await phone.page.evaluate("read.slice(read.lastIndexOf('stop') + 1)")]


@pytest.mark.full
async def test_turn_is_read_aloud_before_choices_and_news_and_once(table, browser):
    table.send(SetGame, game="architects")
    table.sit("Nora", "Otto", lang="en").start()
    if table.asked().seat == 1:
        table.act(table.asked().legal[0])
    phone = await open_phone(table, browser, f"[{REMOTE_VOICE}, {GERMAN_VOICE}, {LOCAL_VOICE}]")
    await phone.page.click("h1")  # a page that nobody has touched may not speak
    while table.asked().seat == 2:
        table.act(table.asked().legal[0])
    read = await wait_for_speech(phone, "Your turn.")
    assert read[0] == "Your turn. Take one of three."
    assert read[1].startswith("Left ")
    assert ". Middle" in read[1]
    assert read[2].startswith("Otto ")
    assert {voice for _, voice in await phone.page.evaluate("read.filter((one) => one !== 'stop')")} == {"own"}
    before = len(await phone.page.evaluate("read"))
    await phone.page.reload()
    await phone.live()
    await phone.page.click("h1")
    table.act(table.asked().legal[0])
    await wait_for_speech(phone, "Nora ")
    read = await phone.page.evaluate("read.flat()")
    assert before > 0
    assert not any(text.startswith("Your turn. Take one of three") for text in read), "nor after the page came again"
    assert "stop" in read
    assert phone.faults == []


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "voices",
    [
        pytest.param("[]", id="no voice"),
        pytest.param(f"[{REMOTE_VOICE}]", id="one that asks another machine"),
        pytest.param(f"[{GERMAN_VOICE}]", id="another language"),
    ],
)
async def test_reading_aloud_is_disabled_without_a_local_voice(table, browser, voices):
    table.send(SetGame, game="architects")
    table.sit("Nora", "Otto", lang="en").start()
    phone = await open_phone(table, browser, voices)
    await phone.tab("more")
    await phone.page.click("#d-look > summary")
    assert await phone.page.inner_text("#voiceless") == NONE
    assert await phone.page.is_disabled("[data-look=aloud]")
    await phone.tab("mine")
    table.act(table.asked().legal[0])
    await until(lambda: any("Take one of three" in frame or "takes" in frame for frame in phone.frames), "it was told")
    assert await phone.page.evaluate("read") == []
    assert phone.faults == []


@pytest.mark.full
async def test_reading_aloud_setting_is_kept_and_hands_are_not_read(table, browser):
    table.send(SetGame, game="seven-wonders")
    table.send(SetSeats, count=3)
    table.sit("Nora", "Otto", "Mei", lang="en").start()
    phone = await open_phone(table, browser, f"[{LOCAL_VOICE}]", on=False)
    await phone.tab("more")
    await phone.page.click("#d-look > summary")
    assert await phone.page.is_hidden("#voiceless")
    await phone.page.select_option("[data-look=aloud]", "on")
    read = await wait_for_speech(phone, "Your turn.")
    hand = [printed_names.name_of(EN, slug) for slug in table.table.committed.match.state.view(Seat(0)).mine.hand]
    assert hand
    assert not any(card in text for card in hand for text in read), read
    assert await phone.page.locator("[data-aloud]").count() == 0
    await phone.page.reload()
    await phone.live()
    assert await phone.page.evaluate("document.querySelector('[data-look=aloud]').value") == "on"
    await phone.page.click("h1")
    assert await phone.page.evaluate("read") == [], "it was read before"
    await phone.tab("mine")
    await phone.page.click("#explain")
    await phone.page.locator("#ask label.tile").first.click()
    said = await phone.page.inner_text("#said")
    assert await wait_for_speech(phone, said) == [said], "whoever asks what it is hears it, and nothing else"
    assert phone.faults == []


@pytest.mark.full
async def test_coach_objection_is_not_read_aloud_and_repeated_choice_is_accepted(table, browser, monkeypatch):
    table.send(SetGame, game="architects")
    table.sit("Nora", "Otto", lang="en").start()
    if table.asked().seat == 2:
        table.act(table.asked().legal[0])
    question, said = table.asked(), iter(["take center"])
    rankings = table.table.parts.scheduler.rankings
    monkeypatch.setattr(rankings, "find_coach_objection", lambda act: next(said, ""))  # as if somebody thought here
    table.send(SetSeat, Actor("seat", Seat(0)), seat=1, coach=True)
    phone = await open_phone(table, browser, f"[{LOCAL_VOICE}]")
    await phone.page.click("h1")
    await wait_for_speech(phone, "Your turn.")
    before = len(await phone.page.evaluate("read"))
    go = phone.page.locator("#ask button.go")
    await phone.page.locator("#ask input[name=take]").first.check()
    await go.click()
    await expect(phone.page.locator("#said")).to_contain_text("looks much stronger")
    assert "no" not in (await phone.page.get_attribute("#say", "class") or "")
    assert table.asked().number == question.number
    assert len(await phone.page.evaluate("read")) == before
    await go.click()
    await until(lambda: table.asked().number != question.number, "the same again was taken")
    assert phone.faults == []
