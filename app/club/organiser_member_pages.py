"""The organiser's page of members: switches, codes for their phones, wrong claims."""

import asyncio
from functools import partial
from typing import Final

from aiohttp import web

from app.club.member_pages import MemberPages
from app.club.members import ClaimedSeat
from app.club.organiser_pages import OrganiserPages
from app.club.page_helpers import ORGANISED, SEAT_DIGITS, ClubPages, redirect, title_and_time
from app.protocol.table_to_club_messages import ORGANISER
from app.text.translation import Words
from app.text.words_protocols import seat_name
from app.web.request_helpers import form_of, parse_count
from app.web.route_budgets import Route

CLAIMS: Final = 50  # on the page


class OrganiserMemberPages:
    """Handlers for organisers, about members."""

    def __init__(self, pages: ClubPages, organisers: OrganiserPages, members: MemberPages) -> None:
        self._pages, self._organisers, self._members = pages, organisers, members
        self._store, self._people = pages.store, pages.store.people

    def routes(self) -> list[Route]:
        return [
            Route("GET", f"{ORGANISER}/members", self._page, ORGANISED),
            Route("POST", f"{ORGANISER}/members", self._change, ORGANISED),
        ]

    async def _page(self, request: web.Request) -> web.Response:
        self._organisers.check_session(request)
        w, words = self._pages.words_for(request), self._pages.words
        claims = await asyncio.to_thread(self._people.claims, CLAIMS)
        phones = {each.what: f"{each.code[:4]} {each.code[4:]}" for each in self._members.phone_codes.list_valid()}
        return await self._pages.page(
            request,
            "members",
            organiser=ORGANISER,
            joins=await asyncio.to_thread(self._store.is_on, "join"),
            sees=await asyncio.to_thread(self._store.is_on, "see"),
            code=await asyncio.to_thread(self._members.wall_code),
            members=await asyncio.to_thread(self._people.members),
            phones=phones,
            claims=[
                (
                    title_and_time(w, words, claim.game),
                    w("{seat}: claimed by {name}", seat=_name_seat(w, claim), name=name),
                    claim.game.id,
                    claim.seat,
                )
                for claim, name in claims
            ],
            day=words.day,
        )

    async def _change(self, request: web.Request) -> web.Response:
        self._organisers.check_session(request)
        form = await form_of(request)
        member, seat = form.get("member", ""), parse_count(form.get("seat", ""), SEAT_DIGITS)
        match form.get("do"):
            case "join" | "see" as what:
                await asyncio.to_thread(self._store.switch, what, form.get("on") == "yes")
            case "phone" if await asyncio.to_thread(self._people.member, member):
                self._members.phone_codes.make(member)
            case "unclaim" if seat is not None:
                await asyncio.to_thread(self._people.unclaim, form.get("game", ""), seat)
            case "forget" if form.get("sure") == "yes":
                if await asyncio.to_thread(self._people.member, member):
                    forget = partial(self._people.forget, member, self._pages.dates())
                    return redirect(f"/receipt/{await asyncio.to_thread(forget)}")
        return redirect(request.path)


def _name_seat(w: Words, seat: ClaimedSeat) -> str:
    return seat_name(w, seat.seat, seat.game.result.seats[seat.seat - 1])
