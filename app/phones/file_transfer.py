"""File transfer between the table and a phone: download a report or a backup, upload a backup.

The URL contains a ticket, valid for ten minutes (app/host/upkeep.py), that the screen shows as a QR code and an owner's
phone receives. Everyone who has the URL has the file.
"""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path
from typing import Final

from aiohttp import BodyPartReader, web

from app.phones.page_maker import PageMaker
from app.shown.machine.upkeep import instead
from app.table.core.write_queue import WriteQueue
from app.text.time_zone import local
from app.text.translation import Words
from app.web.static_files import download_header

MAX_BACKUP_MB: Final = 256  # MB of a backup
UPLOAD_SECONDS: Final = 600.0  # seconds to upload a whole file
CHUNK: Final = 64 * 1024  # bytes
GZIP: Final = b"\x1f\x8b"  # magic number of a backup


class UnusableFile(Exception):
    """The uploaded file cannot be used; the message is a sentence for people."""


class FileTransfer:
    """Downloads and uploads by ticket, one upload at a time."""

    def __init__(self, show: PageMaker, write_queue: WriteQueue) -> None:
        self._show = show
        self._write_queue = write_queue
        self._one = asyncio.Lock()

    def is_open(self, ticket: str) -> bool:
        """Check that a ticket is valid now."""
        upkeep = self._show.table.machine.upkeep
        return upkeep is not None and upkeep.find_transfer(ticket) is not None

    async def fetch(self, w: Words, request: web.Request, ticket: str) -> web.StreamResponse:
        """Send the file of this ticket, or the upload page if the ticket is for a restore."""
        upkeep = self._show.table.machine.upkeep
        assert upkeep is not None
        what = upkeep.find_transfer(ticket)
        file = upkeep.download_path(what) if what and what != "restore" else None
        if file is None:
            return self.page(w)
        name = f"wondertable-{what}-{local(time.time()).date().isoformat()}.tar.gz"
        headers = {"Cache-Control": "no-store", "Content-Type": "application/gzip", **download_header(name)}
        return web.FileResponse(file, headers=headers)

    async def receive_upload(self, w: Words, request: web.Request, ticket: str) -> web.Response:
        """Receive an uploaded backup and start the restore; return the page with the result."""
        try:
            async with self._one, asyncio.timeout(UPLOAD_SECONDS):
                await self._take(w, request)
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        except UnusableFile as why:
            return self.page(w, error=str(why), status=422)
        return self.page(w, brought=True)

    async def _take(self, w: Words, request: web.Request) -> None:
        upkeep = self._show.table.machine.upkeep
        assert upkeep is not None
        part = upkeep.upload_path.with_suffix(".part")
        try:
            size = await self._save_upload(w, request, part)
            if not size:
                raise UnusableFile(w("Choose the file of a backup: “wondertable-backup-….tar.gz”."))
            await asyncio.to_thread(part.replace, upkeep.upload_path)
        except OSError as problem:
            raise UnusableFile(
                w("The table cannot keep the file ({said}).", said=problem.strerror or problem)
            ) from None
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
        if not await self._write_queue.take(upkeep.restore):
            raise UnusableFile(w("The table is busy with something else. Wait until it is done, or cancel it."))

    async def _save_upload(self, w: Words, request: web.Request, to: Path) -> int:
        """Write the upload to a file and return its size in bytes. Raise Unfit if it is too large or no gzip file."""
        size = 0
        with to.open("wb") as file:
            async for chunk in _file(request):
                if not size and not chunk.startswith(GZIP):
                    raise UnusableFile(w("Choose the file of a backup: “wondertable-backup-….tar.gz”."))
                size += len(chunk)
                if size > MAX_BACKUP_MB * 1024 * 1024:
                    raise UnusableFile(w("This file is larger than {n} MB.", n=MAX_BACKUP_MB))
                await asyncio.to_thread(file.write, chunk)
        return size

    def page(self, w: Words, *, error: str = "", brought: bool = False, status: int = 200) -> web.Response:
        says, table = instead(w), self._show.table.id
        html = self._show.pages.page("share/carry.html", w.lang, table=table, says=says, error=error, brought=brought)
        return web.Response(status=status, body=html.encode(), content_type="text/html", charset="utf-8")


async def _file(request: web.Request) -> AsyncIterator[bytes]:
    """Read the file of a multipart form in chunks."""
    if request.content_type != "multipart/form-data":
        return
    async for part in await request.multipart():
        if isinstance(part, BodyPartReader) and part.name == "file":
            while chunk := await part.read_chunk(CHUNK):
                yield chunk
