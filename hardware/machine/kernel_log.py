"""Errors in the kernel's log since boot, without anything that identifies the machine or its network."""

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from hardware.machine.sysfs import RunCommand, run_command

MAX_LINES: Final = 20  # the newest
MAX_LINE_LENGTH: Final = 200
DMESG_COMMAND: Final = ("dmesg", "--kernel", "--level=emerg,alert,crit,err", "--notime")
JOURNAL_COMMAND: Final = ("journalctl", "--dmesg", "--output=cat", "--no-pager", "--quiet")  # of this boot
ACCESS_COMMAND: Final = (*JOURNAL_COMMAND, "--lines=1")
JOURNAL_ERRORS_COMMAND: Final = (*JOURNAL_COMMAND, "--priority=err", f"--lines={MAX_LINES}")
ELLIPSIS: Final = "…"
IDENTIFYING_PATTERNS: Final = (  # MAC addresses, UUIDs, IP addresses, serial numbers, shares
    re.compile(r"\b[0-9a-fA-F]{2}(?::[0-9a-fA-F]{2}){5,}\b"),
    re.compile(r"\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b"),
    re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b"),
    re.compile(r"\b(?:[0-9a-fA-F]{1,4}:){4,7}[0-9a-fA-F]{1,4}\b|\b[0-9a-fA-F]{0,4}::[0-9a-fA-F:]*[0-9a-fA-F]\b"),
    re.compile(r"\b[0-9a-fA-F]{16,}\b"),
    re.compile(r"\\\\\S+|(?<=server )\S+"),  # shared folders
    re.compile(r"(?i)(?<=serial)(?:number)?\s*[=:]\s*\S+"),
)


class KernelFault(StrEnum):
    """A fault that people can do something about."""

    STORAGE = "storage"
    VOLTAGE = "voltage"
    MEMORY = "memory"


FAULT_PATTERNS: Final = {
    KernelFault.STORAGE: re.compile(
        r"mmc\d+: .*(?:error|timeout)|mmcblk\d.*error|I/O error|EXT4-fs error|Remounting filesystem read-only"
        r"|JBD2: .*(?:error|abort)",
        re.IGNORECASE,
    ),
    KernelFault.VOLTAGE: re.compile(r"under-?voltage", re.IGNORECASE),
    KernelFault.MEMORY: re.compile(r"out of memory", re.IGNORECASE),
}


@dataclass(frozen=True, slots=True)
class KernelLog:
    """The errors in the kernel's log."""

    is_readable: bool  # True if this user may read the log
    lines: tuple[str, ...] = ()  # newest last

    @property
    def faults(self) -> frozenset[KernelFault]:
        return frozenset(fault for fault, said in FAULT_PATTERNS.items() if any(map(said.search, self.lines)))


def read_kernel_log(ask: RunCommand = run_command) -> KernelLog:
    """Return the errors since boot, redacted: no line identifies this machine or its network."""
    said = ask(DMESG_COMMAND)
    if said is None and ask(ACCESS_COMMAND):  # it prints a line of any priority, so this user has access
        said = ask(JOURNAL_ERRORS_COMMAND)
    if said is None:
        return KernelLog(is_readable=False)
    lines = tuple(_redact(line) for line in said.splitlines() if line.strip())
    return KernelLog(is_readable=True, lines=lines[-MAX_LINES:])


def _redact(line: str) -> str:
    for pattern in IDENTIFYING_PATTERNS:
        line = pattern.sub(ELLIPSIS, line)
    line = "".join(letter if letter.isprintable() else " " for letter in line).strip()
    return line if len(line) <= MAX_LINE_LENGTH else f"{line[: MAX_LINE_LENGTH - 1]}{ELLIPSIS}"
