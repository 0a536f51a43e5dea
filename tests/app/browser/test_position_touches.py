"""Count of touches to enter a game in progress on a phone: what lies on the table after five turns, by pictures.

The figures: `.venv/bin/python -m pytest -n0 -s --full tests/app/browser/test_position_touches.py`
"""

import json
from statistics import median

import msgspec
import pytest

from app.games import game_list as packs
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.seat_messages import SetSeat
from engine.architects.data_schema import FACES
from engine.game import Seat
from tests import positions
from tests.app.browser.conftest import Evening, living
from tests.app.browser.phones import PHONE, SMALL, Phone, until

SHELF = {"architects": positions.ARCHITECTS, "duel": positions.DUEL, "seven-wonders": positions.GAME}
SEATS = {"architects": positions.WONDERS, "duel": ("", ""), "seven-wonders": positions.CITIES}
MAX_TOUCHES = {"architects": 14, "duel": 25, "seven-wonders": 26}  # touches, median: as on the screen, or fewer
SAMPLE = "duel"  # all others in full


class FormThumb:
    """A thumb on the form; `count`: its touches, where one that stays is one."""

    def __init__(self, page):
        self.page, self.count = page, 0

    async def tap(self, what):
        await self.page.click(f"{what} >> visible=true")
        self.count += 1

    async def step(self, field, n):
        """Change a number by its plus or minus button, counted as one touch: a finger that stays down."""
        if n:
            self.count += 1
        for _ in range(abs(n)):
            await self.page.click(f".count:has([name='{field}']) [data-step='{1 if n > 0 else -1}']")

    async def add(self, field, n):
        """Add `n` copies of a thing by touching its picture, counted as one touch."""
        if n:
            self.count += 1
        for _ in range(n):
            await self.page.click(f".pick:has([name='{field}']) > [data-step='1']")

    async def choose(self, field, value):
        if not await self.page.locator(f"[name='{field}'][value='{value}']").is_checked():
            await self.tap(f"label:has([name='{field}'][value='{value}'])")

    async def unfold(self, what):
        """Open every closed fold that contains this element."""
        for fold in await self.page.locator(f"details:has({what})").all():
            if await fold.get_attribute("open") is None:
                await fold.locator("> summary").click()
                self.count += 1

    async def lay(self, kind, to, things):
        for thing in things:
            await self.unfold(f"[name=to-{kind}]")
            where = self.page.locator(f"details:has([name=to-{kind}]) .to-{to}")
            if not await where.is_checked():
                await self.tap(f"details:has([name=to-{kind}]) .where label:has(.to-{to})")
            spot = self.page.locator(f"details:has([name=to-{kind}]) [name$='-{thing}']").first
            await spot.locator("xpath=ancestor::fieldset[1]").locator("label:visible").click()
            self.count += 1


async def architects(form, at):
    for seat in at["seats"]:
        n = seat["seat"]
        things = {f"card-{n}-{card}": seat["cards"].get(card, 0) for card in FACES}
        things[f"card-{n}-military"] = seat["military"]
        things |= {f"progress-{n}-{token}": 1 for token in seat["progress"]}
        for field, count in things.items():
            if count:
                await form.unfold(f"[name='{field}']")
                await form.add(field, count)
        for stage in seat["stages"]:
            await form.unfold(f"[name='stage-{n}-{stage}']")
            await form.tap(f"label:has([name='stage-{n}-{stage}'])")
        if seat["cat"]:
            await form.choose("card-cat", n)
    for token in at["tokens"]:
        await form.add(f"progress-center-{token}", 1)
    await form.choose("active", at["to_act"][0])


async def duel(form, at):
    await form.choose("turn", at.to_act[0])
    for chair in at.seats:
        await form.step(f"coins-{chair.seat}", chair.coins - 7)
    if at.military.pawn:
        await form.page.select_option("[name=pawn]", str(at.military.pawn))
        form.count += 2  # the list, and a place in it
    for chair in at.seats:
        await form.lay("wonders", chair.seat, chair.wonders)
    await form.lay("tokens", 3, at.tokens)
    for chair in at.seats:
        await form.lay("1", chair.seat, chair.cards)
    await form.lay("1", 3, at.discard)


async def seven_wonders(form, at):
    await form.page.select_option("[name=turn]", str(at.turn))
    form.count += 2  # the list, and the turn in it
    for chair in at.seats:
        await form.step(f"coins-{chair.seat}", chair.coins - 3)
        await form.step(f"stages-{chair.seat}", chair.stages)
    for chair in at.seats:
        await form.lay("1", chair.seat, chair.cards)


