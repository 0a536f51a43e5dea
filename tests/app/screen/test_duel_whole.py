"""Whole games of Duel by injected touches alone, against a real table in its own process, from first start to the end.

Things are found only by what is drawn: a test fails where nothing drawn says an action that the plan wants.
"""

import os
import re
import signal
import subprocess
import sys

import duels
import finger
import pytest
import stage
from duels import DATA, DUEL
from finger import Stage, Window, frames, until
from real import ROOT, Real, running
from test_layout import faults

from app.protocol import messages
from app.screen.history import open_history
from tests.running import PATIENCE


@pytest.fixture
def table(tmp_path):
    yield from running(tmp_path)


@pytest.fixture
def small(monkeypatch):
    """The window of a small screen, 800×480."""
    before = Window.system_size
    monkeypatch.setattr(finger, "SIZE", (800, 480))
    Window.size = (800, 480)
    frames(2)
    yield
    Window.size = before
    frames(2)


def by_points(seat, card):
    """Points, and neither shields nor symbols."""
    return {"red": 5, "green": 4, "blue": 0, "guild": 1}.get(DATA.cards[card].colour, 2)


def by_force(seat, card):
    """Seat 1 builds whatever has shields, seat 2 leaves it lying."""
    return (DATA.cards[card].colour == "red") == (seat == 2)


def by_science(seat, card):
    """Seat 1 builds whatever has a symbol, seat 2 leaves it lying."""
    return (DATA.cards[card].colour == "green") == (seat == 2)


class Player:
    """Plays for both seats. `wish` ranks a card for a seat: the lowest is taken first."""

    def __init__(self, table):
        until(lambda: (table / "run.json").exists())
        self.real = Real(table)
        self.control = self.real.control
        until(lambda: self.control.model.table is not None)
        self.shown = Stage(self.real)
        self.met = set()

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
        until(lambda: (self.model.rev > rev and not self.control._waits) or self.control.notices)
        assert not self.control.notices, (key, self.control.notices)
        frames(1)

    def begin(self, short=False):
        """From the first start into the draft."""
        self.tap("next")
        self.tap("next")
        self.say("next")
        self.tap("settings")
        self.say("motion")
        self.tap("close")
        self.tap("game")
        self.say("game duel")
        self.tap("close")
        for seat in (1, 2):
            self.say(f"touch {seat}")
        self.say("start")
        self.settled()
        if short:
            self.tap("menu")
            self.tap("seating")
            self.say("short")
            self.tap("close")
            assert [zone.edge for zone in self.control.scene.ring(*finger.SIZE).zones] == [1, 3]

    def settled(self):
        control = self.control
        until(
            lambda: (
                not control._waits
                and control.model.view is not None
                and (control.model.view.over or control.scene.acting in control.model.questions)
            )
        )
        frames(1)

    def play(self, wish, until_age=4):
        """Until the game is over, or a card of that age is to be taken."""
        self.settled()
        while not self.model.view.over and (self.model.view.age, self.model.view.hints.ask) != (until_age, "turn"):
            self.answer(wish)
            self.settled()

    def answer(self, wish):
        view = self.model.view
        self.met.add(view.hints.ask)
        match view.hints.ask:
            case "draft":
                self.tap(self.first("choose draft "))
                self.say("do it")
            case "turn":
                self.take(wish)
            case "progress":
                token = self.first("token ", lit=True)
                self.tap(token)
                self.say(token.replace("token", "progress"))
            case "keep":
                self.hold("hidden 0")
                self.say("keep 0")
            case "destroy" | "revive":
                chosen = self.first("choose ")
                self.tap(chosen)
                self.say("do it")
            case _:
                self.say(next(key for key in sorted(self.shown.hit_areas()) if key in self.legal()))

    def legal(self):
        return self.model.legal(self.control.scene.acting)

    def first(self, begins, lit=False):
        """The first thing drawn whose key begins so."""
        areas = self.shown.hit_areas()
        return min(key for key, area in areas.items() if key.startswith(begins) and (not lit or area.rank == 2))

    def touch_card(self, wish):
        """Touch the free card most wished for, and say which it is; exactly the free ones are lit."""
        seat, view = self.control.scene.acting, self.model.view
        lit = [key for key, area in self.shown.hit_areas().items() if key.startswith("slot ") and area.rank == 2]
        assert {view.structure[key.split()[1]].card for key in lit} == {
            it.card for it in view.structure.values() if it.accessible
        }

        def order(key):
            card = view.structure[key.split()[1]].card
            return wish(seat, card), f"build {card}" not in self.legal(), int(key.split()[1])

        slot = min(lit, key=order)
        card = view.structure[slot.split()[1]].card
        self.tap(slot)
        return card

    def take(self, wish):
        """Build the card most wished for, or by points a wonder with it, or discard it."""
        seat, card = self.control.scene.acting, self.touch_card(wish)
        under = [said.split()[1] for said in self.legal() if said.endswith(f" with {card}")]
        if under and wish is by_points:
            self.met.add("wonder")
            self.say(f"wonder {seat} {min(under)}")
        elif f"build {card}" in self.shown.hit_areas():
            self.met.add("build")
            self.say(f"build {card}")
        else:
            assert f"build {card}" not in self.legal()
            self.met.add("discard")
            self.say(f"discard {card}")

    def hold(self, key):
        """Hold until the secret is seen; once let go it is nowhere."""
        self.shown.now += 1
        held = self.shown.touch(key).down()
        until(lambda: bool(self.control.scene.secrets))
        frames(1)
        held.up()
        frames(2)
        assert self.control.scene.secrets == {}
        until(lambda: not self.control._waits)

    def ended(self, victory):
        """Look at the end; a victory in mid-turn is first shown by itself."""
        assert self.model.table.phase == "over"
        assert self.model.view.victory == victory
        if victory != "civilian":
            self.tap("sudden")
        until(lambda: "corner turn" in self.shown.hit_areas())

    def rematch(self):
        """Again, from the end: another game begins with its draft."""
        first = self.model.table.game_id
        self.say("corner turn")
        self.settled()
        assert self.model.table.game_id != first
        assert self.model.view.hints.ask == "draft"
        assert self.first("choose draft ")

    def look_back(self):
        """From the end by way of the lobby, through the first lines of the game and to its last."""
        end = self.model.view
        self.say("corner wonder")
        self.tap("history")
        until(lambda: any(key.startswith("past game ") for key in self.shown.hit_areas()))
        self.tap(self.first("past game "))
        self.tap("look back")
        for key in ("next", "next", "previous", "last"):
            self.look_at(key)
        past = self.control.opened.history
        assert past.at.line == past.at.last
        assert past.shown.view == end
        self.tap("back close")
        until(lambda: "look back" in self.shown.hit_areas())

    def look_at(self, key):
        """Go to another line; nothing of the game that is looked at can be played."""
        until(lambda: f"back {key}" in self.shown.hit_areas())
        line = self.control.opened.history.at.line
        self.tap(f"back {key}")
        until(lambda: self.control.opened.history.at.line != line and not self.control._waits)
        frames(2)
        taps = {key for key, area in self.shown.hit_areas().items() if area.tap}
        assert taps
        assert all(key.startswith("back") or key == "turn" for key in taps)

    def take_back(self):
        """Undo the last action: it is asked for, and then done."""
        row = self.model.table.undo.row
        self.tap("undo")
        assert self.model.table.undo.row == row, "nothing is taken back before it is asked"
        self.say("take back")
        assert self.model.table.undo is None or self.model.table.undo.row < row

    def kill_and_go_on(self, folder, card):
        """Kill the table while that card lies large; started again, it knows of no answer, and takes one."""
        before, seat, settings = self.model.view, self.control.scene.acting, self.model.table.settings
        assert "touched" in self.shown.surface.meshes
        pid = int(re.search(r'"pid": (\d+)', (folder / "run.json").read_text())[1])
        os.kill(pid, signal.SIGKILL)
        until(lambda: not self.model.link)
        frames(2)
        assert "away" in self.shown.surface.meshes
        again = start_again(folder)
        try:
            until(lambda: self.model.link and self.model.rev >= 0)
            self.settled()
            assert "away" not in self.shown.surface.meshes
            assert self.model.view == before
            assert self.model.table.settings == settings
            assert "touched" in self.shown.surface.meshes
            said = next(key for key in (f"build {card}", f"discard {card}") if key in self.shown.hit_areas())
            self.say(said)
            self.settled()
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


