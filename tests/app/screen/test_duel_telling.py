"""Duel told on the screen where people deal: a card and its use, by touches alone; a wrong card put right."""

import re
from statistics import median

import duels
import pytest
import stage
from test_duel_touch import areas
from test_layout import faults, painted

from app.games.duel.screen.scene import change
from app.protocol import messages
from app.table.match import OpenQuestion
from app.table.track import questions
from engine import record
from engine.duel.actions import MARK
from tests.whole_games import TRACK

SIZES = ((800, 480), (1280, 720), (1920, 1080))
DUELS = [path for path in TRACK if path.name.startswith("duel-")]
LANGS = ("en", "de", "nl", "fr")


class People(duels.Room):
    """Two people at the screen, who tell a game that is played with these cards; the rules answer."""

    def __init__(self, state, lang="en", size=(1280, 720)):
        super().__init__()
        self.state, self.lang, self.size, self.taps = state, lang, size, 0
        self.look()

    def look(self):
        to_act, view = self.state.to_act, self.state.view(None)
        asked = questions(self.state, [OpenQuestion(self.rev + 41, seat, 0) for seat in to_act])
        shown = duels.table("game" if to_act else "over", self.lang, mode="track", undo=duels.undo())
        self.hear(shown, view, asked, the_codes=stage.codes())

    def touch(self, key):
        self.taps += 1
        areas(self, self.size)[key].tap()

    def tell(self, text):
        """Tell a line by touching what lies there."""
        words = text.removesuffix(f" {MARK}").split()
        if text.endswith(MARK) and "another" in areas(self, self.size):
            self.touch(f"tell {words[-1]}")
            self.touch("different")
        if words[0] in ("progress", "destroy", "revive"):
            keys = (f"token {words[-1]}", text) if words[0] == "progress" else (f"choose {text}", "do it")
        elif words[0] == "start":
            keys = (text,)
        else:
            keys = (f"tell {words[-1]}", " ".join(words))
        for key in keys:
            if len(self.sent) == 0:
                self.touch(key)
        said = self.sent.pop()
        assert (said.action, self.sent) == (text, [])
        self.control.hear(messages.Done(id=said.id))
        self.state.apply(self.state.to_act[0], self.state.parse(text))
        self.now += 1
        self.look()


def read(path):
    return record.read(path.read_bytes(), {"duel": duels.DUEL})


def until(path, count, **facts):
    """People who have told so many lines of a record."""
    told = read(path)
    state = told.rules.start(told.setup)
    for _, text in told.moves[:count]:
        state.apply(*record.said(state, text))
    return People(state, **facts)


@pytest.mark.parametrize("path", DUELS, ids=lambda path: path.stem)
def test_a_recorded_game_told_by_touches_gives_its_scores(path):
    told = read(path)
    people, taps = People(told.rules.start(told.setup)), []
    for _, text in told.moves:
        people.taps = 0
        people.tell(re.sub(r"^[12] ", "", text))
        if " build " in text or " discard " in text:
            taps.append(people.taps)
    final = [state for _, state in record.replay(told)][-1].view(None)
    shown = people.control.model.view
    assert shown.over
    assert [chair.score for chair in shown.seats] == [chair.score for chair in final.seats]
    assert median(taps) == 2
    assert max(taps) <= 4


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("short", [False, True], ids=["long", "short"])
@pytest.mark.parametrize("lang", LANGS)
def test_everything_that_can_be_told_stands_once_and_in_its_room(size, short, lang):
    for count in (0, 5, 8, 22, 45, 60):
        people = until(DUELS[0], count, lang=lang, size=size)
        change(people.control, short=short)
        keys = [area.key for _, _, found in painted(people, size) for area in found if area.key.startswith("tell ")]
        [question] = people.control.model.questions.values()
        lines = [text.removesuffix(f" {MARK}").split()[-1] for text in (*question.legal, *question.others)]
        assert sorted(keys) == sorted({f"tell {slug}" for slug in lines})
        assert not faults(people, size)
        if question.legal[0].startswith(("build", "discard")):
            slug = question.legal[0].split()[-1]
            people.touch(f"tell {slug}")
            legal = [text for text in question.legal if text.split()[-1] == slug]
            assert set(legal) <= areas(people, size).keys()
            assert not faults(people, size)


def test_places_stay_when_cards_have_been_told():
    people, places = until(DUELS[0], 13), []
    for text in ("build quarry", "build clay-reserve", ""):
        found = areas(people, people.size).items()
        places.append({key: area.centre for key, area in found if key.startswith("tell ")})
        if text:
            people.tell(text)
    first, _, last = places  # the same seat's
    assert first.keys() - last.keys() == {"tell quarry", "tell clay-reserve"}
    assert all(first[key] == centre for key, centre in last.items())


def test_a_card_that_cannot_be_there_is_asked_about_first():
    told = read(DUELS[0])
    count = next(nth for nth, (_, text) in enumerate(told.moves) if text.endswith(MARK))
    people = until(DUELS[0], count)
    slug = told.moves[count][1].split()[-2]
    people.touch("another")
    assert f"tell {slug}" not in areas(people, people.size)
    people.touch("no other")
    people.touch(f"tell {slug}")
    people.touch("different")
    people.touch(f"tell {slug}")
    assert not people.sent
    people.touch(told.moves[count][1].split(" ", 1)[1].removesuffix(f" {MARK}"))
    assert people.sent[-1].action.endswith(MARK)
