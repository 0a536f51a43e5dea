"""The connection of the screen: it finds its table, reconnects at once, and ends with it."""

import asyncio
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from aiohttp import WSMsgType, web

from app.protocol.base_messages import Accepted, Hello
from app.protocol.game_lifecycle_messages import Suspend
from app.protocol.table_client import RunFile
from app.screen.control.connection import EXIT_SECONDS, Mailbox, ScreenLifetime, TableConnection
from app.screen.device.display_hotplug import RESTART_CODE
from tests.running import PATIENCE

ROOT = Path(__file__).parents[3]
MINE = RunFile(port=1, pid=1, key="k", run="mine")
OTHER_TABLE = RunFile(port=1, pid=1, key="k", run="other")


@pytest.mark.parametrize(
    ("run", "file", "later", "over"),
    [
        pytest.param("mine", MINE, 1, False, id="its table is there"),
        pytest.param("mine", None, EXIT_SECONDS - 1, False, id="gone for a while"),
        pytest.param("mine", None, EXIT_SECONDS, True, id="gone for a minute"),
        pytest.param("mine", MINE, EXIT_SECONDS, True, id="written down but silent for a minute"),
        pytest.param("mine", OTHER_TABLE, 0, True, id="another run brings its own screen"),
        pytest.param(None, OTHER_TABLE, 10 * EXIT_SECONDS, False, id="started by hand it waits for any table"),
    ],
)
def test_screen_exits_when_its_table_is_gone_or_replaced(run, file, later, over):
    assert ScreenLifetime(run, 100.0).should_exit(file, 100.0 + later) is over


def test_a_found_table_restarts_the_one_minute_timeout():
    fate = ScreenLifetime("mine", 0.0)
    fate.record_answer(50.0)
    assert not fate.should_exit(None, 109.0)
    assert fate.should_exit(None, 110.0)


def test_screen_waits_while_a_supervisor_restarts_its_table(tmp_path):
    fate = ScreenLifetime("mine", 0.0, tmp_path / "watch")
    (tmp_path / "watch").mkdir()
    assert not fate.should_exit(None, 10 * EXIT_SECONDS)
    assert not fate.has_stopped()
    (tmp_path / "watch" / "stopped").touch()
    assert fate.has_stopped()
    assert not fate.should_exit(MINE, 10 * EXIT_SECONDS)
    (tmp_path / "watch" / "stopped").unlink()
    (tmp_path / "watch").rmdir()
    assert fate.should_exit(MINE, 0.0)


def test_the_last_state_stays_until_another_table_starts(tmp_path):
    fate = ScreenLifetime("mine", 0.0, tmp_path / "gone")
    fate.record_goodbye("mine")
    assert not fate.should_exit(MINE, 10 * EXIT_SECONDS)
    assert fate.has_ended(MINE), "and is not asked while it still answers"
    assert fate.should_exit(OTHER_TABLE, 0.0)
    by_hand = ScreenLifetime(None, 0.0)
    by_hand.record_goodbye("mine")
    assert not by_hand.has_ended(OTHER_TABLE), "one that was started by hand waits for any table"


@pytest.mark.parametrize(
    "text", [None, "", "{", '{"port": 1}', "[]"], ids=["none", "empty", "cut off", "half", "a list"]
)
def test_screen_waits_for_a_readable_run_file(tmp_path, text):
    if text is not None:
        (tmp_path / "run.json").write_text(text)
    ear = Ear(tmp_path)
    table = Table(tmp_path)
    ear.wait(lambda said_: any(isinstance(m, Hello) for m in said_))
    ear.connection.close()
    table.close()


class Table:
    """A table's socket without a table, in a thread of its own."""

    def __init__(self, folder, run="mine"):
        self.folder, self.run = folder, run
        self.heard, self.keys = [], []
        self.ready = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self._live()), daemon=True)
        self.thread.start()
        assert self.ready.wait(PATIENCE)

    async def _live(self):
        self.loop, self.stop = asyncio.get_running_loop(), asyncio.Event()
        app = web.Application()
        app.router.add_get("/socket", self._socket)
        runner = web.AppRunner(app, shutdown_timeout=0.1)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        port = runner.addresses[0][1]
        (self.folder / "run.json").write_text(
            json.dumps({"port": port, "pid": os.getpid(), "key": "s3cret", "run": self.run})
        )
        self.ready.set()
        await self.stop.wait()
        await runner.cleanup()

    async def _socket(self, request):
        self.keys.append(request.headers["Authorization"])
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_str(
            '{"type": "hello", "protocol": 1, "version": "1", "table": "t", "you": "screen", "seat": null}'
        )
        async for message in socket:
            if message.type is WSMsgType.TEXT:
                intent = json.loads(message.data)
                self.heard.append(intent)
                await socket.send_str('{"type": "of another version"}')
                await socket.send_str(
                    json.dumps({"type": "pong" if intent["type"] == "ping" else "done", "id": intent["id"]})
                )
        return socket

    def close(self):
        self.loop.call_soon_threadsafe(self.stop.set)
        self.thread.join(5)


