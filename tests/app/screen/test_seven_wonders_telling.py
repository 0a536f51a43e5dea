"""Tests of 7 Wonders with people's own cards: all actions are reported by touch, changed, and corrected."""

import random
from collections import Counter
from statistics import median

import msgspec
import pytest

from app.games.seven_wonders import printed_names, reported_things
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.protocol.cardboard_messages import House
from app.protocol.client_rights import SCREEN
from app.screen.composition import compose
from app.screen.events import on_tick
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.text import translation
from engine.seven_wonders.data_schema import TURNS
from tests.app.screen import sevens
from tests.app.screen.deaf import Deaf
from tests.app.screen.layout_faults import faults
from tests.app.screen.lettering import painted
from tests.app.screen.seven_tellers import EDGES, SMALL, WHOLE, People, _thing
from tests.app.table.tracked_seven_wonders import FIRST, SECOND, list_reported_lines
from tests.whole_games import played

SAMPLES = [path for path in WHOLE if path.stem != "three-seats-base"]  # at their edges, and one by one on the middle
BOARDS = ("gizah", "rhodos", "ephesos", "olympia", "babylon", "alexandria", "halikarnassos")
LANGS = ("en", "de", "nl", "fr")
SAMPLE = 15  # lines of a recorded game that are reported without --full


def is_drawn_without_faults(at, size):
    """Check that nothing overlaps or is cut off, and that painters read nothing but their view. Return True."""
    for element in compose(at.control.scene, *size):
        element.draw(Pen(measure), Deaf(at.control))
        assert element.view == element.view
    assert not faults(at, size)
    return True


@pytest.fixture
def people(tmp_path):
    made = []

    def make(*boards, **facts):
        made.append(People(tmp_path, boards or ("gizah-day", "rhodos-day", "ephesos-day"), **facts))
        return made[-1]

    yield make
    for each in made:
        each.evening.close()


def report_recorded_game(people, path, size, most=None):
    """Report a recorded game by touches. Return the people, and the number of touches by age, turn and seat."""
    record = played(path).told
    at, taps, count = (
        people(*record.setup.boards, variant=record.setup.variant, rules=record.setup.rules, size=size),
        Counter(),
        0,
    )
    for line in list_reported_lines(record, random.Random(1)):
        seat, _, text = line.partition(" ")
        if text not in at.model.legal(int(seat)):
            assert line in at.texts[-2 * len(record.setup.boards) :], "the table knew"
            continue
        view = at.model.view
        taps[view.age, view.turn, seat] += at.tell(line)
        count += 1
        if count == most:
            break
    return at, taps


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", SAMPLES, ids=["at their edges", "on the middle"])
def test_every_seats_action_is_reported_with_two_touches(people, path):
    at, taps = report_recorded_game(people, path, EDGES, SAMPLE)
    assert len(at.texts) >= SAMPLE
    assert median(taps.values()) <= 2
    assert max(taps.values()) <= 5


@pytest.mark.full
@pytest.mark.parametrize("size", [EDGES, SMALL], ids=str)
@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_recorded_game_reported_by_touch_reaches_its_scores(people, path, size):
    at, taps = report_recorded_game(people, path, size)
    at.go_on()
    at.touch("finale", "finale")  # skips the final sequence before the sheet
    final = played(path).moments[-1].public
    shown = at.model.view
    assert shown.over
    assert [msgspec.to_builtins(chair.score) for chair in shown.seats] == [seat["score"] for seat in final["seats"]]
    words = {word.text for _, found, _ in painted(at, size) for word in found}
    assert {str(chair.score.total) for chair in shown.seats} <= words, "on the sheet that people see"
    assert median(taps.values()) <= 2


@pytest.mark.sampled(8)
@pytest.mark.parametrize("seats", [5, 7], ids=["at their edges", "on the middle"])
@pytest.mark.parametrize("lang", LANGS)
def test_first_turn_shows_instructions_at_each_edge(people, seats, lang):
    at = people(*(f"{name}-day" for name in BOARDS[:seats]), lang=lang)
    at.touch("seat 1 hand")
    grids = [grid for seat in range(1, seats + 1) if (grid := at.grid(seat)) is not None]
    assert len(grids) == (5 if seats == 5 else 1)
    found = Counter(word.text for _, words, _ in painted(at, EDGES) for word in words)
    w = translation.words(lang)
    first = reported_things.instructions_for_first_turn(w, at.model.view)
    if seats == 7:  # whose it is
        first = [w("{name}: {action}", name=at.model.people(w)[0], action=each) for each in first]
    assert sum(found[each] for each in first) == len(grids), "each edge begins with it"
    assert is_drawn_without_faults(at, EDGES)


