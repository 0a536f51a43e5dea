"""What must survive: the durable rows of games, seats and log, in one SQLite file."""

from pathlib import Path


class Store:
    """The table's file. A damaged one is set aside and named in `notice`."""

    def __init__(self, path: Path) -> None: ...
