"""The engine compiled with mypyc, in a folder of its own; the project itself stays pure Python. Rows a3, f2 and g2.

What is measured is what a search does: before each turn of a game played by chance it copies the state, exchanges
what the seat to act cannot see, and every few turns plays both worlds to their end.
"""

import hashlib
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from benchmarks.figures import Figure
from benchmarks.games import BEGIN, ROOT

SHARED = ("bits", "offers", "scoring", "players/playout")
MODULES = {  # of the engine, by game; the others only start a game, or show it
    "architects": (
        *("lookup", "chance", "conflict", "effects", "estimate", "medals", "payments", "position", "questions"),
        *("resample", "scoring", "state"),
    ),
    "duel": ("lookup", "chance", "payments", "effects", "position", "questions", "resample", "scoring", "state"),
    "seven-wonders": (
        *("lookup", "chance", "effects", "estimate", "payments", "position", "questions", "resample", "scoring"),
        "state",
    ),
}
EVERY = 8  # turns: so often the worlds are played to their end
SECONDS = 1.0  # of CPU time, for a rate


def sources(*games: str) -> list[str]:
    """The files of these games that are compiled, beside what all games share."""
    own = [f"engine/{game.replace('-', '_')}/{name}.py" for game in games for name in MODULES[game]]
    return own + [f"engine/{name}.py" for name in SHARED]


def build(folder: Path, files: Sequence[str], optimised: bool = True) -> None:
    """Copy the engine and its data, and compile these files there. RuntimeError with what mypyc said if it cannot."""
    for part in ("engine", "data", "benchmarks"):
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "from setuptools import setup; from mypyc.build import mypycify; "
        f"parts = mypycify({['--strict', *files]!r}, opt_level={'3' if optimised else '0'!r}); "
        "setup(name='wondertable-engine', packages=[], ext_modules=parts, script_args=['build_ext', '--inplace'])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"mypyc did not compile the engine:\n{done.stdout}{done.stderr}")


def compiled(row: str, what: str, game: str, aims: tuple[str, str]) -> Figure:
    """Decisions a CPU second of a search, compiled against pure Python, in turn."""
    with tempfile.TemporaryDirectory(prefix=f"wondertable-{row}-") as folder:
        build(Path(folder), sources(game))
        pairs = [(rate(ROOT, game), rate(Path(folder), game)) for _ in range(5)]
    pure, fast = median(p[0] for p in pairs), median(p[1] for p in pairs)
    times = median(p[1] / p[0] for p in pairs)
    return Figure(row, what, fast, pure, "decisions/s", *aims, "pure Python", ratio=times)


def rate(place: Path, game: str) -> float:
    """The best of several tries, in a process that has the engine of that folder."""
    code = f"from benchmarks.compiled import searching; print(max(searching({game!r}, n) for n in range(6)))"
    return float(subprocess.run([sys.executable, "-c", code], cwd=place, capture_output=True, check=True).stdout)


def searching(game: str, seed: int) -> float:
    """Decisions a CPU second of a search through whole games."""
    begin, rng = BEGIN[game](), random.Random(seed)
    decisions = number = 0
    began = time.process_time()
    while time.process_time() < began + SECONDS:
        decisions += search(begin(rng, number), rng)
        number += 1
    return decisions / (time.process_time() - began)


def search(state: Any, rng: random.Random, seen: Callable[[Any], None] | None = None) -> int:
    """Play a game to its end, looking ahead from its positions; how many decisions were made in all worlds.

    `seen` gets every copy and every exchanged world, once as it is made and once played on, and the game at its end.
    """
    from engine.players.playout import playout

    decisions = turns = 0
    while to_act := state.to_act:
        seat = to_act[0]
        if seat < 0:  # CHANCE
            state.apply(seat, state.deal(rng))
            continue
        worlds = (state.copy(), state.resample(seat, rng))
        if turns % EVERY == 0:
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
    """All that a search through some games sees, as one number: pure and compiled have to agree on it."""
    begin, rng, found = BEGIN[game](), random.Random(seed), hashlib.sha256()

    def seen(state: Any) -> None:
        views = [state.view(seat) for seat in (None, 0, 1)]
        found.update(msgspec.json.encode([views, state.scores(), state.winners(), state.to_act, state.estimate(0)]))
        found.update(" ".join(str(it) for seat in state.to_act if seat >= 0 for it in state.legal(seat)).encode())

    for number in range(games):
        search(begin(rng, number), rng, seen)
    return found.hexdigest()