def test_seats_report_at_the_same_time_and_then_wait(people):
    at = people()
    at.touch("seat 2 hand")
    assert [bool(at.grid(seat)) for seat in (1, 2, 3)] == [True] * 3
    at.touch("kind 1 grey", "kind 2 brown", "kind 3 grey")
    at.touch("tell 2 clay-pool")
    assert at.texts == ["2 choose build clay-pool"]
    assert at.grid(1).tell.group == "grey", "others are where they were"
    assert "otherwise 2" in at.lying()
    at.touch("tell 3 glassworks", "tell 1 loom")
    assert at.model.view.turn == 2
    assert SevenScene.from_scene(at.control.scene).revealed is not None
    at.evening.now += 600
    on_tick.tick(at.control, at.evening.now)
    assert set(at.lying()) & {"go on"}, "it stays until it is touched"
    at.go_on()
    assert not [seat for seat in (1, 2, 3) if at.grid(seat)], "and the cities lie there while people choose"


def test_a_seat_with_a_phone_is_reported_here_only_if_touched(people):
    at = people(by=("phone Ada", "touch", "touch"))
    at.touch("seat 2 hand")
    assert [bool(at.grid(seat)) for seat in (1, 2, 3)] == [False, True, True]
    at.touch("seat 1 hand")
    assert at.grid(1)


def test_seats_report_in_turn_on_the_middle_if_edges_are_too_small(people):
    at = people(*sevens.BOARDS[:7], variant=("leaders",))
    at.touch("seat 6 hand", "tell 6 sell")
    assert [seat for seat in range(1, 8) if at.grid(seat)] == [7]
    at.touch("tell 7 sell")
    assert [seat for seat in range(1, 8) if at.grid(seat)] == [1]
    at.touch("close tells 1", "seat 6 hand")
    assert "otherwise 6" in at.lying()
    at.touch("close tells 6", "seat 5 hand", *(f"tell {seat} sell" for seat in (5, 1, 2, 3, 4)))
    assert (at.model.view.asked, at.model.view.turn) == ("play", 1)


def test_next_leader_can_be_reported_while_a_seat_may_recruit_another(people):
    record = played(next(path for path in SAMPLES if path.stem == "three-seats")).told
    at = people(*record.setup.boards, variant=record.setup.variant, rules=record.setup.rules)
    for line in list_reported_lines(record, random.Random(1)):
        seat, _, text = line.partition(" ")
        if (at.model.view.asked, at.model.view.turn) == ("extra", TURNS):
            break
        if text in at.model.legal(int(seat)):
            at.evening.say(int(seat), text)
            at.hear()
    at.go_on()
    seat = next(seat for seat, question in at.model.questions.items() if question.ends)
    at.touch(f"seat {seat} hand")
    leader = next(spot.slug for kind in at.grid(seat).kinds for spot in kind.spots if spot.lines)
    at.tell(f"{seat} choose recruit {leader}")
    assert (at.model.view.asked, at.model.view.derived.told[seat - 1]) == ("recruit", f"recruit {leader}")


def test_touching_a_seat_out_of_turn_asks_for_a_missing_turn(people):
    at, rng = people("babylon-night", "rhodos-day", "olympia-day"), random.Random(1)
    while at.evening.view()["asked"] == "play":
        asked = at.evening.snapshot().questions[0]
        stages = [text for text in asked.legal if text.startswith("choose stage")]
        free = [text for text in asked.legal if text.startswith("choose build") and not text.endswith("2")]
        at.evening.say(asked.seat, rng.choice(stages or free or asked.legal))
    at.hear()
    at.go_on()
    assert (at.model.view.asked, at.model.view.to_act) == ("seventh", (1,))
    at.touch("close tells 1", "seat 2 late")
    assert at.control.ui.panel == "forgot seat 2"
    assert at.lying().keys() >= {"enter it", "log", "nothing missing"}
    at.touch("enter it")
    assert at.grid(1), "who is asked may tell"
    at.touch("close tells 1", "seat 3 late", "nothing missing")
    assert at.model.view.to_act == (1,)
    assert not at.control.ui.panel


