"""Games of Architects that begin in the middle: any position between two turns can be entered, and means the same."""

import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.architects.game_facade import Architects
from engine.game import CHANCE, BadHeader, Rng, Seat, State
from tests.contract.shelf import architects_census
from tests.spoiled import ANYTHING, is_refused_or_played, spoil

DATA = Path(__file__).resolve().parents[2] / "data"
VARIANTS = ("", "medals", "medals expert medal-tokens", "medal-tokens")
SPOILED_VALUES = (*ANYTHING, "wood", "three-red", "decor", ["decor"], 70)  # what a spoiled value becomes


@cache
def game() -> Architects:
    return Architects((DATA / "architects.toml").read_bytes())


def header(rng: Rng) -> dict[str, str]:
    seats = rng.randint(2, 7)
    return {
        "game": "architects",
        "variant": rng.choice(VARIANTS),
        "seats": ", ".join(rng.sample(game().roles(), seats)),
        "names": ", ".join(f"Seat {seat + 1}" for seat in range(seats)),
        "first": str(rng.randint(1, seats)),
        "deal": "lazy",
        "rules": rng.choice(["", "economy-forces-a-build=no"]),
    }


def position_json(state: State[Any]) -> dict[str, Any]:
    """Return the position as `replay --json` prints it."""
    position: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record.position(state)))
    return position


def random_move(state: State[Any], rng: Rng) -> tuple[Seat, Any]:
    """Return a seat to act, or chance, with a random legal action."""
    seat = state.to_act[0]
    return seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat)))


def states_at_turn_starts(state: State[Any], rng: Rng, unlike: float) -> list[State[Any]]:
    """Play one random game and return a copy of its state at the start of each turn.

    `unlike`: the probability of a report that contradicts our lists of cards.
    """
    found: list[State[Any]] = []
    begun = 0
    while state.to_act:
        if state.turn > begun:
            begun = state.turn
            found.append(state.copy())
        others = state.contradictions()
        if others and rng.random() < unlike:
            state.apply(state.to_act[0], rng.choice(others))
        else:
            state.apply(*random_move(state, rng))
    return found


def start_from(head: dict[str, str], position: dict[str, Any]) -> State[Any]:
    return game().start(game().setup(head | {"position": json.dumps(position)}))


def legal_texts(state: State[Any]) -> list[str]:
    """List the legal lines without the weights of chance."""
    lines = record.legal_lines(state)
    return [line.rpartition(" ")[0] for line in lines] if state.to_act == (CHANCE,) else lines


@given(seed=st.integers(0, 2**32))
@settings(max_examples=25)
def test_entered_position_equals_the_original(seed):
    rng = random.Random(seed)
    head = header(rng)
    begun = states_at_turn_starts(game().start(game().setup(head)), rng, unlike=rng.choice([0.0, 0.05]))
    for state in rng.sample(begun, min(6, len(begun))):
        again = start_from(head, position_json(state))
        assert again.view(None) == state.view(None)
        for seat in map(Seat, range(state.seats)):
            assert list(again.legal(seat)) == list(state.legal(seat))


@pytest.mark.full
@given(seed=st.integers(0, 2**32))
@settings(max_examples=25)
def test_every_reachable_position_can_be_entered(seed):
    rng = random.Random(seed)
    head = header(rng)
    state = rng.choice(states_at_turn_starts(game().start(game().setup(head)), rng, unlike=0.0))
    again = start_from(head, position_json(state))
    while state.to_act:
        assert set(legal_texts(state)) <= set(legal_texts(again))
        seat, action = random_move(state, rng)
        state.apply(seat, action)
        again.apply(seat, action)
        assert again.view(None) == state.view(None)
    assert again.winners() == state.winners()


# ---- what may come to light ------------------------------------------------------------------------------

HEAD = {"game": "architects", "seats": "giza, rhodes", "deal": "lazy", "first": "2", "names": "Ada, Ben"}


def seat(number: int, **other: Any) -> dict[str, Any]:
    """Return the JSON of a seat without cards, stages or tokens."""
    wonder = HEAD["seats"].split(", ")[number - 1]
    plain = {"seat": number, "wonder": wonder, "stages": [], "cards": {}, "cat": False, "military": 0, "progress": []}
    return plain | {"medals": [], "gifts": 0} | other


def position(*seats: dict[str, Any], **other: Any) -> dict[str, Any]:
    """Return the JSON of a position early in a game of two, without the fields that follow from the others."""
    lies = {"stacks": {"1": {"left": 20}, "2": {"left": 25}, "center": {"left": 50}}, "discard": {}}
    middle = {"conflict": {"tokens": 3, "flipped": 0}, "tokens": ["decor", "economy", "science"], "tokens_left": 12}
    return {"turn": 9, "to_act": [1], "seats": list(seats) or [seat(1), seat(2)]} | lies | middle | other


