"""Games of Duel that begin in the middle: any position between two turns can be entered, and means the same."""

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import record
from engine.duel.game_facade import Duel
from engine.game import CHANCE, BadHeader, Rng, Seat, State
from tests.duel_cities import ROOT, duel, names
from tests.engine.duel_positions import AGE_II, BUILT, FOUR, SEVEN, military, of, position, seat
from tests.spoiled import ANYTHING, is_refused_or_played, spoil

HEAD = {"game": "duel", "seats": "2", "deal": "lazy", "names": "Ada, Ben"}
DERIVED_FIELDS = ("name", "science", "prices", "costs", "score")
SPOILED_VALUES = (*ANYTHING, "quarry", "sphinx", "law", "unknown", ["law"])  # what a spoiled value becomes


def game() -> Duel:
    return duel()


def position_json(state: State[Any]) -> dict[str, Any]:
    """Return the position as `replay --json` prints it."""
    position: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record.position(state)))
    return position


def states_at_turn_starts(rng: Rng, unlike: float) -> list[State[Any]]:
    """Play one random game and return a copy of its state at the start of each turn.

    `unlike`: the probability of a report of a thing that our counts exclude.
    """
    state: State[Any] = game().start(game().setup(HEAD | {"first": str(rng.randint(1, 2))}))
    found: list[State[Any]] = []
    begun = 0
    while state.to_act:
        if state.turn > begun:
            begun = state.turn
            found.append(state.copy())
        seat, others = state.to_act[0], state.contradictions()
        if others and rng.random() < unlike:
            state.apply(seat, rng.choice(others))
        else:
            state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat))))
    return found


def start_from(position: dict[str, Any], head: dict[str, str] = HEAD) -> State[Any]:
    return game().start(game().setup(head | {"position": json.dumps(position)}))


def check_card_places(state: State[Any]) -> None:
    """Check that no card is in two places and that no count is negative."""
    cards = [name for bits in (*state.cities, state.discard) for name in names(state, bits)]
    cards += [state.lookup.cards[card] for card in (*state.under, *state.unseen, *state.unseen_guilds) if card >= 0]
    assert len(set(cards)) == len(cards)
    assert min(state.cards_left, state.unnamed, *state.coins, 3 - state.guilds_laid) >= 0


