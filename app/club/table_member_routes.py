"""Requests from tables about members: redeem tickets, register addresses, get shared deals, confirm removals."""

import asyncio
from functools import partial
from urllib.parse import urlsplit

from aiohttp import web

from app.club.member_pages import MemberPages
from app.club.page_helpers import LOOKUP, ClubPages, as_json, make_refusal, parse_message
from app.club.table_routes import MESSAGE, TableRoutes
from app.protocol.club_member_messages import HasForgotten, MemberTicket, RemovedMembers, SeatedMember, TableAddresses
from app.protocol.club_round_messages import DueDeal, SeatedMembers
from app.protocol.host_names import HOST
from app.web.route_budgets import Route


class TableMemberRoutes:
    """Handlers for tables, authenticated by their keys."""

    def __init__(self, pages: ClubPages, tables: TableRoutes, members: MemberPages) -> None:
        self._pages, self._tables, self._members, self._people = pages, tables, members, pages.store.people
        self._pending_deal = pages.store.tournaments.pending_deal

    def routes(self) -> list[Route]:
        return [
            Route("PUT", "/table/addresses", self._register_addresses, MESSAGE),
            Route("POST", "/table/members", self._member, MESSAGE),
            Route("POST", "/table/round", self._find_deal, MESSAGE),
            Route("GET", "/table/forgotten", self._list_removed, LOOKUP),
            Route("POST", "/table/forgotten", self._confirm_removal, MESSAGE),
        ]

    async def _register_addresses(self, request: web.Request) -> web.Response:
        table = await self._tables.table_of(request)
        told = await parse_message(request, TableAddresses)
        if not all(map(_is_address, told.addresses)):
            return make_refusal(422, "unfit", "An address is no server’s.")
        await asyncio.to_thread(self._people.set_addresses, table, told.addresses)
        return web.Response(status=204)

    async def _member(self, request: web.Request) -> web.Response:
        """Redeem a member's ticket."""
        table = await self._tables.table_of(request)
        brought = await parse_message(request, MemberTicket)
        id = self._members.take_ticket(brought.ticket, table)
        member = None if id is None else await asyncio.to_thread(self._people.member, id)
        if member is None:
            return make_refusal(403, "wrong-code")
        return as_json(SeatedMember(member.id, member.name))

    async def _find_deal(self, request: web.Request) -> web.Response:
        await self._tables.table_of(request)
        sit = await parse_message(request, SeatedMembers)
        return as_json(DueDeal(await asyncio.to_thread(self._pending_deal, sit.kind, sit.members)))

    async def _list_removed(self, request: web.Request) -> web.Response:
        table = await self._tables.table_of(request)
        return as_json(RemovedMembers(tuple(await asyncio.to_thread(self._people.list_removed, table))))

    async def _confirm_removal(self, request: web.Request) -> web.Response:
        table = await self._tables.table_of(request)
        said = await parse_message(request, HasForgotten)
        heard = partial(self._people.confirm_removal, table, said.receipt, said.games, self._pages.dates())
        await asyncio.to_thread(heard)
        return web.Response(status=204)


def _is_address(address: str) -> bool:
    """Check that an address is the origin of a web server, without a path."""
    if not address.isprintable():
        return False
    try:
        at = urlsplit(address)
    except ValueError:
        return False
    return (
        address == f"{at.scheme}://{at.netloc}" and at.scheme in ("http", "https") and bool(HOST.fullmatch(at.netloc))
    )
