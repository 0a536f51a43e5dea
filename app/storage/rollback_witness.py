"""How far a table's file had come, told by another file: what lies here now may be older, or another table's.

A stamp counts commits. It is written with each of them, and beside the file (`table.mark`) after it, without waiting
for the disk: a process that is killed loses nothing of that, and a pulled plug the last seconds at most. So a file that
is behind its witness has lost something that was on the disk; one that is ahead of it has not.
"""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

LONGEST: Final = 200  # bytes


class Stamp(NamedTuple):
    """`file`: which one, by chance; `version`: of its tables."""

    file: str
    version: int
    commits: int = 0

    def __str__(self) -> str:
        said = " ".join(map(str, self[:]))
        return f"{said} {crc32(said.encode()):08x}"


def read(text: str) -> Stamp | None:
    """A stamp as it was written; None: it is none any more."""
    try:
        file, version, commits, _ = text.split()
        stamp = Stamp(file, int(version), int(commits))
    except ValueError:
        return None
    return stamp if str(stamp) == text else None


class Witness:
    """The file beside. What cannot be written is not: then there is no witness."""

    def __init__(self, path: Path) -> None:
        self.last: Stamp | None = None  # what it said when this began
        self.ended = False  # whether the table was ended then, and not killed
        self._file: int | None = None
        with suppress(OSError):
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            word, _, stamp = os.pread(self._file, LONGEST, 0).decode("ascii", "replace").strip().partition(" ")
            self.last = read(stamp) if word in ("open", "over") else None
            self.ended = self.last is not None and word == "over"

    def begin(self) -> None:
        """From here on the file may be changed; waits for the disk."""
        if self.last is not None:
            self._write(f"open {self.last}", wait=True)

    def follow(self, stamp: Stamp) -> None:
        """A commit is on the disk."""
        self.last = stamp
        self._write(f"open {stamp}")

    def end(self, stamp: Stamp) -> None:
        """Nothing changes any more, and all of it is in its place; waits for the disk."""
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
