"""What is done to files and folders so that a pulled plug leaves the old or the new of each, and never a half."""

import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Final

GONE: Final = ".gone"  # ends the names of folders that are being removed


def aside(path: Path) -> None:
    """Take the name of a folder away at a stroke, if it is there; what was in it may be removed later."""
    gone = path.with_name(f"{path.name}{GONE}")
    if path.exists():
        remove(gone)
        path.rename(gone)
        flush(path.parent)


def discard(path: Path) -> None:
    """Remove a folder, if it is there, so that nobody takes half of it for the whole."""
    aside(path)
    remove(path.with_name(f"{path.name}{GONE}"))


def remove(path: Path) -> None:
    """Remove a file or a folder, if it is there, bit by bit: for what nobody takes for anything any more."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)


def write(path: Path, text: str) -> None:
    """Have a file hold a text, all of it or what it held before."""
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("w") as file:
        file.write(text)
        file.flush()
        os.fchmod(file.fileno(), 0o644)
        os.fsync(file.fileno())
    fresh.replace(path)
    flush(path.parent)


def flush(folder: Path) -> None:
    """Have the disk keep which names a folder has."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def size(folder: Path) -> int:
    """Of all files in a folder, in bytes; a table may be at work in it."""
    found = 0
    for path, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):
                found += os.lstat(os.path.join(path, name)).st_size
    return found
