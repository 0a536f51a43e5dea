"""Preparation at rest: what may be shown next is drawn ahead, so that nobody waits for its first triangulation."""

import gc
from collections.abc import Callable, Iterator
from typing import Final

from kivy.base import EventLoop
from kivy.clock import Clock

from app.screen.paint.element import AnyElement, Elements

REST_SECONDS: Final = 0.5  # without a touch or a change


class Preparation:
    """Draws what may follow the shown elements (`Element.ahead`) for the caches: once, one element in each frame."""

    def __init__(self, is_still: Callable[[], bool], draw: Callable[[AnyElement], object]) -> None:
        self.is_still, self._draw = is_still, draw
        self._left: Iterator[AnyElement] = iter(())
        self._next = Clock.create_trigger(lambda _: self.step())
        self._rest = Clock.create_trigger(lambda _: self.step(), REST_SECONDS)

    def restart(self, shown: Elements) -> None:
        """Stop at once, as people touch or something changes, and begin after a rest."""
        self._left = (later for each in shown for later in each.ahead())
        for waits in (self._next, self._rest):
            waits.cancel()
        self._rest()

    def step(self) -> bool:
        """Draw one element. Return False if none is left, or if the screen does not rest."""
        if EventLoop.touches or not self.is_still():
            self._rest()
            return False
        if (element := next(self._left, None)) is None:
            gc.collect(0)  # so that the next pass, which takes 15 ms in a game for seven, delays no message
            return False
        self._draw(element)
        self._next()
        return True
