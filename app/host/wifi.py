"""The Wi-Fi of the table's machine: listing networks, joining one, and a hotspot of the table's own.

Each request starts at once and reports its steps (`messages.Wifi`, for the screen alone), so nobody waits for a radio.
A password is passed to NetworkManager and forgotten; the hotspot's, which NetworkManager stores, is read from there.
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
from app.host.network_manager import (
    AccessPoint,
    DeviceChange,
    ManagerRefusal,
    ManagerUnavailable,
    NetworkManager,
    Radio,
    WifiState,
)
from app.protocol.network_messages import Hotspot, Wifi, WifiFailed, WifiNetwork, WifiProblem, WifiStep

KERNEL_COUNTRY_FILE: Final = Path("/sys/module/cfg80211/parameters/ieee80211_regdom")  # the country set at boot
RETRY_SECONDS: Final = 15.0  # until the bus is tried again
DEBOUNCE_SECONDS: Final = 0.3  # in which changes are collected
MAX_NETWORKS: Final = 60  # the strongest
PASSWORD_LETTERS: Final = "abcdefghjkmnpqrstuvwxyz23456789"  # without letters that look alike
PASSWORD_GROUPS: Final = (4, 4, 4)  # lengths of the groups in a password: 59 bits
BAR_PERCENTAGES: Final = (30, 55, 75)  # thresholds for two, three and four bars
WRONG_PASSWORD_REASONS: Final = (7, 8, 10, 11)  # no secrets; supplicant disconnected, failed, timed out
NO_ADDRESS_REASONS: Final = (5, 15, 16, 17)  # IP configuration or DHCP failed
OUT_OF_REACH_REASON: Final = 53  # SSID not found
REPLACED_REASON: Final = 60  # replaced by a new activation

Work = Callable[[], Coroutine[Any, Any, None]]


class MachineWifi:
    """The machine's radio, while `run` runs. `tell` gets the state whenever it changes.

    `own` is the name of the hotspot. Everything belongs to one loop.
    """

    def __init__(
        self,
        own: str,
        tell: Callable[[Wifi], object],
        *,
        country: Path | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Create it. `country`: the file from which the system takes the regulatory country, or None."""
        self._uuid = str(uuid5(NAMESPACE_DNS, f"{own}.local"))  # of the hotspot's profile
        self._tell = tell
        self._sleep = sleep
        self._country_file = country
        self._now = Wifi(own=own, problem="looking")
        self._seen: WifiState | None = None
        self._access_points: Mapping[str, AccessPoint] = {}  # by shown name
        self._password = ""  # of the hotspot, once it is known
        self._manager: NetworkManager | None = None
        self._changed = asyncio.Event()
        self._steps: asyncio.Queue[DeviceChange] = asyncio.Queue()  # state changes since the last activation
        self._loop: asyncio.AbstractEventLoop | None = None  # of `run`
        self._task: asyncio.Task[None] | None = None

    # ---- requests; they return False if they cannot begin ---------------------------------------------------

    def current_message(self) -> Wifi:
        """Return the current state."""
        return self._now

    def scan(self) -> bool:
        """Scan for networks, unless a request is in progress."""
        manager, radio = self._manager, self._radio
        if manager is None or radio is None:
            return False
        if self._task is None or self._task.done():
            self._start_request(partial(manager.scan, radio.path), "")
        return True

    def join(self, network: str, password: str | None) -> bool:
        """Join a network in reach. `password` is None for an open network, or if NetworkManager has it."""
        manager, radio, point = self._manager, self._radio, self._access_points.get(network)
        if (
            manager is None
            or radio is None
            or point is None
            or (point.lock == "other" and not self._saved_profiles(point))
        ):
            return False
        self._start_request(partial(self._join, manager, radio, point, password), network)
        return True

    def set_hotspot(self, on: bool) -> bool:
        """Open the hotspot, or leave it for a network that the machine knows."""
        manager, radio = self._manager, self._radio
        if manager is None or radio is None or not radio.can_host:
            return False
        self._start_request(
            partial(self._open_hotspot if on else self._close_hotspot, manager, radio), self._now.own if on else ""
        )
        return True

    def switch_on(self) -> bool:
        """Enable Wi-Fi if it is switched off."""
        if self._manager is None or self._now.problem != "off":
            return False
        self._start_request(self._manager.switch_on, "")
        return True

    def set_country(self, country: str) -> bool:
        """Set the regulatory country, a code of two letters."""
        if self._manager is None or self._country_file is None:
            return False
        self._start_request(partial(self._keep_country, self._manager, self._country_file, country), "")
        return True

    @property
    def _radio(self) -> Radio | None:
        return self._seen.radio if self._seen and not self._now.problem else None

    def _saved_profiles(self, point: AccessPoint) -> tuple[str, ...]:
        return self._seen.saved.get(point.ssid, ()) if self._seen else ()

    def _start_request(self, work: Work, network: str) -> None:
        """Start a request, which cancels the current one. `network`: the network that it leads to, or ""."""
        assert self._loop is not None
        self._task = self._loop.create_task(self._run_request(work, network, self._task))

    async def _run_request(self, work: Work, network: str, before: asyncio.Task[None] | None) -> None:
        if before is not None and not before.done():
            before.cancel()
            await asyncio.wait([before])
        self._show(joining=network, step="joining" if network else "", failed="", tried="")
        failed: WifiFailed = ""
        try:
            await work()
        except _JoinFailure as no:
            failed = no.why
        except ManagerRefusal as no:
            failed = "denied" if no.denied else "failed"
        except ManagerUnavailable:
            pass  # `run` reports it
        finally:
            tried = network if failed else ""
            self._show(joining="", step="", failed=failed if network or failed == "denied" else "", tried=tried)
            self._changed.set()

    # ---- state -------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Report the state of Wi-Fi and carry out requests, until cancelled."""
        self._loop = asyncio.get_running_loop()
        while True:
            with suppress(ManagerUnavailable, ManagerRefusal):
                async with nm.connect(self._changed.set, self._on_device_change) as self._manager:
                    try:
                        await self._watch(self._manager)
                    finally:
                        self._manager = None
                        if self._task is not None:
                            self._task.cancel()
            self._show(Wifi(own=self._now.own, problem="no-manager"))
            await self._sleep(RETRY_SECONDS)

    async def _watch(self, manager: NetworkManager) -> None:
        while True:
            self._changed.clear()
            self._seen = seen = await manager.read_state()
            country = _read_country(self._country_file)
            problem = _find_problem(seen, asks=country == "")
            radio = seen.radio if seen and not problem else None
            self._access_points = _strongest_by_name(radio.reach, self._now.own) if radio else {}
            here, hotspot = "", None
            if radio and radio.state == nm.ACTIVATED:
                password = await self._hotspot_password(manager) if radio.uuid == self._uuid else ""
                hotspot = Hotspot(self._now.own, password) if password else None
                here = _format_ssid(radio.here.ssid) if radio.here and not hotspot else ""
            self._show(
                problem=problem,
                networks=_list_networks(self._access_points, here, seen.saved if seen else {}),
                here=here,
                step=self._now.step and _find_step(radio),
                can_host=bool(radio and radio.can_host),
                hotspot=hotspot,
                country=country,
            )
            await self._changed.wait()
            await self._sleep(DEBOUNCE_SECONDS)

    async def _hotspot_password(self, manager: NetworkManager) -> str:
        """Return the hotspot's password, which an earlier table may have made, or ""."""
        if not self._password and (profile := await manager.find_profile(self._uuid)):
            with suppress(ManagerRefusal):
                self._password = await manager.read_password(profile)
        return self._password

    def _on_device_change(self, moved: DeviceChange) -> None:
        if self._task is not None and not self._task.done():
            self._steps.put_nowait(moved)

    def _show(self, now: Wifi | None = None, **changes: object) -> None:
        fresh = replace(now or self._now, **changes)
        if fresh != self._now:
            self._now = fresh
            self._tell(fresh)

    # ---- work --------------------------------------------------------------------------------------------

    async def _join(self, manager: NetworkManager, radio: Radio, point: AccessPoint, password: str | None) -> None:
        """Join with a saved profile, or with a new password; a new profile that works replaces the saved ones."""
        saved = self._saved_profiles(point)
        if saved and (password is None or point.lock == "other"):
            await self._activate(manager, saved[-1], radio, point.path)
            await self._disable_hotspot_at_boot(manager)
            return
        if password is None and point.lock == "password":
            raise _JoinFailure("password")
        await self._add(manager, _make_client_profile(point.ssid, password), radio, point.path)
        for before in saved:
            with suppress(ManagerRefusal):
                await manager.delete(before)
        await self._disable_hotspot_at_boot(manager)

    async def _open_hotspot(self, manager: NetworkManager, radio: Radio) -> None:
        """Open the hotspot, with the same name and password each time. It also starts at boot."""
        profile = await manager.find_profile(self._uuid)
        password = await self._hotspot_password(manager) or make_password()
        settings = _make_hotspot_profile(self._now.own, self._uuid, password, comes_back=True)
        if profile is None:
            await self._add(manager, settings, radio)
        else:
            await manager.update(profile, settings)
            try:
                await self._activate(manager, profile, radio)
            except _JoinFailure:
                await self._disable_hotspot_at_boot(manager)
                raise
        self._password = password

    async def _close_hotspot(self, manager: NetworkManager, radio: Radio) -> None:
        """Close the hotspot. NetworkManager then joins a known network by itself."""
        await self._disable_hotspot_at_boot(manager)
        if radio.uuid == self._uuid:
            await manager.deactivate(radio.active)

    async def _disable_hotspot_at_boot(self, manager: NetworkManager) -> None:
        """Stop the hotspot from starting at boot; name and password are kept."""
        profile = await manager.find_profile(self._uuid)
        if profile is not None:
            password = await self._hotspot_password(manager)
            await manager.update(profile, _make_hotspot_profile(self._now.own, self._uuid, password, comes_back=False))

    async def _keep_country(self, manager: NetworkManager, file: Path, country: str) -> None:
        file.write_text(f"{country}\n")
        await manager.keep_country()

    async def _activate(self, manager: NetworkManager, profile: str, radio: Radio, point: str = nm.NO_PATH) -> None:
        """Activate a profile and wait until it is connected."""
        steps = self._steps = asyncio.Queue()
        active = await manager.activate(profile, radio.path, point)
        try:
            await _wait_until_connected(steps, radio.path)
        except _JoinFailure:
            with suppress(ManagerRefusal):  # already ended
                await manager.deactivate(active)
            raise

    async def _add(self, manager: NetworkManager, settings: nm.Settings, radio: Radio, point: str = nm.NO_PATH) -> None:
        """Connect with a new profile, which is deleted if that fails."""
        steps = self._steps = asyncio.Queue()
        adding = asyncio.ensure_future(manager.add(settings, radio.path, point))
        try:
            await asyncio.shield(adding)  # even if cancelled, its answer names the profile to delete
            await _wait_until_connected(steps, radio.path)
        except (_JoinFailure, asyncio.CancelledError):
            with suppress(ManagerRefusal):
                profile, _ = await adding
                await manager.delete(profile)
            raise


