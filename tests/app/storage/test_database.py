"""The store: atomic commits, damaged files set aside, and secrets in a file that only its owner can read."""

import sqlite3
import stat

import pytest

from app.protocol.rejection import Rejection
from app.storage import checksums
from app.storage.database import Result, Store
from app.storage.rollback_witness import Stamp
from app.storage.row_codec import LogLine, Move
from app.storage.schema import MIGRATIONS, PAGE, put_stamp
from engine.game import CHANCE, Seat

ROWS = (
    Move(1, CHANCE, "pebble black", "people"),
    Move(2, Seat(0), "take", "seat", Seat(0)),
    Move(3, Seat(1), "pass", "bot"),
)
LINES = [
    LogLine(1, 0, None, b'{"type":"game-began"}'),
    LogLine(2, 2, (Seat(0), Seat(2)), b"{}"),
    LogLine(3, 3, (), b"{}"),
]
RESULT = Result(("Ada", None), ("north", "east"), ({"total": 3}, {"total": 4}), (2,), early=False, turns=9)


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "table.db")
    yield store
    store.close()


@pytest.fixture
def reopen(tmp_path, store):
    opened = []

    def reopen_store():
        store.close()
        opened.append(Store(tmp_path / "table.db", lambda: 10.0))
        return opened[-1]

    yield reopen_store
    for each in opened:
        each.close()


def add_game(store, number=1, keep=True):
    with store.commit(10.0) as write:
        write.new_game(number, "pebbles", {"seats": "north, east"}, keep, b"secret")
        write.append_moves(number, ROWS)
        write.log(number, [LogLine(line.number + 10 * number, line.row, line.audience, line.event) for line in LINES])


def set_game_state(store, number, now, state, result=None):
    """Store that a game ends, or goes on, at `now`, which is also the running time of the table."""
    store.clock = lambda: now
    with store.commit(now) as write:
        write.game_state(number, state, result)


def test_new_database_is_empty_and_private_to_its_owner(store, tmp_path):
    assert (
        store.table_state(),
        store.idempotency_keys(),
        store.game(1),
        store.log(1),
        store.suspended(),
        store.history(),
    ) == (
        None,
        [],
        None,
        [],
        [],
        (),
    )
    assert store.notices == []
    for path in tmp_path.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_committed_data_survives_a_restart(store, reopen):
    add_game(store)
    with store.commit() as write:
        write.table_state(b"everything")
        write.idempotency_key("chair 1", "tap")
        write.idempotency_key("screen", "tap")
    again = reopen()
    assert (again.table_state(), again.idempotency_keys()) == (b"everything", [("chair 1", "tap"), ("screen", "tap")])
    saved = again.game(1)
    assert (saved.kind, saved.header, saved.moves, saved.last_move) == ("pebbles", {"seats": "north, east"}, ROWS, 3)
    assert [(line.row, line.audience, line.event) for line in again.log(1)] == [
        (line.row, line.audience, line.event) for line in LINES
    ]


def test_small_change_writes_only_the_changed_pages(store, tmp_path):
    def grown(value):
        before = (tmp_path / "table.db-wal").stat().st_size
        with store.commit() as write:
            write.table_state(value)
        return (tmp_path / "table.db-wal").stat().st_size - before

    chairs = b"chairs " * 400
    assert grown(chairs + b"row 9") > 2 * PAGE
    assert 2 * PAGE < grown(chairs + b"row 10") < 3 * PAGE  # its last page, and that of its checksum
    assert store.table_state() == chairs + b"row 10"


def test_database_uses_write_ahead_log_and_full_synchronous(store):
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)
    assert store._db.execute("PRAGMA journal_mode").fetchone() == ("wal",)


def test_tidy_checkpoints_the_write_ahead_log(store, tmp_path):
    with store.commit() as write:
        write.table_state(b"the table as it is")
    assert b"the table as it is" not in (tmp_path / "table.db").read_bytes()  # safe beside it
    store.tidy()
    assert b"the table as it is" in (tmp_path / "table.db").read_bytes()


def test_no_commit_restarts_the_write_ahead_log(store, tmp_path):
    def head():  # 32 bytes, which contain the number of resets
        return (tmp_path / "table.db-wal").read_bytes()[:32]

    with store.commit() as write:
        write.table_state(b"before")
    before = head()
    store.tidy()
    assert (began := head()) != before
    with store.commit() as write:
        write.table_state(b"after")
    assert head() == began


