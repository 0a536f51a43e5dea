"""The exact end of a game, against a plain search through every line of play."""

import random

import pytest

import main
from app.commands.records import make_header
from app.games.game_list import shelf
from engine.game import CHANCE
from engine.players.bot_levels import Players
from engine.players.endgame import find_best_action, is_near_end

GAMES = shelf(main.read_game_data())
PLAYERS = Players(main.read_players())


def endings(number, decisions):
    """Yield positions of games of Duel between careful players with that many decisions left, and the seat to act."""
    play = PLAYERS.choose("careful", "duel", 2, "")
    for seed in range(number):
        rng = random.Random(seed)
        state = GAMES["duel"].start(GAMES["duel"].setup(make_header(GAMES["duel"], 2, "", rng)))
        states = []
        while state.to_act:
            seat = state.to_act[0]
            if seat == CHANCE:
                states.clear()
                state.apply(CHANCE, state.deal(rng))
                continue
            if len(state.legal(seat)) > 1:
                states.append((state.copy(), seat))
            state.apply(seat, play(state, seat, rng))
        yield from states[-decisions:]


def worst_case_value(state, seat):
    """Return what a seat gets of the victory if both play without a fault, and chance is against it."""
    if not state.to_act:
        return (seat in state.winners()) / len(state.winners())
    mover = state.to_act[0]
    if mover == CHANCE:
        return 0
    worths = []
    for action in state.legal(mover):
        after = state.copy()
        after.apply(mover, action)
        worths.append(worst_case_value(after, seat))
    return max(worths) if mover == seat else min(worths)


@pytest.mark.rotated
def test_endgame_search_finds_exactly_the_winning_or_drawing_actions():
    found = []
    for state, seat in endings(16, 3):
        if not is_near_end(state):
            continue
        best = find_best_action(state, seat)
        found.append(best is not None)
        if best is None:
            assert worst_case_value(state, seat) == 0
        else:
            after = state.copy()
            after.apply(seat, best)
            assert worst_case_value(after, seat) == worst_case_value(state, seat) > 0
    assert any(found)
    assert not all(found)


def test_endgame_search_does_not_start_early():
    rng = random.Random(1)
    state = GAMES["duel"].start(GAMES["duel"].setup(make_header(GAMES["duel"], 2, "", rng)))
    while state.to_act[0] == CHANCE:
        state.apply(CHANCE, state.deal(rng))
    assert find_best_action(state, state.to_act[0]) is None


@pytest.mark.rotated
def test_tree_search_plays_the_endgame_result_at_once():
    for state, seat in endings(6, 2):
        search = PLAYERS.choose("search", "duel", 2, "", 50).start_search(state, seat, random.Random(1))
        best = find_best_action(state, seat)
        if best is not None:
            assert search.is_finished(50)
            assert search.best() == best