def comparable_position(game, now):
    """Return the parts of a position that people would compare with their table."""
    if game == "architects":
        seats = [(seat["cards"], seat["military"], [*seat["stages"]]) for seat in now["seats"]]
        return seats, now["to_act"], sorted(now["tokens"])
    if game == "duel":
        seats = [(sorted(seat["cards"]), seat["coins"], sorted(seat["wonders"])) for seat in now["seats"]]
        return seats, now["to_act"], now["military"]["pawn"], sorted(now["tokens"]), sorted(now["discard"])
    seats = [(sorted(seat["cards"]), seat["coins"], seat["stages"]) for seat in now["seats"]]
    return seats, now["age"], now["turn"]


MADE = {
    "architects": (positions.of_architects, architects),
    "duel": (positions.of_duel, duel),
    "seven-wonders": (positions.of_seven_wonders, seven_wonders),
}


@pytest.mark.full
@pytest.mark.parametrize(
    ("game", "seeds"),
    [(SAMPLE, (1,)), *((game, range(3)) for game in SEATS)],
    ids=["one", *SEATS],
)
async def test_position_after_five_turns_is_entered_with_few_taps(tmp_path, facts, browser, monkeypatch, game, seeds):
    monkeypatch.setattr(packs, "modes", lambda: {game: ("play", "track")})
    counts = []
    for seed in seeds:
        folder = tmp_path / str(seed)
        folder.mkdir()
        async with living(Evening(folder, facts, shelf={game: SHELF[game]})) as table:
            counts.append(await count_taps(table, browser, game, seed))
    print(f"touches on a phone to begin {game} after five turns: {median(counts):g} (most {max(counts)})")
    assert median(counts) <= MAX_TOUCHES[game]


async def count_taps(table, browser, game, seed):
    make, enter = MADE[game]
    phone = await open_form(table, browser, game, PHONE)
    at, form = make(seed), FormThumb(phone.page)
    await enter(form, at)
    await form.tap("button.go")
    await until(lambda: table.phase() == "game", "the game begins there")
    then = at if game == "architects" else json.loads(msgspec.json.encode(at))
    assert comparable_position(game, view(table)) == comparable_position(game, then)
    assert phone.faults == []
    await phone.page.close()
    return form.count


def view(table):
    return json.loads(bytes(table.table.snapshot(SCREEN, table.table.log_end).game))


async def open_form(table, browser, game, size):
    """Open the form of a position on a phone, with people about to deal."""
    wonders = SEATS[game]
    table.seats(len(wonders))
    phone = await Phone.take(browser, size)
    await phone.join(f"{table.base}/join/{table.table.joining.ticket(Seat(0))}", "Nora")
    for seat in range(2, len(wonders) + 1):
        table.send(SetSeat, seat=seat, by="touch")
    table.send(SetGame, mode="track", first=None if game == "seven-wonders" else 1)
    for seat, wonder in enumerate(wonders, 1):
        if wonder:
            table.send(SetSeat, seat=seat, wonder=wonder)
    await phone.page.click('#start a[href="?position"]')
    return phone


@pytest.mark.rotated
async def test_held_button_repeats_and_uncounted_numbers_stay_unknown(tmp_path, facts, browser, monkeypatch):
    monkeypatch.setattr(packs, "modes", lambda: {"architects": ("play", "track")})
    async with living(Evening(tmp_path, facts, shelf={"architects": positions.ARCHITECTS})) as table:
        phone = await open_form(table, browser, "architects", SMALL)
        page, form = phone.page, FormThumb(phone.page)
        for field in ("flipped", "left-1", "left-center"):
            assert await page.input_value(f"[name={field}]") == ""
            assert await page.get_attribute(f"[name={field}]", "placeholder") == "?"
        await form.unfold("[name=card-1-wood]")
        wood = page.locator(".pick:has([name=card-1-wood])")
        await hold_until(page, wood.locator("> [data-step='1']"), "card-1-wood", lambda n: n >= 3)
        await hold_until(page, wood.locator("[data-step='-1']"), "card-1-wood", lambda n: n == 0)
        await form.add("card-1-wood", 1)
        assert await page.input_value("[name=card-1-wood]") == "1"
        for token in ("economy", "decor", "tactics"):
            await form.add(f"progress-center-{token}", 1)
        await form.choose("active", 2)
        await form.tap("button.go")
        await until(lambda: table.phase() == "game", "the game begins there")
        assert all(stack["uncounted"] for stack in view(table)["stacks"].values())
        assert phone.faults == []


async def hold_until(page, what, field, enough):
    """Hold a finger on an element until its field has enough."""
    await what.scroll_into_view_if_needed()
    box = await what.bounding_box()
    await page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    await page.mouse.down()
    for _ in range(600):
        if enough(int(await page.input_value(f"[name={field}]"))):
            break
        await page.evaluate("() => new Promise(requestAnimationFrame)")
    await page.mouse.up()
    assert enough(int(await page.input_value(f"[name={field}]")))