def listed(stack: str) -> dict[str, int]:
    facts = game().data()
    return dict(
        facts.center.cards if stack == "center" else facts.wonders[HEAD["seats"].split(", ")[int(stack) - 1]].cards
    )


def total_copies(card: str) -> int:
    return sum(listed(stack).get(card, 0) for stack in ("1", "2", "center"))


@pytest.mark.parametrize(("side", "stack"), [("left", "1"), ("right", "2"), ("center", "center")])
def test_a_stack_offers_each_face_of_its_list_once(side, stack):
    state = start_from(HEAD, position())
    state.apply(Seat(0), state.parse(f"take {side}"))
    faces = [card for card, count in listed(stack).items() if count]
    assert record.legal_lines(state) == sorted(f"reveal {stack} {card} 1" for card in faces)


@pytest.mark.parametrize(
    ("before_seats", "discarded", "offered"),
    [
        pytest.param(-1, 0, True, id="one is not accounted for"),
        pytest.param(-1, 1, False, id="it is discarded"),
        pytest.param(0, 0, False, id="all lie before seats"),
        pytest.param(2, 0, False, id="more than all: a copy unlike ours"),
    ],
)
def test_face_is_offered_while_any_list_has_a_copy_left(before_seats, discarded, offered):
    lying = {"glass": total_copies("glass") + before_seats}
    state = start_from(HEAD, position(seat(1), seat(2, cards=lying), discard={"glass": discarded}))
    state.apply(Seat(0), state.parse("take center"))
    assert ("reveal center glass 1" in record.legal_lines(state)) == offered
    assert ("reveal center glass !" in map(str, state.contradictions())) != offered


def test_last_copy_of_a_face_may_be_in_any_stack_until_revealed():
    state = start_from(HEAD, position(seat(1), seat(2, cards={"gear": total_copies("gear") - 1})))
    state.apply(Seat(0), state.parse("take center"))
    there = state.copy()
    state.apply(CHANCE, state.parse("reveal center gear"))
    there.apply(CHANCE, there.parse("reveal center wood"))
    for after, offered in ((state, False), (there, True)):
        after.apply(Seat(1), after.parse("take left"))
        assert ("reveal 2 gear 1" in record.legal_lines(after)) == offered


def test_unlisted_reported_card_counts_towards_its_copies():
    assert not listed("1").get("red-2")
    state = start_from(HEAD, position(seat(1), seat(2, cards={"red-2": total_copies("red-2") - 1})))
    state.apply(Seat(0), state.parse("take left"))
    state.apply(CHANCE, state.parse("reveal 1 red-2 !"))
    state.apply(Seat(1), state.parse("take left"))
    assert "reveal 2 red-2 1" not in record.legal_lines(state)


def test_exhausted_list_offers_only_contradicting_reports():
    lying = {card: total_copies(card) for card in game().data().cards}
    stacks = {"1": {"left": 1}, "2": {"left": 0}, "center": {"left": 0}}
    gone = lying | {"red-2": lying["red-2"] - 1}  # the last card can only be what stack 1 never had
    state = start_from(HEAD, position(discard=gone, stacks=stacks))
    state.apply(Seat(0), state.parse("take left"))
    assert record.legal_lines(state) == []
    told = state.deal(random.Random(1))
    assert str(told).endswith(" !")
    state.apply(CHANCE, told)
    assert state.view(None).over


# ---- gifts, cards on top ---------------------------------------------------------------------------------


def test_gift_is_revealed_before_the_card_of_the_turn():
    state = start_from(HEAD, position(seat(1, gifts=1), seat(2, gifts=2)))
    assert record.legal_lines(state) == sorted(f"reveal gift {card} 1" for card in listed("center"))
    state.apply(CHANCE, state.parse("reveal gift wood"))
    assert state.to_act == (0,)
    assert state.view(None).seats[0].cards == {"wood": 1}


def test_known_top_card_is_taken_without_a_reveal():
    stacks = {"1": {"left": 20, "top": "stone"}, "2": {"left": 25, "top": "coin"}, "center": {"left": 50, "top": None}}
    state = start_from(HEAD, position(stacks=stacks))
    assert position_json(state)["stacks"] == stacks | {"center": {"left": 50, "top": None}}
    state.apply(Seat(0), state.parse("take left"))
    assert state.view(None).seats[0].cards == {"stone": 1}
    assert state.to_act == (1,)


