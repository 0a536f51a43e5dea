"""A novice plays the first turns of a first game on phones, only by the words that are drawn there."""

from collections.abc import AsyncIterator

import pytest

from app.games.game_list import shelf
from app.protocol.game_lifecycle_messages import SetGame
from tests.app.browser.conftest import Evening, living
from tests.app.browser.novices import Reader
from tests.app.browser.phones import PHONE, Phone, heard, until
from tests.novice import NoProgress

# A tap has been heard, and what it said has been answered: the table hears what comes in its order.
SETTLE_SCRIPT = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  for (let n = 0; n < 2; n++) await fetch("/here");
}"""
TURNS = 3
MAX_TOUCHES = 12  # touches that lead from a question to its answer
NAMES = ("Ada", "Ben", "Cleo", "Dora")
SEATS = {"architects": 4, "duel": 2, "seven-wonders": 3}


@pytest.fixture
async def table(tmp_path, every_fact) -> AsyncIterator[Evening]:
    async with living(Evening(tmp_path, b"", shelf=shelf(every_fact), seed="novice")) as served:
        yield served


def count_decisions(table, seat):
    """Count the decisions of a seat that are not undone."""
    return sum(applied.move.seat == seat - 1 for applied in table.table.committed.match.moves)


def asked_seats(table):
    return sorted(question.seat + 1 for question in table.table.committed.state.questions)


async def decide(table, reader, seat):
    """Touch one thing after the other until the seat has decided something."""
    reader.novice.start_question()
    before = count_decisions(table, seat)
    await heard(reader.phone, table)
    for _ in range(MAX_TOUCHES):
        rev = table.table.rev
        await reader.touch()
        await reader.phone.page.evaluate(SETTLE_SCRIPT)
        if table.table.rev != rev:
            await heard(reader.phone, table)
        if count_decisions(table, seat) > before:
            return
    raise NoProgress((await reader.look())["said"])


@pytest.mark.full
@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("game", SEATS)
async def test_novices_complete_three_turns_on_phones(table, browser, game, seed, tmp_path):
    table.send(SetGame, game=game, guided=True, variant=("first-game",) if game == "duel" else ())
    table.sit(*NAMES[: SEATS[game]], lang="en")
    readers = {}
    for seat, key in table.keys.items():
        phone = await Phone.take(browser)
        await phone.page.goto(f"{table.base}/seat/{key}")
        readers[seat] = Reader(await phone.live(), f"{seed} {seat}")
    table.start()
    await until(lambda: bool(asked_seats(table)), "somebody is asked")
    try:
        while min(count_decisions(table, seat) for seat in readers) < TURNS:
            seat = asked_seats(table)[0]
            await decide(table, readers[seat], seat)
    except NoProgress:
        await readers[seat].phone.page.screenshot(path=tmp_path / "lost.png")
        raise
    assert all(
        reader.novice.touches <= MAX_TOUCHES / 2 * count_decisions(table, seat) for seat, reader in readers.items()
    )
    assert [reader.phone.faults for reader in readers.values()] == [[]] * len(readers)


@pytest.mark.full
async def test_unavailable_card_is_explained_beside_a_small_picture(table, browser):
    """In 7 Wonders the stage lies there, too: its drawing has no plate with a name."""
    table.send(SetGame, game="seven-wonders")
    table.sit(*NAMES[:3], lang="en")
    phone = await Phone.take(browser)
    await phone.page.goto(f"{table.base}/seat/{table.keys[1]}")
    await phone.live()
    table.start()
    await phone.page.tap("#ask .picks [data-say] >> nth=-1")
    await phone.page.wait_for_selector("#say .shown")
    pictures = [await one.bounding_box() for one in await phone.page.locator("#say .shown").all()]
    assert [box["width"] <= PHONE["width"] / 3 for box in pictures] == [True]
    way = await phone.page.locator("#hush").bounding_box()
    assert way["y"] + way["height"] <= PHONE["height"]
