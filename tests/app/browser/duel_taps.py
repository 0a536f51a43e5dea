"""Taps of Duel on phones: the actions that a page offers, and one action with as few taps as possible."""


async def tap(phone, action):
    """Tap an action: the card, then its use, then the main button."""
    page, thing = phone.page, action.split()
    if thing[0] in ("start", "progress", "keep"):
        await page.click(f'#ask button[data-do$=";action={action}"]')
        return
    if thing[0] in ("build", "discard") and not await page.locator(f"#d-pick-{thing[-1]}").is_checked():
        await page.click(f'#ask label[for="d-pick-{thing[-1]}"]:visible')
    choice = f'input[name=what][value="{action}"]'
    await page.click(f"#ask label:has({choice}), #ask {choice} + label")
    await page.locator("#ask button.go:visible").click()


OFFERED = """() => [...document.querySelectorAll("#ask input[name=what], #ask button[data-do*=';action=']")]
  .map((each) => each.value || each.dataset.do.split(";action=")[1])"""
