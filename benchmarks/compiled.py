"""The compiled engine, built as by `./setup.sh compile`, against pure Python: rows a3, f2, g2 and i2.

The workload is that of a search: before each turn of a random game it copies the state, determinizes what the seat to
act cannot see, and every few turns plays both worlds to their end.
"""

import hashlib
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from app.workshop.compile import build, list_sources
from benchmarks.figures import Figure
from benchmarks.games import BEGIN, ROOT
from engine.game import Seat
from engine.players.learned_evaluation import Evaluation
from engine.players.learned_player import CarefulPlayer
from engine.players.learned_weights import choose_weights, parse_weights
from engine.players.tree_search import Search, SearchPlayer

PLAYOUT_TURNS = 8  # turns: so often the worlds are played to their end
ITERATIONS = 20  # iterations of a search
SECONDS = 1.0  # of CPU time, for a rate


def compare_rates(
    row: str, what: str, game: str, aims: tuple[str, str], how: str = "searching", unit: str = "decisions/s"
) -> Figure:
    """Return the rate of a function of this module per CPU second, compiled and in pure Python, measured in turn."""
    with tempfile.TemporaryDirectory(prefix=f"wondertable-{row}-") as folder:
        build(fast := Path(folder, "fast"), list_sources([game]))
        pairs = [(rate(ROOT, game, how), rate(fast, game, how)) for _ in range(5)]
    pure, ours = median(p[0] for p in pairs), median(p[1] for p in pairs)
    times = median(p[1] / p[0] for p in pairs)
    return Figure(row, what, ours, pure, unit, *aims, "pure Python", ratio=times)


def rate(place: Path, game: str, how: str) -> float:
    """Return the best of several tries, in a process with the engine of that folder."""
    code = f"from benchmarks.compiled import {how}; print(max({how}({game!r}, n) for n in range(6)))"
    return float(run_with(place, "-c", code))


def run_with(place: Path, *words: str) -> str:
    """Run Python with the engine of a folder and everything else of this one. Return its output."""
    environment = os.environ | {"PYTHONPATH": f"{place}:{ROOT}"}
    command = [sys.executable, "-P", *words]
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True).stdout


def searching(game: str, seed: int) -> float:
    """Return decisions per CPU second of a search through whole games."""
    begin, rng = BEGIN[game](), random.Random(seed)
    decisions = number = 0
    began = time.process_time()
    while time.process_time() < began + SECONDS:
        decisions += search(begin(rng, number), rng)
        number += 1
    return decisions / (time.process_time() - began)


def thinking(game: str, seed: int) -> float:
    """Return iterations per CPU second of the bot `search`, from positions of random games."""
    rng, evaluation = random.Random(seed), judging(game)
    begin, number, iterations, spent = BEGIN[game](), 0, 0, 0.0
    while spent < SECONDS:
        for state, seat in decisions(begin(rng, number), rng):
            began = time.process_time()
            thought = Search(state, Seat(seat), rng, evaluation)
            for _ in range(ITERATIONS):
                thought.step()
            spent += time.process_time() - began
            iterations += ITERATIONS
        number += 1
    return iterations / spent


def judging(game: str) -> Evaluation:
    """Return the learned evaluation of a game, with as many seats as a game begins with."""
    file = ROOT / "data" / "players" / f"{game}.toml"
    found = choose_weights(parse_weights(file.read_bytes(), file.name), 3, "")
    assert found is not None
    return Evaluation(found.weights)


def decisions(state: Any, rng: random.Random) -> Iterator[tuple[Any, int]]:
    """Yield every few positions of a random game in which a seat has a choice, with the seat."""
    turns = 0
    while state.to_act:
        seat = state.to_act[0]
        legal = state.legal(seat) if seat >= 0 else ()
        turns += 1
        if turns % PLAYOUT_TURNS == 0 and len(legal) > 1:
            yield state, seat
        state.apply(seat, legal[int(rng.random() * len(legal))] if legal else state.deal(rng))


def search(state: Any, rng: random.Random, seen: Callable[[Any], None] | None = None) -> int:
    """Play a game to its end with a search from its positions. Return the number of decisions in all worlds.

    `seen` gets every copy and every determinized world, when made and when played on, and the game at its end.
    """
    from engine.players.random_playout import playout

    decisions = turns = 0
    while to_act := state.to_act:
        seat = to_act[0]
        if seat < 0:  # CHANCE
            state.apply(seat, state.deal(rng))
            continue
        worlds = (state.copy(), state.resample(seat, rng))
        if turns % PLAYOUT_TURNS == 0:
            for world in worlds:
                if seen is not None:
                    seen(world)
                decisions += playout(world, rng)
                if seen is not None:
                    seen(world)
        legal = state.legal(seat)
        state.apply(seat, legal[int(rng.random() * len(legal))])
        turns += 1
    if seen is not None:
        seen(state)
    return decisions + turns


def digest(game: str, seed: int, games: int) -> str:
    """Return a checksum of everything that a search through some games visits; pure and compiled must agree on it."""
    begin, rng, found = BEGIN[game](), random.Random(seed), hashlib.sha256()

    def update(state: Any) -> None:
        views = [state.view(seat) for seat in (None, 0, 1)]
        found.update(msgspec.json.encode([views, state.scores(), state.winners(), state.to_act, state.estimate(0)]))
        found.update(" ".join(str(each) for seat in state.to_act if seat >= 0 for each in state.legal(seat)).encode())

    evaluation = judging(game)
    for number in range(games):
        search(begin(rng, number), rng, update)
        for state, seat in decisions(begin(rng, number), rng):
            for choose in (CarefulPlayer(evaluation), SearchPlayer(evaluation, ITERATIONS)):
                found.update(str(choose(state, Seat(seat), rng)).encode())
    return found.hexdigest()
