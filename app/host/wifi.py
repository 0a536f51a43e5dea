"""The Wi-Fi of the table's machine: which networks are in reach, joining one, and a network of the table's own.

Whatever is asked for begins at once, and is told step by step (`Wifi`, for the screen alone): nobody waits for
a radio. A password is handed to NetworkManager and forgotten; that of the table's own network, which NetworkManager
keeps, is read from there.
"""

import asyncio
import re
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import NAMESPACE_DNS, uuid5

from msgspec.structs import replace

from app.host import network_manager as nm
from app.host.network_manager import Absent, AccessPoint, ManagerRefused, Moved, NetworkManager, Radio, Seen
from app.protocol.network_messages import Hotspot, Wifi, WifiFailed, WifiNetwork, WifiProblem, WifiStep

KERNEL: Final = Path("/sys/module/cfg80211/parameters/ieee80211_regdom")  # the country it was told when it began
AGAIN: Final = 15.0  # seconds until a bus is looked for again, where there is none
BREATH: Final = 0.3  # seconds in which what changes is seen together
MOST: Final = 60  # networks that are told, the strongest
LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # that nobody takes for one another
GROUPS: Final = (4, 4, 4)  # of them in a password: 59 bits
STRENGTHS: Final = (30, 55, 75)  # percent, from which on a network has a bar more
WRONG: Final = (7, 8, 10, 11)  # reasons: no secret fits; whoever checks it has hung up, failed, or not answered
NO_ADDRESS: Final = (5, 15, 16, 17)  # reasons: none can be had
OUT_OF_REACH: Final = 53  # a reason
ANOTHER: Final = 60  # a reason: a connection makes room for the next one

Work = Callable[[], Coroutine[Any, Any, None]]


