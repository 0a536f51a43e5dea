"""The pages of members: their profile, their data, the redirect to a table and back. Members never see others."""

import asyncio
import hmac
import re
from collections.abc import Mapping
from functools import partial
from typing import Final
from urllib.parse import urlencode

from aiohttp import web
from msgspec.structs import replace

from app.club import member_export, rating_text
from app.club.members import ClaimedSeat, ClubMember, NameTaken
from app.club.one_time_codes import OneTimeCodes
from app.club.page_helpers import LOOKUP, SEAT_DIGITS, ClubPages, KeyCookie, RequestRefused, redirect, title_and_time
from app.history.history_text import HistoryWords
from app.protocol.club_member_messages import signed_claim
from app.protocol.name_rules import name_fault
from app.protocol.table_to_club_messages import SMALL
from app.text.words_protocols import seat_name
from app.web.request_helpers import form_of, parse_count
from app.web.route_budgets import Budget, Route, mark_verified
from app.web.static_files import answer

WALL: Final = 6  # digits of a code on the wall to become a member
PHONE: Final = 8  # digits of a code to add a phone
TICKET: Final = 30  # digits of a ticket that a phone takes to a table
TICKETS: Final = 500  # valid at the same time
WALL_CODE_SECONDS: Final = 300.0  # seconds that a code on the wall stays valid at least
NEWEST: Final = 20  # games on the page
YEAR: Final = 400 * 86_400  # seconds: the longest that browsers keep a cookie
WELCOME: Final = Budget(jobs=5, statements=5, rows=5)  # phone, switch, switch again, table, the club's name
WORD: Final = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)
SIT: Final = ("table", "at", "join")  # query fields of the redirect to a table: its id, its address, the seat's ticket


