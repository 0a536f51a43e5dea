"""Real pages in a real browser: joining, playing by tapping, coming back, small screens, large words, keys alone."""

import asyncio
import json
import random
import re

import pytest
from playwright.async_api import expect

from app.protocol.base_messages import Accepted
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, SetGame
from app.protocol.history_messages import ForgetPerson, MergePeople
from app.protocol.network_messages import Network
from app.protocol.play_messages import Cue
from app.protocol.seat_messages import Leave, Rename, SetSeat
from engine.game import Seat
from tests.app.browser.joined import gathered, start_game, ticket
from tests.app.browser.phones import BY_TAPPING, SMALL, Phone, path_of, until
from tests.app.phones.served import start_server

WHOLE = 1000  # answers: more than any game has
PICTURES = """async () => {
  const own = document.querySelector(".what .wonder"), sky = getComputedStyle(own).backgroundImage.slice(5, -2);
  const wide = async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image.naturalWidth;
  };
  return Promise.all([sky, ...[...own.querySelectorAll("image")].map((image) => image.href.baseVal)].map(wide));
}"""


async def wait_until_answered(evening, number):
    """Wait until a question is open no more."""

    def is_answered():
        return evening.phase() != "game" or evening.asked().number != number

    await until(is_answered, f"question {number} was answered")


async def play_turn(evening, phones, rng):
    """Tap an answer on the phone of the seat that is asked."""
    asked = evening.asked()
    phone = phones[asked.seat - 1]
    await phone.asked(asked.number)
    await phone.tap_something(rng)
    await wait_until_answered(evening, asked.number)


async def play(evening, phones, rng, every, most=WHOLE):
    """Play a game to its end, every nth answer by taps, and return the verbs of all actions that were offered.

    `most`: end it early after that many answers.
    """
    said, count = set(), 0
    while evening.phase() == "game":
        if count == most:
            evening.send(EndEarly, sure=True)
            break
        asked = evening.asked()
        said |= {action.split()[0] for action in asked.legal}
        if count % every:
            evening.act(rng.choice(asked.legal))
        else:
            await play_turn(evening, phones, rng)
        count += 1
    return said


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("every", "most"), [(1, 6), *(pytest.param(every, WHOLE, marks=pytest.mark.full) for every in (1, 10))]
)
async def test_three_phones_play_a_whole_game_by_tapping(evening, browser, every, most):
    phones = await gathered(evening, browser, ["Nora", "Idris", "Tomás"])
    await start_game(evening, phones)
    await play(evening, phones, random.Random(4), every, most)
    sizes = []
    for seat, phone in enumerate(phones, start=1):
        await phone.page.wait_for_selector('#ended [data-do="rematch"]')
        sizes += await phone.page.evaluate(PICTURES)
        await phone.tab("score")
        winners = await phone.page.locator("#sheets .won").count()
        assert winners if most == WHOLE else not winners, "nobody has won a game that was ended early"
        assert phone.faults == []
        others = [key for owner, key in evening.keys.items() if owner != seat]
        assert not [frame for frame in phone.frames if any(key in frame for key in others)]
    assert len(sizes) > len(phones)
    assert all(wide > 0 for wide in sizes), "the sky and the stages of each wonder have come"
    await phones[2].tab("mine")
    await phones[2].page.click('#ended [data-do="rematch"]')
    await phones[0].page.wait_for_selector("#result h1")
    await until(lambda: evening.phase() == "game", "the rematch began")


@pytest.mark.full
@BY_TAPPING
async def test_four_phones_play_the_whole_expansion_by_tapping(evening, browser, every):
    phones = await gathered(evening, browser, ["Nora", "Idris", "Tomás", "Mei"])
    lobby = phones[0].page
    for phone, wonder in zip(phones, ("rome", "ur"), strict=False):
        await phone.page.click(f".role [data-do$='wonder={wonder}']")
    await until(lambda: [seat["wonder"] for seat in evening.table_view()["seats"]][:2] == ["rome", "ur"], "chosen")
    await lobby.click("#d-rules summary")
    for switch, on in (("medals", "medals medal-tokens"), ("medals expert medal-tokens",) * 2):
        await lobby.locator(f'#lobby [data-do="set-game;variant={switch}"]').click()  # check() would ask it again
        await until(lambda on=on: evening.table_view()["variant"] == on.split(), f"{on} are on")
    await lobby.wait_for_selector("#start >> text=our assumption")
    await start_game(evening, phones)
    for phone in phones:
        assert await phone.page.locator("#goals .medal").count() == 4
    said = await play(evening, phones, random.Random(5), every)
    assert {"take", "build", "steal", "draw", "peek", "progress"} <= said
    for phone in phones:
        await phone.page.wait_for_selector('#ended [data-do="rematch"]')
        await phone.tab("score")
        assert await phone.page.locator('#sheets [aria-label^="M"] [href="#i-goal"]').count() == 4
        assert phone.faults == []


