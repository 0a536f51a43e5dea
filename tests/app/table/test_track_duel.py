"""Duel reported through the table: set-up, cards and their use, everybody's reports, undo, corrections, a kill."""

import copy
import json

import pytest

from app.protocol.cardboard_messages import ContinueFrom, House
from app.protocol.client_rights import ONLOOKER
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import Undo
from tests.app.table.plays import refused
from tests.app.table.repairs import is_sound
from tests.app.table.tracked import correct, report_lines, texts
from tests.app.table.tracked_duel import TOKENS, start_reported_game
from tests.app.tables import Evening, phone
from tests.duel_cities import duel
from tests.whole_games import RECORDS, TRACK, each_of, played

DEALT = [path for path in RECORDS["duel"] if path.stem != "lazy"]


@pytest.fixture
def evening(tmp_path):
    evening = Evening(tmp_path, shelf={"duel": duel()}, modes={"duel": ("play", "track")})
    evening.sit("phone Ada", "phone Ben")
    yield evening
    evening.close()


def test_the_set_up_reports_five_tokens_and_eight_wonders(evening):
    evening.send(SetGame, mode="track", first=2)
    assert evening.at_table().owing == ()  # no printed board lies in front of a seat
    evening.send(Start)
    asked = []
    while evening.view()["turn"] == 0:
        [question] = evening.snapshot(phone(1)).questions
        assert question == evening.snapshot(phone(2)).questions[0]
        asked.append((question.seat, len(question.legal), question.nth, question.of))
        evening.say(question.seat, question.legal[0], phone(1))
    assert asked[:5] == [(0, 10 - n, n + 1, 5) for n in range(5)]
    assert asked[5:] == [(int(seat), 12 - n, 0, 0) for n, seat in enumerate("21121221")]


def position_at_turn(path, turn):
    """Read a recorded game at the start of a turn.

    Return the position that people could enter (JSON), the lines that follow, and the final position.
    """
    record, moments, _ = played(path)
    lines = [text for _, text in record.moves]
    nth = next(nth for nth, at in enumerate(moments) if at.public["turn"] == turn)
    public = copy.deepcopy(moments[nth].public)  # the record is played once for all tests
    at = {key: value for key, value in public.items() if key not in ("hints", "turn", "tokens_left")}
    for seat in at["seats"]:
        for key in ("name", "science", "prices", "costs", "score"):
            seat.pop(key, None)
        seat["wonders"] = {wonder: card and "unknown" for wonder, card in seat["wonders"].items()}
    return json.dumps(at), [line for line in lines[nth:] if not line.startswith("reveal")], moments[-1].public


def test_game_entered_in_the_middle_ends_with_the_recorded_scores(evening):
    """The game includes a kill, an undo and a correction."""
    [lazy] = [path for path in RECORDS["duel"] if path.stem == "lazy"]
    position, lines, final = position_at_turn(lazy, 24)
    evening.send(SetGame, mode="track")
    refused("position", evening.send, Start, position="{}")
    refused("position", evening.send, Start, position=position.replace('"age":', '"ages":'))
    assert evening.at_table().phase == "lobby"
    evening.send(Start, phone(2), position=position)
    evening.restart()
    assert evening.view()["turn"] == 24
    for nth, line in enumerate(lines):
        seat, _, text = line.partition(" ")
        if evening.asked().get(int(seat)) is None:
            assert texts(evening)[-1] == line
            continue
        [question] = evening.snapshot().questions
        wrong = next(each for each in question.legal if each.split()[-1] != text.split()[-1])
        if nth in (3, 5):
            evening.say(int(seat), wrong)
        if nth == 3:
            evening.send(Undo, row=evening.at_table().undo.row)
        if nth == 5:
            correct(evening, wrong, "replace", text)
            is_sound(evening)
            evening.restart()
        else:
            evening.say(int(seat), text, phone(nth % 2 + 1))
    assert evening.at_table().phase == "over"
    assert [seat["score"] for seat in evening.view()["seats"]] == [seat["score"] for seat in final["seats"]]
    assert evening.view()["winners"] == final["winners"]


def test_continuing_from_a_position_breaks_off_the_previous_game(evening):
    start_reported_game(evening, "1 build quarry", "2 discard press")
    [lazy] = [path for path in RECORDS["duel"] if path.stem == "lazy"]
    position, _, _ = position_at_turn(lazy, 30)
    refused("sure", evening.send, ContinueFrom, position=position)
    evening.send(ContinueFrom, position=position, sure=True)
    assert (evening.view()["turn"], evening.at_table().phase) == (30, "game")
    assert [event["type"] for event in evening.log()][:2] == ["game-broken-off", "game-began"]


def test_a_turn_is_one_intent_from_any_seat(evening):
    start_reported_game(evening)
    [question] = evening.snapshot(phone(2)).questions
    assert question.seat == 1
    assert {"build quarry", "discard quarry"} <= set(question.legal)
    assert (question.then, question.others, question.unsure) == ({}, (), False)
    report_lines(evening, "1 build quarry", who=phone(2))
    refused("stale", evening.say, 1, "build press", question=question.number)
    refused("rights", evening.say, 2, "build press", ONLOOKER)
    assert evening.view()["to_act"] == [2]
    refused("not-in-the-structure", report_lines, evening, "2 build quarry")
    refused("not-in-the-structure", report_lines, evening, "2 discard sawmill")
    view = evening.view()
    assert (view["left"], view["structure"], view["seats"][0]["cards"]) == (19, {}, ["quarry"])


