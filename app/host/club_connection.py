"""The connection of a table to its club: joining, sending finished games whenever the club is reachable, and leaving.

The table never waits for the club. News is read on a separate thread, and the club's answer is stored through the write
queue. After any error the same news is sent again, which is idempotent.
"""

import asyncio
import hashlib
import ssl
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import cache
from typing import Final, Protocol, TypeVar
from urllib.parse import urlsplit

import aiohttp
import msgspec
from msgspec.structs import replace

from app.host.discovery import ClubAddress, format_address
from app.protocol import table_to_club_messages
from app.protocol.club_membership_messages import ClubStanding
from app.protocol.rejection import Rejection
from app.protocol.table_to_club_messages import GameNews, Membership
from app.storage.database import Store
from app.table.core.write_queue import WriteQueue

T = TypeVar("T")

RETRY_SECONDS: Final = 2.0  # between attempts while the club is unreachable
BATCH_SECONDS: Final = 0.2  # to collect news into one message
CONNECT_SECONDS: Final = 2.0  # connection timeout
ANSWER_SECONDS, MAX_ANSWER_SECONDS = 2.0, 32.0  # read timeout, doubled after each silent failure
QUESTION_SECONDS: Final = 5.0  # read timeout while a person waits for a page
DISCOVERY_ATTEMPTS: Final = 5  # failures, after which the network is asked for the club's address


class ClubFinder(Protocol):
    """Discovers the clubs in this network."""

    async def __call__(self) -> list[ClubAddress]: ...


class _Unreachable(Exception):
    """No usable answer arrived.

    `silent`: the connection opened but no answer came; `wrong_certificate`: the certificate is not the club's.
    """

    def __init__(self, silent: bool = False, wrong_certificate: bool = False) -> None:
        super().__init__()
        self.silent, self.wrong_certificate = silent, wrong_certificate


class _MessageRefused(_Unreachable):
    """The club refuses this message: it is too large, or contains a value that the club does not accept."""


def make_tls_check(pin: str) -> aiohttp.Fingerprint | ssl.SSLContext:
    """Return aiohttp's `ssl` argument: accept the pinned certificate, or any by a known authority if none is pinned."""
    return aiohttp.Fingerprint(bytes.fromhex(pin)) if pin else _load_authorities()


@cache
def _load_authorities() -> ssl.SSLContext:
    """Load the system's certificates. aiohttp's own context has none (app/host/early_startup.py)."""
    return ssl.create_default_context()


def _fetch_fingerprint(address: str) -> str:
    """Return the SHA-256 fingerprint of the certificate at an address. OSError if nothing answers."""
    at = urlsplit(address)
    shown = ssl.get_server_certificate((at.hostname or "", at.port or 443), timeout=CONNECT_SECONDS)
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(shown)).hexdigest()


def _can_move(club: Membership, address: str) -> bool:
    """Return True if the table may follow its club to another address, which the network announces under the club's
    public id.

    With a certificate the new address must present the pinned one, or one for the same host name.
    """
    before, after = urlsplit(club.address), urlsplit(address)
    same = after.scheme == "https" and (bool(club.pin) or after.hostname == before.hostname)
    return address != club.address and (before.scheme == "http" or same)


