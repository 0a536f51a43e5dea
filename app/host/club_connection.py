"""The connection of a table to its club: it sends finished games whenever the club is reachable.

The table never waits for the club. News is read on a separate thread, and the club's answer is stored through the write
queue. After any error the same news is sent again, which is idempotent.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final
from urllib.parse import urlsplit

import msgspec
from msgspec.structs import replace

from app.host.club_http import ANSWER_SECONDS, ClubHttp, ClubUnreachable, MessageRefused
from app.host.club_joining import RETRY_SECONDS, ClubFinder, ClubJoining
from app.protocol import table_to_club_messages
from app.protocol.club_membership_messages import ClubStatus
from app.protocol.rejection import Rejection
from app.protocol.table_to_club_messages import (
    ClubHere,
    ClubJoinRequest,
    GameNews,
    GamesUpload,
    GamesUploadAnswer,
    Membership,
)
from app.storage.commit_writer import Write
from app.storage.database import Store
from app.table.core.write_queue import WriteQueue

BATCH_SECONDS: Final = 0.2  # to collect news into one message
MAX_ANSWER_SECONDS: Final = 32.0  # read timeout, doubled after each silent failure
QUESTION_SECONDS: Final = 5.0  # read timeout while a person waits for a page
DISCOVERY_ATTEMPTS: Final = 5  # failures, after which the network is asked for the club's address


def _can_move(club: Membership, address: str) -> bool:
    """Return True if the table may follow its club to another address, which the network announces under the club's
    public id.

    With a certificate the new address must present the pinned one, or one for the same host name.
    """
    before, after = urlsplit(club.address), urlsplit(address)
    same = after.scheme == "https" and (bool(club.pin) or after.hostname == before.hostname)
    return address != club.address and (before.scheme == "http" or same)


def _fit_news(news: list[GameNews]) -> tuple[list[GameNews], bytes]:
    """Return the oldest news that fit into one message, at least one, and that message."""
    while True:
        body = msgspec.json.encode(GamesUpload(tuple(news), at=time.time()))
        if len(body) <= table_to_club_messages.LARGEST or len(news) == 1:
            return news, body
        news = news[: len(news) // 2]


class ClubLink:
    """A table's membership in a club, and the sender of its finished games. `tell` receives each new status."""

    def __init__(
        self,
        table: str,
        name: str,
        store: Store,
        write_queue: WriteQueue,
        tell: Callable[[ClubStatus | None], None],
        find_clubs: ClubFinder,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._store, self._write_queue, self._tell = store, write_queue, tell
        self._find_clubs, self._sleep = find_clubs, sleep
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._club: Membership | None = None
        self._is_unreachable = False  # the last attempt failed
        self._wrong_certificate = False  # the last attempt failed because of the certificate
        self._read_timeout, self._batch = ANSWER_SECONDS, table_to_club_messages.BATCH
        self._http = ClubHttp()
        self._joining = ClubJoining(table, name, self._http, tell, find_clubs, sleep)
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
        self._joining.pending = ClubJoinRequest.create() if not code else None
        self._start_task(self._join(code, address, self._joining.pending))

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

    async def _join(self, code: str, address: str, request: ClubJoinRequest | None) -> None:
        club = await self._joining.join(code, address, request)
        if club is None:
            return

        try:
            await self._write(lambda write: write.for_club.join(club))
        except Rejection as no:
            self._tell(ClubStatus("failed", why=no.code))
            return
        self._club, self._is_unreachable = club, False
        self._woken.set()

    async def _tell_all(self) -> None:
        with suppress(Rejection):
            await self._write(lambda write: write.for_club.tell_all())

    async def _write(self, change: Callable[[Write], None]) -> None:
        """Commit a change to the store. Rejection if the disk is full."""

        def store() -> None:
            with self._store.commit() as write:
                change(write)

        await self._write_queue.take(store)

    async def _leave(self) -> None:
        club, self._joining.pending = self._club, None
        if club is not None:
            with suppress(ClubUnreachable, Rejection):
                await self._http.request("DELETE", f"{club.address}/table", key=club.key, pin=club.pin)
        await self._clear_membership(None)

    async def handle_expulsion(self, club: Membership) -> None:
        """Leave the club, which has answered that the table's key is no longer valid."""
        if club == self._club:
            await self._clear_membership(ClubStatus("failed", why="club-ended", name=club.name))

    async def ask(self, method: str, path: str, what: msgspec.Struct | None = None) -> bytes:
        """Send a request and return the club's answer. Rejection if the club refuses or is unreachable."""
        club = self._club
        if club is None:
            raise Rejection("club-away")
        try:
            body = None if what is None else msgspec.json.encode(what)
            return await self._http.request(method, f"{club.address}{path}", body, club.key, QUESTION_SECONDS, club.pin)
        except ClubUnreachable:
            raise Rejection("club-away") from None

    async def _clear_membership(self, why: ClubStatus | None) -> None:
        with suppress(Rejection):  # the disk is full: the page still shows the club
            await self._write(lambda write: write.for_club.leave())
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
                except ClubUnreachable as away:
                    self._is_unreachable, self._wrong_certificate, failed = True, away.wrong_certificate, failed + 1
                    if away.silent:
                        self._read_timeout = min(2 * self._read_timeout, MAX_ANSWER_SECONDS)
                        self._batch = max(1, self._batch // 2)
                    if failed % DISCOVERY_ATTEMPTS == 0:
                        await self.find_new_address()
                    more = None
                await self._report_status()
                if more is None:  # even if woken, so that news is sent together
                    await self._sleep(RETRY_SECONDS)
                elif not more:
                    await self._woken.wait()
                    self._woken.clear()
                    await self._sleep(BATCH_SECONDS)
        finally:
            await self._http.close()

    async def _send_news(self) -> bool:
        """Send the oldest news. Return True if there may be more. ClubUnreachable."""
        club = self._club
        news = [] if club is None else await asyncio.to_thread(self._read_news)
        if club is None or not news:
            return False
        if self._is_unreachable:  # a small request first, until the club answers
            await self._check_address(club)
        news, body = _fit_news(news)
        try:
            taken = await self._upload(club, body)
        except Rejection as no:
            if no.code == "club-ended":
                await self.handle_expulsion(club)
                return False
            raise ClubUnreachable from None
        except MessageRefused:
            if len(news) > 1:  # one refused game must not hold up the others
                self._batch = max(1, len(news) // 2)
                return True
            taken = GamesUploadAnswer(unfit=(news[0].id,))
        versions = {each.id: each.version for each in news if each.id not in taken.behind}

        try:
            await self._write(lambda write: write.for_club.remove_sent(versions, taken.behind))
        except Rejection:  # the disk is full: send it again later
            raise ClubUnreachable from None
        self._read_timeout, self._batch = ANSWER_SECONDS, table_to_club_messages.BATCH
        return True

    async def _upload(self, club: Membership, body: bytes) -> GamesUploadAnswer:
        """Post news and return the club's answer. MessageRefused for news of one game that is too large."""
        if len(body) > table_to_club_messages.LARGEST:
            raise MessageRefused
        answer = await self._http.request("POST", f"{club.address}/games", body, club.key, self._read_timeout, club.pin)
        try:
            return msgspec.json.decode(answer, type=GamesUploadAnswer)
        except msgspec.MsgspecError:
            raise ClubUnreachable from None

    async def _check_address(self, club: Membership) -> None:
        """Raise ClubUnreachable if the club does not answer at its address, or another club has the address now."""
        with suppress(msgspec.MsgspecError, Rejection):
            here = msgspec.json.decode(
                await self._http.request("GET", f"{club.address}/here", pin=club.pin), type=ClubHere
            )
            if here.club == club.club:
                return
        raise ClubUnreachable

    def _read_news(self) -> list[GameNews]:
        with self._store.open_snapshot() as store:
            return store.for_club.list_oldest(self._batch)

    async def find_new_address(self) -> None:
        """Ask the network for the club's current address, and store it if it has changed."""
        club, found = self._club, await self._find_clubs()
        if club is None:
            return
        addresses = (each.address for each in found if each.id == club.club)
        address = next((each for each in addresses if _can_move(club, each)), None)
        if address is not None:
            moved = replace(club, address=address)
            with suppress(Rejection):
                await self._write(lambda write: write.for_club.move(moved))
                self._club = moved

    async def _report_status(self) -> None:
        club = self._club
        if club is not None:
            waiting = await self._write_queue.take(self._store.for_club.waiting)
            why = "club-certificate" if self._wrong_certificate else ""
            self._tell(ClubStatus("away" if self._is_unreachable else "in", name=club.name, waiting=waiting, why=why))
