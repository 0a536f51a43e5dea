"""The outline of a medal."""

from typing import Final

HEXAGON: Final = ((0.0, 50.0), (25.0, 0.0), (75.0, 0.0), (100.0, 50.0), (75.0, 100.0), (25.0, 100.0))  # percent
FLAT: Final = 0.87  # its height, by its width
