"""A journal of finished games outside the database: one line each with a checksum, in `table.finished`.

One wrong byte may cost a whole database, but only one line here. The last line of a number counts; a line may also say
that a game is no longer in the history.
"""

import os
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar
from zlib import crc32

import msgspec

from app.protocol.rejection import Rejection
from app.protocol.results import Archived
from app.storage.atomic_files import write

MAX_LINE_BYTES: Final = 1 << 24  # bytes of a line

T = TypeVar("T")


class _Proof(msgspec.Struct, frozen=True):
    number: int
    proof: int = 0  # checksum of the game in the database


class Entry(_Proof, frozen=True):
    """A game by its number at this table; None: it is not in the history."""

    game: Archived | None = None


def line(entry: Entry) -> bytes:
    """Encode an entry as a line."""
    said = msgspec.json.encode(entry)
    return b"%08x %b\n" % (crc32(said), said)


class Journal:
    """The journal's file. A failed write clears `complete` until the file is rewritten."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()
        self._late: list[bytes] | None = None  # lines added during a rewrite
        self.complete = True

    def exists(self) -> bool:
        """Check that the journal is not empty."""
        with suppress(OSError):
            return self._path.stat().st_size > 0
        return False

    def games(self) -> dict[int, Archived | None]:
        """Load the intact entries by number; None: a game that was removed."""
        found: dict[int, Archived | None] = {}
        try:
            with self._path.open("rb") as file:
                while said := file.readline(MAX_LINE_BYTES):
                    entry = _entry(said, Entry)
                    if entry is not None:
                        found[entry.number] = entry.game
        except OSError:
            pass
        return found

    def holds(self, proofs: Mapping[int, int]) -> bool:
        """Check that the journal has exactly these checksums, one line each, and no damage."""
        said: dict[int, int] = {}
        try:
            with self._path.open("rb") as file:
                while found := file.readline(MAX_LINE_BYTES):
                    entry = _entry(found, _Proof)
                    if entry is None or entry.number in said:
                        return False
                    said[entry.number] = entry.proof
        except OSError:
            pass
        return said == proofs

    def add(self, entries: Iterable[Entry]) -> None:
        """Append entries; they are on the disk on return."""
        lines = b"".join(map(line, entries))
        with self._lock:
            if self._late is not None:
                self._late.append(lines)
            try:
                opened = os.open(self._path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
                try:
                    end = os.fstat(opened).st_size
                    torn = end and os.pread(opened, 1, end - 1) != b"\n"  # a power cut left half a line
                    os.write(opened, b"\n" * torn + lines)
                    os.fsync(opened)
                finally:
                    os.close(opened)
            except OSError:
                self.complete = False

    def renew(self, entries: Iterable[Entry]) -> None:
        """Rewrite the journal with these entries, and those added meanwhile. `entries` may be a slow generator."""
        with self._lock:
            self._late = []
        try:
            lines = b"".join(map(line, entries))
            with self._lock, suppress(Rejection):
                write(self._path, lines + b"".join(self._late), 0o600)
                self.complete = True
        finally:
            with self._lock:
                self._late = None


def _entry(said: bytes, of: type[T]) -> T | None:
    """Parse a line; None if it is damaged."""
    proof, _, text = said.rstrip(b"\n").partition(b" ")
    with suppress(ValueError, msgspec.MsgspecError, UnicodeDecodeError):
        if int(proof, 16) == crc32(text):
            return msgspec.json.decode(text, type=of)
    return None