class Ear:
    """A client that reads from a connection; its waits have a time limit."""

    def __init__(self, folder, run=None, clock=lambda: 0.0):
        self.said, self.condition = [], threading.Condition()
        self.connection = TableConnection(
            folder, lambda call: call(), self._note, lambda: self._note("lost"), run, clock
        )
        self.connection.on_over = lambda: self._note("over")
        self.connection.start()

    def _note(self, what):
        with self.condition:
            self.said.append(what)
            self.condition.notify_all()

    def wait(self, true):
        with self.condition:
            assert self.condition.wait_for(lambda: true(self.said), 10), self.said


def test_intents_are_sent_and_answers_received(tmp_path):
    """The table sends a message that this screen cannot read before each answer."""
    table, ear = Table(tmp_path), Ear(tmp_path)
    ear.wait(lambda said_: any(isinstance(m, Hello) for m in said_))
    ear.connection.send(Suspend(id="x1"))
    ear.wait(lambda said_: Accepted(id="x1") in said_)
    assert table.heard[0]["type"] == "lay-aside"
    assert table.keys == ["Bearer s3cret"]
    ear.connection.close()
    table.close()


def test_the_screen_reconnects_to_a_returning_table(tmp_path):
    table = Table(tmp_path)
    ear = Ear(tmp_path)
    ear.wait(lambda said_: len(said_) == 1)
    table.close()
    ear.wait(lambda said_: "lost" in said_)
    again = Table(tmp_path)
    ear.wait(lambda said_: sum(isinstance(m, Hello) for m in said_) == 2)
    ear.connection.close()
    again.close()


def test_the_screen_ends_when_another_run_has_begun(tmp_path):
    (tmp_path / "run.json").write_text(json.dumps({"port": 1, "pid": os.getpid(), "key": "k", "run": "other"}))
    ear = Ear(tmp_path, run="mine")
    ear.wait(lambda said_: said_ == ["over"])


def test_the_screen_ends_a_minute_after_its_table(tmp_path):
    times = iter([0.0])
    ear = Ear(tmp_path, run="mine", clock=lambda: next(times, 61.0))
    ear.wait(lambda said_: said_ == ["over"])


# ---- the process ------------------------------------------------------------------------------------------


def run_screen(folder, run=None, **env):
    code = "import sys; from pathlib import Path; from app.screen.process.start import main; "
    code += "from main import read_game_data; from app.games.game_list import readers; "
    code += "table = readers(read_game_data()); "
    code += "sys.exit(main(Path(sys.argv[1]), lambda: table, kiosk=False, size=(800, 480), run=sys.argv[2] or None))"
    return subprocess.run(
        [sys.executable, "-c", code, str(folder), run or ""],
        cwd=ROOT,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_a_missing_display_is_reported_in_one_sentence(tmp_path):
    done = run_screen(tmp_path, SDL_VIDEODRIVER="dummy")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("wondertable: no window can be opened here (OpenGL support is either not configured")
    assert done.stderr.endswith("); phones can play without one.\n")


@pytest.mark.rotated
def test_a_screen_of_an_older_run_closes_itself(tmp_path):
    (tmp_path / "run.json").write_text(json.dumps({"port": 1, "pid": os.getpid(), "key": "k", "run": "new"}))
    done = run_screen(tmp_path, run="old", SDL_VIDEODRIVER="offscreen")
    assert (done.returncode, done.stderr) == (RESTART_CODE, "")


def test_kivy_keeps_its_settings_in_the_data_folder(tmp_path):
    (tmp_path / "run.json").write_text(json.dumps({"port": 1, "pid": os.getpid(), "key": "k", "run": "new"}))
    home = tmp_path / "home"
    home.mkdir()
    run_screen(tmp_path / "data", SDL_VIDEODRIVER="dummy", HOME=str(home))
    assert (tmp_path / "data" / "kivy").is_dir()
    assert list(home.iterdir()) == []


def test_mailbox_delivers_earlier_calls_in_order_once_it_is_opened():
    taken, box = [], Mailbox()
    for n in (1, 2):
        box.post(lambda n=n: taken.append(n))
    assert taken == []
    box.deliver_to(lambda call: call())
    box.post(lambda: taken.append(3))
    assert taken == [1, 2, 3]
