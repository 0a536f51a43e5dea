"""The GL calls of the screen in each frame at 1920 × 1080: the child of row p8, with software GL that draws nothing.

`python -m benchmarks.p_gl_walk GAME TOUCHES` plays as `p_walk` does, and then until the game is over and its end has
been shown. It prints draw calls, triangles and uploaded bytes of each frame as JSON, by kind: `repaint` (the whole
picture again), `message` (a message has changed the picture), `motion` (only moving things are drawn).
"""

import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from tests.app import screen

screen.SIZE = (1920, 1080)  # before anything that reads it

from benchmarks import p_walk  # noqa: E402  # only now; prepares Kivy

from kivy.base import EventLoop  # noqa: E402  # isort: skip  # only now

from app.screen.paint import idle_memory  # noqa: E402  # only now
from benchmarks.p_time import ReferenceClock  # noqa: E402  # only now
from tests.app.screen import finger  # noqa: E402  # only now
from tests.app.screen.gl_calls import Counter, intercepted  # noqa: E402  # only now

FRAME_SECONDS: Final = 1 / 12  # from one frame to the next
END_FRAMES: Final = 400  # of the end of a game
TOUCHES_BETWEEN: Final = 10  # two repaints
p_walk.MOTION_FRAMES = 30  # type: ignore[misc]  # of an animation
idle_memory._is_software = lambda: False  # type: ignore[assignment]  # only a software renderer's memory is overwritten

Frames = dict[str, list[tuple[int, int, int]]]


class Watcher(p_walk.Player):
    """A player whose frames are counted instead of timed."""

    def __init__(self, folder: Path, game: str, counter: Counter) -> None:
        self._counter, self.sent, self._now, self._is_redrawn = counter, Frames(), 0.0, False
        super().__init__(folder, game, ReferenceClock())

    def measure(self, what: str, kind: str, call: Callable[[], object]) -> None:
        """Count the calls of the frame after a call."""
        self.surface.motion._clock = lambda: self._now
        self.surface.static_layer._on_drawn = self._on_drawn  # type: ignore[method-assign]
        self._now += FRAME_SECONDS
        self._is_redrawn = False
        self._counter.take()
        call()
        EventLoop.idle()
        sent = self._counter.take()
        if what == "motion" and self._is_redrawn:
            what = "message"
        if sent.draws and what != "touch":
            self.sent.setdefault(what, []).append((sent.draws, sent.triangles, sent.uploaded))

    def _on_drawn(self, _: Any) -> None:  # Kivy ships no types
        self._is_redrawn = True
        type(self.surface.static_layer)._on_drawn(self.surface.static_layer, _)

    def repaint(self) -> None:
        """Draw the whole picture again."""
        self.surface.motion.finish()
        finger.frames(2)
        self.measure("repaint", "", self.surface.static_layer.redraw)

    def end(self) -> None:
        """Play until the game is over and its end has been shown."""
        while self.evening.table.phase == "game" and self.control.model.view is not None:
            self.play()
        for _ in range(END_FRAMES):
            self.measure("motion", "", lambda: self.pass_time(FRAME_SECONDS))


def walk(game: str, touches: int) -> Frames:
    """Return draw calls, triangles and uploaded bytes of each frame, by kind."""
    counter = Counter(draws=False)
    with tempfile.TemporaryDirectory() as folder, intercepted(counter):
        player = Watcher(Path(folder), game, counter)
        for nth in range(touches):
            player.touch()
            player.play()
            if nth % TOUCHES_BETWEEN == 0:
                player.repaint()
        player.end()
        player.close()
    return player.sent


if __name__ == "__main__":
    print(json.dumps(walk(sys.argv[1], int(sys.argv[2]))))
