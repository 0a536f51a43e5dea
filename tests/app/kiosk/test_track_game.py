"""A whole game with people's own cards through the real screen: every touch is counted."""

import random
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from statistics import median

import pytest
from finger import Stage, frames, until

from app.kiosk import connect
from app.kiosk.screen import hand
from main import facts

ROOT = Path(__file__).parents[3]


class Real:
    """A desk that is linked to a real table."""

    def __init__(self, folder):
        self.desk, self.link, mailbox = connect(folder, facts(), None)
        mailbox.open(hand)
        self.link.start()


@pytest.fixture
def table(tmp_path):
    command = [sys.executable, "main.py", "table", "--data-dir", str(tmp_path), "--port", "0", "--seed", "11"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    yield tmp_path
    process.send_signal(signal.SIGINT)
    process.wait(10)
    process.stderr.close()


class People:
    """They play with cardboard: a shuffled card lies under every touch of a stack, and it is told as it is."""

    def __init__(self, shown, seed):
        self.shown, self.desk = shown, shown.desk
        self.rng = random.Random(seed)
        self.touches = 0
        self.a_card: list[int] = []  # touches for each card taken from a stack
        self.a_turn: list[int] = []  # touches in each turn
        self.turn = 0

    def tap(self, key, answered=True):
        until(lambda: key in self.shown.spots())
        rev = self.desk.rev
        self.touches += 1
        self.shown.tap(key)
        if answered:
            until(lambda: self.desk.rev > rev and not self.desk._waits)
        refused = [notice.text for notice in self.desk.notices.values() if notice.refused]
        assert not refused, (key, refused)
        frames(1)

    def play(self):
        while not self.desk.game.over:
            if self.desk.game.turn != self.turn:
                if self.turn:
                    self.a_turn.append(self.touches)
                self.turn, self.touches = self.desk.game.turn, 0
            self.answer()
        self.a_turn.append(self.touches)

    def answer(self):
        desk, spots = self.desk, self.shown.spots()
        lit = sorted(key for key, spot in spots.items() if key.startswith("stack ") and spot.rank == 2)
        if desk.fight:
            self.shown.tap("go on")
        elif desk.track.telling:
            self.tell()
        elif lit:
            before = self.touches
            self.tap(self.rng.choice(lit), answered=False)
            until(lambda: desk.track.telling or not desk._waits)
            if desk.track.telling and desk.track.telling.action:
                self.tell()
            self.a_card.append(self.touches - before)
        elif "do it" in spots:
            self.tap("do it", answered=not desk.questions[desk.acting].then)
        elif things := sorted(key for key in spots if key.startswith("thing ")):
            self.tap(self.rng.choice(things), answered=False)
        elif "done" in spots:
            self.tap("done")
        else:
            until(lambda: self.shown.spots().keys() != spots.keys())

    def tell(self):
        telling = self.desk.track.telling
        faces = telling.faces()
        slugs = [slug for slug, (_, count) in faces.items() if count]
        slug = self.rng.choices(slugs, [faces[each][1] for each in slugs])[0]
        self.tap(f"tell {slug}")


def test_a_whole_game_of_four_with_their_own_cards(table):
    until(lambda: (table / "run.json").exists(), 30)
    real = Real(table)
    until(lambda: real.desk.table is not None, 30)
    shown = Stage(real)
    people = People(shown, 7)
    try:
        for key in ("next", "next"):
            shown.tap(key)
        people.tap("next")
        until(lambda: real.desk.table.settings.welcomed)
        frames(1)
        shown.tap("settings")
        people.tap("motion")
        shown.tap("close")
        shown.tap("game")
        people.tap("mode track")
        shown.tap("close")
        assert "bot 1" not in shown.spots()
        for seat in (1, 2, 3, 4):
            people.tap(f"touch {seat}")
        people.tap("start")
        until(lambda: real.desk.game is not None)
        people.touches = 0
        people.play()
        until(lambda: real.desk.table.phase == "over")
        assert real.desk.game.winners
        assert len(people.a_card) > 40
        print("touches for a card:", sorted(Counter(people.a_card).items()))
        print("touches in a turn:", sorted(Counter(people.a_turn).items()))
        assert median(people.a_card) <= 2
    finally:
        real.link.close()
        shown.close()
