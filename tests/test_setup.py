"""`./setup.sh run` brings a dead table back, and knows when to leave it."""

import fcntl
import os
import platform
import re
import shutil
import signal
import subprocess
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import pytest

from app.protocol.table_client import RunFile, read_run
from tests.running import PATIENCE, RunningTable, eventually, hears

ROOT = Path(__file__).resolve().parent.parent
TABLE = """#!/bin/bash
[ "$1" = main.py ] || exit 0
echo "$2" >>runs
n=$(wc -l <runs)
{what}
"""
RESTART_NOTICE = "wondertable: the table crashed (exit code 1), so it is restarted."
LAST_CRASH_NOTICE = (
    "wondertable: the table crashed 6 times within a minute (exit code 1), so it is not restarted. "
    "Nothing is lost. ./setup.sh doctor looks for the reason; ./setup.sh run starts it."
)


@pytest.fixture
def place(tmp_path):
    """setup.sh beside a .venv that is complete; its Python does what a test says in place of a table."""
    for name in ("setup.sh", "requirements.txt", "requirements-pins.txt"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv/bin").mkdir(parents=True)
    (tmp_path / "tmp").mkdir()
    stamp = sha256((ROOT / "requirements.txt").read_bytes()).hexdigest()
    (tmp_path / ".venv" / "wondertable-run").write_text(f"{stamp}  -\n")
    return tmp_path


def run(place: Path, what: str) -> "subprocess.Popen[str]":
    """Start `./setup.sh run` with a table that does so; `$n` is how often it was started."""
    python = place / ".venv/bin/python"
    python.write_text(TABLE.format(what=what))
    python.chmod(0o755)
    bare = {name: value for name, value in os.environ.items() if name not in ("DISPLAY", "WAYLAND_DISPLAY")}
    env = {**bare, "TMPDIR": str(place / "tmp"), "WONDERTABLE_MODEL": "/dev/null"}
    words = ["./setup.sh", "run", "--headless"]
    return subprocess.Popen(
        words, cwd=place, env=env, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=hears
    )


def wait_for_end(place: Path, shell: "subprocess.Popen[str]") -> tuple[int, list[str], int]:
    """Return exit code, messages, and the number of table starts; check that no temporary file is left."""
    said = shell.communicate(timeout=PATIENCE)[1]
    assert list((place / "tmp").iterdir()) == []
    return shell.returncode, said.splitlines(), len((place / "runs").read_text().splitlines())


def test_start_waits_for_another_running_installation(place):
    folder = os.open(place, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        shell = run(place, "exit 0")
        waits = shell.stderr.readline()
        assert not (place / "runs").exists()
    finally:
        os.close(folder)
    assert "is installing Python packages here" in waits
    assert wait_for_end(place, shell) == (0, [], 1)


@pytest.mark.parametrize("code", [0, 2])
def test_table_that_ends_or_cannot_start_is_not_restarted(place, code):
    assert wait_for_end(place, run(place, f"exit {code}")) == (code, [], 1)


def test_crashed_table_is_restarted(place):
    assert wait_for_end(place, run(place, "[ $n -eq 4 ] || exit 1")) == (0, [RESTART_NOTICE] * 3, 4)


def test_signal_of_a_crash_is_printed(place):
    code, said, _ = wait_for_end(place, run(place, "[ $n -eq 2 ] || kill -9 $$"))
    assert (code, said) == (0, ["wondertable: the table crashed (signal 9, SIGKILL), so it is restarted."])


def test_sixth_crash_within_a_minute_is_the_last(place):
    assert wait_for_end(place, run(place, "exit 1")) == (1, [RESTART_NOTICE] * 5 + [LAST_CRASH_NOTICE], 6)


def test_screen_can_request_another_start_after_six_crashes(place):
    screen = subprocess.Popen(["sleep", "1000"])
    try:
        shell = run(place, f"echo {screen.pid} >$WONDERTABLE_WATCH/screen; [ $n -le 6 ] && exit 1; exit 0")
        while not (found := list((place / "tmp").glob("*/stopped"))):
            assert shell.poll() is None
            time.sleep(0.01)
        found[0].unlink()
        assert wait_for_end(place, shell) == (0, [RESTART_NOTICE] * 5 + [LAST_CRASH_NOTICE], 7)
    finally:
        screen.kill()
        screen.wait()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(
    "table",
    ["trap 'kill $!; exit 0' TERM; sleep 1000 2>/dev/null & touch up; wait", "touch up; exec sleep 1000"],
    ids=["that listens", "that dies of it"],
)
def test_signal_to_the_script_ends_the_table(place, name, table):
    shell = run(place, table)
    while not (place / "up").exists():
        assert shell.poll() is None
        time.sleep(0.01)
    shell.send_signal(name)
    assert wait_for_end(place, shell) == (0, [], 1)


@pytest.mark.rotated
async def test_killed_real_table_restarts_with_its_game(tmp_path):
    class ReconnectingTable(RunningTable):
        def __init__(self) -> None:
            self.folder, self.run, self.began = tmp_path, RunFile(0, 0, "", ""), time.monotonic()
            words = ["run", "--headless", "--data-dir", str(tmp_path), "--port", "0", "--host-address", "127.0.0.1"]
            quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
            self.process = subprocess.Popen([ROOT / "setup.sh", *words], **quiet)

        async def back(self, than: int) -> None:
            """Wait until another process than that serves."""

            def has_new_process() -> bool:
                with suppress(FileNotFoundError):
                    self.run = read_run(tmp_path)
                return self.run.pid not in (0, than)

            await eventually(has_new_process)
            await eventually(self._answers)

        async def _answers(self) -> bool:
            import asyncio

            try:
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
            except ConnectionError:
                return False
            writer.close()
            return True

    table = ReconnectingTable()
    try:
        await table.back(0)
        async with table.screen() as screen:
            await screen.send("set-seats", count=3)
            for seat in (1, 2, 3):
                await screen.send("set-seat", seat=seat, by="touch")
            await screen.send("start")
            await screen.until(lambda: screen.table["phase"] == "game")
            before = screen.table["game_id"]
        killed = table.run.pid
        os.kill(killed, signal.SIGKILL)
        await table.back(killed)
        async with table.screen() as screen:
            assert (screen.table["phase"], screen.table["game_id"]) == ("game", before)
            await screen.act(lambda legal: legal[0])
            await screen.send("shutdown", sure=True)
        assert table.process.wait(PATIENCE) == 0
    finally:
        if table.process.poll() is None:
            table.process.terminate()
            table.process.wait(PATIENCE)


def test_doctor_names_the_python_it_found():
    said = subprocess.run([ROOT / "setup.sh", "doctor"], capture_output=True, text=True, check=False).stdout
    assert re.findall(r"^ +python +(.*)$", said, re.MULTILINE) == [f"Python {platform.python_version()}"]
