"""A mistake put right with fingers alone: what was told, whoever's it is, and a turn that nobody told."""

import msgspec
import pytest
import stage
from finger import Stage, frames

from app.protocol import messages as m
from app.protocol.rights import SCREEN, Refusal
from app.screen.desk import Desk
from tests.app.table.test_repair import forgotten, is_sound, taken
from tests.app.table.test_track import GAME
from tests.app.tables import Evening


class AtTable:
    """A desk at a real table in this process: wishes are carried out at once, and what is told is heard."""

    def __init__(self, evening):
        self.evening, self.since, self.wishes = evening, 0, []
        self.desk = Desk(stage.ARCHITECTS.data, self.carry_out, lambda: evening.now)
        self.desk.hear(stage.HELLO)
        self.hear()

    def carry_out(self, wish):
        self.wishes.append(wish)

    def settle(self):
        """Let the table answer."""
        wishes, self.wishes = self.wishes, []
        for wish in wishes:
            try:
                self.evening.table.handle(SCREEN, wish)
                self.desk.hear(m.Done(wish.id))
            except Refusal as no:
                self.desk.hear(m.Refused(wish.id, no.rule, dict(no.facts), no.rule))
        self.hear()

    def hear(self):
        self.desk.hear(self.evening.table.snapshot(SCREEN, self.since))
        self.since = self.evening.table.log_end


class Hand:
    """One person's finger on the screen; `touches` counts."""

    def __init__(self, evening):
        self.room = AtTable(evening)
        self.shown = Stage(self.room)
        self.touches = 0

    @property
    def desk(self):
        return self.room.desk

    def tap(self, *keys):
        for key in keys:
            pages = iter(sorted(each for each in self.shown.spots() if each.startswith("page ")))
            if key not in self.shown.spots():
                self.touches += 1  # the button of a page says which turns are there
            while key not in self.shown.spots():
                self.shown.tap(next(pages))
            self.touches += 1
            self.shown.tap(key)
            self.room.settle()
            frames(2)
            assert not [notice for notice in self.desk.notices.values() if notice.refused], key


@pytest.fixture
def evening(tmp_path):
    settings = m.Settings(welcomed=True, motion=False)
    evening = Evening(tmp_path, shelf={"architects": GAME}, modes={"architects": ("play", "track")})
    evening.settings = settings
    evening.close()
    evening.open()
    yield evening
    evening.close()


@pytest.fixture
def hand(evening):
    hands = []

    def take_part():
        hands.append(Hand(evening))
        return hands[-1]

    yield take_part
    for each in hands:
        each.shown.close()


def test_a_wrong_stack_is_put_right_by_fingers(evening, hand):
    truth = forgotten(evening, turns=0)
    mine = hand()
    mine.tap("menu", "log", "log 2")
    first = mine.desk.track.repair.told[0].row
    mine.tap(f"line {first}", "put take center")
    assert mine.touches == 5
    assert taken(evening)[1] == (2, "center", "stone")
    assert taken(evening)[2:] == truth[2:6]
    assert mine.desk.track.repair is None
    is_sound(evening)


def test_a_wrong_card_is_put_right_by_fingers(evening, hand):
    forgotten(evening, turns=0)
    mine = hand()
    mine.tap("menu", "log", "log 2")
    card = mine.desk.track.repair.told[1].row
    mine.tap(f"line {card}", "tell tablet")
    assert mine.touches == 5
    assert taken(evening)[1] == (2, "2", "tablet")


def test_a_turn_opens_what_was_told_in_it_and_not_the_turn_before(evening, hand):
    forgotten(evening)
    mine = hand()
    for number in (14, 7, 1):
        mine.tap("menu", "log", f"log {number}")
        repair = mine.desk.track.repair
        began = next(e for e in evening.log() if e["type"] == "turn-began" and e["turn"] == number)
        assert (repair.turn, repair.told[0].question.seat) == (number, began["seat"])
        mine.tap("off")
    assert not any(key == "log 15" for key in mine.shown.spots()), "nothing is told of it yet"


@pytest.mark.parametrize("whose", [False, True], ids=["a turn is missing", "it was somebody else"])
def test_a_forgotten_turn_is_put_right_by_fingers(evening, hand, whose):
    truth = forgotten(evening)
    mine = hand()
    mine.tap("menu", "log", "log 7")
    mine.tap(*(["who", "was 4"] if whose else ["before"]))
    mine.tap("put take center", "tell papyrus")
    assert mine.touches == 6 + whose
    assert taken(evening) == truth
    assert mine.desk.track.repair is None
    assert "8 later turns" in mine.desk.notices[0].text
    is_sound(evening)


def test_a_turn_told_twice_goes_with_one_touch_on_its_page(evening, hand):
    truth = forgotten(evening, turns=0)
    mine = hand()
    mine.tap("menu", "log", "log 6", "remove")
    assert mine.touches == 4
    assert taken(evening) == truth[:5]
    is_sound(evening)


def test_another_turn_may_be_chosen_from_the_first_page(evening, hand):
    forgotten(evening)
    mine = hand()
    mine.tap("menu", "log", "log 7", "log", "log 3")
    assert mine.desk.track.repair.turn == 3
    mine.tap("before", "back", "who", "back", "off")
    assert mine.desk.track.repair is None


def test_a_line_that_does_not_fit_is_asked_about_in_its_place(evening, hand):
    forgotten(evening, turns=5)
    seat = evening.view()["to_act"][0]
    evening.say(seat, "take right", card=f"reveal {seat - 1 or 4} tablet")
    mine = hand()
    mine.tap("menu", "log", "log 7", "before", "put take center", "tell papyrus")
    repair = mine.desk.track.repair
    assert (repair.rule, repair.before) == ("other-turn", False)
    mine.tap("put take left")
    assert mine.desk.track.repair is None
    is_sound(evening)


def test_what_is_put_right_has_not_just_happened(evening, hand):
    """No card flies, nothing sounds, no conflict is shown again; people are told what changed."""
    forgotten(evening)
    mine = hand()
    happened = []
    mine.desk.moved = happened.append
    mine.tap("menu", "log", "log 7", "before", "put take center", "tell papyrus")
    assert [event for events in happened for event in events] == []
    assert mine.desk.fight is None
    assert [line.number for line in mine.desk.lines.values()] == sorted(mine.desk.lines)


def test_a_table_killed_in_mid_repair_comes_back_to_the_same_question(evening, hand):
    forgotten(evening)
    mine = hand()
    mine.tap("menu", "log", "log 7", "who", "was 2")
    before = mine.desk.track.repair
    assert before.rule == "turn-missing"
    evening.restart()
    again = hand()
    assert again.desk.track.repair == before
    assert {"put take center", "off"} <= again.shown.spots().keys()
    assert msgspec.json.encode(before)


def test_a_finished_game_is_put_right_by_fingers(evening, hand):
    forgotten(evening)
    mine = hand()
    evening.wish(m.EndEarly, sure=True)
    mine.room.settle()
    frames(2)
    mine.tap("corner menu", "log", "log 2")
    first = mine.desk.track.repair.told[0].row
    mine.tap(f"line {first}", "put take center")
    assert taken(evening)[1] == (2, "center", "stone")
    assert evening.at_table().phase == "over"
    is_sound(evening)
