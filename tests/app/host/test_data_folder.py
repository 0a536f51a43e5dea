"""Tests of the owner of a data folder: commands run as root leave no file behind that the table's user cannot read."""

import io
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import main
from app.history.export_import import to_json
from app.host.data_folder import act_as_owner, drop_root, lock_folder
from app.storage import pin_file
from app.text.terminal_output import CannotStart

OWNER = 4321  # a number that nobody has
pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="only root can be somebody else")


@pytest.fixture
def folder(monkeypatch) -> Iterator[Path]:
    """A data folder of somebody else's, whom the way to it is open to."""
    monkeypatch.setattr(pin_file, "COST", 16)
    with tempfile.TemporaryDirectory() as above:
        made = Path(above, "table")
        made.mkdir(mode=0o750)
        for path in (Path(above), made):
            os.chown(path, OWNER, OWNER)
        yield made


def list_foreign_files(folder: Path) -> list[str]:
    """List the files that do not belong to the folder's owner."""
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.lstat().st_uid != OWNER)


def run(*words: str | Path) -> int:
    return main.main([str(word) for word in words])


def test_table_can_read_a_pin_set_by_root(folder, monkeypatch, capfd):
    monkeypatch.setattr("sys.stdin", io.StringIO("2468\n"))
    assert run("pin", "--data-dir", folder) == 0
    assert (folder / "settings/pin.json").stat().st_mode & 0o777 == 0o600
    assert list_foreign_files(folder) == []
    with act_as_owner(folder):
        assert pin_file.load(folder / "settings")[0].is_correct("2468")
    assert os.getresuid() == (0, 0, 0), "and who has called is root again"


def test_files_written_by_root_belong_to_the_owner_of_the_folder(folder, tmp_path, capfd):
    assert (
        run("history", "import", write_empty_history(tmp_path), "--data-dir", folder) == 0
    )  # which only root can read
    assert run("history", "export", folder.parent / "out", "--data-dir", folder) == 0
    assert run("workshop", "simulate", "--seats", "3", "--out", folder.parent / "games") == 0
    assert (folder / "table.db").exists()
    assert list_foreign_files(folder.parent) == []


def test_files_written_by_root_in_its_own_folder_belong_to_root(folder, tmp_path, capfd):
    assert run("history", "import", write_empty_history(tmp_path), "--data-dir", folder) == 0
    assert run("history", "export", tmp_path / "out", "--data-dir", folder) == 0
    assert {path.stat().st_uid for path in tmp_path.rglob("*")} == {0}


def write_empty_history(folder: Path) -> Path:
    path = folder / "file.json"
    path.write_bytes(to_json(()))
    return path


def test_table_started_by_root_drops_privileges_for_good(folder):
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            drop_root(folder / "not there yet")
            (folder / "run.json").touch()
            with lock_folder(folder), pytest.raises(PermissionError):
                os.setuid(0)
            code = os.getresuid() != (OWNER,) * 3 or os.getgroups() != [OWNER]
        finally:
            os._exit(code)
    assert os.waitpid(pid, 0)[1] == 0
    assert sorted(path.name for path in folder.iterdir()) == ["lock", "run.json"]
    assert list_foreign_files(folder) == []


def test_act_as_owner_changes_nothing_for_other_users(folder):
    with act_as_owner(folder), act_as_owner(Path("/")):
        assert os.geteuid() == OWNER


def test_data_folder_that_is_a_file_is_named_as_one(tmp_path):
    (tmp_path / "table").write_text("")
    with (
        pytest.raises(CannotStart, match="cannot be written: it is a file, not a folder"),
        lock_folder(tmp_path / "table"),
    ):
        pass
