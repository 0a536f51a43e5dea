"""The identity of a computer, independent of its memory card: hashes of ids of its hardware."""

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

SERIAL_FILE: Final = "proc/device-tree/serial-number"  # present on a Raspberry Pi
NETWORK_FOLDER: Final = "sys/class/net"
ARPHRD_ETHER: Final = "1"  # from net/if_arp.h
NET_ADDR_PERM: Final = "0"  # a burnt-in address: see addr_assign_type in sysfs-class-net
MARK_DIGITS: Final = 16  # hexadecimal digits; too few to reveal an address


def read_marks(root: Path = Path("/")) -> frozenset[str]:
    """Return hashes that identify this computer: of its serial number and of its current network devices."""
    return frozenset(hashlib.sha256(part.encode()).hexdigest()[:MARK_DIGITS] for part in _read_ids(root))


def _read_ids(root: Path) -> Iterator[str]:
    with suppress(OSError):
        yield (root / SERIAL_FILE).read_text().strip("\0\n")
    for device in sorted((root / NETWORK_FOLDER).glob("*")):
        with suppress(OSError):
            kind, how, address = (
                (device / name).read_text().strip() for name in ("type", "addr_assign_type", "address")
            )
            if (device / "device").exists() and (kind, how) == (ARPHRD_ETHER, NET_ADDR_PERM):
                yield address
