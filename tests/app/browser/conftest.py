"""The system's Chromium, and a served table for it."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, Error, async_playwright

from app.phones.phone_connection import PhoneConnection
from app.protocol.game_lifecycle_messages import SetGame
from tests.app.browser.arabic import arabic, arabic_folder  # noqa: F401  # fixtures
from tests.app.browser.phones import CHROMIUM, FLAGS, PATIENCE
from tests.app.phones.served import Served, serving

LONGEST = 150.0  # seconds of one test; pytest says where every thread is after 180
TIMES = 12  # as long, where whole games are played
ANSWER = 5.0  # seconds, of a page that is asked what it shows
PAGE_SUMMARY_SCRIPT = """() => `${document.documentElement.dataset.link}, ${document.readyState}: ` +
  document.body.innerText.replace(/\\s+/g, " ").slice(0, 400)"""


class Evening(Served):
    """A table whose own time stands still, however long a browser takes; who is there shows in real time.

    Nothing is taught, unless that is wished for: what a test is about lies where it always does.
    """

    def __init__(self, folder: Path, facts: bytes, **more: Any) -> None:
        super().__init__(folder, facts, **more)
        self.send(SetGame, guided=False)

    def send(self, kind: Any, *who: Any, **facts: Any) -> Any:
        if kind is SetGame and "game" in facts:  # another game begins anew with what it is to teach
            facts.setdefault("guided", False)
        return super().send(kind, *who, **facts)

    def server_clock(self) -> float:
        return time.monotonic()


@asynccontextmanager
async def living(evening: Evening) -> AsyncIterator[Evening]:
    """Serve the table, and let it tick: bots act."""
    async with serving(evening) as served:
        ticking = asyncio.create_task(_tick(served))
        try:
            yield served
        finally:
            ticking.cancel()
            with suppress(asyncio.CancelledError):
                await ticking


@pytest.fixture
async def evening(tmp_path: Path, facts: bytes) -> AsyncIterator[Evening]:
    async with living(Evening(tmp_path, facts)) as served:
        yield served


async def _tick(served: Served) -> None:
    while True:
        served.table.tick(served.now)
        await asyncio.sleep(0.05)


LiveBrowser = Callable[[], Awaitable[Browser]]


@asynccontextmanager
async def lasting(start: Callable[[], AbstractAsyncContextManager[Browser]]) -> AsyncIterator[LiveBrowser]:
    """Return one browser again and again, and a new one if it has died: its tests would fail, and all after them."""
    async with AsyncExitStack() as stack:
        browser = await stack.enter_async_context(start())

        async def live() -> Browser:
            nonlocal browser
            if not browser.is_connected():
                browser = await stack.enter_async_context(start())
            return browser

        yield live


@pytest.fixture(scope="session")
async def live_browser() -> AsyncIterator[LiveBrowser]:
    """One browser for all tests of a process: to start it takes longer than most of them."""
    async with lasting(chromium) as live:
        yield live


@pytest.fixture
async def browser(live_browser: LiveBrowser, pytestconfig: pytest.Config) -> AsyncIterator[Browser]:
    """A browser without open pages; after a timeout its pages are closed, and the test fails with what they showed."""
    started = await live_browser()
    assert not started.contexts
    longest = LONGEST * (TIMES if pytestconfig.getoption("--full") else 1)
    said: list[str] = []
    guard = asyncio.create_task(cut_off(started, longest, said))
    yield started
    if not said:
        guard.cancel()
    with suppress(asyncio.CancelledError):
        await guard
    await _closed(started, said)
    if said:
        pytest.fail("\n".join(said))


@pytest.fixture
def two_pages_of_a_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep both pages of one seat open: otherwise the table closes the older one."""
    monkeypatch.setattr(PhoneConnection, "close_replaced", lambda self: None)


async def cut_off(browser: Browser, longest: float, said: list[str]) -> None:
    """Close all pages after `longest` seconds, so that a waiting test fails; append what they showed to `said`."""
    await asyncio.sleep(longest)
    said.append(f"a test waited for {longest:g} s; then its pages were closed. They showed:")
    for page in [page for context in browser.contexts for page in context.pages]:
        try:
            async with asyncio.timeout(ANSWER):
                said.append(f"{page.url}: {await page.evaluate(PAGE_SUMMARY_SCRIPT)}")
        except Exception as error:  # a page that does not answer is what is looked for
            said.append(f"{page.url}: it does not answer: {error!r}")
    await _closed(browser, said)


async def _closed(browser: Browser, said: list[str]) -> None:
    """Close all pages, and append a complaint to `said` if the browser takes too long."""
    try:
        async with asyncio.timeout(PATIENCE):
            for context in browser.contexts:
                await context.close()
    except TimeoutError:
        said.append(f"the browser did not close its pages within {PATIENCE:g} s")


@asynccontextmanager
async def chromium(*flags: str, env: Mapping[str, str] | None = None) -> AsyncIterator[Browser]:
    """Launch Chromium; `env` overrides variables of the environment."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    async with async_playwright() as playwright:
        start = partial(
            playwright.chromium.launch,
            executable_path=CHROMIUM,
            args=[*FLAGS, *flags],
            env={**os.environ, **(env or {})},
            timeout=PATIENCE * 1000,
        )
        try:
            browser = await start()
        except Error as crash:  # of Chromium itself, before it has shown anything of ours
            if "Segmentation fault" not in str(crash):
                raise
            browser = await start()
        yield browser
        await browser.close()