def test_report_of_an_unaffordable_card_asks_for_the_error(people):
    at = people()
    at.touch("seat 1 hand", "kind 1 red")
    dear = next(spot.slug for kind in at.grid(1).kinds for spot in kind.spots if kind.key == "red" and not spot.lines)
    at.touch(f"tell 1 {dear}")
    assert not at.texts
    assert at.control.ui.panel == f"forgot coins 1 {dear}"
    said = " ".join(word.text for key, found, _ in painted(at, EDGES) if key == "panel forgot" for word in found)
    assert f"{printed_names.name_of(at.model.words(), dear)} costs" in said
    assert "cannot pay that" in said
    assert {"log", "number", "nothing missing"} <= at.lying().keys()


@pytest.mark.full
def test_a_report_can_be_changed_until_the_turn_is_complete(people):
    at = people()
    for line in FIRST[:2]:
        at.tell(line)
    at.touch("otherwise 1")
    assert at.texts == ["2 choose sell"]
    assert at.model.view.to_act == (1, 3)
    at.touch(
        "kind 1 grey", "tell 1 glassworks", "otherwise 1", "kind 1 blue", "tell 1 altar", "otherwise 2", "tell 2 sell"
    )
    assert at.texts == ["1 choose build altar", "2 choose sell"]
    assert at.model.view.derived.told == ("build altar", "sell", None)


def test_wrong_card_is_corrected_from_the_log(people):
    at = people()
    for line in (*FIRST, *SECOND):
        at.tell(line)
    at.go_on()
    at.touch("menu", "log")
    assert is_drawn_without_faults(at, EDGES)
    at.touch("log 1")
    doubts = at.model.table.repair.told
    assert "who" not in at.lying(), "all did it at once"
    line = next(each for each in doubts if each.question.seat == 2)
    at.touch(f"line {line.row}", "back", f"line {line.row}", "tell 0 clay-pool")  # the card taken later
    repair = at.model.table.repair
    assert (repair.rule, repair.seat) == ("all-told", 2)
    assert {"instead", "before", "remove", "cut", "off"} <= set(at.lying())
    for size in (EDGES, SMALL):
        assert is_drawn_without_faults(at, size)
    at.touch("tell 0 sell")
    assert at.model.table.repair is None
    assert "2 choose build clay-pool" in at.texts
    assert "2 choose sell" in at.texts


def test_unreported_turn_is_inserted_seat_by_seat(people):
    at = people()
    for line in FIRST:
        at.tell(line)
    at.go_on()
    at.touch("menu", "log", "log 1", "before")
    for asked, thing in ((1, "altar"), (2, "clay-pool"), (3, "press")):
        assert at.grid(0).asked == asked or asked == 1
        at.touch(f"tell 0 {thing}")
    assert at.model.table.repair is None
    assert at.model.view.turn == 3
    assert set(at.texts[3:]) == set(FIRST)


ROOMS = [(3, (1280, 720)), (5, (800, 480)), (7, (1280, 720))]  # in the suite
ALL_ROOMS = [(seats, size) for seats in (3, 5, 7) for size in ((800, 480), (1280, 720), (1920, 1080))]


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("seats", "size"), [pytest.param(*room, marks=[] if room in ROOMS else pytest.mark.full) for room in ALL_ROOMS]
)
def test_every_legal_report_has_a_button_that_fits(people, size, seats):
    """Buttons are looked for on pages of all kinds, of payments and of reports, in the longest language."""
    at = people(*sevens.BOARDS[:seats], variant=("leaders", "experts"), size=size, lang=LANGS[seats % 4])
    rng = random.Random(seats)
    for ask in ("recruit", "play"):
        at.touch("seat 1 hand")
        assert not faults(at, size)
        grid, offered = at.grid(1), set(at.lying())
        for kind in grid.kinds if f"kind 1 {grid.kinds[0].key}" in offered else ():
            at.touch(f"kind 1 {kind.key}")
            assert kind not in (grid.kinds[0], grid.kinds[-1]) or not faults(at, size)
            offered |= set(at.lying())
            at.touch("back tells 1")
        lines = {f"tell 1 {_thing(text)}" for text in at.model.legal(1)}
        assert lines <= offered
        assert at.model.view.asked == ask
        at.touch("tell 1 sell")
        assert is_drawn_without_faults(at, size)
        for seat in range(2, seats + 1):
            at.evening.say(seat, rng.choice(at.evening.snapshot(SCREEN).questions[0].legal))
            at.hear()
        at.go_on()


