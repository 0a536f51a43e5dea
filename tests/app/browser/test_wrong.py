"""“That is not how it was” on a phone: touches to correct a report of four turns ago, numbers, and how people play.

Figures of each game: `python -m pytest -n0 -s tests/app/browser/test_wrong.py`
"""

import json
import random

import pytest

from app.protocol.cardboard_messages import Correct
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import Act, SkipOpening
from app.protocol.seat_messages import SetSeat
from engine.game import Seat
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import PHONE, SMALL, Phone, until
from tests.app.table.tracked import GAME as ARCHITECTS
from tests.duel_cities import duel
from tests.seven_wonders_cities import GAME as SEVEN_WONDERS

TURNS_SINCE_MISTAKE = 4  # turns
SHELF = {"architects": ARCHITECTS, "duel": duel(), "seven-wonders": SEVEN_WONDERS}
ROLES = {"architects": ("giza", "rhodes", "ephesus"), "seven-wonders": ("gizah-day", "rhodos-night", "ephesos-day")}
MAX_TOUCHES = {"card": 5, "stack": 5, "forgotten": 6, "missed": 6, "twice": 5}


@pytest.fixture(params=SHELF)
async def table(request, tmp_path, facts):
    async with living(Evening(tmp_path, facts, shelf={request.param: SHELF[request.param]})) as served:
        yield served


async def start_game(table, browser, size=PHONE):
    """Start a game with one phone and touch at the other seats, in which people deal, and report some turns."""
    game = next(iter(table.table.games.shelf))
    roles = ROLES.get(game, ("", ""))
    table.seats(len(roles))
    phone = await Phone.take(browser, size)
    await phone.join(f"{table.base}/join/{table.table.joining.ticket(Seat(0))}", "Nora")
    table.keys[1] = phone.page.url.rpartition("/")[2]
    table.send(SetGame, mode="track", first=1 if game != "seven-wonders" else None)
    for seat, role in enumerate(roles, 1):
        if seat > 1:
            table.send(SetSeat, seat=seat, by="touch")
        if role:
            table.send(SetSeat, seat=seat, wonder=role)
    table.send(Start)
    table.send(SkipOpening)
    return game, phone


def state(table):
    return table.table.committed.match.state


def report_until_turn(table, until_turn, rng):
    """Report random legal lines up to this turn."""
    while state(table).reported_turn() < until_turn:
        question = table.table.committed.state.questions[0]
        lines = [*map(str, state(table).legal(question.seat))]
        plain = [line for line in lines if line.split()[0] in ("take", "build", "discard", "reveal")] or lines
        text = rng.choice(plain)
        table.send(Act, seat=question.seat + 1, question=question.number, action=text)


class Taps:
    """A thumb that opens the folds around a button, and counts."""

    def __init__(self, phone):
        self.phone, self.count = phone, 0

    async def tap(self, selector):
        button = self.phone.page.locator(selector).first
        await button.wait_for(state="attached")
        folds = button.locator("xpath=ancestor::details[not(@open)]")
        while await folds.count():
            await folds.first.locator("xpath=./summary").click()
            self.count += 1
        await button.click()
        self.count += 1


def rows_of_turn(table, turn):
    """List the rows of the lines that were reported in a turn."""
    match, found = table.table.committed.match, []
    at = match.rules.start(match.setup)
    for applied in match.moves:
        if at.reported_turn() == turn and applied.move.from_people:
            found.append(applied.move.number)
        at.apply(applied.move.seat, at.parse(applied.move.text))
    return found


async def open_turn(table, phone, turn):
    """Open the log and touch this turn; return the thumb that counts touches."""
    thumb = Taps(phone)
    await phone.tab("more")
    thumb.count += 1
    rows = rows_of_turn(table, turn)
    await thumb.tap(", ".join(f"#logs .mend[data-do='correct;row={row};how=ask']" for row in rows))
    await until(lambda: table.table_view()["repair"] is not None, "the turn is open")
    return thumb


def repair(table):
    return table.table._views.table().repair


async def choose_correction(table, thumb, selector):
    """Tap a correction, and wait until the repair has changed."""
    before = repair(table)
    await thumb.tap(selector)
    await until(lambda: repair(table) != before, "something was decided")


def other_report(question, text):
    """Return another legal report of the same kind, or None."""
    first = text.removeprefix("choose ").split()[0]
    found = [each for each in question.legal if each != text and each.removeprefix("choose ").split()[0] == first]
    return found[0] if found else None


