"""Corrections of counts and house rules during a game: both are stored, and the game continues from them."""

from random import Random

import pytest

from app.protocol.cardboard_messages import Correct, CountView, House
from app.protocol.game_lifecycle_messages import EndEarly
from app.protocol.play_messages import Undo
from app.table.cardboard.reports import PEOPLE
from engine import record
from engine.corrections_and_agreements import Count, count_of
from engine.game import CHANCE, IllegalAction
from tests.app.table.plays import refused
from tests.app.table.repairs import decide, forgotten, is_sound, list_taken_cards, row_of_turn
from tests.app.table.tracked import ARCHITECTS_TOLD, GAME, begun, correct, take, texts
from tests.app.tables import phone
from tests.whole_games import TRACK, shelf

TABLE = ARCHITECTS_TOLD


def count(evening, text="", **counts):
    evening.send(House, counts={what.replace("_", " "): n for what, n in counts.items()}, text=text)


def test_counted_stack_size_replaces_the_computed_one(evening):
    begun(evening, "phone Ada", "touch", "touch")
    take(evening, 1, "left", "wood")
    asked = evening.snapshot().questions
    before = evening.view()["stacks"]
    count(evening, stack_2=17, stack_center=40)
    now = evening.view()["stacks"]
    assert {stack: now[stack]["left"] for stack in now} == {
        "1": before["1"]["left"], "2": 17, "3": before["3"]["left"], "center": 40
    }  # fmt: skip
    assert evening.at_table().counted["stack 2"] == CountView(17, 0, 99)
    assert evening.snapshot().questions == asked, "what is asked stays open"
    assert texts(evening)[-2:] == ["house stack 2 17", "house stack center 40"]
    take(evening, 2, "left", "stone")
    assert evening.view()["stacks"]["2"]["left"] == 16
    is_sound(evening)
    evening.restart()
    assert evening.view()["stacks"]["2"]["left"] == 16


def test_empty_stack_is_not_offered(evening):
    begun(evening, "touch", "touch", "touch")
    count(evening, stack_1=0)
    assert evening.snapshot().questions[0].legal == ("take right", "take center")


def test_one_undo_reverts_a_changed_count_of_a_seat(evening):
    begun(evening, "touch", "touch")
    take(evening, 1, "left", "wood")
    count(evening, military_2=3, shields_1=4)
    first, second = evening.view()["seats"]
    assert (first["shields"], second["military"], second["score"]["military"]) == (4, 3, 9)
    offer = evening.at_table().undo
    assert offer.action == "house shields 1 4"
    evening.send(Undo, row=offer.row)
    assert evening.view()["seats"][0]["shields"] == 0
    assert evening.view()["seats"][1]["military"] == 3
    assert len(list_taken_cards(evening)) == 1


def test_house_agreement_is_logged_as_text_and_changes_nothing(evening):
    begun(evening, "phone Ada", "touch")
    before = evening.view()
    evening.send(House, phone(1), text="  The cat  may look at every stack ")
    assert evening.view() == before
    assert evening.log()[-1] | {"text": "The cat may look at every stack"} == evening.log()[-1]
    refused("unreadable", evening.send, House, text="x" * 121)
    refused("unreadable", evening.send, House, text="a\u202eb")
    refused("unreadable", evening.send, House)
    refused("not-counted", evening.send, House, counts={"stack 7": 3})
    refused("not-counted", evening.send, House, counts={"stack 1": 100})
    assert evening.view() == before


def test_a_changed_count_keeps_its_place_when_turns_are_corrected(evening):
    forgotten(evening, turns=3)
    count(evening, stack_1=9)
    evening.say(evening.view()["to_act"][0], "take center", card="reveal center gear")
    told = texts(evening)
    correct(evening, row_of_turn(evening, 7), "insert", "take center", card="reveal center papyrus")
    assert evening.at_table().repair is None
    assert [text for text in texts(evening) if "house" in text] == ["house stack 1 9"]
    assert evening.view()["stacks"]["1"]["left"] == 9
    assert not any("house" in str(event["was"]) for event in evening.log() if event["type"] == "put-right")
    assert len(texts(evening)) >= len(told) + 2
    is_sound(evening)
    evening.send(Correct, row=row_of_turn(evening, 7), how="ask")
    assert all("house" not in line.text for line in evening.at_table().repair.told)
    decide(evening, "remove", row=evening.at_table().repair.told[0].row)
    assert [text for text in texts(evening) if "house" in text] == ["house stack 1 9"]
    is_sound(evening)


def test_house_agreement_is_refused_during_a_correction(evening):
    begun(evening, "touch", "touch")
    take(evening, 1, "left", "wood")
    evening.send(Correct, row=row_of_turn(evening, 1), how="ask")
    refused("repair", evening.send, House, text="We shuffle")
    evening.send(Correct, row=row_of_turn(evening, 1), how="off")
    evening.send(EndEarly, sure=True)
    assert evening.at_table().counted == {}


