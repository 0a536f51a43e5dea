"""The identity of a computer, whatever card is in it: marks of its parts, and not of its system."""

import hashlib
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

SERIAL: Final = "proc/device-tree/serial-number"  # of a Raspberry Pi
NETWORK: Final = "sys/class/net"
ETHERNET: Final = "1"  # as net/if_arp.h has it
PERMANENT: Final = "0"  # an address that was not made up: see sysfs-class-net, addr_assign_type
LENGTH: Final = 16  # hexadecimal digits of a mark, which gives no address away


def marks(root: Path = Path("/")) -> frozenset[str]:
    """Return the marks of this computer: of its serial number, and of the network devices that it has now."""
    return frozenset(hashlib.sha256(part.encode()).hexdigest()[:LENGTH] for part in _parts(root))


def _parts(root: Path) -> Iterator[str]:
    with suppress(OSError):
        yield (root / SERIAL).read_text().strip("\0\n")
    for device in sorted((root / NETWORK).glob("*")):
        with suppress(OSError):
            kind, how, address = (
                (device / name).read_text().strip() for name in ("type", "addr_assign_type", "address")
            )
            if (device / "device").exists() and (kind, how) == (ETHERNET, PERMANENT):
                yield address