def test_known_top_card_is_drawn_with_the_others():
    head = HEAD | {"seats": "halicarnassus, rhodes"}
    mine = {"wonder": "halicarnassus", "stages": [1], "cards": {"wood": 1}}
    glass = sum(listed(stack).get("glass", 0) for stack in ("2", "center"))
    glass += game().data().wonders["halicarnassus"].cards["glass"]
    stacks = {"1": {"left": 20, "top": "glass"}, "2": {"left": 25, "top": "wood"}, "center": {"left": 50}}
    at = position(seat(1, **mine), seat(2, cards={"glass": glass - 1}), stacks=stacks)
    state = start_from(head, at)
    for line in ("take right", "build 2 with wood wood", "draw left"):
        state.apply(Seat(0), state.parse(line))
    assert "1 keep glass" in record.legal_lines(state)  # only the one on top
    state.apply(Seat(0), state.parse("keep coin"))
    state.apply(Seat(1), state.parse("take right"))
    assert "reveal 1 glass 1" in record.legal_lines(state)


# ---- what does not fit -----------------------------------------------------------------------------------

MEDALS = {"variant": "medals"}


@pytest.mark.parametrize(
    ("other", "field"),
    [
        pytest.param({"game": "duel"}, "game", id="another game"),
        pytest.param({"over": True}, "over", id="a game that is over"),
        pytest.param({"winners": [1]}, "over", id="a game that is won"),
        pytest.param({"turn": 0}, "turn", id="set-up"),
        pytest.param({"turn": "9"}, "turn", id="no number"),
        pytest.param({"to_act": []}, "to_act", id="nobody to act"),
        pytest.param({"to_act": [3]}, "to_act", id="a seat nobody sits at"),
        pytest.param({"pending": "reveal 2"}, "pending", id="in mid-turn"),
        pytest.param({"pending": "reveal gift"}, "pending", id="a gift, and somebody to act"),
        pytest.param({"pending": "reveal gift", "to_act": []}, "pending", id="a gift that nobody has"),
        pytest.param({"seats": [seat(1)]}, "seats", id="a seat too few"),
        pytest.param({"seats": [seat(2), seat(1)]}, "seats.1.seat", id="seats in another order"),
        pytest.param({"seats": [seat(1), seat(2, wonder="giza")]}, "seats.2.wonder", id="another wonder"),
        pytest.param({"seats": [seat(1), seat(2, name="Cleo")]}, "seats.2.name", id="another name"),
        pytest.param({"seats": [seat(1, stages=[2]), seat(2)]}, "seats.1.stages", id="a stage on nothing"),
        pytest.param({"seats": [seat(1, stages=[1, 1]), seat(2)]}, "seats.1.stages", id="a stage twice"),
        pytest.param({"seats": [seat(1, stages=[1, 2, 3, 4, 5]), seat(2)]}, "seats.1.stages", id="a complete wonder"),
        pytest.param({"seats": [seat(1, cards={"gold": 1}), seat(2)]}, "seats.1.cards", id="no card"),
        pytest.param({"seats": [seat(1, cards={"coin": -1}), seat(2)]}, "seats.1.cards.coin", id="fewer than none"),
        pytest.param({"seats": [seat(1, cards={"coin": 64}), seat(2)]}, "seats.1.cards.coin", id="too many"),
        pytest.param(
            {"seats": [seat(1, cards={"coin": 40}), seat(2, cards={"coin": 40})]}, "seats", id="too many in all"
        ),
        pytest.param({"seats": [seat(1), seat(2, military=-1)]}, "seats.2.military", id="fewer tokens than none"),
        pytest.param({"seats": [seat(1), seat(2, progress=["decors"])]}, "seats.2.progress", id="no token"),
        pytest.param({"seats": [seat(1), seat(2, medals=["three-red"])]}, "seats.2.medals", id="a medal too many"),
        pytest.param({"seats": [seat(1), seat(2, gifts=True)]}, "seats.2.gifts", id="yes is no number"),
        pytest.param({"seats": [seat(1, cat=True), seat(2, cat=True)]}, "seats", id="two cats"),
        pytest.param({"seats": [seat(1, shields=1), seat(2)]}, "seats.1.shields", id="other shields"),
        pytest.param({"seats": [seat(1), seat(2, score={"total": 1})]}, "seats.2.score", id="other points"),
        pytest.param({"seats": [seat(1), seat(2) | {"coins": 1}]}, "seats.2", id="an unknown field"),
        pytest.param({"stacks": {"1": {"left": 1}, "2": {"left": 1}}}, "stacks", id="a stack is missing"),
        pytest.param({"stacks": position()["stacks"] | {"1": {"left": 26}}}, "stacks.1.left", id="more than it had"),
        pytest.param(
            {"stacks": position()["stacks"] | {"2": {"left": 0, "top": "coin"}}}, "stacks.2.top", id="on nothing"
        ),
        pytest.param({"stacks": position()["stacks"] | {"2": {"left": 2, "top": "gold"}}}, "stacks.2.top", id="what?"),
        pytest.param(
            {"stacks": position()["stacks"] | {"center": {"left": 2, "top": "coin"}}},
            "stacks.center.top",
            id="a secret",
        ),
        pytest.param({"stacks": {stack: {"left": 0} for stack in ("1", "2", "center")}}, "stacks", id="all empty"),
        pytest.param({"discard": {"coin": 60}}, "stacks", id="more cards than there are"),
        pytest.param({"discard": {"gold": 1}}, "discard", id="no card in the discard"),
        pytest.param(
            {"conflict": {"tokens": 4, "flipped": 0}}, "conflict.tokens", id="conflict tokens of other tables"
        ),
        pytest.param({"conflict": {"tokens": 3, "flipped": 3}}, "conflict.flipped", id="a conflict not settled"),
        pytest.param({"tokens": ["decor"]}, "tokens", id="too few tokens face up"),
        pytest.param({"tokens": ["decor", "gold", "science"]}, "tokens", id="no token face up"),
        pytest.param({"tokens_left": 13}, "tokens_left", id="more tokens than there are"),
        pytest.param({"medals": {"1": None, "2": None, "center": []}}, "medals", id="medals without the variant"),
        pytest.param(MEDALS, "medals", id="no medals with the variant"),
        pytest.param(MEDALS | {"medals": {"1": "three-red", "2": None, "center": []}}, "medals", id="one is nowhere"),
        pytest.param(MEDALS | {"medals": {"1": "gold", "2": None, "center": []}}, "medals.1", id="no medal"),
        pytest.param(
            MEDALS | {"medals": {"1": ["three-red"], "2": None, "center": []}}, "medals.1", id="a list in a gap"
        ),
        pytest.param(MEDALS | {"medals": {"1": None, "2": None, "center": None}}, "medals", id="no list in the middle"),
        pytest.param(
            MEDALS | {"medals": {"1": None, "2": None, "center": ["three-red"]}}, "medals.center", id="not for experts"
        ),
    ],
)
def test_invalid_position_names_the_wrong_field(other, field):
    head = HEAD | {"variant": other.get("variant", "")}
    at = position() | {key: value for key, value in other.items() if key != "variant"}
    with pytest.raises(BadHeader) as raised:
        start_from(head, at)
    ((key, reason),) = raised.value.faults
    assert key == "position"
    assert reason.startswith(f"{field}: ")
    assert len(reason) > len(f"{field}: ")


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", '{"turn": 1, "turn\\u001b": 1}', "9" * 400])
def test_an_invalid_position_is_refused_in_one_printable_line(text):
    with pytest.raises(BadHeader) as raised:
        game().setup(HEAD | {"position": text})
    ((key, reason),) = raised.value.faults
    assert key == "position"
    assert reason.isprintable()


