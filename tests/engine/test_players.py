"""Players choose what is legal, need nothing of any one game, and greedy plays better than chance."""

import random

import pytest

from app.commands.records import make_header, play_game
from app.workshop.simulate import Sums, summarise_game
from engine.architects.game_facade import Architects
from engine.game import Seat
from engine.players import PLAYERS
from engine.players.random_playout import playout


@pytest.mark.parametrize("name", PLAYERS)
def test_player_chooses_only_legal_actions(facts, name):
    game = Architects(facts)
    rng = random.Random(4)

    def checked(state, seat, rng):
        action = PLAYERS[name](state, seat, rng)
        assert action in state.legal(seat)
        return action

    state, _ = play_game(game, make_header(game, 3, "", rng), [checked] * 3, rng)
    assert state.winners()


@pytest.mark.parametrize("games", [40, pytest.param(400, marks=pytest.mark.full)])
def test_greedy_beats_three_random_seats(facts, games):
    """A fair share is 25 %. What 2,000 games show is in docs/benchmarks.md."""
    game = Architects(facts)
    sums = Sums(["greedy", "random"])
    for number in range(games):
        rng = random.Random(number)
        seated = ["greedy" if seat == number % 4 else "random" for seat in range(4)]
        state, _ = play_game(game, make_header(game, 4, "", rng), [PLAYERS[kind] for kind in seated], rng)
        sums.add(summarise_game(seated, state))
    assert sums.wins["greedy"] >= games / 2


def test_playout_reaches_the_end_of_the_game(facts):
    game = Architects(facts)
    state = game.start(game.setup({"game": "architects", "seats": "giza, rhodes"}))
    assert playout(state, random.Random(1)) > 20
    assert not state.to_act
    assert Seat(0) in state.winners() or Seat(1) in state.winners()


class Lot:
    """A state of which each world promises something else: of `first` little in all of them, of `then` all in one."""

    def __init__(self, promised: float = 0.0):
        self.promised, self.worlds, self.to_act = promised, iter((0.8, *7 * (0.0,))), (0,)

    def legal(self, seat):
        return ["first", "then"]

    def resample(self, seat, rng):
        return Lot(next(self.worlds))

    def copy(self):
        return Lot(self.promised)

    def apply(self, seat, action):
        self.promised = 0.1 if action == "first" else self.promised

    def estimate(self, seat):
        return self.promised


def test_greedy_ties_do_not_depend_on_float_summation():
    """Eight times 0.1 is 0.8, whether or not `sum` keeps what is too small for it: it does from Python 3.12 on."""
    assert PLAYERS["greedy"](Lot(), 0, random.Random(1)) == "first"
