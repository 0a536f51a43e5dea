"""A hint on a real phone: what it names is marked where it lies, and bears its name."""

from contextlib import asynccontextmanager

import pytest

from app.games.game_list import shelf
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Act
from app.protocol.seat_messages import SetSeat
from app.table.bots.advice import find_coach_suggestion
from engine.game import Seat
from engine.players.action_comparison import ActionRanking, RankedAction
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import SMALL_FOLDS, Phone
from tests.app.table.bots import PLAYERS, ByHand

MARKED = """() => [...document.querySelectorAll("[data-spoken]")].filter((e) => e.checkVisibility()).map((e) => {
  const by = document.getElementById((e.control || e).getAttribute("aria-describedby"));
  const name = [...e.querySelectorAll("b")].filter((b) => b.checkVisibility()).map((b) => b.textContent).join(" ");
  return [getComputedStyle(e).outlineStyle, by && by.textContent, name || e.getAttribute("aria-label") || ""]; })"""


@asynccontextmanager
async def start_game(tmp_path, every_fact, game, seats, coach=False):
    """Start a game of people, of whom the first may have a coach, while the bot process is still starting."""
    made = Evening(tmp_path, b"", shelf=shelf(every_fact), players=PLAYERS, thinker=ByHand(ready=False))
    async with living(made) as served:
        served.send(SetGame, game=game)
        served.sit(*("Ada", "Ben", "Cleo")[:seats], lang="en")
        served.send(SetSeat, seat=1, coach=coach)
        if game != "seven-wonders":
            served.send(SetGame, first=1)
        served.start()
        yield served


async def open_first_phone(served, browser):
    """Open the phone of the first seat."""
    phone = await Phone.take(browser, {"width": 390, "height": 664})
    await phone.page.goto(f"{served.base}/seat/{served.keys[1]}")
    return await phone.live()


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "seats"), [("seven-wonders", 3), ("duel", 2), ("architects", 2)])
async def test_things_named_by_a_hint_are_marked(tmp_path, every_fact, browser, game, seats):
    async with start_game(tmp_path, every_fact, game, seats) as served:
        phone = await open_first_phone(served, browser)
        assert await phone.page.evaluate(MARKED) == []
        await phone.page.tap('[data-do^="ask-hint"]')
        await phone.page.wait_for_selector("[data-spoken]")
        marked = await phone.page.evaluate(MARKED)
        [said] = served.table.snapshot(Actor("seat", Seat(0))).hints
        assert marked
        assert {(style, by) for style, by, _ in marked} == {("solid", "The hint is about this.")}
        assert await phone.page.evaluate(SMALL_FOLDS) == []
        text = await phone.page.locator(".hint").inner_text()
        if game == "seven-wonders":
            named = [name for _, _, name in marked if name and name in text]
            assert len(named) == len({said.action.split()[2], said.other.split()[2]})


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize(("game", "seats"), [("seven-wonders", 3), ("duel", 2), ("architects", 2)])
async def test_things_named_by_the_coach_are_marked_while_its_text_is_open(tmp_path, every_fact, browser, game, seats):
    async with start_game(tmp_path, every_fact, game, seats, coach=True) as served:
        question, action = clearly_worse(served)
        phone = await open_first_phone(served, browser)
        assert await phone.page.evaluate(MARKED) == []
        wish = {"type": "act", "id": "worse", "seat": 1, "question": question, "action": action}
        await phone.page.evaluate('(detail) => document.dispatchEvent(new CustomEvent("again", { detail }))', wish)
        await phone.page.wait_for_selector("[data-spoken]")
        marked = await phone.page.evaluate(MARKED)
        assert {(style, by) for style, by, _ in marked} == {("solid", "The hint is about this.")}
        text = await phone.page.locator("#said").inner_text()
        assert "much stronger" in text
        if game == "seven-wonders":
            assert [name for _, _, name in marked if name and name in text], (text, marked)
        await phone.page.tap("#hush")
        assert await phone.page.evaluate(MARKED) == []


def clearly_worse(served):
    """Play until the first seat builds or takes something, and judge something else to be clearly worse."""
    for _ in range(60):
        asked = served.table.committed.state.questions[0]
        legal = served.table.committed.match.position.legal(asked.seat)
        if asked.seat == 0 and len(legal) > 1:
            rankings = served.table.parts.scheduler.rankings
            best, *_, worst = rankings.find_coach_ranking(asked.number).ranked
            if best.action.split()[0] in ("build", "take", "choose"):
                [wanted] = [each for each in rankings._requests if each.question == asked.number]
                wanted.ranking = ActionRanking((best, RankedAction(worst.action, 9.0, 1.0)))
                assert find_coach_suggestion(wanted.ranking, worst.action)
                return asked.number, worst.action
        served.send(Act, seat=asked.seat + 1, question=asked.number, action=legal[-1])
    raise AssertionError("nothing was built")
