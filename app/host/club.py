"""How a table speaks to its club: it joins, tells what was played when the club can be reached, and leaves.

The table never waits for it. News is read in a thread of its own, beside the table; what the club knows then is stored
in one of the table's turns. Whatever goes wrong on the way, the same is told again.
"""

import asyncio
import hashlib
import ssl
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol, TypeVar
from urllib.parse import urlsplit

import aiohttp
import msgspec
from msgspec.structs import replace

from app.host.discovery import FoundClub, web_address
from app.protocol import club as said
from app.protocol.club import GameNews, Membership
from app.protocol.membership_messages import ClubStanding
from app.protocol.rights import Rejected
from app.storage.database import Store
from app.table.core.write_queue import WriteQueue

T = TypeVar("T")

AGAIN: Final = 2.0  # seconds until a club that could not be reached is tried again
SETTLES: Final = 0.2  # seconds in which what is new is gathered
CONNECTS: Final = 2.0  # seconds for which a connection is waited for
ANSWERS, ANSWERS_MOST = 2.0, 32.0  # … and for an answer: longer each time that none came
ASKED: Final = 5.0  # … and while somebody looks at a page of the table's
LOOKS: Final = 5  # times in vain, after which the network is asked where the club is now


class Finds(Protocol):
    """Asks the network which clubs are in it."""

    async def __call__(self) -> list[FoundClub]: ...


class _Unreachable(Exception):
    """Nobody answered.

    `silent`: somebody was there, and did not; `strange`: somebody with a certificate that is not the club's.
    """

    def __init__(self, silent: bool = False, strange: bool = False) -> None:
        super().__init__()
        self.silent, self.strange = silent, strange


class _Unfit(_Unreachable):
    """The message is larger than a club takes, or has a value that it does not take."""


def trusted(pin: str) -> aiohttp.Fingerprint | bool:
    """Whom to take for a club, as aiohttp is told: who has this certificate, or one by a known authority."""
    return aiohttp.Fingerprint(bytes.fromhex(pin)) if pin else True


def _shown(address: str) -> str:
    """SHA-256 of the certificate that somebody shows there. OSError if there is nobody."""
    at = urlsplit(address)
    shown = ssl.get_server_certificate((at.hostname or "", at.port or 443), timeout=CONNECTS)
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(shown)).hexdigest()


def _may_move(club: Membership, address: str) -> bool:
    """Whether a table goes on at another address that somebody in the network tells of, by the id that all know.

    With a certificate only to who shows the one that was kept, or one for the same name.
    """
    before, after = urlsplit(club.address), urlsplit(address)
    same = after.scheme == "https" and (bool(club.pin) or after.hostname == before.hostname)
    return address != club.address and (before.scheme == "http" or same)