def start_second_age_without_coins(people, **facts):
    """Play to the second age and let seat 2 enter it without coins, so that it can only sell its leader."""
    at = people("gizah-day", "rhodos-day", "ephesos-day", variant=("leaders",), **facts)
    rng = random.Random(2)
    while (at.model.view.age, at.model.view.turn) != (1, TURNS):
        seat = min(at.model.questions)
        dull = [text for text in at.model.legal(seat) if text.endswith("sell")]
        at.evening.say(seat, rng.choice(dull))
        at.hear()
    at.evening.send(House, counts={"coins 2": 0})
    at.evening.say(2, "choose build altar")
    at.evening.say(1, "choose sell")
    at.evening.say(3, "choose sell")
    at.hear()
    at.go_on()
    assert (at.model.view.age, at.model.view.asked) == (2, "recruit")
    return at


def words_at(at, seat):
    """Return all words in the zone of a seat and on the elements there."""
    near = {f"zone {seat}", f"remind {seat}", f"tells {seat}"}
    return " ".join(word.text for key, found, _ in painted(at, at.size) if key in near for word in found)


def test_automatic_report_is_announced_and_can_be_replaced(people):
    at = start_second_age_without_coins(people)
    assert at.model.view.derived.told == (None, "sell", None)
    for size in (SMALL, EDGES):
        at.size = size
        assert "Only a sale is possible" in words_at(at, 2)
    at.touch("all done 1")
    assert "Only a sale is possible" not in words_at(at, 2)
    at.touch("seat 2 hand")
    assert "Only a sale is possible" in words_at(at, 2)
    assert is_drawn_without_faults(at, EDGES)
    at.touch("otherwise 2")
    assert at.grid(2), "it may be told otherwise, for instance once its coins are put right"
    at.evening.send(House, counts={"coins 2": 9})
    at.hear()
    at.touch("close tells 2")
    other = next(text for text in at.model.legal(2) if "recruit" in text)
    at.tell(f"2 {other}")
    at.evening.say(1, "choose sell")
    at.evening.say(3, "choose sell")
    at.hear()
    assert (at.model.view.age, at.model.view.turn, at.model.view.derived.told) == (2, 1, (None, None, None))


def test_reports_of_others_always_leave_a_seat_something_to_touch(people):
    """The last seat has one coin, and the others recruit all leaders that it could have: it still reports its sale."""
    boards = [board for board in sevens.BOARDS if not board.startswith("roma")]
    at = people(*boards, "rhodos-day", variant=("leaders",))
    last = len(boards) + 1
    at.evening.send(House, counts={f"coins {last}": 1})
    at.hear()
    found = [text for text in at.model.legal(last) if "recruit" in text]
    for seat in range(1, last):
        at.evening.say(seat, found[seat - 1] if seat <= len(found) else "choose sell")
    at.hear()
    assert at.model.legal(last) == ("choose sell",)
    assert at.model.view.turn == 0, "it is asked, though there is one answer"
    at.touch(f"seat {last} hand", f"tell {last} sell")
    assert (at.model.view.turn, at.model.view.derived.told[last - 1]) == (1, None)


def test_a_report_made_twice_is_corrected_with_one_touch(people):
    at = people()
    for line in (*FIRST, "2 choose sell", *SECOND[::2], "2 choose build clay-pool"):
        at.tell(line)
    at.go_on()
    at.touch("menu", "log", "log 1")
    line = next(each for each in at.model.table.repair.told if each.question.seat == 2)
    at.touch(f"line {line.row}")
    for size in (EDGES, SMALL):
        assert is_drawn_without_faults(at, size)
    at.touch("twice")
    assert at.model.table.repair is None
    assert [text for text in at.texts if text.startswith("2")] == ["2 choose sell", "2 choose build clay-pool"]
    assert (at.model.view.turn, at.model.view.to_act) == (3, (1, 2, 3))