@pytest.mark.rotated
async def test_correction_is_announced_without_its_folded_text(tmp_path, facts, browser):
    async with living(Evening(tmp_path, facts, shelf={"architects": ARCHITECTS})) as table:
        _, phone = await start_game(table, browser)
        report_until_turn(table, TURNS_SINCE_MISTAKE, random.Random(1))
        await open_turn(table, phone, 1)
        title = await phone.page.inner_text("#repair h1")
        folded = await phone.page.text_content("#d-not p")
        heard = phone.page.locator("#ear p")
        await heard.filter(has_text=title).wait_for(state="attached")
        assert [text for text in await heard.all_text_contents() if folded in text] == []
        assert phone.faults == []


@pytest.mark.full
async def test_report_of_four_turns_ago_is_corrected_in_few_taps(table, browser):
    game, phone = await start_game(table, browser)
    last = 5 + TURNS_SINCE_MISTAKE if game != "duel" else 3 + TURNS_SINCE_MISTAKE
    report_until_turn(table, last, random.Random(4))
    turn = last - TURNS_SINCE_MISTAKE
    figures = {}

    thumb = await open_turn(table, phone, turn)
    at = [line for line in repair(table).told if other_report(line.question, line.text)]
    line = next((each for each in at if not each.question.seat or game != "architects"), at[-1])
    text = other_report(line.question, line.text)
    await choose_correction(table, thumb, f"#repair [data-do='correct;row={line.row};how=replace;text={text}']")
    figures["card"] = thumb.count
    if repair(table) is not None:
        table.send(Correct, row=repair(table).row, how="off")

    if game == "architects":
        thumb = await open_turn(table, phone, turn)
        line = next(each for each in repair(table).told if each.text.startswith("take "))
        text = other_report(line.question, line.text)
        await choose_correction(table, thumb, f"#repair [data-do='correct;row={line.row};how=replace;text={text}']")
        figures["stack"] = thumb.count
        if repair(table) is not None:
            table.send(Correct, row=repair(table).row, how="off")

    thumb = await open_turn(table, phone, turn)
    line = repair(table).told[0]
    if line.question.then:
        text, coming = next(iter(line.question.then.items()))
        say = f"text={text};card={coming.legal[0]}"
    else:
        plain = [
            text for text in line.question.legal if text.removeprefix("choose ").split()[0] in ("build", "discard")
        ]
        say = f"text={plain[0]}"
    await choose_correction(table, thumb, f"#repair [data-do='correct;row={line.row};how=insert;{say}']")
    while game == "seven-wonders" and repair(table) is not None and repair(table).rule == "line-missing":
        found = repair(table)
        text = next(each for each in found.legal if each.startswith("choose build"))
        await choose_correction(table, thumb, f"#repair [data-do='correct;row={found.row};how=insert;text={text}']")
    figures["forgotten"] = thumb.count

    if game == "seven-wonders":  # one seat alone has missed a turn
        if repair(table) is not None:
            table.send(Correct, row=repair(table).row, how="off")
        thumb = await open_turn(table, phone, turn)
        line = repair(table).told[1]
        text = next(each for each in line.question.legal if each.startswith("choose build"))
        await choose_correction(table, thumb, f"#repair [data-do='correct;row={line.row};how=missed;text={text}']")
        figures["missed"] = thumb.count
        if repair(table) is not None:
            table.send(Correct, row=repair(table).row, how="off")
        thumb = await open_turn(table, phone, turn)  # or has told one twice
        line = repair(table).told[1]
        await choose_correction(table, thumb, f"#repair [data-do='correct;row={line.row};how=twice']")
        figures["twice"] = thumb.count
    print(f"{game} on a phone, {TURNS_SINCE_MISTAKE} turns ago:", figures)
    more = 4 if game == "seven-wonders" else 0  # it is asked of each of the others, in two touches
    assert all(count <= MAX_TOUCHES[kind] + more * (kind == "forgotten") for kind, count in figures.items()), figures
    assert phone.faults == []


@pytest.mark.rotated
@pytest.mark.sampled(3)
async def test_waiting_phone_can_report_a_missing_turn(table, browser):
    game, phone = await start_game(table, browser, SMALL)
    fold = phone.page.locator("#d-left-out")
    await phone.page.wait_for_selector("#ask [data-do]", state="attached")
    if game == "seven-wonders":
        assert not await fold.count(), "it has a turn to tell"
        number = table.table.committed.state.questions[0].number
        table.send(Act, seat=1, question=number, action="choose sell")
    else:
        while state(table).reported_turn() < 2:  # the first is the phone's own
            if state(table).reported_turn() == 1:
                assert not await fold.count()
            report_until_turn(table, state(table).reported_turn() + 1, random.Random(2))
    await fold.wait_for()
    await fold.locator("summary").click()
    asks = {"seven-wonders": "entered this turn yet"}.get(game, "Did we forget one?")
    assert asks in await fold.inner_text()
    assert await phone.wider_than_the_screen() == []
    assert await phone.unlabelled() == []
    await fold.locator("button").click()
    await phone.page.wait_for_selector("#wrong >> text=That is not how it was")
    assert phone.faults == []