@given(seed=st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_entered_position_equals_the_original(seed):
    rng = random.Random(seed)
    begun = states_at_turn_starts(rng, unlike=rng.choice([0.0, 0.05]))
    for state in rng.sample(begun, min(6, len(begun))):
        again = start_from(position_json(state), HEAD | {"first": str(state.setup.first + 1)})
        assert again.view(None) == state.view(None)
        assert list(again.legal(again.to_act[0])) == list(state.legal(state.to_act[0]))
        assert list(again.contradictions()) == list(state.contradictions())


@given(seed=st.integers(0, 2**32))
@settings(max_examples=12, deadline=None)
def test_cards_left_out_of_a_position_may_still_appear(seed):
    """Cards under wonders and part of the discard pile are left out of the position; later events can be reported."""
    rng = random.Random(seed)
    state = rng.choice(states_at_turn_starts(rng, unlike=0.0))
    at = position_json(state)
    for chair in at["seats"]:
        for field in DERIVED_FIELDS:
            del chair[field]
        chair["wonders"] = {wonder: card and "unknown" for wonder, card in chair["wonders"].items()}
    gone = {card for card in at["discard"] if rng.random() < 0.5}
    at["discard"] = [card for card in at["discard"] if card not in gone]
    again = start_from(at)
    check_card_places(again)
    while state.to_act:
        who = state.to_act[0]
        legal = list(state.legal(who))
        action = rng.choice(legal)
        if str(action).removeprefix("revive ") in gone:
            return  # what was not entered cannot be revived
        if state.view(None).derived.ask != "revive":
            assert set(legal) <= set(again.legal(who))
        state.apply(who, action)
        again.apply(who, action)
        assert again.scores() == state.scores()
        assert again.to_act == state.to_act
    assert again.winners() == state.winners()


def test_unreported_card_may_be_plain_or_a_guild():
    guilds = ["merchants-guild", "builders-guild"]
    known = position(seat(1, cards=guilds), seat(2), age=3, left=1)
    lines = set(map(str, start_from(known).legal(Seat(0))))
    assert {"discard senate", "discard moneylenders-guild"} <= lines
    plain = [slug for slug, card in game().data().cards.items() if card.age == 3 and card.colour != "purple"]
    all_told = start_from(position(seat(1, cards=guilds), seat(2, coins=0), age=3, left=1, discard=plain[:17]))
    assert {str(line) for line in all_told.legal(Seat(0)) if str(line).startswith("discard ")} == {
        f"discard {guild}-guild" for guild in ("shipowners", "magistrates", "scientists", "moneylenders", "tacticians")
    }


def test_unknown_card_under_a_wonder_is_kept():
    wonders = dict.fromkeys(FOUR[0]) | {"sphinx": "unknown", "pyramids": "quarry"}
    state = start_from(position(seat(1, wonders=wonders), seat(2)))
    assert position_json(state)["seats"][0]["wonders"] == wonders
    assert state.view(None).derived.built == 2
    assert state.view(None).seats[0].score.wonders == 15


# ---- what does not fit -----------------------------------------------------------------------------------

AGE_I = [slug for slug, card in duel().data().cards.items() if card.age == 1]


MISTAKES = [
    pytest.param({"game": "architects"}, "game", id="another game"),
    pytest.param({"over": True}, "over", id="a game that is over"),
    pytest.param({"victory": "military"}, "over", id="a game that is won"),
    pytest.param({"age": 0}, "age", id="before Age I"),
    pytest.param({"left": 0}, "left", id="an age without cards"),
    pytest.param({"left": 21}, "left", id="more cards than there are"),
    pytest.param({"turn": 26}, "turn", id="another turn"),
    pytest.param({"pending": "reveal 3"}, "turn", id="a pending chance"),
    pytest.param({"draft": ["sphinx"]}, "turn", id="in the draft"),
    pytest.param({"to_act": []}, "to_act", id="nobody to act"),
    pytest.param({"to_act": [3]}, "to_act", id="a seat nobody sits at"),
    pytest.param({"structure": {"3": None}}, "structure", id="a structure"),
    pytest.param({"seats": [seat(1)]}, "seats", id="a seat too few"),
    pytest.param({"seats": [seat(2), seat(1)]}, "seats.1.seat", id="seats in another order"),
    pytest.param(of({}, {"name": "Cleo"}), "seats.2.name", id="another name"),
    pytest.param(of({"coins": -1}), "seats.1.coins", id="fewer coins than none"),
    pytest.param(of({}, {"coins": 1000}), "seats.2.coins", id="too many coins"),
    pytest.param(of({"cards": ["gold"]}), "seats.1.cards", id="no card"),
    pytest.param(of({"progress": ["gold"]}), "seats.1.progress", id="no token before a seat"),
    pytest.param(of({"progress": ["urbanism"]}), "tokens", id="more tokens than were laid out"),
    pytest.param(of({"wonders": BUILT[0] | {"rome": None}}), "seats.1.wonders", id="no wonder"),
    pytest.param(of({"wonders": dict.fromkeys(FOUR[0], "gold")}), "seats.1.wonders", id="no card under it"),
    pytest.param(of({}, {"wonders": dict.fromkeys(FOUR[0])}), "seats", id="a wonder twice"),
    pytest.param(of({"wonders": {"sphinx": None}}), "seats.1.wonders", id="too few wonders"),
    pytest.param(of({"wonders": BUILT[0]}, {"wonders": BUILT[1]}), "seats", id="eight built wonders"),
    pytest.param(of({"wonders": SEVEN[0]}, {"wonders": SEVEN[1]}), "seats", id="the eighth is still there"),
    pytest.param({"tokens": ["law", "economy"]}, "tokens", id="too few tokens"),
    pytest.param({"tokens": ["law", "economy", "masonry", "strategy", "gold"]}, "tokens", id="no token"),
    pytest.param({"tokens": ["law", "law", "masonry", "strategy", "theology"]}, "tokens", id="a token twice"),
    pytest.param({"tokens_left": 4}, "tokens_left", id="other tokens left"),
    pytest.param(military(9, [2, 5], []), "military.pawn", id="a capital reached"),
    pytest.param({"military": {"pawn": 0, "tokens": {}}}, "military.tokens", id="no military tokens"),
    pytest.param(military(0, [2, 2], [2, 5]), "military.tokens.1", id="a military token twice"),
    pytest.param(military(3, [2, 5], [2, 5]), "military.tokens.2", id="a token that the pawn took"),
    pytest.param(military(-6, [5], [2, 5]), "military.tokens.1", id="the other way"),
    pytest.param(military(0, [2], [2, 5]), "military.tokens.1", id="the far one gone before the near one"),
    pytest.param(of({"cards": ["quarry"]}, {"cards": ["quarry"]}), "seats", id="a card in two cities"),
    pytest.param(of({"cards": ["quarry"]}) | {"discard": ["quarry"]}, "seats", id="a card discarded, too"),
    pytest.param({"discard": ["senate"]}, "age", id="a card of a later age"),
    pytest.param({"discard": AGE_I[:21]}, "left", id="more cards of Age I than were dealt"),
    pytest.param({"discard": AGE_II[:5]}, "left", id="more cards of this age than were taken"),
    pytest.param(
        of({"wonders": dict.fromkeys(FOUR[0][:3], "unknown") | {"great-library": None}}) | {"age": 1, "left": 18},
        "left", id="more under wonders than were taken",
    ),
    pytest.param(of({"prices": {"wood": 9}}), "seats.1.prices", id="other prices"),
    pytest.param(of({}, {"score": {"total": 1}}), "seats.2.score", id="other points"),
    pytest.param(of({"cat": True}), "seats.1", id="an unknown field"),
]  # fmt: skip


@pytest.mark.parametrize(("other", "field"), MISTAKES)
def test_invalid_position_names_the_wrong_field(other, field):
    with pytest.raises(BadHeader) as raised:
        start_from(position() | other)
    ((key, reason),) = raised.value.faults
    assert key == "position"
    assert reason.startswith(f"{field}: " if field != "seats" else field)
    assert reason.isprintable()


def test_position_with_six_different_symbols_is_refused():
    five = ["workshop", "apothecary", "scriptorium", "pharmacist", "academy"]
    assert start_from(position(seat(1, cards=[*five, "study"]), seat(2), age=3, left=9)).to_act == (0,)
    with pytest.raises(BadHeader, match=r"seats.1: 6 different science symbols"):
        start_from(position(seat(1, cards=[*five, "university"]), seat(2), age=3, left=9))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", '{"age": 1, "a\\u001b": 1}', "9" * 400])
def test_an_invalid_position_is_refused_in_one_printable_line(text):
    with pytest.raises(BadHeader) as raised:
        game().setup(HEAD | {"position": text})
    ((key, reason),) = raised.value.faults
    assert key == "position"
    assert reason.isprintable()


def test_position_requires_a_lazy_deal():
    with pytest.raises(BadHeader, match="position: only with `deal: lazy`"):
        start_from(position(), HEAD | {"deal": "eager"})


def test_example_in_the_notation_is_a_valid_position():
    notation = (ROOT / "docs" / "notation-duel.md").read_text("utf-8")
    line = next(line for line in notation.splitlines() if line.startswith("position: "))
    state = game().start(game().setup(HEAD | {"position": line.removeprefix("position: ")}))
    assert (state.turn, state.to_act) == (4, (1,))
    assert "2 discard theater" in record.legal_lines(state)


def test_record_round_trips_its_position():
    setup = game().setup(HEAD | {"position": json.dumps(position(), indent=2)})
    assert "\n" not in setup.position
    again = record.parse_record(record.format_record(setup, ["1 discard sawmill"]).encode(), {"duel": game()})
    assert again.setup == setup


@given(seed=st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_a_random_position_is_refused_or_can_be_played_to_the_end(seed):
    rng = random.Random(seed)
    at = position_json(rng.choice(states_at_turn_starts(rng, unlike=0.05)))
    for chair in at["seats"]:
        for field in DERIVED_FIELDS:
            del chair[field]
    for field in ("turn", "tokens_left"):
        del at[field]
    for _ in range(rng.randint(1, 3)):
        spoil(at, rng, SPOILED_VALUES, least=-1000)
    is_refused_or_played(lambda: start_from(at), rng, check_card_places)
