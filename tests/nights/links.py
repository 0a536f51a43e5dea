"""Two networks, one for the table and one for phones, joined by TUN devices that delay, lose or cut off packets.
It needs root, /dev/net/tun, `ip`, `unshare` and `nsenter`; no netem, which many kernels lack.
"""

import asyncio
import ctypes
import fcntl
import os
import random
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, NamedTuple, NoReturn

TUN: Final = Path("/dev/net/tun")
TOOLS: Final = ("ip", "unshare", "nsenter", "mount")
UNSHARE_COMMAND: Final = ("unshare", "--net", "--mount", "--propagation", "private")
TUNSETIFF: Final = 0x400454CA
PLAIN: Final = 0x1001  # IFF_TUN | IFF_NO_PI
NEW_NET: Final = 0x40000000
LARGEST: Final = 65536  # bytes of a packet
_libc = ctypes.CDLL(None, use_errno=True)


def missing() -> str:
    """Return the reason why such networks cannot be built here, "" if they can."""
    if os.geteuid() != 0:
        return "two networks of their own need root"
    absent = [tool for tool in TOOLS if shutil.which(tool) is None] + ([] if TUN.exists() else [str(TUN)])
    if absent:
        return f"two networks of their own need {', '.join(absent)}"
    tried = subprocess.run([*UNSHARE_COMMAND, "mount", "-t", "sysfs", "sysfs", "/sys"], capture_output=True)
    return "" if tried.returncode == 0 else f"no network of its own can be had: {tried.stderr.decode().strip()}"


def restart_isolated(module: str, *words: str) -> NoReturn:
    """Restart this process as `module` in a network of its own, whose devices are the only ones in /sys."""
    mounted = 'mount -t sysfs sysfs /sys && ip link set lo up && exec "$@"'
    os.execvp(UNSHARE_COMMAND[0], [*UNSHARE_COMMAND, "sh", "-c", mounted, "sh", sys.executable, "-m", module, *words])


def ip(*words: str, net: int | None = None) -> None:
    """Run the command `ip` in this network, or in that of process `net`."""
    inside = [] if net is None else ["nsenter", f"--net=/proc/{net}/ns/net"]
    subprocess.run([*inside, "ip", *words], check=True)


def keep_secondary_addresses(net: int | None = None) -> None:
    """Keep the other addresses of a device when its first is removed."""
    inside = [] if net is None else ["nsenter", f"--net=/proc/{net}/ns/net"]
    subprocess.run([*inside, "sh", "-c", "echo 1 > /proc/sys/net/ipv4/conf/all/promote_secondaries"], check=True)


class Phones:
    """The network of the phones: a second one that lasts as long as this process."""

    def __init__(self) -> None:
        self._holder = subprocess.Popen(["unshare", "--net", "cat"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        self.pid = self._holder.pid
        ours = os.stat("/proc/self/ns/net").st_ino
        while os.stat(f"/proc/{self.pid}/ns/net").st_ino == ours:  # it is on its way
            assert self._holder.poll() is None, "no network for phones"
        ip("link", "set", "lo", "up", net=self.pid)
        for net in (None, self.pid):
            keep_secondary_addresses(net)

    def close(self) -> None:
        self._holder.communicate()

    @contextmanager
    def inside(self) -> Iterator[None]:
        """Open sockets of this thread in the phones' network meanwhile."""
        with open("/proc/thread-self/ns/net") as ours, open(f"/proc/{self.pid}/ns/net") as theirs:
            _set_net(theirs.fileno())
            try:
                yield
            finally:
                _set_net(ours.fileno())

    def socket(self, family: int, kind: int, protocol: int) -> socket.socket:
        """Open a socket in the phones' network."""
        with self.inside():
            return socket.socket(family, kind, protocol)


def _set_net(file: int) -> None:
    if _libc.setns(file, NEW_NET) != 0:
        raise OSError(ctypes.get_errno(), "setns")


def _tun(name: str) -> int:
    file = os.open(TUN, os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(file, TUNSETIFF, struct.pack("16sH22x", name.encode(), PLAIN))
    return file


class PacketAddresses(NamedTuple):
    """The source and the target address of a packet."""

    source: str
    target: str


def addresses_of(packet: bytes) -> PacketAddresses:
    """Parse the addresses of an IP packet."""
    if packet[0] >> 4 == 4:
        return PacketAddresses(
            socket.inet_ntop(socket.AF_INET, packet[12:16]), socket.inet_ntop(socket.AF_INET, packet[16:20])
        )
    return PacketAddresses(
        socket.inet_ntop(socket.AF_INET6, packet[8:24]), socket.inet_ntop(socket.AF_INET6, packet[24:40])
    )


class Link:
    """One device on each side, and the way between them.

    `round_trip`: seconds; `loss`: of every packet, each way; `up`, `down`: whether anything from phones, to phones,
    comes through; `of`: only of the phones with these addresses (None: all).
    """

    def __init__(self, phones: Phones, name: str, rng: random.Random) -> None:
        self.name, self._phones, self._rng = name, phones, rng
        self.round_trip, self.loss = 0.0, 0.0
        self.up = self.down = True
        self.of: frozenset[str] | None = None
        self.carried = self.lost = 0
        self._table = _tun(name)
        with phones.inside():
            self._phone = _tun(name)
        for net in (None, phones.pid):
            ip("link", "set", name, "up", net=net)

    def address(self, table: Sequence[str], phones: Sequence[str]) -> None:
        """Give both sides addresses, with the length of their network's."""
        for net, addresses in ((None, table), (self._phones.pid, phones)):
            for each in addresses:
                ip("address", "add", each, "dev", self.name, *(["nodad"] if ":" in each else []), net=net)

    def replace_address(self, old: str, new: str, *, phones: bool) -> None:
        """Replace one address of one side by another."""
        net = self._phones.pid if phones else None
        ip("address", "add", new, "dev", self.name, *(["nodad"] if ":" in new else []), net=net)
        ip("address", "delete", old, "dev", self.name, net=net)

    def carry(self) -> None:
        """Carry packets from now on."""
        loop = asyncio.get_running_loop()
        loop.add_reader(self._phone, self._carry, self._phone, self._table, True)
        loop.add_reader(self._table, self._carry, self._table, self._phone, False)

    def close(self) -> None:
        """Close both TUN devices."""
        loop = asyncio.get_running_loop()
        for file in (self._phone, self._table):
            loop.remove_reader(file)
            os.close(file)
        self._phone = self._table = -1

    def _carry(self, come: int, goes: int, up: bool) -> None:
        with suppress(BlockingIOError):
            while True:
                packet = os.read(come, LARGEST)
                if self._through(packet, up):
                    self.carried += 1
                    asyncio.get_running_loop().call_later(self.round_trip / 2, self._arrive, goes, packet)
                else:
                    self.lost += 1

    def _through(self, packet: bytes, up: bool) -> bool:
        open = self.up if up else self.down
        if not open and (self.of is None or addresses_of(packet)[0 if up else 1] in self.of):
            return False
        return not self.loss or self._rng.random() >= self.loss

    def _arrive(self, goes: int, packet: bytes) -> None:
        if goes in (self._phone, self._table):
            with suppress(OSError):  # the device is down, or has no room
                os.write(goes, packet)
