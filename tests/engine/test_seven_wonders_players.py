"""The player `greedy` of 7 Wonders, and the values that it compares."""

import random

import pytest

from app.commands.records import make_header, play_game
from app.workshop.simulate import Sums, summarise_game
from engine.game import CHANCE, Seat
from engine.players import PLAYERS
from tests.seven_wonders_cities import GAME, lay, playing, say, sell_all


def win_share_against_random(games: int, variants: tuple[str, ...]) -> float:
    """Return the share of games that one greedy player wins against three random ones."""
    sums = Sums(["greedy", "random"])
    for number in range(games):
        rng = random.Random(number)
        seated = ["greedy" if seat == number % 4 else "random" for seat in range(4)]
        told = make_header(GAME, 4, variants[number % len(variants)], rng)
        state, _ = play_game(GAME, told, [PLAYERS[kind] for kind in seated], rng)
        sums.add(summarise_game(seated, state))
    return sums.wins["greedy"] / games


@pytest.mark.full
def test_greedy_beats_three_random_seats():
    assert win_share_against_random(18, ("", "leaders", "leaders experts")) >= 0.6


@pytest.mark.full
def test_greedy_beats_three_random_seats_in_a_thousand_games():
    assert win_share_against_random(1000, ("", "leaders", "leaders experts")) >= 0.6


def test_greedy_ignores_hidden_information():
    """In two worlds it cannot tell apart, with the same chance, it says the same."""
    rng = random.Random(8)
    seats = "roma-night, halikarnassos-night, abu-simbel-day"
    state = GAME.start(GAME.setup({"game": "seven-wonders", "seats": seats, "variant": "leaders experts"}))
    asked = 0
    while state.to_act:
        seat = state.to_act[0]
        if seat >= 0 and rng.random() < 0.5:
            other = state.resample(seat, rng)
            assert PLAYERS["greedy"](state, seat, random.Random(1)) == PLAYERS["greedy"](other, seat, random.Random(1))
            asked += 1
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat))))
    assert asked > 20


@pytest.mark.parametrize("card", ["altar", "loom", "barracks"])
def test_estimate_counts_the_own_choice_as_carried_out(card):
    state = lay(playing("rhodos-day", "gizah-day", "ephesos-day", hands={0: [card]}))
    say(state, f"1 choose build {card}")
    after = state.copy()
    after.carry_out_alone(0)
    assert state.estimate(Seat(0)) == after.estimate(Seat(0))
    assert state.scores() == lay(playing("rhodos-day", "gizah-day", "ephesos-day")).scores()
    sale = playing("rhodos-day", "gizah-day", "ephesos-day", hands={0: [card]})
    say(sale, f"1 choose sell {card}")
    assert state.estimate(Seat(0)) != sale.estimate(Seat(0))


def test_estimate_ignores_the_choices_of_other_seats():
    state = playing(hands={1: ["altar"]})
    before = state.estimate(Seat(0))
    say(state, "2 choose build altar")
    assert state.estimate(Seat(0)) == before


def test_game_length_counts_the_turns_of_all_ages():
    sums = Sums(["random"])
    rng = random.Random(1)
    state, _ = play_game(GAME, make_header(GAME, 3, "leaders", rng), [PLAYERS["random"]] * 3, rng)
    sums.add(summarise_game(["random"] * 3, state))
    assert str(sums).endswith("games: 1, mean length 18.0 turns")


def test_estimate_does_not_change_the_state():
    state = playing(hands={0: ["altar"]})
    say(state, "1 choose build altar")
    state.estimate(Seat(0))
    assert state.choices[0] is not None
    sell_all(state)
    assert state.view(None).seats[0].cards == ("altar",)
