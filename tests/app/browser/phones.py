"""Phones in Chromium: pages that join, look and tap. Nothing in here knows the rules."""

import asyncio
import json
import random
import shutil
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, BrowserContext, Locator, Page, expect

# Chromium without a window does the same for a third of the time.
CHROMIUM = shutil.which("chromium-headless-shell") or shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = [
    "--no-sandbox",
    "--in-process-gpu",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-site-isolation-trials",
]
STICKS_OUT = """() => {
  const wide = document.documentElement.clientWidth, out = [];
  if (document.documentElement.scrollWidth <= wide) return [];
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), range = document.createRange();
  while (words.nextNode()) {
    range.selectNodeContents(words.currentNode);
    if (range.getBoundingClientRect().right > wide) out.push(words.currentNode.data.trim());
  }
  for (const e of document.querySelectorAll("body *")) {
    if (e.getBoundingClientRect().right > wide) out.push(e.tagName + "." + e.getAttribute("class"));
  }
  return out.concat("scrolls");
}"""
UNLABELLED = """() => [...document.querySelectorAll("button,a,input,select,[role=img]")].filter((e) => {
  const label = e.closest("label"), text = (e.getAttribute("aria-label") || e.textContent || "").trim();
  return e.getClientRects().length && !text && !(label && label.textContent.trim());
}).map((e) => e.outerHTML.slice(0, 90))"""
SMALL_TARGETS = """() => [...document.querySelectorAll("#ask,#places,#things,#last,#hold,#repair")]
  .flatMap((part) => [...part.querySelectorAll("button,label,summary")])
  .filter((e) => e.getClientRects().length && !e.closest(".read"))
  .map((e) => [e.getBoundingClientRect(), e.className + " " + e.textContent.trim().slice(0, 30)])
  .filter(([box]) => box.width < 47.5 || box.height < 47.5)
  .map(([box, name]) => `${name} ${box.width}x${box.height}`)"""
SMALL_FOLDS = SMALL_TARGETS.replace('"#ask,#places,#things,#last,#hold,#repair"', '"summary"').replace(
    '[...part.querySelectorAll("button,label,summary")]', "part"
)  # on the whole page
# A test taps faster than any finger, and two quick taps at one place are one: its milliseconds count as seconds.
SLOWLY = """(() => {
  window.slowness = 1000;
  const told = Object.getOwnPropertyDescriptor(Event.prototype, "timeStamp").get;
  Object.defineProperty(Event.prototype, "timeStamp", { get() { return told.call(this) * window.slowness; } });
})()"""
WHOLE = "if (location.protocol === 'http:') localStorage.setItem('whole', 1)"  # shown before: it is no guest's
OFFLINE = "net::ERR_INTERNET_DISCONNECTED"
PHONE = {"width": 390, "height": 844}
SMALL = {"width": 320, "height": 640}
PATIENCE = 120.0  # seconds until something that has to come counts as missing; only so that nothing hangs for ever
BY_TAPPING = pytest.mark.parametrize("every", [10, pytest.param(1, marks=pytest.mark.full)])  # answer of a whole game
expect.set_options(timeout=PATIENCE * 1000)


async def until(true: Callable[[], bool], what: str) -> None:
    """Wait until something at the table is so, which no page shows."""
    try:
        async with asyncio.timeout(PATIENCE):
            while not true():
                await asyncio.sleep(0.005)
    except TimeoutError:
        raise AssertionError(f"for {PATIENCE:g} s it was not so that {what}") from None


