"""`wondertable club`: what it cannot do it says in one sentence with what to do."""

import sqlite3
import sys

import pytest

from app.club import game_store
from app.club.game_store import ClubStore
from app.commands import club
from app.host.data_folder import lock_folder
from app.text.terminal_output import CannotStart
from tests.app.club.clubs import args


def start_error(folder, **more):
    with pytest.raises(CannotStart) as problem:
        club.run(args(folder, **more))
    return str(problem.value)


def test_missing_database_is_reported_in_one_line(tmp_path):
    said = start_error(tmp_path, database="postgresql://nobody@127.0.0.1:1/none")
    assert said.startswith("The club’s database is not available now")
    assert "127.0.0.1" in said
    assert "\n" not in said


def test_invalid_database_address_is_reported(tmp_path):
    assert start_error(tmp_path, database="mysql://here") == "--database: the address has to begin with postgresql://"


def test_database_of_a_later_version_is_reported(tmp_path):
    book = ClubStore(tmp_path / club.FILE)
    with book._database.transaction() as db:
        db.execute("INSERT INTO club_schema VALUES (99)")
    book.close()
    assert "later version" in start_error(tmp_path)


def test_file_that_is_no_database_is_reported_and_unchanged(tmp_path):
    (tmp_path / club.FILE).write_bytes(b"not a database, but something of somebody's" * 100)
    assert "file is not a database" in start_error(tmp_path)
    assert (tmp_path / club.FILE).read_bytes().startswith(b"not a database")


def test_missing_psycopg_is_reported_with_the_install_command(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "Run ./setup.sh club to install it" in start_error(tmp_path, database="postgresql://here/club")


@pytest.mark.parametrize("library", ["openskill", "networkx"])
def test_missing_library_is_reported_with_the_install_command(tmp_path, monkeypatch, library):
    monkeypatch.setattr(club, "find_spec", lambda name: None if name == library else name)
    assert f"A club needs {library}. Run ./setup.sh club to install it" in start_error(tmp_path)


def test_second_club_in_a_folder_is_refused(tmp_path):
    with lock_folder(tmp_path, "club"):
        assert start_error(tmp_path) == f"another club is running with the data folder {tmp_path}."


def test_pin_is_printed_once_and_a_new_pin_replaces_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(game_store, "COST", 2)
    monkeypatch.setattr(club.asyncio, "run", lambda running: running.close())

    def run_and_read(**more):
        assert club.run(args(tmp_path, **more)) == 0
        return capsys.readouterr().out

    first = run_and_read()
    assert "the club's PIN is" in first
    assert run_and_read() == ""
    another = run_and_read(new_pin=True)
    assert another != first
    with sqlite3.connect(tmp_path / club.FILE) as db:
        [(kept,)] = db.execute("SELECT value FROM facts WHERE name = 'pin'")
    db.close()
    assert another.split("PIN is ")[1][:8] not in kept
