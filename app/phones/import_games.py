"""Games brought in from a phone: the file that another table's history exports, or the app BG Stats.

It is read as a whole or not at all, and what is in it is shown. It comes in once somebody has typed how many games that
are, and can be taken out again as one.
"""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any, Final, NamedTuple

from aiohttp import BodyPartReader, MultipartReader, web

from app.history import bg_stats_import
from app.history.bg_stats_import import ImportedGames
from app.history.export import UnfitHistory
from app.history.words import HistoryWords
from app.phones.history import NOTHING, FormRefused, Found
from app.phones.page_maker import PageMaker
from app.protocol.results import Archived
from app.protocol.rights import Rejected, Who
from app.table.core.write_queue import WriteQueue
from app.text import table as table_words
from app.text.languages import Words

QUERY: Final = "import"  # of the page's address
MOST: Final = 8  # MB of a file: more than a thousand games with their records
GAMES: Final = 1000  # of a file that are new here
SLICE: Final = 20  # games that come in while everybody else waits
WAITS: Final = 600.0  # seconds for which a file that was read waits for a yes
PEOPLE: Final = 12  # that are named before it comes in
PATIENCE: Final = 120.0  # seconds until all of it is here
PIN: Final = 100  # bytes
WORD: Final = 10  # bytes


class Waiting(NamedTuple):
    """Games of a file that are new here, and wait for somebody's yes."""

    who: Who
    games: tuple[Archived, ...]


class Bringing:
    """Reads one file at a time, so that many of them do not fill the machine; one waits for a yes."""

    def __init__(self, show: PageMaker, turns: WriteQueue) -> None:
        self._show = show
        self._turns = turns
        self._say = HistoryWords(show.say, listed={kind: game.listed for kind, game in show.games.items()})
        self._one = asyncio.Lock()
        self._waiting: Waiting | None = None
        self._forgets: asyncio.TimerHandle | None = None

    def page(self, w: Words, who: Who, last: FormRefused = NOTHING, **facts: Any) -> Found:
        """Where a file is chosen, or what is in it is looked at; what was wrong with the last one, or what it brought.

        Any: what the page says of it.
        """
        waiting = self._waiting.games if self._waiting and self._waiting.who == who else ()
        people = tuple({name: None for game in waiting for name in game.result.seats if name})
        html = self._show.pages.page(
            "share/import.html",
            w.lang,
            table=self._show.table.id,
            asks_pin=self._show.asks_pin(who),
            error=last.why,
            waiting=len(waiting),
            people=people[:PEOPLE],
            others=max(0, len(people) - PEOPLE),
            batches=[(batch, HistoryWords.moment(w, batch.at)) for batch in self._show.table.brought()],
            **{"brought": None, "fresh": 0, "deleted": 0, "out": 0, "left": ImportedGames(()), **facts},
        )
        return Found(last.status, "text/html", html.encode())

    async def take(self, w: Words, who: Who, request: web.Request) -> Found:
        """Read what was sent; the page then, with what would come of it."""
        table = self._show.table
        self._wait_for(None)
        try:
            async with self._one:
                found, again = await self._read(who, request)
            fresh, deleted = table.new_here(bg_stats_import.known(found.games, table.finished.all()), again)
            if len(fresh) > GAMES:
                raise Rejected("history-many", n=GAMES)
        except Rejected as no:
            return self._refused(w, who, no)
        self._wait_for(Waiting(who, fresh) if fresh else None)
        return self.page(w, who, brought=len(found.games), deleted=deleted, left=found)

    async def answer(self, w: Words, who: Who, form: Mapping[str, str]) -> Found:
        """Bring in what has been looked at, or take out again what came in; the page then."""
        try:
            await self._turns.take(partial(self._show.give_pin, who, form))
            if "out" in form:
                out = await self._turns.take(partial(self._show.table.take_out, who, _number(form["out"])))
                return self.page(w, who, out=out)
            waiting = self._waiting
            if waiting is None or waiting.who != who:
                raise Rejected("history-none")
            if _number(form.get("number", "")) != len(waiting.games):
                raise Rejected("history-number", n=len(waiting.games))
            self._wait_for(None)
            return self.page(w, who, fresh=await self._bring_in(waiting))
        except Rejected as no:
            return self._refused(w, who, no)

    async def _bring_in(self, it: Waiting) -> int:
        """A few at a time, so that nobody else waits for all; none of them stays where one cannot be stored."""
        table, batch = self._show.table, 0
        games = table.new_here(it.games, again=True)[0]  # somebody else may have brought the same meanwhile
        try:
            for at in range(0, len(games), SLICE):
                batch = await self._turns.take(partial(table.bring_in, it.who, games[at : at + SLICE], batch))
                await asyncio.sleep(0)
        except Rejected:
            if batch:
                await self._turns.take(partial(table.take_out, it.who, batch))
            raise
        return len(games)

    def _wait_for(self, it: Waiting | None) -> None:
        """This one waits from now on, for a while, and no other."""
        self._waiting = it
        if self._forgets is not None:
            self._forgets.cancel()
        self._forgets = asyncio.get_running_loop().call_later(WAITS, self._wait_for, None) if it else None

    def _refused(self, w: Words, who: Who, no: Rejected) -> Found:
        return self.page(w, who, FormRefused(table_words.refusal(w, no.code, no.params)))

    async def _read(self, who: Who, request: web.Request) -> tuple[ImportedGames, bool]:
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
            return await asyncio.to_thread(bg_stats_import.read, data, self._say, self._show.table.shelf), again
        except UnfitHistory as unfit:
            raise Rejected(unfit.code, {"number": unfit.number}) from None

    async def _file(self, who: Who, form: MultipartReader) -> tuple[bytes, bool]:
        data, again = b"", False
        async for part in form:
            if isinstance(part, BodyPartReader) and part.name == "pin":
                pin = (await _whole(part, PIN)).decode("utf-8", "replace")
                await self._turns.take(partial(self._show.give_pin, who, {"pin": pin}))
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


def _number(text: str) -> int:
    """What somebody typed, if it is a number as one of games is; else 0."""
    return int(text) if text.isascii() and text.removeprefix("-").isdigit() and len(text) <= WORD else 0
