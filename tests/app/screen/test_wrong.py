"""The page “That is not how it was”: one entry to all corrections, by touch."""

import random

import pytest

from app.protocol.cardboard_messages import Correct
from app.protocol.play_messages import Undo
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from tests.app.screen import SIZE, stage
from tests.app.screen.finger import frames
from tests.app.screen.layout_faults import faults
from tests.app.table.repairs import forgotten, is_sound, list_taken_cards
from tests.app.table.tracked import begun, wander

SIZES = ((800, 480), (1024, 600), SIZE, (480, 800))


def cards_left(evening, stack):
    return evening.view()["stacks"][stack]["left"]


def test_the_newest_line_is_undone_in_two_touches(evening, hand):
    truth = forgotten(evening, turns=0)
    mine = hand()
    mine.tap("undo", "take back")
    assert mine.touches == 2
    assert list_taken_cards(evening) == truth[:5]
    assert not mine.control.ui.panel


@pytest.mark.full
def test_turns_are_reached_with_two_touches(evening, hand):
    forgotten(evening)
    for number in (14, 8, 1):
        mine = hand()
        mine.tap("undo")
        while f"log {number}" not in mine.shown.hit_areas():
            mine.shown.tap("later")  # a finger could also scroll the list
        mine.tap(f"log {number}")
        assert mine.touches == 2
        assert stage.at(mine.control).repair.turn == number
        mine.tap("off")


def test_card_count_of_a_touched_stack_is_corrected(evening, hand):
    forgotten(evening, turns=3)
    before, mine = cards_left(evening, "2"), hand()
    mine.tap("undo", "stack 2")
    assert {"log 2", "log 6"} <= mine.shown.hit_areas().keys(), "the turns that took from it"
    assert "log 1" not in mine.shown.hit_areas()
    mine.tap("number less", "count it")
    assert mine.touches == 4
    assert cards_left(evening, "2") == before - 1
    assert not mine.control.ui.panel
    is_sound(evening)


def test_turn_is_opened_from_the_stack_it_took_from(evening, hand):
    forgotten(evening, turns=3)
    mine = hand()
    mine.tap("undo", "stack 2", "log 6")
    assert stage.at(mine.control).repair.turn == 6


def test_touched_seat_lists_its_turns_and_counts(evening, hand):
    forgotten(evening, turns=3)
    mine = hand()
    mine.tap("undo", "seat 1 name")
    areas = mine.shown.hit_areas()
    assert {"log 1", "log 5", "count military 1", "count shields 1", "forgot"} <= areas.keys()
    assert not {"log 2", "log 6", "count military 2"} & areas.keys()
    mine.tap("count military 1", "number more", "number more", "count it")
    assert evening.view()["seats"][0]["military"] == 2


def test_touched_card_leads_to_the_turn_that_took_it(evening, hand):
    """Two touches after that on the card reach the line for “Ben has two wood, not one”."""
    forgotten(evening, turns=3)
    mine = hand()
    whose, wood = next((of, card) for of, _, card in list_taken_cards(evening) if card in ("wood", "stone", "papyrus"))
    turns = {f"log {n}" for n, (of, _, card) in enumerate(list_taken_cards(evening), 1) if (of, card) == (whose, wood)}
    mine.tap("undo")
    if f"seat {whose} {wood}" not in mine.shown.hit_areas():
        pytest.fail(f"{sorted(mine.shown.hit_areas())}")
    mine.tap(f"seat {whose} {wood}")
    logged = {key for key in mine.shown.hit_areas() if key.startswith("log ")}
    assert turns <= logged
    mine.tap("all turns")
    assert logged < {key for key in mine.shown.hit_areas() if key.startswith("log ")}
    mine.tap("back", f"seat {whose} {wood}", min(turns))
    touches = mine.touches
    line = stage.at(mine.control).repair.told[1].row
    mine.tap(f"line {line}")
    assert touches == mine.touches - 1
    assert f"tell {wood}" in mine.shown.hit_areas()


def test_counts_are_edited_from_one_page(evening, hand):
    forgotten(evening, turns=3)
    mine = hand()
    mine.tap("undo", "numbers", "count stack center", "number more", "back", "close")
    assert evening.at_table().counted == stage.at(mine.control).model.table.counted, "nothing is said before it is sent"
    mine.tap("undo", "numbers", "count stack center", "number less", "count it")
    assert cards_left(evening, "center") == 58


def test_house_rule_note_is_stored_in_the_log(evening, hand):
    forgotten(evening, turns=0)
    mine = hand()
    mine.tap("undo", "numbers", "house")
    mine.tap(*(f"key {letter}" for letter in "wild"), "ok")
    assert evening.log()[-1]["type"] == "house-said"
    assert evening.log()[-1]["text"].lower() == "wild"
    assert not mine.control.ui.panel


@pytest.mark.full
def test_touching_a_stack_out_of_turn_asks_for_a_forgotten_turn(evening, hand):
    """Seat 1 takes from its left while the table waits for seat 4, whose turn was not reported."""
    forgotten(evening, turns=0)  # six turns: it is seat 3's
    mine = hand()
    assert evening.view()["to_act"] == [3]
    mine.tap("stack 1")
    assert "Did we forget one?" in _title(mine)
    mine.tap("forgotten take left", "tell tablet")
    assert mine.touches == 3
    assert list_taken_cards(evening)[-1] == (3, "3", "tablet")
    mine.tap("stack 2", "log")
    assert mine.control.ui.panel == "log"
    mine.tap("close", "stack 2", "number")
    assert mine.control.ui.panel == "number stack 2"
    mine.tap("close", "stack 2", "nothing missing")
    assert not mine.control.ui.panel


