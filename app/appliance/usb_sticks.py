"""USB sticks, mounted only while they are used, and invisible to other processes' users."""

import json
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from app.text.terminal_output import CannotStart

LSBLK_COMMAND: Final = ("lsblk", "--json", "--paths", "--output", "PATH,TRAN,FSTYPE,RO")
FILE_SYSTEMS: Final = ("vfat", "exfat", "ext4")  # as sticks are sold, and as Linux formats them
MOUNT_OPTIONS: Final = "nosuid,nodev,noexec,nosymfollow"  # nothing on it is executed, and no link is followed


def list_sticks() -> list[Path]:
    """List the partitions of all USB disks that can be mounted. CannotStart if there are none."""
    try:
        listed = subprocess.run(LSBLK_COMMAND, capture_output=True, text=True, check=True).stdout
        disks = json.loads(listed)["blockdevices"]
        found = [Path(part["path"]) for disk in disks for part in _list_partitions(disk, usb=False)]
    except (OSError, subprocess.CalledProcessError, ValueError, KeyError) as problem:
        raise CannotStart(f"the disks cannot be listed: {problem}.") from None
    if not found:
        raise CannotStart(
            f"there is no readable USB stick; its file system has to be one of {', '.join(FILE_SYSTEMS)}.",
            "no-stick",
        )
    return found


def _list_partitions(disk: dict[str, Any], usb: bool) -> Iterator[dict[str, Any]]:  # Any: what JSON holds
    usb = usb or disk.get("tran") == "usb"
    if usb and disk.get("fstype") in FILE_SYSTEMS:
        yield disk
    for part in disk.get("children", ()):
        yield from _list_partitions(part, usb)


@contextmanager
def mount(device: Path, *, writes: bool = False) -> Iterator[Path]:
    """Mount a stick in a temporary folder. Writes are synced at the end. CannotStart if it cannot be mounted."""
    with tempfile.TemporaryDirectory() as folder:
        options = f"{'rw' if writes else 'ro'},{MOUNT_OPTIONS}"
        words: list[str | Path] = ["mount", "-o", options, device, folder]
        said = subprocess.run(words, capture_output=True, text=True, check=False)
        if said.returncode:
            why = [*said.stderr.strip().splitlines(), "it cannot be mounted."]
            raise CannotStart(f"{device}: {why[0]}", "stick-unreadable")
        try:
            yield Path(folder)
            if writes:
                subprocess.run(["sync", "-f", folder], check=True)
        finally:
            subprocess.run(["umount", *([] if writes else ["--lazy"]), folder], check=True)
