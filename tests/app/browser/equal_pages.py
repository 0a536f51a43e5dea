"""Compare a page that has followed a game with its reload: boxes, words and what a screen reader finds."""

import asyncio
from typing import Any

from playwright.async_api import Error

from tests.app.browser.phones import PATIENCE, Phone
from tests.pictures.pages import ready

TOLERANCE_PX = 0.6  # pixels between two places that count as the same
MAX_DIFFERENCES = 6  # differences that a failure names
# The parts of the open tab, each with its mark. Parts of a closed tab are fetched when it is opened.
MARKS = """() => Object.fromEntries([...document.querySelectorAll("[data-mark]")]
  .filter((part) => !part.closest("section[hidden]")).map((part) => [part.id, part.dataset.mark]))"""
SAME_MARKS = f"wanted => {{ const now = ({MARKS})(); return wanted.every(([id, mark]) => (now[id] || '') === mark) }}"
# Each element with its box and its own words, with the page at its top; a drawing counts as one. #ear is left out: what
# was read aloud stays there to be read again, and a page that has just been loaded has said nothing. Nobody sees
# <noscript>.
VISIBLE_ELEMENTS_SCRIPT = """() => {
  scrollTo({ top: 0, behavior: "instant" });
  const found = [["title", 0, 0, 0, 0, document.title]];
  const name = (one) => one.tagName.toLowerCase() + (one.id ? "#" + one.id : "")
    + [...one.classList].map((word) => "." + word).join("");
  const look = (one) => {
    if (one.matches("#ear,noscript") || !one.getClientRects().length && !one.matches("svg *")
      && getComputedStyle(one).display === "none") return;
    const box = one.getBoundingClientRect(), svg = one instanceof SVGElement;
    const words = svg ? one.textContent : [...one.childNodes].filter((node) => node.nodeType === 3)
      .map((node) => node.data).join(" ");
    found.push([name(one), box.x, box.y, box.width, box.height, words.replace(/\\s+/g, " ").trim()]);
    if (!svg) for (const child of one.children) look(child);
  };
  for (const one of document.body.children) look(one);
  return found;
}"""
# A touch on a completed wonder, which only a page that has seen it come shows.
END_MOMENT = """() => document.querySelector(".whole.shows")
  ?.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }))"""
SPOKEN = ("checked", "disabled", "expanded", "invalid", "level", "pressed", "selected")  # properties that are read out


class Pair:
    """A page that stays open, and another of the same seat or onlooker that is reloaded for each comparison."""

    def __init__(self, live: Phone, fresh: Phone, tab: str) -> None:
        self.live, self.fresh, self.tab = live, fresh, tab

    @classmethod
    async def take(cls, browser: Any, address: str, size: tuple[int, int], tab: str = "mine") -> "Pair":
        """Open both at an address, the first for good."""
        width, height = size
        pages = [await Phone.take(browser, {"width": width, "height": height}) for _ in range(2)]
        pair = cls(*pages, tab)
        await asyncio.gather(*(pair._open(phone, address) for phone in pages))
        await pair._open(pair.live)  # with the display face in its cache, as the other will have it
        return pair

    async def _open(self, phone: Phone, address: str = "") -> None:
        await (phone.page.goto(address) if address else phone.page.reload())
        await ready(phone)
        here = await phone.page.evaluate("document.documentElement.dataset.shows")
        if here != self.tab:
            await phone.page.evaluate(f"document.querySelector('nav [data-tab={self.tab}]').click()")
            await phone.page.wait_for_selector(f"html[data-shows={self.tab}]")

    async def differences(self) -> list[str]:
        """Reload the second page, and list at most `MAX_DIFFERENCES` differences from the first."""
        await self._open(self.fresh)
        marks = await self.fresh.page.evaluate(MARKS)
        await self.live.page.evaluate("document.getElementById('unread').click()")  # an open log waits for it
        try:
            await self.live.page.wait_for_function(SAME_MARKS, arg=list(marks.items()), timeout=PATIENCE * 1000 / 8)
        except Error:
            now = await self.live.page.evaluate(MARKS)
            return [f"{part} was not renewed" for part in marks if now.get(part, "") != marks[part]]
        await self.live.page.evaluate(END_MOMENT)
        seen = await asyncio.gather(
            *(phone.page.evaluate(VISIBLE_ELEMENTS_SCRIPT) for phone in (self.live, self.fresh))
        )
        read = await asyncio.gather(*(spoken(phone) for phone in (self.live, self.fresh)))
        return (_unequal(*seen) or _unequal(*read))[:MAX_DIFFERENCES]


async def spoken(phone: Phone) -> list[list[Any]]:
    """Return the accessibility tree of a page: role, name and state of each node in order, without #ear."""
    told = await phone.context.new_cdp_session(phone.page)
    nodes = {node["nodeId"]: node for node in (await told.send("Accessibility.getFullAXTree"))["nodes"]}
    await told.detach()
    found: list[list[Any]] = []

    def read(node: Any) -> None:
        role = node.get("role", {}).get("value")
        if role == "log":
            return
        name = node.get("name", {}).get("value", "")
        # A box without a name says nothing: Chromium lists it or not, by whether something in it has ever moved.
        if not node["ignored"] and role not in ("InlineTextBox", "RootWebArea") and (role, name) != ("generic", ""):
            states = [[each["name"], each["value"].get("value")] for each in node["properties"]]
            found.append([role, name, *(state for state in states if state[0] in SPOKEN)])
        for child in node["childIds"]:
            read(nodes[child])

    read(next(node for node in nodes.values() if "parentId" not in node))
    return found


def _unequal(live: list[list[Any]], fresh: list[list[Any]]) -> list[str]:
    wrong = [f"{a} instead of {b}" for a, b in zip(live, fresh, strict=False) if not _is_close(a, b)]
    return wrong or ([f"{len(live)} things instead of {len(fresh)}"] if len(live) != len(fresh) else [])


def _is_close(one: list[Any], other: list[Any]) -> bool:
    return len(one) == len(other) and all(
        abs(a - b) < TOLERANCE_PX if isinstance(a, int | float) and isinstance(b, int | float) else a == b
        for a, b in zip(one, other, strict=True)
    )
