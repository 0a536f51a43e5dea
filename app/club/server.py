"""The club's HTTP server: routing, access checks and error pages."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from itertools import chain
from typing import Final

from aiohttp import web

from app.club.database import DatabaseProblem
from app.club.game_store import ClubStore
from app.club.member_pages import MemberPages
from app.club.one_time_codes import OneTimeCodes
from app.club.organiser_member_pages import OrganiserMemberPages
from app.club.organiser_pages import OrganiserPages
from app.club.page_helpers import ClubPages, RequestRefused, make_refusal
from app.club.rating_worker import RatingWorker
from app.club.relay import Relay
from app.club.standings_pages import StandingsPages
from app.club.table_member_routes import TableMemberRoutes
from app.club.table_routes import TableRoutes
from app.club.tournament_pages import TournamentPages
from app.club.wall import WallPages
from app.history.history_text import HistoryWords
from app.protocol.host_names import HOST
from app.protocol.network_messages import Network
from app.protocol.table_to_club_messages import DIGITS
from app.text import club_text as club_words
from app.text import translation
from app.web.allowed_hosts import Hosts
from app.web.appearance_cookies import LOOK, parse_appearance
from app.web.connection_limits import ConnectionLimiter
from app.web.request_helpers import Handler, acts_from_elsewhere, as_text, host_of
from app.web.route_budgets import (
    NO_BUDGET,
    Budget,
    BudgetSpent,
    Route,
    RouteBudgets,
    current_spending,
    log_overspending,
)

# Paths of pages for people, besides the front page.
PAGES: Final = ("/organiser", "/wall", "/standings", "/tournaments", "/me", "/receipt")

log = logging.getLogger(__name__)


class ClubServer:
    """The request handlers of a club. `clock`: monotonic seconds, `dates`: seconds since 1970; `say` prints on the
    terminal.

    `seats`: possible numbers of players by kind of game; `announced`: the mDNS name; `host_address`: a further host
    name set by the organiser; `relay_url`: the relay's address, "" for none.
    """

    def __init__(
        self,
        store: ClubStore,
        words: HistoryWords,
        seats: Mapping[str, Sequence[int]],
        announced: str,
        host_address: str | None = None,
        *,
        relay_url: str = "",
        say: Callable[[str], None],
        clock: Callable[[], float] = time.monotonic,
        dates: Callable[[], float] = time.time,
    ) -> None:
        self._say = say
        self._hosts = Hosts(store.id, announced, lambda: host_address)
        self._pages = ClubPages(store, words, seats, clock, dates)
        self.table_codes = OneTimeCodes(clock, DIGITS)
        self._organisers = OrganiserPages(self._pages, self.table_codes)
        self._tables = TableRoutes(self._pages, self.table_codes)
        self.relay = Relay(self._pages, self._tables, relay_url) if relay_url else None
        self._standings = StandingsPages(self._pages, self._organisers.check_session)
        self._tournaments = TournamentPages(self._pages, self._organisers.check_session)
        self._rating_worker = RatingWorker(store.ratings, store.people.scrub, dates)
        self._members = MemberPages(self._pages)
        self._walls = WallPages(self._pages, self._tables.table_of, self._members.wall_code)
        self._organiser_members = OrganiserMemberPages(self._pages, self._organisers, self._members)
        self._table_members = TableMemberRoutes(self._pages, self._tables, self._members)
        self._reported_problem = ""  # the reported database problem
        self.door: ConnectionLimiter | None = None
        self.budgets = RouteBudgets()

    def set_network(self, network: Network) -> None:
        """Set the addresses of the club."""
        self._organisers.network = self._walls.network = network

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        page_groups = (
            self._tables, self._organisers, self._walls, self._standings, self._tournaments, self._members,
            self._organiser_members, self._table_members,
        )  # fmt: skip
        self.budgets.register(
            app,
            Route("GET", "/", self._front, Budget(jobs=2, statements=4, rows=4)),
            Route("GET", "/static/{mark}/{name}", self._pages.files.serve, NO_BUDGET),
            *chain.from_iterable(group.routes() for group in page_groups),
        )
        if self.relay is not None:
            self.budgets.register(app, *self.relay.routes())
            app.on_shutdown.append(self.relay.close)
        app.on_startup.append(self._walls.open)
        app.on_shutdown.append(self._walls.close)
        app.cleanup_ctx.append(self._run_rating_worker)
        return app

    async def _run_rating_worker(self, _: web.Application) -> AsyncIterator[None]:
        task = asyncio.create_task(self._rating_worker.run())
        yield
        task.cancel()
        await asyncio.wait([task])

    async def _front(self, request: web.Request) -> web.Response:
        store = self._pages.store
        games, tables, open_ = await asyncio.to_thread(
            lambda: (store.count(), store.count_tables(), store.ratings.is_open)
        )
        led = None if self.relay is None else len(self.relay.lines)
        return await self._pages.page(request, "front", games=games, tables=tables, open=open_, led=led)

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        answering = self.budgets.run_counted(request, self._answer(request, handler))
        return await (answering if self.door is None else self.door.run_marked_busy(request, answering))

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        LOOK.set(parse_appearance(request.cookies, plain=False))
        w = self._pages.words_for(request)
        try:
            response = self._refuse_foreign(request) or await handler(request)
            self._wake_rating_worker(request)
            if self._reported_problem and request.path != "/here":
                self._reported_problem = ""
        except RequestRefused as refused:
            response = refused.response
        except DatabaseProblem as problem:
            self._wake_rating_worker(request)  # a part may be stored
            self._report_problem(problem)
            response = self._unavailable(request, problem.code, club_words.problem(w, problem.code), passes=True)
        except BudgetSpent as spent:
            log_overspending(request, spent)
            text = w("This takes the club too long for a visitor. Please ask an organiser to look it up.")
            response = self._unavailable(request, "budget", text)
        except web.HTTPNotFound:
            response = self._pages.note(request, 404, w("This address leads nowhere at this club."))
        except web.HTTPRequestEntityTooLarge:
            response = make_refusal(413, "message")
        except web.HTTPException as other:
            response = as_text(other)
        except (ConnectionError, web.RequestPayloadError):
            response = web.Response(status=400)
        except Exception:
            log.exception("a request could not be answered")  # without its path, which may contain a key
            response = self._pages.note(request, 500, w("Something went wrong. Please try again."), passes=True)
        if not response.prepared:
            response.headers["Content-Security-Policy"] = (  # `connect-src` for the wall's events
                "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
                "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
            )
        return response

    def _wake_rating_worker(self, request: web.Request) -> None:
        """Wake the worker after a request that may have changed something; visitors change nothing."""
        if request.method not in ("GET", "HEAD") and current_spending() is None:
            self._rating_worker.wake()

    def _unavailable(self, request: web.Request, code: str, text: str, *, passes: bool = False) -> web.Response:
        """Answer 503: a page with a sentence for people, a code for tables."""
        if request.path == "/" or request.path.startswith(PAGES):
            return self._pages.note(request, 503, text, passes=passes)
        return make_refusal(503, code)

    def _refuse_foreign(self, request: web.Request) -> web.Response | None:
        if HOST.fullmatch(host_of(request)) is None:
            raise web.HTTPBadRequest(text="bad host")
        if not self._hosts.is_served_as(host_of(request)):
            return web.Response(status=421, text="This club has another name.")
        if acts_from_elsewhere(request):
            return web.Response(status=403, text="This is only for pages of this club.")
        return None

    def _report_problem(self, problem: DatabaseProblem) -> None:
        """Print a database problem, once until it is solved."""
        if self._reported_problem != problem.code:
            self._say(club_words.problem(translation.words("en"), problem.code, problem.why))
        self._reported_problem = problem.code
