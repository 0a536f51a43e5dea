"""A whole game with people's own cards through the real screen: every touch is counted."""

import json
import random
from collections import Counter
from statistics import median

import pytest

from app.games.architects.screen.reported_pictures import PicturedTells
from tests.app.screen import stage
from tests.app.screen.finger import Stage, frames, until
from tests.app.screen.real import Real, refusals, running

WONDERS = ("giza", "rhodes", "ephesus", "olympia")


@pytest.fixture
def table(tmp_path):
    yield from running(tmp_path)


class People:
    """People who play with their own cards: each touch of a stack turns up a shuffled card, which they report."""

    def __init__(self, shown, seed):
        self.shown, self.control = shown, shown.control
        self.rng = random.Random(seed)
        self.touches = 0
        self.a_card: list[int] = []  # touches for each card taken from a stack
        self.a_turn: list[int] = []  # touches in each turn
        self.turn = 0
        self.acts = 0  # actions sent by the current touch
        self.say, self.control.outbox.submit = self.control.outbox.submit, self.count_submit

    def count_submit(self, intent, seat, kind):
        self.acts += kind == "act"
        self.say(intent, seat, kind)

    def tap(self, key, answered=True):
        until(lambda: key in self.shown.hit_areas())
        rev, self.acts = self.control.model.rev, 0
        self.touches += 1
        self.shown.tap(key)
        if answered or self.acts:
            until(lambda: self.control.model.rev > rev and not self.control.outbox.pending)
        assert not refusals(self.control), (key, refusals(self.control))
        frames(1)

    def leaf_to(self, key):
        """Turn the pages of a panel until `key` is in sight."""
        while key not in self.shown.hit_areas():
            self.shown.tap("later")

    def play(self, turns):
        """Play to the end of the game, or for that many turns."""
        while not self.control.model.view.over and self.turn < turns:
            if self.control.model.view.turn != self.turn:
                if self.turn:
                    self.a_turn.append(self.touches)
                self.turn, self.touches = self.control.model.view.turn, 0
            self.answer()
        self.a_turn.append(self.touches)

    def answer(self):
        control, areas = self.control, self.shown.hit_areas()
        lit = sorted(key for key, area in areas.items() if key.startswith("stack ") and area.rank == 2)
        if "shields right" in areas:  # people check the shields before they are counted
            self.tap("shields right")
        elif stage.at(control).fight:
            self.shown.tap("go on")
        elif stage.at(control).telling:
            self.tell()
        elif lit:
            before = self.touches
            self.tap(self.rng.choice(lit), answered=False)
            until(lambda: stage.at(control).telling or not control.outbox.pending)
            if stage.at(control).telling and stage.at(control).telling.action:
                self.tell()
            self.a_card.append(self.touches - before)
        elif "do it" in areas:
            self.tap("do it", answered=not control.model.questions[control.scene.acting].then)
        elif things := sorted(key for key in areas if key.startswith("thing ")):
            self.tap(self.rng.choice(things), answered=False)
        elif "done" in areas:
            self.tap("done")
        else:
            until(lambda: self.shown.hit_areas().keys() != areas.keys())

    def tell(self):
        faces = remaining_cards(self.control)
        self.tap(f"tell {self.rng.choices([*faces], [*faces.values()])[0]}")


def remaining_cards(control):
    """Return the cards that the open question allows, with how many of each are left."""
    scene = stage.at(control)
    tells = PicturedTells(scene.data).to_tell(scene.model.words(), scene.telling.question, (), now=True)
    return {thing.slug: thing.left for thing in (*tells.excluded_things, *tells.likely_things)}


@pytest.fixture
def people(table):
    """People at the real screen of a real table, past its first start, in a lobby for a game with their own cards."""
    until(lambda: (table / "run.json").exists())
    real = Real(table)
    until(lambda: real.control.model.table is not None)
    stage = Stage(real)
    people = People(stage, 7)
    for key in ("next", "next", "next"):
        stage.tap(key)
    people.tap("next")
    until(lambda: real.control.model.table.settings.welcomed)
    frames(1)
    stage.tap("more")
    stage.tap("settings")
    people.tap("motion")
    stage.tap("close")
    people.tap("mode track")
    stage.tap("seat 1 name")
    assert "by bot" in stage.hit_areas()
    stage.tap("close")
    yield people
    real.connection.close()
    stage.close()


def start_game(people, seats):
    for seat in range(1, seats + 1):
        people.shown.tap(f"seat {seat} name")
        people.tap("by touch")
    for nth, wonder in enumerate(WONDERS[:seats]):
        assert "start" in people.shown.hit_areas()
        people.shown.tap("start")  # opens the wonders for the first seat without one
        people.tap(f"wonder {wonder}")
        assert len(people.control.model.table.owing) == seats - nth - 1
    people.shown.tap("start")  # opens who goes first
    people.tap("first 1")
    people.tap("start")
    until(lambda: people.control.model.view is not None)


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("seats", "turns"), [(2, 14), *(pytest.param(seats, 1000, marks=pytest.mark.full) for seats in (2, 4))]
)
def test_whole_game_with_own_cards_takes_two_touches_per_card(people, seats, turns):
    start_game(people, seats)
    people.touches = 0
    people.play(turns)
    if people.turn < turns:
        until(lambda: people.control.model.table.phase == "over")
        assert people.control.model.view.winners
        assert len(people.a_card) > 10 * seats
    else:
        assert len(people.a_card) > turns / 2
    print("touches for a card:", sorted(Counter(people.a_card).items()))
    print("touches in a turn:", sorted(Counter(people.a_turn).items()))
    assert median(people.a_card) <= 2


@pytest.mark.full
def test_wrong_card_is_corrected_and_a_new_position_entered_during_a_game(people):
    start_game(people, 2)
    control, screen = people.control, people.shown
    until(lambda: stage.at(control).telling)
    screen.tap("menu")  # a wrong game can be left before the first token is reported
    assert {"code", "settings"} <= screen.hit_areas().keys()
    screen.tap("close")
    while control.model.view.turn < 3:
        people.answer()
    screen.tap("menu")
    screen.tap("log")
    people.leaf_to("log 1")
    people.tap("log 1")
    repair = stage.at(control).repair
    assert repair.turn == 1
    card = repair.told[1]
    screen.tap(f"line {card.row}")
    faces = [key for key in screen.hit_areas() if key.startswith("tell ") and not card.text.endswith(key.split()[1])]
    people.tap(faces[0])
    while stage.at(control).repair:  # consequences of the wrong card
        people.tap("remove")
    first = next(
        line for line in control.model.lines.values() if b'"card-taken"' in bytes(line.event) and not line.undone
    )
    assert json.loads(bytes(first.event))["card"] == faces[0].removeprefix("tell ")

    while stage.at(control).fight or stage.at(control).telling or stage.at(control).choosing:
        people.answer()
    lit = sorted(key for key, area in screen.hit_areas().items() if key.startswith("stack ") and area.rank == 2)
    screen.tap(lit[0])
    gone = next((slug for slug, count in remaining_cards(control).items() if not count), None)
    if gone is not None:
        screen.tap("another")
        screen.tap("different")
        people.tap(f"tell {gone}")
    else:
        screen.tap("put back")

    before = control.model.table.game_id
    screen.tap("menu")
    people.leaf_to("position")
    screen.tap("position")
    screen.tap("lay military")
    screen.tap("go on from here")
    until(lambda: control.model.table.game_id != before)
    assert control.model.view.seats[0].military == 1
