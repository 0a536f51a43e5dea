"""The memory card or disk that holds the games: its wear, and how it is mounted."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.machine.sysfs import read_number, read_text

WORN_PERCENT: Final = 90  # of a card's life
PRE_EOL_WARNING: Final = 2  # pre_eol_info: a warning; 3 is urgent


@dataclass(frozen=True, slots=True)
class MemoryCard:
    """A memory card, or flash memory soldered to the board."""

    device: str  # mmcblk0
    kind: str  # SD (reports no wear) or MMC (reports it)
    name: str
    made: str = ""  # month and year
    used: int | None = None  # upper bound, in per cent of its life
    spare: int | None = None  # pre_eol_info; 1 is normal

    @property
    def is_worn(self) -> bool:
        return (self.used or 0) > WORN_PERCENT or (self.spare or 0) >= PRE_EOL_WARNING

    def __str__(self) -> str:
        wear = "tells nothing of its wear" if self.used is None else f"{self.used} % of its life used at most"
        return f"{self.device} {self.kind} {self.name} {self.made}, {wear}".replace("  ", " ").replace(" ,", ",")


@dataclass(frozen=True, slots=True)
class Mount:
    """A mounted file system."""

    device: str
    at: str
    kind: str  # ext4
    is_read_only: bool

    def __str__(self) -> str:
        return f"{self.device} at {self.at}, {self.kind}, {'only to be read' if self.is_read_only else 'writable'}"


def list_memory_cards(root: Path = Path("/")) -> list[MemoryCard]:
    """List the cards that are plugged in or built in."""
    found = sorted((root / "sys/block").glob("mmcblk*"))
    return [_read_card(path) for path in found if re.fullmatch(r"mmcblk\d+", path.name)]  # no boot partitions


def _read_card(path: Path) -> MemoryCard:
    at = path / "device"
    # life_time has a value for each of two kinds of cells, in tenths of its life: 0 is unknown, 11 is exceeded.
    tenths = [int(word, 16) for word in re.findall(r"0x[0-9a-fA-F]+", read_text(at / "life_time"))]
    used, spare = max(tenths, default=0) * 10 or None, read_number(at / "pre_eol_info", 16) or None
    return MemoryCard(path.name, read_text(at / "type"), read_text(at / "name"), read_text(at / "date"), used, spare)


def find_mount(folder: Path, root: Path = Path("/")) -> Mount | None:
    """Return the mount that contains a folder, or None if it is unknown."""
    found = None
    for row in read_text(root / "proc/self/mounts").splitlines():
        device, at, kind, options = (*row.split(" "), "", "", "", "")[:4]
        at = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), at)
        # A later mount hides an earlier one.
        if folder.is_relative_to(at) and (found is None or len(at) >= len(found.at)):
            found = Mount(device, at, kind, "ro" in options.split(","))
    return found
