"""Requests from tables: join the club, send games, leave."""

import asyncio
from functools import partial
from typing import Final

from aiohttp import web
from msgspec.structs import replace

from app.club.game_store import KeyEnded
from app.club.one_time_codes import OneTimeCodes
from app.club.page_helpers import LOOKUP, ClubPages, RequestRefused, as_json, is_name, make_refusal, parse_message
from app.club.ratings import SendingTime
from app.protocol import table_to_club_messages as said
from app.web.route_budgets import Budget, Route

PATIENCE: Final = 60.0  # seconds for a message with games
MESSAGE: Final = Budget(jobs=1, statements=1, rows=1, verified_body=said.SMALL)  # read once the key is looked up


class TableRoutes:
    """Handlers for tables. `codes`: join codes."""

    def __init__(self, pages: ClubPages, codes: OneTimeCodes) -> None:
        self._pages, self._codes, self._store = pages, codes, pages.store
        self._locks: dict[str, asyncio.Lock] = {}  # by table: one large message in memory at a time

    def routes(self) -> list[Route]:
        return [
            Route("GET", "/here", self._identify, LOOKUP),
            Route("POST", "/tables", self._join, Budget(jobs=1, body=said.SMALL)),
            Route("DELETE", "/table", self._leave, LOOKUP),
            Route("POST", "/games", self._store_games, replace(LOOKUP, verified_body=said.LARGEST)),
        ]

    async def _identify(self, request: web.Request) -> web.Response:
        return as_json(said.ClubHere(self._store.id, await asyncio.to_thread(lambda: self._store.name)))

    async def _join(self, request: web.Request) -> web.Response:
        """Add a table to the club by a code, which is redeemed."""
        joins = await parse_message(request, said.JoinsClub)
        if not is_name(joins.name):
            return make_refusal(422, "unfit", "The name has a sign that names do not have.")
        is_short = len(joins.code) <= said.DIGITS  # the long code of a scanned request cannot be guessed
        if is_short and self._pages.is_slowed_down(request):
            return make_refusal(429, "too-many")
        code = self._codes.take(joins.code)
        if code is None:
            if is_short:
                self._pages.count_guess(request)
            return make_refusal(403, "wrong-code")
        join = partial(self._store.join, joins.table, code.what or joins.name, self._pages.dates())
        try:
            key = await asyncio.to_thread(join)
        except BaseException:
            self._codes.restore(code)
            raise
        return as_json(said.JoinedClub(key, self._store.id, await asyncio.to_thread(lambda: self._store.name)))

    async def _leave(self, request: web.Request) -> web.Response:
        table = await self.table_of(request)
        await asyncio.to_thread(self._store.end_key, table)
        return web.Response(status=204)

    async def _store_games(self, request: web.Request) -> web.Response:
        table = await self.table_of(request)
        async with self._locks.setdefault(table, asyncio.Lock()):
            upload = await parse_message(request, said.GamesUpload, PATIENCE)
            heard = SendingTime(self._pages.dates(), upload.at)
            return as_json(await asyncio.to_thread(self._store.store_games, table, upload.games, heard))

    async def table_of(self, request: web.Request) -> str:
        """Return the table whose key the request has; raise RequestRefused if there is none.

        A right key is never slowed down by wrong ones from the same address: several tables may share a router.
        """
        key = request.headers.get("Authorization", "").removeprefix("Bearer ")
        self._store.keys.recognise(key)
        try:
            return await asyncio.to_thread(self._store.table_of, key, self._pages.dates())
        except KeyEnded:
            if self._pages.is_slowed_down(request, "key"):
                raise RequestRefused(make_refusal(429, "too-many")) from None
            self._pages.count_guess(request, "key")
            raise RequestRefused(make_refusal(401, "ended")) from None
