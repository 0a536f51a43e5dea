"""Club members who are about to sit down: a cache of the tickets that their phones bring. Nothing is stored."""

import re
from collections.abc import Callable
from typing import Final

from aiohttp import web

from app.protocol.club_member_messages import SeatedMember
from app.protocol.rejection import Rejection
from app.table.table import Table
from app.web.request_helpers import host_of

MEMBER: Final = "member"  # of an address, and of a form: the club's ticket
TICKET: Final = re.compile(r"[0-9]{1,40}", re.ASCII)
TICKET_SECONDS: Final = 600.0  # a ticket stays valid this long
MAX_TICKETS: Final = 50  # tickets in the cache


class MembersJoining:
    """A cache of club tickets, each looked up at the club once. `clock`: monotonic seconds."""

    def __init__(self, table: Table, clock: Callable[[], float]) -> None:
        self._table, self._clock = table, clock
        self._known: dict[str, tuple[float, SeatedMember]] = {}

    @property
    def is_in_club(self) -> bool:
        """True if the table belongs to a club, even one that is out of reach."""
        club = self._table.presence.club
        return club is not None and club.how in ("in", "away")

    def join_url(self, request: web.Request, ticket: str) -> str:
        """Return the club's URL where the owner of this ticket sits down as a member; "" without a club in reach."""
        people, club = self._table.machine.people, self._table.presence.club
        if people is None or club is None or club.how != "in":
            return ""
        return people.sit_url(f"{request.scheme}://{host_of(request)}", ticket)

    async def find(self, ticket: str) -> SeatedMember | None:
        """Return the member with this ticket, asking the club if needed; None if the ticket is invalid or the club
        fails.
        """
        people = self._table.machine.people
        if (member := self.cached_member(ticket)) is not None:
            return member
        if people is None or TICKET.fullmatch(ticket) is None:
            return None
        try:
            member = await people.fetch_member(ticket)
        except Rejection:
            return None
        now = self._clock()
        self._known = {key: each for key, each in list(self._known.items())[1 - MAX_TICKETS :] if now < each[0]}
        self._known[ticket] = now + TICKET_SECONDS, member
        return member

    def cached_member(self, ticket: str) -> SeatedMember | None:
        """Return the member with this ticket from the cache; None if it is absent or has expired."""
        until, member = self._known.get(ticket, (0.0, None))
        return member if self._clock() < until else None

    def forget(self, ticket: str) -> None:
        """Drop a ticket from the cache once its member sits."""
        self._known.pop(ticket, None)
