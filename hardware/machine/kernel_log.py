"""What the kernel says is wrong, since the machine was started."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from hardware.machine.sysfs import Ask, ask

LINES: Final = 20  # at most, the newest
WIDE: Final = 200  # characters of a line
DMESG: Final = ("dmesg", "--kernel", "--level=emerg,alert,crit,err", "--notime")
KERNEL: Final = ("journalctl", "--dmesg", "--output=cat", "--no-pager", "--quiet")  # of this start
MAY: Final = (*KERNEL, "--lines=1")
JOURNAL: Final = (*KERNEL, "--priority=err", f"--lines={LINES}")
GONE: Final = "…"
TAKEN_OUT: Final = (  # what tells one machine from another, or speaks of a network
    re.compile(r"\b[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5,}\b"),
    re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"),
    re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b"),
    re.compile(r"\b(?:[0-9a-fA-F]{1,4}:){4,7}[0-9a-fA-F]{1,4}\b|\b[0-9a-fA-F]{0,4}::[0-9a-fA-F:]*[0-9a-fA-F]\b"),
    re.compile(r"\b[0-9a-fA-F]{16,}\b"),
    re.compile(r"\\\\\S+|(?<=server )\S+"),  # of shared folders
    re.compile(r"(?i)(?<=serial)(?:number)?\s*[=:]\s*\S+"),
)


class Fault(StrEnum):
    """What a message is about, where people can do something."""

    STORAGE = "storage"
    VOLTAGE = "voltage"
    MEMORY = "memory"


ABOUT: Final = {
    Fault.STORAGE: re.compile(
        r"mmc\d+: .*(?:error|timeout)|mmcblk\d.*error|I/O error|EXT4-fs error|Remounting filesystem read-only"
        r"|JBD2: .*(?:error|abort)",
        re.IGNORECASE,
    ),
    Fault.VOLTAGE: re.compile(r"under-?voltage", re.IGNORECASE),
    Fault.MEMORY: re.compile(r"out of memory", re.IGNORECASE),
}


@dataclass(frozen=True, slots=True)
class Messages:
    """The errors that the kernel has told of."""

    may: bool  # whether this user is told
    lines: tuple[str, ...] = ()  # the newest last

    @property
    def faults(self) -> frozenset[Fault]:
        return frozenset(fault for fault, said in ABOUT.items() if any(map(said.search, self.lines)))


def errors(ask: Ask = ask) -> Messages:
    """Those since the start; none of them says which machine or network this is."""
    said = ask(DMESG)
    if said is None and ask(MAY):  # it says something of any kind, so this user is told
        said = ask(JOURNAL)
    if said is None:
        return Messages(may=False)
    return Messages(True, tuple(_plain(line) for line in said.splitlines() if line.strip())[-LINES:])


def _plain(line: str) -> str:
    for pattern in TAKEN_OUT:
        line = pattern.sub(GONE, line)
    line = "".join(letter if letter.isprintable() else " " for letter in line).strip()
    return line if len(line) <= WIDE else f"{line[: WIDE - 1]}{GONE}"
