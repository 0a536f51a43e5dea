"""Salvage from a damaged database: copy every readable and intact row into a new one.

Several sources are read in turn; each adds what the earlier ones lack. Data found only in an older source is reported
as older: an unfinished game from there does not simply continue.
"""

import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, suppress
from itertools import zip_longest
from pathlib import Path
from typing import Any, Final, get_args

import msgspec

from app.storage import checksums, import_batches, schema
from app.storage.club_membership_store import MembershipStore, MembershipWriter
from app.storage.rollback_witness import Stamp
from app.storage.row_codec import GameState

LOWEST, HIGHEST = -1 << 20, 1 << 31  # range of row numbers
PATIENCE: Final = 2000  # failed queries on a table with damaged pages until giving up
HEADER: Final = (  # constant bytes in the header of our files, by offset (www.sqlite.org/fileformat.html)
    (0, b"SQLite format 3\0"),
    (18, bytes((2, 2, 0, 64, 32, 32))),
    (32, bytes(8)),  # no free pages: not needed for reading
    (44, (4).to_bytes(4, "big")),
    (52, bytes(4)),
    (56, (1).to_bytes(4, "big")),
    (64, bytes(4)),
    (72, bytes(20)),
)
_INSERT_LINE: Final = checksums.insert_statement("log", f"{checksums.LINE}, sum").replace("INSERT", "INSERT OR IGNORE")
SIZES: Final = tuple(1 << power for power in range(9, 17))  # valid page sizes in bytes


class _OnTable(msgspec.Struct):
    game: int = 0


class SalvageResult(msgspec.Struct):
    """The result of salvaging: games by number. `state`: the table's latest state."""

    whole: set[int] = msgspec.field(default_factory=set)
    lost: set[int] = msgspec.field(default_factory=set)  # known to have existed
    older: dict[int, bytes] = msgspec.field(default_factory=dict)  # unfinished ones; the table's state of that time
    state: bytes | None = None
    back: bool = False  # the state is not the newest
    other: bool = False  # the state is another table's
    lines: bool = False  # log lines are missing

    @property
    def on_table(self) -> int:
        """The number of the game on the table, from the table's state; 0: none."""
        with suppress(msgspec.MsgspecError):
            return msgspec.json.decode(self.state or b"{}", type=_OnTable).game
        return 0


def page_size(path: Path) -> int:
    """Return the page size in the file's header in bytes, if it is valid; otherwise that of our files."""
    with path.open("rb") as file:
        said = int.from_bytes(file.read(18)[16:], "big")
    return said if said in SIZES else schema.PAGE


