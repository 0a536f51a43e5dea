"""The search of bots: when it ends, and that ending early changes nothing."""

import random

import pytest

import main
from app.commands.records import make_header
from app.games.game_list import shelf
from engine.game import CHANCE
from engine.players.bot_levels import Players
from engine.players.learned_evaluation import Evaluation
from engine.players.tree_search import MAX_ITERATIONS, Search

PLAYERS = Players(main.read_players())
GAMES = shelf(main.read_game_data())


def decisions(game, seats, number):
    """Yield the first decisions with a choice in a random game."""
    rng = random.Random(f"{game} {seats}")
    state = GAMES[game].start(GAMES[game].setup(make_header(GAMES[game], seats, "", rng)))
    while number:
        seat = state.to_act[0]
        if seat == CHANCE:
            state.apply(CHANCE, state.deal(rng))
            continue
        legal = state.legal(seat)
        if len(legal) > 1:
            number -= 1
            yield state.copy(), seat
        state.apply(seat, rng.choice(legal))


def begin(game, seats, state, seat, seed=7):
    return PLAYERS.choose("search", game, seats, "", 50).start_search(state, seat, random.Random(seed))


@pytest.mark.rotated
@pytest.mark.parametrize(("game", "seats"), [("duel", 2), ("architects", 3), ("seven-wonders", 3)])
def test_early_stopped_search_finds_the_same_action(game, seats):
    saved = 0
    for state, seat in decisions(game, seats, 6):
        short, whole = begin(game, seats, state, seat), begin(game, seats, state, seat)
        while not short.is_finished(50):
            short.step()
        for _ in range(50):
            whole.step()
        assert short.best() == whole.best()
        saved += 50 - short.done
    assert saved > 0


def test_timed_search_stops_at_its_limit_or_when_decided():
    [(state, seat)] = decisions("duel", 2, 1)
    search, spent = begin("duel", 2, state, seat), 0.0
    while not search.is_finished(MAX_ITERATIONS, spent, 1.0):
        search.step()
        spent += 0.01
    visits = sorted((edge.visits for edge in search.roots[seat].edges.values()), reverse=True)
    assert spent == pytest.approx(1.0) or visits[0] - visits[1] > search.done * (1.0 - spent) / spent


def test_search_finishes_at_once_without_a_choice():
    game = GAMES["duel"]
    rng = random.Random(1)
    state = game.start(game.setup(make_header(game, 2, "", rng)))
    while state.to_act[0] == CHANCE or len(state.legal(state.to_act[0])) > 1:
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(state.legal(seat)))
    assert begin("duel", 2, state, state.to_act[0]).is_finished(50)


class Choice:
    """A turn of one seat: `plain` is worth 3 points, `open` leads to a choice between 0 and 5 in the same turn."""

    def __init__(self, points=0.0, legal=("plain", "open"), turn=1):
        self.points, self.open, self.turn = points, legal, turn
        self.to_act = (0,)

    def legal(self, seat):
        return self.open

    def is_public(self, seat):
        return True

    def resample(self, seat, rng):
        return self.copy()

    def copy(self):
        return Choice(self.points, self.open, self.turn)

    def apply(self, seat, action, emit=None):
        if action == "open":
            self.open = ("none", "five")
        else:
            self.points, self.open, self.turn = {"plain": 3.0, "none": 0.0, "five": 5.0}[action], ("end",), 2

    def scores(self):
        return [{}]

    def feature_names(self):
        return ("points",)

    def features(self):
        return [[self.points], [1.0]]


def test_action_value_includes_its_follow_up_choices(monkeypatch):
    monkeypatch.setattr("engine.players.one_step_lookahead.count_turns", lambda state: state.turn)
    monkeypatch.setattr("engine.players.tree_search.count_turns", lambda state: state.turn)
    search = Search(Choice(4.0), 0, random.Random(1), Evaluation({"points": 0.2}))
    search.step()
    [first] = [edge for edge in search.roots[0].edges.values() if edge.visits]
    assert first is search.roots[0].edges["open"]
    assert first.total == pytest.approx(Evaluation({"points": 0.2}).win_probabilities(Choice(5.0))[0])
