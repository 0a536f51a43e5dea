"""Duel from cardboard on phones: players report their moves."""

import json

from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import SetGame
from tests.app.browser.phones import until
from tests.whole_games import RECORDS

[LAZY] = [path for path in RECORDS["duel"] if path.stem == "lazy"]


def view(table):
    return json.loads(bytes(table.table.snapshot(SCREEN, table.table.log_end).game))


async def begun(table, phones, first=1):
    table.send(SetGame, mode="track", first=first)
    await phones[0].page.click('#start [data-do="start"]')
    for phone in phones:
        await phone.page.wait_for_selector("#ask [data-do]")


async def tell(table, phone, text):
    """Tap the button of a reported line, and return the number of taps."""
    [number] = [asked.number for asked in table.table.committed.state.questions]
    await phone.page.wait_for_selector(f'#ask [data-do*=";question={number};"]', state="attached")
    button, taps = phone.page.locator(f'#ask button[data-do$=";action={text}"]'), 1
    folds = button.locator("xpath=ancestor::details[not(@open)]")
    while await folds.count():
        await folds.first.locator("xpath=./summary").click()
        taps += 1
    await button.click()
    await until(
        lambda: [asked.number for asked in table.table.committed.state.questions] != [number], f"{text} was told"
    )
    return taps


async def lay(phone, kind, to, *things):
    """Tap the target, then the thing that lies there."""
    fold = phone.page.locator(f"details.spots:has([name=to-{kind}])")
    if await fold.get_attribute("open") is None:
        await fold.locator("summary").click()
    await fold.locator(f".where label:has(.to-{to})").click()
    for thing in things:
        await fold.locator(f"[name$='-{thing}'] >> xpath=ancestor::fieldset[1] >> label:visible").click()
