"""What tables say to their club: they join, tell of games, and leave."""

import asyncio
from functools import partial

from aiohttp import web

from app.club.book import KeyEnded
from app.club.codes import OneTimeCodes
from app.club.page import ClubPages, RequestRefused, as_json, is_name, message, no
from app.club.ratings import ToldAt
from app.protocol import club as said


class ForTables:
    """Answers tables. `codes`: those with which one may join."""

    def __init__(self, pages: ClubPages, codes: OneTimeCodes) -> None:
        self._pages, self._codes, self._book = pages, codes, pages.book

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/here", self._here),
            web.post("/tables", self._join),
            web.delete("/table", self._leave),
            web.post("/games", self._take),
        ]

    async def _here(self, request: web.Request) -> web.Response:
        """Which club this is."""
        return as_json(said.ClubHere(self._book.id, await asyncio.to_thread(lambda: self._book.name)))

    async def _join(self, request: web.Request) -> web.Response:
        """A table joins by a code, which is used up by that."""
        if self._pages.is_slowed_down(request):
            return no(429, "too-many")
        joins = await message(request, said.JoinsClub)
        if not (is_name(joins.name) and joins.table.isascii() and joins.table.isalnum() and len(joins.table) <= 64):
            return no(400, "message")
        code = self._codes.take(joins.code)
        if code is None:
            if len(joins.code) <= said.DIGITS:  # nobody guesses what a table asks by
                self._pages.guessed(request)
            return no(403, "wrong-code")
        join = partial(self._book.join, joins.table, code.what or joins.name, self._pages.dates())
        try:
            key = await asyncio.to_thread(join)
        except BaseException:
            self._codes.give_back(code)
            raise
        return as_json(said.JoinedClub(key, self._book.id, await asyncio.to_thread(lambda: self._book.name)))

    async def _leave(self, request: web.Request) -> web.Response:
        table = await self.table_of(request)
        await asyncio.to_thread(partial(self._book.end_key, table))
        return web.Response(status=204)

    async def _take(self, request: web.Request) -> web.Response:
        """Games that a table tells."""
        table = await self.table_of(request)
        told = await message(request, said.ToldGames)
        heard = ToldAt(self._pages.dates(), told.at)
        return as_json(await asyncio.to_thread(partial(self._book.take, table, told.games, heard)))

    async def table_of(self, request: web.Request) -> str:
        """The table that asks, by its key. RequestRefused if there is none."""
        if self._pages.is_slowed_down(request):
            raise RequestRefused(no(429, "too-many"))
        key = request.headers.get("Authorization", "").removeprefix("Bearer ")
        try:
            return await asyncio.to_thread(partial(self._book.table_of, key, self._pages.dates()))
        except KeyEnded:
            self._pages.guessed(request)
            raise RequestRefused(no(401, "ended")) from None
