"""Features of a seat of Duel that other seats' cards, the pawn and the age change."""

import json

from engine.bit_sets import bits
from engine.duel.data_schema import RED
from tests.duel_cities import duel
from tests.engine.duel_positions import position, seat

HEAD = {"game": "duel", "seats": "2", "deal": "lazy", "first": "1"}

ADVANCE = {"military": {"pawn": 6, "tokens": {"1": [2, 5], "2": []}}}


def entered(at):
    return duel().start(duel().setup(HEAD | {"position": json.dumps(at)}))


def features_by_seat(at):
    state = entered(at)
    return [dict(zip(state.feature_names(), row, strict=True)) for row in state.features()]


def trade(*cities, **other):
    """Count what each seat pays for what it lacks of the last age's cards."""
    seats = [seat(number, cards=cards) for number, cards in enumerate(cities, start=1)]
    return [row["trade-of-last-age"] for row in features_by_seat(position(*seats, **other))]


def test_own_producers_make_trade_cheaper_and_opposing_ones_dearer():
    [nothing, same] = trade([], [])
    [mine, theirs] = trade(["brickyard"], [])
    assert nothing == same
    assert mine < nothing < theirs
    assert trade(["brickyard", "clay-reserve"], [])[1] == theirs  # yellow cards make nothing dearer


def test_trade_shrinks_with_the_last_age():
    before = trade([], [])
    assert trade([], [], age=3, left=10) == [each / 2 for each in before]


def test_conquest_counts_the_shields_that_can_still_be_built():
    state = entered(position(**ADVANCE))
    [one, two] = conquests(state)
    assert 0 < two < one < 1
    state.discard = bits(n for n, card in enumerate(state.lookup.deck) if card.colour == RED)
    assert conquests(state) == [0, 0]


def conquests(state):
    at = state.feature_names().index("conquest-in-reach")
    return [row[at] for row in state.features()]


def test_turn_feature_is_set_for_the_active_seat_and_age():
    rows = features_by_seat(position())
    found = [{name for name, value in row.items() if name.startswith("on-turn") and value} for row in rows]
    assert found == [{"on-turn-in-age-2"}, set()]


THREE = ["pharmacist", "scriptorium", "workshop"]  # with different symbols


def science_chances(*cards, **other):
    """Return the chance of enough science symbols of a seat with these cards."""
    return features_by_seat(position(seat(1, cards=list(cards)), seat(2), **other))[0]["science-chance"]


def test_science_chance_grows_from_three_symbols_on():
    assert science_chances(*THREE[:2]) == 0
    assert 0 < science_chances(*THREE) < science_chances(*THREE, "apothecary") < 1


LAST = {"age": 3, "left": 18, "tokens": ["economy", "masonry", "strategy", "theology", "urbanism"]}
DISCARD_WITHOUT_SCIENCE = ["arsenal", "palace"]


def test_science_chance_counts_the_cards_still_to_come():
    four = [*THREE, "apothecary"]
    assert science_chances(*four, discard=["school"]) == science_chances(*four)  # a symbol that the seat has
    all_there = science_chances(*four, **LAST, discard=DISCARD_WITHOUT_SCIENCE)
    assert 0 < science_chances(*four, **LAST, discard=["study", "palace"]) < all_there
    assert science_chances(*four, **LAST, discard=["study", "academy"]) == 0  # two kinds were needed
    with_law = LAST | {"tokens": ["economy", "law", "masonry", "strategy", "theology"]}
    assert science_chances(*four, **with_law, discard=DISCARD_WITHOUT_SCIENCE) > all_there


def test_science_chance_is_zero_without_a_symbol_of_earlier_ages():
    assert science_chances(*THREE, **LAST, discard=DISCARD_WITHOUT_SCIENCE) == 0
