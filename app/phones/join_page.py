"""The page on which a phone sits down: where, as whom, and with which language, emblem and colour."""

from collections.abc import Mapping
from itertools import chain, repeat
from typing import Any, Final
from zlib import crc32

import msgspec
from aiohttp import web

from app.looks.wonder_window import World
from app.phones.member_ticket_cache import MEMBER, MembersJoining
from app.phones.page_sources import PageSources
from app.protocol.name_rules import name_key
from app.protocol.seat_badges import COLOURS, EMBLEMS
from app.protocol.table_messages import TableView
from app.table.table import Table
from app.text.translation import Words
from engine.game import Seat

OFFERED_NAMES: Final = 8  # names offered first; the others are folded away
SIDES: Final = "bottom", "left", "top", "right"  # clockwise, from the right end of the first, as on the screen
EDGES: Final = {  # seats at each of them, by number of seats
    2: (1, 0, 1, 0),
    3: (1, 1, 1, 0),
    4: (1, 1, 1, 1),
    5: (2, 1, 1, 1),
    6: (2, 1, 2, 1),
    7: (3, 1, 2, 1),
}


class JoinForm(msgspec.Struct, frozen=True):
    """A join form: its ticket, its seat, and, if it was sent and refused, what was typed and why."""

    ticket: str | None = None  # None: for any free seat
    seat: Seat | None = None
    typed: Mapping[str, str] = {}
    error: str = ""


class JoinPage:
    """The join page of a table, built from its state now."""

    def __init__(self, show: PageSources, members: MembersJoining) -> None:
        self._show, self._members = show, members
        self._table = show.table

    def build(self, request: web.Request, w: Words, form: JoinForm, *, far: bool) -> str:
        """Build the page as HTML. `far`: the request came through the public address."""
        table, joining = self._show.current_table(), self._table.joining
        offered = {form.seat} if form.ticket and form.seat is not None else joining.list_offered_seats()
        unplayed = [seat for seat in offered if table.seats[seat].by not in ("touch", "phone")]
        first = form.seat if form.seat in offered else min(unplayed or offered, default=None)
        chosen = first + 1 if first is not None and (first == form.seat or unplayed) else None
        cover = self._show.games[table.game].cover
        return self._show.pages.page(
            "join.html",
            w.lang,
            lang=w.lang,
            table=self._table.id,
            mark=hash_seats(table, self._table),
            title=self._show.say[table.game].title(w),
            cover=World.complete(cover) if cover else None,
            ticket=form.ticket,
            action=f"../join/{form.ticket}" if form.ticket else "/",
            attempt=form.typed.get("attempt") or joining.new_attempt(),
            error=form.error,
            far=far,
            offered={seat + 1 for seat in offered},
            chosen=chosen,
            held=len(unplayed) < len(offered),
            **self._seat_values(table),
            **self._person_values(request, table, form),
            **self._badge_values(table, first, form.typed),
        )

    # Any: values of the template.
    def _seat_values(self, table: TableView) -> dict[str, Any]:
        """Return the ring of seats, and what the page says if none is free."""
        edges = chain.from_iterable(repeat(*each) for each in zip(SIDES, EDGES[len(table.seats)], strict=True))
        return {
            "ring": [*zip(table.seats, edges, strict=True)],
            "bots": set(self._table.joining.list_bot_seats()),
            "playing": any(seat.by == "bot" for seat in table.seats),
            "locked": self._table.locked,
            "begun": table.phase == "game",
            "headless": self._table.presence.headless,
        }

    def _person_values(self, request: web.Request, table: TableView, form: JoinForm) -> dict[str, Any]:
        """Return the names to choose from, the name typed, and the way in for members of the club."""
        chair = table.seats[form.seat] if form.ticket and form.seat is not None else None
        giver = chair.name if chair and chair.by != "free" else None  # the player who hands the seat over
        is_bot = chair is not None and chair.own_bot
        seated = {name_key(seat.name) for seat in table.seats if seat.name is not None}
        known = [person for person in self._table.finished.list_people() if name_key(person.name) not in seated]
        ticket = form.typed.get(MEMBER, "")
        return {
            "mine": "" if is_bot else giver,
            "bot": giver if is_bot else "",
            "known": known[:OFFERED_NAMES],
            "more": known[OFFERED_NAMES:],
            "choice": form.typed.get("known", ""),
            "name": form.typed.get("name", "")[:40] or ("" if is_bot else giver) or "",
            "member": self._members.cached_member(ticket),
            "sent": ticket,
            "club": self._members.join_url(request, form.ticket or ""),
            "in_club": self._members.is_in_club,
        }

    def _badge_values(self, table: TableView, seat: Seat | None, typed: Mapping[str, str]) -> dict[str, Any]:
        """Return the emblem and colour of the first seat offered, those chosen instead, and those of others."""
        taken = frozenset() if seat is None else table.taken_badges(seat + 1)
        return {
            "preset": ("", "") if seat is None else self._table.joining.badge_at(seat),
            "wished": [slug if slug in {*EMBLEMS, *COLOURS} - taken else "" for slug in chosen_badge(typed)],
            "taken": taken,
        }


def chosen_badge(form: Mapping[str, str]) -> tuple[str, str]:
    """Return the chosen emblem and colour; "" for one left at its preset."""
    emblem, colour = form.get("emblem", ""), form.get("colour", "")
    if emblem == form.get("preset-emblem"):
        emblem = ""
    return emblem, "" if colour == form.get("preset-colour") else colour


def hash_seats(shown: TableView, table: Table) -> str:
    """Hash what the join page shows of the table: an open one loads itself again when that changes."""
    seats = [(seat.by, seat.name, seat.badge, seat.own_bot, seat.character) for seat in shown.seats]
    ways = table.joining.list_free_seats(), table.joining.list_bot_seats(), shown.locked, table.presence.headless
    return f"{crc32(repr((shown.game, shown.phase, seats, ways)).encode()):08x}"
