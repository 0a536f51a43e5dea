"""7 Wonders reported through the table: all seats report, in any order; undo, corrections, a kill."""

import random

import pytest

from app.protocol.client_rights import ONLOOKER, SCREEN
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import Undo
from engine.record import parse_record
from tests.app.table.plays import refused
from tests.app.table.repairs import is_sound
from tests.app.table.tracked import correct, report_lines, texts
from tests.app.table.tracked_seven_wonders import FIRST, SECOND, list_reported_lines, start_reported_game
from tests.app.tables import phone
from tests.seven_wonders_cities import GAME
from tests.whole_games import RECORDS, each_of, played

PLAIN = "three-seats-base"  # no leaders
SIZES = {
    (parse_record(path.read_bytes(), {GAME.name: GAME}).setup.seats, path.stem == PLAIN): path
    for path in RECORDS["seven-wonders"]
}
THIRD = ("1 choose build marketplace", "2 choose build ore-vein", "3 choose sell")


TABLE = {"shelf": {GAME.name: GAME}, "modes": {GAME.name: ("play", "track")}}


def coins(evening):
    return [seat["coins"] for seat in evening.view()["seats"]]


@pytest.mark.sampled(6)
@each_of(SIZES.values())
def test_a_recorded_game_reported_through_the_table_has_the_same_scores(path, evening):
    record, moments, _ = played(path)
    evening.send(SetGame, mode="track", variant=record.setup.variant, rules=record.setup.rules)
    evening.sit(*["phone Ada", *["touch"] * (record.setup.seats - 1)]).boards(*record.setup.boards)
    evening.send(Start)
    for nth, line in enumerate(list_reported_lines(record, random.Random(1))):
        seat, _, text = line.partition(" ")
        offers = {question.seat: question.legal for question in evening.snapshot().questions if not question.ends}
        if text not in offers.get(int(seat), ()):  # the table has applied the only legal action itself
            assert line in texts(evening)[-2 * record.setup.seats :]
            continue
        evening.say(int(seat), text, (SCREEN, phone(1))[nth % 2])
        if nth % 40 == 0:
            evening.restart()
    assert evening.at_table().phase == "over"
    now, then = evening.view(), moments[-1].public
    assert [seat["score"] for seat in now["seats"]] == [seat["score"] for seat in then["seats"]]
    assert now["winners"] == then["winners"]
    assert evening.table.finished.list_games()[0].mode == "track"


def test_simultaneous_questions_may_be_answered_by_any_client(evening):
    start_reported_game(evening)
    asked = evening.snapshot(phone(1)).questions
    assert asked == evening.snapshot(SCREEN).questions
    assert [question.seat for question in asked] == [1, 2, 3]
    assert {"choose build loom", "choose sell"} <= set(asked[2].legal)
    report_lines(evening, "3 choose build clay-pit", who=phone(1))
    assert evening.view()["hints"]["told"] == [None, None, "build clay-pit"]
    refused("rights", evening.say, 1, "choose sell", ONLOOKER)
    refused("stale", evening.say, 3, "choose sell", question=asked[2].number)
    report_lines(evening, "1 choose build loom", "2 choose sell")
    assert coins(evening) == [3, 6, 2]
    assert evening.view()["hints"]["told"] == [None, None, None]
    assert evening.view()["turn"] == 2


def test_reports_are_visible_to_all(evening):
    """No event of a reported game is private: a corrected log reaches everybody."""
    start_reported_game(evening, *FIRST, *SECOND)
    assert evening.kinds(phone(1)) == evening.kinds(ONLOOKER)
    assert "chose" not in evening.kinds(phone(1))


def test_undo_removes_the_newest_line_of_an_incomplete_turn(evening):
    start_reported_game(evening, *FIRST, "1 choose build altar")
    evening.send(Undo, phone(2), row=evening.at_table().undo.row)
    assert evening.view()["to_act"] == [1, 2, 3]
    evening.send(Undo, row=evening.at_table().undo.row)
    assert (evening.view()["turn"], evening.view()["to_act"]) == (1, [3])
    assert evening.view()["hints"]["last"] is None


def test_a_corrected_card_recalculates_everything_after_it(evening):
    start_reported_game(evening, *FIRST, *SECOND)
    before = coins(evening)
    correct(evening, "choose build glassworks", "ask", who=phone(2))
    repair = evening.at_table().repair
    assert (repair.seat, repair.asked, [line.text for line in repair.told]) == (3, 3, [text[2:] for text in FIRST])
    assert [line.question.seat for line in repair.told] == [1, 2, 3]
    correct(evening, repair.row, "replace", "choose build clay-pit")
    assert evening.at_table().repair is None
    assert coins(evening) == [before[0], before[1], before[2] - 1]
    assert texts(evening)[2] == "3 choose build clay-pit"
    is_sound(evening)


