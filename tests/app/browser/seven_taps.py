"""Taps of 7 Wonders on phones."""


async def tap(phone, action):
    """Tap an action of 7 Wonders: the card, its use, and the main button."""
    ask = phone.page.locator("#ask")
    verb, *words = action.removeprefix("choose ").split()
    if verb == "done":
        await ask.locator(f'button[data-do$=";action={action}"]').click()
        return
    choice = ask.locator(f'input[name=what][value="{action}"]')
    if verb in ("build", "recruit", "stage", "sell"):
        await ask.locator(f'.tile[for="d-pick-{words[0]}"]').click()
        fold = choice.locator("xpath=ancestor::details[not(@open)]/summary")
        if await fold.count():
            await fold.click()
    if not await choice.is_checked():
        await ask.locator(f'label:has(input[value="{action}"]), input[value="{action}"] + label').first.click()
    await ask.locator("button.go:visible").click()
