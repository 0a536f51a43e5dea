"""A wall for tests: hears what the club tells every page that hangs somewhere, and waits for what comes."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import aiohttp
import msgspec

PATIENCE = 120.0  # seconds until something that has to come counts as missing; only so that nothing hangs for ever


class Hanging:
    """`tables`: by their ids what each shows, as HTML; `told`: every event as it came, with its kind."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._changed = asyncio.Event()
        self.tables: dict[str, str] = {}
        self.told: list[tuple[str, object]] = []
        self.comes = 0  # how often a club was there

    async def stay(self) -> None:
        """Read the wall's event stream, and reconnect whenever it was cut off, as a browser does."""
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=None)) as web:
            while True:
                with suppress(aiohttp.ClientError):
                    async with web.get(self._address) as stream:
                        assert stream.headers["Content-Type"] == "text/event-stream"
                        self.comes += 1
                        await self._listen(stream.content)
                await asyncio.sleep(0.05)

    async def _listen(self, lines: aiohttp.StreamReader) -> None:
        kind = ""
        async for line in lines:
            name, _, said = line.decode().strip().partition(": ")
            if name == "event":
                kind = said
            elif name == "data":
                self._take(kind, msgspec.json.decode(said))

    def _take(self, kind: str, said: object) -> None:
        self.told.append((kind, said))
        if kind == "tables":
            self.tables = {id: self.tables.get(id, "") for id in said}  # type: ignore[attr-defined]
        elif kind == "table":
            self.tables[said["id"]] = said["html"]  # type: ignore[index]
        self._changed.set()

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait for something that makes it true."""
        async with asyncio.timeout(PATIENCE):
            while not true():
                self._changed.clear()
                await self._changed.wait()


@asynccontextmanager
async def hanging(address: str, lang: str = "en") -> AsyncIterator[Hanging]:
    """Yield a wall display that is connected to a club."""
    wall = Hanging(f"{address}/wall/live?lang={lang}")
    staying = asyncio.create_task(wall.stay())
    try:
        yield wall
    finally:
        staying.cancel()
        with suppress(asyncio.CancelledError):
            await staying