def test_a_card_reported_for_the_wrong_seat_can_be_corrected(evening):
    """The last seat reports first, so that at the corrected line others than the first seat are still asked."""
    start_reported_game(evening, *reversed(FIRST))
    correct(evening, "choose sell", "ask")
    repair = evening.at_table().repair
    assert (repair.seat, repair.asked) == (2, 2)
    assert [(line.question.seat, line.question.number) for line in repair.told] == [(3, 0), (2, 0), (1, 0)]
    correct(evening, "choose sell", "replace", "choose build altar")
    assert texts(evening) == ["3 choose build glassworks", "2 choose build altar", "1 choose build loom"]
    is_sound(evening)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("picked", [0, 2])
def test_forgotten_turn_is_inserted_seat_by_seat_and_survives_a_kill(evening, picked):
    start_reported_game(evening, *FIRST, *THIRD)
    before = texts(evening)
    row = evening.table.committed.match.moves[3 + picked].move.number
    correct(evening, row, "ask")
    missing = dict(line.split(" ", 1) for line in SECOND)
    first = str(picked + 1)
    correct(evening, row, "insert", missing.pop(first))
    for seat, text in missing.items():
        repair = evening.at_table().repair
        assert (repair.before, repair.asked, repair.rule) == (True, int(seat), "line-missing")
        assert texts(evening) == before
        evening.restart()
        correct(evening, repair.row, "insert", text)
    assert evening.at_table().repair is None
    assert texts(evening)[3:6] == sorted(SECOND, key=lambda line: (line[0] != first, line))
    assert texts(evening)[6:] == list(THIRD)
    assert (evening.view()["turn"], evening.view()["to_act"]) == (4, [1, 2, 3])
    is_sound(evening)


@pytest.mark.parametrize("told_by_all", [True, False], ids=["before anybody told more", "while others wait"])
def test_inserting_a_seat_s_missed_turn_shifts_its_later_turns(evening, told_by_all):
    """The second turn of seat 2 was not reported: its third turn was taken for it, and so on."""
    start_reported_game(evening, *FIRST, "1 choose build altar", "2 choose build ore-vein", "3 choose build press")
    report_lines(evening, "1 choose build marketplace", "3 choose sell", "2 choose sell")
    if not told_by_all:
        report_lines(evening, "3 choose build theater", "1 choose sell")
    before = texts(evening)
    row = evening.table.committed.match.moves[4].move.number
    correct(evening, row, "missed", "choose build clay-pool", who=phone(1))
    assert evening.at_table().repair is None
    later = [text for text in texts(evening) if text.startswith("2 ")]
    assert later == ["2 choose sell", "2 choose build clay-pool", "2 choose build ore-vein", "2 choose sell"]
    others = [text for text in texts(evening) if not text.startswith("2 ")]
    assert others == [text for text in before if not text.startswith("2 ")]
    assert evening.view()["hints"]["told"] == ([None, "sell", None] if told_by_all else [None, None, None])
    assert evening.view()["turn"] == (4 if told_by_all else 5)
    is_sound(evening)
    evening.restart()
    is_sound(evening)


def test_missed_turn_of_a_seat_ahead_asks_for_the_others_lines(evening):
    start_reported_game(evening, *FIRST, *SECOND, "2 choose build ore-vein")
    correct(evening, "choose build clay-pool", "missed", "choose sell")
    repair = evening.at_table().repair
    assert (repair.rule, repair.before, repair.asked) == ("line-missing", True, 1)
    correct(evening, repair.row, "remove")
    assert [text for text in texts(evening) if text.startswith("2 ")][1:] == [
        "2 choose sell",
        "2 choose build clay-pool",
    ]
    is_sound(evening)


def test_missed_turn_of_a_seat_ahead_puts_it_further_ahead(evening):
    """Seat 2 missed its second turn, and has reported its fourth before anybody else."""
    start_reported_game(evening, *FIRST, *SECOND, *THIRD, "2 choose build theater")
    correct(evening, "choose build clay-pool", "missed", "choose sell")
    for seat, text in ((1, "choose sell"), (3, "choose build stone-pit")):
        repair = evening.at_table().repair
        assert (repair.text, repair.rule, repair.asked) == ("choose build theater", "line-missing", seat)
        correct(evening, repair.row, "insert", text)
    assert evening.at_table().repair is None
    assert texts(evening)[3:] == [
        "1 choose build altar", "2 choose sell", "3 choose build press",
        "2 choose build clay-pool", "1 choose build marketplace", "3 choose sell",
        "2 choose build ore-vein", "1 choose sell", "3 choose build stone-pit", "2 choose build theater",
    ]  # fmt: skip
    assert (evening.view()["turn"], evening.view()["to_act"]) == (5, [1, 3])
    is_sound(evening)