def test_tidy_is_allowed_on_a_closed_store(store):
    store.close()
    store.tidy()


def test_failed_commit_writes_nothing(store):
    add_game(store)
    with pytest.raises(ZeroDivisionError):
        write_half(store)
    assert store.table_state() is None
    assert store.game(1).moves == ROWS
    with store.commit() as write:
        write.table_state(b"whole")
    assert store.table_state() == b"whole"


def test_undone_rows_are_marked_and_their_numbers_stay_used(store):
    add_game(store)
    with store.commit() as write:
        write.undo_moves(1, [2, 3])
        write.undo_log_lines([12], 14)
    saved = store.game(1)
    assert (saved.moves, saved.last_move) == (ROWS[:1], 3)
    assert [line.undone for line in store.log(1)] == [0, 14, 0]


def test_history_lists_kept_games_newest_first(store):
    for number, keep in ((1, True), (2, False), (3, True)):
        add_game(store, number, keep)
        set_game_state(store, number, 20.0 + number, "over", RESULT)
    found = store.history()
    assert [(game.game, game.ended, game.result) for game in found] == [(3, 23.0, RESULT), (1, 21.0, RESULT)]
    assert [game.game for game in store.history(1)] == [3]


def test_corrected_result_keeps_the_end_time(store):
    add_game(store)
    put_right = Result(("Ada", None), ("north", "east"), ({"total": 5}, {"total": 4}), (1,), early=False, turns=9)
    for now, state, result, (ended, seconds, points) in (
        (70.0, "over", RESULT, (70.0, 60.0, 3)),
        (500.0, "over", put_right, (70.0, 60.0, 5)),
    ):
        set_game_state(store, 1, now, state, result)
        [game] = store.history()
        assert (game.ended, game.seconds, game.result.scores[0]["total"]) == (ended, seconds, points)


def test_resumed_finished_game_gets_a_new_end_time(store):
    add_game(store)
    for now, state, result in ((70.0, "over", RESULT), (500.0, "running", None), (520.0, "over", RESULT)):
        set_game_state(store, 1, now, state, result)
    [game] = store.history()
    assert (game.ended, game.seconds) == (520.0, 80.0)


def test_forgotten_game_leaves_no_rows(store, tmp_path):
    add_game(store)
    with store.commit() as write:
        write.forget_game(1)
    tables = ("games", "secrets", "rows", "log")
    assert [store._db.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in tables] == [0] * 4


def test_a_secret_is_not_printed(store):
    add_game(store)
    assert "secret" not in repr(store.game(1))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda data: b"this is no database" * 300, id="something else"),
        pytest.param(lambda data: b"\0" * len(data), id="zeros"),
        pytest.param(lambda data: data[:100] + bytes(len(data) - 100), id="a header only"),
        pytest.param(lambda data: data[: len(data) // 2], id="cut off"),
        pytest.param(lambda data: data[:4096] + b"\xaa" * 8192 + data[12288:], id="scribbled over"),
    ],
)
def test_a_damaged_file_is_set_aside_and_named(store, reopen, tmp_path, damage):
    add_game(store)
    store.close()
    path = tmp_path / "table.db"
    damaged = damage(path.read_bytes())
    path.write_bytes(damaged)
    again = reopen()
    notice = again.notices[0]
    assert (notice.rule, notice.facts) == ("damaged", {"file": "table.db", "kept": "table.damaged-1.db"})
    assert (tmp_path / "table.damaged-1.db").read_bytes() == damaged
    saved = again.game(1)
    assert saved is None or saved.moves == ROWS
    with again.commit() as write:
        write.table_state(b"on")


def test_missing_table_is_reported_as_damage(store, reopen, tmp_path):
    with store.commit():
        store._db.execute("DROP TABLE secrets")
    assert reopen().notices[0].rule == "damaged"


def test_a_second_damaged_file_does_not_replace_the_first(store, tmp_path):
    store.close()
    for number in (1, 2):
        (tmp_path / "table.db").write_bytes(b"no database %d" % number * 99)
        again = Store(tmp_path / "table.db")
        again.close()
        assert again.notices[0].facts["kept"] == f"table.damaged-{number}.db"
    assert (tmp_path / "table.damaged-1.db").read_bytes().startswith(b"no database 1")


