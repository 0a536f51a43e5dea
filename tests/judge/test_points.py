"""What the product computes of a game is what an independent judge makes of its record: at any line, in every kind."""

import ast
import sys
from pathlib import Path

import pytest

import main
from app.games.game_list import shelf
from engine import record
from engine.corrections_and_agreements import CountCorrection
from engine.game import CHANCE, IllegalAction, Rng, roles_of
from engine.players import PLAYERS
from tests.judge.points import judged
from tests.judge.record import Unjudged
from tests.whole_games import RECORDS, TRACK, each_of, played

KINDS = {
    "seven-wonders": ("seven-wonders", ""),
    "leaders": ("seven-wonders", "leaders"),
    "experts": ("seven-wonders", "leaders experts"),
}
LOOKS = 30  # lines between two looks at a game that runs
GAMES = 60  # of each kind, by `--full`


def test_the_judge_imports_nothing_of_the_product():
    for path in Path(__file__).parent.glob("*.py"):
        if path.name.startswith("test_"):
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
                assert all(n.partition(".")[0] in sys.stdlib_module_names or n.startswith("tests.judge") for n in names)


@each_of([path for paths in (*RECORDS.values(), TRACK) for path in paths])
def test_kept_records_come_to_the_points_that_the_judge_makes_of_them(path):
    text, last = path.read_text(), played(path).moments[-1].public
    try:
        verdict = judged(text, over=True)
    except Unjudged:
        assert "position: " in text or "facts: " in text
        return
    assert [seat["score"] for seat in last["seats"]] == verdict.scores
    assert list(last["winners"]) == verdict.winners


def differences(kind, number, lazy=False):
    """Play a game and give the lines at which the judge says otherwise; as told from cardboard if `lazy`."""
    name, variant = KINDS[kind]
    game, rng = shelf(main.read_game_data())[name], Rng(f"judge {kind} {number} {lazy}")
    roles = list(roles_of(game).random_pool(tuple(variant.split())))
    rng.shuffle(roles)
    boards = list({roles_of(game).board(role): role for role in roles}.values())
    header = {"game": name, "variant": variant, "seats": ", ".join(boards[: rng.choice(list(game.seats))]) or "2"}
    setup = game.setup(header | ({"deal": "lazy"} if lazy else {}))
    state, moves, found = game.start(setup), [], []
    player = PLAYERS[rng.choice(("random", "greedy"))]
    while state.to_act:
        seat = rng.choice(state.to_act)
        if lazy and rng.randrange(40) == 0 and (counted := state.correctable_counts()):
            what = rng.choice(sorted(counted))
            most = min(counted[what].most, counted[what].now + 2)
            seat, action = CHANCE, CountCorrection(what, rng.randint(counted[what].least, most))
        elif lazy:  # people may name anything that can be there
            action = rng.choice(list(state.legal(seat)))
        else:
            action = state.deal(rng) if seat == CHANCE else player(state, seat, rng)
        try:
            state.apply(seat, action)
        except IllegalAction as refusal:  # a count after which a seat could not pay what it has told this turn
            if refusal.rule != "told-already" or not isinstance(action, CountCorrection):
                raise
            continue
        moves.append(record.format_move(seat, action))
        if not state.to_act or rng.randrange(LOOKS) == 0:
            verdict = judged(record.format_record(setup, moves), over=not state.to_act)
            if verdict.settled and verdict.scores != list(state.scores()):
                found.append((len(moves), verdict.scores, state.scores()))
    if verdict.winners != [seat + 1 for seat in state.winners()]:
        found.append((len(moves), verdict.winners, state.winners()))
    return found


@pytest.mark.parametrize("lazy", [False, True], ids=["dealt", "told"])
@pytest.mark.parametrize("kind", KINDS)
def test_points_are_what_the_judge_makes_of_the_record(kind, lazy):
    assert [found for number in range(1) for found in differences(kind, number, lazy)] == []


@pytest.mark.full
@pytest.mark.parametrize("lazy", [False, True], ids=["dealt", "told"])
@pytest.mark.parametrize("kind", KINDS)
def test_points_of_many_games_are_what_the_judge_makes_of_their_records(kind, lazy):
    assert [found for number in range(1, GAMES) for found in differences(kind, number, lazy)] == []