@pytest.mark.sampled(9)
@each_of(DEALT)
def test_a_dealt_game_reported_through_the_table_has_the_same_scores(path, evening):
    """The table is killed after every third line."""
    record, moments, _ = played(path)
    evening.send(SetGame, mode="track", first=record.setup.first + 1, variant=record.setup.variant)
    evening.send(Start)
    for nth, (seat, text) in enumerate(line for line in reported_lines(record)):
        if evening.asked().get(seat) is None:  # the table has applied the only legal action itself
            assert texts(evening)[-1] == f"{seat} {text}"
            continue
        evening.say(seat, text, phone(nth % 2 + 1))
        if nth % 3 == 0:
            evening.restart()
    assert evening.at_table().phase == "over"
    now, then = evening.view(), moments[-1].public
    assert [seat["score"] for seat in now["seats"]] == [seat["score"] for seat in then["seats"]]
    assert (now["winners"], now["victory"]) == (then["winners"], then["victory"])
    assert evening.table.finished.list_games()[0].mode == "track"


def reported_lines(record):
    """Yield the seat (0: chance) and text of each line that people report: hidden cards are left out."""
    for _, text in record.moves:
        words = text.split()
        if words[:2] == ["reveal", "token"]:
            yield 0, text
        elif words[0] != "reveal":
            yield int(words[0]), text.partition(" ")[2]


@each_of([path for path in TRACK if path.stem.startswith("duel")])
def test_a_recorded_game_reported_through_the_table_has_the_same_scores(path, evening):
    record, moments, _ = played(path)
    evening.send(SetGame, mode="track", first=record.setup.first + 1)
    evening.send(Start)
    for seat, text in reported_lines(record):
        if evening.asked().get(seat) is None:
            assert texts(evening)[-1] == f"{seat} {text}"
            continue
        [question] = evening.snapshot().questions
        assert text in (question.others if text.endswith("!") else question.legal)
        evening.say(seat, text)
    assert [seat["score"] for seat in evening.view()["seats"]] == [
        seat["score"] for seat in moments[-1].public["seats"]
    ]
    assert texts(evening) == [f"{seat} {text}" if seat else text for seat, text in reported_lines(record)]


def test_undo_removes_the_newest_line_back_into_the_set_up(evening):
    start_reported_game(evening, "1 build quarry", "2 discard press")
    offer = evening.at_table().undo
    assert (offer.seat, offer.action) == (2, "discard press")
    evening.send(Undo, phone(1), row=offer.row)
    assert (evening.view()["to_act"], evening.view()["left"]) == ([2], 19)
    for _ in range(9):
        evening.send(Undo, row=evening.at_table().undo.row)
    assert texts(evening) == [f"reveal token {token}" for token in TOKENS]
    evening.send(Undo, row=evening.at_table().undo.row)
    assert evening.view()["tokens"] == list(TOKENS[:4])


def test_a_corrected_card_recalculates_everything_after_it(evening):
    start_reported_game(evening, "1 build quarry", "2 build stone-pit", "1 build press", "2 discard stable")
    before = evening.view()["seats"][1]["coins"]
    correct(evening, "build quarry", "ask", who=phone(2))
    repair = evening.at_table().repair
    assert (repair.seat, repair.text, repair.asked, repair.turn) == (1, "build quarry", 1, 1)
    assert {"discard quarry", "build lumber-yard"} <= set(repair.legal)
    correct(evening, repair.row, "replace", "discard lumber-yard")
    assert evening.at_table().repair is None
    assert texts(evening)[-4:] == ["1 discard lumber-yard", "2 build stone-pit", "1 build press", "2 discard stable"]
    assert evening.view()["seats"][0]["cards"] == ["press"]
    assert evening.view()["seats"][1]["coins"] == before
    is_sound(evening)


def test_inserting_a_forgotten_turn_shifts_later_turns(evening):
    start_reported_game(evening, "1 build quarry", "2 build press", "1 discard tavern", "2 discard baths")
    correct(evening, "build press", "ask")
    row = evening.at_table().repair.row
    correct(evening, row, "insert", "discard stable")  # what seat 2 had really done
    assert evening.at_table().repair is None
    assert texts(evening)[-5:] == [
        "1 build quarry", "2 discard stable", "1 build press", "2 discard tavern", "1 discard baths",
    ]  # fmt: skip
    assert [event["turns"] for event in evening.log() if event["type"] == "turns-moved"] == [3]
    is_sound(evening)


def test_unfit_line_is_asked_about_and_the_question_survives_a_kill(evening):
    start_reported_game(evening, "1 build quarry", "2 build press", "1 discard tavern", "2 discard baths")
    before = texts(evening)
    correct(evening, "build quarry", "replace", "discard tavern")
    repair = evening.at_table().repair
    assert (repair.text, repair.rule, repair.asked) == ("discard tavern", "not-in-the-structure", 1)
    assert texts(evening) == before
    refused("repair", report_lines, evening, "1 build stable")
    evening.restart()
    assert evening.at_table().repair == repair
    correct(evening, repair.row, "replace", "build quarry", who=phone(1))
    assert evening.at_table().repair is None
    assert texts(evening)[-4:] == ["1 discard tavern", "2 build press", "1 build quarry", "2 discard baths"]
    is_sound(evening)
    evening.restart()
    is_sound(evening)


def test_answers_to_a_removed_line_are_removed(evening):
    """The Great Library was not built after all: the table no longer asks for its token."""
    start_reported_game(evening)
    evening.send(House, counts={"coins 1": 60})
    report_lines(evening, "1 build great-library with quarry", "1 keep mathematics", "2 discard lumber-yard")
    correct(evening, "build great-library with quarry", "replace", "discard quarry")
    assert evening.at_table().repair is None
    assert texts(evening)[-2:] == ["1 discard quarry", "2 discard lumber-yard"]
    assert evening.log()[-1] | {"was": "keep mathematics", "now": None} == evening.log()[-1]
    is_sound(evening)
