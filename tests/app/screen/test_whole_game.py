"""A whole game by injected touches alone, against a real table in its own process, from first start to rematch.

All optional rules are switched on, with Rome and Ur.
"""

import os
import random
import re
import signal
import subprocess
import sys

import pytest

from tests.app.screen import stage
from tests.app.screen.finger import Finger, Stage, frames, until
from tests.app.screen.real import ROOT, Real, refusals, running, skip_opening
from tests.running import PATIENCE


@pytest.fixture
def table(tmp_path):
    yield from running(tmp_path)


class Player:
    """A player who touches only lit things, at random with a fixed seed."""

    def __init__(self, shown, seed):
        self.shown, self.control = shown, shown.control
        self.rng = random.Random(seed)
        self.done = dict.fromkeys(
            ("take", "do it", "peek", "search", "fight", "done", "steal", "draw", "stolen from", "marker"), 0
        )

    def tap(self, key):
        """Tap a button, once it is there, and wait for the table's answer."""
        until(lambda: key in self.shown.hit_areas())
        rev = self.control.model.rev
        self.shown.tap(key)
        until(lambda: (self.control.model.rev > rev and not self.control.outbox.pending) or refusals(self.control))
        assert not refusals(self.control), (key, refusals(self.control))
        frames(1)

    def turn_to(self, key):
        """Turn the pages of a panel until `key` is in sight."""
        while "earlier" in self.shown.hit_areas():
            self.shown.tap("earlier")
        while key not in self.shown.hit_areas() and "later" in self.shown.hit_areas():
            self.shown.tap("later")

    def choose_wonder(self, seat, wonder):
        """Choose a wonder from the list of those left, and read its description."""
        rev = self.control.model.rev
        self.shown.tap(f"wonder {seat} choose")
        self.turn_to(f"wonder {wonder}")
        self.shown.tap(f"wonder {wonder}")
        until(lambda: self.control.model.rev > rev and not self.control.outbox.pending)
        frames(1)
        assert self.control.model.info(seat).wonder == wonder
        if seat in self.control.notices:
            self.shown.tap(f"notice {seat}")
            frames(1)

    def wait_until_settled(self):
        control = self.control
        if control.model.table.opening:
            skip_opening(self.shown)
        until(
            lambda: (
                not control.outbox.pending
                and (
                    control.model.table.ritual
                    or stage.at(control).fight
                    or control.model.view.over
                    or control.scene.acting in control.model.questions
                )
            )
        )
        frames(1)

    def play(self, acts):
        """Play that many actions, or to the end of the game."""
        for _ in range(acts):
            self.wait_until_settled()
            if stage.at(self.control).fight:
                self.done["fight"] += 1
                self.shown.tap("go on")
            elif ritual := self.control.model.table.ritual:
                self.done["marker"] += 1
                self.tap(f"marker {self.rng.choice(ritual.open) - 1}")
            elif self.control.model.view.over:
                return
            elif stage.at(self.control).choosing:
                self.choose()
            elif stage.at(self.control).build:  # nothing else can be done: the wonder itself is lit
                self.done["do it"] += 1
                self.tap(f"seat {self.control.scene.acting} wonder")
            else:
                self.take()

    def choose(self):
        areas = self.shown.hit_areas()
        if stage.at(self.control).question_kind == "keep":
            self.hold("hidden 0")
            self.done["search"] += 1
            self.tap(self.rng.choice(sorted(key for key in areas if re.fullmatch(r"keep \d", key))))
        elif "do it" in areas:
            self.done["do it"] += 1
            self.done["steal"] += stage.at(self.control).question_kind == "steal"
            self.tap("do it")
        elif things := sorted(key for key in areas if key.startswith("thing ")):
            key = self.rng.choice(things)
            self.done["stolen from"] += key.startswith("thing steal ") and len(key.split()) == 3
            self.shown.tap(key)
        else:
            self.done["done"] += 1
            self.tap("done")

    def take(self):
        areas = self.shown.hit_areas()
        middle = areas.get("stack center")
        draws = stage.at(self.control).question_kind == "draw"
        if (
            middle
            and middle.hold
            and not draws
            and self.control.scene.acting not in self.control.model.view.derived.looked
        ):
            self.hold("stack center")
            self.done["peek"] += 1
        else:
            if middle and middle.hold and draws:  # after a peek with Ur
                self.hold("stack center")
            self.done["draw" if draws else "take"] += 1
            lit = sorted(key for key, area in areas.items() if key.startswith("stack ") and area.rank == 2)
            self.tap(self.rng.choice(lit))

    def hold(self, key):
        """Hold a finger until the secret is shown, and check that it is hidden after release."""
        self.shown.now += 1
        finger: Finger = self.shown.touch(key).down()
        until(lambda: bool(self.control.scene.secrets))
        frames(1)
        finger.up()
        frames(2)
        assert self.control.scene.secrets == {}
        until(lambda: not self.control.outbox.pending)


