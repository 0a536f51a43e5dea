"""Every finished game once more, outside of the database: a line each, which proves itself, in `table.finished`.

A database is one thing: a byte in the wrong place may cost all of it. A line of a file costs itself. Who reads lines of
one number goes by the last of them; a line may also say that a game is not finished, or not to be kept, after all.
"""

import os
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar
from zlib import crc32

import msgspec

from app.protocol.results import Archived
from app.protocol.rights import Rejected
from app.storage.atomic_files import write

MOST: Final = 1 << 24  # bytes of a line

T = TypeVar("T")


class _Proof(msgspec.Struct, frozen=True):
    number: int
    proof: int = 0  # what proves the game in the database


class Entry(_Proof, frozen=True):
    """A game by its number at this table; None: it is none of the history."""

    game: Archived | None = None


def line(entry: Entry) -> bytes:
    """As it is written."""
    said = msgspec.json.encode(entry)
    return b"%08x %b\n" % (crc32(said), said)


class Journal:
    """The file. What cannot be added is not, and `complete` says so until it is written anew."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._late: list[bytes] | None = None  # lines that come while it is written anew
        self.complete = True

    def exists(self) -> bool:
        """Whether there is anything in it."""
        with suppress(OSError):
            return self._path.stat().st_size > 0
        return False

    def games(self) -> dict[int, Archived | None]:
        """By number, as lines that hold say it; None: a game that is none any more."""
        found: dict[int, Archived | None] = {}
        try:
            with self._path.open("rb") as file:
                while said := file.readline(MOST):
                    entry = _entry(said, Entry)
                    if entry is not None:
                        found[entry.number] = entry.game
        except OSError:
            pass
        return found

    def holds(self, proofs: Mapping[int, int]) -> bool:
        """Whether it says exactly these, a line each; not, where any of it is damaged or left from before."""
        said: dict[int, int] = {}
        try:
            with self._path.open("rb") as file:
                while found := file.readline(MOST):
                    entry = _entry(found, _Proof)
                    if entry is None or entry.number in said:
                        return False
                    said[entry.number] = entry.proof
        except OSError:
            pass
        return said == proofs

    def add(self, entries: Iterable[Entry]) -> None:
        """Write more of them; on the disk when this returns."""
        lines = b"".join(map(line, entries))
        with self._lock:
            if self._late is not None:
                self._late.append(lines)
            try:
                opened = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
                try:
                    end = os.fstat(opened).st_size
                    torn = end and os.pread(opened, 1, end - 1) != b"\n"  # the plug was pulled in the middle of a line
                    os.write(opened, b"\n" * torn + lines)
                    os.fsync(opened)
                finally:
                    os.close(opened)
            except OSError:
                self.complete = False

    def renew(self, entries: Iterable[Entry]) -> None:
        """Write it anew, with these alone and what is added meanwhile. `entries` may take their time."""
        with self._lock:
            self._late = []
        try:
            lines = b"".join(map(line, entries))
            with self._lock, suppress(Rejected):
                write(self._path, lines + b"".join(self._late), 0o600)
                self.complete = True
        finally:
            with self._lock:
                self._late = None


def _entry(said: bytes, of: type[T]) -> T | None:
    """One line, or some of it; None if it does not hold."""
    proof, _, text = said.rstrip(b"\n").partition(b" ")
    with suppress(ValueError, msgspec.MsgspecError, UnicodeDecodeError):
        if int(proof, 16) == crc32(text):
            return msgspec.json.decode(text, type=of)
    return None
