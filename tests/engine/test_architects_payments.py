"""Payments against a slow twin made from the rule's own words, and a few by hand."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.architects.actions import PAYMENT_WORDS, Build, spent_words
from engine.architects.payments import ANY_RESOURCES, DOUBLE, LOOSE, missing_cards, payments

COUNTS = st.tuples(*[st.integers(0, 3)] * 6)
FLAGS = st.sampled_from(
    [0, DOUBLE, ANY_RESOURCES, LOOSE, DOUBLE | ANY_RESOURCES, DOUBLE | LOOSE, DOUBLE | ANY_RESOURCES | LOOSE]
)


def fits(resources, cost, same, flags):
    """Check whether these resource cards can be part of a payment of that cost, with coins for the rest."""
    if sum(resources) > cost:
        return False
    if flags & ANY_RESOURCES:
        return True
    if same:
        return sum(1 for count in resources if count) <= 1
    return max(resources) <= 1


def brute_force_payments(hand, cost, same, flags):
    """Compute every payment by trying every handful of cards (docs/notation.md, Payments)."""
    found = set()
    for spent in product(*(range(count + 1) for count in hand)):
        resources, coins = spent[:5], spent[5]
        if not fits(resources, cost, same, flags):
            continue
        missing = cost - sum(resources)
        # A coin that could be exchanged for an unspent resource card may not pay, but by house ruling.
        exchange = [
            fits([count + (r == i) for i, count in enumerate(resources)], cost, same, flags) and hand[r] > resources[r]
            for r in range(5)
        ]
        if coins and any(exchange) and not flags & LOOSE:
            continue
        if coins == missing:
            found.add((*resources, coins, 0))
        if flags & DOUBLE and coins >= 1 and coins + 1 == missing:
            found.add((*resources, coins - 1, 1))
    return found


@pytest.mark.rotated
@settings(max_examples=500)
@given(hand=COUNTS, cost=st.integers(1, 4), same=st.booleans(), flags=FLAGS)
def test_random_payments_agree_with_brute_force(hand, cost, same, flags):
    check_against_brute_force(hand, cost, same, flags)


@pytest.mark.full
@settings(max_examples=20000)
@given(hand=COUNTS, cost=st.integers(1, 4), same=st.booleans(), flags=FLAGS)
def test_edge_case_payments_agree_with_brute_force(hand, cost, same, flags):
    check_against_brute_force(hand, cost, same, flags)


def check_against_brute_force(hand, cost, same, flags):
    fast = payments(hand, cost, same, flags)
    assert len(fast) == len(set(fast))
    assert set(fast) == brute_force_payments(hand, cost, same, flags)


@given(hand=COUNTS, cost=st.integers(1, 4), same=st.booleans(), flags=FLAGS)
@settings(max_examples=400)
def test_no_card_is_missing_exactly_when_a_payment_exists(hand, cost, same, flags):
    assert (missing_cards(hand, cost, same, flags) == 0) == bool(payments(hand, cost, same, flags))


@pytest.mark.parametrize(
    ("cards", "cost", "same", "flags", "expected"),
    [
        pytest.param("wood wood stone coin", 2, True, 0, ["wood wood", "stone coin"], id="one resource, all of it"),
        pytest.param("wood stone coin", 2, False, 0, ["wood stone"], id="no coin for a resource one has"),
        pytest.param("wood wood coin", 2, False, 0, ["wood coin"], id="a second of a kind is no other kind"),
        pytest.param("coin coin", 2, True, 0, ["coin coin"], id="coins alone"),
        pytest.param("wood coin coin", 2, True, 0, ["wood coin"], id="coins alone only without resources"),
        pytest.param("coin coin", 2, True, DOUBLE, ["coin coin", "double-coin"], id="two in full"),
        pytest.param("wood coin", 2, False, DOUBLE, ["wood coin"], id="a surplus half is no action of its own"),
        pytest.param("wood coin", 3, False, DOUBLE, ["wood double-coin"], id="one coin for two"),
        pytest.param("wood wood stone", 2, False, ANY_RESOURCES, ["wood wood", "wood stone"], id="any cards"),
        pytest.param("wood coin", 2, True, LOOSE | DOUBLE, ["wood coin", "double-coin"], id="house ruling"),
    ],
)
def test_payments_use_the_expected_cards(cards, cost, same, flags, expected):
    hand = tuple(cards.split().count(word) for word in PAYMENT_WORDS[:6])
    assert sorted(" ".join(spent_words(paid)) for paid in payments(hand, cost, same, flags)) == sorted(expected)


def test_payment_is_printed_in_a_fixed_order():
    assert str(Build(4, (0, 1, 0, 0, 0, 1, 1))) == "build 4 with stone coin double-coin"
