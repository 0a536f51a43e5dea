"""The path of run.json, by which programs on this machine find the running table. Imports no package."""

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import Final

NAME: Final = "run.json"
MEMORY: Final = Path("/dev/shm")


def run_file_in_memory(folder: Path) -> Path:
    """Return the path of run.json for a data folder that is on a read-only disk."""
    name = hashlib.sha256(os.fsencode(folder.resolve())).hexdigest()[:16]
    return MEMORY / f"wondertable-run-{name}" / NAME


def find_run_file(folder: Path) -> Path:
    """Return the path of the run.json of a data folder; one in memory counts only if it is the folder's owner's."""
    path = run_file_in_memory(folder)
    with suppress(OSError):
        if path.stat().st_uid == path.parent.stat().st_uid == folder.stat().st_uid:
            return path
    return folder / NAME
