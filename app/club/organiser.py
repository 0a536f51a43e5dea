"""The pages of whoever organises the club, behind its PIN."""

import asyncio
import re
import secrets
from functools import partial
from typing import Final

from aiohttp import web

from app.club.codes import OneTimeCodes
from app.club.page import NAME, ClubPages, RequestRefused, is_name, to, which_game
from app.history import in_files
from app.history.words import HistoryWords
from app.protocol.club import DIGITS
from app.protocol.messages import Network
from app.protocol.results import Archived
from app.text.languages import Words
from app.web.requests import form_of
from app.web.static_files import answer

SESSION: Final = 1800.0  # seconds without a page, after which the PIN is asked for again
NEWEST: Final = 20  # games that the page shows
SHOWN: Final = re.compile("[0-9a-f]{64}")  # by a table that asks


class ForOrganisers:
    """Answers organisers. `codes`: those with which a table may join. Who has given the PIN is kept nowhere."""

    def __init__(self, pages: ClubPages, codes: OneTimeCodes) -> None:
        self._pages, self._codes, self._book = pages, codes, pages.book
        self._sessions: dict[str, float] = {}  # by their keys: when they asked for something last
        self.network = Network(address=None, name=None)

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/organiser", self._ask_pin),
            web.post("/organiser", self._give_pin),
            web.get("/organiser/{key}", self._organiser),
            web.post("/organiser/{key}", self._organise),
        ]

    def let_in(self, request: web.Request) -> None:
        """RequestRefused unless `key` in the path is of somebody who has given the PIN, and was not away for long."""
        key, now = request.match_info["key"], self._pages.clock()
        if now - self._sessions.get(key, -SESSION) >= SESSION:
            self._sessions.pop(key, None)
            raise RequestRefused(to("/organiser"))
        self._sessions[key] = now

    async def _ask_pin(self, request: web.Request) -> web.Response:
        return await self._pages.page(request, "pin", error="", table=_asks(request.query.get("table", "")))

    async def _give_pin(self, request: web.Request) -> web.Response:
        w = self._pages.reads(request)
        form = await form_of(request)
        pin, table = form.get("pin", "").strip(), _asks(form.get("table", ""))
        again = partial(self._pages.page, request, "pin", table=table)
        if self._pages.is_slowed_down(request):
            return await again(429, error=w("Too many wrong PINs. Please wait a minute."))
        if not await asyncio.to_thread(partial(self._book.pin_fits, pin[:NAME])):
            self._pages.guessed(request)
            return await again(403, error=w("This PIN is not the club’s."))
        key, now = secrets.token_urlsafe(16), self._pages.clock()
        self._sessions = {key: at for key, at in self._sessions.items() if now - at < SESSION}
        self._sessions[key] = now
        return to(f"/organiser/{key}" + (f"?table={table}" if table else ""))

    async def _organiser(self, request: web.Request) -> web.Response:
        self.let_in(request)
        w, words = self._pages.reads(request), self._pages.words
        if (form := request.query.get("files", "")) in in_files.FORMS:
            kind, make = in_files.FORMS[form]
            whole = await asyncio.to_thread(lambda: make(self._book.games(), words, w))
            response = answer(request, kind, whole)
            response.headers["Content-Disposition"] = f'attachment; filename="{in_files.NAME}.{form}"'
            return response
        games, good = await asyncio.to_thread(partial(self._book.games, NEWEST)), self._codes.good()
        return await self._pages.page(
            request,
            "organiser",
            asks=_asks(request.query.get("table", "")),
            codes=[(f"{it.code[:4]} {it.code[4:]}", it.what) for it in good if len(it.code) == DIGITS],
            coming=[it.what for it in good if len(it.code) != DIGITS],
            addresses=self.network.addresses,
            tables=await asyncio.to_thread(self._book.tables),
            games=[game_in_two(w, words, game) for game in reversed(games)],
            count=await asyncio.to_thread(self._book.count),
            day=words.day,
        )

    async def _organise(self, request: web.Request) -> web.Response:
        """A code for a table, the end of a table's key, another name of the club."""
        self.let_in(request)
        form = await form_of(request)
        name = " ".join(form.get("name", "").split())
        match form.get("do"):
            case "code" if not name or is_name(name):
                self._codes.make(name)
            case "let-in" if (not name or is_name(name)) and (table := _asks(form.get("table", ""))):
                self._codes.let_in(table, name)
            case "end" if form.get("sure") == "yes":
                await asyncio.to_thread(partial(self._book.end_key, form.get("table", "")))
            case "call" if is_name(name):
                await asyncio.to_thread(partial(self._book.call, name))
        return to(request.path)


def _asks(table: str) -> str:
    """What a table shows that asks to be let in; "" if that is nothing of the kind."""
    return table if SHOWN.fullmatch(table) else ""


def game_in_two(w: Words, words: HistoryWords, game: Archived) -> tuple[str, str]:
    """A game in two lines: which and when, and who had how many points."""
    seats = zip(game.result.seats, game.result.scores, strict=True)
    who = ", ".join(f"{game.result.name(n) or n} {score['total']}" for n, (_, score) in enumerate(seats, 1))
    return which_game(w, words, game), who