class _JoinFailure(Exception):
    """A connection failed."""

    def __init__(self, why: WifiFailed) -> None:
        super().__init__(why)
        self.why = why


async def _wait_until_connected(steps: asyncio.Queue[DeviceChange], radio: str) -> None:
    """Wait until a radio is connected. _JoinFailure if it fails."""
    while True:
        step = await steps.get()
        if step.device != radio or step.reason == REPLACED_REASON:
            continue
        match step.state:
            case nm.ACTIVATED:
                return
            case nm.NEED_AUTH if step.reason in WRONG_PASSWORD_REASONS:
                raise _JoinFailure("password")
            case nm.ACTIVATION_FAILED | nm.UNAVAILABLE | nm.UNMANAGED | nm.DISCONNECTED:
                raise _JoinFailure(_classify_failure(step.reason))


def _classify_failure(reason: int) -> WifiFailed:
    if reason in WRONG_PASSWORD_REASONS:
        return "password"
    if reason in NO_ADDRESS_REASONS:
        return "address"
    return "out-of-reach" if reason == OUT_OF_REACH_REASON else "failed"


# ---- profiles --------------------------------------------------------------------------------------------------


def _make_client_profile(ssid: bytes, password: str | None) -> nm.Settings:
    """Make a profile for joining a network. NetworkManager adds the access point's security settings."""
    network = {"802-11-wireless": {"ssid": ("ay", ssid)}}
    return {**network, "802-11-wireless-security": {"psk": ("s", password)}} if password is not None else network


