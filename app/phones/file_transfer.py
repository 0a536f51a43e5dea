"""Files that go between the table and a phone by an address of their own: a report or a backup out, a backup in.

The address has a ticket, which the screen shows as a code, and which an owner's phone is told, for ten minutes
(app/host/upkeep.py). Whoever has it has the file.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from aiohttp import BodyPartReader, web

from app.phones.page_maker import PageMaker
from app.shown.machine.upkeep import instead
from app.table.core.write_queue import WriteQueue
from app.text.languages import Words
from app.text.local_time import local

MOST: Final = 256  # MB of a backup
PATIENCE: Final = 600.0  # seconds until all of it is here
CHUNK: Final = 64 * 1024  # bytes
GZIP: Final = b"\x1f\x8b"  # how a backup begins


class Unfit(Exception):
    """What a phone has brought cannot be taken; why, in a sentence."""


class CarriedFiles:
    """One file at a time."""

    def __init__(self, show: PageMaker, turns: WriteQueue) -> None:
        self._show = show
        self._turns = turns
        self._one = asyncio.Lock()

    def is_open(self, ticket: str) -> bool:
        """Whether something goes by this ticket now."""
        upkeep = self._show.table.machine.upkeep
        return upkeep is not None and upkeep.carried(ticket) is not None

    async def fetch(self, w: Words, request: web.Request, ticket: str) -> web.StreamResponse:
        """The file, or the page on which one is chosen."""
        upkeep = self._show.table.machine.upkeep
        assert upkeep is not None
        what = upkeep.carried(ticket)
        file = upkeep.handed(what) if what and what != "restore" else None
        if file is None:
            return self.page(w)
        name = f"wondertable-{what}-{local(time.time()).date().isoformat()}.tar.gz"
        headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-store"}
        return web.FileResponse(file, headers={**headers, "Content-Type": "application/gzip"})

    async def bring(self, w: Words, request: web.Request, ticket: str) -> web.Response:
        """Take a backup; the page then."""
        try:
            async with self._one, asyncio.timeout(PATIENCE):
                await self._take(w, request)
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        except Unfit as why:
            return self.page(w, error=str(why), status=422)
        return self.page(w, brought=True)

    async def _take(self, w: Words, request: web.Request) -> None:
        upkeep = self._show.table.machine.upkeep
        assert upkeep is not None
        part = upkeep.brought.with_suffix(".part")
        try:
            size = await self._keep(w, request, part)
            if not size:
                raise Unfit(w("Choose the file of a backup: “wondertable-backup-….tar.gz”."))
            await asyncio.to_thread(part.replace, upkeep.brought)
        except OSError as problem:
            raise Unfit(w("The table cannot keep the file ({said}).", said=problem.strerror or problem)) from None
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        if not await self._turns.take(upkeep.restore):
            raise Unfit(w("The table is doing something else just now. Wait for its end, or call it off."))

    async def _keep(self, w: Words, request: web.Request, to: Path) -> int:
        """Write what comes into a file; how many bytes, 0 where it is no backup. All is taken off the line."""
        size = 0
        with to.open("wb") as file:
            async for chunk in _file(request):
                if not size and not chunk.startswith(GZIP):
                    raise Unfit(w("Choose the file of a backup: “wondertable-backup-….tar.gz”."))
                size += len(chunk)
                if size > MOST * 1024 * 1024:
                    raise Unfit(w("This file is larger than {n} MB.", n=MOST))
                await asyncio.to_thread(partial(file.write, chunk))
        return size

    def page(self, w: Words, *, error: str = "", brought: bool = False, status: int = 200) -> web.Response:
        says, table = instead(w), self._show.table.id
        html = self._show.pages.page("share/carry.html", w.lang, table=table, says=says, error=error, brought=brought)
        return web.Response(status=status, body=html.encode(), content_type="text/html", charset="utf-8")


async def _file(request: web.Request) -> AsyncIterator[bytes]:
    """What is in the file of a form."""
    if request.content_type != "multipart/form-data":
        return
    async for part in await request.multipart():
        if isinstance(part, BodyPartReader) and part.name == "file":
            while chunk := await part.read_chunk(CHUNK):
                yield chunk
