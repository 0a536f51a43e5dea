"""Compiled with mypyc the engine does what it does in pure Python: it copies, resamples and plays."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from benchmarks import compiled
from benchmarks.games import BEGIN

FEW = ("engine/duel/payments.py", "engine/duel/scoring.py", "engine/bits.py", "engine/players/playout.py")


def agree(folder: Path, games: tuple[str, ...], number: int, files: Sequence[str] = ()) -> None:
    """Build these games, not optimised; searches through some games see the same there and here."""
    compiled.build(folder, files or compiled.sources(*games), optimised=False)
    here = {game: compiled.digest(game, seed=1, games=number) for game in games}
    code = (
        "from benchmarks.compiled import digest\n"
        "from engine.players import playout\n"
        "assert playout.__file__.endswith('.so')\n"
        f"print({{game: digest(game, seed=1, games={number}) for game in {games!r}}})"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    assert (done.stderr, done.stdout) == ("", f"{here}\n")


@pytest.mark.full
def test_all_games_compiled_do_what_they_do_in_pure_python(tmp_path):
    agree(tmp_path, tuple(BEGIN), number=24)


def test_a_part_of_duel_compiled_does_what_it_does_in_pure_python(tmp_path):
    agree(tmp_path, ("duel",), number=2, files=FEW)