class Phone:
    """One page in a browser of its own."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.context = context
        self.page = page
        self.faults: list[str] = []
        self.frames: list[str] = []
        self._watch(page)

    @classmethod
    async def take(cls, browser: Browser, size: Any = None, *, guest: bool = False, **more: Any) -> "Phone":
        """Open a phone; with `guest` it has never shown the whole page of a seat, else it begins with that."""
        settings = {"viewport": size or PHONE, "has_touch": True, "locale": "en-GB"} | more
        context = await browser.new_context(**settings)
        context.set_default_timeout(PATIENCE * 1000)
        await context.add_init_script(SLOWLY)
        if not guest:
            await context.add_init_script(WHOLE)
        return cls(context, await context.new_page())

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("console", self._record_error)
        page.on("websocket", lambda socket: socket.on("framereceived", self._record_frame))

    def _record_error(self, said: Any) -> None:
        """Keep an error; but a page that looks for its table while a test keeps it offline is no fault of its own."""
        if said.type == "error" and OFFLINE not in said.text:
            self.faults.append(said.text)

    def _record_frame(self, frame: Any) -> None:
        self.frames.append(frame if isinstance(frame, str) else frame.decode())

    async def join(self, address: str, name: str) -> "Phone":
        """Open a ticket's address, sit down, and wait until the table is there."""
        await self.page.goto(address)
        await self.page.fill("input[name=name]", name)
        await self.page.click("button.go")
        return await self.live()

    async def live(self) -> "Phone":
        await self.page.wait_for_selector("html[data-link=live]")
        return self

    async def asked(self, question: int) -> None:
        """Wait until this phone shows a question."""
        await self.page.wait_for_selector(f'#head [data-question="{question}"]')

    async def undo(self, which: str = "") -> None:
        """Open the panel of an undo, which says what is undone, and confirm; the panel folds when its offer changes."""
        await self.page.wait_for_selector(f"#undo [data-do{which}]", state="attached")
        await self.page.click("#undo summary")
        await self.page.click(f"#undo [data-do{which}]")

    async def tap_something(self, rng: random.Random) -> None:
        """Tap a random offer, or fill in its form."""
        ask, cover = self.page.locator("#ask"), self.page.locator("#peek[open] [data-fold]")
        if await cover.is_visible():
            await cover.click()
        offers = await ask.locator("form").all()
        offers += await ask.locator("button[data-do]").all()
        offer = rng.choice(offers)
        if await offer.evaluate("node => node.tagName") == "FORM":
            await self.fill_in(offer, rng)
        else:
            await offer.click()

    async def fill_in(self, form: Locator, rng: random.Random) -> None:
        names = await form.evaluate("f => [...new Set([...f.querySelectorAll('input')].map(i => i.name))]")
        for name in names:
            choice = rng.choice(await form.locator(f"input[name={name}]").all())
            fold = choice.locator("xpath=ancestor::details[not(@open)]/summary")
            if await fold.count():  # choices are folded away, person by person
                await fold.click()
            await choice.check()
        await form.locator("button.go").click()

    async def tab(self, name: str) -> None:
        """Open a tab and wait until it is up to date."""
        if name == "owner":
            await self.tab("more")
        await self.page.click("#tab-more [data-tab=owner]" if name == "owner" else f"nav [data-tab={name}]")
        await self.page.wait_for_selector(f"html[data-shows={name}]")

    async def unfold(self, what: str) -> None:
        """Open the folds that contain this element, from the outside in."""
        closed = self.page.locator(what).first.locator("xpath=ancestor::details[not(@open)]/summary")
        await self.page.wait_for_selector(what, state="attached")
        while await closed.count():
            await closed.first.click()

    async def wider_than_the_screen(self) -> list[str]:
        """List elements that overflow the screen to the right; empty without horizontal scrolling."""
        return await self.page.evaluate(STICKS_OUT)

    async def unlabelled(self) -> list[str]:
        """List buttons, inputs and pictures without a name for a screen reader."""
        return await self.page.evaluate(UNLABELLED)


def path_of(page: Page) -> str:
    """Return the path of a page's address, which ends with the key of the seat."""
    return urlsplit(page.url).path


async def heard(phone, table):
    """Wait until a phone has received and drawn the table's latest revision."""
    await until(lambda: any(json.loads(frame).get("rev") == table.table.rev for frame in phone.frames), "it was told")
    await phone.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


SMALLEST = {"width": 320, "height": 568}
# Words that are seen and run over into another line; this browser may have no dictionary, so only a gap of the layout
# shows.
CUT = """() => {
  const out = [], range = document.createRange();
  const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (words.nextNode()) {
    if (words.currentNode.parentElement.closest(".tile,.url,#ear,.read")) continue;
    for (const found of words.currentNode.data.matchAll(/\\p{L}+/gu)) {
      range.setStart(words.currentNode, found.index);
      range.setEnd(words.currentNode, found.index + found[0].length);
      if (new Set([...range.getClientRects()].map((line) => Math.round(line.top))).size > 1) out.push(found[0]);
    }
  }
  return out;
}"""
