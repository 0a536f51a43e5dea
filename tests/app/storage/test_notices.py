"""Notices for people wait in the store until they are shown; a set-aside file is one of them."""

from app.protocol.table_log_events import TableNotice
from app.storage.database import Store


def open_with_state(folder, state):
    folder.mkdir(exist_ok=True)
    store = Store(folder / "table.db")
    with store.commit() as write:
        write.table_state(state)
    return store


def test_notices_of_later_commits_are_appended(tmp_path):
    store = open_with_state(tmp_path, b"state")
    for code in ("first", "second"):
        with store.commit() as write:
            write.store_notices([TableNotice(code, {"n": 1})], {})
    assert [(notice.rule, notice.facts) for notice in store.stored_notices()[0]] == [
        ("first", {"n": 1}),
        ("second", {"n": 1}),
    ]
    store.close()


def test_write_ahead_log_of_another_table_is_set_aside_and_reported(tmp_path):
    mine, other = open_with_state(tmp_path / "mine", b"mine"), open_with_state(tmp_path / "other", b"other")
    mine.close()
    (tmp_path / "mine" / "table.db-wal").write_bytes((tmp_path / "other" / "table.db-wal").read_bytes())
    other.close()
    again = Store(tmp_path / "mine" / "table.db")
    [notice] = again.notices
    assert notice.rule == "log-aside"
    assert list((tmp_path / "mine").glob(f"{notice.facts['kept']}*"))
    assert again.table_state() == b"mine"
    again.close()
