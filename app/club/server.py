"""What a club answers: tables that join and tell of games, and the pages of whoever organises it."""

import asyncio
import logging
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from aiohttp import web
from jinja2 import ChoiceLoader, FileSystemLoader

from app.club.database import DatabaseProblem
from app.club.members import ClubBook, KeyEnded
from app.history import in_files
from app.history.words import HistoryWords
from app.protocol import club as said
from app.protocol.messages import Network
from app.protocol.names import is_plain
from app.protocol.results import Archived, kind_of
from app.text import club as club_words
from app.text import languages
from app.text.languages import Words
from app.web.door import Door
from app.web.hosts import HOST, Hosts
from app.web.limits import FailedAttempts
from app.web.look import LOOK, wished
from app.web.requests import Handler, acts_from_elsewhere, as_text, form_of, host_of, wanted_language
from app.web.static_files import Files, StaticFile, answer, texts
from app.web.templates import SHARED, environment

T = TypeVar("T")

CODE: Final = 600.0  # seconds for which a code is good
SESSION: Final = 1800.0  # seconds without a page, after which the PIN is asked for again
NEWEST: Final = 20  # games that the organiser's page shows
NAME: Final = 40  # letters of a name of a club, or of a table

log = logging.getLogger(__name__)


class ClubServer:
    """Answers every request. `clock`: seconds since some moment, `dates`: since 1970; `say` tells the terminal.

    Codes and sessions are kept nowhere: after a restart the organiser gives the PIN again, and makes another code.
    """

    def __init__(
        self,
        book: ClubBook,
        words: HistoryWords,
        announced: str,
        *,
        say: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        dates: Callable[[], float] = time.time,
    ) -> None:
        self._book, self._words, self._say, self._clock, self._dates = book, words, say, clock, dates
        self._hosts = Hosts(book.id, announced, lambda: None)
        self._files = Files({name: StaticFile.of(name, text) for name, text in texts(()).items()})
        self._pages = environment(ChoiceLoader([FileSystemLoader(Path(__file__).parent / "pages"), SHARED]))
        self._pages.globals.update(files=self._files.addresses)
        self._guesses = FailedAttempts()
        self._codes: dict[str, tuple[float, str]] = {}  # until when, and the name of the table that it is for
        self._sessions: dict[str, float] = {}  # of organisers, by their keys: when they asked for something last
        self._said = ""  # what is wrong with the database
        self.network = Network(address=None, name=None)
        self.door: Door | None = None

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard], client_max_size=said.LARGEST)
        app.add_routes(
            [
                web.get("/", self._front),
                web.get("/here", self._here),
                web.post("/tables", self._join),
                web.delete("/table", self._leave),
                web.post("/games", self._take),
                web.get("/organiser", self._ask_pin),
                web.post("/organiser", self._give_pin),
                web.get("/organiser/{key}", self._organiser),
                web.post("/organiser/{key}", self._organise),
                web.get("/static/{mark}/{name}", self._files.serve),
            ]
        )
        return app

    # ---- every request -------------------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if self.door is None:
            return await self._answer(request, handler)
        return await self.door.served_by(request, self._answer(request, handler))

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        LOOK.set(wished(request.cookies, False))
        w = self._reads(request)
        try:
            response = self._foreign(request) or await handler(request)
            if self._said and request.path != "/here":
                self._said = ""
        except DatabaseProblem as problem:
            self._tell(problem)
            text = club_words.problem(w, problem.code)
            response = self._note(request, 503, text) if self._is_page(request) else _no(503, problem.code)
        except web.HTTPNotFound:
            response = self._note(request, 404, w("This address leads nowhere at this club."))
        except web.HTTPRequestEntityTooLarge:
            response = _no(413, "message")
        except web.HTTPException as other:
            response = as_text(other)
        except (ConnectionError, web.RequestPayloadError):
            response = web.Response(status=400)
        except Exception:
            log.exception("a request could not be answered")  # without its path, which may hold a key
            response = self._note(request, 500, w("Something went wrong. Please try again."))
        if not response.prepared:
            response.headers["Content-Security-Policy"] = (
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
                "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
            )
        return response

    def _foreign(self, request: web.Request) -> web.Response | None:
        if HOST.fullmatch(host_of(request)) is None:
            raise web.HTTPBadRequest(text="bad host")
        if not self._hosts.answers_to(host_of(request)):
            return web.Response(status=421, text="This club has another name.")
        if acts_from_elsewhere(request):
            return web.Response(status=403, text="This is only for pages of this club.")
        return None

    def _tell(self, problem: DatabaseProblem) -> None:
        """Say it in the terminal, once until all is well again."""
        if self._said != problem.code:
            self._say(club_words.problem(languages.words("en"), problem.code, problem.why))
        self._said = problem.code

    # ---- tables --------------------------------------------------------------------------------------------

    async def _here(self, request: web.Request) -> web.Response:
        """Which club this is."""
        return _json(said.ClubHere(self._book.id, await asyncio.to_thread(lambda: self._book.name)))

    async def _join(self, request: web.Request) -> web.Response:
        """A table joins by a code, which is used up by that."""
        if self._is_slowed_down(request):
            return _no(429, "too-many")
        joins = await _message(request, said.JoinsClub)
        if joins is None:
            return _no(400, "message")
        if joins.format > said.FORMAT:
            return _no(400, "newer")
        until, name = self._codes.get(joins.code, (0.0, ""))
        if self._clock() >= until:
            self._guessed(request)
            return _no(403, "wrong-code")
        if not (_is_name(joins.name) and joins.table.isascii() and joins.table.isalnum() and len(joins.table) <= 64):
            return _no(400, "message")
        del self._codes[joins.code]
        try:
            key = await asyncio.to_thread(partial(self._book.join, joins.table, name or joins.name, self._dates()))
        except DatabaseProblem:
            self._codes[joins.code] = (until, name)
            raise
        return _json(said.JoinedClub(key, self._book.id, await asyncio.to_thread(lambda: self._book.name)))

    async def _leave(self, request: web.Request) -> web.Response:
        table = await self._table_of(request)
        if isinstance(table, web.Response):
            return table
        await asyncio.to_thread(partial(self._book.end_key, table))
        return web.Response(status=204)

    async def _take(self, request: web.Request) -> web.Response:
        """Games that a table tells."""
        table = await self._table_of(request)
        if isinstance(table, web.Response):
            return table
        told = await _message(request, said.ToldGames)
        if told is None:
            return _no(400, "message")
        if told.format > said.FORMAT:
            return _no(400, "newer")
        return _json(await asyncio.to_thread(partial(self._book.take, table, told.games)))

    async def _table_of(self, request: web.Request) -> str | web.Response:
        """The table that asks, by its key; else why not."""
        if self._is_slowed_down(request):
            return _no(429, "too-many")
        key = request.headers.get("Authorization", "").removeprefix("Bearer ")
        try:
            return await asyncio.to_thread(partial(self._book.table_of, key, self._dates()))
        except KeyEnded:
            self._guessed(request)
            return _no(401, "ended")

    # ---- pages ---------------------------------------------------------------------------------------------

    async def _front(self, request: web.Request) -> web.Response:
        games, tables = await asyncio.to_thread(self._book.count), await asyncio.to_thread(self._book.tables)
        inside = [table for table in tables if not table.away]
        return await self._page(request, "front", games=games, tables=len(inside))

    async def _ask_pin(self, request: web.Request) -> web.Response:
        return await self._page(request, "pin", error="")

    async def _give_pin(self, request: web.Request) -> web.Response:
        w = self._reads(request)
        if self._is_slowed_down(request):
            return await self._page(request, "pin", 429, error=w("Too many wrong PINs. Please wait a minute."))
        pin = (await form_of(request)).get("pin", "").strip()
        if not await asyncio.to_thread(partial(self._book.pin_fits, pin[:NAME])):
            self._guessed(request)
            return await self._page(request, "pin", 403, error=w("This PIN is not the club’s."))
        key = secrets.token_urlsafe(16)
        self._sessions = {key: at for key, at in self._sessions.items() if self._clock() - at < SESSION}
        self._sessions[key] = self._clock()
        return _to(f"/organiser/{key}")

    async def _organiser(self, request: web.Request) -> web.Response:
        if not self._is_organiser(request):
            return _to("/organiser")
        w = self._reads(request)
        if (form := request.query.get("files", "")) in in_files.FORMS:
            kind, make = in_files.FORMS[form]
            whole = await asyncio.to_thread(lambda: make(self._book.games(), self._words, w))
            response = answer(request, kind, whole)
            response.headers["Content-Disposition"] = f'attachment; filename="{in_files.NAME}.{form}"'
            return response
        games = await asyncio.to_thread(partial(self._book.games, NEWEST))
        now = self._clock()
        self._codes = {code: it for code, it in self._codes.items() if it[0] > now}
        return await self._page(
            request,
            "organiser",
            codes=[(f"{code[:4]} {code[4:]}", name) for code, (_, name) in self._codes.items()],
            addresses=self.network.addresses,
            tables=await asyncio.to_thread(self._book.tables),
            games=[_game(w, self._words, game) for game in reversed(games)],
            count=await asyncio.to_thread(self._book.count),
            day=self._words.day,
        )

    async def _organise(self, request: web.Request) -> web.Response:
        """A code for a table, the end of a table's key, another name of the club."""
        if not self._is_organiser(request):
            return _to("/organiser")
        form = await form_of(request)
        name = " ".join(form.get("name", "").split())
        match form.get("do"):
            case "code" if not name or _is_name(name):
                code = f"{secrets.randbelow(10**said.DIGITS):0{said.DIGITS}}"
                self._codes[code] = (self._clock() + CODE, name)
            case "end" if form.get("sure") == "yes":
                await asyncio.to_thread(partial(self._book.end_key, form.get("table", "")))
            case "call" if _is_name(name):
                await asyncio.to_thread(partial(self._book.call, name))
        return _to(request.path)

    # ---- small things --------------------------------------------------------------------------------------

    def _is_organiser(self, request: web.Request) -> bool:
        """Whether a page belongs to somebody who has given the PIN, and has not been away for long."""
        key, now = request.match_info["key"], self._clock()
        if now - self._sessions.get(key, -SESSION) >= SESSION:
            self._sessions.pop(key, None)
            return False
        self._sessions[key] = now
        return True

    def _is_slowed_down(self, request: web.Request) -> bool:
        return self._guesses.too_many(request.remote or "", self._clock())

    def _guessed(self, request: web.Request) -> None:
        self._guesses.wrong(request.remote or "", self._clock())

    @staticmethod
    def _is_page(request: web.Request) -> bool:
        return request.path == "/" or request.path.startswith("/organiser")

    @staticmethod
    def _reads(request: web.Request) -> Words:
        return languages.words(wanted_language(request) or languages.SOURCE)

    # Any: a template may use whatever it is given.
    async def _page(self, request: web.Request, page: str, status: int = 200, **facts: Any) -> web.Response:
        club = await asyncio.to_thread(lambda: self._book.name)
        return self._html(request, page, status, {"club": club, **facts})

    def _note(self, request: web.Request, status: int, text: str) -> web.Response:
        return self._html(request, "problem", status, {"club": "", "text": text})

    def _html(self, request: web.Request, page: str, status: int, facts: Mapping[str, Any]) -> web.Response:
        w = self._reads(request)
        template = self._pages.get_template(f"club_{page}.html")
        html = template.render(w=w, ngettext=w.ngettext, pgettext=w.pgettext, path=request.path, **facts)
        return answer(request, "text/html", html.encode(), status=status)


def _game(w: Words, words: HistoryWords, game: Archived) -> tuple[str, str]:
    """A game in two lines: which and when, and who had how many points."""
    seats = zip(game.result.seats, game.result.scores, strict=True)
    who = ", ".join(f"{game.result.name(n) or n} {score['total']}" for n, (_, score) in enumerate(seats, 1))
    return f"{words.title(w, kind_of(game.header))} · {words.day(w, game.ended)}", who


def _is_name(name: str) -> bool:
    return 0 < len(name) <= NAME and is_plain(name)


def _to(path: str) -> web.Response:
    return web.Response(status=303, headers={"Location": path})


def _json(message: msgspec.Struct) -> web.Response:
    return web.Response(body=msgspec.json.encode(message), content_type="application/json")


def _no(status: int, code: str) -> web.Response:
    response = _json(said.No(code))
    response.set_status(status)
    return response


async def _message(request: web.Request, kind: type[T]) -> T | None:
    with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return msgspec.json.decode(await request.read(), type=kind)
    return None
