"""The pages of tournaments: for players and spectators, for print, and for organisers."""

import asyncio
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Final

from aiohttp import web

from app.club.page_helpers import LISTS, ORGANISED, ClubPages, is_name, is_organised, redirect
from app.club.pairing_and_standings import TooFewPeople
from app.club.tournaments import PEOPLE, Entrant, TournamentCourse, TournamentPlan
from app.protocol.table_to_club_messages import ORGANISER
from app.text.translation import Words
from app.web.request_helpers import form_of, parse_count
from app.web.route_budgets import Route

ROUNDS: Final = range(1, 21)
MAX_DESCRIPTION: Final = 120  # letters of the description at most


class TournamentPages:
    """Handlers of tournament pages. `let_in`: checks for an organiser."""

    def __init__(self, pages: ClubPages, let_in: Callable[[web.Request], None]) -> None:
        self._pages, self._let_in = pages, let_in
        self._store, self._tournaments = pages.store, pages.store.tournaments

    def routes(self) -> list[Route]:
        organised = f"{ORGANISER}/tournaments"
        return [
            Route("GET", "/tournaments", self._list, LISTS),
            Route("GET", "/tournaments/{id}", self._show, LISTS),
            Route("GET", organised, self._organise, ORGANISED),
            Route("POST", organised, self._begin, ORGANISED),
            Route("GET", f"{organised}/{{id}}", self._organised, ORGANISED),
            Route("POST", f"{organised}/{{id}}", self._change, ORGANISED),
        ]

    async def _list(self, request: web.Request) -> web.Response:
        found = await asyncio.to_thread(self._tournaments.list_all)
        return await self._page(request, "tournaments", tournaments=found)

    async def _show(self, request: web.Request) -> web.Response:
        page = "tournament_sheet" if request.query.get("as") == "sheet" else "tournament"
        return await self._page(request, page, course=await self._course(request))

    async def _course(self, request: web.Request) -> TournamentCourse:
        course = await asyncio.to_thread(self._tournaments.course, request.match_info["id"])
        if course is None:
            raise web.HTTPNotFound
        return course

    # Any: a template may use whatever it is given.
    async def _page(self, request: web.Request, page: str, status: int = 200, **facts: object) -> web.Response:
        organised = is_organised(request)
        return await self._pages.page(
            request, page, status, home=ORGANISER if organised else "/", words=self._pages.words,
            participant_name=participant_name, format_points=format_points, **facts,
        )  # fmt: skip

    async def _organise(self, request: web.Request, wrong: str = "") -> web.Response:
        self._let_in(request)
        return await self._page(
            request,
            "organiser_tournaments",
            422 if wrong else 200,
            wrong=wrong,
            tournaments=await asyncio.to_thread(self._tournaments.list_all),
            members=await asyncio.to_thread(self._store.people.members),
            **self._choices(),
        )

    def _choices(self) -> dict[str, object]:
        """Return the options of a tournament's form: table sizes by kind of game, numbers of rounds."""
        tables = {kind: _list_sizes(counts) for kind, counts in self._pages.seats.items()}
        return {"tables": tables, "rounds_of": ROUNDS, "how": MAX_DESCRIPTION}

    def _parse_plan(self, w: Words, form: dict[str, str]) -> TournamentPlan | str:
        name, how, rounds = _parse_line(form, "name"), _parse_line(form, "how"), _parse_number(form, "rounds")
        kind, least, most = (*form.get("of", "").rsplit(" ", 2), "", "")[:3]
        if not (is_name(name) and (not how or _is_text(how)) and kind in self._pages.seats):
            return w("A tournament needs a name of at most 40 letters.")
        if (least, most) not in {
            (str(a), str(b)) for a, b in _list_sizes(self._pages.seats[kind])
        } or rounds not in ROUNDS:
            return w("This game is not played by as many people at a table.")
        return TournamentPlan(name, kind, how, int(least), int(most), rounds)

    async def _begin(self, request: web.Request) -> web.Response:
        self._let_in(request)
        w, form = self._pages.words_for(request), await form_of(request)
        plan = self._parse_plan(w, form)
        if isinstance(plan, str):
            return await self._organise(request, plan)
        people = _parse_people(form)
        if people is None:
            return await self._organise(request, self._bad_names(w))
        now, same = self._pages.dates(), form.get("same") == "yes"
        begin = partial(self._tournaments.begin, plan, *people, now, same)
        return redirect(f"{request.path}/{await asyncio.to_thread(begin)}")

    def _bad_names(self, w: Words) -> str:
        return w("Each name has a line of its own, and at most 40 letters; {n} people are the most.", n=PEOPLE)

    async def _organised(self, request: web.Request, wrong: str = "") -> web.Response:
        self._let_in(request)
        course = await self._course(request)
        sit = {person.member for person in course.people.values()}
        members = await asyncio.to_thread(self._store.people.members)
        return await self._page(
            request,
            "organiser_tournament",
            422 if wrong else 200,
            wrong=wrong,
            course=course,
            others=[member for member in members if member.id not in sit],
            **self._choices(),
        )

    async def _change(self, request: web.Request) -> web.Response:
        """Apply a form of a tournament's page, and show the page again, with what was wrong if something was."""
        self._let_in(request)
        form = await form_of(request)
        if wrong := await self._apply(request, form):
            return await self._organised(request, wrong)
        is_removed = form.get("do") == "remove" and form.get("sure") == "yes"
        return redirect(request.path.rpartition("/")[0] if is_removed else request.path)

    async def _apply(self, request: web.Request, form: dict[str, str]) -> str:
        """Apply what a form asks for in `do`, with `sure` where needed; return an error text, or ""."""
        id, round, n = request.match_info["id"], _parse_number(form, "round"), _parse_number(form, "number")
        sure = form.get("sure") == "yes"
        match form.get("do"):
            case "round":
                return await self._make_round(request, round, sure=sure)
            case "enter":
                return await self._enter(request, form, round, n)
            case "change":
                return await self._change_plan(request, form)
            case "add":
                people = _parse_people(form)
                if people is None:
                    return self._bad_names(self._pages.words_for(request))
                await asyncio.to_thread(self._tournaments.add, id, *people)
            case "back" if sure:
                await asyncio.to_thread(self._tournaments.take_back, id, round)
            case "swap":
                a, b = _parse_number(form, "a"), _parse_number(form, "b")
                await asyncio.to_thread(self._tournaments.swap, id, round, a, b)
            case "leave" | "return" as what:
                await asyncio.to_thread(self._tournaments.set_away, id, n, what == "leave")
            case "name" if sure:
                await asyncio.to_thread(self._tournaments.remove_name, id, n)
            case "same" | "apart" as what:
                await asyncio.to_thread(self._tournaments.set_same_deal, id, what == "same")
            case "end" | "go-on" as what:
                now = self._pages.dates() if what == "end" else None
                await asyncio.to_thread(self._tournaments.end, id, now)
            case "remove" if sure:
                await asyncio.to_thread(self._tournaments.remove, id)
        return ""

    async def _make_round(self, request: web.Request, round: int, *, sure: bool) -> str:
        """Make the next round; return an error text, or ""."""
        w, course = self._pages.words_for(request), await self._course(request)
        if course.missing and not sure:
            return w("Results are missing. Tick the box to make the round anyway.")
        tables = sorted((await asyncio.to_thread(self._store.list_current_names)).values())
        id, now = request.match_info["id"], self._pages.dates()
        try:
            await asyncio.to_thread(self._tournaments.make_round, id, round, tables, now)
        except TooFewPeople:
            return w("There are too few people for one table.")
        return ""

    async def _change_plan(self, request: web.Request, form: dict[str, str]) -> str:
        """Change the plan of a tournament without results; return an error text, or ""."""
        w = self._pages.words_for(request)
        plan = self._parse_plan(w, form)
        if isinstance(plan, str):
            return plan
        if not await asyncio.to_thread(self._tournaments.change, request.match_info["id"], plan):
            return w("There is already a result, so the tournament stays as it is.")
        return ""

    async def _enter(self, request: web.Request, form: dict[str, str], round: int, n: int) -> str:
        """Apply the entered result and table of a pairing; return an error text, or ""."""
        w, course = self._pages.words_for(request), await self._course(request)
        found = [one for each in course.rounds for one in each if (one.round, one.number) == (round, n)]
        place = _parse_line(form, "place")
        if not found or (place and not is_name(place)):
            return w("The name of a table has at most 40 letters.") if found else ""
        entered = [_parse_number(form, f"p{person}") for person in found[0].people]
        if any(entered) and not all(0 < each <= len(entered) for each in entered):
            return w("Enter a place for everybody at the table, or for nobody.")
        places, seen = entered if any(entered) else None, found[0].people
        id = request.match_info["id"]
        await asyncio.to_thread(self._tournaments.enter, id, round, n, places, place, seen)
        return ""


