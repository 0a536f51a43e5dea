"""Phones in the engine of iPhones: they sit down, play by touching what is drawn, and turn every page."""

import asyncio
import random

import pytest

from app.games.game_list import shelf, tally
from app.protocol import result_link
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act, SkipOpening
from app.protocol.seat_messages import JoinRequest
from docs import result
from engine.duel.game_facade import Duel
from engine.game import Seat
from tests.app import histories
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import STICKS_OUT, UNLABELLED, until
from tests.app.browser.webkit import lacks, page_of
from tests.app.phones.served import serving

pytestmark = pytest.mark.full
NAMES = "(css) => [...new Set([...document.querySelectorAll(`${css} input`)].map((node) => node.name).filter(Boolean))]"
DRAWN = "() => document.querySelector(\"#picture[src^='blob:']\")?.naturalWidth"
TURNS = 12  # that are told by touches
SEATS = {"architects": 4, "duel": 2, "seven-wonders": 4}


@pytest.fixture(params=["320x568", "390x780"])
def page(request, tmp_path):
    if why := lacks():
        pytest.skip(why)
    (tmp_path / "webkit").mkdir()
    with page_of(tmp_path / "webkit", request.param) as found:
        yield found


@pytest.fixture(params=SEATS)
async def table(request, tmp_path, facts, every_fact):
    async with serving(Evening(tmp_path, facts, shelf=shelf(every_fact), seed="webkit")) as served:
        served.send(SetGame, game=request.param)
        served.seats(SEATS[request.param])
        yield served


def open_question(table, seat):
    """Return the open question of a seat, or None."""
    return next(iter(table.table.snapshot(Actor("seat", Seat(seat - 1)), table.table.log_end).questions), None)


def sit_down(page, address):
    page.go(address)
    page.type("input[name=name]", "Zoë")
    page.tap("button.go")
    page.wait_until("() => document.documentElement.dataset.link === 'live'")


def begin(page):
    page.wait_until("""() => !!document.querySelector('#start [data-do="start"]')?.getClientRects().length""")
    page.tap('#start [data-do="start"]')


def do_action(page, action):
    """Tap an action: the card, its use, and the main button."""
    ask = "#ask"
    if page.is_drawn(f'{ask} button[data-do$=";action={action}"]'):
        page.tap(f'{ask} button[data-do$=";action={action}"]')
        return
    choice = f'{ask} input[value="{action}"]'
    if not page.run("(css) => !!document.querySelector(css)", choice):
        fill_in(page)
        return
    tiles = [f'{ask} label[for="d-pick-{word}"]' for word in action.split()]
    for tile in filter(page.is_drawn, tiles[-1:] if " with " in action else tiles):
        page.tap(tile)
    if not page.run("(css) => document.querySelector(css).checked", choice):
        label = f'{ask} label:has(input[value="{action}"]), {choice} + label'
        if not page.is_drawn(label):
            page.tap(f"{ask} details:not([open]):has({choice.removeprefix(ask)}) > summary")
        page.tap(label)
    page.tap(f"{ask} button.go")


def fill_in(page):
    """Fill in a form of a choice that no single tap makes: one option of each field."""
    form = "#ask form"
    for name in page.run(NAMES, form):
        radio = f'input[name="{name}"]'
        if page.is_drawn(f"{form} details:not([open]):has({radio}) > summary"):
            page.tap(f"{form} details:not([open]):has({radio}) > summary")
        if page.is_drawn(f"{form} label:has({radio}), {form} {radio} + label"):
            page.tap(f"{form} label:has({radio}), {form} {radio} + label")
    page.tap(f"{form} button.go")


def check_tab(page, tab):
    """Turn to a page of it: all is in sight, and all has a name."""
    page.tap(f"nav [data-tab={tab}]")
    page.wait_until("(tab) => document.documentElement.dataset.shows === tab", tab)
    assert page.run(STICKS_OUT) == [], tab
    assert page.run(UNLABELLED) == [], tab


async def test_webkit_phone_joins_plays_and_opens_every_tab(table, page):
    rng = random.Random(5)
    ticket = f"{table.base}/join/{table.table.joining.ticket(Seat(0))}"
    await asyncio.to_thread(sit_down, page, ticket)
    others = range(2, len(table.table_view()["seats"]) + 1)
    for seat in others:
        table.table.joining.join(None, Seat(seat - 1), JoinRequest(f"Player {seat}", "en"))
    await asyncio.to_thread(begin, page)
    await until(lambda: table.phase() == "game", "it has begun")
    table.send(SkipOpening)
    told = 0
    while told < TURNS:
        mine = open_question(table, 1)
        for seat in others:
            if (theirs := open_question(table, seat)) is not None:
                act = rng.choice(theirs.legal)
                table.send(Act, Actor("seat", Seat(seat - 1)), seat=seat, question=theirs.number, action=act)
        if mine is None:
            continue
        await asyncio.to_thread(
            page.wait_until, "(n) => !!document.querySelector(`#head [data-question='${n}']`)", mine.number
        )
        await asyncio.to_thread(do_action, page, rng.choice(mine.legal))
        await until(lambda: open_question(table, 1) is None or open_question(table, 1).number != mine.number, "told")  # noqa: B023
        told += 1
    for tab in await asyncio.to_thread(
        page.run, "() => [...document.querySelectorAll('nav [data-tab]')].map((node) => node.dataset.tab)"
    ):
        await asyncio.to_thread(check_tab, page, tab)
    assert page.complaints() == []


async def test_webkit_draws_a_result_picture_and_opens_its_link(page, tmp_path, facts):
    histories.evenings_in(tmp_path, facts)
    async with living(Evening(tmp_path, facts)) as table:
        game = table.table.finished.list_games()[-1]
        await asyncio.to_thread(page.go, f"{table.base}/watch?share={game.mark}")
        width = await asyncio.to_thread(page.wait_until, DRAWN)
        assert width == 1080
        assert await asyncio.to_thread(page.run, STICKS_OUT) == []
    file = tmp_path / "index.html"
    file.write_text(result.page(), encoding="utf-8")
    page.go(f"{file.as_uri()}#{result_link.encode_result(game)}")
    said = page.wait_until("() => document.querySelector('main')?.innerText")
    assert all(str(score["total"]) in said for score in game.result.scores)
    assert page.run(STICKS_OUT) == []
    assert page.complaints() == []


async def test_webkit_phone_enters_a_number_on_a_score_sheet(page, tmp_path, facts, every_fact):
    async with serving(
        Evening(tmp_path, facts, shelf={"duel": Duel(every_fact["duel"])}, sheets=tally(every_fact))
    ) as table:
        table.send(SetGame, mode="tally")
        table.sit("Ada", "Ben", lang="en").start()
        await asyncio.to_thread(fill_in_a_sheet, page, f"{table.base}/seat/{table.keys[1]}")
        await until(lambda: any(table.table.committed.match.state.entered[0]), "a number has come")
    assert page.complaints() == []


def fill_in_a_sheet(page, address):
    page.go(address)
    page.wait_until("() => document.documentElement.dataset.link === 'live'")
    page.tap('[data-fill="1"]')
    page.wait_until("() => !!document.querySelector('#keypad .keys')")
    page.tap("#keypad .keys [data-do]")
