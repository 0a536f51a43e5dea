"""Compiled with mypyc the engine does what it does in pure Python: it copies, resamples and plays."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from app.workshop.compile import build, list_sources
from benchmarks.compiled import digest, run_with
from benchmarks.games import BEGIN, ROOT

COMPILED_MODULES = (
    "engine/duel/payments.py",
    "engine/duel/scoring.py",
    "engine/bit_sets.py",
    "engine/players/random_playout.py",
)
RECORDS = sorted((ROOT / "tests" / "records").rglob("*.wt"))


def check_agreement(
    folder: Path, games: tuple[str, ...], number: int, files: Sequence[str], records: Sequence[Path]
) -> None:
    """Build these files, not optimised; searches through some games, and whole records, are the same there and here."""
    build(folder, files, optimised=False)
    here = {game: digest(game, seed=1, games=number) for game in games}
    code = (
        "from benchmarks.compiled import digest\n"
        "from engine.players import playout\n"
        "assert playout.__file__.endswith('.so')\n"
        f"print({{game: digest(game, seed=1, games={number}) for game in {games!r}}})"
    )
    assert run_with(folder, "-c", code) == f"{here}\n"
    for record in records:
        words = str(ROOT / "main.py"), "replay", str(record)
        assert run_with(folder, *words) == run_with(ROOT, *words)


@pytest.mark.full
def test_compiled_games_match_pure_python(tmp_path):
    check_agreement(tmp_path / "built", tuple(BEGIN), 24, list_sources(), RECORDS)


@pytest.mark.full
def test_partly_compiled_duel_matches_pure_python(tmp_path):
    check_agreement(tmp_path / "built", ("duel",), 2, COMPILED_MODULES, ())
