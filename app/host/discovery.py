"""Discovery of the table by phones: the numeric address for the codes, and a name announced by zeroconf."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol

from app.protocol.name_rules import host_name
from app.protocol.network_messages import Network
from app.protocol.table_to_club_messages import SERVICE

if TYPE_CHECKING:
    from zeroconf import ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

log = logging.getLogger(__name__)

WEB_SERVICE: Final = "_http._tcp.local."  # the service type that browsers and phones look for
CHECK_SECONDS: Final = 3.0  # between two checks; phones may expect a change within 10 s
CLUB_ANSWER_SECONDS: Final = 1.5  # for which answers are collected
PROBE_MILLISECONDS: Final = 800  # for which another machine may answer for our name
DEFAULT_PORTS: Final = {"http": ":80", "https": ":443"}  # default ports, left out of addresses
UNSTABLE_FLAGS: Final = 0x01 | 0x08 | 0x20 | 0x40  # temporary, failed DAD, deprecated, tentative
UNSPECIFIED: Final = "0" * 32  # :: as the kernel writes it
VIRTUAL_PREFIXES: Final = (
    "lo",
    "docker",
    "br-",
    "veth",
    "virbr",
    "tun",
    "tap",
    "wg",
    "vmnet",
    "vboxnet",
    "tailscale",
    "zt",
    "cni",
)


@dataclass(frozen=True, slots=True)
class Interface:
    """An address of this machine, with what decides whether phones get it."""

    name: str
    address: str
    real: bool = True  # has a hardware device
    routed: bool = False  # has a default route

    @property
    def is_ipv6(self) -> bool:
        """True for an IPv6 address."""
        return ":" in self.address

    def is_usable(self) -> bool:
        """Return True if a phone at the table could open the address. Browsers open no address with a zone, and
        connections from public IPv6 addresses are refused (app/web/connection_limits.py).
        """
        ip = ip_address(self.address)
        unreachable = (
            ip.is_loopback
            or ip.is_link_local
            or ip.is_unspecified
            or ip.is_multicast
            or (self.is_ipv6 and ip.is_global)
        )
        return not unreachable and not self.name.startswith(VIRTUAL_PREFIXES)

    def sort_key(self) -> tuple[bool, bool, bool, str]:
        """Return the sort key; smaller is better: private before public, routed before others, hardware before virtual,
        then by name.
        """
        return not ip_address(self.address).is_private, not self.routed, not self.real, self.name


def list_interfaces() -> list[Interface]:
    """List the addresses of all interfaces that are up."""
    import ifaddr

    system = Path("/sys/class/net")
    routed, stable_ipv6 = _list_routed(), _list_stable_ipv6()
    found = []
    for adapter in ifaddr.get_adapters():
        name = adapter.name
        state = system / name / "operstate"
        if state.exists() and state.read_text().strip() not in ("up", "unknown"):
            continue
        real = (system / name / "device").exists()
        found += [Interface(name, str(at.ip), real, name in routed) for at in adapter.ips if at.is_IPv4]
        found += [Interface(name, address, real, name in routed) for address in stable_ipv6.get(name, ())]
    return found


def _list_routed() -> set[str]:
    found = {row[0] for row in _read_table("/proc/net/route") if row[1] == "00000000"}
    routes = [row for row in _read_table("/proc/net/ipv6_route") if row[:2] == [UNSPECIFIED, "00"]]
    return found | {row[-1] for row in routes if row[4] != UNSPECIFIED}


def _list_stable_ipv6() -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for address, _, _, _, flags, name in _read_table("/proc/net/if_inet6"):
        if not int(flags, 16) & UNSTABLE_FLAGS:
            found.setdefault(name, []).append(str(IPv6Address(bytes.fromhex(address))))
    return found


def _read_table(table: str) -> list[list[str]]:
    """Return the rows of a kernel table; empty if it is missing or changes while it is read."""
    try:
        return [row.split() for row in Path(table).read_text().splitlines()]
    except OSError:
        return []


def format_host(address: str) -> str:
    """Format an address for a URL: IPv6 in brackets."""
    return f"[{address}]" if ":" in address else address


def format_address(host: str, port: int, default_scheme: str = "http") -> str:
    """Format `192.168.1.5`, `box.lan:81` or a whole URL as the URL that phones open, without a default port.

    `default_scheme`: the scheme, unless the text contains one.
    """
    scheme, _, rest = host.strip().rstrip("/").rpartition("://")
    bare = rest.rpartition("]")[2]  # the part after an IPv6 address
    if not scheme and ":" not in bare:
        rest = f"{rest}:{port}"
    scheme = scheme or default_scheme
    return f"{scheme}://{rest.removesuffix(DEFAULT_PORTS.get(scheme, ' '))}"


@dataclass(frozen=True, slots=True)
class ClubAddress:
    """A club found in this network."""

    id: str
    address: str


async def find_clubs(wait_seconds: float = CLUB_ANSWER_SECONDS) -> list[ClubAddress]:
    """List the clubs that answer within `wait_seconds`."""
    from zeroconf import IPVersion, ServiceStateChange
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

    names: set[str] = set()

    def on_change(zeroconf: object, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is ServiceStateChange.Added:
            names.add(name)

    found = []
    try:
        async with AsyncZeroconf(ip_version=IPVersion.V4Only) as running:
            browser = AsyncServiceBrowser(running.zeroconf, SERVICE, handlers=[on_change])
            await asyncio.sleep(wait_seconds)
            await browser.async_cancel()
            for name in sorted(names):
                info = AsyncServiceInfo(SERVICE, name)
                if await info.async_request(running.zeroconf, PROBE_MILLISECONDS) and info.port is not None:
                    facts = {key: (text or b"").decode("ascii", "replace") for key, text in info.properties.items()}
                    hosts = [facts[b"host"]] if facts.get(b"host") else map(format_host, info.parsed_addresses()[:1])
                    at = [format_address(host, info.port, facts.get(b"scheme", "http")) for host in hosts]
                    found += [ClubAddress(facts.get(b"club", ""), each) for each in at]
    except OSError:  # no network
        return []
    return found


class Announcer(Protocol):
    """Announces our name in the network."""

    async def announce(self, name: str, addresses: Sequence[str], port: int) -> str | None:
        """Announce a name on these addresses, replacing an earlier announcement. Return the name obtained, or None if
        that failed.
        """

    async def close(self) -> None: ...


class ZeroconfAnnouncer:
    """An announcer by zeroconf. `service`: the service type; `facts`: its properties."""

    def __init__(self, service: str = WEB_SERVICE, facts: Mapping[str, str] = MappingProxyType({"path": "/"})) -> None:
        self._service, self._facts = service, dict(facts)
        self._running: AsyncZeroconf | None = None
        self._failed = False

    async def announce(self, name: str, addresses: Sequence[str], port: int) -> str | None:
        from zeroconf import IPVersion, NotRunningException
        from zeroconf.asyncio import AsyncZeroconf

        await self.close()
        if not addresses:
            return None
        try:
            version = IPVersion.V6Only if ":" in addresses[0] else IPVersion.V4Only
            self._running = AsyncZeroconf(interfaces=list(addresses), ip_version=version)
            for number in range(1, 10):
                host = name if number == 1 else f"{name}-{number}"
                if not await self._is_name_taken(self._running, host, addresses):
                    service = self._info(host, addresses, port)
                    await (await self._running.async_register_service(service, allow_name_change=True))
                    return host
        except OSError as error:  # no multicast, or the interface has just disappeared
            if not self._failed:
                log.warning("The table's name cannot be announced (%s); the numeric address works.", error)
            self._failed = True
            await self.close()
        except NotRunningException:  # zeroconf is not ready yet on a busy machine; the next check retries
            await self.close()
        return None

    async def close(self) -> None:
        running, self._running = self._running, None
        if running:
            with suppress(OSError):
                await running.async_close()

    def _info(self, host: str, addresses: Sequence[str], port: int) -> "ServiceInfo":
        from zeroconf import ServiceInfo

        return ServiceInfo(
            self._service,
            f"{host.replace('wondertable-', 'Wondertable ')}.{self._service}",
            port=port,
            addresses=[ip_address(address).packed for address in addresses],
            server=f"{host}.local.",
            properties=self._facts,
        )

    @staticmethod
    async def _is_name_taken(zeroconf: "AsyncZeroconf", host: str, addresses: Sequence[str]) -> bool:
        """Return True if another machine answers for this name, such as one with a copied memory card."""
        from zeroconf import (  # type: ignore[attr-defined]  # not in its __all__
            AddressResolverIPv4,
            AddressResolverIPv6,
            IPVersion,
        )

        six = ":" in addresses[0]
        resolver = (AddressResolverIPv6 if six else AddressResolverIPv4)(f"{host}.local.")
        await resolver.async_request(zeroconf.zeroconf, PROBE_MILLISECONDS)
        theirs = resolver.parsed_addresses(IPVersion.V6Only if six else IPVersion.V4Only)
        return any(address not in addresses for address in theirs)


class Discovery:
    """Watches the interfaces and calls `report` with the table's addresses whenever they change."""

    def __init__(
        self,
        table: str,
        port: int,
        report: Callable[[Network], None],
        *,
        override: str | None = None,
        scheme: str = "http",
        lister: Callable[[], Sequence[Interface]] = list_interfaces,
        announcer: Announcer | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._host = host_name(table)
        self._port = port
        self._report = report
        self._override, self._scheme = override, scheme
        self._lister = lister
        self._announcer = announcer or ZeroconfAnnouncer()
        self._sleep = sleep
        self._addresses: tuple[str, ...] = ()
        self._name: str | None = None
        self._reported: Network | None = None

    def override(self, host: str | None) -> None:
        """Use this address in codes from now on; None: the one that is found."""
        self._override = host
        self._report_addresses()

    def check_interfaces(self) -> bool:
        """Check the interfaces once. Return True if the addresses changed, so that the name has to be announced again.

        An IPv6 address counts only if there is no other. If an interface disappears during the check, the known
        addresses stay until the next one.
        """
        try:
            found = sorted((one for one in self._lister() if one.is_usable()), key=Interface.sort_key)
        except OSError:
            return False
        addresses = tuple(one.address for one in found if one.is_ipv6 == all(each.is_ipv6 for each in found))
        changed = addresses != self._addresses
        if changed:
            self._addresses, self._name = addresses, None
        self._report_addresses()
        return changed

    async def run(self) -> None:
        """Check the interfaces and announce changes, until cancelled."""
        try:
            while True:
                if self.check_interfaces() or (self._addresses and self._name is None):
                    self._name = await self._announcer.announce(self._host, self._addresses, self._port)
                    self._report_addresses()
                await self._sleep(CHECK_SECONDS)
        finally:
            await self._announcer.close()

    def _report_addresses(self) -> None:
        hosts = [format_host(address) for address in self._addresses]
        if self._override:
            hosts = [self._override, *hosts]
        urls = [format_address(host, self._port, self._scheme) for host in hosts]
        name = format_address(f"{self._name}.local", self._port, self._scheme) if self._name else None
        network = Network(urls[0] if urls else None, name, tuple(urls[1:]))
        if network != self._reported:
            self._reported = network
            self._report(network)
