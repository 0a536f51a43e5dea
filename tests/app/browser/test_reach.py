"""Whole games, told or played at random: on every phone that is asked, what takes one on is in reach (`reach.py`)."""

import random
from collections.abc import AsyncIterator

import pytest

from app.games.game_list import shelf, tally
from app.protocol.cardboard_messages import Correct, Enter
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act, TurnMarker, Undo
from app.protocol.seat_messages import SetSeat
from engine.game import Seat
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import Phone
from tests.app.browser.reach import in_reach, open_questions, whole

NAMES = ("Ada", "Maximiliane-Victoria", "Cleo")
NEVER = 1_000_000


@pytest.fixture
async def table(tmp_path, facts, every_fact) -> AsyncIterator[Evening]:
    async with living(
        Evening(tmp_path, facts, shelf=shelf(every_fact), sheets=tally(every_fact), seed="reach")
    ) as served:
        yield served


async def phones_of(table, browser):
    phones = {}
    for seat in table.keys:
        phone = phones[seat] = await Phone.take(browser)
        await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
        await phone.live()
    return phones


async def play_and_check_reach(table, browser, rng, every):
    """Play to the end; look at each phone that is asked, at every so many questions and at each new kind of them."""
    phones, kinds, count = await phones_of(table, browser), set(), 0
    for phone in phones.values():
        await in_reach(phone, "lobby")
    table.start()
    while table.phase() == "game":
        seat, question = rng.choice(sorted(open_questions(table).items()))
        kind = frozenset(action.split()[0] for action in question.legal), min(len(question.legal), 9)
        count += 1
        if kind not in kinds or count % every == 0:
            kinds.add(kind)
            await phones[seat].asked(question.number)
            await in_reach(phones[seat], question.legal)
        table.send(
            Act,
            Actor("seat", Seat(seat - 1)),
            seat=seat,
            question=question.number,
            action=rng.choice(question.legal),
        )
    for phone in phones.values():
        await phone.page.wait_for_selector('#ended [data-do="rematch"]')
        await in_reach(phone, "the end")
        assert phone.faults == []
    return kinds


@pytest.mark.parametrize(
    ("lang", "every", "seed"),
    whole(("de", NEVER, 1), ("de", 1, 2), ("en", 1, 3), ("fr", 1, 4), ("nl", 1, 5)),
)
async def test_controls_are_in_reach_in_architects_with_medals(table, browser, lang, every, seed):
    table.sit(*NAMES, lang=lang)
    table.send(SetGame, variant=("medals", "expert", "medal-tokens"))
    for seat, wonder in ((1, "rome"), (2, "ur"), (3, "halicarnassus")):
        table.send(SetSeat, seat=seat, wonder=wonder)
    await play_and_check_reach(table, browser, random.Random(seed), every)


@pytest.mark.parametrize(("lang", "every"), whole(("de", NEVER), ("de", 1), ("fr", 1)))
async def test_controls_are_in_reach_in_duel(table, browser, lang, every):
    table.send(SetGame, game="duel")
    table.sit(*NAMES[:2], lang=lang)
    await play_and_check_reach(table, browser, random.Random(6), every)


@pytest.mark.parametrize(("lang", "every"), whole(("de", NEVER), ("de", 1), ("fr", 1)))
async def test_controls_are_in_reach_in_seven_wonders(table, browser, lang, every):
    table.send(SetGame, game="seven-wonders", variant=("leaders",))
    table.sit(*NAMES, lang=lang)
    await play_and_check_reach(table, browser, random.Random(7), every)


@pytest.mark.full
@pytest.mark.parametrize("every", [9, *whole((1,))])
async def test_controls_are_in_reach_in_a_cardboard_game(table, browser, every):
    table.sit(*NAMES, lang="de")
    table.send(SetGame, mode="track", first=1, variant=("medals",))
    for seat, wonder in ((1, "rome"), (2, "ur"), (3, "halicarnassus")):
        table.send(SetSeat, seat=seat, wonder=wonder)
    phones, rng = await phones_of(table, browser), random.Random(8)
    table.start()
    for count in range(60):
        (_, question), *_ = sorted(open_questions(table).items())
        if count % every == 0:
            phone = phones[rng.choice(list(phones))]
            await phone.page.wait_for_selector(f'#ask [data-do*="question={question.number};"]', state="attached")
            await in_reach(phone, question.legal)
        table.send(
            Act,
            Actor("seat", Seat(0)),
            seat=question.seat,
            question=question.number,
            action=rng.choice(question.legal),
        )
        if table.phase() != "game":
            break
    rows = [line.row for line in table.table.snapshot(Actor("seat", Seat(0))).news if line.row]
    table.send(Correct, Actor("seat", Seat(0)), row=rows[-6], how="ask")
    for phone in phones.values():
        await phone.page.wait_for_selector("#repair [data-do]:visible")
        await in_reach(phone, "repair")


@pytest.mark.full
async def test_controls_are_in_reach_on_a_score_sheet(table, browser):
    table.send(SetGame, mode="tally")
    table.sit(*NAMES, lang="de")
    [phone, *_] = (await phones_of(table, browser)).values()
    table.start()
    for marker in (1, 2, 3):
        table.send(TurnMarker, marker=marker)
    for tab in ("mine", "table"):  # nobody has entered shields: that is asked first
        await phone.tab(tab)
        await in_reach(phone, tab)
    for seat in range(1, len(NAMES) + 1):
        table.send(Enter, action=f"{seat} set shields {seat}")
    for tab in ("mine", "table", "score"):  # a conflict can be settled; the sheet closed
        await phone.tab(tab)
        await in_reach(phone, tab)
    assert await phone.page.locator(".dock button.go").count() == 2
    table.send(Enter, action="end", sure=True)
    await phone.tab("mine")
    await phone.page.wait_for_selector('#ended [data-do="rematch"]')
    await in_reach(phone, "the end")


@pytest.mark.rotated
async def test_refusal_does_not_cover_the_main_button(table, browser):
    table.sit(*NAMES, lang="de").start()
    phones = await phones_of(table, browser)
    [(seat, question)] = open_questions(table).items()
    phone = phones[seat]
    await phone.asked(question.number)
    await phone.page.locator("#ask form").evaluate("form => form.dataset.do = 'act;seat=1;question=0;action={take}'")
    await phone.page.locator("#ask input[name=take]").first.check()
    await phone.page.click("#ask button.go")
    await phone.page.wait_for_selector("#say.no:not([hidden])")
    await in_reach(phone, "refused")


@pytest.mark.rotated
async def test_vote_and_marker_buttons_are_in_reach(table, browser):
    table.sit(*NAMES, lang="de").start()
    phones, rng = await phones_of(table, browser), random.Random(9)
    while table.table_view()["ritual"] is None:
        table.act(rng.choice(table.asked().legal))
    ritual = table.table_view()["ritual"]
    await phones[ritual["seat"]].page.wait_for_selector("#ritual [data-do]")
    await in_reach(phones[ritual["seat"]], "markers")
    for marker in ritual["open"]:
        table.send(TurnMarker, marker=marker)
    while (offer := table.table_view()["undo"]) is None or offer["free"]:
        table.act(rng.choice(table.asked().legal))
    table.send(Undo, Actor("seat", Seat(0)), row=offer["row"])
    for seat in (2, 3):
        await phones[seat].page.wait_for_selector("#vote [data-do]")
        await in_reach(phones[seat], "vote")
