"""A whole game with people's own cards through the real screen: every touch is counted."""

import json
import random
from collections import Counter
from statistics import median

import pytest
from finger import Stage, frames, until
from real import Real, running

WONDERS = ("giza", "rhodes", "ephesus", "olympia")


@pytest.fixture
def table(tmp_path):
    yield from running(tmp_path)


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

    def leaf_to(self, key):
        """Turn the pages of a panel until that is there."""
        while key not in self.shown.spots():
            self.shown.tap("later")

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


@pytest.fixture
def shown(table):
    """The real screen of a real table, past its first start, in a lobby where people deal."""
    until(lambda: (table / "run.json").exists(), 30)
    real = Real(table)
    until(lambda: real.desk.table is not None, 30)
    stage = Stage(real)
    people = People(stage, 7)
    for key in ("next", "next"):
        stage.tap(key)
    people.tap("next")
    until(lambda: real.desk.table.settings.welcomed)
    frames(1)
    stage.tap("settings")
    people.tap("motion")
    stage.tap("close")
    stage.tap("game")
    people.tap("mode track")
    stage.tap("close")
    assert "bot 1" not in stage.spots()
    yield people
    real.link.close()
    stage.close()


def begun(people, seats):
    for seat in range(1, seats + 1):
        people.tap(f"touch {seat}")
    for nth, wonder in enumerate(WONDERS[:seats]):
        assert "start" in people.shown.spots()
        people.shown.tap("start")  # opens what the first seat that owes its wonder may have
        people.tap(f"wonder {wonder}")
        assert len(people.desk.table.owing) == seats - nth - 1
    people.tap("start")
    until(lambda: people.desk.game is not None)


def test_a_whole_game_of_four_with_their_own_cards(shown):
    begun(shown, 4)
    shown.touches = 0
    shown.play()
    until(lambda: shown.desk.table.phase == "over")
    assert shown.desk.game.winners
    assert len(shown.a_card) > 40
    print("touches for a card:", sorted(Counter(shown.a_card).items()))
    print("touches in a turn:", sorted(Counter(shown.a_turn).items()))
    assert median(shown.a_card) <= 2


def test_a_wrong_card_another_card_and_turns_that_nobody_told(shown):
    begun(shown, 2)
    desk, stage = shown.desk, shown.shown
    until(lambda: desk.track.telling)
    stage.tap("menu")  # whoever began the wrong game gets out of it before the first token is told
    assert {"code", "settings"} <= stage.spots().keys()
    stage.tap("close")
    while desk.game.turn < 3:
        shown.answer()
    stage.tap("menu")
    stage.tap("log")
    shown.leaf_to("log 1")
    shown.tap("log 1")
    repair = desk.track.repair
    assert repair.turn == 1
    card = repair.told[1]
    stage.tap(f"line {card.row}")
    faces = [key for key in stage.spots() if key.startswith("tell ") and not card.text.endswith(key.split()[1])]
    shown.tap(faces[0])
    while desk.track.repair:  # what came of the card that was none
        shown.tap("remove")
    first = next(line for line in desk.lines.values() if b'"card-taken"' in bytes(line.event) and not line.undone)
    assert json.loads(bytes(first.event))["card"] == faces[0].removeprefix("tell ")

    while desk.fight or desk.track.telling or desk.choosing():
        shown.answer()
    lit = sorted(key for key, spot in stage.spots().items() if key.startswith("stack ") and spot.rank == 2)
    stage.tap(lit[0])
    telling = desk.track.telling
    gone = next((slug for slug, (_, count) in telling.faces().items() if not count), None)
    if gone is not None:
        stage.tap("another")
        stage.tap("different")
        shown.tap(f"tell {gone}")
    else:
        stage.tap("put back")

    before = desk.table.game_id
    stage.tap("menu")
    shown.leaf_to("position")
    stage.tap("position")
    shown.leaf_to("military more")
    stage.tap("military more")
    stage.tap("go on from here")
    until(lambda: desk.table.game_id != before, 20)
    assert desk.game.seats[0].military == 1