def put_header_right(path: Path) -> None:
    """Overwrite a file's header with the constant one of our files, so that the rest becomes readable."""
    with suppress(OSError), path.open("r+b") as file:
        size = path.stat().st_size
        if size < SIZES[0]:
            return
        for at, right in HEADER:
            file.seek(at)
            file.write(right)
        file.seek(16)
        said = int.from_bytes(file.read(2), "big")
        if said not in SIZES or size % said:
            said = schema.PAGE
            file.seek(16)
            file.write(said.to_bytes(2, "big"))
        file.seek(28)
        file.write((size // said).to_bytes(4, "big"))


def salvage(
    sources: Sequence[sqlite3.Connection], new: sqlite3.Connection, elsewhere: Collection[int], last: Stamp | None
) -> SalvageResult:
    """Copy intact data into `new`, which has the same tables, empty, and an open transaction.

    `elsewhere`: games with a verified copy in the journal; an unverifiable one of these is not copied. `last`: the
    witness's stamp; data of another file is ignored, unless there is nothing else.
    """
    found = SalvageResult()
    stamps = {source: _stamp(source) for source in sources if _put_schema_right(source)}
    ours = [source for source, stamp in stamps.items() if last and stamp and stamp.file == last.file] or [*stamps]
    ours.sort(key=lambda source: _state(source) is None)  # stable otherwise
    for source in ours:
        _salvage(source, new, found, elsewhere, first=source is ours[0])
    stamp = stamps[ours[0]]
    if last is not None and found.state is not None:
        found.other = stamp is None or stamp.file != last.file
        found.back = stamp is None or stamp.commits < last.commits
    found.lost -= found.whole
    return found


def _salvage(
    old: sqlite3.Connection, new: sqlite3.Connection, found: SalvageResult, elsewhere: Collection[int], *, first: bool
) -> None:
    state = _state(old)
    if first and state is not None:
        found.state = state
        new.executemany(checksums.KEEP, [("table", state), ("sum", checksums.row_checksum((state,)))])
        with suppress(*checksums.FAULTS, msgspec.MsgspecError):
            for batch in import_batches.batches(old):
                import_batches.store_batch(new, batch)
    if first:
        with suppress(*checksums.FAULTS, msgspec.MsgspecError):
            if (club := MembershipStore(lambda: old).club()) is not None:
                MembershipWriter(new, 0.0).move(club)
    numbers = {number for (number,) in _rows(old, "SELECT number FROM games", "number")}
    numbers |= {number for (number,) in _rows(old, "SELECT game FROM sums", "game")}
    numbers |= set(_column(old, "SELECT mark, number FROM games INDEXED BY games_by_mark"))
    numbers |= set(_column(old, "SELECT state, number FROM games INDEXED BY games_by_state"))
    if not first:
        numbers -= {*elsewhere}
    for game in sorted(number for number in numbers - found.whole if isinstance(number, int)):
        found.lost.add(game)
        with suppress(*checksums.FAULTS):
            proven = checksums.holds(old, game)
            doubted = proven is None and game in elsewhere
            if proven is not False and not doubted and _copy_game(old, new, game, state, found, first=first):
                found.whole.add(game)
    if first:
        lines = {line[0]: line for line in _rows(old, f"SELECT {checksums.LINE}, sum FROM log", "number")}
        fit = [line for line in lines.values() if checksums.row_checksum(line[:-1]) == line[-1]]
        found.lines = len(fit) < len(lines) or _is_unreadable(old, "log")
        new.executemany(_INSERT_LINE, fit)
        acted = _rows(old, "SELECT number, scope, id FROM acted", "number")
        new.executemany(
            "INSERT OR IGNORE INTO acted VALUES (?, ?, ?)", [row for row in acted if all(map(_is_clean_text, row[1:]))]
        )


def _state(db: sqlite3.Connection) -> bytes | None:
    try:
        return checksums.state(db)
    except checksums.FAULTS:
        return None


def _stamp(db: sqlite3.Connection) -> Stamp | None:
    try:
        return schema.stamp_of(db)
    except checksums.FAULTS:
        return None


def _copy_game(
    old: sqlite3.Connection,
    new: sqlite3.Connection,
    game: int,
    state: bytes | None,
    found: SalvageResult,
    *,
    first: bool,
) -> bool:
    """Copy an intact game with its review; return True if it was copied."""
    head = old.execute(f"SELECT {checksums.HEAD} FROM games WHERE number = ?", (game,)).fetchone()
    if not _reads(head):
        return False
    if not first and head[3] == "running":
        if state is None:
            return False
        found.older[game] = state
    elif not first and head[3] == "aside":
        found.older[game] = b""
    moves = old.execute(f"SELECT {checksums.MOVE} FROM rows WHERE game = ?", (game,)).fetchall()
    secret = old.execute("SELECT game, secret FROM secrets WHERE game = ?", (game,)).fetchall()
    try:
        new.execute(checksums.insert_statement("games", f"number, {checksums.HEAD}"), (game, *head))
    except checksums.FAULTS:  # duplicate id or invalid row
        return False
    new.executemany(checksums.insert_statement("rows", f"game, {checksums.MOVE}"), [(game, *move) for move in moves])
    new.executemany("INSERT INTO secrets VALUES (?, ?)", secret)
    with suppress(*checksums.FAULTS):
        sat = old.execute("SELECT game, seat, phone, member FROM sat WHERE game = ?", (game,)).fetchall()
        new.executemany(
            "INSERT OR IGNORE INTO sat VALUES (?, ?, ?, ?)", [row for row in sat if all(map(_is_clean_text, row[2:]))]
        )
    checksums.sign(new, game)
    if game in found.older:
        lines = old.execute(f"SELECT {checksums.LINE}, sum FROM log WHERE game = ?", (game,)).fetchall()
        fit = [line for line in lines if checksums.row_checksum(line[:-1]) == line[-1]]
        new.executemany(_INSERT_LINE, fit)
    with suppress(*checksums.FAULTS):
        _copy_review(old, new, game)
    return True


def _copy_review(old: sqlite3.Connection, new: sqlite3.Connection, game: int) -> None:
    """Copy the review of a game if it is intact."""
    if checksums.review_holds(old, game):
        known = old.execute(f"SELECT {checksums.REVIEW} FROM reviews WHERE game = ?", (game,)).fetchall()
        said = old.execute("SELECT game, number, said FROM judged WHERE game = ?", (game,)).fetchall()
        new.executemany(
            checksums.insert_statement("reviews", f"game, {checksums.REVIEW}"), [(game, *row) for row in known]
        )
        new.executemany("INSERT INTO judged VALUES (?, ?, ?)", said)
        checksums.sign_review(new, game)


def _reads(head: tuple[Any, ...] | None) -> bool:
    """Check that a game's row is plausible, for rows without a checksum."""
    if head is None:
        return False
    with suppress(msgspec.MsgspecError, TypeError):
        msgspec.json.decode(head[1], type=dict[str, str])
        return head[3] in get_args(GameState) and all(map(_is_clean_text, head[:2]))
    return False


def _is_clean_text(value: object) -> bool:
    return isinstance(value, str) and "\ufffd" not in value


def _column(db: sqlite3.Connection, query: str) -> Iterator[Any]:
    """Yield the last column of a query's rows, as far as they are readable."""
    with suppress(*checksums.FAULTS):
        for row in db.execute(query):
            yield row[-1]


def _is_unreadable(db: sqlite3.Connection, table: str) -> bool:
    try:
        db.execute(f"SELECT count(*) FROM (SELECT * FROM {table} NOT INDEXED)").fetchone()
    except checksums.FAULTS:
        return True
    return False


def _rows(db: sqlite3.Connection, query: str, key: str) -> list[tuple[Any, ...]]:
    """Fetch all readable rows: bisect the range around an unreadable page."""
    found: list[tuple[Any, ...]] = []
    left, ranges = PATIENCE, [(LOWEST, HIGHEST)]
    while ranges and left:
        low, high = ranges.pop()
        try:
            found += db.execute(f"{query} WHERE {key} BETWEEN ? AND ?", (low, high)).fetchall()
        except checksums.FAULTS:
            left -= 1
            if low < high:
                middle = (low + high) // 2
                ranges += [(middle + 1, high), (low, middle)]
    return found


def _put_schema_right(db: sqlite3.Connection) -> bool:
    """Repair the schema table: replace each unknown entry by the most similar of ours. Returns True."""
    expected = tuple(schema.tables().values())
    with suppress(*checksums.FAULTS):
        db.execute("PRAGMA writable_schema = ON")
        there = db.execute("SELECT rowid, type, name, tbl_name, sql FROM sqlite_master").fetchall()
        for rowid, *said in there:
            if tuple(said) not in expected:
                likely = min(expected, key=lambda one: sum(a != b for a, b in zip_longest(repr(one), repr(said))))
                db.execute(
                    "UPDATE sqlite_master SET type = ?, name = ?, tbl_name = ?, sql = ? WHERE rowid = ?",
                    (*likely, rowid),
                )
        db.execute("PRAGMA writable_schema = RESET")
    return True


def open_any(path: Path) -> closing[sqlite3.Connection]:
    """Open a file in any condition."""
    return closing(sqlite3.connect(path, isolation_level=None))
