"""HTTP routes: pages to sit down, play and watch, and the sockets. A key appears only in a URL's path."""

import asyncio
import hmac
import logging
import re
from collections import defaultdict
from collections.abc import Mapping
from functools import partial
from typing import Final
from urllib.parse import urlsplit

import msgspec
from aiohttp import web
from msgspec.structs import replace

from app.phones import how_to_play, import_games
from app.phones.file_transfer import FileTransfer
from app.phones.finished_game_sharing import CLIP, SHARE, Sharing
from app.phones.history_pages import REVIEW, Histories, PageResponse, SlowPage
from app.phones.import_games import GameImport
from app.phones.join_page import JoinForm, JoinPage, chosen_badge, hash_seats
from app.phones.member_ticket_cache import MEMBER, MembersJoining
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.phones.phone_connection import End, PhoneConnection
from app.phones.position_entry import FILES, QUERY, Positions
from app.phones.reading_connection import ReadingConnection
from app.phones.static_files import FAR_STYLE, Static
from app.phones.unverified_values import Values
from app.phones.websockets import LISTS, SOCKET, ConnectionFactory, Connections, JsonConnection
from app.protocol.base_messages import Lang
from app.protocol.client_rights import ONLOOKER, SCREEN, Actor
from app.protocol.host_names import HOST
from app.protocol.name_rules import host_name
from app.protocol.play_messages import Cue
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import JoinRequest
from app.shown.cardboard import unverified_values
from app.text import table_text as table_words
from app.text import translation
from app.text.translation import Words
from app.web import public_address
from app.web.allowed_hosts import Hosts
from app.web.appearance_cookies import LOOK, parse_appearance
from app.web.connection_limits import ConnectionLimiter
from app.web.public_address import NO_PUBLIC_ADDRESS, PublicAddress
from app.web.rate_limits import FailedAttempts
from app.web.request_helpers import (
    Handler,
    acts_from_elsewhere,
    as_text,
    form_of,
    host_of,
    parse_count,
    preferred_language,
)
from app.web.route_budgets import (
    BudgetSpent,
    Route,
    RouteBudgets,
    current_spending,
    log_overspending,
    mark_verified,
    spend,
)
from app.web.static_files import answer, pack
from app.web.svg_sprites import drop_unused_symbols
from engine.game import Seat

log = logging.getLogger(__name__)
FORM: Final = 16 * 1024  # bytes of a form; the largest holds the cards of seven seats
LOADS: Final = 4  # readings of the finished games, which are read again when they have changed meanwhile
ONLOOKERS: Final = 40  # sockets of onlookers at most
PAGE: Final = re.compile(r"[0-9a-f]{16}")
FAR_PREFIX: Final = "far "  # before a client's address that a proxy has forwarded
SPRITES: Final = ("sprite", "drawings")  # a page contains the symbols it shows; the socket sends the rest


