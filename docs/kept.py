"""Rows that a long command of this folder has worked out, a line of JSON each: stopped, it goes on where it was."""

from pathlib import Path
from typing import TypeVar

import msgspec

Row = TypeVar("Row", bound=msgspec.Struct)


def kept(file: Path | None, kind: type[Row]) -> list[Row]:
    """Those that are there."""
    if file is None or not file.exists():
        return []
    return [msgspec.json.decode(line, type=kind) for line in file.read_bytes().splitlines()]


def keep(file: Path | None, row: msgspec.Struct) -> None:
    """One more."""
    if file is not None:
        with file.open("ab") as out:
            out.write(msgspec.json.encode(row) + b"\n")
