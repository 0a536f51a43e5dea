"""Games of another table brought in from a phone: the file that a history exports, read as a whole or not at all."""

import asyncio
from typing import Any, Final

from aiohttp import BodyPartReader, MultipartReader, web

from app.history import in_files
from app.history.in_files import UnfitHistory
from app.phones.history import NOTHING, FormRefused, Found
from app.phones.page_maker import PageMaker
from app.protocol.results import Archived
from app.protocol.rights import Rejected, Who
from app.text import table as table_words
from app.text.languages import Words

QUERY: Final = "import"  # of the page's address
MOST: Final = 8  # MB of a file: more than a thousand games with their records
PATIENCE: Final = 120.0  # seconds until all of it is here
PIN: Final = 100  # bytes
WORD: Final = 10  # bytes


class Bringing:
    """Reads one file at a time, so that many of them do not fill the machine."""

    def __init__(self, show: PageMaker) -> None:
        self._show = show
        self._one = asyncio.Lock()

    def page(self, w: Words, who: Who, last: FormRefused = NOTHING, **facts: Any) -> Found:
        """Where a file is chosen; what was wrong with the last one, or what it brought."""
        html = self._show.pages.page(
            "share/import.html",
            w.lang,
            table=self._show.table.id,
            asks_pin=self._show.asks_pin(who),
            asks_number=self._show.asks_number(w, who),
            error=last.why,
            **{"brought": None, "fresh": 0, "deleted": 0, **facts},
        )
        return Found(last.status, "text/html", html.encode())

    async def take(self, w: Words, who: Who, request: web.Request) -> Found:
        """Bring in what was sent; the page then, with what came of it."""
        try:
            async with self._one:
                games, again = await self._read(who, request)
            fresh, deleted = self._show.table.bring_in(who, games, again)
        except Rejected as no:
            return self.page(w, who, FormRefused(table_words.refusal(w, no.code, no.params)))
        return self.page(w, who, brought=len(games), fresh=fresh, deleted=deleted)

    async def _read(self, who: Who, request: web.Request) -> tuple[tuple[Archived, ...], bool]:
        """The games of a form's file, and whether those come back that were deleted here.

        Nothing of it is read while the table's PIN is missing, which comes first.
        """
        if request.content_type != "multipart/form-data":
            raise Rejected("history-none")
        try:
            async with asyncio.timeout(PATIENCE):
                data, again = await self._file(who, await request.multipart())
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        except ValueError:  # no form
            data, again = b"", False
        if not data:
            raise Rejected("history-none")
        try:
            return await asyncio.to_thread(in_files.read, data, tuple(self._show.games)), again
        except UnfitHistory as unfit:
            raise Rejected(unfit.code, {"number": unfit.number}) from None

    async def _file(self, who: Who, form: MultipartReader) -> tuple[bytes, bool]:
        data, again = b"", False
        async for part in form:
            if isinstance(part, BodyPartReader) and part.name == "pin":
                self._show.give_pin(who, {"pin": (await _whole(part, PIN)).decode("utf-8", "replace")})
            elif isinstance(part, BodyPartReader) and part.name == "file":
                if self._show.asks_pin(who):
                    raise Rejected("pin")
                data = await _whole(part, MOST * 1024 * 1024)
            elif isinstance(part, BodyPartReader) and part.name == "again":
                again = await _whole(part, WORD) == b"yes"
        return data, again


async def _whole(part: BodyPartReader, most: int) -> bytes:
    """A part of a form; Rejected `history-large` if it is larger than so many bytes.

    All of it is taken off the line: a browser that is answered before shows a fault of its own.
    """
    found, size = bytearray(), 0
    while chunk := await part.read_chunk(64 * 1024):
        size += len(chunk)
        if size <= most:
            found += chunk
    if size > most:
        raise Rejected("history-large", n=MOST)
    return bytes(found)
