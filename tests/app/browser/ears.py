"""A phone's page as somebody hears it who sees nothing: roles, names and one live region; keys, and no pointer.

All comes from the browser's own accessibility tree, as a screen reader has it.
"""

import asyncio
import random
from contextlib import suppress
from itertools import count
from typing import Any, NamedTuple

from tests.app.browser.phones import PATIENCE, Phone

SILENT = {"InlineTextBox", "StaticText", "generic", "none", "LineBreak", "LabelText", "Legend"}
TABS = 300  # a page has fewer stops
PATIENT = 100  # looks at the live region, until nothing seems to come of a pressed button


class AccessibleNode(NamedTuple):
    """One thing of the page."""

    role: str
    name: str
    focused: bool
    off: bool
    checked: bool
    node: int


class Listener:
    """A person who uses a phone with a screen reader."""

    def __init__(self, phone: Phone, cdp: Any) -> None:
        self.phone = phone
        self._cdp = cdp
        self._told: dict[int, str] = {}  # by node: each is read once
        self._pressed = 0  # node of the button that was pressed last

    @classmethod
    async def attach(cls, phone: Phone) -> "Listener":
        return cls(phone, await phone.context.new_cdp_session(phone.page))

    async def page(self, within: str = "main") -> list[AccessibleNode]:
        """List the nodes in a part of the accessibility tree, in order, and remember what the live region said."""
        tree = (await self._cdp.send("Accessibility.getFullAXTree"))["nodes"]
        by = {node["nodeId"]: node for node in tree}
        log = next(node for node in tree if _role(node) == "log")
        for child in map(by.get, log["childIds"]):
            if child and (said := _text(child, by)):
                self._told.setdefault(child["backendDOMNodeId"], said)
        root = next((node for node in tree if _role(node) == within), tree[0])
        return list(_list_nodes(root, by))

    async def list_announcements(self) -> list[str]:
        """List all announcements of the live region so far."""
        await self.page()
        return list(self._told.values())

    async def to_main(self) -> None:
        """Focus the main part of the page, as a screen reader does."""
        await self.phone.page.focus("#main")

    async def hears(self, *what: str, after: int = 0) -> list[str]:
        """Wait until something is said; what was said before (`after`: so many) does not count. All of it since.

        A key tells that somebody waits who does not want to: an end is told at once then.
        """
        said: list[str] = []
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                for tried in count(1):
                    said = (await self.list_announcements())[after:]
                    if any(line.startswith(what) for line in said):
                        return said
                    await self.press("Shift")
                    if tried % PATIENT == 0 and not said:
                        await self._press_again()
                    await asyncio.sleep(0.02)
        raise AssertionError(f"heard {said} and not {what}; there is {[thing.name for thing in await self.page()]}")

    async def focus(self) -> AccessibleNode | None:
        """Return what has the focus, or None; poll while the tree shows a page that is just being replaced."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while True:
                    for thing in await self.page("RootWebArea"):
                        if thing.focused and thing.role != "RootWebArea":
                            return thing
        return None

    async def press(self, key: str) -> None:
        await self.phone.page.keyboard.press(key)

    async def press_button(self, at: AccessibleNode) -> None:
        """Press a focused button; `hears` presses it again if nothing comes of it."""
        self._pressed = at.node
        await self.press("Enter")

    async def _press_again(self) -> None:
        """Press the same button again if it still has the focus: a page that is being replaced ignores a press."""
        at = next((each for each in await self.page() if each.focused and each.node == self._pressed), None)
        if at is not None and not at.off:
            await self.press("Enter")

    async def on_to(self, *roles: str) -> AccessibleNode:
        """Press Tab up to the next stop of one of these roles within the main part."""
        for _ in range(TABS):
            await self.press("Tab")
            at = next((thing for thing in await self.page() if thing.focused and thing.role in roles), None)
            if at is not None:
                return at
        raise AssertionError(f"no {roles} by keys in {[thing.name for thing in await self.page()]}")

    async def group(self) -> list[str]:
        """List the names of the radio buttons from the focused one to the last, moving there with the arrow keys."""
        names: list[str] = []
        seen: set[int] = set()
        while (at := await self.focus()) is not None and at.role == "radio" and at.node not in seen:
            seen.add(at.node)
            names.append(at.name)
            await self.press("ArrowDown")
        return names

    async def choose(self, rng: random.Random) -> tuple[list[str], str]:
        """Choose a random radio button with arrow keys; return the names of all of them, and the chosen one."""
        names = await self.group()
        for _ in range(rng.randrange(len(names))):
            await self.press("ArrowDown")
        await self.press("Space")
        at = await self.focus()
        assert at is not None
        assert at.checked
        return names, at.name


def _role(node: Any) -> str:
    return str(node.get("role", {}).get("value", ""))


def _text(node: Any, by: Any) -> str:
    if _role(node) == "StaticText":
        return str(node["name"]["value"])
    return "".join(_text(by[child], by) for child in node.get("childIds", ()) if child in by)


def _list_nodes(node: Any, by: Any) -> Any:
    if not node.get("ignored") and _role(node) not in SILENT:
        has = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
        name = str(node.get("name", {}).get("value", ""))
        checked = has.get("checked") in (True, "true")
        yield AccessibleNode(
            _role(node), name, bool(has.get("focused")), bool(has.get("disabled")), checked, node["backendDOMNodeId"]
        )
    for child in node.get("childIds", ()):
        if child in by:
            yield from _list_nodes(by[child], by)
