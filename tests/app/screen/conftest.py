"""Makes stage and scenes importable by the tests beside them, and lends these a window for rooms."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture
def show():
    """Draws a room in the window, until the test ends."""
    from finger import Stage  # only now: it opens the window

    shown = []

    def make(room):
        shown.append(Stage(room))
        return shown[-1]

    yield make
    for each in shown:
        each.close()
