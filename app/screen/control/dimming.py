"""Dimming: between games the screen goes dark after minutes without a touch; the touch that wakes it does no more."""

from collections.abc import Callable
from math import inf
from typing import Final

MINUTE: Final = 60.0  # seconds
WAKE_SECONDS: Final = 0.5  # after waking, in which touches are ignored: nobody has seen yet what they hit


class Dimming:
    """The dimmer of the screen. On Kivy's thread."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._alive = clock()  # the last touch or event
        self._woke = -inf
        self.is_dark = False
        self.full_screen = False  # else the desktop dims
        self.switch_light: Callable[[bool], None] = lambda on: None  # switches the backlight

    def wake(self) -> None:
        """Wake the screen, after a touch or an event."""
        self._alive = self._clock()
        if self.is_dark:
            self.is_dark, self._woke = False, self._alive
            self.switch_light(not self.is_dark)

    def wake_by_touch(self) -> bool:
        """Wake the screen by a touch. Return True if the touch must do nothing else."""
        self.wake()
        return self._alive < self._woke + WAKE_SECONDS

    def tick(self, now: float, minutes: int | None) -> float | None:
        """Darken after that many minutes (0: never, None: wake). Return when to call again, or None."""
        if minutes is None:
            self.wake()
        if not minutes or not self.full_screen or self.is_dark:
            return None
        due = self._alive + minutes * MINUTE
        if now < due:
            return due
        self.is_dark = True
        self.switch_light(not self.is_dark)
        return None