def test_seat_that_reported_first_can_insert_a_missed_turn(evening):
    start_reported_game(evening, *FIRST, "2 choose build clay-pool", "1 choose build altar", "3 choose build press")
    correct(evening, "choose build clay-pool", "missed", "choose sell", who=phone(1))
    assert texts(evening)[3:] == [
        "2 choose sell", "1 choose build altar", "3 choose build press", "2 choose build clay-pool",
    ]  # fmt: skip
    assert evening.view()["to_act"] == [1, 3]
    [right] = [event for event in evening.log() if event["type"] == "put-right"]
    assert (right["of"], right["was"], right["now_of"], right["now"], right["by"]) == (0, None, 2, "choose sell", 1)
    assert [each.move.by for each in evening.table.committed.match.moves] == [None] * 3 + [0] + [None] * 3
    is_sound(evening)


# Seat 2 builds a stage that takes a card from the discard pile: it is reported once all have acted.
REBUILDS = ("gizah-day", "halikarnassos-night", "rhodos-day")


def test_consequence_of_a_shifted_turn_follows_the_lines_of_all_seats(evening):
    start_reported_game(
        evening, "1 choose build clay-pit", "2 choose build clay-pool", "3 choose sell", boards=REBUILDS
    )
    report_lines(evening, "2 choose stage right 2", "1 choose sell", "3 choose build ore-vein", "2 rebuild altar")
    report_lines(evening, "1 choose build loom", "2 choose build apothecary", "3 choose build press")
    correct(evening, "choose build clay-pool", "missed", "choose sell")
    assert evening.at_table().repair is None
    assert texts(evening) == [
        "1 choose build clay-pit", "2 choose sell", "3 choose sell",
        "2 choose build clay-pool", "1 choose sell", "3 choose build ore-vein",
        "2 choose stage right 2", "1 choose build loom", "3 choose build press", "2 rebuild altar",
        "2 choose build apothecary",
    ]  # fmt: skip
    is_sound(evening)


def test_consequence_of_a_turn_moved_back_follows_the_lines_of_all_seats(evening):
    start_reported_game(evening, "1 choose build clay-pit", "2 choose sell", "3 choose sell", boards=REBUILDS)
    report_lines(evening, "1 choose build loom", "2 choose sell", "3 choose build press")
    report_lines(evening, "2 choose build clay-pool", "1 choose sell", "3 choose sell")
    report_lines(
        evening, "2 choose stage right 2", "1 choose build theater", "3 choose build ore-vein", "2 rebuild altar"
    )
    report_lines(evening, "1 choose sell", "3 choose sell", "2 choose build barracks right 2")
    row = evening.table.committed.match.moves[4].move.number
    correct(evening, row, "twice")
    assert evening.at_table().repair is None
    assert texts(evening)[3:] == [
        "1 choose build loom", "2 choose build clay-pool", "3 choose build press",
        "2 choose stage right 2", "1 choose sell", "3 choose sell", "2 rebuild altar",
        "2 choose build barracks right 2", "1 choose build theater", "3 choose build ore-vein",
        "1 choose sell", "3 choose sell",
    ]  # fmt: skip
    is_sound(evening)


def test_impossible_missed_turns_are_refused(evening):
    start_reported_game(evening, *FIRST, *SECOND)
    refused("unreadable", correct, evening, "choose build clay-pool", "missed", "nonsense")
    refused("all-told", correct, evening, "choose build altar", "missed", "choose build loom")


def test_removed_line_is_asked_for_until_its_seat_reports_it(evening):
    start_reported_game(evening, *FIRST, *SECOND)
    correct(evening, "choose sell", "ask")
    correct(evening, "choose sell", "remove")
    repair = evening.at_table().repair
    assert (repair.rule, repair.asked, repair.before) == ("line-missing", 2, True)
    correct(evening, repair.row, "insert", "choose build altar")  # and seat 1 cannot build the only other one
    repair = evening.at_table().repair
    while repair is not None:
        correct(evening, repair.row, "replace", "choose sell")
        repair = evening.at_table().repair
    assert "2 choose build altar" in texts(evening)
    is_sound(evening)


def test_removing_one_seat_s_line_keeps_the_others_lines(evening):
    start_reported_game(evening, *FIRST, *SECOND)
    correct(evening, "choose build clay-pool", "remove")
    assert evening.at_table().repair is None
    assert texts(evening) == [*FIRST, "1 choose build altar", "3 choose build press"]
    assert evening.view()["to_act"] == [2]
    is_sound(evening)


def test_the_first_turn_of_a_game_is_removed_as_a_whole(evening):
    start_reported_game(evening, *FIRST[:2])
    correct(evening, "choose build loom", "remove")
    assert (texts(evening), evening.view()["to_act"]) == ([], [1, 2, 3])


