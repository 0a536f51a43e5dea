"""A cache of computed rows as JSON lines, so that a long command of this folder resumes where it was interrupted."""

from pathlib import Path
from typing import TypeVar

import msgspec

Row = TypeVar("Row", bound=msgspec.Struct)


def load_rows(file: Path | None, kind: type[Row]) -> list[Row]:
    """Load the rows of a file; none without one."""
    if file is None or not file.exists():
        return []
    return [msgspec.json.decode(line, type=kind) for line in file.read_bytes().splitlines()]


def append_row(file: Path | None, row: msgspec.Struct) -> None:
    """Append a row."""
    if file is not None:
        with file.open("ab") as out:
            out.write(msgspec.json.encode(row) + b"\n")
