"""Searches for a name in the bytes of files."""

import contextlib
from pathlib import Path

NAME = "Mirabella Quux"


def files_with(folder, name=NAME):
    """List the files below a folder whose bytes contain the name, in any case and in UTF-8 or UTF-16."""
    ways = {each.encode(code) for each in (name, name.casefold()) for code in ("utf-8", "utf-16-le")}
    files = [each for each in folder.rglob("*") if each.is_file()]
    assert files
    found = []
    for each in files:
        with contextlib.suppress(FileNotFoundError):  # a running server replaces files of its own
            if any(way in each.read_bytes() for way in ways):
                found.append(each.name)
    return sorted(found)


def stored_by_postgresql(where):
    """Write a test server's tables to the disk and return their folder; None for a club in a file."""
    if not str(where).startswith("postgresql"):
        return None
    import psycopg

    with psycopg.connect(where, autocommit=True) as db:
        db.execute("CHECKPOINT")
    return Path(where.partition("host=")[2]) / "data" / "base"
