"""Makes the window and the fingers of the screen's tests importable."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "app" / "screen"))
