"""Features of a seat of 7 Wonders that other seats' cards and the age change."""

import json

from tests.engine.seven_wonders_positions import PLAIN, position
from tests.seven_wonders_cities import GAME


def trade(*cities, of_age=3, **fields):
    """Count what each seat would pay for what it lacks of the cards of an age."""
    at = position(*({"cards": cards} for cards in cities), **fields)
    state = GAME.start(GAME.setup(PLAIN | {"position": json.dumps(at)}))
    name = state.feature_names().index(f"trade-of-age-{of_age}")
    return [row[name] for row in state.features()]


def test_producers_make_trade_cheaper_for_their_seat_and_its_neighbours():
    nothing = trade([], [], [])
    mine, *theirs = trade(["lumber-yard", "stone-pit"], [], [])
    assert mine < nothing[0]
    assert all(here < there for here, there in zip(theirs, nothing[1:], strict=True))  # both sit beside it


def test_trading_post_makes_trade_cheaper():
    whole = trade(["stone-pit"], ["east-trading-post"], [])
    assert whole[1] < trade(["stone-pit"], [], [])[1]
    assert whole[0] == trade(["stone-pit"], [], [])[0]


def test_trade_cost_shrinks_during_its_age_and_is_zero_afterwards():
    before = trade([], [], [], of_age=2, age=1)
    assert min(before) > 0
    assert trade([], [], [], of_age=2, age=2, turn=3) == [each / 2 for each in before]
    assert trade([], [], [], of_age=2, age=3) == [0, 0, 0]
