"""The club's members at a table: URLs of the club for their phones, due tournament rounds, and removed members."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final
from urllib.parse import urlencode

import msgspec

from app.host.club_connection import ClubLink
from app.protocol.club_member_messages import (
    HasForgotten,
    MemberTicket,
    RemovedMembers,
    SeatedMember,
    TableAddresses,
    hash_key,
    signed_claim,
)
from app.protocol.club_round_messages import DueDeal, KnownDeal
from app.protocol.rejection import Rejection
from app.table.core.write_queue import WriteQueue
from app.table.features import tournament_rounds
from app.table.table import Table

POLL_SECONDS: Final = 30.0  # between two questions for removed members
ROUND_POLL_SECONDS: Final = 5.0  # while members sit at the table who may be due a round
RETRY_SECONDS: Final = 2.0  # after the club was unreachable


class ClubMembersLink:
    """The exchange about members between a table and its club. `sleep`: waits while the club is unreachable."""

    def __init__(
        self,
        table: Table,
        write_queue: WriteQueue,
        link: ClubLink,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._table, self._write_queue, self._link, self._sleep = table, write_queue, link, sleep
        self._loop, self._woken = asyncio.get_running_loop(), asyncio.Event()
        self._reported: tuple[object, ...] = ()  # the club and the table's addresses that it knows
        self._asked_seats: object = None  # the seated members that the club was last asked about

    def sit_url(self, at: str, ticket: str) -> str:
        """Return the club's page for a member who wants to sit down at this address of the table; "" without a club."""
        club = self._link.club
        query = urlencode({"table": self._table.id, "at": at, **({"join": ticket} if ticket else {})})
        return f"{club.address}/me/sit?{query}" if club is not None else ""

    async def fetch_member(self, ticket: str) -> SeatedMember:
        """Return the member whose phone brought a ticket. Rejection if the club does not know it or does not answer."""
        answer = await self._link.ask("POST", "/table/members", MemberTicket(ticket))
        try:
            return msgspec.json.decode(answer, type=SeatedMember)
        except msgspec.MsgspecError:
            raise Rejection("club-away") from None

    def claim_url(self, mark: str, seat: int) -> str:
        """Return the address at which a finished game's player claims a seat as theirs; "" without a club."""
        club = self._link.club
        if club is None:
            return ""
        sign = signed_claim(hash_key(club.key), mark, seat)
        return (
            f"{club.address}/me/claim?{urlencode({'table': self._table.id, 'game': mark, 'seat': seat, 'sign': sign})}"
        )

    async def run(self) -> None:
        """Report the table's addresses and poll for removed members and due rounds, until cancelled."""
        unsubscribe = self._table.subscribe(self._on_change)
        try:
            while True:
                self._woken.clear()
                try:
                    await self.exchange()
                except (Rejection, msgspec.MsgspecError):
                    await self._sleep(RETRY_SECONDS)
                with suppress(TimeoutError):
                    async with asyncio.timeout(POLL_SECONDS if self._asked_seats is None else ROUND_POLL_SECONDS):
                        await self._woken.wait()
        finally:
            unsubscribe()

    def _on_change(self, _: object) -> None:
        """Wake the loop if the club, the addresses or the seated members have changed; called on the table's thread."""
        seated = tournament_rounds.members_to_ask(self._table.committed.state)
        if self._reported != (self._link.club, self._table.presence.network.addresses) or self._asked_seats != seated:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._woken.set)

    async def exchange(self) -> None:
        """Exchange once. Rejection or MsgspecError if no club answers."""
        club, addresses = self._link.club, self._table.presence.network.addresses
        if club is None:
            self._reported, self._asked_seats = (club, addresses), None
            await self._write_queue.take(partial(self._table.presence.set_known_deal, None))
            return
        if self._reported != (club, addresses):
            await self._link.ask("PUT", "/table/addresses", TableAddresses(addresses))
            self._reported = (club, addresses)
        answer = await self._link.ask("GET", "/table/forgotten")
        for each in msgspec.json.decode(answer, type=RemovedMembers).forgotten:
            games = await self._write_queue.take(partial(self._table.forget_member, each.member, each.seats))
            await self._link.ask("POST", "/table/forgotten", HasForgotten(each.receipt, games))
        self._asked_seats = seated = tournament_rounds.members_to_ask(self._table.committed.state)
        if seated is not None:
            deal = msgspec.json.decode(await self._link.ask("POST", "/table/round", seated), type=DueDeal).deal
            known = None if deal is None else KnownDeal(seated, deal)
            await self._write_queue.take(partial(self._table.presence.set_known_deal, known))
