"""Previews in 7 Wonders: a promised gain is what the seat receives, and a reported lack is what blocks it."""

import random
from collections import Counter
from itertools import pairwise

from engine.game import CHANCE
from engine.seven_wonders.data_schema import RESOURCES
from engine.seven_wonders.effects import score
from engine.seven_wonders.lookup_tables import WAYS, Lookup
from engine.seven_wonders.questions import PLAY, RECRUIT
from tests.contract.shelf import seven_wonders_header
from tests.seven_wonders_cities import GAME


def moments(rng):
    """Play random games with leaders and yield each state and seat that chooses a card or a leader."""
    for _ in range(2):
        header = seven_wonders_header(rng) | {"variant": "leaders experts", "deal": "eager", "rules": ""}
        state = GAME.start(GAME.setup(header))
        while state.to_act:
            seat = rng.choice(state.to_act)
            if seat == CHANCE:
                state.apply(seat, state.deal(rng))
                continue
            if state.pending_chance < 0 and state.phase in (PLAY, RECRUIT):
                yield state, seat
            state.apply(seat, rng.choice(state.legal(seat)))


def points(state, seat):
    """Return the points of a seat without the points for coins."""
    found = score(state, seat)
    return found["total"] - found["treasury"]


def cheapest_choice(state, seat, thing):
    """Return the cheapest choice by which a seat obtains a thing, or None if it cannot."""
    ways = [
        action for action in state.legal(seat) if str(action).split()[1:3] in (["build", thing], ["recruit", thing])
    ]
    return next(
        iter(ways if thing != "stage" else [action for action in state.legal(seat) if " stage " in str(action)]), None
    )


def test_hinted_points_and_coins_match_the_result():
    seen = Counter()
    for state, seat in moments(random.Random(3)):
        for way in state.view(seat).derived.build_options:
            choice = cheapest_choice(state, seat, way.thing)
            if choice is None:
                continue
            twin = state.copy()
            twin.purchase_coin[seat] = 0  # what comes back for a payment is not the thing's
            twin.choices[seat] = choice.what
            before = twin.coins[seat]
            twin.carry_out([seat], None)
            words = str(choice).split()
            paid = sum(int(coins) for side, coins in pairwise(words) if side in ("left", "right", "bank"))
            assert twin.coins[seat] - before + paid + way.coins == way.brings
            twin.coins[seat] += paid + way.coins  # some leaders count coins
            assert points(twin, seat) - points(state, seat) == way.points
            seen["points"] += way.points != 0
            seen["coins"] += way.brings != 0
    assert min(seen.values()) > 20


def test_hinted_missing_resources_are_necessary_and_sufficient():
    seen = Counter()
    for state, seat in moments(random.Random(4)):
        for way in state.view(seat).derived.build_options:
            can = cheapest_choice(state, seat, way.thing) is not None
            assert can == (way.why not in ("unpaid", "twice"))
            assert bool(way.lacks or way.short) == (way.why == "unpaid")
            if way.lacks:
                twin = state.copy()
                twin.offers, twin.own, twin.shown = [None] * twin.seats, {}, None
                for resource in way.lacks:
                    twin.production[seat] += 1 << 4 * RESOURCES.index(resource)
                after = next(later for later in twin.view(seat).derived.build_options if later.thing == way.thing)
                assert not after.lacks
                seen["lacks"] += 1
            elif way.short:
                twin = state.copy()
                twin.coins[seat] += way.short
                assert cheapest_choice(clear_caches(twin), seat, way.thing) is not None
                twin.coins[seat] -= 1
                assert cheapest_choice(clear_caches(twin), seat, way.thing) is None
                seen["short"] += 1
    assert min(seen.values()) > 3


def clear_caches(state):
    state.offers, state.own, state.shown = [None] * state.seats, {}, None
    return state


def test_payment_cache_is_bounded():
    lookup = Lookup(GAME.data(None, ""))
    for coins in range(1, 2 * WAYS):
        lookup.list_uses(0, (coins,), (coins,))
    assert max(map(len, (*lookup.builds, *lookup.stages))) <= WAYS