class Routes:
    """The request handlers of a table's server."""

    def __init__(self, connections: Connections, screen_key: str, public: PublicAddress = NO_PUBLIC_ADDRESS) -> None:
        self.connections = connections
        self.table = connections.table
        self.write_queue = connections.write_queue
        self._screen_key = screen_key
        self.show = PageMaker(self.table, connections.games)
        self.files = Static((*self.show.styles, *FILES, FAR_STYLE))
        self.show.pages.globals(files=self.files)
        self.histories = Histories(self.show)
        self.sharing = Sharing(self.show)
        self.bringing = GameImport(self.show, self.write_queue)
        self.values = Values(self.show)
        self.carrying = FileTransfer(self.show, self.write_queue)
        self.positions = Positions(self.show)
        self.members = MembersJoining(self.table, connections.clock)
        self.join_page = JoinPage(self.show, self.members)
        self.budgets = RouteBudgets(LISTS)
        self._guesses = FailedAttempts()
        self._hosts = Hosts(self.table.id, host_name(self.table.id), lambda: self.table.settings.host_address)
        self.public = public
        self.door: ConnectionLimiter | None = None
        self._slow_pages = defaultdict[tuple[bool, bool], asyncio.Lock](asyncio.Lock)

    def app(self) -> web.Application:
        app = web.Application(middlewares=[self._guard])
        self.budgets.register(
            app,
            Route("GET", "/", self._join_free_seat, replace(LISTS, jobs=LOADS + 1)),  # one finds the club
            Route("POST", "/", self._submit_join, replace(LISTS, body=FORM, changes=1)),
            Route("GET", "/join/{ticket}", self._join_by_ticket, LISTS),
            Route("POST", "/join/{ticket}", self._submit_ticket, replace(LISTS, body=FORM)),
            Route("GET", "/seat/{key}", self._seat, LISTS),
            Route("POST", "/seat/{key}", self._seat_form, replace(LISTS, verified_body=FORM)),
            Route("GET", "/seat/{key}/live", partial(self._seat_page, PhoneConnection), SOCKET),
            Route("GET", "/seat/{key}/reading", partial(self._seat_page, ReadingConnection), SOCKET),
            Route("GET", "/carry/{ticket}", self._carry, LISTS),
            Route("POST", "/carry/{ticket}", self._carry, LISTS),
            Route("GET", "/watch", self._watch, replace(LISTS, jobs=LOADS + 1, changes=1)),
            Route("GET", "/watch/live", self._watch_live, SOCKET),
            Route("GET", "/socket", self._socket, SOCKET),
            Route("GET", "/socket/{key}", self._seat_socket, SOCKET),
            Route("GET", "/here", self._identify_table, LISTS),
            Route("GET", "/static/{mark}/{name}", self.files.serve, LISTS),
        )
        return app

    # ---- every request -------------------------------------------------------------------------------------

    @web.middleware
    async def _guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Limit connections, refuse cross-site actions, set the content security policy and hide tracebacks."""
        counted = partial(self.budgets.run_counted, request)
        if self.door is None:
            return await counted(self._answer(request, handler))
        if self.public.is_far(request) and not self.door.assign_client(request.transport, self._client_of(request)):
            return web.Response(status=503, text="too many connections")
        return await self.door.run_marked_busy(request, counted(self._answer(request, handler)))

    async def _answer(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        if self.public.is_far(request) and not public_address.is_allowed(request):
            return web.Response(status=404)
        self.table.count_reads(spend)
        LOOK.set(parse_appearance(request.cookies, self.table.settings.plain_figures))
        try:
            response = self._refuse_foreign(request) or await handler(request)
        except BudgetSpent as spent:
            log_overspending(request, spent)
            w = self._words(request)
            text = w("This takes the table too long for a visitor. You can open it from a seat.")
            response = self._note(request, 503, w("Too much at once"), text)
        except web.HTTPNotFound:
            response = self._not_found(request)
        except web.HTTPRequestEntityTooLarge:
            w = self._words(request)
            response = self._note(request, 413, w("The name is too long"), w("Please choose a shorter name."))
        except web.HTTPException as other:
            response = as_text(other)
        except (ConnectionError, web.RequestPayloadError):
            response = web.Response(status=400)  # the client has disconnected or sent no body
        except Exception:
            log.exception("a request could not be answered")  # without its path, which may contain a key
            w = self._words(request)
            text = w("The table is still running. Please try again.")
            response = self._note(request, 500, w("Something went wrong"), text)
        if not response.prepared:
            response.headers["Content-Security-Policy"] = self._policy(request)
        return response

    def _policy(self, request: web.Request) -> str:
        """Build the content security policy: nothing from other origins.

        A page that lost the table may look for it at the table's own addresses. CSP cannot name IPv6 hosts, so a page
        reaches only the one it came from.
        """
        known = [host_of(request), *(urlsplit(url).netloc for url in self.show.current_table().network.addresses)]
        ours = self._hosts.is_served_as(host_of(request))
        hosts = [host for host in dict.fromkeys(known) if ours and HOST.fullmatch(host) and "[" not in host]
        reach = " ".join(f"ws://{host} http://{host}" for host in hosts)
        if self.public.is_far(request):
            reach = f"wss://{self.public.host}"  # nothing of the house
        made = " blob:" if SHARE in request.query else ""  # a picture that the page makes itself
        return (
            f"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'{made}; font-src 'self'; "
            f"connect-src 'self' {reach}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        )

    def _refuse_foreign(self, request: web.Request) -> web.Response | None:
        """Refuse a foreign host name, and sockets and forms of another site's page; None if all is well."""
        host = host_of(request)
        if HOST.fullmatch(host) is None:
            raise web.HTTPBadRequest(text="bad host")
        far = self.public.is_far(request)
        if not (host.lower() == self.public.host if far else self._hosts.is_served_as(host)):
            w = self._words(request)
            text = w("Please scan the table’s code, or type the numbers of its address.")
            return self._note(request, 421, w("This table has another name"), text, table="")
        if not acts_from_elsewhere(request):
            return None
        return web.Response(status=403, text="This is only for pages of this table.")

    # ---- sitting down ----------------------------------------------------------------------------------------

    async def _join_free_seat(self, request: web.Request) -> web.Response:
        await self._load_finished_games()
        return await self._show_join_page(request, None, None)

    async def _submit_join(self, request: web.Request) -> web.Response:
        form = await form_of(request)
        if again := self._answer_again(request, form):
            return again
        seat = Seat((parse_count(form.get("seat", ""), 2) or 0) - 1)
        return await self.write_queue.take(partial(self._sit_down, request, None, seat, form))

    async def _join_by_ticket(self, request: web.Request) -> web.Response:
        """Show the join page of a ticket. Changes nothing, so link previews are harmless."""
        ticket = request.match_info["ticket"]
        seat = self.table.joining.seat_of_ticket(ticket, far=self.public.is_far(request))
        if seat is None:
            return self._count_wrong_key(request) or self._refuse_ticket(request, {})
        mark_verified()
        return await self._show_join_page(request, ticket, seat)

    async def _show_join_page(self, request: web.Request, ticket: str | None, seat: Seat | None) -> web.Response:
        """Build the join page; a phone that returns from the club with a ticket joins as that member."""
        w, sent, error = self._words(request), request.query.get(MEMBER, ""), ""
        if sent and await self.members.find(sent) is None:
            if busy := self._count_wrong_key(request):
                return busy
            error = w("The club does not know this phone now. You can sit down as a guest.")
        return self._show_form(request, w, JoinForm(ticket, seat, {MEMBER: sent}, error))

    async def _submit_ticket(self, request: web.Request) -> web.Response:
        ticket = request.match_info["ticket"]
        form = await form_of(request)
        if again := self._answer_again(request, form):
            return again
        seat = self.table.joining.seat_of_ticket(ticket, far=self.public.is_far(request))
        if seat is None:
            return self._count_wrong_key(request) or self._refuse_ticket(request, form)
        mark_verified()
        return await self.write_queue.take(partial(self._sit_down, request, ticket, seat, form))

    def _answer_again(self, request: web.Request, form: Mapping[str, str]) -> web.Response | None:
        """Answer a form that is sent again, as its answer was lost, in the same way; None if it is new."""
        key = self.table.joining.key_of_attempt(form.get("attempt", ""), far=self.public.is_far(request))
        return None if key is None else _redirect(f"/seat/{key}")

    def _sit_down(self, request: web.Request, ticket: str | None, seat: Seat, form: dict[str, str]) -> web.Response:
        lang = _lang(form.get("lang", ""), self.table.settings.lang)
        member = self.members.cached_member(form.get(MEMBER, ""))
        name = form.get("known") or form.get("name", "") or (member.name if member else "")
        emblem, colour = chosen_badge(form)
        sent = JoinRequest(
            name,
            lang,
            emblem,
            colour,
            member=member.id if member else "",
            far=self.public.is_far(request),
            attempt=form.get("attempt", ""),
        )
        try:
            key = self.table.joining.join(ticket, seat, sent)
        except Rejection as no:
            if no.code == "taken":
                return self._refuse_ticket(request, form)
            w = translation.words(lang)
            text = table_words.refusal(w, no.code, no.params)
            return self._show_form(request, w, JoinForm(ticket, seat, form, text), status=422)
        self.members.forget(form.get(MEMBER, ""))
        return _redirect(f"/seat/{key}")

    def _refuse_ticket(self, request: web.Request, form: Mapping[str, str]) -> web.Response:
        """Refuse a ticket. Somebody far away is not told of other seats."""
        if not self.public.is_far(request):
            return self._offer_other_seats(request, form)
        w = self._words(request)
        text = w("It can be used once, within an hour. Ask your friends at the table for a new one.")
        return self._note(request, 410, w("This invitation is over"), text, table="")

    def _offer_other_seats(self, request: web.Request, form: Mapping[str, str]) -> web.Response:
        """Offer other free seats, keeping the name already typed."""
        w = translation.words(_lang(form["lang"], self.table.settings.lang)) if "lang" in form else self._words(request)
        if self.table.locked:
            text = ""  # the page says it
        elif self.table.joining.list_free_seats():
            text = w("This seat is taken, or its code has expired. These seats are free:")
        else:
            text = w("This seat is taken, or its code has expired.")
        return self._show_form(request, w, JoinForm(typed=form, error=text), status=410)

    def _show_form(self, request: web.Request, w: Words, form: JoinForm, status: int = 200) -> web.Response:
        html = self.join_page.build(request, w, form, far=self.public.is_far(request))
        return answer(request, "text/html", html.encode(), status=status)

    # ---- pages -----------------------------------------------------------------------------------------------

    async def _seat(self, request: web.Request) -> web.Response:
        seat = self._seat_of(request)
        if seat is None:
            if busy := self._count_wrong_key(request):
                return busy
            w = self._words(request)
            text = w(
                "The seat was handed over, or its player left it. If it was yours, somebody at "
                "the table can hand it to you again."
            )
            return self._note(request, 404, w("This seat is no longer played here"), text)
        who = Actor("seat", seat)
        w = self._reader_words(request, who)
        if QUERY in request.query and (html := self.positions.page(w, who)):
            return answer(request, "text/html", html.encode())
        if import_games.QUERY in request.query:
            return answer(request, "text/html", self.bringing.page(w, who).body)
        if unverified_values.QUERY in request.query:
            return self._respond_with(request, self.values.find(w, who, request.query), w)
        return await self._page_outside_game(request, who) or self._live_page(request, who)

    async def _watch(self, request: web.Request) -> web.Response:
        return await self._page_outside_game(request, ONLOOKER) or self._live_page(
            request, ONLOOKER, preferred_language(request)
        )

    async def _seat_form(self, request: web.Request) -> web.Response:
        """Handle a seat's form: correct the history, import a file, set uncertain values, or enter a position."""
        seat = self._seat_of(request)
        if seat is None:
            return self._count_wrong_key(request) or self._not_found(request)
        who = Actor("seat", seat)
        w = self._reader_words(request, who)
        if import_games.QUERY in request.query:
            if request.content_type == "multipart/form-data":
                brought = await self.bringing.take(w, who, request)
            else:
                brought = await self.bringing.answer(w, who, await form_of(request))
            return answer(request, brought.kind, brought.body, status=brought.status)
        form = await form_of(request)
        if unverified_values.QUERY in request.query:
            entered = await self.write_queue.take(partial(self.values.enter, w, who, request.query, form))
            if isinstance(entered, str):
                return _redirect(f"{request.path}?{entered}")
            return self._respond_with(request, entered, w)
        if QUERY in request.query:
            html = await self.write_queue.take(partial(self.positions.enter, w, who, form))
            if html is None:
                return _redirect(request.path)
            return answer(request, "text/html", html.encode(), status=422)
        if not request.query.keys() & {"person", "fix"}:
            return self._not_found(request)
        done = await self.write_queue.take(partial(self.histories.change, w, who, request.query, form))
        if isinstance(done, str):
            return _redirect(f"{request.path}?{done}")
        return await self._respond_with_built(request, done, w)

    async def _page_outside_game(self, request: web.Request, who: Actor) -> web.Response | None:
        """Answer a query for *How to play* or for a page or file of the history; None if the query asks for neither."""
        w = self._reader_words(request, who)
        if how_to_play.QUERY in request.query and (html := how_to_play.page(self.show, w, request.query)):
            return answer(request, "text/html", html.encode())
        pages = self.sharing if self.sharing.is_for(request.query) else self.histories
        if not pages.is_for(request.query):
            return None
        await self._load_finished_games()
        find = partial(pages.find, w, who, request.query)
        page = await self.write_queue.take(find) if REVIEW in request.query else find()
        return await self._respond_with_built(request, page, w)

    async def _carry(self, request: web.Request) -> web.StreamResponse:
        """Send or receive a maintenance file by ticket."""
        ticket, w = request.match_info["ticket"], self._words(request)
        if not self.carrying.is_open(ticket):
            text = w("This code has expired. Get a new one on the screen or on your phone.")
            return self._count_wrong_key(request) or self._note(request, 404, w("There is nothing here"), text)
        mark_verified()
        how = self.carrying.receive_upload if request.method == "POST" else self.carrying.fetch
        return await how(w, request, ticket)

    async def _load_finished_games(self) -> None:
        """Load the finished games in a thread, unless they are in memory."""
        for _ in range(LOADS):
            if (read := self.table.finished.make_reader()) is None:
                return
            (await asyncio.to_thread(read))()

    async def _respond_with_built(
        self, request: web.Request, page: PageResponse | SlowPage | None, w: Words
    ) -> web.Response:
        """Answer with a page. A slow page is built in a thread, one file and one page at a time, apart for seats."""
        if not callable(page):
            return self._respond_with(request, page, w)
        is_file = bool(request.query.keys() & {"files", CLIP})
        async with self._slow_pages[is_file, current_spending() is None]:
            made, packed = await asyncio.to_thread(_build_and_compress, page)
        return self._respond_with(request, made, w, packed)

    def _respond_with(
        self, request: web.Request, page: PageResponse | None, w: Words, packed: bytes | None = None
    ) -> web.Response:
        """Answer with a page, or with a file as a download; 404 if there is none."""
        if page is None:
            return self._not_found(request, w)
        return answer(request, page.kind, page.body, packed, status=page.status, file=page.file)

    def _reader_words(self, request: web.Request, who: Actor) -> Words:
        """Return the reader's language: the seat's, else the browser's, else the table's."""
        if who.seat is None:
            return self._words(request)
        return translation.words(self.show.current_table().seats[who.seat].lang)

    def _live_page(self, request: web.Request, who: Actor, wants: str = "") -> web.Response:
        reader = PageState(who, "table" if who.seat is None else "mine", wants)  # other tabs load when opened
        self.show.update_page(reader, self.connections.screens > 0)
        parts = reader.initial_parts()
        parts |= {name: msgspec.structs.replace(parts[name], etag="") for name in SPRITES}
        lists = defaultdict[str, list[str]](list)
        for name in parts:
            if "-" in name:
                lists[name.partition("-")[0]].append(name)
        for names in lists.values():
            names.sort(key=lambda name: int(name.partition("-")[2]))
        lists.get("log", []).reverse()
        html = self.show.pages.page(
            "seat.html",
            reader.lang,
            parts=parts,
            lists=lists,
            layout=self.show.layout,
            watching=who.seat is None,
            far=reader.far,
            table=self.table.id,
            others="" if reader.far else " ".join(self.show.current_table().network.addresses),
            wants=wants,
            heard=0 if reader.looks else reader.since,
        )
        return answer(request, "text/html", drop_unused_symbols(html).encode())

    async def _identify_table(self, request: web.Request) -> web.Response:
        """Return the table's id and a hash of its seats. Another origin is refused unless its page looks for this
        table.
        """
        seats = hash_seats(self.show.current_table(), self.table)
        response = web.json_response({"table": self.table.id, "seats": seats})
        origin = request.headers.get("Origin")
        if origin is not None:
            addresses = (f"//{host_of(request)}", *self.show.current_table().network.addresses)
            if not self._hosts.may_ask(origin, addresses, request.query.get("of", "")):
                return web.Response(status=403, text="This is only for pages of this table.")
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    # ---- sockets -----------------------------------------------------------------------------------------------

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        """Open a JSON socket: the screen's with its key, an onlooker's without."""
        sent = request.headers.get("Authorization")
        if sent is None:
            return await self._onlook(request, JsonConnection, "")
        if not hmac.compare_digest(sent.encode("utf-8", "replace"), f"Bearer {self._screen_key}".encode()):
            return web.Response(status=401, text="wrong screen key")
        mark_verified()
        return await self.connections.serve(request, JsonConnection, SCREEN)

    async def _seat_socket(self, request: web.Request) -> web.StreamResponse:
        return await self._live(request, JsonConnection, "", Cue("moved"))

    async def _seat_page(self, kind: type[PhoneConnection], request: web.Request) -> web.StreamResponse:
        return await self._live(request, partial(kind, self.show), _page(request), End("gone"))

    async def _watch_live(self, request: web.Request) -> web.StreamResponse:
        wants = request.query.get("wants", preferred_language(request))
        opens = partial(PhoneConnection, self.show, wants=wants if wants in translation.languages() else "")
        return await self._onlook(request, opens, _page(request))

    async def _onlook(self, request: web.Request, opens: ConnectionFactory, page: str) -> web.StreamResponse:
        if self.connections.onlookers >= ONLOOKERS:
            return web.Response(status=503, text="too many are watching")
        return await self.connections.serve(request, opens, ONLOOKER, None, page)

    async def _live(
        self, request: web.Request, opens: ConnectionFactory, page: str, farewell: msgspec.Struct
    ) -> web.StreamResponse:
        seat = self._seat_of(request)
        if seat is None:
            return self._count_wrong_key(request) or await self.connections.refuse(request, farewell)
        return await self.connections.serve(request, opens, Actor("seat", seat), request.match_info["key"], page)

    # ---- small things --------------------------------------------------------------------------------------------

    def _seat_of(self, request: web.Request) -> Seat | None:
        """Find the seat of the key in a URL. Through the public address only seats far away are played."""
        seat = self.table.joining.seat_of_key(request.match_info["key"], far=self.public.is_far(request))
        if seat is not None:
            mark_verified()
        return seat

    def _count_wrong_key(self, request: web.Request) -> web.Response | None:
        """Count a wrong key or ticket. Return an error page after too many from one address; valid keys keep working
        there.
        """
        address, now = self._client_of(request), self.connections.clock()
        if not self._guesses.too_many(address, now):
            self._guesses.wrong(address, now)
            return None
        w = self._words(request)
        return self._note(request, 429, w("Too many wrong codes"), w("Please wait a minute, then scan again."))

    def _client_of(self, request: web.Request) -> str:
        """Return the address of a client; behind the proxy the forwarded one."""
        if self.public.is_far(request):
            return f"{FAR_PREFIX}{self.public.find_client(request)}"
        return request.remote or ""

    def _words(self, request: web.Request) -> Words:
        return translation.words(preferred_language(request) or self.table.settings.lang)

    def _not_found(self, request: web.Request, w: Words | None = None) -> web.Response:
        w = w or self._words(request)
        return self._note(request, 404, w("There is nothing here"), w("This address leads nowhere at this table."))

    def _reader_outside_game(self, request: web.Request) -> Actor | None:
        """Return who requested a page outside the game, if its URL without the query leads back to the table."""
        if not request.query:
            return None
        if request.path == "/watch":
            return ONLOOKER
        key = request.match_info.get("key", "")
        seat = self.table.joining.seat_of_key(key) if request.path == f"/seat/{key}" else None
        return None if seat is None else Actor("seat", seat)

    def _note(
        self, request: web.Request, status: int, title: str, text: str, *, table: str | None = None
    ) -> web.Response:
        reader = self._reader_outside_game(request)
        at_table = reader is not None
        far = self.public.is_far(request)
        if table is None:
            table = "" if far and not at_table else self.table.id
        html = self.show.pages.page(
            "note.html",
            (self._words(request) if reader is None else self._reader_words(request, reader)).lang,
            title=title,
            text=text,
            table=table,
            missing=status == 404 and not at_table,
            at_table=at_table,
            far=far,
        )
        return answer(request, "text/html", html.encode(), status=status)


def _build_and_compress(make: SlowPage) -> tuple[PageResponse | None, bytes | None]:
    """Build a slow page and compress it."""
    page = make()
    return page, pack(page.body) if page else None


def _page(request: web.Request) -> str:
    """Return the id that a page chose for itself."""
    page = request.query.get("page", "")
    return page if PAGE.fullmatch(page) else "page"


def _redirect(location: str) -> web.Response:
    return web.Response(status=303, headers={"Location": location})


def _lang(wished: str, default: Lang) -> Lang:
    return wished if wished in translation.languages() else default
