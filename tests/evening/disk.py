"""A disk that forgets: the default VFS of the very sqlite that Python uses, patched for the folders of evenings.

For each file it stores the synced content and the waiting writes. A kill keeps all writes; a power cut keeps what is
synced, and of the rest nothing, all, a torn beginning, or any sectors in any order. It can be full, slow, fail, and end
the process that writes at any operation. Shared memory ends with the process.
"""

import ctypes
import os
from collections.abc import Callable
from ctypes import CFUNCTYPE, POINTER, Structure, byref, c_char_p, c_int, c_int64, c_void_p, cast, sizeof
from pathlib import Path
from random import Random
from typing import Any, Final, Literal

SECTOR: Final = 512  # bytes that are written whole
OK, IOERR_WRITE, IOERR_FSYNC, IOERR_TRUNCATE, IOERR_DELETE, FULL = 0, 778, 1034, 1546, 2570, 13


Fault = Literal["die", "fail", "full"] | None


class Stored:
    """One file, as a disk has it."""

    __slots__ = ("kept", "synced", "waiting")

    def __init__(self, synced: bytes = b"", kept: bool = False) -> None:
        self.synced = bytearray(synced)
        self.waiting: list[tuple[int, bytes | None]] = []  # where, and what; None: cut off there
        self.kept = kept  # it is there after a power cut, whatever is in it

    def sync(self) -> None:
        for at, data in self.waiting:
            _write_at(self.synced, at, data)
        self.waiting.clear()
        self.kept = True

    def after_kill(self) -> bytes:
        """Return the content of the file after a kill: everything written."""
        found = bytearray(self.synced)
        for at, data in self.waiting:
            _write_at(found, at, data)
        return bytes(found)

    def cut(self, rng: Random) -> bytes | None:
        """Return the content of the file after a power cut, or None if the file is lost."""
        how = rng.choice(("none", "all", "torn", "sectors"))
        if how == "none":
            return bytes(self.synced) if self.kept else None
        if how == "all":
            return self.after_kill()
        found = bytearray(self.synced)
        if how == "torn":
            whole = rng.randint(0, len(self.waiting))
            for at, data in self.waiting[:whole]:
                _write_at(found, at, data)
            for at, data in self.waiting[whole : whole + 1]:
                if data is not None:
                    _write_at(found, at, data[: rng.randint(0, len(data))])
            return bytes(found)
        for at, data in self.waiting:
            if data is None:
                if rng.random() < 0.5:
                    _write_at(found, at, None)
                continue
            for begin in range(0, len(data), SECTOR):
                if rng.random() < 0.5:
                    _write_at(found, at + begin, data[begin : begin + SECTOR])
        return bytes(found)


def _write_at(into: bytearray, at: int, data: bytes | None) -> None:
    if data is None:
        del into[at:]
        return
    if len(into) < at:
        into.extend(bytes(at - len(into)))
    into[at : at + len(data)] = data


class Disk:
    """The disk of one folder's databases. `ended` is called when the disk has ended the process that writes.

    `sleep` lets time pass, in which the process may come to its end.
    """

    def __init__(
        self,
        folder: Path,
        rng: Random,
        ended: Callable[[], None] = lambda: None,
        sleep: Callable[[float], None] = lambda seconds: None,
    ) -> None:
        self.folder = Path(os.path.realpath(folder))
        self._sleep, self._rng = sleep, rng
        self.ended = ended
        self.files: dict[str, Stored] = {}
        self.dead = False  # nothing is written any more
        self.operations = 0
        self.dies_after: int | None = None  # operations
        self.full = False
        self.failing = 0  # so many syncs fail
        self.slow = 0.0  # seconds a sync takes
        self.unsure = False  # the newest sync failed: nobody knows what is there after a power cut
        _replace_vfs()
        _disks[str(self.folder)] = self

    def close(self) -> None:
        del _disks[str(self.folder)]

    def start_again(self, how: Literal["kill", "cut"]) -> None:
        """Lay the files out as the next process finds them."""
        found: dict[str, Stored] = {}
        for name, stored in self.files.items():
            content = stored.after_kill() if how == "kill" else stored.cut(self._rng)
            if content is not None:
                found[name] = Stored(content, kept=True)
        for path in self.folder.iterdir():
            if path.is_file() and path.name.endswith((".db", ".db-wal", ".db-journal", ".db-shm")):
                path.unlink()
        for name, stored in found.items():
            (self.folder / name).write_bytes(stored.synced)
        self.files = found
        self.dead, self.dies_after = False, None

    # ---- what the VFS asks -------------------------------------------------------------------------------

    def fate(self, *, grows: bool = False, syncs: bool = False) -> Fault:
        """Decide the outcome of the next operation."""
        if not self.dead:
            self.operations += 1
            if self.dies_after is not None:
                self.dies_after -= 1
                if self.dies_after < 0:
                    self.dead = True
                    self.ended()
        if self.dead:
            return "die"
        if grows and self.full:
            return "full"
        if syncs:
            if self.slow:
                self._sleep(self.slow)
                if self.dead:
                    return "die"
            self.unsure = self.failing > 0
            if self.unsure:
                self.failing -= 1
                return "fail"
        return None


