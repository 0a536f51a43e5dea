"""A witness outside the database of its latest commit, to detect an older or foreign file.

A stamp counts commits. It is written inside each commit, and after it to the witness (`table.mark`), without a sync: a
killed process loses none of it, a power cut the last seconds at most. So a file behind its witness has lost data that
was on the disk; one ahead of it has not.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

LONGEST: Final = 200  # bytes


class Stamp(NamedTuple):
    """The identity and age of a file. `file`: its random id; `version`: of its schema."""

    file: str
    version: int
    commits: int = 0

    def __str__(self) -> str:
        said = " ".join(map(str, self[:]))
        return f"{said} {crc32(said.encode()):08x}"


def parse_stamp(text: str) -> Stamp | None:
    """Parse a stamp; None if it is damaged."""
    try:
        file, version, commits, _ = text.split()
        stamp = Stamp(file, int(version), int(commits))
    except ValueError:
        return None
    return stamp if str(stamp) == text else None


class Witness:
    """The witness file. A failed write is ignored: then there is no witness."""

    def __init__(self, path: Path) -> None:
        self.last: Stamp | None = None  # as read at the start
        self.ended = False  # the table was stopped properly
        self._file: int | None = None
        with suppress(OSError):
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            word, _, stamp = os.pread(self._file, LONGEST, 0).decode("ascii", "replace").strip().partition(" ")
            self.last = parse_stamp(stamp) if word in ("open", "over") else None
            self.ended = self.last is not None and word == "over"

    def begin(self) -> None:
        """Mark the database as open; syncs."""
        if self.last is not None:
            self._write(f"open {self.last}", wait=True)

    def follow(self, stamp: Stamp) -> None:
        """Record a commit that is on the disk."""
        self.last = stamp
        self._write(f"open {stamp}")

    def end(self, stamp: Stamp) -> None:
        """Mark the database as properly closed and complete; syncs."""
        self._write(f"over {stamp}", wait=True)
        self.close()

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _write(self, text: str, *, wait: bool = False) -> None:
        if self._file is not None:
            with suppress(OSError):
                os.pwrite(self._file, f"{text:<{LONGEST - 1}}\n".encode(), 0)
                if wait:
                    os.fsync(self._file)