@pytest.mark.full
async def test_card_to_steal_is_chosen_among_seven_on_the_smallest_screen(evening, browser):
    evening.sit("Ada", *("Maximiliana Augustin", "Ben", "Cleo", "Dora", "Emil", "Franziska-Johanna"), lang="de")
    evening.send(SetSeat, seat=1, wonder="rome")
    evening.start()
    rng = random.Random(1)
    while (
        not (people := {say.split()[1] for say in evening.asked().legal if say.startswith("steal")}) or len(people) < 6
    ):
        evening.act(rng.choice(evening.asked().legal))
    phone, asked = await Phone.take(browser, SMALL), evening.asked()
    page = phone.page
    await page.goto(f"{evening.base}/seat/{evening.keys[1]}")
    await phone.live()
    assert await page.locator("#ask input[name=steal]").count() == len(asked.legal)
    for large in ("200%", "100%"):
        await page.evaluate(f"document.documentElement.style.fontSize = '{large}'")
        for seat in sorted(people):
            await page.click(f"#d-steal-{seat} > summary")
            assert await page.locator("#ask details[open]").count() == 1  # one person at a time
            assert await phone.wider_than_the_screen() == [], (large, seat)
            assert await phone.unlabelled() == []
        await page.click(f"#d-steal-{seat} > summary")
    await page.click("#d-steal-3 > summary")
    choice = page.locator("#d-steal-3 input").last
    await choice.check()
    card = (await choice.get_attribute("value")).split()[1]
    assert "Ben" in await page.inner_text("#ask button.go")
    await page.click("#ask button.go")
    await wait_until_answered(evening, asked.number)
    log = [json.loads(bytes(line.event)) for line in evening.table.snapshot(Actor("onlooker")).news]
    stolen = next(event for event in log if event["type"] == "card-stolen")
    assert (stolen["seat"], stolen["of"], stolen["card"]) == (1, 3, card)
    assert phone.faults == []


@pytest.mark.rotated
async def test_reloaded_page_keeps_its_seat(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    await phones[0].page.reload()
    await phones[0].live()
    assert await phones[0].page.inner_text("#head h1") == "Ada"
    assert evening.table_view()["seats"][0]["present"]


@pytest.mark.full
async def test_closed_page_returns_to_its_seat_from_the_start_page(evening, browser):
    [phone, _] = await gathered(evening, browser, ["Ada", "Ben"])
    path = path_of(phone.page)
    await phone.page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('seat-'))")
    again = await phone.context.new_page()
    await phone.page.close()
    await again.goto(f"{evening.base}/")
    await again.click("#back a")
    await again.wait_for_selector("html[data-link=live]")
    assert path_of(again) == path
    evening.send(Leave, Actor("seat", evening.table.joining.seat_of_key(path.rsplit("/", 1)[1])))
    await again.wait_for_selector("#gone:not([hidden])")
    await expect(again.get_by_role("heading")).to_have_count(1)  # nothing behind it is read out
    await again.goto(f"{evening.base}/")
    assert await again.is_hidden("#back")


@pytest.mark.rotated
async def test_unknown_phone_is_offered_no_seat_to_return_to(evening, browser):
    await gathered(evening, browser, ["Ada", "Ben"])
    stranger = await Phone.take(browser)
    await stranger.page.goto(f"{evening.base}/")
    assert await stranger.page.is_hidden("#back")


