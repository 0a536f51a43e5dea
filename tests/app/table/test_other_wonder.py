"""A wonder reported wrongly: the game is replayed with the right one, and only what no longer fits is asked."""

import json
import random

import pytest

from app.protocol.cardboard_messages import Correct
from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, SetGame, Start
from app.protocol.play_messages import Undo
from tests.app.table import tracked, tracked_duel, tracked_seven_wonders
from tests.app.table.plays import refused
from tests.app.table.repairs import GAMES, goes_on
from tests.app.table.tracked import texts
from tests.app.tables import Evening, phone
from tests.engine.duel_positions import position as duel_position
from tests.engine.seven_wonders_positions import position


@pytest.fixture
def evening(request, tmp_path):
    game = request.param
    evening = Evening(tmp_path, shelf={game: GAMES[game]}, modes={game: ("play", "track")})
    yield evening
    evening.close()


def for_games(*games):
    return pytest.mark.parametrize("evening", games, indirect=True)


def correct_wonder(evening, seat, now, was, who=SCREEN):
    evening.send(Correct, who, row=0, how="wonder", whose=seat, text=now, card=was)


def header(evening):
    return evening.table.committed.match.setup.header()


@for_games("architects")
def test_corrected_wonder_without_conflicts_is_applied_at_once(evening):
    tracked.begun(evening, "phone Ada", "touch", "touch", wonders=("giza", "rhodes", "ephesus"))
    for seat, card in ((1, "wood"), (2, "glass"), (3, "coin"), (1, "blue-3")):
        tracked.take(evening, seat, "left", card)
    before = texts(evening)
    correct_wonder(evening, 2, "olympia", "rhodes", phone(1))
    assert evening.at_table().repair is None
    assert evening.table.committed.match.moves[-1].move.by == 0
    assert [seat["wonder"] for seat in evening.view()["seats"]] == ["giza", "olympia", "ephesus"]
    assert [seat.wonder for seat in evening.at_table().seats] == ["giza", "olympia", "ephesus"]
    assert texts(evening) == [*before, "house seat 2 has olympia not rhodes"]
    assert evening.log()[-1] == evening.log()[-1] | {"type": "house-has", "seat": 2, "now": "olympia", "was": "rhodes"}
    assert next(line for line in evening.log() if line["type"] == "game-began")["identities"][1] == "olympia"
    goes_on(evening)
    evening.restart()
    assert evening.view()["seats"][1]["wonder"] == "olympia"
    offer = evening.at_table().undo
    assert offer.action == "take left", "who has another wonder says so again, and does not take it back"
    evening.send(Undo, row=offer.row)
    assert evening.view()["seats"][1]["wonder"] == "olympia"
    assert texts(evening)[-1] == "house seat 2 has olympia not rhodes"
    goes_on(evening)


@for_games("architects")
def test_taking_another_seats_wonder_swaps_them_and_the_rematch_keeps_that(evening):
    tracked.begun(evening, "touch", "touch", "touch", wonders=("giza", "rhodes", "ephesus"))
    tracked.take(evening, 1, "left", "wood")
    correct_wonder(evening, 1, "rhodes", "giza")
    assert [seat["wonder"] for seat in evening.view()["seats"]] == ["rhodes", "giza", "ephesus"]
    goes_on(evening)
    evening.send(EndEarly, sure=True)
    evening.send(Rematch)
    assert [seat.wonder for seat in evening.at_table().seats] == ["rhodes", "giza", "ephesus"]


@for_games("architects")
def test_corrected_wonder_asks_only_about_unfit_lines_and_can_be_cancelled(evening):
    tracked.begun(evening, "touch", "touch", wonders=("alexandria", "rhodes"))
    rng = random.Random(3)
    tracked.wander(evening, rng, until=lambda evening: any(" build " in text for text in texts(evening)[-6:]))
    before, view = texts(evening), evening.view()
    seat = next(int(text[0]) for text in reversed(before) if " build " in text)
    was = view["seats"][seat - 1]["wonder"]
    correct_wonder(evening, seat, "ephesus", was)
    if (repair := evening.at_table().repair) is not None:
        refused("repair", correct_wonder, evening, 1, "olympia", "alexandria")
        assert evening.view() == view
        evening.send(Correct, row=repair.row, how="off")
        assert texts(evening) == before
        correct_wonder(evening, seat, "ephesus", was)
    answer_repairs(evening, rng)
    assert evening.view()["seats"][seat - 1]["wonder"] == "ephesus"
    goes_on(evening)


@for_games("duel")
def test_a_corrected_drafted_wonder_is_replaced_in_every_line(evening):
    evening.sit("phone Ada", "phone Ben")
    tracked_duel.start_reported_game(evening, "1 discard lumber-yard", "2 discard quarry")
    before = {number: text for number, _, text in tracked.rows(evening)}
    correct_wonder(evening, 1, "hanging-gardens", "sphinx")
    assert evening.at_table().repair is None
    assert "1 draft hanging-gardens" in texts(evening)
    assert all(before.get(number, text) == text for number, _, text in tracked.rows(evening)), "another is a new line"
    assert set(evening.view()["seats"][0]["wonders"]) == {"pyramids", "hanging-gardens", "mausoleum", "great-library"}
    correct_wonder(evening, 2, "pyramids", "colossus")
    assert "colossus" in evening.view()["seats"][0]["wonders"]
    assert "pyramids" in evening.view()["seats"][1]["wonders"]
    goes_on(evening)
    refused("no-such-wonder", correct_wonder, evening, 1, "sphinx", "sphinx")
    refused("no-such-wonder", correct_wonder, evening, 2, "sphinx", "sphinx")
    refused("no-such-seat", correct_wonder, evening, 3, "sphinx", "pyramids")