def test_invalid_position_is_reported_with_its_line_number():
    text = (
        f"game: architects\nposition: {json.dumps(position(turn=0))}\nseats: giza, rhodes\ndeal: lazy\n\n1 take left\n"
    )
    with pytest.raises(record.BrokenRecord, match=r"^2: position: turn: "):
        record.parse_record(text.encode(), {"architects": game()})


def test_example_in_the_notation_is_a_valid_position():
    notation = (DATA.parent / "docs" / "notation.md").read_text("utf-8")
    line = next(line for line in notation.splitlines() if line.startswith("position: "))
    state = game().start(game().setup(HEAD | {"position": line.removeprefix("position: ")}))
    assert record.legal_lines(state) == ["2 take center", "2 take left", "2 take right"]


def test_position_requires_a_lazy_deal():
    with pytest.raises(BadHeader, match="position: only with `deal: lazy`"):
        start_from(HEAD | {"deal": "eager"}, position())


def test_position_is_written_on_one_line_without_duplicates():
    at = position(game="architects")
    text = json.dumps(at, indent=2).replace("{", '{ "game": "#",', 1)
    setup = game().setup(HEAD | {"position": text})
    assert not set("#\n") & set(setup.position)
    assert json.loads(setup.position) == at


def test_derived_fields_may_be_left_out_and_the_record_contains_them():
    setup = game().setup(HEAD | {"position": json.dumps(position())})
    again = record.parse_record(record.format_record(setup, []).encode(), {"architects": game()})
    assert again.setup == setup
    assert position_json(game().start(setup)) == position_json(start_from(HEAD, position_json(game().start(setup))))


@pytest.mark.rotated
@given(seed=st.integers(0, 2**32))
@settings(max_examples=60)
def test_a_random_position_is_refused_or_can_be_played_to_the_end(seed):
    rng = random.Random(seed)
    head = header(rng)
    at = position_json(rng.choice(states_at_turn_starts(game().start(game().setup(head)), rng, unlike=0.05)))
    for chair in at["seats"]:
        del chair["score"], chair["shields"]
    for _ in range(rng.randint(1, 3)):
        spoil(at, rng, SPOILED_VALUES, least=0)
    is_refused_or_played(lambda: start_from(head, at), rng, architects_census)
