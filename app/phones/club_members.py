"""Members of the club who sit down: what their phones bring from the club, until they sit. Nothing of it is stored."""

import re
from collections.abc import Callable
from typing import Final

from aiohttp import web

from app.protocol.club_members import SeatedMember
from app.protocol.rights import Rejected
from app.table.table import Table
from app.web.requests import host_of

MEMBER: Final = "member"  # of an address, and of a form: the club's ticket
TICKET: Final = re.compile(r"[0-9]{1,40}", re.ASCII)
LASTS: Final = 600.0  # seconds in which somebody sits down who has come back
MOST: Final = 50  # who have not yet


class MembersJoining:
    """Asks the club whose ticket it is, once, and remembers that. `clock`: seconds since some moment."""

    def __init__(self, table: Table, clock: Callable[[], float]) -> None:
        self._table, self._clock = table, clock
        self._known: dict[str, tuple[float, SeatedMember]] = {}

    @property
    def is_in_club(self) -> bool:
        """Whether the table is in one, which may be away."""
        club = self._table.presence.club
        return club is not None and club.how in ("in", "away")

    def way(self, request: web.Request, ticket: str) -> str:
        """Where who has come by this address goes to sit down as a member; "" where there is no club, or it is away."""
        people, club = self._table.machine.people, self._table.presence.club
        if people is None or club is None or club.how != "in":
            return ""
        return people.way(f"{request.scheme}://{host_of(request)}", ticket)

    async def find(self, ticket: str) -> SeatedMember | None:
        """Whose ticket it is; None if that cannot be known."""
        people = self._table.machine.people
        if (member := self.known(ticket)) is not None:
            return member
        if people is None or TICKET.fullmatch(ticket) is None:
            return None
        try:
            member = await people.member(ticket)
        except Rejected:
            return None
        now = self._clock()
        self._known = {key: it for key, it in list(self._known.items())[1 - MOST :] if now < it[0]}
        self._known[ticket] = now + LASTS, member
        return member

    def known(self, ticket: str) -> SeatedMember | None:
        """Whose ticket it is, if the club has said it a short while ago."""
        until, member = self._known.get(ticket, (0.0, None))
        return member if self._clock() < until else None

    def forget(self, ticket: str) -> None:
        """This one sits."""
        self._known.pop(ticket, None)