SOLO_ACTIONS = {"take", "do it", "fight", "peek", "draw", "marker"}  # actions of a game of one person and a bot


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("wonders", "acts", "sees"),
    [
        pytest.param(("ur",), 3, {"take"}, id="begun"),
        pytest.param(("ur",), 1000, SOLO_ACTIONS, id="one", marks=pytest.mark.full),
        pytest.param(
            ("rome", "ur", None), 1000, SOLO_ACTIONS | {"steal", "stolen from"}, id="three", marks=pytest.mark.full
        ),
    ],
)
def test_whole_game_is_played_by_touch_alone(table, wonders, acts, sees):
    until(lambda: (table / "run.json").exists())
    real = Real(table)
    until(lambda: real.control.model.table is not None)
    shown = Stage(real)
    player = Player(shown, 4)
    try:
        for key in ("next", "next", "next"):
            shown.tap(key)
        player.tap("next")
        until(lambda: real.control.model.table.settings.welcomed)
        frames(1)
        shown.tap("more")
        shown.tap("settings")
        player.tap("motion")
        player.turn_to("bot_pace less")
        player.tap("bot_pace less")
        player.tap("bot_pace less")
        shown.tap("close")
        player.tap("more")
        assert "variant expert" not in shown.hit_areas()
        for slug in ("medals", "expert", "medal-tokens"):
            player.tap(f"variant {slug}")
        shown.tap("close")
        for seat in range(1, len(wonders) + 1):
            shown.tap(f"seat {seat} name")
            player.tap("by touch")
        shown.tap(f"seat {len(wonders) + 1} name")
        player.tap("by bot")
        for seat, wonder in enumerate(wonders, start=1):
            if wonder:
                player.choose_wonder(seat, wonder)
        player.tap("start")
        until(lambda: real.control.model.table.phase == "game")
        first = real.control.model.table.game_id
        player.play(acts)
        done = {key for key, n in player.done.items() if n}
        assert done >= sees
        if acts < 1000:
            assert real.control.model.table.phase == "game"
            return
        assert real.control.model.table.phase == "over"
        assert real.control.model.view.winners
        assert sum(len(seat.medals) for seat in real.control.model.view.seats) > len(wonders) - 1
        assert len(real.control.model.view.medals) == len(wonders) + 2  # by gap, and the middle
        while "finale" in shown.hit_areas():
            shown.tap("finale")
        shown.tap("corner turn")
        until(lambda: real.control.model.table.game_id != first)
        assert real.control.model.table.phase == "game"
    finally:
        real.connection.close()
        shown.close()


@pytest.mark.full
def test_screen_reconnects_after_the_table_was_killed(table):
    """Killed in mid-game and started again, the table shows the same game."""
    until(lambda: (table / "run.json").exists())
    real = Real(table)
    until(lambda: real.control.model.table is not None)
    shown = Stage(real)
    player = Player(shown, 4)
    again = None
    try:
        for key in ("next", "next", "next"):
            shown.tap(key)
        player.tap("next")
        for seat in (1, 2):
            shown.tap(f"seat {seat} name")
            player.tap("by touch")
        player.tap("start")
        until(lambda: real.control.model.table.phase == "game")
        for _ in range(4):
            player.wait_until_settled()
            if not stage.at(player.control).choosing and not stage.at(player.control).fight:
                player.take()
        player.wait_until_settled()
        before, questions = real.control.model.view, real.control.model.questions
        pid = int(re.search(r'"pid": (\d+)', (table / "run.json").read_text())[1])
        os.kill(pid, signal.SIGKILL)
        until(lambda: not real.control.model.link)
        frames(2)
        assert "away" in shown.surface.meshes
        again = subprocess.Popen(
            [sys.executable, "main.py", "table", "--data-dir", str(table), "--port", "0"],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
        )
        until(lambda: real.control.model.link and real.control.model.rev >= 0)
        frames(2)
        assert "away" not in shown.surface.meshes
        assert real.control.model.view == before
        assert {q.number for q in real.control.model.questions.values()} == {q.number for q in questions.values()}
    finally:
        real.connection.close()
        shown.close()
        if again is not None:
            again.send_signal(signal.SIGINT)
            again.wait(PATIENCE)
