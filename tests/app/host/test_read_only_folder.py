"""A data folder on a read-only disk: a table locks it, and its run file is in memory."""

import errno
import stat
from pathlib import Path

import pytest

from app.host import data_folder
from app.protocol import run_file_path
from app.protocol.table_client import read_run
from app.text.terminal_output import CannotStart


@pytest.fixture
def read_only(tmp_path, monkeypatch):
    """Return a data folder with a lock, where nothing can be written; `/dev/shm` is a folder beside it."""
    folder, memory = tmp_path / "table", tmp_path / "memory"
    memory.mkdir()
    monkeypatch.setattr(run_file_path, "MEMORY", memory)
    with data_folder.lock_folder(folder):
        pass
    opens, truly = Path.open, data_folder._replace

    def refuse(path, mode="r", *args, **more):
        if path.parent == folder and mode != "r":
            raise OSError(errno.EROFS, "Read-only file system")
        return opens(path, mode, *args, **more)

    def replace(path, text):
        if path.parent == folder:
            raise OSError(errno.EROFS, "Read-only file system")
        truly(path, text)

    with monkeypatch.context() as refused:
        refused.setattr(Path, "open", refuse)
        refused.setattr(data_folder, "_replace", replace)
        yield folder, refused


def test_read_only_folder_can_be_locked(read_only):
    folder, _ = read_only
    with data_folder.lock_folder(folder):
        assert data_folder.is_running(folder)
    (folder / "lock").unlink()
    with pytest.raises(CannotStart, match="Read-only"), data_folder.lock_folder(folder):
        pass


def test_run_file_of_a_read_only_folder_is_kept_in_memory(read_only):
    folder, refused = read_only
    data_folder.write_run_file(folder, port=8080, key="k", run="first")
    assert (read_run(folder).run, (folder / "run.json").exists()) == ("first", False)
    assert stat.S_IMODE(run_file_path.find_run_file(folder).parent.stat().st_mode) == 0o700
    refused.undo()
    data_folder.write_run_file(folder, port=8080, key="k", run="second")
    assert run_file_path.find_run_file(folder) == folder / "run.json"
    assert (read_run(folder).run, run_file_path.run_file_in_memory(folder).exists()) == ("second", False)
