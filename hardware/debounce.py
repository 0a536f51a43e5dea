"""Debouncing of buttons: turns raw edges into presses, holds and releases. A contact bounces, and a wire picks up
sparks.

A press counts after PRESS_SECONDS, so that nobody notices a delay; a release counts only after RELEASE_SECONDS, so that
bounces in between belong to the same press. The caller passes the time of each edge, so late processing changes
nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum, auto
from typing import Final

from hardware.panel_interface import ButtonHold, ButtonPress, ButtonRelease, PanelEvent, Part

PRESS_SECONDS: Final = 0.005  # down for this long; anything shorter is a spark
RELEASE_SECONDS: Final = 0.035  # up for this long; a worn contact bounces for 30 ms
HOLD_SECONDS: Final = 10.0  # from the first touch: nobody leans on a button for that long by chance
EDGE_DELAY_SECONDS: Final = 0.1  # for which a sampled level is not believed, as its edge may still be queued


class Gesture(Enum):
    """A debounced gesture on a button."""

    PRESS = auto()
    HOLD = auto()
    RELEASE = auto()  # after a press


PANEL_EVENTS: Final[Mapping[Gesture, Callable[[Part], PanelEvent]]] = {
    Gesture.PRESS: ButtonPress,
    Gesture.HOLD: ButtonHold,
    Gesture.RELEASE: ButtonRelease,
}


class Button:
    """The state machine of one button. A button that is down at the start counts as stuck until it has been released.

    `bounces` is False for a source that debounces by itself: its edges count at once.
    """

    __slots__ = ("_bounces", "_doubted", "_hold_at", "_pressed", "_since", "_stuck", "down")

    def __init__(self, *, down: bool, now: float, bounces: bool = True) -> None:
        self.down = down  # the raw level
        self._bounces = bounces
        self._since = now
        self._pressed = self._stuck = down
        self._hold_at: float | None = None
        self._doubted: float | None = None  # time of the first sample that contradicts the level

    def add_edge(self, down: bool, at: float) -> Iterator[Gesture]:
        """Record an edge of the raw level. Yields the gestures that were complete before it."""
        self._doubted = None
        yield from self.settle(at)
        if down != self.down:
            self.down, self._since = down, at

    def settle(self, now: float) -> Iterator[Gesture]:
        """Yield the gestures that are complete at `now`."""
        if self._doubted is not None:
            if now < self._doubted + EDGE_DELAY_SECONDS:
                return
            self.down, self._since, self._doubted = not self.down, self._doubted, None
        if self.down != self._pressed and now >= self._settles_at():
            self._pressed = self.down
            self._hold_at = self._since + HOLD_SECONDS if self.down else None
            if self.down:
                yield Gesture.PRESS
            elif not self._stuck:
                yield Gesture.RELEASE
            self._stuck = False
        if self.down and self._hold_at is not None and now >= self._hold_at:
            self._hold_at = None
            yield Gesture.HOLD

    def add_sample(self, down: bool, now: float) -> None:
        """Compare a sampled level. Its edge may still be queued; after EDGE_DELAY_SECONDS without one the sample counts
        as an edge.
        """
        if down == self.down:
            self._doubted = None
        elif self._doubted is None:
            self._doubted = now

    def next_deadline(self) -> float | None:
        """Return the time at which `settle` may next yield a gesture, or None if only an edge can lead to one."""
        if self._doubted is not None:
            return self._doubted + EDGE_DELAY_SECONDS
        if self.down != self._pressed:
            return self._settles_at()
        return self._hold_at if self.down else None

    def _settles_at(self) -> float:
        return self._since + ((PRESS_SECONDS if self.down else RELEASE_SECONDS) if self._bounces else 0.0)