class ClubLink:
    """A table's connection to its club. `tell` receives the standing whenever it changes."""

    def __init__(
        self,
        table: str,
        name: str,
        store: Store,
        write_queue: WriteQueue,
        tell: Callable[[ClubStanding | None], None],
        find_clubs: ClubFinder,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._table, self._name, self._store, self._write_queue, self._tell = table, name, store, write_queue, tell
        self._find_clubs, self._sleep = find_clubs, sleep
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._club: Membership | None = None
        self._is_unreachable = False  # the last attempt failed
        self._join_request: table_to_club_messages.ClubJoinRequest | None = (
            None  # the pending request to join by scanning
        )
        self._wrong_certificate = False  # the last attempt failed because of the certificate
        self._read_timeout, self._batch = ANSWER_SECONDS, table_to_club_messages.BATCH
        self._web: aiohttp.ClientSession | None = None
        store.on_outbox_grown = self.wake

    @property
    def club(self) -> Membership | None:
        """The club that the table is a member of, or None."""
        return self._club

    def wake(self) -> None:
        """Wake the sender, because there is news; from any thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._woken.set)

    # ---- requests of people --------------------------------------------------------------------------------

    def join(self, code: str, address: str) -> None:
        """Join the club at an address, or the only one in this network. Without a code the organiser has to scan the
        request.
        """
        self._join_request = table_to_club_messages.ClubJoinRequest.create() if not code else None
        self._start_task(self._join(code, address, self._join_request))

    def send_earlier_games(self) -> None:
        """Send all games that were played before the table joined as well."""
        self._start_task(self._tell_all())

    def leave(self) -> None:
        """Leave the club, and notify it if it is reachable."""
        self._start_task(self._leave())

    def _start_task(self, work: Awaitable[None]) -> None:
        async def do() -> None:
            await work

        def begin() -> None:
            task = self._loop.create_task(do())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        self._loop.call_soon_threadsafe(begin)

    async def _join(self, code: str, address: str, request: table_to_club_messages.ClubJoinRequest | None) -> None:
        self._tell(ClubStanding("joining"))
        try:
            if address:  # without a typed scheme, try HTTPS, then HTTP
                addresses = list(
                    dict.fromkeys(
                        format_address(address, table_to_club_messages.PORT, scheme) for scheme in ("https", "http")
                    )
                )
            else:
                addresses = [await self._find_only_club()]
            if request is not None:
                joined, where, pin = await self._join_by_scan(addresses[0], request)
            else:
                joined, where, pin = await self._request_membership(addresses, self._encode_join_request(code))
        except Rejection as no:
            if request is self._join_request:  # no other request was made meanwhile
                self._tell(ClubStanding("failed", why=no.code))
            return
        except (_Unreachable, OSError, ValueError):
            if request is self._join_request:
                self._tell(ClubStanding("failed", why="club-away"))
            return
        club = Membership(where, joined.club, joined.name, joined.key, pin)

        def store() -> None:
            with self._store.commit() as write:
                write.for_club.join(club)

        try:
            await self._write_queue.take(store)
        except Rejection as no:
            self._tell(ClubStanding("failed", why=no.code))
            return
        self._club, self._is_unreachable = club, False
        self._woken.set()

    def _encode_join_request(self, code: str) -> bytes:
        return msgspec.json.encode(table_to_club_messages.JoinsClub(code, self._table, self._name))

    async def _join_by_scan(
        self, where: str, request: table_to_club_messages.ClubJoinRequest
    ) -> tuple[table_to_club_messages.JoinedClub, str, str]:
        """Retry until the organiser scans the code shown, the code expires, or another request replaces this one."""
        self._tell(ClubStanding("joining", scan=request.address(where)))
        until = self._loop.time() + table_to_club_messages.GOOD
        while self._join_request is request and self._loop.time() < until:
            try:
                return await self._request_membership([where], self._encode_join_request(request.code))
            except Rejection as no:
                if no.code != "club-wrong-code":
                    raise
            except _Unreachable:  # it may answer again before the code expires
                pass
            await self._sleep(RETRY_SECONDS)
        raise Rejection("club-not-scanned")

    async def _request_membership(
        self, addresses: Sequence[str], body: bytes
    ) -> tuple[table_to_club_messages.JoinedClub, str, str]:
        """Return the answer, the first address that answers, and the certificate to pin. Rejection, _Unreachable.

        A certificate by no known authority is pinned, and is the only one accepted from then on: the person who types
        the code vouches for the club.
        """
        for where in addresses:
            pin = ""
            with suppress(_Unreachable):
                try:
                    answered = await self._ask("POST", f"{where}/tables", body)
                except _Unreachable as away:
                    if not away.wrong_certificate:
                        raise
                    pin = await asyncio.to_thread(_fetch_fingerprint, where)
                    answered = await self._ask("POST", f"{where}/tables", body, pin=pin)
                return msgspec.json.decode(answered, type=table_to_club_messages.JoinedClub), where, pin
        raise _Unreachable

    async def _tell_all(self) -> None:
        def store() -> None:
            with self._store.commit() as write:
                write.for_club.tell_all()

        with suppress(Rejection):
            await self._write_queue.take(store)

    async def _find_only_club(self) -> str:
        """Return the address of the only club in this network. Rejection if there is none, or several."""
        found = {each.id: each for each in await self._find_clubs()}
        if len(found) != 1:
            raise Rejection("club-several" if found else "club-none")
        return next(iter(found.values())).address

    async def _leave(self) -> None:
        club, self._join_request = self._club, None
        if club is not None:
            with suppress(_Unreachable, Rejection):
                await self._ask("DELETE", f"{club.address}/table", key=club.key, pin=club.pin)
        await self._clear_membership(None)

    async def handle_expulsion(self, club: Membership) -> None:
        """Leave the club, which has answered that the table's key is no longer valid."""
        if club == self._club:
            await self._clear_membership(ClubStanding("failed", why="club-ended", name=club.name))

    async def ask(self, method: str, path: str, what: msgspec.Struct | None = None) -> bytes:
        """Send a request and return the club's answer. Rejection if the club refuses or is unreachable."""
        club = self._club
        if club is None:
            raise Rejection("club-away")
        try:
            body = None if what is None else msgspec.json.encode(what)
            return await self._ask(method, f"{club.address}{path}", body, club.key, QUESTION_SECONDS, club.pin)
        except _Unreachable:
            raise Rejection("club-away") from None

    async def _clear_membership(self, why: ClubStanding | None) -> None:
        def store() -> None:
            with self._store.commit() as write:
                write.for_club.leave()

        with suppress(Rejection):  # the disk is full: the page still shows the club
            await self._write_queue.take(store)
            self._club = None
            self._tell(why)

    # ---- sending news --------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Send news to the club until cancelled."""
        try:
            self._club = await self._write_queue.take(self._store.for_club.club)
            failed = 0
            while True:
                try:
                    more = await self._send_news()
                    self._is_unreachable, self._wrong_certificate, failed = False, False, 0
                except _Unreachable as away:
                    self._is_unreachable, self._wrong_certificate, failed = True, away.wrong_certificate, failed + 1
                    if away.silent:
                        self._read_timeout, self._batch = (
                            min(2 * self._read_timeout, MAX_ANSWER_SECONDS),
                            max(1, self._batch // 2),
                        )
                    if failed % DISCOVERY_ATTEMPTS == 0:
                        await self.find_new_address()
                    more = None
                await self._report_standing()
                if more is None:  # even if woken, so that news is sent together
                    await self._sleep(RETRY_SECONDS)
                elif not more:
                    await self._woken.wait()
                    self._woken.clear()
                    await self._sleep(BATCH_SECONDS)
        finally:
            if self._web is not None:
                await self._web.close()

    async def _send_news(self) -> bool:
        """Send the oldest news. Return True if there may be more. _Unreachable."""
        club = self._club
        news = [] if club is None else await asyncio.to_thread(self._read_news)
        if club is None or not news:
            return False
        if self._is_unreachable:  # a small request first, until the club answers
            await self._check_address(club)
        body = msgspec.json.encode(table_to_club_messages.GamesUpload(tuple(news), at=time.time()))
        while len(body) > table_to_club_messages.LARGEST and len(news) > 1:
            news = news[: len(news) // 2]
            body = msgspec.json.encode(table_to_club_messages.GamesUpload(tuple(news), at=time.time()))
        try:
            if len(body) > table_to_club_messages.LARGEST:
                raise _MessageRefused
            answered = await self._ask("POST", f"{club.address}/games", body, club.key, self._read_timeout, club.pin)
            taken = msgspec.json.decode(answered, type=table_to_club_messages.GamesUploadAnswer)
        except Rejection as no:
            if no.code == "club-ended":
                await self.handle_expulsion(club)
                return False
            raise _Unreachable from None
        except _MessageRefused:
            if len(news) > 1:  # one refused game must not hold up the others
                self._batch = max(1, len(news) // 2)
                return True
            taken = table_to_club_messages.GamesUploadAnswer(unfit=(news[0].id,))
        except msgspec.MsgspecError:
            raise _Unreachable from None
        versions = {each.id: each.version for each in news if each.id not in taken.behind}

        def store() -> None:
            with self._store.commit() as write:
                write.for_club.remove_sent(versions, taken.behind)

        try:
            await self._write_queue.take(store)
        except Rejection:  # the disk is full: send it again later
            raise _Unreachable from None
        self._read_timeout, self._batch = ANSWER_SECONDS, table_to_club_messages.BATCH
        return True

    async def _check_address(self, club: Membership) -> None:
        """Check that the club answers at its address. _Unreachable if it does not, or if another club has the address
        now.
        """
        with suppress(msgspec.MsgspecError, Rejection):
            here = msgspec.json.decode(
                await self._ask("GET", f"{club.address}/here", pin=club.pin), type=table_to_club_messages.ClubHere
            )
            if here.club == club.club:
                return
        raise _Unreachable

    def _read_news(self) -> list[GameNews]:
        with self._store.open_snapshot() as store:
            return store.for_club.list_oldest(self._batch)

    async def find_new_address(self) -> None:
        """Ask the network for the club's current address, and store it if it has changed."""
        club = self._club
        for found in await self._find_clubs():
            if club is not None and found.id == club.club and _can_move(club, found.address):
                moved = replace(club, address=found.address)

                def store(moved: Membership = moved) -> None:
                    with self._store.commit() as write:
                        write.for_club.move(moved)

                with suppress(Rejection):
                    await self._write_queue.take(store)
                    self._club = moved

    async def _report_standing(self) -> None:
        club = self._club
        if club is not None:
            waiting = await self._write_queue.take(self._store.for_club.waiting)
            why = "club-certificate" if self._wrong_certificate else ""
            self._tell(ClubStanding("away" if self._is_unreachable else "in", name=club.name, waiting=waiting, why=why))

    async def _ask(
        self,
        method: str,
        address: str,
        body: bytes | None = None,
        key: str = "",
        read_timeout: float = ANSWER_SECONDS,
        pin: str = "",
    ) -> bytes:
        """Return the club's answer. _MessageRefused if it does not accept the message, Rejection if it refuses, else
        _Unreachable.

        `pin`: the fingerprint of its certificate.
        """
        if self._web is None:
            self._web = aiohttp.ClientSession()
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        limits = aiohttp.ClientTimeout(total=None, sock_connect=CONNECT_SECONDS, sock_read=read_timeout)
        try:
            async with self._web.request(
                method,
                address,
                data=body,
                headers=headers,
                timeout=limits,
                allow_redirects=False,
                ssl=make_tls_check(pin),
            ) as answer:
                content = await answer.read()
                if answer.status in (200, 204):
                    return content
                if answer.status in (413, 422):
                    raise _MessageRefused
                with suppress(msgspec.MsgspecError):
                    raise Rejection(
                        f"club-{msgspec.json.decode(content, type=table_to_club_messages.ClubRefusal).code}"
                    )
                raise _Unreachable
        except (aiohttp.ClientConnectorCertificateError, aiohttp.ServerFingerprintMismatch):
            raise _Unreachable(wrong_certificate=True) from None
        except aiohttp.ConnectionTimeoutError:
            raise _Unreachable from None
        except TimeoutError:
            raise _Unreachable(silent=method == "POST") from None
        except (aiohttp.ClientError, OSError, ValueError):
            raise _Unreachable from None
