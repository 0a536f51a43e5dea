"""`./setup.sh compile`: copies the engine into a build folder and compiles its hot modules with mypyc. See
app/host/compiled_engine.py for the folder and its use.
"""

import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from app.host.compiled_engine import ROOT, locate_build
from app.text.terminal_output import CannotStart, cannot_write, complain, exit_code_of

SHARED: Final = (
    *("bit_sets", "winners", "players/one_step_lookahead", "players/learned_player"),
    *("players/baseline_players", "players/learned_evaluation", "players/random_playout", "players/tree_search"),
    *("players/endgame",),
)
OF_EVERY_GAME: Final = (
    *("lookup_tables", "chance", "effects", "position_estimate", "learning_features", "payments", "packed_position"),
    *("questions", "determinize", "scoring", "game_state_machine"),
)
MODULES: Final = {  # compiled modules by game; the others are not on the hot path
    "architects": (*OF_EVERY_GAME, "conflict", "medal_goals"),
    "duel": OF_EVERY_GAME,
    "seven-wonders": OF_EVERY_GAME,
}


def list_sources(games: Iterable[str] = tuple(MODULES)) -> list[str]:
    """List the files to compile for these games, including those that all games share."""
    own = [f"engine/{game.replace('-', '_')}/{name}.py" for game in games for name in MODULES[game]]
    return own + [f"engine/{name}.py" for name in SHARED]


def build(folder: Path, files: Sequence[str], optimised: bool = True, root: Path = ROOT) -> None:
    """Copy the engine into a folder and compile files there. CannotStart states why it fails."""
    if any(find_spec(name) is None for name in ("mypyc", "setuptools")):
        raise CannotStart("compiling needs mypyc; ./setup.sh compile installs it.")
    shutil.copytree(root / "engine", folder / "engine", ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    code = (
        "from setuptools import setup; from mypyc.build import mypycify; "
        f"parts = mypycify({['--strict', *files]!r}, opt_level={'3' if optimised else '0'!r}); "
        "setup(name='wondertable-engine', packages=[], ext_modules=parts, script_args=['build_ext', '--inplace'])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True)
    shutil.rmtree(folder / "build", ignore_errors=True)
    shutil.rmtree(folder / ".mypy_cache", ignore_errors=True)
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        raise CannotStart("the engine could not be compiled; games use it uncompiled.")


def main(root: Path = ROOT) -> int:
    """Compile the current sources once. Return the exit code; CannotStart if it fails."""
    folder = locate_build(root)
    part = folder.with_suffix(".part")
    try:
        if folder.is_dir():
            complain("the engine is already compiled.")
            return 0
        complain("compiling the engine, which takes a few minutes")
        shutil.rmtree(part, ignore_errors=True)  # of an interrupted build
        build(part, list_sources(), root=root)
        part.rename(folder)  # an interrupted build is never used
    except OSError as problem:
        raise cannot_write(problem.filename, problem) from None
    complain(
        "the engine is compiled, and used from the next start on. After a change of its sources it runs uncompiled."
    )
    return 0


if __name__ == "__main__":
    sys.exit(exit_code_of(main))
