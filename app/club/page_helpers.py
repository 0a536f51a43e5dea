"""Shared code of the club's pages: templates, languages, rate limits, JSON messages."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeVar, get_args

import msgspec
from aiohttp import web
from jinja2 import ChoiceLoader, FileSystemLoader

from app.club.game_store import ClubStore
from app.history.history_text import HistoryWords
from app.protocol.name_rules import is_plain
from app.protocol.results import Archived, kind_of
from app.protocol.table_to_club_messages import FORMAT, ORGANISER, SMALL, ClubRefusal
from app.text import translation
from app.text.translation import Words
from app.web.connection_limits import FULL_REQUEST
from app.web.jinja_templates import SHARED, environment
from app.web.rate_limits import FailedAttempts
from app.web.request_helpers import preferred_language, read_body
from app.web.route_budgets import Budget, max_body
from app.web.static_files import Files, StaticFile, answer, texts


class HasFormat(Protocol):
    """A versioned message of a table."""

    @property
    def format(self) -> int: ...


T = TypeVar("T", bound=HasFormat)

Guessed = Literal["pin", "code", "key"]  # separate rate limits

STATIC: Final = Path(__file__).parent / "static"
LOOKUP: Final = Budget(jobs=1, statements=1, rows=1)  # of a key, or of the club's name
ORGANISED: Final = Budget(verified_body=SMALL)  # of pages of the organiser: sessions are in memory
LISTS: Final = Budget(jobs=6, statements=4_000, rows=40_000, cpu=200)  # of pages for everybody that grow with the club
NAME: Final = 40  # letters of a club's or table's name
SEAT_DIGITS: Final = 2  # of a seat in a form or an address


class RequestRefused(Exception):
    """An exception that ends a request with this response."""

    def __init__(self, response: web.Response) -> None:
        super().__init__()
        self.response = response


class KeyCookie:
    """A cookie with a secret key that browsers send only to pages below `path`. `seconds`: None until they close."""

    def __init__(self, purpose: str, store: ClubStore, path: str, seconds: int | None = None) -> None:
        self._name = f"{purpose}-{store.id[:8]}"  # browsers store cookies by host, not by port
        self._path, self._seconds = path, seconds

    def read(self, request: web.Request) -> str:
        """Return the request's key, or ""."""
        return request.cookies.get(self._name, "")

    def set(self, request: web.Request, response: web.Response, key: str) -> web.Response:
        """Set the key in the response's cookie, and return the response; "" deletes the key."""
        lasts = self._seconds if key else 0
        response.set_cookie(
            self._name, key, max_age=lasts, path=self._path, httponly=True, samesite="Lax", secure=request.secure
        )
        return response


class ClubPages:
    """The shared context of the club's handlers: store, words, templates and rate limits."""

    def __init__(
        self,
        store: ClubStore,
        words: HistoryWords,
        seats: Mapping[str, Sequence[int]],
        clock: Callable[[], float],
        dates: Callable[[], float],
    ) -> None:
        self.store, self.words, self.clock, self.dates = store, words, clock, dates
        self.seats = seats  # possible numbers of players by kind of game
        read = texts(STATIC.iterdir()).items
        self.files = Files(lambda: {name: StaticFile.from_text(name, text) for name, text in read()})
        self._templates = environment(ChoiceLoader([FileSystemLoader(Path(__file__).parent / "pages"), SHARED]))
        self._templates.globals.update(files=self.files)
        self._guesses: dict[Guessed, FailedAttempts] = {what: FailedAttempts() for what in get_args(Guessed)}

    @staticmethod
    def words_for(request: web.Request) -> Words:
        """Return the reader's language: `?lang=de`, for browsers without such a setting, or the browser's."""
        lang = request.query.get("lang", "")
        return translation.words(
            lang if lang in translation.languages() else preferred_language(request) or translation.SOURCE
        )

    # Any: a template may use whatever it is given.
    async def page(self, request: web.Request, page: str, status: int = 200, **facts: Any) -> web.Response:
        """Render `club_PAGE.html` with these facts, the club's name and the reader's language."""
        club = await asyncio.to_thread(lambda: self.store.name)
        return self._html(request, page, status, {"club": club, **facts})

    def note(self, request: web.Request, status: int, text: str, *, passes: bool = False) -> web.Response:
        """Answer with a sentence and a link back. `passes`: the page reloads itself once the club can answer."""
        renews = passes and request.method == "GET"
        return self._html(request, "problem", status, {"club": "", "text": text, "renews": renews})

    def _html(self, request: web.Request, page: str, status: int, facts: Mapping[str, Any]) -> web.Response:
        html = self.html(self.words_for(request), f"club_{page}.html", path=request.path, **facts)
        return answer(request, "text/html", html.encode(), status=status)

    # Any: a template may use whatever it is given.
    def html(self, w: Words, template: str, **facts: Any) -> str:
        """Render a template."""
        return self._templates.get_template(template).render(w=w, ngettext=w.ngettext, pgettext=w.pgettext, **facts)

    def is_slowed_down(self, request: web.Request, what: Guessed = "code") -> bool:
        """Check the rate limit of a request's address for a kind of guess."""
        return self._guesses[what].too_many(request.remote or "", self.clock())

    def count_guess(self, request: web.Request, what: Guessed = "code") -> None:
        """Count a wrong guess, or one that is not verified yet: `revert_guess` reverts that."""
        self._guesses[what].wrong(request.remote or "", self.clock())

    def revert_guess(self, request: web.Request, what: Guessed = "code") -> None:
        """Revert one count, since the value was right."""
        self._guesses[what].right(request.remote or "")


def is_organised(request: web.Request) -> bool:
    """Check that a request is for a page behind the PIN."""
    return request.path == ORGANISER or request.path.startswith(f"{ORGANISER}/")


def is_name(name: str) -> bool:
    return 0 < len(name) <= NAME and is_plain(name)


def title_and_time(w: Words, words: HistoryWords, game: Archived) -> str:
    return f"{words.title(w, kind_of(game.header))} · {words.day_and_time(w, game.ended)}"


def redirect(path: str) -> web.Response:
    return web.Response(status=303, headers={"Location": path})


def as_json(message: msgspec.Struct) -> web.Response:
    return web.Response(body=msgspec.json.encode(message), content_type="application/json")


def make_refusal(status: int, code: str, why: str = "") -> web.Response:
    response = as_json(ClubRefusal(code, why))
    response.set_status(status)
    return response


async def parse_message(request: web.Request, kind: type[T], patience: float = FULL_REQUEST) -> T:
    """Parse and validate a table's message.

    `patience`: seconds for the whole body. Raise RequestRefused 400 if the body is malformed or of a
    later format, and 422 if a value is out of range.
    """
    try:
        body = await read_body(request.clone(client_max_size=max_body()).read(), patience)
        said = msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as problem:
        raise RequestRefused(make_refusal(422, "unfit", f"{problem}.")) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise RequestRefused(make_refusal(400, "message")) from None
    if said.format > FORMAT:
        raise RequestRefused(make_refusal(400, "newer"))
    return said