@for_games("duel")
def test_corrected_wonder_of_an_entered_position_is_swapped_between_seats(evening):
    evening.sit("phone Ada", "phone Ben")
    evening.send(SetGame, mode="track")
    evening.send(Start, position=json.dumps(duel_position()))
    mine, theirs = (set(seat["wonders"]) for seat in evening.view()["seats"])
    was, now = min(mine), min(theirs)
    correct_wonder(evening, 1, now, was)
    assert evening.at_table().repair is None
    assert set(evening.view()["seats"][0]["wonders"]) == mine - {was} | {now}
    assert set(evening.view()["seats"][1]["wonders"]) == theirs - {now} | {was}
    goes_on(evening)


@for_games("seven-wonders")
def test_a_corrected_board_asks_for_changed_payments(evening):
    tracked_seven_wonders.start_reported_game(
        evening, "1 choose build loom", "2 choose build baths right 2", "3 choose sell"
    )
    assert header(evening)["seats"] == "gizah-day, rhodos-day, ephesos-day"
    correct_wonder(evening, 2, "babylon-night", "rhodos-day")
    answer_repairs(evening, random.Random(1))
    assert header(evening)["seats"] == "gizah-day, babylon-night, ephesos-day"
    goes_on(evening)
    evening.restart()
    assert evening.view()["seats"][1]["wonder"] == "babylon"


@for_games("seven-wonders")
@pytest.mark.parametrize(
    ("lines", "was", "now"),
    [
        (["2 choose build baths right 2", "1 choose sell", "3 choose sell"],
         "choose build baths right 2", "choose build baths left 2"),
        (["2 choose build stone-pit", "1 choose sell", "3 choose sell", "2 choose stage right 2"],
         "choose stage right 2", "choose stage left 2"),
    ],
    ids=["a card", "a stage"],
)  # fmt: skip
def test_the_likeliest_new_payment_buys_the_same_resources(evening, lines, was, now):
    """The stone was not the right neighbour's: the first to report is asked, although others are asked, too."""
    tracked_seven_wonders.start_reported_game(evening, *lines, boards=("gizah-day", "babylon-night", "ephesos-day"))
    correct_wonder(evening, 1, "ephesos-day", "gizah-day", phone(2))
    repair = evening.at_table().repair
    assert (repair.text, repair.rule, repair.asked, repair.before, repair.by) == (was, "payment", 2, False, 2)
    refused("repair", evening.send, Correct, row=repair.row, how="ask")
    assert repair.likely == now
    answer_repairs(evening, random.Random(1))
    assert f"2 {now}" in texts(evening)
    goes_on(evening)


def answer_repairs(evening, rng):
    """Answer every question of the correction, with the likeliest answer where there is one."""
    for _ in range(60):
        repair = evening.at_table().repair
        if repair is None:
            return
        if repair.legal:
            text = repair.likely or rng.choice(repair.legal)
            card = repair.then[text].legal[0] if text in repair.then else None
            how = "insert" if repair.before else "replace"
            evening.send(Correct, row=repair.row, how=how, text=text, card=card)
        else:
            evening.send(Correct, row=repair.row, how="remove")
    evening.send(Correct, row=evening.at_table().repair.row, how="cut")


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
@for_games("architects", "duel", "seven-wonders")
def test_random_wonder_correction_leaves_a_sound_game(evening, seed):
    rng = random.Random(seed)
    match evening.table.committed.state.lobby.game:
        case "architects":
            tracked.begun(evening, "touch", "touch", "touch")
        case "duel":
            evening.sit("touch", "touch")
            tracked_duel.start_reported_game(evening)
        case "seven-wonders":
            tracked_seven_wonders.start_reported_game(evening)
    turn = rng.randint(3, 14)
    tracked.wander(evening, rng, until=lambda evening: evening.table.committed.match.state.reported_turn() >= turn)
    told, every = evening.at_table().wonders, evening.at_table().every_wonder
    seat = rng.randrange(len(told))
    was, now = rng.choice(told[seat]), rng.choice([each for each in every if each not in told[seat]])
    correct_wonder(evening, seat + 1, now, was)
    answer_repairs(evening, rng)
    assert now in evening.at_table().wonders[seat]
    assert was not in evening.at_table().wonders[seat]
    goes_on(evening)


@for_games("seven-wonders")
def test_a_board_with_fewer_stages_than_were_entered_is_refused(evening):
    boards = ("gizah-night", "rhodos-night", "ephesos-day")
    evening.send(SetGame, mode="track")
    evening.sit("touch", "touch", "touch").boards(*boards)
    evening.send(Start, position=json.dumps(position({"stages": 4}, {}, {}, boards=boards)))
    before = evening.view()
    no = refused("position", correct_wonder, evening, 1, "babylon-day", "gizah-night")
    assert (no.params["why"], evening.view()) == ("stages", before)
