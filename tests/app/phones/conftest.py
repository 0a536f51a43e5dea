"""A served table for each test, and clients that connect to it."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import aiohttp
import pytest

from app.phones.page_maker import PageMaker
from tests.app.phones.served import GAMES, SCREEN_KEY, Guest, Served, serving

Call = Callable[..., Awaitable[Guest]]


@pytest.fixture
def evening(tmp_path: Path, facts: bytes) -> Iterator[tuple[Served, PageMaker]]:
    """A table without a server, and what shows it."""
    made = Served(tmp_path, facts)
    yield made, PageMaker(made.table, GAMES)
    made.store.close()


@pytest.fixture
async def served(tmp_path: Path, facts: bytes) -> AsyncIterator[Served]:
    async with serving(Served(tmp_path, facts)) as running:
        yield running


@pytest.fixture
async def client(served: Served) -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(served.base) as session:
        yield session


@pytest.fixture
async def call(client: aiohttp.ClientSession) -> Call:
    """Open a socket: `call("/socket/…")`, or `call("screen")`."""

    async def connect(path: str, **headers: str) -> Guest:
        if path == "screen":
            path, headers = "/socket", {"Authorization": f"Bearer {SCREEN_KEY}"}
        return Guest(await client.ws_connect(path, headers=headers, autoping=True))

    return connect
