"""Tests of the workbench, which notices saved files and draws the edges of touchable things."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import eventually
from tests.sight import display
from tests.workbench import ROOT, saved, times


@pytest.fixture
def place(tmp_path):
    (tmp_path / "app").mkdir()
    (tmp_path / "app/draw.py").write_text("LINE = 1\n")
    return tmp_path


def write_later(path, text):
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_text(text)
    os.utime(path, ns=(before + 1, before + 1))


def test_changed_new_and_deleted_files_are_found(place):
    before = times(place)
    assert saved(before, place) == []
    write_later(place / "app/draw.py", "LINE = 2\n")
    (place / "app/pen.toml").write_text("")
    assert saved(before, place) == [place / "app/draw.py", place / "app/pen.toml"]
    (place / "app/draw.py").unlink()
    assert place / "app/draw.py" in saved(before, place)


def test_syntax_error_is_reported_once_and_not_reloaded(place, capsys):
    before = times(place)
    write_later(place / "app/draw.py", "LINE = (\n")
    assert saved(before, place) == saved(before, place) == []
    assert capsys.readouterr().err.count("draw.py") == 1
    write_later(place / "app/draw.py", "LINE = 3\n")
    assert saved(before, place) == [place / "app/draw.py"]


@pytest.mark.full
async def test_screen_restarts_in_its_process_when_a_file_is_saved(tmp_path):
    words = [sys.executable, "-m", "tests.workbench", "--port", "0", "--data-dir", str(tmp_path / "data")]
    said = tmp_path / "said"
    with display() as env, said.open("w") as err:
        table = subprocess.Popen(words, cwd=ROOT, env=env, stdout=subprocess.DEVNULL, stderr=err)
        children = Path(f"/proc/{table.pid}/task/{table.pid}/children")
        try:
            await eventually(lambda: len(children.read_text().split()) == 1)
            [screen] = children.read_text().split()
            maps = Path(f"/proc/{screen}/maps")
            await eventually(lambda: "libGL" in maps.read_text())  # a window opens, so it has looked at the files
            os.utime(ROOT / "tests/workbench.py")
            await eventually(lambda: "tests/workbench.py was saved; the screen starts anew" in said.read_text())
            await eventually(lambda: "libGL" not in maps.read_text())
            await eventually(lambda: "libGL" in maps.read_text())
        finally:
            table.send_signal(signal.SIGINT)
            assert table.wait(30) == 0
    assert "Traceback" not in said.read_text()
