"""The port every panel is behind: lamps and buttons at the seats, a horn, and the conflict markers in the middle."""

from collections.abc import Callable
from typing import Protocol


class Panel(Protocol):
    """Seats count from 0; what a seat, or this panel, does not have is silently skipped. Every call returns at once."""

    def lamp(self, seat: int, level: float) -> None:
        """Light one seat: 0.0 is dark, 1.0 full."""

    def markers(self, battle: int, of: int) -> None:
        """Show that so many of the conflict markers are turned to battle."""

    def horn(self, times: int) -> None:
        """Sound the horn so often."""

    def on_press(self, call: Callable[[int], None]) -> None:
        """Call with the seat's number on each press of its button, from a thread of the driver's own."""

    def close(self) -> None:
        """Everything dark and quiet; no more presses."""