def test_record_stores_counts_as_comments_that_replay_applies(evening):
    begun(evening, "touch", "touch")
    take(evening, 1, "left", "wood")
    count(evening, stack_2=5, text="We never shuffle")
    take(evening, 2, "left", "stone")
    match = evening.table.committed.match
    lines = [record.format_move(move.move.seat, move.move.text) for move in match.moves]
    text = record.format_record(match.setup, lines)
    assert "\n# house: stack 2 5\n# house: says We never shuffle\n" in text
    *_, (_, state) = record.replay(record.parse_record(text.encode(), {"architects": GAME}))
    assert state.view(None) == match.state.view(None)
    plain = "\n".join(line for line in text.split("\n") if not line.startswith("# house"))
    *_, (_, other) = record.replay(record.parse_record(plain.encode(), {"architects": GAME}))
    assert other.view(None).stacks["2"].left == match.state.view(None).stacks["2"].left + 20
    odd = text.replace("stack 2 5", "stack 2 -5").replace("says We never", "of whatever")
    *_, (_, skipped) = record.replay(record.parse_record(odd.encode(), {"architects": GAME}))
    assert skipped.view(None) == other.view(None), "a comment cannot be wrong"


def apply_count(state, what, n):
    """Return a copy of the state after people set a count to `n`, and the events that this emits."""
    twin, heard = state.copy(), []
    twin.apply(CHANCE, twin.parse(f"house {what} {n}"), lambda event, audience: heard.append(event))
    return twin, heard


@pytest.mark.sampled(9)
@pytest.mark.parametrize("path", TRACK, ids=lambda path: path.stem)
def test_every_offered_count_can_be_corrected(path):
    told = record.parse_record(path.read_bytes(), shelf())
    state = told.rules.start(told.setup)
    kinds, rng = set(), Random(path.stem)
    for nth, (_, text) in enumerate(told.moves):
        state.apply(*record.parse_move(state, text))
        if nth % 23 or not state.to_act:
            continue
        counted = state.correctable_counts()
        seats = sorted({what.split()[-1] for what in counted if what.startswith(("coins", "shields"))})
        more = {f"{thing} {rng.choice(seats)}": most for thing, most in state.things().items() if seats and most}
        for what, found in (
            counted.items() | {what: Count(0, 0, n) for what, n in more.items() if what not in counted}.items()
        ):
            for n in {found.least, min(found.now + 1, found.most)}:
                try:
                    twin, heard = apply_count(state, what, n)
                except IllegalAction as no:
                    if no.rule == "told-already":
                        continue
                    raise
                assert (heard[0].was, heard[0].now) == (found.now, n), what
                assert twin.copy().view(None) == twin.view(None)
                assert PEOPLE.answer(twin) is None or twin.to_act
                if len(heard) == 1 and (now := count_of(twin, what)):
                    assert now.now == n, what
                    kinds.add(what.split()[0])
                    twin.apply(CHANCE, twin.parse(f"house {what} {found.now}"))
                    if what not in more and what.split()[0] not in (
                        "wonder",
                        "cat",
                        "stages",
                    ):  # what else was known is not
                        assert twin.view(None).seats == state.view(None).seats, f"{what}, there and back"
    assert kinds >= COUNT_KINDS[told.rules.name]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("path", TRACK, ids=lambda path: path.stem)
def test_counts_can_be_corrected_at_any_moment(path):
    """Corrections are possible during an open choice or card, too: questions are where people notice a wrong number."""
    told = record.parse_record(path.read_bytes(), shelf())
    state, asked = told.rules.start(told.setup), set()
    for _, text in told.moves:
        state.apply(*record.parse_move(state, text))
        if state.reported_turn() and state.to_act:
            asked.add(getattr(state, "phase", 0))
            assert state.correctable_counts(), f"nothing can be counted after {text}"
    assert len(asked) > 1


COUNT_KINDS = {
    "architects": {"stack", "shields", "military", "cat", "stages", "card", "token"},
    "duel": {"coins", "pawn", "cards", "card", "token", "wonder"},
    "seven-wonders": {"coins", "stages", "shields", "defeats", "victories-1", "victories-5", "symbol", "card"},
}


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", TRACK, ids=lambda path: path.stem)
def test_game_with_random_counts_reaches_its_end_and_replays(path):
    """A game with counts corrected again and again: its record, and the view of each state, lead to the same end."""
    told, rng = record.parse_record(path.read_bytes(), shelf()), Random(path.stem)
    state, lines = told.rules.start(told.setup), []

    def say(seat, text):
        state.apply(seat, state.parse(text))
        lines.append(record.format_move(seat, text))

    while state.to_act and len(lines) < 1500:
        counted = state.correctable_counts()
        if counted and rng.random() < 0.4:
            seat = rng.choice(list(counted)).split()[-1]
            what = rng.choice([*counted, *(f"{thing} {seat}" for thing in state.things())])
            if found := count_of(state, what):
                n = rng.randint(found.least, max(found.least, min(found.most, found.now + 2)))
                before = state.copy()
                try:
                    say(CHANCE, f"house {what} {n}")
                except IllegalAction as no:
                    if no.rule != "told-already" or state.view(None) != before.view(None):
                        raise
                continue
        seat = rng.choice(state.to_act)
        legal = state.legal(seat)
        assert legal, f"{seat} has nothing to say after {lines[-3:]}"
        say(seat, str(rng.choice(legal)))
    assert not state.to_act
    text = record.format_record(told.setup, lines)
    *_, (_, again) = record.replay(record.parse_record(text.encode(), shelf()))
    assert again.view(None) == state.view(None)
