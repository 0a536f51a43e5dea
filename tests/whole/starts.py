"""One screen after the other in one process, as `wondertable screen` shows it: how many were shown costs little then.

`starts.py screen FOLDER RUN …`: a screen for each run, until its table has gone and another run has begun.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SIZE = 800, 480


def show_each(folder: Path, runs: list[str]) -> int:
    """Show the screen for each run; return the first exit code that is not 0, or 0."""
    from app.commands.screen import show
    from main import read_game_data

    return next((code for run in runs if (code := show(folder, read_game_data, kiosk=False, size=SIZE, run=run))), 0)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(show_each(Path(sys.argv[2]), sys.argv[3:]))