class MachineWifi:
    """What the machine's radio does, while `run` runs. `tell` gets all of it whenever it is news.

    `own` names the table's own network. Everything belongs to one loop.
    """

    def __init__(
        self,
        own: str,
        tell: Callable[[Wifi], object],
        *,
        country: Path | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`country`: the file from which the system takes the country whose rules the radio keeps, where it does."""
        self._uuid = str(uuid5(NAMESPACE_DNS, f"{own}.local"))  # of the profile of the table's own network
        self._tell = tell
        self._sleep = sleep
        self._country_file = country
        self._now = Wifi(own=own, problem="looking")
        self._seen: Seen | None = None
        self._reach: Mapping[str, AccessPoint] = {}  # by the names that are told
        self._password = ""  # of the table's own network, once it is known
        self._manager: NetworkManager | None = None
        self._changed = asyncio.Event()
        self._steps: asyncio.Queue[Moved] = asyncio.Queue()  # of the radio, since it was last sent somewhere
        self._loop: asyncio.AbstractEventLoop | None = None  # in which `run` runs
        self._doing: asyncio.Task[None] | None = None

    # ---- what can be asked for: whether it begins ------------------------------------------------------

    def now(self) -> Wifi:
        """All that is known."""
        return self._now

    def look(self) -> bool:
        """Look for networks anew, unless something is being done."""
        manager, radio = self._manager, self._radio
        if manager is None or radio is None:
            return False
        if self._doing is None or self._doing.done():
            self._begin(partial(manager.scan, radio.path), "")
        return True

    def join(self, network: str, password: str | None) -> bool:
        """Join a network in reach. None: it needs no password, or NetworkManager has it."""
        manager, radio, point = self._manager, self._radio, self._reach.get(network)
        if manager is None or radio is None or point is None or (point.lock == "other" and not self._saved(point)):
            return False
        self._begin(partial(self._join, manager, radio, point, password), network)
        return True

    def set_hotspot(self, on: bool) -> bool:
        """Open the table's own network, or leave it for one that the machine knows."""
        manager, radio = self._manager, self._radio
        if manager is None or radio is None or not radio.can_host:
            return False
        self._begin(partial(self._open if on else self._close, manager, radio), self._now.own if on else "")
        return True

    def switch_on(self) -> bool:
        """Where Wi-Fi was switched off."""
        if self._manager is None or self._now.problem != "off":
            return False
        self._begin(self._manager.switch_on, "")
        return True

    def set_country(self, country: str) -> bool:
        """Two letters."""
        if self._manager is None or self._country_file is None:
            return False
        self._begin(partial(self._keep_country, self._manager, self._country_file, country), "")
        return True

    @property
    def _radio(self) -> Radio | None:
        """One that can be used."""
        return self._seen.radio if self._seen and not self._now.problem else None

    def _saved(self, point: AccessPoint) -> tuple[str, ...]:
        """The profiles by which NetworkManager knows its network."""
        return self._seen.saved.get(point.ssid, ()) if self._seen else ()

    def _begin(self, work: Work, network: str) -> None:
        """Do something instead of what is being done; `network` is what it leads to, if to one."""
        assert self._loop is not None
        self._doing = self._loop.create_task(self._do(work, network, self._doing))

    async def _do(self, work: Work, network: str, before: asyncio.Task[None] | None) -> None:
        if before is not None and not before.done():
            before.cancel()
            await asyncio.wait([before])
        self._show(joining=network, step="joining" if network else "", failed="", tried="")
        failed: WifiFailed = ""
        try:
            await work()
        except _Failed as no:
            failed = no.why
        except ManagerRefused as no:
            failed = "denied" if no.denied else "failed"
        except Absent:
            pass  # `run` tells
        finally:
            tried = network if failed else ""
            self._show(joining="", step="", failed=failed if network or failed == "denied" else "", tried=tried)
            self._changed.set()

    # ---- what is seen ----------------------------------------------------------------------------------

    async def run(self) -> None:
        """Until cancelled: tell what NetworkManager says of Wi-Fi, and do what is asked for."""
        self._loop = asyncio.get_running_loop()
        while True:
            with suppress(Absent, ManagerRefused):
                async with nm.connected(self._changed.set, self._hear) as self._manager:
                    try:
                        await self._watch(self._manager)
                    finally:
                        self._manager = None
                        if self._doing is not None:
                            self._doing.cancel()
            self._show(Wifi(own=self._now.own, problem="no-manager"))
            await self._sleep(AGAIN)

    async def _watch(self, manager: NetworkManager) -> None:
        while True:
            self._changed.clear()
            self._seen = seen = await manager.see()
            country = _country(self._country_file)
            problem = _problem(seen, asks=country == "")
            radio = seen.radio if seen and not problem else None
            self._reach = _by_name(radio.reach, self._now.own) if radio else {}
            here, hotspot = "", None
            if radio and radio.state == nm.ACTIVATED:
                password = await self._own_password(manager) if radio.uuid == self._uuid else ""
                hotspot = Hotspot(self._now.own, password) if password else None
                here = _name(radio.here.ssid) if radio.here and not hotspot else ""
            self._show(
                problem=problem,
                networks=_told(self._reach, here, seen.saved if seen else {}),
                here=here,
                step=self._now.step and _step(radio),
                can_host=bool(radio and radio.can_host),
                hotspot=hotspot,
                country=country,
            )
            await self._changed.wait()
            await self._sleep(BREATH)

    async def _own_password(self, manager: NetworkManager) -> str:
        """As it was made, also by a table before this one."""
        if not self._password and (profile := await manager.profile(self._uuid)):
            with suppress(ManagerRefused):
                self._password = await manager.password(profile)
        return self._password

    def _hear(self, moved: Moved) -> None:
        if self._doing is not None and not self._doing.done():
            self._steps.put_nowait(moved)

    def _show(self, now: Wifi | None = None, **changes: object) -> None:
        fresh = replace(now or self._now, **changes)
        if fresh != self._now:
            self._now = fresh
            self._tell(fresh)

    # ---- what is done ----------------------------------------------------------------------------------

    async def _join(self, manager: NetworkManager, radio: Radio, point: AccessPoint, password: str | None) -> None:
        """By what NetworkManager has of it, or with a password anew: what leads there replaces what was kept before."""
        saved = self._saved(point)
        if saved and (password is None or point.lock == "other"):
            await self._activate(manager, saved[-1], radio, point.path)
            await self._put_away(manager)
            return
        if password is None and point.lock == "password":
            raise _Failed("password")
        await self._add(manager, _joining(point.ssid, password), radio, point.path)
        for before in saved:
            with suppress(ManagerRefused):
                await manager.delete(before)
        await self._put_away(manager)

    async def _open(self, manager: NetworkManager, radio: Radio) -> None:
        """Always the same name and password, so that phones know it again; it comes back with the machine."""
        profile = await manager.profile(self._uuid)
        password = await self._own_password(manager) or made_password()
        settings = _hosting(self._now.own, self._uuid, password, comes_back=True)
        if profile is None:
            await self._add(manager, settings, radio)
        else:
            await manager.update(profile, settings)
            try:
                await self._activate(manager, profile, radio)
            except _Failed:
                await self._put_away(manager)
                raise
        self._password = password

    async def _close(self, manager: NetworkManager, radio: Radio) -> None:
        """What the machine knows, and finds, it joins by itself then."""
        await self._put_away(manager)
        if radio.uuid == self._uuid:
            await manager.deactivate(radio.active)

    async def _put_away(self, manager: NetworkManager) -> None:
        """The table's own network does not come back with the machine; name and password are kept."""
        profile = await manager.profile(self._uuid)
        if profile is not None:
            password = await self._own_password(manager)
            await manager.update(profile, _hosting(self._now.own, self._uuid, password, comes_back=False))

    async def _keep_country(self, manager: NetworkManager, file: Path, country: str) -> None:
        file.write_text(f"{country}\n")
        await manager.keep_country()

    async def _activate(self, manager: NetworkManager, profile: str, radio: Radio, point: str = nm.NONE) -> None:
        """Begin a connection by a profile, and wait until it is there."""
        steps = self._steps = asyncio.Queue()
        active = await manager.activate(profile, radio.path, point)
        try:
            await _arrival(steps, radio.path)
        except _Failed:
            with suppress(ManagerRefused):  # it has ended by itself
                await manager.deactivate(active)
            raise

    async def _add(self, manager: NetworkManager, settings: nm.Settings, radio: Radio, point: str = nm.NONE) -> None:
        """The same by a new profile, which is forgotten again where it leads nowhere."""
        steps = self._steps = asyncio.Queue()
        adding = asyncio.ensure_future(manager.add(settings, radio.path, point))
        try:
            await asyncio.shield(adding)  # whatever comes between, its answer says what has to be forgotten
            await _arrival(steps, radio.path)
        except (_Failed, asyncio.CancelledError):
            with suppress(ManagerRefused):
                profile, _ = await adding
                await manager.delete(profile)
            raise


class _Failed(Exception):
    """It came to nothing."""

    def __init__(self, why: WifiFailed) -> None:
        super().__init__(why)
        self.why = why


async def _arrival(steps: asyncio.Queue[Moved], radio: str) -> None:
    """Wait until a radio is where it was sent; _Failed if it does not come there."""
    while True:
        step = await steps.get()
        if step.device != radio or step.reason == ANOTHER:
            continue
        match step.state:
            case nm.ACTIVATED:
                return
            case nm.NEEDS_SECRET if step.reason in WRONG:
                raise _Failed("password")
            case nm.FAILED | nm.UNAVAILABLE | nm.UNMANAGED | nm.DISCONNECTED:
                raise _Failed(_why(step.reason))


def _why(reason: int) -> WifiFailed:
    if reason in WRONG:
        return "password"
    if reason in NO_ADDRESS:
        return "address"
    return "out-of-reach" if reason == OUT_OF_REACH else "failed"


# ---- profiles --------------------------------------------------------------------------------------------------


def _joining(ssid: bytes, password: str | None) -> nm.Settings:
    """NetworkManager adds what the access point says of itself."""
    network = {"802-11-wireless": {"ssid": ("ay", ssid)}}
    return {**network, "802-11-wireless-security": {"psk": ("s", password)}} if password is not None else network


def _hosting(own: str, uuid: str, password: str, *, comes_back: bool) -> nm.Settings:
    """`comes_back`: with the machine, before any network that it knows."""
    return {
        "connection": {
            "id": ("s", own),
            "uuid": ("s", uuid),
            "type": ("s", "802-11-wireless"),
            "autoconnect": ("b", comes_back),
            "autoconnect-priority": ("i", 10),
        },
        "802-11-wireless": {"ssid": ("ay", own.encode()), "mode": ("s", "ap"), "band": ("s", "bg")},
        "802-11-wireless-security": {
            "key-mgmt": ("s", "wpa-psk"),
            "psk": ("s", password),
            "proto": ("as", ["rsn"]),
            "pairwise": ("as", ["ccmp"]),
            "group": ("as", ["ccmp"]),
        },
        "ipv4": {"method": ("s", "shared")},
        "ipv6": {"method": ("s", "ignore")},
    }


def made_password() -> str:
    """By chance, in groups that can be read and typed."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(group)) for group in GROUPS)


# ---- what is told ----------------------------------------------------------------------------------------------


def _country(file: Path | None) -> str | None:
    """Whose rules the radio keeps, as the table has written it down, or the kernel was told; empty if nobody has said.

    None where the system does not take it from a file.
    """
    for known in (file, KERNEL) if file else ():
        with suppress(OSError, ValueError):
            if re.fullmatch("[A-Z]{2}", said := known.read_text().strip()):
                return said
    return None if file is None else ""


def _problem(seen: Seen | None, *, asks: bool) -> WifiProblem:
    """Why there is nothing to choose from, if so. `asks`: the country is not known, and could be said."""
    if seen is None:
        return "no-manager"
    if seen.radio is None:
        return "no-radio"
    if asks and seen.allowed and seen.radio.state not in (nm.UNMANAGED, nm.ACTIVATED):
        return "country"
    if not seen.allowed:
        return "blocked"
    if not seen.on:
        return "off"
    if seen.radio.state == nm.UNMANAGED:
        return "unmanaged"
    return "waiting" if seen.radio.state == nm.UNAVAILABLE else ""


def _step(radio: Radio | None) -> WifiStep:
    return "address" if radio and nm.GETS_ADDRESS <= radio.state < nm.ACTIVATED else "joining"


def _by_name(points: Iterable[AccessPoint], own: str) -> dict[str, AccessPoint]:
    """The strongest access point of each network that has a name; strongest first."""
    found: dict[str, AccessPoint] = {}
    for point in sorted(points, key=lambda each: -each.strength):
        found.setdefault(_name(point.ssid), point)
    return {name: found[name] for name in [name for name in found if name and name != own][:MOST]}


def _name(ssid: bytes) -> str:
    """As people may read it, whatever somebody nearby has made of it."""
    return "".join(sign if sign.isprintable() else "�" for sign in ssid.decode(errors="replace"))


def _told(reach: Mapping[str, AccessPoint], here: str, saved: Mapping[bytes, object]) -> tuple[WifiNetwork, ...]:
    """The one that the machine is in, those that it knows, and the others, strongest first."""
    told = [
        WifiNetwork(name, 1 + sum(point.strength >= least for least in STRENGTHS), point.lock, point.ssid in saved)
        for name, point in reach.items()
    ]
    return tuple(sorted(told, key=lambda each: (each.name != here, not each.known, -each.bars, each.name.casefold())))
