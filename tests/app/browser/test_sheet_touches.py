"""Count of touches for a seat's score sheet on phones, by what is drawn there, with the numbers of whole games.

The figures: `.venv/bin/python -m pytest -n0 -s --full tests/app/browser/test_sheet_touches.py`
"""

from functools import partial
from statistics import median

import pytest

from app.games.game_list import shelf, tally
from app.protocol.game_lifecycle_messages import SetGame
from tests.app.browser.conftest import Evening
from tests.app.browser.phones import PHONE, Phone, until
from tests.app.phones.served import serving
from tests.sheet_values import KINDS, digits, ended

NAMES = ("Ada", "Ben", "Cleo")
MAX_TOUCHES = {"architects": 10, "duel": 13, "seven-wonders": 15}  # touches a seat of every sheet, as on the screen
SAMPLE = ("duel", True)  # all others in full
DIALOG_SELECTOR = "[role=alertdialog]:not([hidden])"  # two more wait, for a seat that is lost
ASKED_CELL_SCRIPT = """() => {
  const head = document.querySelector("#keypad h1");
  if (!head) return null;
  const sheet = JSON.parse(document.querySelector("main > section:not([hidden]) [data-sheet]").dataset.sheet);
  for (const [at, name] of sheet.people.entries()) {
    const cell = sheet.cells.find((one) => head.textContent === name + ": " + one.name);
    if (cell) return [at + 1, cell.id];
  }
}"""  # of whom a number is asked, and which
IS_ENTERED_SCRIPT = """([seat, id, number, asks]) => {
  if (document.querySelector(asks)) return true;
  const sheet = JSON.parse(document.querySelector("main > section:not([hidden]) [data-sheet]").dataset.sheet);
  return sheet.now[seat - 1][id] === number;
}"""  # it stands on the sheet, or people are asked whether it is right

HAS_FOCUS_SCRIPT = "document.querySelector('#keypad').contains(document.activeElement)"


def expected_cells(table, values, seat):
    """Return the values that the cells of a seat's sheet should have."""
    cells = table.table.committed.match.state.view(None).cells
    return {cell.id: values[seat - 1].get(cell.id, 0) for cell in cells if cell.counts}


def is_entered(table, values, seats):
    now = table.table.committed.match.state.values
    return all(expected_cells(table, values, seat).items() <= dict(now[seat - 1]).items() for seat in seats)


async def fill_sheet(phone, values, seat, *, round=False):
    """Enter the numbers of a seat, or of all seats from it on with `round`, and return the number of touches."""
    taps = 0

    async def tap(what):
        nonlocal taps
        taps += 1
        await phone.page.click(f"{what} >> visible=true")

    await tap(f'[data-fill="{seat}"]')
    if round:
        await tap('#keypad [data-pad="round"]')
    while asked := await phone.page.evaluate(ASKED_CELL_SCRIPT):
        assert await phone.page.evaluate(HAS_FOCUS_SCRIPT), "who plays with keys goes on where the pad is"
        number = values[asked[0] - 1].get(asked[1], 0)
        key = f'#keypad .keys [data-do$=" {number}"]'
        if await phone.page.locator(key).count():
            await tap(key)
            continue
        if await phone.page.locator('#keypad [data-pad="types"]').count():
            await tap('#keypad [data-pad="types"]')
        for digit in ("-" * (number < 0)) + str(abs(number)):
            await tap(f'#keypad [data-pad="key {digit}"]')
        await tap('#keypad .ways [data-pad="put"]')
        await phone.page.wait_for_function(IS_ENTERED_SCRIPT, arg=[*asked, number, DIALOG_SELECTOR])
        if await phone.page.locator(DIALOG_SELECTOR).count():
            await tap(f"{DIALOG_SELECTOR} .go")
        if await phone.page.locator('#keypad [data-pad="types"]').count():
            await tap('#keypad [data-pad="types"]')
    return taps


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("game", "round"),
    [
        pytest.param(game, round, id=f"{game} {way}", marks=[] if (game, round) == SAMPLE else pytest.mark.full)
        for game in KINDS
        for round, way in ((False, "down the sheet"), (True, "round the table"))
    ],
)
async def test_score_sheet_is_filled_in_with_few_taps(game, round, tmp_path, facts, every_fact, browser, request):
    """Down the sheet everybody fills in their own; round the table one phone does it for all."""
    games = 6 if request.config.getoption("--full") else 1
    seats, variant = KINDS[game]
    everybody = range(1, seats + 1)
    counts, before = [], []
    for nth in range(games):
        folder = tmp_path / str(nth)
        folder.mkdir()
        values = ended(game, nth)
        sheets = tally(every_fact)
        async with serving(Evening(folder, facts, shelf={game: shelf(every_fact)[game]}, sheets=sheets)) as table:
            table.send(SetGame, mode="tally", variant=tuple(variant.split()))
            table.sit(*NAMES[:seats], lang="en").start()
            taps = 0
            for seat in (1,) if round else everybody:
                phone = await Phone.take(browser, PHONE)
                await phone.page.goto(f"{table.base}/seat/{table.keys[seat]}")
                await phone.live()
                taps += await fill_sheet(phone, values, seat, round=round)
                asked = everybody if round else [seat]
                await until(partial(is_entered, table, values, asked), "all of it stands on the sheet")
                assert phone.faults == []
                await phone.context.close()
            counts.append(taps / seats)
            before += [digits(list(expected_cells(table, values, seat).values())) for seat in everybody]
    print(f"\nphones, {request.node.callspec.id}: {median(counts):.1f} touches a seat (most {max(counts):.1f}), "
          f"before {sorted(before)[len(before) // 2]} (most {max(before)})")  # fmt: skip
    assert max(counts) <= MAX_TOUCHES[game]
