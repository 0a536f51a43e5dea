"""How phones find the table: the numeric address for the codes, and a name announced by zeroconf."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, Protocol

from app.protocol.club import SERVICE
from app.protocol.names import host_name
from app.protocol.network_messages import Network

if TYPE_CHECKING:
    from zeroconf import ServiceInfo
    from zeroconf.asyncio import AsyncZeroconf

log = logging.getLogger(__name__)

WEB: Final = "_http._tcp.local."  # what browsers, and phones, look for
CHECK: Final = 3.0  # seconds between two looks at the interfaces; phones may expect a change within 10
CLUBS: Final = 1.5  # seconds in which clubs answer
PROBE: Final = 800  # milliseconds another machine has to answer for our name
KNOWN: Final = {"http": ":80", "https": ":443"}  # ports that no address says
PASSING: Final = 0x01 | 0x08 | 0x20 | 0x40  # an IPv6 address that is for now, another's, about to go, not yet ours
NOWHERE: Final = "0" * 32  # any address, or none, as the kernel writes it
VIRTUAL: Final = (
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
    """One address of this machine, and what speaks for giving it to phones."""

    name: str
    address: str
    real: bool = True  # has a device behind it: a cable or a radio
    routed: bool = False  # the way out of this network

    @property
    def six(self) -> bool:
        """Whether it is an IPv6 address."""
        return ":" in self.address

    def usable(self) -> bool:
        """Whether a phone beside the table could possibly open it. No browser opens an address with a zone, and from
        public addresses of IPv6 nobody is let in (app/web/connection_limits.py).
        """
        ip = ip_address(self.address)
        away = ip.is_loopback or ip.is_link_local or ip.is_unspecified or ip.is_multicast or (self.six and ip.is_global)
        return not away and not self.name.startswith(VIRTUAL)

    def worth(self) -> tuple[bool, bool, bool, str]:
        """Smaller is better: private before public, the routed one before others, real before made up, then by name."""
        return not ip_address(self.address).is_private, not self.routed, not self.real, self.name


def interfaces() -> list[Interface]:
    """What this machine has now; an interface that is down does not count."""
    import ifaddr

    system = Path("/sys/class/net")
    routed, lasting = _routed(), _lasting()
    found = []
    for adapter in ifaddr.get_adapters():
        name = adapter.name
        state = system / name / "operstate"
        if state.exists() and state.read_text().strip() not in ("up", "unknown"):
            continue
        real = (system / name / "device").exists()
        found += [Interface(name, str(at.ip), real, name in routed) for at in adapter.ips if at.is_IPv4]
        found += [Interface(name, address, real, name in routed) for address in lasting.get(name, ())]
    return found


def _routed() -> set[str]:
    """The interfaces with a default route."""
    found = {row[0] for row in _rows("/proc/net/route") if row[1] == "00000000"}
    ways = [row for row in _rows("/proc/net/ipv6_route") if row[:2] == [NOWHERE, "00"]]
    return found | {row[-1] for row in ways if row[4] != NOWHERE}


def _lasting() -> dict[str, list[str]]:
    """The IPv6 addresses of each interface that are there to stay, and that nobody else has."""
    found: dict[str, list[str]] = {}
    for address, _, _, _, flags, name in _rows("/proc/net/if_inet6"):
        if not int(flags, 16) & PASSING:
            found.setdefault(name, []).append(str(IPv6Address(bytes.fromhex(address))))
    return found


def _rows(table: str) -> list[list[str]]:
    """What stands in a table of the kernel; nothing where it changes while it is read, or there is none."""
    try:
        return [row.split() for row in Path(table).read_text().splitlines()]
    except OSError:
        return []


def numeric(address: str) -> str:
    """An address as it stands in one of a page."""
    return f"[{address}]" if ":" in address else address


def web_address(host: str, port: int, plainly: str = "http") -> str:
    """`192.168.1.5`, `box.lan:81` or a whole address, as phones open it: without a port that browsers know.

    `plainly`: what is spoken there, unless the address says it.
    """
    scheme, _, rest = host.strip().rstrip("/").rpartition("://")
    bare = rest.rpartition("]")[2]  # what follows an IPv6 address
    if not scheme and ":" not in bare:
        rest = f"{rest}:{port}"
    scheme = scheme or plainly
    return f"{scheme}://{rest.removesuffix(KNOWN.get(scheme, ' '))}"


@dataclass(frozen=True, slots=True)
class FoundClub:
    """A club in this network."""

    id: str
    address: str


async def find_clubs(patience: float = CLUBS) -> list[FoundClub]:
    """Those that the network tells of."""
    from zeroconf import IPVersion, ServiceStateChange
    from zeroconf.asyncio import AsyncServiceBrowser, AsyncServiceInfo, AsyncZeroconf

    names: set[str] = set()

    def heard(zeroconf: object, service_type: str, name: str, state_change: ServiceStateChange) -> None:
        if state_change is ServiceStateChange.Added:
            names.add(name)

    found = []
    try:
        async with AsyncZeroconf(ip_version=IPVersion.V4Only) as running:
            browser = AsyncServiceBrowser(running.zeroconf, SERVICE, handlers=[heard])
            await asyncio.sleep(patience)
            await browser.async_cancel()
            for name in sorted(names):
                info = AsyncServiceInfo(SERVICE, name)
                if await info.async_request(running.zeroconf, PROBE) and info.port is not None:
                    said = {key: (it or b"").decode("ascii", "replace") for key, it in info.properties.items()}
                    ways = [said[b"host"]] if said.get(b"host") else map(numeric, info.parsed_addresses()[:1])
                    at = [web_address(way, info.port, said.get(b"scheme", "http")) for way in ways]
                    found += [FoundClub(said.get(b"club", ""), each) for each in at]
    except OSError:  # there is no network
        return []
    return found


class Announcer(Protocol):
    """Tells the network our name."""

    async def announce(self, name: str, addresses: Sequence[str], port: int) -> str | None:
        """Announce on these addresses, instead of any before. The name that was obtained; None if there is no way."""

    async def close(self) -> None: ...


class Zeroconf:
    """The announcer for real networks. `service`: what is announced; `facts`: what is said of it besides."""

    def __init__(self, service: str = WEB, facts: Mapping[str, str] = MappingProxyType({"path": "/"})) -> None:
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
                if not await self._taken(self._running, host, addresses):
                    service = self._info(host, addresses, port)
                    await (await self._running.async_register_service(service, allow_name_change=True))
                    return host
        except OSError as error:  # no multicast here, or the interface has just gone
            if not self._failed:
                log.warning("The table's name cannot be announced (%s); the numeric address works.", error)
            self._failed = True
            await self.close()
        except NotRunningException:  # a machine that is busy booting has not begun to listen; the next look tries again
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
    async def _taken(zeroconf: "AsyncZeroconf", host: str, addresses: Sequence[str]) -> bool:
        """Whether another machine answers for this name: a copied memory card, for one."""
        from zeroconf import (  # type: ignore[attr-defined]  # not in its __all__
            AddressResolverIPv4,
            AddressResolverIPv6,
            IPVersion,
        )

        six = ":" in addresses[0]
        resolver = (AddressResolverIPv6 if six else AddressResolverIPv4)(f"{host}.local.")
        await resolver.async_request(zeroconf.zeroconf, PROBE)
        theirs = resolver.parsed_addresses(IPVersion.V6Only if six else IPVersion.V4Only)
        return any(address not in addresses for address in theirs)


class Discovery:
    """Watches the interfaces and tells `say` how phones find the table, whenever that changes."""

    def __init__(
        self,
        table: str,
        port: int,
        say: Callable[[Network], None],
        *,
        override: str | None = None,
        scheme: str = "http",
        lister: Callable[[], Sequence[Interface]] = interfaces,
        announcer: Announcer | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._host = host_name(table)
        self._port = port
        self._say = say
        self._override, self._scheme = override, scheme
        self._lister = lister
        self._announcer = announcer or Zeroconf()
        self._sleep = sleep
        self._addresses: tuple[str, ...] = ()
        self._name: str | None = None
        self._said: Network | None = None

    def override(self, host: str | None) -> None:
        """Write this address into codes from now on; None: the one that is found."""
        self._override = host
        self._tell()

    def look(self) -> bool:
        """Look at the interfaces once. Whether the addresses changed, so that the name has to be announced again.

        An IPv6 address counts only where there is no other. Where an interface goes while they are looked at, that can
        fail; then what was known stands until the next look.
        """
        try:
            found = sorted((one for one in self._lister() if one.usable()), key=Interface.worth)
        except OSError:
            return False
        addresses = tuple(one.address for one in found if one.six == all(each.six for each in found))
        changed = addresses != self._addresses
        if changed:
            self._addresses, self._name = addresses, None
        self._tell()
        return changed

    async def run(self) -> None:
        """Until cancelled: look, and announce what has changed."""
        try:
            while True:
                if self.look() or (self._addresses and self._name is None):
                    self._name = await self._announcer.announce(self._host, self._addresses, self._port)
                    self._tell()
                await self._sleep(CHECK)
        finally:
            await self._announcer.close()

    def _tell(self) -> None:
        hosts = [numeric(address) for address in self._addresses]
        if self._override:
            hosts = [self._override, *hosts]
        urls = [web_address(host, self._port, self._scheme) for host in hosts]
        name = web_address(f"{self._name}.local", self._port, self._scheme) if self._name else None
        network = Network(urls[0] if urls else None, name, tuple(urls[1:]))
        if network != self._said:
            self._said = network
            self._say(network)
