"""The system's Chromium, and a served table for it."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, async_playwright

from app.protocol import messages
from tests.app.browser.phones import CHROMIUM, FLAGS, PATIENCE
from tests.app.phones.served import Served, serving


class Evening(Served):
    """A table whose own time stands still, however long a browser takes; who is there shows in real time.

    Nothing is commented, unless that is wished for: what a test is about lies where it always does.
    """

    def __init__(self, folder: Path, facts: bytes, **more: Any) -> None:
        super().__init__(folder, facts, **more)
        self.send(messages.SetGame, guided=False)

    def server_clock(self) -> float:
        return time.monotonic()


@asynccontextmanager
async def living(evening: Evening) -> AsyncIterator[Evening]:
    """The table served, and what it does by itself: bots act."""
    async with serving(evening) as served:
        ticking = asyncio.create_task(_tick(served))
        yield served
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


@pytest.fixture(scope="session")
async def started() -> AsyncIterator[Browser]:
    """One browser for all tests of a process: to start it takes longer than most of them."""
    async with chromium() as browser:
        yield browser


@pytest.fixture
async def browser(started: Browser) -> AsyncIterator[Browser]:
    """Nobody's pages are open in it, before and after."""
    assert not started.contexts
    yield started
    for context in started.contexts:
        await context.close()


@asynccontextmanager
async def chromium(*flags: str, env: Mapping[str, str] | None = None) -> AsyncIterator[Browser]:
    """A browser; `env`: what of its surroundings is another than ours."""
    if CHROMIUM is None:
        pytest.skip("no Chromium on this machine")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=CHROMIUM,
            args=[*FLAGS, *flags],
            env={**os.environ, **(env or {})},
            timeout=PATIENCE * 1000,
        )
        yield browser
        await browser.close()
