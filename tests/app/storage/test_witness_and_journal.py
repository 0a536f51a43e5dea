"""The files beside the database: the witness of its latest commit, and the journal of finished games."""

import os

import pytest

from app.storage import finished_games_journal
from app.storage.finished_games_journal import Entry, Journal
from app.storage.rollback_witness import Stamp, Witness


def test_witness_is_synced_on_open_and_close_but_not_on_commit(tmp_path, monkeypatch):
    synced = []
    monkeypatch.setattr(os, "fsync", synced.append)
    for commits in (1, 2):
        witness = Witness(tmp_path / "table.mark")
        witness.begin()
        opened = len(synced)
        witness.follow(Stamp("a1", 9, commits))
        assert len(synced) == opened
        assert Witness(tmp_path / "table.mark").last == Stamp("a1", 9, commits)
        witness.end(Stamp("a1", 9, commits))
        assert len(synced) == opened + 1
    assert len(synced) == 3, "a new witness has nothing to mark as open"


@pytest.mark.parametrize("text", [b"", b"open", b"over a1 9", b"else a1 9 0 0", b"open a1 9 1 00000000", b"\xff" * 300])
def test_damaged_witness_has_no_last_commit(tmp_path, text):
    (tmp_path / "table.mark").write_bytes(text)
    witness = Witness(tmp_path / "table.mark")
    assert (witness.last, witness.ended) == (None, False)


def test_journal_check_fails_on_duplicate_games_and_damaged_lines(tmp_path):
    path = tmp_path / "table.finished"
    journal = Journal(path)
    assert not journal.exists()
    assert journal.holds({})
    journal.add([Entry(1, 11), Entry(2, 12)])
    assert journal.exists()
    assert journal.holds({1: 11, 2: 12})
    assert not journal.holds({1: 11, 2: 13})
    journal.add([Entry(1, 11)])
    assert not journal.holds({1: 11, 2: 12}), "two lines of a game"
    journal.renew([Entry(1, 11)])
    assert journal.holds({1: 11})
    path.write_bytes(path.read_bytes() + b"half a li")
    assert not journal.holds({1: 11})
    journal.add([Entry(2, 12)])
    assert journal.games() == {1: None, 2: None}, "a line behind half a line is whole"


def test_oversized_journal_line_is_ignored(tmp_path, monkeypatch):
    journal = Journal(tmp_path / "table.finished")
    journal.add([Entry(1, 11)])
    monkeypatch.setattr(finished_games_journal, "MAX_LINE_BYTES", 16)
    assert not journal.holds({1: 11})
    assert journal.games() == {}
