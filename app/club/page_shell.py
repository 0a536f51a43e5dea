"""How pages of the club are made and answered, whoever they are for."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeVar, get_args

import msgspec
from aiohttp import web
from jinja2 import ChoiceLoader, FileSystemLoader

from app.club.game_store import ClubBook
from app.history.words import HistoryWords
from app.protocol.club import FORMAT, ORGANISER, SMALL, No
from app.protocol.names import is_plain
from app.protocol.results import Archived, kind_of
from app.text import languages
from app.text.languages import Words
from app.web.connection_limits import FULL_REQUEST
from app.web.rate_limits import FailedAttempts
from app.web.requests import wanted_language
from app.web.static_files import Files, StaticFile, answer, texts
from app.web.templates import SHARED, environment


class HasFormat(Protocol):
    """A message of a table's."""

    @property
    def format(self) -> int: ...


T = TypeVar("T", bound=HasFormat)

Guessed = Literal["pin", "code", "key"]  # counted apart, so that wrong ones of a kind hold up no other kind

OWN: Final = Path(__file__).parent / "static"
NAME: Final = 40  # letters of a name of a club, or of a table


class RequestRefused(Exception):
    """A request ends here, with this answer."""

    def __init__(self, response: web.Response) -> None:
        super().__init__()
        self.response = response


class ClubPages:
    """What all of the club's rooms use: its book, its words, its templates, and who has guessed too often."""

    def __init__(
        self,
        book: ClubBook,
        words: HistoryWords,
        seats: Mapping[str, Sequence[int]],
        clock: Callable[[], float],
        dates: Callable[[], float],
    ) -> None:
        self.book, self.words, self.clock, self.dates = book, words, clock, dates
        self.seats = seats  # by kind of game: how many people can play it
        self.files = Files({name: StaticFile.of(name, text) for name, text in texts(OWN.iterdir()).items()})
        self._templates = environment(ChoiceLoader([FileSystemLoader(Path(__file__).parent / "pages"), SHARED]))
        self._templates.globals.update(files=self.files.addresses)
        self._guesses: dict[Guessed, FailedAttempts] = {what: FailedAttempts() for what in get_args(Guessed)}

    @staticmethod
    def reads(request: web.Request) -> Words:
        """The words of whoever asks: `?lang=de`, for a browser that cannot be told, or what the browser wants."""
        lang = request.query.get("lang", "")
        return languages.words(lang if lang in languages.languages() else wanted_language(request) or languages.SOURCE)

    # Any: a template may use whatever it is given.
    async def page(self, request: web.Request, page: str, status: int = 200, **facts: Any) -> web.Response:
        """`club_PAGE.html`, which is given these facts, the club's name, and the words of whoever reads it."""
        club = await asyncio.to_thread(lambda: self.book.name)
        return self._html(request, page, status, {"club": club, **facts})

    def note(self, request: web.Request, status: int, text: str, *, passes: bool = False) -> web.Response:
        """A sentence, and the way back. `passes`: the page that was asked for replaces it once the club has that."""
        renews = passes and request.method == "GET"
        return self._html(request, "problem", status, {"club": "", "text": text, "renews": renews})

    def _html(self, request: web.Request, page: str, status: int, facts: Mapping[str, Any]) -> web.Response:
        html = self.html(self.reads(request), f"club_{page}.html", path=request.path, **facts)
        return answer(request, "text/html", html.encode(), status=status)

    # Any: a template may use whatever it is given.
    def html(self, w: Words, template: str, **facts: Any) -> str:
        """A page, or a part of one."""
        return self._templates.get_template(template).render(w=w, ngettext=w.ngettext, pgettext=w.pgettext, **facts)

    def is_slowed_down(self, request: web.Request, what: Guessed = "code") -> bool:
        """Return True if the address of a request has given too many wrong values of a kind."""
        return self._guesses[what].too_many(request.remote or "", self.clock())

    def guessed(self, request: web.Request, what: Guessed = "code") -> None:
        """Count a wrong value, or one that has still to be checked: `not_guessed` takes that back."""
        self._guesses[what].wrong(request.remote or "", self.clock())

    def not_guessed(self, request: web.Request, what: Guessed = "code") -> None:
        """Take one count back, since the value was right."""
        self._guesses[what].right(request.remote or "")


def is_organised(request: web.Request) -> bool:
    """Return True for the pages behind the PIN."""
    return request.path == ORGANISER or request.path.startswith(f"{ORGANISER}/")


def is_name(name: str) -> bool:
    return 0 < len(name) <= NAME and is_plain(name)


def which_game(w: Words, words: HistoryWords, game: Archived) -> str:
    """What was played, and when."""
    return f"{words.title(w, kind_of(game.header))} · {words.moment(w, game.ended)}"


def to(path: str) -> web.Response:
    return web.Response(status=303, headers={"Location": path})


def as_json(message: msgspec.Struct) -> web.Response:
    return web.Response(body=msgspec.json.encode(message), content_type="application/json")


def no(status: int, code: str, why: str = "") -> web.Response:
    response = as_json(No(code, why))
    response.set_status(status)
    return response


async def message(request: web.Request, kind: type[T], largest: int = SMALL, patience: float = FULL_REQUEST) -> T:
    """Parse and validate a table's message.

    `largest`: bytes, more than SMALL only once the table's key is verified; `patience`: seconds for the whole body.
    RequestRefused 400 if the body is no such message, or one of a later format, and 422 if a value is out of range.
    """
    try:
        async with asyncio.timeout(patience):
            body = await request.clone(client_max_size=largest).read()
        said = msgspec.json.decode(body, type=kind)
    except TimeoutError:
        raise web.HTTPRequestTimeout from None
    except msgspec.ValidationError as problem:
        raise RequestRefused(no(422, "unfit", f"{problem}.")) from None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise RequestRefused(no(400, "message")) from None
    if said.format > FORMAT:
        raise RequestRefused(no(400, "newer"))
    return said
