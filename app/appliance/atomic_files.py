"""Atomic operations on files and folders: after a power cut each has its old or its new content, never a mixture.

They raise OSError and import no package, which may be broken; a running table has app/storage/atomic_files.py.
"""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

REMOVED_SUFFIX: Final = ".gone"  # of folders that are being removed


def move_aside(path: Path) -> None:
    """Rename a folder atomically, if it exists, so that it can be removed later."""
    gone = path.with_name(f"{path.name}{REMOVED_SUFFIX}")
    if path.exists():
        remove(gone)
        path.rename(gone)
        sync_folder(path.parent)


def discard(path: Path) -> None:
    """Remove a folder, if it exists, so that it is never seen half removed."""
    move_aside(path)
    remove(path.with_name(f"{path.name}{REMOVED_SUFFIX}"))


def remove(path: Path) -> None:
    """Remove a file or a folder, if it exists, without atomicity: for names that nothing uses any more."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def write(path: Path, text: str) -> None:
    """Replace the content of a file atomically, and sync it."""
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("w") as file:
        file.write(text)
        file.flush()
        os.fchmod(file.fileno(), 0o644)
        os.fsync(file.fileno())
    fresh.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Sync the names in a folder to disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def measure_folder(folder: Path) -> int:
    """Return the size of all files in a folder, in bytes. Files may disappear meanwhile."""
    found = 0
    for path, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):
                found += os.lstat(os.path.join(path, name)).st_size
    return found
