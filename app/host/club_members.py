"""Members of the club at a table: their way to the club and back, which round of a tournament they are to be dealt,
and who of them is to be forgotten here."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final
from urllib.parse import urlencode

import msgspec

from app.host.club import ClubLink
from app.protocol.club_members import (
    HasForgotten,
    MemberTicket,
    RemovedMembers,
    SeatedMember,
    TableAddresses,
    hashed,
    signed_claim,
)
from app.protocol.club_rounds import DueDeal, KnownDeal
from app.protocol.rights import Rejected
from app.table.core.write_queue import WriteQueue
from app.table.features import rounds
from app.table.table import Table

ASKS: Final = 30.0  # seconds between two questions who is to be forgotten
SITS: Final = 5.0  # … and while members sit there who may be due a round: whether one is made
AGAIN: Final = 2.0  # seconds until a club that could not be reached may be asked again


class PeopleLink:
    """What a table and its club say of members, besides games. `sleep`: while a club is away."""

    def __init__(
        self,
        table: Table,
        turns: WriteQueue,
        link: ClubLink,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._table, self._turns, self._link, self._sleep = table, turns, link, sleep
        self._loop, self._woken = asyncio.get_running_loop(), asyncio.Event()
        self._told: tuple[object, ...] = ()  # where the table is reached, as the club knows
        self._sit: object = None  # of whom it was asked whether they are due a round

    def way(self, at: str, ticket: str) -> str:
        """Where a member's phone goes to sit down, and comes back from: to this address of the table; "" if nowhere."""
        club = self._link.club
        asks = urlencode({"table": self._table.id, "at": at, **({"join": ticket} if ticket else {})})
        return f"{club.address}/me/sit?{asks}" if club is not None else ""

    async def member(self, ticket: str) -> SeatedMember:
        """Whose phone has brought this ticket. Rejected if the club does not know, or cannot be reached."""
        answer = await self._link.ask("POST", "/table/members", MemberTicket(ticket))
        try:
            return msgspec.json.decode(answer, type=SeatedMember)
        except msgspec.MsgspecError:
            raise Rejected("club-away") from None

    def claim(self, mark: str, seat: int) -> str:
        """Where whoever had this seat in a finished game says so to the club; "" if there is none."""
        club = self._link.club
        if club is None:
            return ""
        sign = signed_claim(hashed(club.key), mark, seat)
        return (
            f"{club.address}/me/claim?{urlencode({'table': self._table.id, 'game': mark, 'seat': seat, 'sign': sign})}"
        )

    async def run(self) -> None:
        """Until cancelled: tell the club where the table is reached, and hear who is to be forgotten."""
        end = self._table.subscribe(self._changed)
        try:
            while True:
                self._woken.clear()
                try:
                    await self.hear()
                except (Rejected, msgspec.MsgspecError):
                    await self._sleep(AGAIN)
                with suppress(TimeoutError):
                    async with asyncio.timeout(ASKS if self._sit is None else SITS):
                        await self._woken.wait()
        finally:
            end()

    def _changed(self, _: object) -> None:
        """Comes in the table's turns, from their thread: another club, or another address, is told at once."""
        sit = rounds.asked_for(self._table.committed.state)
        if self._told != (self._link.club, self._table.presence.network.addresses) or self._sit != sit:
            with suppress(RuntimeError):  # the loop has ended
                self._loop.call_soon_threadsafe(self._woken.set)

    async def hear(self) -> None:
        """Once. Rejected, or MsgspecError, if there is no club that answers."""
        club, addresses = self._link.club, self._table.presence.network.addresses
        if club is None:
            self._told, self._sit = (club, addresses), None
            await self._turns.take(partial(self._table.presence.be_dealt, None))
            return
        if self._told != (club, addresses):
            await self._link.ask("PUT", "/table/addresses", TableAddresses(addresses))
            self._told = (club, addresses)
        answer = await self._link.ask("GET", "/table/forgotten")
        for each in msgspec.json.decode(answer, type=RemovedMembers).forgotten:
            games = await self._turns.take(partial(self._table.forget_member, each.member, each.seats))
            await self._link.ask("POST", "/table/forgotten", HasForgotten(each.receipt, games))
        self._sit = sit = rounds.asked_for(self._table.committed.state)
        if sit is not None:
            deal = msgspec.json.decode(await self._link.ask("POST", "/table/round", sit), type=DueDeal).deal
            known = None if deal is None else KnownDeal(sit, deal)
            await self._turns.take(partial(self._table.presence.be_dealt, known))
