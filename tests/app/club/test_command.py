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


def why_not(folder, **more):
    with pytest.raises(CannotStart) as problem:
        club.run(args(folder, **more))
    return str(problem.value)


def test_no_database_is_said(tmp_path):
    said = why_not(tmp_path, database="postgresql://nobody@127.0.0.1:1/none")
    assert said.startswith("The club’s database is not available now")
    assert "127.0.0.1" in said
    assert "\n" not in said


def test_an_address_that_is_none_is_said(tmp_path):
    assert why_not(tmp_path, database="mysql://here") == "--database: the address has to begin with postgresql://"


def test_a_database_of_a_later_version_is_said(tmp_path):
    book = ClubStore(tmp_path / club.FILE)
    with book._database.transaction() as db:
        db.execute("INSERT INTO club_schema VALUES (99)")
    book.close()
    assert "later version" in why_not(tmp_path)


def test_a_file_that_is_no_database_is_said_and_left_alone(tmp_path):
    (tmp_path / club.FILE).write_bytes(b"not a database, but something of somebody's" * 100)
    assert "file is not a database" in why_not(tmp_path)
    assert (tmp_path / club.FILE).read_bytes().startswith(b"not a database")


def test_without_psycopg_it_says_what_brings_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert "Run ./setup.sh club to install it" in why_not(tmp_path, database="postgresql://here/club")


@pytest.mark.parametrize("library", ["openskill", "networkx"])
def test_without_a_library_it_says_what_brings_it(tmp_path, monkeypatch, library):
    monkeypatch.setattr(club, "find_spec", lambda name: None if name == library else name)
    assert f"A club needs {library}. Run ./setup.sh club to install it" in why_not(tmp_path)


def test_a_second_club_in_a_folder_is_refused(tmp_path):
    with lock_folder(tmp_path, "club"):
        assert why_not(tmp_path) == f"another club is running with the data folder {tmp_path}."


def test_the_pin_is_said_once_and_another_one_ends_it(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(game_store, "COST", 2)
    monkeypatch.setattr(club.asyncio, "run", lambda running: running.close())

    def said(**more):
        assert club.run(args(tmp_path, **more)) == 0
        return capsys.readouterr().out

    first = said()
    assert "the club's PIN is" in first
    assert said() == ""
    another = said(new_pin=True)
    assert another != first
    with sqlite3.connect(tmp_path / club.FILE) as db:
        [(kept,)] = db.execute("SELECT value FROM facts WHERE name = 'pin'")
    db.close()
    assert another.split("PIN is ")[1][:8] not in kept