class ClubLink:
    """One table's way to its club. `tell`: how it stands, whenever that changes."""

    def __init__(
        self,
        table: str,
        name: str,
        store: Store,
        turns: WriteQueue,
        tell: Callable[[ClubStanding | None], None],
        finds: Finds,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._table, self._name, self._store, self._turns, self._tell = table, name, store, turns, tell
        self._finds, self._sleep = finds, sleep
        self._loop = asyncio.get_running_loop()
        self._woken = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._club: Membership | None = None
        self._away = False  # it could not be reached just now
        self._asking: said.ClubJoinRequest | None = None  # to be let in
        self._strange = False  # … since what is there has another certificate
        self._patience, self._batch = ANSWERS, said.BATCH
        self._web: aiohttp.ClientSession | None = None
        store.has_news = self.wake

    @property
    def club(self) -> Membership | None:
        """Of which the table is a member."""
        return self._club

    def wake(self) -> None:
        """There is something to tell; from any thread."""
        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(self._woken.set)

    # ---- what people ask for -------------------------------------------------------------------------------

    def join(self, code: str, address: str) -> None:
        """Join the club at an address, or the one in this network; without a code, once its organiser lets it in."""
        self._asking = said.ClubJoinRequest.begun() if not code else None
        self._begin(self._join(code, address, self._asking))

    def tell_all(self) -> None:
        """Tell it of all that was played here before, too."""
        self._begin(self._tell_all())

    def leave(self) -> None:
        """Leave the club: it is told if it can be reached, and it is so in any case."""
        self._begin(self._leave())

    def _begin(self, work: Awaitable[None]) -> None:
        async def do() -> None:
            await work

        def begin() -> None:
            task = self._loop.create_task(do())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        self._loop.call_soon_threadsafe(begin)

    async def _join(self, code: str, address: str, asking: said.ClubJoinRequest | None) -> None:
        self._tell(ClubStanding("joining"))
        try:
            if address:  # a club may speak TLS, or not, where nobody has typed which
                ways = list(dict.fromkeys(web_address(address, said.PORT, scheme) for scheme in ("https", "http")))
            else:
                ways = [await self._only_one()]
            if asking is not None:
                joined, where, pin = await self._scanned(ways[0], asking)
            else:
                joined, where, pin = await self._let_in(ways, self._asks(code))
        except Rejected as no:
            if asking is self._asking:  # nothing else was wanted meanwhile
                self._tell(ClubStanding("failed", why=no.code))
            return
        except (_Unreachable, OSError, ValueError):
            if asking is self._asking:
                self._tell(ClubStanding("failed", why="club-away"))
            return
        club = Membership(where, joined.club, joined.name, joined.key, pin)

        def store() -> None:
            with self._store.commit() as write:
                write.for_club.join(club)

        try:
            await self._turns.take(store)
        except Rejected as no:
            self._tell(ClubStanding("failed", why=no.code))
            return
        self._club, self._away = club, False
        self._woken.set()

    def _asks(self, code: str) -> bytes:
        return msgspec.json.encode(said.JoinsClub(code, self._table, self._name))

    async def _scanned(self, where: str, asking: said.ClubJoinRequest) -> tuple[said.JoinedClub, str, str]:
        """As `_let_in`, once somebody has scanned what is shown; for as long as a code is good, and nothing else is
        wanted."""
        self._tell(ClubStanding("joining", scan=asking.address(where)))
        until = self._loop.time() + said.GOOD
        while self._asking is asking and self._loop.time() < until:
            try:
                return await self._let_in([where], self._asks(asking.code))
            except Rejected as no:
                if no.code != "club-wrong-code":
                    raise
            except _Unreachable:  # perhaps it is there again in time
                pass
            await self._sleep(AGAIN)
        raise Rejected("club-not-scanned")

    async def _let_in(self, ways: Sequence[str], asks: bytes) -> tuple[said.JoinedClub, str, str]:
        """The club's answer at the first address where there is one, that address, and the certificate that is kept.

        Rejected, _Unreachable. A certificate by no known authority is kept, and is the only one that is good from then
        on: whoever types the code knows which club this is.
        """
        for where in ways:
            pin = ""
            with suppress(_Unreachable):
                try:
                    answered = await self._ask("POST", f"{where}/tables", asks)
                except _Unreachable as away:
                    if not away.strange:
                        raise
                    pin = await asyncio.to_thread(_shown, where)
                    answered = await self._ask("POST", f"{where}/tables", asks, pin=pin)
                return msgspec.json.decode(answered, type=said.JoinedClub), where, pin
        raise _Unreachable

    async def _tell_all(self) -> None:
        def store() -> None:
            with self._store.commit() as write:
                write.for_club.tell_all()

        with suppress(Rejected):
            await self._turns.take(store)

    async def _only_one(self) -> str:
        """The address of the club in this network. Rejected if there is none, or if there are several."""
        found = {each.id: each for each in await self._finds()}
        if len(found) != 1:
            raise Rejected("club-several" if found else "club-none")
        return next(iter(found.values())).address

    async def _leave(self) -> None:
        club, self._asking = self._club, None
        if club is not None:
            with suppress(_Unreachable, Rejected):
                await self._ask("DELETE", f"{club.address}/table", key=club.key, pin=club.pin)
        await self._be_out(None)

    async def ended(self, club: Membership) -> None:
        """That club has said that the table's key is no good any more."""
        if club == self._club:
            await self._be_out(ClubStanding("failed", why="club-ended", name=club.name))

    async def ask(self, method: str, path: str, what: msgspec.Struct | None = None) -> bytes:
        """What the club answers besides. Rejected if it refuses, or cannot be reached."""
        club = self._club
        if club is None:
            raise Rejected("club-away")
        try:
            body = None if what is None else msgspec.json.encode(what)
            return await self._ask(method, f"{club.address}{path}", body, club.key, ASKED, club.pin)
        except _Unreachable:
            raise Rejected("club-away") from None

    async def _be_out(self, why: ClubStanding | None) -> None:
        def store() -> None:
            with self._store.commit() as write:
                write.for_club.leave()

        with suppress(Rejected):  # no room for it: people see that it is still in the club
            await self._turns.take(store)
            self._club = None
            self._tell(why)

    # ---- telling -------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until cancelled: tell the club what there is to tell."""
        try:
            self._club = await self._turns.take(self._store.for_club.club)
            failed = 0
            while True:
                try:
                    more = await self._tell_some()
                    self._away, self._strange, failed = False, False, 0
                except _Unreachable as away:
                    self._away, self._strange, failed = True, away.strange, failed + 1
                    if away.silent:
                        self._patience, self._batch = min(2 * self._patience, ANSWERS_MOST), max(1, self._batch // 2)
                    if failed % LOOKS == 0:
                        await self.look_for_it()
                    more = None
                await self._say()
                if more is None:  # as well when it is woken: what waits is told together
                    await self._sleep(AGAIN)
                elif not more:
                    await self._woken.wait()
                    self._woken.clear()
                    await self._sleep(SETTLES)
        finally:
            if self._web is not None:
                await self._web.close()

    async def _tell_some(self) -> bool:
        """Tell what has waited longest; whether there is more. _Unreachable."""
        club = self._club
        news = [] if club is None else await asyncio.to_thread(self._read)
        if club is None or not news:
            return False
        if self._away:  # it is asked little, and again soon, until it is there
            await self._check_there(club)
        body = msgspec.json.encode(said.ToldGames(tuple(news), at=time.time()))
        while len(body) > said.LARGEST and len(news) > 1:
            news = news[: len(news) // 2]
            body = msgspec.json.encode(said.ToldGames(tuple(news), at=time.time()))
        try:
            if len(body) > said.LARGEST:
                raise _Unfit
            answered = await self._ask("POST", f"{club.address}/games", body, club.key, self._patience, club.pin)
            taken = msgspec.json.decode(answered, type=said.TakenGames)
        except Rejected as no:
            if no.code == "club-ended":
                await self.ended(club)
                return False
            raise _Unreachable from None
        except _Unfit:
            if len(news) > 1:  # one game that the club does not take holds up no other
                self._batch = max(1, len(news) // 2)
                return True
            taken = said.TakenGames(unfit=(news[0].id,))
        except msgspec.MsgspecError:
            raise _Unreachable from None
        versions = {each.id: each.version for each in news if each.id not in taken.behind}

        def store() -> None:
            with self._store.commit() as write:
                write.for_club.told(versions, taken.behind)

        try:
            await self._turns.take(store)
        except Rejected:  # no room: it is told again
            raise _Unreachable from None
        self._patience, self._batch = ANSWERS, said.BATCH
        return True

    async def _check_there(self, club: Membership) -> None:
        """_Unreachable if it does not answer, or another one has its address now."""
        with suppress(msgspec.MsgspecError, Rejected):
            here = msgspec.json.decode(await self._ask("GET", f"{club.address}/here", pin=club.pin), type=said.ClubHere)
            if here.club == club.club:
                return
        raise _Unreachable

    def _read(self) -> list[GameNews]:
        """The oldest news, read in another thread."""
        with self._store.beside() as store:
            return store.for_club.first(self._batch)

    async def look_for_it(self) -> None:
        """Perhaps the club has another address now."""
        club = self._club
        for found in await self._finds():
            if club is not None and found.id == club.club and _may_move(club, found.address):
                moved = replace(club, address=found.address)

                def store(moved: Membership = moved) -> None:
                    with self._store.commit() as write:
                        write.for_club.move(moved)

                with suppress(Rejected):
                    await self._turns.take(store)
                    self._club = moved

    async def _say(self) -> None:
        """How it stands."""
        club = self._club
        if club is not None:
            waiting = await self._turns.take(self._store.for_club.waiting)
            why = "club-certificate" if self._strange else ""
            self._tell(ClubStanding("away" if self._away else "in", name=club.name, waiting=waiting, why=why))

    async def _ask(
        self,
        method: str,
        address: str,
        body: bytes | None = None,
        key: str = "",
        patience: float = ANSWERS,
        pin: str = "",
    ) -> bytes:
        """Return the club's answer. _Unfit if it does not take the message, Rejected if it refuses, _Unreachable else.

        `pin`: its certificate.
        """
        if self._web is None:
            self._web = aiohttp.ClientSession()
        headers = {"Authorization": f"Bearer {key}"} if key else {}
        limits = aiohttp.ClientTimeout(total=None, sock_connect=CONNECTS, sock_read=patience)
        try:
            async with self._web.request(
                method, address, data=body, headers=headers, timeout=limits, allow_redirects=False, ssl=trusted(pin)
            ) as answer:
                content = await answer.read()
                if answer.status in (200, 204):
                    return content
                if answer.status in (413, 422):
                    raise _Unfit
                with suppress(msgspec.MsgspecError):
                    raise Rejected(f"club-{msgspec.json.decode(content, type=said.ClubRefusal).code}")
                raise _Unreachable
        except (aiohttp.ClientConnectorCertificateError, aiohttp.ServerFingerprintMismatch):
            raise _Unreachable(strange=True) from None
        except aiohttp.ConnectionTimeoutError:
            raise _Unreachable from None
        except TimeoutError:
            raise _Unreachable(silent=method == "POST") from None
        except (aiohttp.ClientError, OSError, ValueError):
            raise _Unreachable from None
