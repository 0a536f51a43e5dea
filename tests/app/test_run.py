"""What cannot start says why, in one sentence; and what the processes leave for one another."""

import asyncio
import fcntl
import json
import os
import resource
import signal
import socket
import stat
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path

import pytest

from app import child, loop, run
from app.options import Options

ROOT = Path(__file__).resolve().parents[2]


def main(*words: str | Path, env: dict[str, str] | None = None, before=None) -> subprocess.CompletedProcess[str]:
    """`main.py …` to its end, without a display unless `env` has one."""
    bare = {name: value for name, value in os.environ.items() if not name.startswith(("SDL_", "DISPLAY", "WAYLAND"))}
    return subprocess.run(
        [sys.executable, "-W", "error", ROOT / "main.py", *words],
        env=bare | (env or {}), capture_output=True, text=True, timeout=60, preexec_fn=before, check=False,
    )  # fmt: skip


def refused(said: subprocess.CompletedProcess[str]) -> str:
    """The one sentence of a start that did not come about."""
    assert said.returncode == 2, said
    assert said.stdout == ""
    lines = said.stderr.splitlines()
    assert len(lines) == 1, said.stderr
    assert "Traceback" not in said.stderr
    return lines[0]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param([], "the following arguments are required: COMMAND", id="nothing"),
        pytest.param(["run", "--fast"], "unrecognized arguments: --fast", id="unknown option"),
        pytest.param(["run", "--port", "eighty"], "'eighty' is not a port", id="no number"),
        pytest.param(["run", "--port", "70000"], "'70000' is not a port", id="no such port"),
        pytest.param(["run", "--size", "big"], "'big' is not a size such as 1280x720", id="no size"),
        pytest.param(["run", "--size", "10x10"], "'10x10' is not a size such as 1280x720", id="too small"),
        pytest.param(["run", "--lang", "tlh"], "invalid choice: 'tlh'", id="no such language"),
        pytest.param(["run", "--host-address", "a b"], "'a b' is not an address", id="no address"),
        pytest.param(["run", "--host-address", "[::1"], "'[::1' is not an address", id="half an address"),
        pytest.param(["replay", "x.wt", "--seat", "0"], "'0' is not a number from 1 up", id="seat zero"),
    ],
)
def test_bad_options(words, sentence):
    assert sentence in refused(main(*words))


def test_a_locked_data_folder(tmp_path):
    with (tmp_path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        said = refused(main("table", "--data-dir", tmp_path, "--port", "0"))
    assert said == f"wondertable: another table is running with the data folder {tmp_path}."


def test_a_port_in_use(tmp_path):
    with closing(socket.create_server(("0.0.0.0", 0))) as other:
        port = other.getsockname()[1]
        said = refused(main("table", "--data-dir", tmp_path, "--port", str(port)))
    assert said == f"wondertable: port {port} is in use by another program; --port chooses another."


def test_a_data_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    said = refused(main("table", "--data-dir", tmp_path / "file" / "data", "--port", "0"))
    assert "file/data cannot be written: Not a directory." in said


@pytest.mark.parametrize("room", [0, 2000], ids=["for nothing", "for run.json alone"])
def test_a_full_disk(tmp_path, room):
    def full() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))  # bytes that fit into any file

    said = refused(main("table", "--data-dir", tmp_path, "--port", "0", before=full))
    assert said.startswith("wondertable: ")
    assert str(tmp_path) in said
    assert said.endswith(".")


def test_a_screen_without_a_display(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(run, "has_display", lambda: False)
    assert run.screen(tmp_path, dict, kiosk=False, size=None) == 2
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "wondertable: there is no display here to show the table on.\n")


def test_run_json_is_whole_and_for_its_owner_alone(tmp_path):
    (tmp_path / "run.json.new").write_text("left over by a kill")
    for port in (8080, 8081):
        run.write_run_file(tmp_path, port=port, key="k", run="r")
        found = json.loads((tmp_path / "run.json").read_text())
        assert found == {"port": port, "pid": os.getpid(), "key": "k", "run": "r"}
        assert stat.S_IMODE((tmp_path / "run.json").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_swallowed_while_starting_is_remembered(tmp_path, monkeypatch, name):
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    remembered: list[int] = []

    def start(options, facts, corrections, parts, port, key, child, asked):
        with suppress(KeyboardInterrupt):  # as an import in the middle of C code may
            signal.raise_signal(name)
        remembered.extend(asked)

    monkeypatch.setattr(loop, "run", start)
    try:
        assert run.table(Options(tmp_path, 0, None, None, None, screen=False), dict) == 0
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
    assert remembered == [name]


# ---- the screen's life --------------------------------------------------------------------------------


class Child(child.Screen):
    """A screen whose process is a line of Python, and which is started again at once."""

    def __init__(self, code: str, folder: Path) -> None:
        self._command = [sys.executable, "-c", code, str(folder)]
        self._environment = dict(os.environ)
        self.start()


COUNT = "import os, sys, pathlib; at = pathlib.Path(sys.argv[1]); (at / str(os.getpid())).touch(); "


@pytest.fixture
def _at_once(monkeypatch):
    monkeypatch.setattr(loop, "RESTART", 0.0)


@pytest.mark.usefixtures("_at_once")
async def test_a_screen_that_keeps_crashing_is_left_alone(tmp_path):
    screen = Child(COUNT + "os.abort()", tmp_path)
    problem = await asyncio.wait_for(loop.watch(screen), 30)
    assert problem is not None
    assert problem.startswith("the screen crashed 5 times in a minute")
    assert len(list(tmp_path.iterdir())) == 5
    screen.end()


@pytest.mark.usefixtures("_at_once")
async def test_a_screen_that_dies_is_started_again_and_one_that_is_closed_is_not(tmp_path):
    code = COUNT + "len(list(at.iterdir())) < 3 and os.kill(os.getpid(), 9)"
    screen = Child(code, tmp_path)
    assert await asyncio.wait_for(loop.watch(screen), 30) is None
    assert len(list(tmp_path.iterdir())) == 3
    screen.end()


@pytest.mark.usefixtures("_at_once")
async def test_a_screen_that_cannot_open_is_not_tried_again(tmp_path):
    screen = Child(COUNT + "sys.exit(2)", tmp_path)
    assert "could not open" in (await asyncio.wait_for(loop.watch(screen), 30) or "")
    assert len(list(tmp_path.iterdir())) == 1


def test_a_screen_that_does_not_listen_is_ended_all_the_same(tmp_path, monkeypatch):
    monkeypatch.setattr("app.child.FAREWELL", 0.0)
    screen = Child("import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.pause()", tmp_path)
    screen.end()
    assert screen.process.returncode in (-9, -15)


def test_ctrl_c_does_not_reach_the_screen(tmp_path):
    code = "import signal, sys; sys.exit(signal.getsignal(signal.SIGINT) is not signal.SIG_IGN)"
    assert Child(code, tmp_path).process.wait(20) == 0
