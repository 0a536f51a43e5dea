"""Import of games on a phone, from another table's history export, the app BG Stats or BoardGameGeek.

A file is parsed completely or rejected. Its content is shown first, imported once somebody types the number of games,
and the import can be undone as a whole.
"""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from aiohttp import BodyPartReader, MultipartReader, web

from app.history import bg_stats_import
from app.history.bg_stats_import import ImportedGames
from app.history.export_import import UnfitHistory
from app.history.history_text import HistoryWords
from app.phones.history_pages import NO_REFUSAL, FormRefused, PageResponse
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import Actor
from app.protocol.rejection import Rejection
from app.protocol.results import Archived
from app.table.core.write_queue import WriteQueue
from app.text import table_text as table_words
from app.text.translation import Words

QUERY: Final = "import"  # of the page's address
MAX_FILE_MB: Final = 8  # MB of a file: more than a thousand games with their records
GAMES: Final = 1000  # of a file that are new here
SLICE: Final = 20  # games imported in one turn of the write queue
CONFIRM_SECONDS: Final = 600.0  # seconds in which a parsed file can be confirmed
PEOPLE: Final = 12  # names shown before the import
UPLOAD_SECONDS: Final = 120.0  # seconds to upload a whole file
PIN: Final = 100  # bytes
WORD: Final = 10  # bytes


class Waiting(NamedTuple):
    """A parsed file's new games, waiting for confirmation."""

    who: Actor
    games: tuple[Archived, ...]


