"""Between games the screen goes dark when nobody has been there for a while; the touch that wakes it does no more."""

from collections.abc import Callable
from math import inf
from typing import Final

MINUTE: Final = 60.0  # seconds
AIM: Final = 0.5  # seconds after it has woken in which no touch is meant: nobody has seen yet what lies there


class Dimming:
    """Whether the screen is dark. On Kivy's thread."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._alive = clock()  # when somebody was there last
        self._woke = -inf
        self.dark = False
        self.full_screen = False  # a window is left to its desktop
        self.light: Callable[[bool], None] = lambda on: None  # switches the light behind the picture

    def wake(self) -> None:
        """Somebody is there, or something has happened."""
        self._alive = self._clock()
        if self.dark:
            self.dark, self._woke = False, self._alive
            self.light(True)

    def touched(self) -> bool:
        """A finger has come down; whether it means nothing, since it woke the screen, or came with the one that did."""
        self.wake()
        return self._alive < self._woke + AIM

    def tick(self, now: float, minutes: int | None) -> float | None:
        """Go dark once nobody was there for so many minutes; 0: never, None: be light. When to look again, if ever."""
        if minutes is None:
            self.wake()
        if not minutes or not self.full_screen or self.dark:
            return None
        due = self._alive + minutes * MINUTE
        if now < due:
            return due
        self.dark = True
        self.light(False)
        return None