# ---- the VFS -----------------------------------------------------------------------------------------------

_XOPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, POINTER(c_int))
_XDELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)
_XCLOSE = CFUNCTYPE(c_int, c_void_p)
_XWRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
_XTRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
_XSYNC = CFUNCTYPE(c_int, c_void_p, c_int)


class _Vfs(Structure):
    _fields_ = (
        ("version", c_int),
        ("file_size", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("others", c_void_p * 14),
    )


class _Methods(Structure):
    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        ("others", c_void_p * 13),
    )


_disks: dict[str, Disk] = {}
_open: dict[int, tuple[Disk, str, "_Bent"]] = {}  # by the address of the file
_bent: dict[int, "_Bent"] = {}  # by the address of the methods that they bend
_kept: list[Any] = []  # whatever sqlite points to


class _Bent:
    """Methods of files that tell their disk what is done."""

    def __init__(self, original: int) -> None:
        of = cast(original, POINTER(_Methods)).contents
        self.table = _Methods()
        ctypes.memmove(byref(self.table), original, sizeof(_Methods))
        self._close, self._write = _XCLOSE(of.close), _XWRITE(of.write)
        self._truncate, self._sync = _XTRUNCATE(of.truncate), _XSYNC(of.sync)
        self._calls = (_XCLOSE(self.close), _XWRITE(self.write), _XTRUNCATE(self.truncate), _XSYNC(self.sync))
        for name, call in zip(("close", "write", "truncate", "sync"), self._calls, strict=True):
            setattr(self.table, name, cast(call, c_void_p).value)

    def close(self, file: int) -> int:
        _open.pop(file, None)
        return int(self._close(file))

    def write(self, file: int, data: int, size: int, at: int) -> int:
        disk, name, _ = _open[file]
        stored = disk.files.setdefault(name, Stored())
        fault = disk.fate(grows=name.endswith("-wal"))
        if fault is not None:
            return FULL if fault == "full" else IOERR_WRITE
        done = int(self._write(file, data, size, at))
        if done == OK:
            stored.waiting.append((at, ctypes.string_at(data, size)))
        return done

    def truncate(self, file: int, at: int) -> int:
        disk, name, _ = _open[file]
        if disk.fate() is not None:
            return IOERR_TRUNCATE
        done = int(self._truncate(file, at))
        if done == OK:
            disk.files.setdefault(name, Stored()).waiting.append((at, None))
        return done

    def sync(self, file: int, flags: int) -> int:
        disk, name, _ = _open[file]
        if disk.fate(syncs=True) is not None:
            return IOERR_FSYNC
        disk.files.setdefault(name, Stored()).sync()
        return OK


def _replace_vfs() -> None:
    """Replace SQLite's default VFS for new connections, once in a process."""
    if _kept:
        return
    import _sqlite3

    library = ctypes.CDLL(_sqlite3.__file__)
    library.sqlite3_vfs_find.restype = c_void_p
    library.sqlite3_vfs_find.argtypes = [c_char_p]
    library.sqlite3_vfs_register.argtypes = [c_void_p, c_int]
    original = library.sqlite3_vfs_find(None)
    of, ours = cast(original, POINTER(_Vfs)).contents, _Vfs()
    ctypes.memmove(byref(ours), original, sizeof(_Vfs))
    first_open, first_delete = _XOPEN(of.open), _XDELETE(of.delete)

    def open_file(_: int, path: int | None, file: int, flags: int, out: Any) -> int:
        done = int(first_open(original, path, file, flags, out))
        if done != OK or not path:
            return done
        folder, name = os.path.split(os.fsdecode(ctypes.string_at(path)))
        disk = _disks.get(folder)
        methods = cast(file, POINTER(c_void_p))
        if disk is None or not methods[0]:
            return done
        bent = _bent.get(methods[0])
        if bent is None:
            bent = _bent[methods[0]] = _Bent(methods[0])
        disk.files.setdefault(name, Stored())
        _open[file] = (disk, name, bent)
        methods[0] = ctypes.addressof(bent.table)
        return done

    def deleted(_: int, path: bytes, sync: int) -> int:
        folder, name = os.path.split(os.fsdecode(path))
        disk = _disks.get(folder)
        if disk is not None:
            if disk.fate() is not None:
                return IOERR_DELETE
            disk.files.pop(name, None)
        return int(first_delete(original, path, sync))

    calls = (_XOPEN(open_file), _XDELETE(deleted))
    ours.name = b"evening"
    ours.open, ours.delete = (cast(call, c_void_p).value for call in calls)
    _kept.extend((library, ours, calls, first_open, first_delete))
    library.sqlite3_vfs_register(byref(ours), 1)