@pytest.mark.full
async def test_counts_and_house_rules_are_entered_on_a_phone(table, browser):
    game, phone = await start_game(table, browser, SMALL)
    report_until_turn(table, 2, random.Random(2))
    await phone.tab("more")
    thumb = Taps(phone)
    what = {"architects": "military 2", "duel": "coins 2", "seven-wonders": "coins 2"}[game]
    form = f"#wrong form[data-do='house;counts.{what}={{value}}']"
    await phone.unfold("#d-numbers")
    await phone.page.click("#d-numbers > summary")
    assert await phone.wider_than_the_screen() == []
    assert await phone.unlabelled() == []
    await phone.page.fill(f"{form} input", "5")
    await thumb.tap(f"{form} button")
    await until(lambda: table.table_view()["counted"][what]["now"] == 5, "it is counted")
    thing, there = {
        "architects": ("card glass", lambda seat: seat["cards"].get("glass") == 2),
        "duel": ("card baths", lambda seat: "baths" in seat["cards"]),
        "seven-wonders": ("card altar", lambda seat: "altar" in seat["cards"]),
    }[game]
    form, number = "#d-things-2 form[data-do='house;counts.{thing} 2={value}']", 1 + (game == "architects")
    await phone.page.click("#d-things-2 > summary")
    assert await phone.wider_than_the_screen() == []
    assert await phone.unlabelled() == []
    await phone.page.select_option(f"{form} select", thing)
    await phone.page.fill(f"{form} input", str(number))
    await thumb.tap(f"{form} button")
    await until(lambda: table.table_view()["counted"].get(f"{thing} 2", {}).get("now") == number, "it lies there")
    assert there(json.loads(bytes(table.table.snapshot(SCREEN, 0).game))["seats"][1])
    await phone.page.click("#d-house > summary")
    await phone.page.fill("#d-house [name=value]", "Everybody plays with open cards")
    await thumb.tap("#d-house button")
    await phone.page.wait_for_selector("#logs li:has-text('How we play it: Everybody plays with open cards')")
    assert await phone.page.locator("#logs li:has-text('Counted at the table')").count() == 2
    seats = json.loads(bytes(table.table.snapshot(SCREEN, 0).game))["seats"]
    assert seats[1]["military" if game == "architects" else "coins"] == 5
    assert phone.faults == []


@pytest.mark.full
async def test_corrected_wonder_appears_in_the_log(table, browser):
    _, phone = await start_game(table, browser, SMALL)
    report_until_turn(table, 2, random.Random(2))
    view = table.table_view()
    was, now = (
        view["wonders"][1][0],
        next(each for each in view["every_wonder"] if each not in (*view["wonders"][0], *view["wonders"][1])),
    )
    await phone.tab("more")
    form = f"#d-wonder form[data-do='correct;row=0;how=wonder;card={was};whose=2;text={{value}}']"
    await phone.page.wait_for_selector(form, state="attached")
    await phone.unfold("#d-wonder")
    await phone.page.click("#d-wonder > summary")
    assert await phone.wider_than_the_screen() == []
    assert await phone.unlabelled() == []
    await phone.page.select_option(f"{form} select", now)
    await phone.page.click(f"{form} button")
    await until(lambda: now in table.table_view()["wonders"][1] or repair(table) is not None, "it is said")
    while repair(table) is not None:
        table.send(Correct, row=repair(table).row, how="replace", text=repair(table).legal[0])
    await phone.page.wait_for_selector("text=Corrected: ", state="attached")  # in the log, once it is touched, or above
    assert now in table.table_view()["wonders"][1]
    assert phone.faults == []


@pytest.mark.rotated
@pytest.mark.sampled(3)
async def test_set_up_is_corrected_from_its_log_line(table, browser):
    game, phone = await start_game(table, browser)
    report_until_turn(table, 3, random.Random(2))
    thumb = Taps(phone)
    await phone.tab("more")
    await thumb.tap("#logs [data-asks='d-set-up']")
    await phone.page.locator("#d-set-up[open]").wait_for()
    fact = "places 1 2" if game == "seven-wonders" else "first 2"
    await thumb.tap(f"#d-set-up [data-do='correct;row=0;how=set-up;text={fact}']")
    await until(lambda: table.table_view()["repair"] is not None or _set_up_was_corrected(table), "it was put right")
    assert thumb.count <= 4
    while repair(table) is not None:  # what cannot be any more is left out
        table.send(Correct, row=repair(table).row, how="remove")
    assert _set_up_was_corrected(table)
    if game == "seven-wonders":
        assert [seat["name"] for seat in table.table_view()["seats"]][1] == "Nora"
    else:
        assert table.table_view()["first"] == 2


def _set_up_was_corrected(table):
    return any(b"setup-put-right" in bytes(line.event) for line in table.table.committed.log)
