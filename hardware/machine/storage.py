"""What the machine tells of the card or disk that games are kept on."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from hardware.machine.sysfs import number, read

WORN: Final = 90  # per cent of a card's life
NEARLY_SPENT: Final = 2  # pre_eol_info: a warning; 3 is urgent


@dataclass(frozen=True, slots=True)
class MemoryCard:
    """A card, or memory soldered to the board."""

    device: str  # mmcblk0
    kind: str  # SD, which tells nothing of its wear; MMC, which does
    name: str
    made: str = ""  # month and year
    used: int | None = None  # per cent of its life, at most
    spare: int | None = None  # pre_eol_info; 1 is well

    @property
    def is_worn(self) -> bool:
        return (self.used or 0) > WORN or (self.spare or 0) >= NEARLY_SPENT

    def __str__(self) -> str:
        wear = "tells nothing of its wear" if self.used is None else f"{self.used} % of its life used at most"
        return f"{self.device} {self.kind} {self.name} {self.made}, {wear}".replace("  ", " ").replace(" ,", ",")


@dataclass(frozen=True, slots=True)
class Mount:
    """A part of the file system."""

    device: str
    at: str
    kind: str  # ext4
    is_read_only: bool

    def __str__(self) -> str:
        return f"{self.device} at {self.at}, {self.kind}, {'only to be read' if self.is_read_only else 'writable'}"


def memory_cards(root: Path = Path("/")) -> list[MemoryCard]:
    """All that are plugged in or built in."""
    found = sorted((root / "sys/block").glob("mmcblk*"))
    return [_card(path) for path in found if re.fullmatch(r"mmcblk\d+", path.name)]  # not the parts it starts from


def _card(path: Path) -> MemoryCard:
    at = path / "device"
    # Each of two kinds of cells has used n tenths of its life at most; 0 is not told, 11 is more than all.
    tenths = [int(word, 16) for word in re.findall(r"0x[0-9a-fA-F]+", read(at / "life_time"))]
    used, spare = max(tenths, default=0) * 10 or None, number(at / "pre_eol_info", 16) or None
    return MemoryCard(path.name, read(at / "type"), read(at / "name"), read(at / "date"), used, spare)


def mount_of(folder: Path, root: Path = Path("/")) -> Mount | None:
    """Where a folder lies; None where nobody tells."""
    found = None
    for row in read(root / "proc/self/mounts").splitlines():
        device, at, kind, options = (*row.split(" "), "", "", "", "")[:4]
        at = re.sub(r"\\([0-7]{3})", lambda code: chr(int(code[1], 8)), at)
        if folder.is_relative_to(at) and (found is None or len(at) >= len(found.at)):  # the last one lies on top
            found = Mount(device, at, kind, "ro" in options.split(","))
    return found