class MemberPages:
    """Handlers for members, identified by a key in a cookie that is sent to pages below /me only."""

    def __init__(self, pages: ClubPages) -> None:
        self._pages, self._store, self._people = pages, pages.store, pages.store.people
        self._cookie = KeyCookie("member", pages.store, "/me", YEAR)
        self._wall = OneTimeCodes(pages.clock, WALL)
        self.phone_codes = OneTimeCodes(pages.clock, PHONE)
        self._tickets = OneTimeCodes(pages.clock, TICKET)

    def routes(self) -> list[Route]:
        return [
            Route("GET", "/me", self._me, WELCOME),
            Route("POST", "/me", self._change, replace(WELCOME, body=SMALL)),
            Route("GET", "/me/sit", self._sit, Budget(jobs=2, statements=2, rows=2)),
            Route("GET", "/me/claim", self._ask_claim, LOOKUP),
            Route("POST", "/me/claim", self._claim, Budget(jobs=2, statements=2, rows=2)),
            Route("GET", "/receipt/{id}", self._receipt, Budget(jobs=1, statements=2, rows=1_000)),
        ]

    # ---- what others of the club ask

    def wall_code(self) -> str:
        """Return a code to become a member, valid for at least `WALL_CODE_SECONDS`; "" if that is switched off."""
        if not self._store.is_on("join"):
            return ""
        good = [each for each in self._wall.list_valid() if each.until - self._pages.clock() >= WALL_CODE_SECONDS]
        return good[-1].code if good else self._wall.make("")

    def take_ticket(self, ticket: str, table: str) -> str | None:
        """Redeem a ticket for this table and return its member; None if it is invalid."""
        found = self._tickets.take(ticket)
        member, _, of = found.what.partition(" ") if found is not None else ("", "", "")
        return member if found is not None and of == table else None

    # ---- one's own page

    async def _member(self, request: web.Request) -> ClubMember | None:
        key = self._cookie.read(request)
        self._people.keys.recognise(key)
        return await asyncio.to_thread(self._people.find_by_phone, key) if key else None

    async def _me(self, request: web.Request) -> web.Response:
        member = await self._member(request)
        if member is None:
            return await self._welcome(request)
        shows = await asyncio.to_thread(self._store.is_on, "see")
        form = request.query.get("files", "")
        if form in member_export.FORMS and shows:
            return await self._file(request, member, form)
        response = await self._render_profile(request, member, shows)
        return self._cookie.set(request, response, self._cookie.read(request))  # renew the cookie for a year

    async def _welcome(self, request: web.Request, status: int = 200, error: str = "", name: str = "") -> web.Response:
        """Answer a phone that is not linked to a member."""
        table = await self._find_table(request.query)
        return await self._pages.page(
            request,
            "welcome",
            status,
            error=error,
            name=name,
            open=await asyncio.to_thread(self._store.is_on, "join"),
            code=request.query.get("code", "")[:WALL],
            way=_encode_fields(request.query),
            table=table,
        )

    async def _render_profile(
        self, request: web.Request, member: ClubMember, shows: bool, error: str = ""
    ) -> web.Response:
        w, words = self._pages.words_for(request), self._pages.words
        seats = await asyncio.to_thread(self._people.seats, member.id) if shows else []
        stands = await asyncio.to_thread(self._store.ratings.list_with_changes, member.id) if shows else []
        codes = [f"{each.code[:4]} {each.code[4:]}" for each in self.phone_codes.list_valid() if each.what == member.id]
        return await self._pages.page(
            request,
            "me",
            422 if error else 200,
            error=error,
            member=member,
            shows=shows,
            stands=stands,
            say=rating_text,
            words=words,
            table=await self._find_table(request.query),
            way=_encode_fields(request.query),
            seats=[member_export.describe_seat(w, words, seat) for seat in seats[:NEWEST]],
            count=len(seats),
            phones=await asyncio.to_thread(self._people.phones, member.id),
            codes=codes,
            day=words.day,
        )

    async def _file(self, request: web.Request, member: ClubMember, form: str) -> web.Response:
        """Send everything the club has about a member as a file."""
        w, words = self._pages.words_for(request), self._pages.words
        kind, write = member_export.FORMS[form]

        def make() -> bytes:
            ratings = self._store.ratings.list_standings(member.id)
            phones, seats = self._people.phones(member.id), self._people.seats(member.id)
            known = member_export.MemberData(
                member, phones, seats, ratings, self._store.tournaments.list_of_member(member.id)
            )
            return write(known, words, w)

        return answer(request, kind, await asyncio.to_thread(make), file=f"{member_export.NAME}.{form}")

    async def _change(self, request: web.Request) -> web.Response:
        form, member = await form_of(request), await self._member(request)
        if member is None:
            return await (self._add_phone if form.get("do") == "phone" else self._create_member)(request, form)
        match form.get("do"):
            case "code":
                if not any(each.what == member.id for each in self.phone_codes.list_valid()):
                    self.phone_codes.make(member.id)
            case "call":
                return await self._rename(request, member, form)
            case "others":
                await asyncio.to_thread(self._people.end_other_phones, member.id, self._cookie.read(request))
            case "out":
                await asyncio.to_thread(self._people.end_phone, self._cookie.read(request))
                return self._cookie.set(request, redirect("/me"), "")
            case "forget" if form.get("sure") == "yes":
                receipt = await asyncio.to_thread(self._people.forget, member.id, self._pages.dates())
                return self._cookie.set(request, redirect(f"/receipt/{receipt}"), "")
        return redirect("/me")

    async def _create_member(self, request: web.Request, form: Mapping[str, str]) -> web.Response:
        w, name = self._pages.words_for(request), " ".join(form.get("name", "").split())
        if error := self._explain_name(request, name):
            return await self._welcome(request, 422, error, name)
        if not await asyncio.to_thread(self._store.is_on, "join"):
            return await self._welcome(request, 403)
        if self._pages.is_slowed_down(request):
            return await self._welcome(request, 429, w("Too many wrong codes. Please wait a minute."), name)
        code = self._wall.take("".join(form.get("code", "").split()))
        if code is None:
            self._pages.count_guess(request)
            return await self._welcome(request, 403, w("The club does not know this code. The wall shows one."), name)
        try:
            _, key = await asyncio.to_thread(self._people.create, name, self._pages.dates())
        except NameTaken:
            self._wall.restore(code)
            return await self._welcome(request, 422, self._explain_taken(request), name)
        except BaseException:
            self._wall.restore(code)
            raise
        return self._cookie.set(request, redirect(_choose_next_page(request.query)), key)

    async def _add_phone(self, request: web.Request, form: Mapping[str, str]) -> web.Response:
        """Link another phone to a member, by a code from a linked phone."""
        w = self._pages.words_for(request)
        if self._pages.is_slowed_down(request):
            return await self._welcome(request, 429, w("Too many wrong codes. Please wait a minute."))
        code = self.phone_codes.take("".join(form.get("code", "").split()))
        add = None if code is None else partial(self._people.add_phone, code.what, self._pages.dates())
        key = None if add is None else await asyncio.to_thread(add)
        if key is None:
            self._pages.count_guess(request)
            text = w("The club does not know this code. A code is good once, for ten minutes; ask for another.")
            return await self._welcome(request, 403, text)
        return self._cookie.set(request, redirect(_choose_next_page(request.query)), key)

    async def _rename(self, request: web.Request, member: ClubMember, form: Mapping[str, str]) -> web.Response:
        name = " ".join(form.get("name", "").split())
        error = self._explain_name(request, name)
        if not error:
            try:
                await asyncio.to_thread(self._people.rename, member.id, name)
            except NameTaken:
                error = self._explain_taken(request)
        if not error:
            return redirect("/me")
        return await self._render_profile(request, member, await asyncio.to_thread(self._store.is_on, "see"), error)

    def _explain_name(self, request: web.Request, name: str) -> str:
        """Return why a name is invalid; "" if it is fine."""
        w = self._pages.words_for(request)
        match name_fault(name):
            case "":
                return ""
            case "empty":
                return w("A name is missing.")
            case "long":
                return w("The name is too long: at most 20 characters.")
        return w("A name cannot have a comma, a # or invisible characters.")

    def _explain_taken(self, request: web.Request) -> str:
        w = self._pages.words_for(request)
        return w("Another member has this name, or one that looks like it. Choose one that differs.")

    # ---- to a table and back

    async def _find_table(self, query: Mapping[str, str]) -> tuple[str, str] | None:
        """Return the name of the table that the visitor comes from, and its join page; None if it is not in the
        club.
        """
        asked = _extract_fields(query)
        if "table" not in asked:
            return None
        found = await asyncio.to_thread(self._people.find_address, asked["table"], asked.get("at", ""))
        if found is None:
            return None
        name, address = found
        return name, f"{address}/join/{asked['join']}" if "join" in asked else f"{address}/"

    async def _sit(self, request: web.Request) -> web.Response:
        """Redirect a member to the table with a ticket, only to an address that this table has registered."""
        w, back = self._pages.words_for(request), await self._find_table(request.query)
        if back is None:
            text = w("The club cannot find the way back to this table. Please sit down there as a guest.")
            return self._pages.note(request, 404, text)
        member = await self._member(request)
        if member is None:
            return redirect(f"/me?{_encode_fields(request.query)}")
        if len(self._tickets.list_valid()) >= TICKETS:
            return self._pages.note(request, 503, w("Too many are trying at once. Please wait a minute."))
        ticket = self._tickets.make(f"{member.id} {_extract_fields(request.query)['table']}")
        return redirect(f"{back[1]}?member={ticket}")

    # ---- seats that are claimed

    async def _ask_claim(self, request: web.Request) -> web.Response:
        w, words = self._pages.words_for(request), self._pages.words
        found = await self._find_claim(request)
        if isinstance(found, str):
            return self._pages.note(request, 404, found)
        member, result = await self._member(request), found.game.result
        name = result.seats[found.seat - 1]
        facts = title_and_time(w, words, found.game)
        return await self._pages.page(
            request,
            "claim",
            member=member,
            what=facts,
            who=seat_name(w, found.seat, name),
            points=result.scores[found.seat - 1]["total"],
            taken=found.member != "" and (member is None or found.member != member.id),
            mine=member is not None and found.member == member.id,
            other=member is not None and member.id in found.others,
            query=urlencode(sorted(request.query.items())),
        )

    async def _find_claim(self, request: web.Request) -> ClaimedSeat | str:
        w, query = self._pages.words_for(request), request.query
        table, game, sign = (query.get(name, "") for name in ("table", "game", "sign"))
        seat = parse_count(query.get("seat", ""), SEAT_DIGITS)
        fits = all(map(WORD.fullmatch, (table, game, sign))) and seat is not None
        key = await asyncio.to_thread(self._people.table_key, table) if fits else None
        if key is None or seat is None or not hmac.compare_digest(signed_claim(key, game, seat), sign):
            if self._pages.is_slowed_down(request, "key"):
                raise RequestRefused(self._pages.note(request, 429, w("Too many wrong codes. Please wait a minute.")))
            self._pages.count_guess(request, "key")
            return w("This link has expired. The table’s history has a new one, at the game.")
        mark_verified()
        found = await asyncio.to_thread(self._people.claimable, table, game, seat)
        if found is None:
            return w("This game has not arrived at the club yet. Open this page again in a few minutes.")
        return found

    async def _claim(self, request: web.Request) -> web.Response:
        found = await self._find_claim(request)
        member = await self._member(request)
        if isinstance(found, ClaimedSeat) and member is not None:
            await asyncio.to_thread(self._people.claim, found.game.id, found.seat, member.id)
        return redirect(f"/me/claim?{urlencode(sorted(request.query.items()))}")

    # ---- who was forgotten

    async def _receipt(self, request: web.Request) -> web.Response:
        found = await asyncio.to_thread(self._people.receipt, request.match_info["id"])
        if found is None:
            raise web.HTTPNotFound
        mark_verified()
        return await self._pages.page(request, "receipt", receipt=found, day=HistoryWords.day)


def _extract_fields(query: Mapping[str, str]) -> dict[str, str]:
    found = {name: query[name] for name in SIT if name in query}
    return {name: said for name, said in found.items() if name == "at" or WORD.fullmatch(said)}


def _encode_fields(query: Mapping[str, str]) -> str:
    return urlencode(_extract_fields(query))


def _choose_next_page(query: Mapping[str, str]) -> str:
    """Return the page after signing in. A form cannot redirect to a table: our policy's `form-action` forbids it."""
    return f"/me?{way}" if (way := _encode_fields(query)) else "/me"
