"""Instructions per decision, counted by valgrind: the same on a busy machine, where the ratios of a row are not."""

import os
import random
import re
import shutil
import subprocess
import sys

from benchmarks.games import BEGIN, ROOT
from engine.players.random_playout import playout

WARM_UP, COUNTED = 60, 240  # games
VALGRIND = ("valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null")


def against_chess(game: str) -> str:
    """Return the note of a row: what it is measured against, and the instructions per decision if valgrind is there."""
    if shutil.which("valgrind") is None:
        return "python-chess"
    (few, before), (more, after) = _count(game, WARM_UP), _count(game, WARM_UP + COUNTED)
    return f"python-chess; {(after - before) / (more - few):,.0f} instructions per decision"


def _count(game: str, games: int) -> tuple[int, int]:
    """Return the decisions and the instructions of a process that plays random games."""
    words = (*VALGRIND, sys.executable, "-m", "benchmarks.instructions", game, str(games))
    environment = os.environ | {"PYTHONHASHSEED": "0"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    found = re.search(r"I\s+refs:\s+([\d,]+)", done.stderr)
    assert found, done.stderr
    return int(done.stdout), int(found[1].replace(",", ""))


if __name__ == "__main__":
    begin, rng = BEGIN[sys.argv[1]](), random.Random(1)
    print(sum(playout(begin(rng, number), rng) for number in range(int(sys.argv[2]))))