def test_file_of_a_later_version_is_refused_and_not_set_aside(store, tmp_path):
    store._db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    put_stamp(store._db, Stamp("later", len(MIGRATIONS) + 1))
    store.close()
    with pytest.raises(Rejection) as no:
        Store(tmp_path / "table.db")
    assert (no.value.code, no.value.params["version"]) == ("newer", len(MIGRATIONS) + 1)
    assert [path.name for path in tmp_path.iterdir() if "damaged" in path.name] == []


def test_older_file_is_migrated(store, reopen, monkeypatch):
    add_game(store)
    monkeypatch.setattr(
        "app.storage.schema.MIGRATIONS", (*MIGRATIONS, "CREATE TABLE more (n INTEGER);", "DROP TABLE more;")
    )
    again = reopen()
    assert again._db.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS) + 2,)
    assert again.game(1).moves == ROWS


@pytest.mark.parametrize("damaged", [False, True])
def test_a_file_from_before_checksums_is_migrated_unless_it_is_damaged(tmp_path, damaged):
    """A damaged file is set aside, so that no checksum covers wrong data."""
    path = tmp_path / "table.db"
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript("".join(MIGRATIONS[: checksums.VERSION - 1]))
    db.execute(f"PRAGMA user_version = {checksums.VERSION - 1}")
    db.execute(
        "INSERT INTO games (number, kind, header, keep, state, began, changed, mark)"
        " VALUES (1, 'pebbles', '{}', 1, 'running', 1, 2, 'a1')"
    )
    db.executemany("INSERT INTO rows (game, number, seat, text, role) VALUES (1, ?, 0, 'take', 'seat')", [(1,), (2,)])
    db.execute("INSERT INTO log (number, game, row, event) VALUES (1, 1, 1, '{}')")
    db.execute("INSERT INTO reviews VALUES (1, '[]', '[90]')")
    if damaged:
        db.execute("PRAGMA writable_schema = ON")
        db.execute("UPDATE sqlite_master SET rootpage = 2 WHERE name = 'games_by_mark'")
    db.close()
    store = Store(path)
    assert ("damaged" in [notice.rule for notice in store.notices]) == damaged
    if not damaged:
        assert [move.text for move in store.game(1).moves] == ["take", "take"]
        assert len(store.log(1)) == 1
        assert checksums.is_intact(store._db)
    store.close()


def test_failed_migration_is_rolled_back(store, reopen, monkeypatch, tmp_path):
    monkeypatch.setattr("app.storage.schema.MIGRATIONS", (*MIGRATIONS, "CREATE TABLE more (n INTEGER); NONSENSE;"))
    with pytest.raises(sqlite3.OperationalError, match="NONSENSE"):
        reopen()
    with sqlite3.connect(tmp_path / "table.db") as db:
        assert db.execute("SELECT count(*) FROM sqlite_master WHERE name = 'more'").fetchone() == (0,)
    db.close()


def test_unwritable_path_is_reported(tmp_path):
    (tmp_path / "file").write_text("")
    for path in (tmp_path / "file" / "table.db", tmp_path):
        with pytest.raises(Rejection) as no:
            Store(path)
        assert no.value.code == "unwritable"
        assert no.value.params["file"] == str(path)


def test_full_disk_is_reported_and_loses_nothing(store):
    add_game(store)
    (pages,) = store._db.execute("PRAGMA page_count").fetchone()
    store._db.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(Rejection) as no:
        write_much(store)
    assert no.value.code == "disk-full"
    assert store.table_state() is None
    assert len(store.log(1)) == 3
    store._db.execute("PRAGMA max_page_count = 100000")
    write_much(store)
    assert store.table_state() == b"x" * 100_000


def test_read_only_file_is_reported(store):
    store._db.execute("PRAGMA query_only = ON")
    with pytest.raises(Rejection) as no, store.commit() as write:
        write.table_state(b"x")
    assert no.value.code == "unwritable"


def write_half(store):
    with store.commit() as write:
        write.table_state(b"half")
        write.forget_game(1)
        raise ZeroDivisionError


def write_much(store):
    with store.commit() as write:
        write.forget_log(1)
        write.table_state(b"x" * 100_000)
