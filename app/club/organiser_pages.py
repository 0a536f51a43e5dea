"""The organiser's pages, behind the club's PIN. A cookie contains the session's key; no URL does."""

import asyncio
import re
import secrets
from collections.abc import Mapping
from contextvars import copy_context
from functools import partial
from typing import Final

from aiohttp import web

from app.club.one_time_codes import OneTimeCodes
from app.club.page_helpers import LOOKUP, NAME, ClubPages, KeyCookie, RequestRefused, is_name, redirect, title_and_time
from app.history import export_import
from app.history.history_text import HistoryWords
from app.protocol.network_messages import Network
from app.protocol.results import Archived
from app.protocol.table_to_club_messages import DIGITS, ORGANISER, SMALL
from app.text.translation import Words
from app.web.request_helpers import form_of
from app.web.route_budgets import NO_BUDGET, Budget, FairQueue, Route, mark_verified, spend
from app.web.static_files import answer

SESSION: Final = 1800.0  # seconds of inactivity until the PIN is needed again
NEWEST: Final = 20  # games on the page
KEY_IN_ADDRESS: Final = r"{key:[A-Za-z0-9_-]{22}}{page:(/.*)?}"  # URLs of earlier versions
JOIN_HASH: Final = re.compile("[0-9a-f]{64}")  # shown by a table that requests to join


class OrganiserPages:
    """Handlers of the organiser's pages. `codes`: join codes for tables.

    Sessions are in memory only. PINs are hashed one at a time in a thread of their own, by address in turn, so that
    many of them block nothing else; each counts as wrong until it is verified.
    """

    def __init__(self, pages: ClubPages, codes: OneTimeCodes) -> None:
        self._pages, self._codes, self._store = pages, codes, pages.store
        self._sessions: dict[str, float] = {}  # by key: time of the last request
        self._cookie = KeyCookie("organiser", pages.store, ORGANISER)
        self._hashing = FairQueue(1, "pin")
        self.network = Network(address=None, name=None)

    def routes(self) -> list[Route]:
        return [
            Route("GET", ORGANISER, self._organiser, LOOKUP),
            Route("POST", ORGANISER, self._organise, Budget(jobs=1, hashes=1, statements=2, rows=2, body=SMALL)),
            Route("*", f"{ORGANISER}/{KEY_IN_ADDRESS}", self._redirect_old_url, NO_BUDGET),
        ]

    def check_session(self, request: web.Request) -> None:
        """Raise RequestRefused unless the request belongs to an active session."""
        if not self._is_in(request):
            raise RequestRefused(redirect(ORGANISER))

    def _is_in(self, request: web.Request) -> bool:
        key, now = self._cookie.read(request), self._pages.clock()
        if now - self._sessions.get(key, -SESSION) >= SESSION:
            self._sessions.pop(key, None)
            return False
        self._sessions[key] = now
        mark_verified()
        return True

    async def _redirect_old_url(self, request: web.Request) -> web.Response:
        """Redirect a URL of earlier versions, which contained the session's key."""
        return redirect(f"{ORGANISER}{request.match_info['page']}")

    async def _sign_in(self, request: web.Request, form: Mapping[str, str]) -> web.Response:
        w = self._pages.words_for(request)
        pin, table = form.get("pin", "").strip(), _parse_join_hash(form.get("table", ""))
        again = partial(self._pages.page, request, "pin", table=table)
        if self._pages.is_slowed_down(request, "pin"):
            return await again(429, error=w("Too many wrong PINs. Please wait a minute."))
        self._pages.count_guess(request, "pin")
        spend("hashes")
        fits = partial(copy_context().run, self._store.is_pin, pin[:NAME])
        if not await asyncio.wrap_future(self._hashing.submit(request.remote or "", fits)):
            return await again(403, error=w("This PIN is not the club’s."))
        self._pages.revert_guess(request, "pin")
        mark_verified()
        key, now = secrets.token_urlsafe(16), self._pages.clock()
        self._sessions = {key: at for key, at in self._sessions.items() if now - at < SESSION}
        self._sessions[key] = now
        return self._cookie.set(request, redirect(ORGANISER + (f"?table={table}" if table else "")), key)

    async def _organiser(self, request: web.Request) -> web.Response:
        if not self._is_in(request):
            return await self._pages.page(
                request, "pin", error="", table=_parse_join_hash(request.query.get("table", ""))
            )
        w, words = self._pages.words_for(request), self._pages.words
        if (form := request.query.get("files", "")) in export_import.FORMS:
            kind, make = export_import.FORMS[form]
            whole = await asyncio.to_thread(lambda: make(self._store.games(), words, w))
            return answer(request, kind, whole, file=export_import.file_name(form))
        games, good = await asyncio.to_thread(self._store.games, NEWEST), self._codes.list_valid()
        return await self._pages.page(
            request,
            "organiser",
            asks=_parse_join_hash(request.query.get("table", "")),
            codes=[(f"{each.code[:4]} {each.code[4:]}", each.what) for each in good if len(each.code) == DIGITS],
            coming=[each.what for each in good if len(each.code) != DIGITS],
            addresses=self.network.addresses,
            tables=await asyncio.to_thread(self._store.tables),
            games=[describe_game(w, words, game) for game in reversed(games)],
            count=await asyncio.to_thread(self._store.count),
            words=words,
        )

    async def _organise(self, request: web.Request) -> web.Response:
        """Handle the organiser's form: check the PIN, make a join code, end a table's key, rename the club, or sign
        out.
        """
        form = await form_of(request)
        if "pin" in form:
            return await self._sign_in(request, form)
        self.check_session(request)
        name = " ".join(form.get("name", "").split())
        match form.get("do"):
            case "code" if not name or is_name(name):
                self._codes.make(name)
            case "let-in" if (not name or is_name(name)) and (table := _parse_join_hash(form.get("table", ""))):
                self._codes.accept_hash(table, name)
            case "end" if form.get("sure") == "yes":
                await asyncio.to_thread(self._store.end_key, form.get("table", ""))
            case "call" if is_name(name):
                await asyncio.to_thread(self._store.rename, name)
            case "out":
                self._sessions.pop(self._cookie.read(request), None)
                return self._cookie.set(request, redirect("/"), "")
        return redirect(request.path)


def _parse_join_hash(table: str) -> str:
    """Return the hash shown by a table that requests to join; "" if it is malformed."""
    return table if JOIN_HASH.fullmatch(table) else ""


def describe_game(w: Words, words: HistoryWords, game: Archived) -> tuple[str, str]:
    """Describe a game in two lines: which and when, and the players' points."""
    seats = zip(game.result.seats, game.result.scores, strict=True)
    who = ", ".join(f"{game.result.name(n) or n} {score['total']}" for n, (_, score) in enumerate(seats, 1))
    return title_and_time(w, words, game), who