def test_a_turn_is_removed_as_a_whole(evening):
    start_reported_game(evening, *FIRST, *SECOND, *THIRD)
    row = evening.table.committed.match.moves[3].move.number
    correct(evening, row, "ask")
    correct(evening, row, "remove")
    assert texts(evening) == [*FIRST, *THIRD]
    assert evening.view()["turn"] == 3
    is_sound(evening)


def test_reassigning_a_turn_is_refused_in_simultaneous_games(evening):
    start_reported_game(evening, *FIRST)
    correct(evening, "choose build loom", "ask")
    refused("no-such-line", correct, evening, "choose build loom", "whose", whose=2)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("next_", [1, 2])
def test_a_leader_that_is_not_recruited_is_declined_by_the_next_card(evening, next_):
    """Roma may recruit a second leader: the next reported card says that it did not."""
    evening.send(SetGame, mode="track", variant=("leaders",))
    evening.sit("phone Ada", "touch", "touch").boards("roma-night", "gizah-day", "rhodos-day")
    evening.send(Start)
    rng = random.Random(5)
    while evening.view()["asked"] != "extra":
        assert evening.at_table().phase == "game"
        for question in evening.snapshot().questions[:1]:
            stages = [text for text in question.legal if text.startswith("choose stage") and question.seat == 1]
            leaders = [text for text in question.legal if "build" in text]
            evening.say(question.seat, rng.choice(stages or leaders or question.legal))
    asked = evening.snapshot().questions
    assert asked[0].seat == 1
    assert [(each.seat, each.ends) for each in asked[1:]] == [(1, 1), (2, 1), (3, 1)]
    evening.say(next_, "choose sell", question=asked[0].number)
    assert texts(evening)[-2:] == ["1 done", f"{next_} choose sell"]
    assert evening.view()["to_act"] == [seat for seat in (1, 2, 3) if seat != next_]


@pytest.mark.parametrize("told_by_all", [True, False], ids=["before anybody told more", "while others wait"])
def test_removing_a_duplicate_turn_shifts_the_seat_s_later_turns_back(evening, told_by_all):
    """Seat 2 touched its sale twice: the second counted as its next turn, and its card as the turn after."""
    start_reported_game(evening, *FIRST, "2 choose sell", "1 choose build altar", "3 choose build press")
    report_lines(evening, "2 choose build clay-pool", "1 choose build marketplace", "3 choose sell")
    if not told_by_all:
        report_lines(evening, "2 choose build ore-vein", "3 choose build theater")
    row = evening.table.committed.match.moves[3].move.number
    correct(evening, row, "twice", who=phone(1))
    assert evening.at_table().repair is None
    [right] = [event for event in evening.log() if event["type"] == "put-right"]
    assert (right["of"], right["was"], right["now"], right["by"]) == (2, "choose sell", None, 1)
    later = [text for text in texts(evening) if text.startswith("2 ")]
    built = ["2 choose build clay-pool", *([] if told_by_all else ["2 choose build ore-vein"])]
    assert later == ["2 choose sell", *built]
    others = [text for text in texts(evening) if not text.startswith("2 ")]
    assert others[:6] == ["1 choose build loom", "3 choose build glassworks", *others[2:6]]
    assert (evening.view()["turn"], evening.view()["to_act"]) == ((3, [2]) if told_by_all else (4, [1, 2]))
    is_sound(evening)
    evening.restart()
    is_sound(evening)


def test_removing_a_duplicate_turn_asks_for_the_line_missing_before_later_ones(evening):
    start_reported_game(
        evening, *FIRST, "2 choose sell", "1 choose build altar", "3 choose build press", "1 choose sell"
    )
    correct(evening, evening.table.committed.match.moves[3].move.number, "twice")
    repair = evening.at_table().repair
    assert (repair.rule, repair.asked, repair.before) == ("line-missing", 2, True)
    correct(evening, repair.row, "insert", "choose build clay-pool")
    assert texts(evening)[3:] == [
        "1 choose build altar", "3 choose build press", "2 choose build clay-pool", "1 choose sell",
    ]  # fmt: skip
    is_sound(evening)


def test_only_the_duplicate_turn_is_removed(evening):
    """An earlier turn in which this seat reported something stays."""
    start_reported_game(evening, "1 choose build loom", "2 choose build clay-pool", "3 choose sell")
    report_lines(evening, "1 choose build altar", "2 choose sell", "3 choose sell")
    report_lines(evening, "2 choose sell", "1 choose sell", "3 choose build press", "2 choose build ore-vein")
    correct(evening, evening.table.committed.match.moves[6].move.number, "twice")
    assert [text for text in texts(evening) if text.startswith("2 ")] == [
        "2 choose build clay-pool", "2 choose sell", "2 choose build ore-vein",
    ]  # fmt: skip
    is_sound(evening)