@pytest.mark.full
async def test_older_tab_is_notified_and_can_take_over_again(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    old = phones[0].page
    new = await phones[0].context.new_page()
    await new.goto(old.url)
    await new.wait_for_selector("html[data-link=live]")
    await old.wait_for_selector("#moved:not([hidden])")
    await expect(old.get_by_role("heading")).to_have_count(1)  # nothing behind it is read out
    await old.click("#takeover")
    await old.wait_for_selector("html[data-link=live]")
    await expect(old.get_by_role("heading")).not_to_have_count(1)
    await new.wait_for_selector("#moved:not([hidden])")
    assert await old.is_hidden("#moved")


@pytest.mark.rotated
async def test_phone_reconnects_after_a_lost_connection(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    asked = evening.asked()
    phone, other = phones[asked.seat - 1], phones[2 - asked.seat]
    await phone.asked(asked.number)
    await phone.context.set_offline(True)
    await phone.page.wait_for_selector("#lost:not([hidden])")
    await expect(phone.page.locator("#ask input").first).to_be_disabled()
    await until(lambda: not evening.table_view()["seats"][asked.seat - 1]["present"], "the table misses the phone")
    await other.page.click("nav [data-tab=table]")
    await other.page.wait_for_selector("#seats .dot.off")
    await phone.context.set_offline(False)
    await phone.page.wait_for_selector("#lost", state="hidden")
    await expect(phone.page.locator("#ask input").first).to_be_enabled()
    await other.page.wait_for_selector("#seats .dot:not(.off)")


@pytest.mark.full
async def test_phone_reconnects_after_a_table_restart_and_can_act(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    asked = evening.asked()
    phone = phones[asked.seat - 1]
    await phone.asked(asked.number)
    port = evening.running.door._listening.dup()  # so that nobody else takes it meanwhile
    await evening.running.close()
    await phone.page.wait_for_selector("#lost:not([hidden])")
    evening.running = await start_server(evening, port)
    await phone.page.wait_for_selector("#lost", state="hidden")
    await phone.tap_something(random.Random(1))
    await wait_until_answered(evening, asked.number)


@pytest.mark.full
async def test_phone_reconnects_at_another_address_of_the_table(evening, browser):
    other = await start_server(evening)
    evening.table.presence.set_network(Network(evening.base, None, (f"http://127.0.0.1:{other.port}",)))
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    page, path = phones[0].page, path_of(phones[0].page)
    await evening.running.close()
    await page.wait_for_url(f"http://127.0.0.1:{other.port}{path}")
    await page.wait_for_selector("html[data-link=live]")
    await until(lambda: evening.table_view()["seats"][0]["present"], "the same seat, at the other address")
    await other.close()


@pytest.mark.full
async def test_phone_keeps_its_address_while_the_table_answers(evening, browser):
    """Let sockets alone fail, as on a network that holds them up, where the table has another address, too."""
    other = await start_server(evening)
    evening.table.presence.set_network(Network(evening.base, None, (f"http://127.0.0.1:{other.port}",)))
    [phone, _] = await gathered(evening, browser, ["Ada", "Ben"])
    asked = []
    phone.page.on("request", lambda request: asked.append(request.url))
    await phone.page.evaluate("() => { window.WebSocket = class { static OPEN = 1; readyState = 0; close() {} }; }")
    for connection in tuple(evening.running.connections._all):
        connection.drop()
    async with phone.page.expect_response("**/here"):
        pass
    await phone.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert not any(url.startswith(f"http://127.0.0.1:{other.port}") for url in asked)
    assert phone.page.url.startswith(evening.base)
    await other.close()


@pytest.mark.full
async def test_phone_keeps_its_address_when_a_starting_table_answers_elsewhere_first(evening, browser):
    """A table that starts answers at all addresses at once, so another one may be found after this one was silent."""
    other = await start_server(evening)
    evening.table.presence.set_network(Network(evening.base, None, (f"http://127.0.0.1:{other.port}",)))
    [phone, _] = await gathered(evening, browser, ["Ada", "Ben"])
    silent = iter([True])

    async def start_up(route):
        await (route.abort() if next(silent, False) else route.continue_())

    await phone.page.route(f"{evening.base}/here", start_up)
    await phone.page.evaluate("() => { window.WebSocket = class { static OPEN = 1; readyState = 0; close() {} }; }")
    for connection in tuple(evening.running.connections._all):
        connection.drop()
    async with phone.page.expect_response(f"http://127.0.0.1:{other.port}/here*"):
        pass
    async with phone.page.expect_response(f"{evening.base}/here"):
        pass
    await phone.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert phone.page.url.startswith(evening.base)
    await other.close()


def answer_frames(phone):
    """List the frames with which the table answered intents."""
    return [frame for frame in phone.frames if json.loads(frame)["type"] in ("done", "refused")]


@pytest.mark.full
async def test_intent_without_answer_is_resent_and_applied_once(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    asked = evening.asked()
    phone = phones[asked.seat - 1]
    await phone.asked(asked.number)
    connection = next(
        connection
        for connection in evening.running.connections._all
        if connection.who == Actor("seat", Seat(asked.seat - 1))
    )
    before, said = len(answer_frames(phone)), connection.enqueue
    connection.enqueue = lambda message: None if isinstance(message, Accepted) else said(message)
    await phone.page.locator("#ask input[name=take]").first.check()
    await phone.page.click("#ask button.go")
    await wait_until_answered(evening, asked.number)
    assert len(answer_frames(phone)) == before
    connection.drop()
    await until(lambda: len(answer_frames(phone)) > before, "it was said again, and answered")
    await phone.page.wait_for_selector(".waiting", state="detached")
    log = evening.table.snapshot(Actor("onlooker")).news
    assert sum(json.loads(bytes(line.event))["type"] == "card-taken" for line in log) == 1
    assert await phone.page.is_hidden("#say")


@pytest.mark.full
async def test_no_control_is_enabled_while_the_page_reloads(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    asked = evening.asked()
    phone = phones[2 - asked.seat]
    await phone.page.wait_for_selector("#head >> text=Turn:")
    await phone.page.evaluate(
        """addEventListener("beforeunload", () => {
        sessionStorage.enabled = document.querySelectorAll("fieldset.all:enabled").length; })"""
    )
    network = Network(evening.base, None, ("http://192.0.2.7",))
    evening.table.presence.set_network(network)  # its headers have to allow it
    await phone.page.wait_for_selector('body[data-others$="http://192.0.2.7"]')
    assert await phone.page.evaluate("sessionStorage.enabled") == "0"
    await phone.live()
    assert phone.faults == []


@pytest.mark.full
async def test_page_of_the_acting_seat_reloads_only_without_a_pending_choice(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    phone = phones[evening.asked().seat - 1]
    await phone.asked(evening.asked().number)
    evening.table.presence.set_network(Network(evening.base, None, ("http://192.0.2.7",)))
    await phone.page.wait_for_selector('body[data-others$="http://192.0.2.7"]')
    await phone.live()
    await phone.page.locator("#ask input[name=take]").first.check()
    evening.table.presence.set_network(Network(evening.base, None, ("http://192.0.2.8",)))
    await phone.page.wait_for_selector('#net [data-others$="http://192.0.2.8"]', state="attached")
    assert (await phone.page.get_attribute("body", "data-others")).endswith("http://192.0.2.7")
    await phone.page.click("#ask button.go")
    await phone.page.wait_for_selector('body[data-others$="http://192.0.2.8"]')


@pytest.mark.rotated
async def test_page_stays_loaded_while_its_table_lacks_a_name_for_a_while(evening, browser):
    """A table that has started again registers its name in the network some seconds after it answers."""
    evening.sit("Ada", "Ben").start()
    named = Network(evening.base, "http://wondertable-4kq7.local:80")
    evening.table.presence.set_network(named)
    phone = await Phone.take(browser)
    await phone.page.goto(f"{evening.base}/seat/{evening.keys[1]}")
    await phone.live()
    await phone.page.evaluate("window.kept = true")
    for network in (Network(evening.base, None), named):
        evening.table.presence.set_network(network)
        shown = " ".join(network.addresses)
        await phone.page.wait_for_selector(f'#net [data-others="{shown}"]', state="attached")
    await phone.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert await phone.page.evaluate("window.kept && document.documentElement.dataset.link") == "live"
    assert phone.faults == []


@pytest.mark.rotated
async def test_socket_timeout_grows_after_a_slow_connection(evening, browser):
    evening.sit("Ada", "Ben").start()
    phone, lines, may_open = await Phone.take(browser), [], asyncio.Event()
    phone.page.on("websocket", lambda line: lines.append(line))
    connections = evening.running.connections
    serve = connections.serve

    async def late(*asked):
        await may_open.wait()
        return await serve(*asked)

    connections.serve = late
    await phone.page.clock.install(time=0)
    await phone.page.clock.pause_at(1)
    await phone.page.goto(f"{evening.base}/seat/{evening.keys[1]}")
    await until(lambda: len(lines) == 1, "it calls")
    await phone.page.clock.run_for(6000)
    await until(lambda: len(lines) == 2, "it calls anew")
    await phone.page.clock.run_for(8000)  # with round trips of 4 s a line opens after 8
    may_open.set()
    await phone.live()
    assert len(lines) == 2


@pytest.mark.rotated
async def test_controls_are_disabled_until_the_script_has_loaded(evening, browser):
    evening.sit("Ada", "Ben").start()
    phone = await Phone.take(browser)
    loads = asyncio.Event()

    async def late(route):
        await loads.wait()
        await route.continue_()

    await phone.page.route("**/phone.js", late)
    await phone.page.goto(f"{evening.base}/seat/{evening.keys[1]}", wait_until="commit")
    await phone.page.wait_for_selector("#tab-more", state="attached")
    assert await phone.page.locator("fieldset.all:enabled").count() == 0
    loads.set()
    await phone.live()
    assert await phone.page.locator("fieldset.all:disabled").count() == 0


@pytest.mark.full
async def test_hand_over_code_is_shown_on_the_old_phone(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    evening.table.presence.set_network(Network(evening.base, None))
    old = phones[0].page
    await phones[0].tab("more")
    await phones[0].unfold("#own [data-do^=hand-over]")
    await old.click("#own [data-do^=hand-over]")
    address = await old.inner_text("#codes .url")
    assert await old.evaluate("window.scrollY") == 0  # the code is in sight, whichever tab is open
    newer = await Phone.take(browser)
    await newer.page.goto(address)
    assert await newer.page.input_value("input[name=name]") == "Ada"
    await newer.join(address, "Cleo")
    await old.wait_for_selector("#gone:not([hidden])")
    assert await old.get_attribute("#gone a", "href") == "/"


@pytest.mark.full
async def test_onlooker_sees_the_game_without_actions(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    onlooker = await Phone.take(browser)
    await onlooker.page.goto(f"{evening.base}/watch")
    await onlooker.live()
    assert await onlooker.page.locator("#seats .seat").count() == 2
    assert await onlooker.page.locator("[data-do]").count() == 0
    await play_turn(evening, phones, random.Random(1))
    await onlooker.page.wait_for_selector("#news p >> text=takes")
    assert onlooker.faults == []


@pytest.mark.full
async def test_lobby_and_game_can_be_run_from_a_single_phone(evening, browser):
    evening.seats(4)
    phone = await (await Phone.take(browser)).join(ticket(evening, 1), "Ada")
    page = phone.page
    for seat in (2, 3):
        await page.click(f"[data-asks=d-chair-{seat}]")
        await page.click(f'#chair-{seat} [data-do$="by=bot"]')
        await page.wait_for_selector(f"#chair-{seat} select")
    await page.click(".role [data-do$='wonder=giza']")
    await page.click("#d-rules summary")
    await page.select_option('#lobby [data-do^="set-game;first"]', "1")
    await page.click('#lobby [data-do="set-seats;count=3"]')
    await page.wait_for_selector("#chair-4", state="detached")
    await page.locator('#lobby [data-do*="coin-may"]').check()
    await until(lambda: evening.table_view()["rules"].get("coin-may-replace-a-resource-you-have"), "the rule is set")
    await page.click('#start [data-do="start"]')
    await page.wait_for_selector("#glance >> text=Giza", state="attached")
    await phone.tab("more")
    await phone.unfold('[data-do="lay-aside"]')
    await page.click('[data-do="lay-aside"]')
    await phone.tab("mine")
    await page.click("#aside [data-do^=resume]")
    await page.wait_for_selector("#glance >> text=Giza", state="attached")
    await phone.tab("owner")
    await page.select_option('[data-do^="set-table;undo"]', "always")
    await until(lambda: evening.table_view()["settings"]["undo"] == "always", "the policy is set")
    await phone.tab("more")
    await phone.unfold('[data-do^="end-early"]')
    await page.click('[data-do^="end-early"]')
    await phone.tab("mine")
    await page.click('#ended [data-do="to-lobby"]')
    await page.wait_for_selector("#start >> text=Start")
    await phone.tab("more")
    await page.click("#d-me > summary")
    await page.fill("#own input[name=name]", "Adele")
    await page.select_option("#own select[name=lang]", "nl")
    await page.click("#own button[type=submit]")
    await page.wait_for_selector("html[lang=nl][data-link=live]")
    assert await page.inner_text("#head h1") == "Adele"
    assert phone.faults == []


@pytest.mark.full
async def test_undo_is_requested_and_granted(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    asked = evening.asked()
    one, other = phones[asked.seat - 1], phones[2 - asked.seat]
    await one.asked(asked.number)
    await one.page.locator("#ask input[name=take]").first.check()
    await one.page.click("#ask button.go")
    await wait_until_answered(evening, asked.number)
    await one.undo()
    await other.page.click('#vote [data-do$="yes=true"]')
    await other.page.wait_for_selector("#vote", state="hidden")
    await until(lambda: evening.asked().seat == asked.seat, "the turn is back")
    assert evening.asked().number != asked.number
    await one.tab("more")
    await one.page.wait_for_selector("#logs del")


@pytest.mark.full
async def test_saving_name_and_language_keeps_the_open_tab(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    phone = phones[1]
    more = phone.page.locator("#tab-more:not([hidden]) #own")
    await phone.tab("more")
    await more.locator("#d-me > summary").click()
    await more.locator("input[name=name]").fill("Benno")
    await more.locator("button[type=submit]").click()
    await until(lambda: evening.table_view()["seats"][1]["name"] == "Benno", "the name is saved")
    await phone.page.wait_for_selector("#own input[value=Benno]")
    assert await more.is_visible()
    await more.locator("select[name=lang]").select_option("de")
    await more.locator("button[type=submit]").click()
    await phone.page.wait_for_selector("html[lang=de]")
    await phone.live()
    await phone.page.wait_for_selector("html[data-shows=more]")
    assert await more.is_visible()
    assert await phone.page.locator("nav .here").get_attribute("data-tab") == "more"
    evening.act(evening.asked().legal[0])
    await phone.tab("mine")
    await phone.page.reload()
    await phone.page.wait_for_selector("html[data-shows=mine]")
    assert not phone.faults


TABS = ("mine", "table", "score", "more")


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("lang", "enough"),
    [
        pytest.param("de", 2, id="sample"),
        *(pytest.param(lang, None, marks=pytest.mark.full, id=lang) for lang in ("de", "en", "fr", "nl")),
    ],
)
async def test_no_page_scrolls_sideways_on_small_screens_with_large_text(evening, browser, lang, enough):
    names = ["Maximiliana Augustin", "Ben", "Cleo"]
    phones = await gathered(evening, browser, names, SMALL)
    for seat, phone in enumerate(phones, start=1):
        evening.send(Rename, Actor("seat", Seat(seat - 1)), name=names[seat - 1], lang=lang)
        await phone.page.wait_for_selector(f"html[lang={lang}]")
        await phone.live()
    evening.send(SetGame, variant=("medals", "expert", "medal-tokens"))
    evening.send(SetSeat, seat=1, wonder="rome")
    evening.send(SetSeat, seat=2, wonder="ur")
    await check_text_sizes(phones[:1])
    await start_game(evening, phones)
    rng = random.Random(9)
    seen = set()
    while evening.phase() == "game" and len(seen) != enough:
        asked = evening.asked()
        kinds = frozenset(action.split()[0] for action in asked.legal)
        if kinds not in seen:
            seen.add(kinds)
            await phones[asked.seat - 1].asked(asked.number)
            await check_text_sizes([phones[asked.seat - 1]], tabs=("mine",))
        evening.act(rng.choice(asked.legal))
    if enough is None:
        await phones[0].page.wait_for_selector('#ended [data-do="rematch"]')
        await check_text_sizes(phones[:1])


async def check_text_sizes(phones, tabs=TABS):
    """Look at tabs, with words as large as usual and twice as large."""
    for phone in phones:
        for large in ("100%", "200%"):
            await phone.page.evaluate(f"document.documentElement.style.fontSize = '{large}'")
            for tab in tabs:
                await phone.tab(tab)
                assert await phone.wider_than_the_screen() == [], (large, tab)
                assert await phone.unlabelled() == []
        await phone.page.evaluate("document.documentElement.style.fontSize = ''")
        await phone.tab("mine")


@pytest.mark.rotated
async def test_join_pages_fit_a_small_screen_with_large_text(evening, browser):
    phone = await Phone.take(browser, SMALL)
    evening.seats(7)
    for path in ("/", f"/join/{evening.table.joining.ticket(Seat(3))}", "/seat/none", "/watch"):
        await phone.page.goto(evening.base + path)
        for large in ("100%", "200%"):
            await phone.page.evaluate(f"document.documentElement.style.fontSize = '{large}'")
            assert await phone.wider_than_the_screen() == [], path
        assert await phone.unlabelled() == []


@pytest.mark.rotated
async def test_turn_can_be_played_by_keyboard(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    asked = evening.asked()
    phone = phones[asked.seat - 1]
    keys = phone.page.keyboard
    await phone.asked(asked.number)
    for _ in range(60):
        await keys.press("Tab")
        if await phone.page.evaluate("document.activeElement.name") == "take":
            break
    outline = await phone.page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"  # where one is can be seen
    await keys.press("Space")
    await keys.press("ArrowRight")
    assert await phone.page.evaluate("document.activeElement.value") == "take center"
    await keys.press("Enter")
    await wait_until_answered(evening, asked.number)
    taken = [json.loads(bytes(line.event)) for line in evening.table.snapshot(Actor("onlooker")).news]
    assert [event["stack"] for event in taken if event["type"] == "card-taken"] == ["center"]


@pytest.mark.full
async def test_peeked_card_is_visible_only_while_held(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben", "Cleo"])
    await start_game(evening, phones)
    rng = random.Random(8)
    while "peek" not in evening.asked().legal:
        evening.act(rng.choice(evening.asked().legal))
    asked = evening.asked()
    phone = phones[asked.seat - 1]
    await phone.asked(asked.number)
    await phone.page.click("#ask [data-do$='action=peek']")
    button, card = phone.page.locator("#peek [data-hold]"), phone.page.locator("#peek .card > .titled")
    await button.wait_for()
    assert await card.count() == 1
    assert await card.is_hidden()
    await button.hover()
    await phone.page.mouse.down()
    assert await card.is_visible()
    assert await phone.page.locator("#peek .card > .back").is_hidden()
    await phone.page.mouse.up()
    assert await card.is_hidden()
    await button.focus()
    for key in ("Space", "Enter"):
        await phone.page.keyboard.down(key)
        assert await card.is_visible()
        await phone.page.keyboard.up(key)
        assert await card.is_hidden()
    await phone.page.keyboard.down("Space")
    await phone.page.evaluate("window.dispatchEvent(new Event('blur'))")  # another window comes to the front
    assert await card.is_hidden()


@pytest.mark.full
async def test_tapping_a_thing_without_action_shows_an_explanation(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    page = phones[0].page
    await page.click("#glance [data-say^=w-]")
    assert re.search(r"\w+: .+\.$", await page.inner_text("#said"))
    await page.click("#hush")
    assert await page.is_hidden("#say")
    await phones[0].tab("table")
    for one in await page.locator("#tokens [data-say]").all():
        await one.click()
        assert re.search(r"\w+: .+\.$", await page.inner_text("#said"))


@pytest.mark.rotated
async def test_title_marks_the_own_turn_and_refusals_are_shown(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    asked = evening.asked()
    mine, other = phones[asked.seat - 1], phones[2 - asked.seat]
    await mine.asked(asked.number)
    assert (await mine.page.title()).startswith("●")
    assert not (await other.page.title()).startswith("●")
    await mine.page.locator("#ask form").evaluate("form => form.dataset.do = 'act;seat=1;question=0;action={take}'")
    await mine.page.locator("#ask input[name=take]").first.check()
    await mine.page.click("#ask button.go")
    await mine.page.wait_for_selector("#say.no:not([hidden])")


@pytest.mark.full
async def test_the_open_log_stays_until_newer_lines_are_requested(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    rng, asked = random.Random(3), evening.asked()
    acts, reads = phones[asked.seat - 1], phones[2 - asked.seat]
    await acts.asked(asked.number)
    await reads.tab("more")
    lines, newer = reads.page.locator("#logs li"), reads.page.locator("#unread")
    before, at = await lines.all_inner_texts(), await lines.first.bounding_box()
    assert not await newer.is_visible()
    await acts.tap_something(rng)
    await wait_until_answered(evening, asked.number)
    await newer.wait_for()
    assert (await lines.all_inner_texts(), await lines.first.bounding_box()) == (before, at)
    await newer.tap()
    await expect(lines).not_to_have_count(len(before))
    assert (await lines.all_inner_texts())[-len(before) :] == before
    assert not await newer.is_visible()


@pytest.mark.rotated
async def test_the_open_log_shows_all_lines_after_a_reconnection(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    asked = evening.asked()
    reads = phones[2 - asked.seat]
    await reads.tab("more")
    lines, newer = reads.page.locator("#logs li"), reads.page.locator("#unread")
    before = await lines.count()
    await reads.context.set_offline(True)
    await reads.page.wait_for_selector("html[data-link=lost]")
    evening.act(asked.legal[0])
    await reads.context.set_offline(False)
    await reads.live()
    await expect(lines).not_to_have_count(before)
    assert not await newer.is_visible()


@pytest.mark.rotated
async def test_the_open_log_follows_a_renamed_or_removed_person_and_the_next_game_at_once(evening, browser):
    """Lines whose names or game are wrong now do not wait until newer ones are requested."""
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    page, log, newer = phones[1].page, phones[1].page.locator("#logs"), phones[1].page.locator("#unread")
    await phones[1].tab("more")
    await expect(log).to_contain_text("Ada")
    evening.send(MergePeople, name="Ada", into="Zoe", sure=True)
    await expect(log).to_contain_text("Zoe")
    await expect(log).not_to_contain_text("Ada")
    evening.send(Leave, Actor("seat", Seat(0)))
    await newer.click()
    evening.send(ForgetPerson, name="Zoe", sure=True)
    await expect(log).not_to_contain_text("Zoe")
    evening.send(EndEarly, sure=True)
    evening.send(Rematch)
    await expect(log).not_to_contain_text("ended")
    assert not await newer.is_visible()
    assert await page.locator("#logs li").count()
    assert phones[1].faults == []


@pytest.mark.full
async def test_reduced_motion_disables_animations(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"], reduced_motion="reduce")
    await start_game(evening, phones)
    moving = await phones[0].page.evaluate(
        """() => [...document.querySelectorAll('*')].filter(e => { const s = getComputedStyle(e);
        return s.transitionDuration.split(', ').some(d => d !== '0s') || s.animationName !== 'none'; }).length"""
    )
    assert moving == 0


@pytest.mark.full
async def test_every_coloured_pill_has_an_icon(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben", "Cleo"])
    await start_game(evening, phones)
    rng = random.Random(2)
    for _ in range(40):
        evening.act(rng.choice(evening.asked().legal))
    await phones[0].tab("table")
    bare = await phones[0].page.evaluate(
        """() => [...document.querySelectorAll('.pill.grey,.pill.blue,.pill.yellow,.pill.green,.pill.red,.face')]
        .filter(e => !e.querySelector('svg,use') && !e.matches('.none')).length"""
    )
    assert bare == 0
    assert await phones[0].page.locator("#seats .pill").count() > 5


@pytest.mark.full
async def test_phone_sounds_the_horn_and_changes_table_settings(evening, browser):
    phones = await gathered(evening, browser, ["Ada", "Ben"])
    await start_game(evening, phones)
    cues = []
    evening.table.subscribe(lambda what: cues.append(what) if isinstance(what, Cue) else None)
    page = phones[0].page
    await phones[0].tab("table")
    await page.click('#horn [data-do="horn"]')
    await until(lambda: cues, "the horn sounds")
    assert [(cue.what, cue.seat) for cue in cues] == [("horn", 1)]
    await phones[0].tab("owner")
    await page.select_option('#sound [data-do^="set-table;volume"]', "0")
    await page.check('#sound [data-do^="set-table;night"]')
    await until(lambda: (evening.table.settings.volume, evening.table.settings.night) == (0, True), "it is set")
    await page.select_option('#manage [data-do^="set-table;rotation"]', "180")
    await page.select_option('#manage [data-do^="set-table;faces"]', "2")
    await page.click("#d-results summary")
    await page.fill("#d-results [name=value]", "https://example.org/")
    await page.click("#d-results button")
    await until(lambda: evening.table.settings.result_page == "https://example.org/", "the address is kept")
    assert (evening.table.settings.rotation, evening.table.settings.faces) == (180, 2)
    await phones[0].tab("table")
    await page.wait_for_selector("#horn small")  # the table is muted
    assert phones[0].faults == []
