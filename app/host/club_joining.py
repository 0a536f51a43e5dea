"""Joining a club: by its code, or by a request that the club's organiser scans."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

import msgspec

from app.host.club_http import ClubHttp, ClubUnreachable, fetch_fingerprint
from app.host.discovery import ClubAddress, format_address
from app.protocol import table_to_club_messages
from app.protocol.club_membership_messages import ClubStatus
from app.protocol.rejection import Rejection
from app.protocol.table_to_club_messages import ClubJoinRequest, JoinedClub, JoinsClub, Membership

RETRY_SECONDS: Final = 2.0  # between attempts while the club is unreachable


class ClubFinder(Protocol):
    """Discovers the clubs in this network."""

    async def __call__(self) -> list[ClubAddress]: ...


class ClubJoining:
    """The requests of a table to join a club. `tell` receives the status; a new request replaces the pending one."""

    def __init__(
        self,
        table: str,
        name: str,
        http: ClubHttp,
        tell: Callable[[ClubStatus | None], None],
        find_clubs: ClubFinder,
        sleep: Callable[[float], Awaitable[None]],
    ) -> None:
        self._table, self._name, self._http, self._tell = table, name, http, tell
        self._find_clubs, self._sleep = find_clubs, sleep
        self.pending: ClubJoinRequest | None = None  # waits for a scan

    async def join(self, code: str, address: str, request: ClubJoinRequest | None) -> Membership | None:
        """Return the membership, or None if it failed, which `tell` has received. `request`: to be scanned, without a
        code.
        """
        self._tell(ClubStatus("joining"))
        try:
            if address:  # without a typed scheme, try HTTPS, then HTTP
                schemes = "https", "http"
                port = table_to_club_messages.PORT
                addresses = list(dict.fromkeys(format_address(address, port, scheme) for scheme in schemes))
            else:
                addresses = [await self._find_only_club()]
            if request is not None:
                return await self._join_by_scan(addresses[0], request)
            return await self._request_membership(addresses, code)
        except Rejection as no:
            why = no.code
        except (ClubUnreachable, OSError, ValueError):
            why = "club-away"
        if request is self.pending:  # no other request was made meanwhile
            self._tell(ClubStatus("failed", why=why))
        return None

    async def _join_by_scan(self, where: str, request: ClubJoinRequest) -> Membership:
        """Retry until the organiser scans the code shown, the code expires, or another request replaces this one."""
        self._tell(ClubStatus("joining", scan=request.address(where)))
        loop = asyncio.get_running_loop()
        until = loop.time() + table_to_club_messages.GOOD
        while self.pending is request and loop.time() < until:
            try:
                return await self._request_membership([where], request.code)
            except Rejection as no:
                if no.code != "club-wrong-code":
                    raise
            except ClubUnreachable:  # it may answer again before the code expires
                pass
            await self._sleep(RETRY_SECONDS)
        raise Rejection("club-not-scanned")

    async def _request_membership(self, addresses: Sequence[str], code: str) -> Membership:
        """Join at the first address that answers. Rejection, ClubUnreachable.

        A certificate by no known authority is pinned, and is the only one accepted from then on: the person who types
        the code vouches for the club.
        """
        body = msgspec.json.encode(JoinsClub(code, self._table, self._name))
        for where in addresses:
            pin = ""
            with suppress(ClubUnreachable):
                try:
                    answered = await self._http.request("POST", f"{where}/tables", body)
                except ClubUnreachable as away:
                    if not away.wrong_certificate:
                        raise
                    pin = await asyncio.to_thread(fetch_fingerprint, where)
                    answered = await self._http.request("POST", f"{where}/tables", body, pin=pin)
                joined = msgspec.json.decode(answered, type=JoinedClub)
                return Membership(where, joined.club, joined.name, joined.key, pin)
        raise ClubUnreachable

    async def _find_only_club(self) -> str:
        """Return the address of the only club in this network. Rejection if there is none, or several."""
        found = {each.id: each for each in await self._find_clubs()}
        if len(found) != 1:
            raise Rejection("club-several" if found else "club-none")
        return next(iter(found.values())).address