def _make_hotspot_profile(own: str, uuid: str, password: str, *, comes_back: bool) -> nm.Settings:
    """Make the hotspot's profile. `comes_back`: starts at boot, before any known network."""
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


def make_password() -> str:
    """Make a random password, in groups that are easy to read and type."""
    return "-".join("".join(secrets.choice(PASSWORD_LETTERS) for _ in range(group)) for group in PASSWORD_GROUPS)


# ---- what is shown ---------------------------------------------------------------------------------------------


def _read_country(file: Path | None) -> str | None:
    """Return the regulatory country that the table has written, or that was set at boot; "" if unknown.

    None if the system does not take it from a file.
    """
    for known in (file, KERNEL_COUNTRY_FILE) if file else ():
        with suppress(OSError, ValueError):
            if re.fullmatch("[A-Z]{2}", said := known.read_text().strip()):
                return said
    return None if file is None else ""


def _find_problem(seen: WifiState | None, *, asks: bool) -> WifiProblem:
    """Return the reason why no network can be chosen, or "". `asks`: the country is unknown and could be set."""
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


def _find_step(radio: Radio | None) -> WifiStep:
    return "address" if radio and nm.IP_CONFIG <= radio.state < nm.ACTIVATED else "joining"


def _strongest_by_name(points: Iterable[AccessPoint], own: str) -> dict[str, AccessPoint]:
    """Return the strongest access point of each named network, strongest first."""
    found: dict[str, AccessPoint] = {}
    for point in sorted(points, key=lambda each: -each.strength):
        found.setdefault(_format_ssid(point.ssid), point)
    return {name: found[name] for name in [name for name in found if name and name != own][:MAX_NETWORKS]}


def _format_ssid(ssid: bytes) -> str:
    """Decode an SSID for display, with unprintable characters replaced."""
    return "".join(sign if sign.isprintable() else "�" for sign in ssid.decode(errors="replace"))


def _list_networks(
    reach: Mapping[str, AccessPoint], here: str, saved: Mapping[bytes, object]
) -> tuple[WifiNetwork, ...]:
    """List the networks: the current one, then known ones, then the others, strongest first."""
    told = [
        WifiNetwork(
            name, 1 + sum(point.strength >= least for least in BAR_PERCENTAGES), point.lock, point.ssid in saved
        )
        for name, point in reach.items()
    ]
    return tuple(sorted(told, key=lambda each: (each.name != here, not each.known, -each.bars, each.name.casefold())))
