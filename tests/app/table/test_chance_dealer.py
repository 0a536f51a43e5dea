"""The dealer: the same history gives the same card, and its secret stays hidden."""

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.storage.random_keys_and_ids import SECRET, Chance
from app.table.game.chance_dealer import Dealer, seeded_secret
from engine.game import CHANCE, Seat
from tests.app import toy


@pytest.mark.rotated
@given(st.binary(min_size=1), st.text(), st.integers(0, 999))
def test_dealer_is_deterministic_per_secret_stack_and_number(secret, stack, number):
    one, other = Dealer(secret).rng(stack, number), Dealer(secret).rng(stack, number)
    assert [one.random() for _ in range(3)] == [other.random() for _ in range(3)]


@pytest.mark.parametrize(
    ("secret", "stack", "number"),
    [
        pytest.param(b"b", "1", 1, id="another secret"),
        pytest.param(b"a", "2", 1, id="another stack"),
        pytest.param(b"a", "1", 2, id="another number"),
        pytest.param(b"a", "11", 1, id="stack and number run into one"),
    ],
)
def test_changing_the_secret_stack_or_number_changes_the_card(secret, stack, number):
    assert Dealer(b"a").rng("1", 1).random() != Dealer(secret).rng(stack, number).random()


def test_the_deal_does_not_depend_on_actions_in_between():
    game = toy.Pebbles()
    dealer = Dealer(b"secret")

    def play_actions(*said):
        state = game.start(game.setup({"seats": "north, east"}))
        for text in (None, *said):
            if text:
                state.apply(state.to_act[0], toy.PebblesAction(text))
            while state.to_act == (CHANCE,):
                state.apply(*dealer.answer(state))
        return state.shown

    assert (
        play_actions("take")
        == play_actions("pass", "take")
        == play_actions("peek", "take")
        == play_actions("pass", "peek", "pass", "take")
    )


def test_cards_are_dealt_in_proportion_to_their_counts(facts):
    game = toy.Pebbles()
    state = game.start(game.setup({"seats": "north, east"}))
    dealt = Counter(str(Dealer(seeded_secret("s", number)).answer(state)[1]) for number in range(900))
    expected = {"pebble white": 400, "pebble grey": 300, "pebble black": 200}
    assert set(dealt) == set(expected)
    assert all(abs(dealt[card] - count) < 75 for card, count in expected.items())


def test_a_seed_makes_a_secret_for_each_game():
    secrets = {seeded_secret(seed, game) for seed in (1, 2, "1 2") for game in (1, 2, 12)}
    assert len(secrets) == 9
    assert seeded_secret("1", 1) == seeded_secret(1, 1)  # numbers come as text from the command line


def test_secrets_and_keys_differ_without_a_seed():
    chance = Chance()
    draws = (chance.secret, chance.key, chance.ticket, chance.mark)
    assert [len({draw() for _ in range(10)}) for draw in draws] == [10] * 4
    assert [len(draw()) for draw in draws] == [SECRET, 22, 12, 16]


def test_same_random_bytes_give_the_same_keys_and_secrets():
    one, other = (Chance(random.Random(7).randbytes) for _ in range(2))
    assert [one.key(), one.mark(), one.secret()] == [other.key(), other.mark(), other.secret()]


def test_a_dealer_does_not_print_its_secret():
    dealer = Dealer(b"hush")
    assert "hush" not in f"{dealer!r} {dealer} {[dealer]}"


def test_dealer_does_not_depend_on_the_global_random_state():
    random.seed(1)
    one = Dealer(b"s").rng("x", 0).random()
    random.seed(2)
    assert Dealer(b"s").rng("x", 0).random() == one
    assert Seat(0) == 0
