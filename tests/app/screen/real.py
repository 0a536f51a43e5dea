"""A controller that is connected to a real table in a process of its own."""

import signal
import subprocess
import sys
from pathlib import Path

from app.games.game_list import readers
from app.games.screen_registry import Screens
from app.screen.process.start import connect
from app.screen.process.window import run_on_kivy_thread
from main import read_game_data
from tests.app.screen.finger import until
from tests.running import PATIENCE

ROOT = Path(__file__).parents[3]


class Real:
    """The controller; close its `connection` after the test."""

    def __init__(self, folder):
        self.control, self.connection, mailbox = connect(folder, Screens(readers(read_game_data())), None)
        mailbox.deliver_to(run_on_kivy_thread)
        self.connection.start()


def refusals(control):
    """List what the table has refused; notices tell other things, too: on a busy machine that its disk is slow."""
    return [notice.text for notice in control.notices.values() if notice.refused]


def skip_opening(shown):
    """Skip the opening of a game, unless it has passed by itself: the table does not wait for this process."""
    until(lambda: not shown.control.model.table.opening or "skip" in shown.hit_areas())
    if "skip" in shown.hit_areas():
        shown.tap("skip")
    until(lambda: not shown.control.model.table.opening)


def running(folder):
    """Start a table for that folder, and end it when asked for more: what a fixture yields from."""
    command = [sys.executable, "main.py", "table", "--data-dir", str(folder), "--port", "0", "--seed", "11"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    yield folder
    process.send_signal(signal.SIGINT)
    process.wait(PATIENCE)
    process.stderr.close()
