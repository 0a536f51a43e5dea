"""When a press is a press: a contact bounces, a wire picks up a spark; a level that has settled decides.

Down counts after PRESS seconds, so that people wait for nothing; up only after RELEASE, so that whatever bounces in
between belongs to the same press. Time is passed in, and comes with each edge: being late changes nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import Enum, auto
from typing import Final

from hardware.panel import Heard, Held, Part, Pressed, Released

PRESS: Final = 0.005  # seconds down; anything shorter is a spark
RELEASE: Final = 0.035  # seconds up; a worn contact bounces for 30 ms
HOLD: Final = 10.0  # seconds from the first touch: nobody leans on a button for so long by chance
LATE: Final = 0.1  # seconds that an edge may be on its way, once somebody listens


class Gesture(Enum):
    PRESS = auto()
    HOLD = auto()
    RELEASE = auto()  # of what was a press


HEARD: Final[Mapping[Gesture, Callable[[Part], Heard]]] = {
    Gesture.PRESS: Pressed,
    Gesture.HOLD: Held,
    Gesture.RELEASE: Released,
}


class Button:
    """One button. One that is down from the start is stuck, until it has been let go.

    One that does not bounce, since something has seen to that, is believed at once.
    """

    __slots__ = ("_bounces", "_doubted", "_hold_at", "_pressed", "_since", "_stuck", "down")

    def __init__(self, *, down: bool, now: float, bounces: bool = True) -> None:
        self.down = down  # the level, settled or not
        self._bounces = bounces
        self._since = now
        self._pressed = self._stuck = down
        self._hold_at: float | None = None
        self._doubted: float | None = None  # when its level was first seen to be another

    def edge(self, down: bool, at: float) -> Iterator[Gesture]:
        """The level has changed; what had settled before it has."""
        self._doubted = None
        yield from self.settle(at)
        if down != self.down:
            self.down, self._since = down, at

    def settle(self, now: float) -> Iterator[Gesture]:
        """What has become of it by now."""
        if self._doubted is not None:
            if now < self._doubted + LATE:
                return
            self.down, self._since, self._doubted = not self.down, self._doubted, None
        if self.down != self._pressed and now >= self._settles_at():
            self._pressed = self.down
            self._hold_at = self._since + HOLD if self.down else None
            if self.down:
                yield Gesture.PRESS
            elif not self._stuck:
                yield Gesture.RELEASE
            self._stuck = False
        if self.down and self._hold_at is not None and now >= self._hold_at:
            self._hold_at = None
            yield Gesture.HOLD

    def look(self, down: bool, now: float) -> None:
        """The level as it is. The edge that would say so may be on its way; after LATE seconds without, this was it."""
        if down == self.down:
            self._doubted = None
        elif self._doubted is None:
            self._doubted = now

    def due(self) -> float | None:
        """When `settle` may say something if nothing changes; None: not before an edge."""
        if self._doubted is not None:
            return self._doubted + LATE
        if self.down != self._pressed:
            return self._settles_at()
        return self._hold_at if self.down else None

    def _settles_at(self) -> float:
        return self._since + ((PRESS if self.down else RELEASE) if self._bounces else 0.0)
