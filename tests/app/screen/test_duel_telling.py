"""Reports of Duel on the screen of a dealt game: a card and its use, by touches alone; a wrong card is corrected."""

import re
from statistics import median

import pytest

from app.protocol.game_lifecycle_messages import SetGame
from engine import record
from engine.game import CONTRADICTION_SIGN, plain_line
from tests.app.phones.served import Served
from tests.app.screen import duels
from tests.app.screen.duel_tellers import DUELS, LANGS, SIZES, AtTable, People, read, tell_lines
from tests.app.screen.layout_faults import faults
from tests.app.screen.lettering import painted
from tests.app.screen.painting import areas


@pytest.mark.full
@pytest.mark.parametrize("path", DUELS, ids=lambda path: path.stem)
def test_recorded_game_entered_by_touch_gives_its_scores(path):
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
    words = {word.text for _, found, _ in painted(people, people.size) for word in found}
    assert {str(chair.score.total) for chair in final.seats} <= words, "on the sheet that people see"
    assert median(taps) == 2
    assert max(taps) <= 4


@pytest.mark.sampled(32)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("short", [False, True], ids=["long", "short"])
@pytest.mark.parametrize("lang", LANGS)
def test_every_card_that_can_be_entered_has_one_touch_area_and_fits(size, short, lang):
    for count in (0, 5, 8, 22, 45, 60):
        people = tell_lines(DUELS[0], count, lang=lang, size=size)
        duels.settle(people, short_edges=short)
        keys = [area.key for _, _, found in painted(people, size) for area in found if area.key.startswith("tell ")]
        [question] = people.control.model.questions.values()
        lines = [plain_line(text).split()[-1] for text in (*question.legal, *question.others)]
        assert sorted(keys) == sorted({f"tell {slug}" for slug in lines})
        assert not faults(people, size)
        if question.legal[0].startswith(("build", "discard")):
            slug = question.legal[0].split()[-1]
            people.touch(f"tell {slug}")
            legal = [text for text in question.legal if text.split()[-1] == slug]
            assert set(legal) <= areas(people, size).keys()
            assert not faults(people, size)


def test_cards_keep_their_places_while_others_are_entered():
    people, places = tell_lines(DUELS[0], 13), []
    for text in ("build quarry", "build clay-reserve", ""):
        found = areas(people, people.size).items()
        places.append({key: area.centre for key, area in found if key.startswith("tell ")})
        if text:
            people.tell(text)
    first, _, last = places  # the same seat's
    assert first.keys() - last.keys() == {"tell quarry", "tell clay-reserve"}
    assert all(first[key] == centre for key, centre in last.items())


def test_touching_a_wonder_puts_the_entered_card_under_it():
    people = tell_lines(DUELS[0], 22)
    [question] = people.control.model.questions.values()
    line = next(text for text in question.legal if " with " in text)
    _, wonder, _, card = line.split()
    seat = question.seat
    assert areas(people, people.size)[f"wonder {seat} {wonder}"].rank == 1
    people.touch(f"tell {card}")
    lit = {key for key, area in areas(people, people.size).items() if key.startswith("wonder ") and area.rank == 2}
    assert lit == {f"wonder {seat} {text.split()[1]}" for text in question.legal if text.endswith(f" with {card}")}
    people.touch(f"wonder {seat} {wonder}")
    assert people.sent.pop().action == line


@pytest.mark.sampled(2)
@pytest.mark.parametrize("asked", ["progress", "destroy", "revive", "start"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_open_choice_leads_to_the_log(asked, size):
    path, count = next(
        (path, nth) for path in DUELS for nth, (_, text) in enumerate(read(path).moves) if asked in text.split()[:2]
    )
    people = tell_lines(path, count, size=size)
    people.touch("earlier")
    assert people.control.ui.panel == "log"
    people = tell_lines(path, count, size=size, lang="fr")
    assert not faults(people, size)
    assert not people.sent


def test_plate_of_the_acting_seat_shows_what_to_enter():
    words = {0: "", 5: "Enter the wonder", 22: "Enter the card"}
    for count, said in words.items():
        people = tell_lines(DUELS[0], count)
        found = [word.text for key, texts, _ in painted(people, people.size) for word in texts if "plate" in key]
        assert "Take a card" not in found
        assert "Choose a wonder" not in found
        assert (said in found) == bool(said)


def test_cancelling_a_contradictory_card_sends_nothing():
    told = read(DUELS[0])
    count = next(nth for nth, (_, text) in enumerate(told.moves) if text.endswith(CONTRADICTION_SIGN))
    people = tell_lines(DUELS[0], count)
    people.touch(f"tell {told.moves[count][1].split()[-2]}")
    people.touch("no other")
    assert not people.sent
    assert not [key for key in areas(people, people.size) if key.startswith(("build ", "discard "))]


def test_contradictory_card_is_sent_only_after_confirmation():
    told = read(DUELS[0])
    count = next(nth for nth, (_, text) in enumerate(told.moves) if text.endswith(CONTRADICTION_SIGN))
    people = tell_lines(DUELS[0], count)
    slug = told.moves[count][1].split()[-2]
    people.touch("another")
    assert f"tell {slug}" not in areas(people, people.size)
    people.touch("no other")
    people.touch(f"tell {slug}")
    people.touch("different")
    assert not people.sent
    people.touch(plain_line(told.moves[count][1].split(" ", 1)[1]))
    assert people.sent[-1].action.endswith(CONTRADICTION_SIGN)


@pytest.mark.rotated
def test_wrong_card_is_corrected_from_the_log(tmp_path, facts):
    served = Served(tmp_path, facts, shelf={"duel": duels.DUEL})
    try:
        served.sit("Ada", "Ben", lang="en")
        served.send(SetGame, mode="track", first=1)
        served.start()
        people = AtTable(served)
        for _, text in read(DUELS[0]).moves[:13]:
            people.touch(f"tell {text.split()[-1]}")
        people.touch("tell quarry", "build quarry")
        assert [len(chair.cards) for chair in people.control.model.view.seats] == [1, 0]
        people.touch("tell clay-pit", "discard clay-pit")
        people.touch("menu", "log", "log 1")
        row = people.control.model.table.repair.told[0].row
        people.touch(f"line {row}")
        assert "tell clay-pit" in areas(people, (1280, 720)), "what came later is no card that is missing yet"
        people.touch("tell lumber-yard", "build lumber-yard")
        assert people.control.model.table.repair is None
        assert [chair.cards for chair in people.control.model.view.seats] == [("lumber-yard",), ()]
        assert people.control.model.view.discard == ("clay-pit",)

        people.touch("menu", "log", "log 1")
        [told] = people.control.model.table.repair.told
        people.touch(f"line {told.row}", "tell clay-pit", "discard clay-pit")  # which came later
        assert people.control.model.table.repair.rule == "not-in-the-structure"
        found = areas(people, (1280, 720)).keys()
        assert {"instead", "before", "remove", "cut", "off", "tell quarry"} <= found
        assert not {key for key in found if key.startswith("put ")}, "cards lie in their places, there are no sentences"
        for size in SIZES:
            assert not faults(people, size)
        people.touch("before", "tell baths", "close", "instead", "tell quarry", "build quarry")
        assert people.control.model.table.repair is None
        assert [chair.cards for chair in people.control.model.view.seats] == [(), ("quarry",)]
    finally:
        served.store.close()
