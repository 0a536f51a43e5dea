"""Duel by touches that are sent to Kivy, against a real table in its own process, from the first start.

Things are found only by what is drawn: a test fails where nothing drawn says an action that the plan wants. Whole
games, by a real pointer in a real window: tests/whole/test_duel_window.py.
"""

import os
import re
import signal
import subprocess
import sys

import pytest

from app.protocol.history_messages import PastPosition
from app.screen.events import on_message
from app.screen.input.history_browsing import open_history
from tests.app.screen import duels, stage
from tests.app.screen.duels import DATA, DUEL
from tests.app.screen.finger import Stage, frames, until
from tests.app.screen.layout_faults import faults
from tests.app.screen.real import ROOT, Real, refusals, running, skip_opening
from tests.running import PATIENCE


@pytest.fixture
def table(tmp_path):
    yield from running(tmp_path)


def prefer_shields(seat, card):
    """Rank a card: seat 1 prefers shields, seat 2 avoids them."""
    return (DATA.cards[card].colour == "red") == (seat == 2)


class Player:
    """A player of both seats. `wish` ranks the cards for a seat: the lowest is taken first."""

    def __init__(self, table):
        until(lambda: (table / "run.json").exists())
        self.real = Real(table)
        self.control = self.real.control
        until(lambda: self.control.model.table is not None)
        self.shown = Stage(self.real)

    def close(self):
        self.real.connection.close()
        self.shown.close()

    @property
    def model(self):
        return self.control.model

    def tap(self, key):
        """Tap what is there, or comes with the last answer."""
        until(lambda: key in self.shown.hit_areas())
        self.shown.tap(key)

    def say(self, key):
        """Tap what is heard by the table, and wait for its answer."""
        rev = self.model.rev
        self.tap(key)
        until(lambda: (self.model.rev > rev and not self.control.outbox.pending) or refusals(self.control))
        assert not refusals(self.control), (key, refusals(self.control))
        frames(1)

    def begin(self):
        """Play from the first start to the draft."""
        for _ in range(3):
            self.tap("next")
        self.say("next")
        self.tap("more")
        self.tap("settings")
        self.say("motion")
        self.tap("close")
        self.say("game duel")
        self.tap("more")
        self.say("variant first-game")  # a first game is taught with its wonders, until people choose the draft
        self.tap("close")
        for seat in (1, 2):
            self.tap(f"seat {seat} name")
            self.say("by touch")
        self.say("start")
        until(lambda: self.model.table.phase == "game")
        skip_opening(self.shown)
        self.wait_until_settled()

    def wait_until_settled(self):
        control = self.control
        until(
            lambda: (
                not control.outbox.pending
                and control.model.view is not None
                and (control.model.view.over or control.scene.acting in control.model.questions)
            )
        )
        frames(1)

    def answer(self, wish):
        """Draft a wonder, or take a card."""
        if self.model.view.derived.ask == "draft":
            self.tap(self.first("choose draft "))
            self.say("do it")
        else:
            self.take(wish)

    def legal(self):
        return self.model.legal(self.control.scene.acting)

    def first(self, begins):
        """Return the first key of a touch area with this prefix."""
        return min(key for key in self.shown.hit_areas() if key.startswith(begins))

    def touch_card(self, wish):
        """Touch the free card most wished for, and say which it is; exactly the free ones are lit."""
        seat, view = self.control.scene.acting, self.model.view
        lit = [key for key, area in self.shown.hit_areas().items() if key.startswith("slot ") and area.rank == 2]
        assert {view.structure[key.split()[1]].card for key in lit} == {
            slot_view.card for slot_view in view.structure.values() if slot_view.accessible
        }

        def order(key):
            card = view.structure[key.split()[1]].card
            return wish(seat, card), f"build {card}" not in self.legal(), int(key.split()[1])

        slot = min(lit, key=order)
        card = view.structure[slot.split()[1]].card
        self.tap(slot)
        return card

    def take(self, wish):
        """Build the card most wished for, or discard it."""
        card = self.touch_card(wish)
        if f"build {card}" in self.shown.hit_areas():
            self.say(f"build {card}")
        else:
            assert f"build {card}" not in self.legal()
            self.say(f"discard {card}")

    def take_back(self):
        """Undo the last action: it is asked for, and then done."""
        row = self.model.table.undo.row
        self.tap("undo")
        assert self.model.table.undo.row == row, "nothing is taken back before it is asked"
        self.say("take back")
        assert self.model.table.undo is None or self.model.table.undo.row < row

    def kill_and_go_on(self, folder, card):
        """Kill the table while that card lies large; started again, it knows of no answer, and takes one."""
        before, seat = self.model.view, self.control.scene.acting
        assert "touched" in self.shown.surface.meshes
        pid = int(re.search(r'"pid": (\d+)', (folder / "run.json").read_text())[1])
        os.kill(pid, signal.SIGKILL)
        until(lambda: not self.model.link)
        frames(2)
        assert "away" in self.shown.surface.meshes
        again = start_again(folder)
        try:
            until(lambda: self.model.link and self.model.rev >= 0)
            self.wait_until_settled()
            assert "away" not in self.shown.surface.meshes
            assert self.model.view == before
            assert "touched" in self.shown.surface.meshes
            said = next(key for key in (f"build {card}", f"discard {card}") if key in self.shown.hit_areas())
            self.say(said)
            self.wait_until_settled()
            gone = self.model.view.seats[seat - 1].cards if said.startswith("build") else self.model.view.discard
            assert card in gone
        except BaseException:
            stop(again)
            raise
        return again


def start_again(folder):
    command = [sys.executable, "main.py", "table", "--data-dir", str(folder), "--port", "0", "--seed", "11"]
    return subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL)


def stop(process):
    process.send_signal(signal.SIGINT)
    process.wait(PATIENCE)


def test_past_position_before_the_draft_has_no_layout_faults():
    """The past position has no wonders yet."""
    state = DUEL.start(DUEL.setup({"game": "duel", "seats": "2"}))
    assert not state.view(None).draft
    room = duels.room(duels.in_age(1, 3))
    open_history(room.control)
    shown = stage.snapshot(1, duels.table(), state.view(None))
    on_message.on_message(room.control, PastPosition("x", "m9", 0, 135, shown.table, shown.game, (), 0, 60, None, 9))
    for size in ((800, 480), (1280, 720), (1920, 1080)):
        assert not faults(room, size)


@pytest.fixture
def player(table):
    player = Player(table)
    yield player
    player.close()


@pytest.mark.full
def test_first_turns_continue_after_the_table_is_killed_with_a_card_open(player, table):
    """A short sample: the draft, a turn, its undo, and a table that is killed while a panel is open."""
    player.begin()
    while player.model.view.derived.ask == "draft":
        player.answer(prefer_shields)
        player.wait_until_settled()
    player.answer(prefer_shields)
    player.wait_until_settled()
    player.take_back()
    player.wait_until_settled()
    again = player.kill_and_go_on(table, player.touch_card(prefer_shields))
    try:
        player.answer(prefer_shields)
        player.wait_until_settled()
    finally:
        stop(again)