class GameImport:
    """Uploads and imports files, one at a time to bound memory; one parsed file waits for confirmation."""

    def __init__(self, show: PageMaker, write_queue: WriteQueue) -> None:
        self._show = show
        self._write_queue = write_queue
        self._say = HistoryWords(show.say, listed={kind: game.listed for kind, game in show.games.items()})
        self._one = asyncio.Lock()
        self._waiting: Waiting | None = None
        self._forgets: asyncio.TimerHandle | None = None

    def page(self, w: Words, who: Actor, last: FormRefused = NO_REFUSAL, **facts: Any) -> PageResponse:
        """Render the import page: the file chooser, or the games waiting for confirmation. `last`: why a file was
        refused.

        Any: the template's facts, such as the number of imported games.
        """
        waiting = self._waiting.games if self._waiting and self._waiting.who == who else ()
        people = tuple({name: None for game in waiting for name in game.result.seats if name})
        html = self._show.pages.page(
            "share/import.html",
            w.lang,
            table=self._show.table.id,
            asks_pin=self._show.needs_pin(who),
            error=last.why,
            waiting=len(waiting),
            people=people[:PEOPLE],
            others=max(0, len(people) - PEOPLE),
            batches=[(batch, HistoryWords.day_and_time(w, batch.at)) for batch in self._show.table.list_batches()],
            **{"brought": None, "fresh": 0, "deleted": 0, "out": 0, "left": ImportedGames(()), **facts},
        )
        return PageResponse(last.status, "text/html", html.encode())

    async def take(self, w: Words, who: Actor, request: web.Request) -> PageResponse:
        """Parse an uploaded file; return the page with a preview of its games."""
        table = self._show.table
        self._wait_for(None)
        try:
            async with self._one:
                found, again = await self._parse_upload(who, request)
            fresh, deleted = table.select_new(
                bg_stats_import.mark_known_plays(found.games, table.finished.list_games()), again
            )
            if len(fresh) > GAMES:
                raise Rejection("history-many", n=GAMES)
        except Rejection as no:
            return self._refused(w, who, no)
        self._wait_for(Waiting(who, fresh) if fresh else None)
        return self.page(w, who, brought=len(found.games), deleted=deleted, left=found)

    async def answer(self, w: Words, who: Actor, form: Mapping[str, str]) -> PageResponse:
        """Import the confirmed games, or undo an earlier import; return the page with the result."""
        try:
            await self._write_queue.take(partial(self._show.give_pin, who, form))
            if "out" in form:
                out = await self._write_queue.take(partial(self._show.table.remove_batch, who, _number(form["out"])))
                return self.page(w, who, out=out)
            waiting = self._waiting
            if waiting is None or waiting.who != who:
                raise Rejection("history-none")
            if _number(form.get("number", "")) != len(waiting.games):
                raise Rejection("history-number", n=len(waiting.games))
            self._wait_for(None)
            return self.page(w, who, fresh=await self._import_in_slices(waiting))
        except Rejection as no:
            return self._refused(w, who, no)

    async def _import_in_slices(self, waiting: Waiting) -> int:
        """Import the games in slices, so that other writers can run in between; undo all of them if one cannot be
        stored.
        """
        table, batch = self._show.table, 0
        games = table.select_new(waiting.games, again=True)[0]  # somebody else may have brought the same meanwhile
        try:
            for at in range(0, len(games), SLICE):
                batch = await self._write_queue.take(
                    partial(table.import_games, waiting.who, games[at : at + SLICE], batch)
                )
                await asyncio.sleep(0)
        except Rejection:
            if batch:
                await self._write_queue.take(partial(table.remove_batch, waiting.who, batch))
            raise
        return len(games)

    def _wait_for(self, waiting: Waiting | None) -> None:
        """Set or clear the file that waits for confirmation, and restart its timeout."""
        self._waiting = waiting
        if self._forgets is not None:
            self._forgets.cancel()
        loop = asyncio.get_running_loop()
        self._forgets = loop.call_later(CONFIRM_SECONDS, self._wait_for, None) if waiting else None

    def _refused(self, w: Words, who: Actor, no: Rejection) -> PageResponse:
        return self.page(w, who, FormRefused(table_words.refusal(w, no.code, no.params)))

    async def _parse_upload(self, who: Actor, request: web.Request) -> tuple[ImportedGames, bool]:
        """Parse the form's file. Return its games, and whether those deleted here come back.

        The PIN is checked first: without it the file is not read.
        """
        if request.content_type != "multipart/form-data":
            raise Rejection("history-none")
        try:
            async with asyncio.timeout(UPLOAD_SECONDS):
                data, again = await self._file(who, await request.multipart())
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        except ValueError:  # no form
            data, again = None, False
        if data is None:
            raise Rejection("history-none")
        try:
            return await asyncio.to_thread(
                bg_stats_import.parse_import, data, self._say, self._show.table.games.shelf
            ), again
        except UnfitHistory as unfit:
            raise Rejection(unfit.code, {"number": unfit.number}) from None

    async def _file(self, who: Actor, form: MultipartReader) -> tuple[bytes | None, bool]:
        """Return the chosen file, None without one, and whether deleted games come back."""
        data: bytes | None = None
        again = False
        async for part in form:
            if isinstance(part, BodyPartReader) and part.name == "pin":
                pin = (await _read_field(part, PIN)).decode("utf-8", "replace")
                await self._write_queue.take(partial(self._show.give_pin, who, {"pin": pin}))
            elif isinstance(part, BodyPartReader) and part.name == "file" and part.filename:
                if self._show.needs_pin(who):
                    raise Rejection("pin")
                data = await _read_field(part, MAX_FILE_MB * 1024 * 1024)
            elif isinstance(part, BodyPartReader) and part.name == "again":
                again = await _read_field(part, WORD) == b"yes"
        return data, again


async def _read_field(part: BodyPartReader, most: int) -> bytes:
    """Read a form field; raise Rejection `history-large` if it has more than `most` bytes.

    The field is read to its end even then: a browser that gets an early answer shows a network error.
    """
    found, size = bytearray(), 0
    while chunk := await part.read_chunk(64 * 1024):
        size += len(chunk)
        if size <= most:
            found += chunk
    if size > most:
        raise Rejection("history-large", n=MAX_FILE_MB)
    return bytes(found)


def _number(text: str) -> int:
    """Parse a number of games; 0 if the text is no such number."""
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() and len(text) <= WORD else 0
