"""A club as a file, back from it, and from its own file to PostgreSQL: all of it, or nothing."""

import pytest

from app.club import backup, schema
from app.club.database import POSTGRESQL, DatabaseProblem, open_database
from app.club.game_store import ClubStore
from app.commands import club as command
from app.protocol.table_to_club_messages import GameNews
from app.text.terminal_output import CannotStart
from tests.app.club.clubs import args


@pytest.fixture
def filled(tmp_path, games):
    """A club's own file, with something of everything."""
    (tmp_path / "club").mkdir()
    path = tmp_path / "club" / command.FILE
    book = ClubStore(path)
    book.rename("Dice & Co")
    book.join("a", "Window", 1.0)
    with book._database.transaction() as db:
        db.execute("INSERT INTO members VALUES ('m1', 'Ada', 'k1', 0)")
    book.store_games("a", [GameNews(game.id, 1, game, {1: "m1"}) for game in games])
    book.close()
    return path


def read_rows(where):
    database = open_database(where)
    with database.transaction() as db:
        found = {
            table: db.execute(f"SELECT * FROM {table} ORDER BY {', '.join(key)}")
            for table, key in schema.TABLES.items()
        }
    database.close()
    return found


def test_schema_lists_all_database_tables(book, where):
    with book._database.transaction() as db:
        if str(where).startswith(POSTGRESQL):
            found = db.execute("SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'")
        else:
            found = db.execute("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    assert {name for (name,) in found} == {*schema.TABLES, "club_schema"}


@pytest.mark.rotated
@pytest.mark.parametrize("at_once", [2, 500])
def test_copy_and_copy_back_keep_all_rows(filled, where, tmp_path, monkeypatch, at_once):
    monkeypatch.setattr(backup, "AT_ONCE", at_once)
    told = []
    backup.copy(filled, where, lambda done, of: told.append((done, of)))
    assert read_rows(where) == read_rows(filled)
    assert told[-1][0] == told[-1][1] == sum(map(len, read_rows(filled).values()))
    backup.copy(where, tmp_path / "back.db")
    assert read_rows(tmp_path / "back.db") == read_rows(filled)


def test_copy_onto_an_existing_club_is_refused(filled, book, where):
    before = read_rows(where)
    with pytest.raises(DatabaseProblem, match="taken"):
        backup.copy(filled, where)
    assert read_rows(where) == before


def test_backup_of_a_running_club_can_be_restored(filled, tmp_path, capsys):
    running = ClubStore(filled)
    file = tmp_path / "backup"
    assert command.run(args(filled.parent, backup=file)) == 0
    running.close()
    assert read_rows(file) == read_rows(filled)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["backup", "club"]
    assert command.run(args(tmp_path / "new", restore=file)) == 0
    assert read_rows(tmp_path / "new" / command.FILE) == read_rows(filled)
    assert f"The backup is {file}." in capsys.readouterr().out


def test_a_club_moves_to_postgresql(filled, server, where, capsys):
    if not str(where).startswith(POSTGRESQL):
        pytest.skip("it moves from its own file")
    assert command.run(args(filled.parent, move=where)) == 0
    assert read_rows(where) == read_rows(filled)
    assert f"club --database {where}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param({"backup": "backup"}, "There is no club to copy.", id="nothing to back up"),
        pytest.param({"restore": "backup"}, "There is no club to copy.", id="no such backup"),
        pytest.param({"move": "mysql://here"}, "--move: the address has to begin with postgresql://", id="an address"),
    ],
)
def test_impossible_copy_is_refused_and_leaves_no_file(tmp_path, words, said):
    given = {name: word if name == "move" else tmp_path / word for name, word in words.items()}
    with pytest.raises(CannotStart, match=said):
        command.run(args(tmp_path / "club", **given))
    assert not (tmp_path / "backup").exists()


def test_backup_never_overwrites_a_file(filled, tmp_path):
    (tmp_path / "mine").write_text("kept")
    with pytest.raises(CannotStart, match="already exists"):
        command.run(args(filled.parent, backup=tmp_path / "mine"))
    assert (tmp_path / "mine").read_text() == "kept"