def _title(mine):
    [element] = [part for part in _elements(mine) if part.key.startswith("panel")]
    return element.view.form.title


def _elements(mine):
    from app.screen.composition import compose

    return compose(mine.control.scene, *SIZE)


PAGES = (
    ("undo",),
    ("undo", "numbers"),
    ("undo", "numbers", "count stack center"),
    ("undo", "seat 2 name"),
    ("undo", "seat 2 name", "things"),
    ("undo", "seat 2 name", "other wonder"),
    ("undo", "seat 3 name", "forgot"),
    ("undo", "set-up"),
    ("undo", "set-up", "began"),
    ("undo", "set-up", "places"),
    ("undo", "stack 3"),
    ("stack 2",),
)


@pytest.mark.rotated
@pytest.mark.sampled(9)
@pytest.mark.parametrize("page", PAGES, ids="-".join)
def test_correction_pages_fit_every_screen_and_language(evening, hand, page):
    forgotten(evening, turns=3)
    mine = hand()
    mine.tap(*page)
    frames(1)
    for lang, size in zip(("de", "fr", "nl", "en"), SIZES, strict=True):
        table = evening.at_table()
        evening.send(SetTable, lang=lang)
        for seat in table.seats:
            evening.send(SetSeat, seat=seat.seat, lang=lang)
        mine.room.hear()
        for edge in (0, 1):
            mine.control.change(edge=edge)
            assert not faults(mine.room, size), (lang, size, edge)


def asked_question(mine):
    [element] = [part for part in _elements(mine) if part.key == "telling"]
    return element.view.question[0]


def test_question_for_a_taken_card_names_person_and_stack(evening, hand):
    begun(evening, "phone Ada", "touch", "touch")
    evening.say(1, "take left")
    assert asked_question(hand()) == "Ada: Between Ada and Seat 2 · Which card was taken?"


def test_question_for_a_drawn_card_names_its_wonder(evening, hand):
    begun(evening, "phone Ada", "touch", wonders=("olympia", "ephesus"))
    rng = random.Random(2)

    def is_card_asked_after_stage(evening):
        question = evening.snapshot().questions[0]
        newest = [event["type"] for event in evening.log() if not event["undone"]][-2:]
        return question.seat == 0 and "stage-built" in newest

    wander(evening, rng, is_card_asked_after_stage)
    said = asked_question(hand())
    assert said.endswith("(Olympia) · Which card was taken?") or said.endswith("(Ephesus) · Which card was taken?")


def test_card_count_of_a_seat_is_corrected_with_five_touches(evening, hand):
    """“Ben has two wood, not one” takes five touches, whichever turn it was."""
    forgotten(evening, turns=3)
    whose, wood = next((of, card) for of, _, card in list_taken_cards(evening) if card in ("wood", "stone", "papyrus"))
    cards = evening.view()["seats"][whose - 1]["cards"]
    mine = hand()
    mine.tap("undo", f"seat {whose} {wood}", f"count card {wood} {whose}", "number more", "count it")
    assert mine.touches == 5
    assert evening.view()["seats"][whose - 1]["cards"] == cards | {wood: cards[wood] + 1}
    is_sound(evening)
    evening.restart()
    assert evening.view()["seats"][whose - 1]["cards"] == cards | {wood: cards[wood] + 1}


@pytest.mark.full
def test_cat_stages_and_missing_tokens_of_a_seat_are_corrected(evening, hand):
    forgotten(evening, turns=3)
    mine = hand()
    mine.tap("undo", "seat 1 name", "count cat 1", "number more", "count it")
    mine.tap("undo", "seat 1 name", "count stages 1", "number more", "number more", "count it")
    mine.tap("undo", "seat 1 name", "things")
    while "count token economy 1" not in mine.shown.hit_areas():
        mine.shown.tap("later")
    mine.tap("count token economy 1", "count it")
    seat = evening.view()["seats"][0]
    assert (seat["cat"], len(seat["stages"]), seat["progress"]) == (True, 2, ["economy"])
    is_sound(evening)
    evening.send(Undo, row=evening.at_table().undo.row)
    assert evening.view()["seats"][0]["progress"] == []
    is_sound(evening)


def test_wonder_of_a_seat_is_corrected_with_four_touches(evening, hand):
    forgotten(evening, turns=3)
    was, turns = evening.view()["seats"][2]["wonder"], list_taken_cards(evening)
    mine = hand()
    mine.tap("undo", "seat 3 name", "other wonder")
    assert f"has {was}" not in mine.shown.hit_areas()
    while "has ur" not in mine.shown.hit_areas():
        mine.shown.tap("later")
    mine.tap("has ur")
    assert mine.touches == 4
    while (repair := stage.at(mine.control).repair) is not None:  # actions that Ur cannot have taken
        evening.send(Correct, row=repair.row, how="remove")
    assert evening.view()["seats"][2]["wonder"] == "ur"
    assert list_taken_cards(evening) == turns
    is_sound(evening)


def test_open_choice_does_not_hide_the_corrections(evening, hand):
    """Seat 1 still has to choose a token, as its choice was not reported; another stack is touched."""
    begun(evening, "touch", "touch")
    for seat, side, stack, card in ((1, "left", 1, "compass"), (2, "left", 2, "wood"), (1, "left", 1, "compass")):
        evening.say(seat, f"take {side}", card=f"reveal {stack} {card}")
    assert all(text.startswith("progress ") for text in evening.snapshot().questions[0].legal)
    mine = hand()
    mine.tap("stack 2", "log")
    assert mine.control.ui.panel == "log"
    mine.tap("close", "stack 2", "number")
    assert mine.control.ui.panel == "number stack 2"
