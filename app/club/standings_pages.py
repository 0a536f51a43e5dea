"""The standings: pages, CSV, a sheet to print; leagues, and settings of ratings."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date, datetime, time, timedelta
from typing import Final

from aiohttp import web

from app.club import rating_text
from app.club.page_helpers import LISTS, ORGANISED, ClubPages, RequestRefused, is_name, is_organised, redirect
from app.club.ratings import ROWS_PER_PAGE, Ratings, StandingsRow
from app.history.export_import import sheet
from app.protocol.table_to_club_messages import ORGANISER
from app.text.translation import Words
from app.web.request_helpers import form_of, parse_count
from app.web.route_budgets import Route
from app.web.static_files import answer

PAGE_DIGITS: Final = 5
NEWEST: Final = 20  # changes on a player's page, doubted games on the organiser's


class StandingsPages:
    """Handlers of the standings. `let_in`: checks for an organiser, who may always read them."""

    def __init__(self, pages: ClubPages, let_in: Callable[[web.Request], None]) -> None:
        self._pages, self._let_in = pages, let_in
        self._ratings: Ratings = pages.store.ratings

    def routes(self) -> list[Route]:
        return [
            Route("GET", f"{under}/standings{rest}", answers, budget)
            for under, budget in (("", LISTS), (ORGANISER, ORGANISED))
            for rest, answers in (("/{pool}", self._standings), ("/{pool}/{player}", self._person))
        ] + [
            Route("GET", "/standings", self._list_pools, LISTS),
            Route("GET", f"{ORGANISER}/standings", self._organise, ORGANISED),
            Route("POST", f"{ORGANISER}/standings", self._decide, ORGANISED),
        ]

    async def _check(self, request: web.Request) -> None:
        """Check the right to read the standings; raise RequestRefused."""
        if is_organised(request):
            self._let_in(request)
        elif not await asyncio.to_thread(lambda: self._ratings.is_open):
            w = self._pages.words_for(request)
            text = w("Only organisers see the standings here. They can open them to everybody.")
            raise RequestRefused(self._pages.note(request, 403, text))

    async def _list_pools(self, request: web.Request) -> web.Response:
        await self._check(request)
        pools = await asyncio.to_thread(self._ratings.pools)
        return await self._page(request, "standings", pools=pools)

    async def _standings(self, request: web.Request) -> web.Response:
        await self._check(request)
        id = request.match_info["pool"]
        number = parse_count(request.query.get("page", ""), PAGE_DIGITS) or 1
        found = await asyncio.to_thread(self._ratings.standings, id, number)
        if found is None:
            raise web.HTTPNotFound
        pool, rows, has_more = found[0], found[1][:ROWS_PER_PAGE], len(found[1]) > ROWS_PER_PAGE
        doubted = await asyncio.to_thread(self._ratings.list_doubtful_players, id, [row.player for row in rows])
        match request.query.get("as"):
            case "csv":
                w = self._pages.words_for(request)
                return answer(request, "text/csv", as_csv(w, rows), file=f"{pool.id}.csv")
            case "sheet":
                return await self._page(request, "sheet", pool=pool, rows=rows, doubted=doubted)
        return await self._page(
            request, "standing", pool=pool, rows=rows, doubted=doubted, number=number, has_more=has_more
        )

    async def _person(self, request: web.Request) -> web.Response:
        """Show a player's latest rating changes."""
        await self._check(request)
        pool, player = request.match_info["pool"], request.match_info["player"]
        found = await asyncio.to_thread(self._ratings.standings, pool, player=player)
        if found is None or not found[1]:
            raise web.HTTPNotFound
        changes = await asyncio.to_thread(self._ratings.changes, pool, player, NEWEST)
        return await self._page(request, "changes", pool=found[0], me=found[1][0], changes=changes)

    # Any: a template may use whatever it is given.
    async def _page(self, request: web.Request, page: str, status: int = 200, **facts: object) -> web.Response:
        organised = is_organised(request)
        base = f"{ORGANISER}/standings" if organised else "/standings"
        return await self._pages.page(
            request, page, status, base=base, home=ORGANISER if organised else "/", say=rating_text,
            words=self._pages.words, **facts,
        )  # fmt: skip

    async def _organise(self, request: web.Request) -> web.Response:
        await self._check(request)
        return await self._organised(request)

    async def _organised(self, request: web.Request, wrong: str = "") -> web.Response:
        ratings = self._ratings

        def read() -> dict[str, object]:
            return {
                "pools": ratings.pools(),
                "doubted": ratings.list_doubted_games(NEWEST),
                "apart": ratings.bots_apart,
                "open": ratings.is_open,
            }

        return await self._page(
            request, "organiser_standings", 400 if wrong else 200, wrong=wrong, now=self._pages.dates(),
            seats=self._pages.seats, **await asyncio.to_thread(read),
        )  # fmt: skip

    async def _decide(self, request: web.Request) -> web.Response:
        """Handle the organiser's form: begin, end or remove a league; change the settings."""
        await self._check(request)
        form = await form_of(request)
        ratings, w, league = self._ratings, self._pages.words_for(request), form.get("league", "")
        match form.get("do"):
            case "begin":
                wanted = self._league(form)
                if wanted is None:
                    wrong = w("A league needs a name, and a last day that is not before its first.")
                    return await self._organised(request, wrong)
                await asyncio.to_thread(ratings.begin_league, *wanted)
            case "end":
                await asyncio.to_thread(ratings.end_league, league, self._pages.dates())
            case "remove" if form.get("sure") == "yes":
                await asyncio.to_thread(ratings.remove_league, league)
            case "decide":
                await asyncio.to_thread(ratings.rate_bots, form.get("bots") == "apart")
                await asyncio.to_thread(ratings.let_all_read, form.get("open") == "yes")
        return redirect(request.path)

    def _league(self, form: dict[str, str]) -> tuple[str, str, int, float, float] | None:
        """Parse the league in a form; None if it is invalid."""
        name = " ".join(form.get("name", "").split())
        with suppress(ValueError, OverflowError, OSError):
            kind, _, seats = form.get("of", "").rpartition(" ")
            first, last = (_parse_midnight(form.get(day, ""), later) for day, later in (("first", 0), ("last", 1)))
            if is_name(name) and int(seats) in self._pages.seats.get(kind, ()) and first < last:
                return name, kind, int(seats), first, last
        return None


def as_csv(w: Words, rows: Sequence[StandingsRow]) -> bytes:
    """Write standings as CSV."""
    heads = (w("Place"), w("Name"), w("Rating"), w("Games"), w("Won"), w("Shared first places"))
    lines = ((row.place, row.name, round(row.points), row.games, row.unshared_wins, row.shared) for row in rows)
    return sheet(w, [heads, *lines])


def _parse_midnight(day: str, later: int) -> float:
    """Return the start of a day, plus `later` days, by the club's clock; raise ValueError if it is malformed."""
    return datetime.combine(date.fromisoformat(day) + timedelta(days=later), time()).timestamp()