def _list_sizes(counts: Sequence[int]) -> list[tuple[int, int]]:
    """List the table sizes that a game allows, each as fewest and most people: exactly n, or one less."""
    return [(least, most) for most in counts for least in (most - 1, most) if least in counts]


def participant_name(w: Words, entrant: Entrant) -> str:
    return entrant.name or w("Somebody")


def format_points(w: Words, fraction: Fraction) -> str:
    """Format points: whole, or with one decimal."""
    return str(fraction.numerator) if fraction.denominator == 1 else w.number(float(fraction))


def _parse_line(form: dict[str, str], field: str) -> str:
    return " ".join(form.get(field, "").split())


def _parse_number(form: dict[str, str], field: str) -> int:
    """Parse a small number; 0 if it is malformed."""
    return parse_count(form.get(field, ""), 3) or 0


def _is_text(text: str) -> bool:
    return len(text) <= MAX_DESCRIPTION and all(is_name(word) for word in text.split())


def _parse_people(form: dict[str, str]) -> tuple[list[str], list[str]] | None:
    """Parse ticked members and typed names; None if a name is invalid or there are too many."""
    members = [field.removeprefix("member-") for field, on in form.items() if field.startswith("member-") and on]
    names = [name for line in form.get("names", "").splitlines() if (name := " ".join(line.split()))]
    if len(members) + len(names) > PEOPLE or not all(map(is_name, names)):
        return None
    return members, names