def test_the_first_moment_of_a_game_can_be_looked_back_at():
    """Before any wonder is laid out."""
    state = DUEL.start(DUEL.setup({"game": "duel", "seats": "2"}))
    assert not state.view(None).draft
    room = duels.room(duels.in_age(1, 3))
    open_history(room.control)
    shown = stage.snapshot(1, duels.table(), state.view(None))
    room.control.hear(messages.LookedBack("x", "m9", 0, 135, shown.table, shown.game, ()))
    for size in ((800, 480), (1280, 720), (1920, 1080)):
        assert not faults(room, size)


@pytest.fixture
def player(table):
    player = Player(table)
    yield player
    player.close()


def test_first_turns_and_a_table_killed_while_a_card_lies_large(player, table):
    """The short sample, at the short edges: draft, a turn, its undo, and a table that is killed in mid-panel."""
    player.begin(short=True)
    while player.model.view.hints.ask in ("draft", "start"):
        player.answer(by_points)
        player.settled()
    player.answer(by_force)
    player.settled()
    player.take_back()
    player.settled()
    again = player.kill_and_go_on(table, player.touch_card(by_force))
    try:
        player.answer(by_force)
        player.settled()
    finally:
        stop(again)


@pytest.mark.full
@pytest.mark.parametrize(
    ("wish", "victory", "short"),
    [
        pytest.param(by_points, "civilian", False, id="points"),
        pytest.param(by_force, "military", True, id="military, at the short edges"),
        pytest.param(by_science, "science", False, id="science"),
    ],
)
def test_a_whole_game_by_touch_alone(player, wish, victory, short):
    player.begin(short)
    player.play(wish)
    player.ended(victory)
    assert {"draft", "turn", "build", "discard"} <= player.met
    assert ("wonder" in player.met) == (wish is by_points)
    player.rematch()


@pytest.mark.full
def test_a_whole_game_on_a_small_screen(small, player):
    player.begin()
    player.play(by_science)
    assert tuple(Window.size) == tuple(player.shown.surface.size) == (800, 480)
    player.ended("science")
    player.rematch()


@pytest.mark.full
def test_a_whole_game_whose_table_is_killed_while_a_card_lies_large(player, table):
    player.begin()
    player.play(by_points, until_age=2)
    again = player.kill_and_go_on(table, player.touch_card(by_points))
    try:
        player.play(by_points)
        player.ended("civilian")
        player.look_back()
    finally:
        stop(again)
