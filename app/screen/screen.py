"""The window, and what ties desk, link and surface together."""

import gc
import sys
from collections.abc import Callable, Mapping
from threading import Thread
from time import monotonic
from typing import Any, Final

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

from app.protocol.messages import Cue
from app.screen.compose import compose
from app.screen.desk import Desk
from app.screen.link import Link, Mailbox
from app.screen.start import NAME
from app.screen.surface import Surface
from app.text.table import no_sound

SETTLED: Final = 0.5  # seconds after the table has been seen until the sound device is opened


class Screen(App):
    """`show` runs until the window is closed or the table is gone for good; its exit code."""

    def __init__(
        self, desk: Desk, link: Link, mailbox: Mailbox, *, kiosk: bool, sounds: Callable[[], Mapping[str, bytes]] = dict
    ) -> None:
        super().__init__()
        self.title = "Wondertable"
        self._kiosk = kiosk
        self._sounds = sounds
        self._opening: Thread | None = None  # the sound device
        self.desk, self.link, self.mailbox = desk, link, mailbox
        self._seen = False  # the table, so far
        self._tick: Any = None  # Kivy ships no types

    def show(self) -> int:
        self.run()
        return 0

    def build(self) -> Surface:
        self.surface = Surface(lambda: compose(self.desk, int(Window.width), int(Window.height)), size=Window.size)
        self.desk.changed = self._changed
        self.desk.moved, self.desk.cued = self._moved, self._cued
        self.surface.pressed, self.surface.touched = self.desk.sound.touched, self.desk.touched_at
        self.desk.sound.again = self._open_sound
        self.link.over, self.desk.close = self.stop, self.stop
        self.link.stopped, self.desk.start_again = self.desk.table_stopped, self.link.start_again
        self.mailbox.open(hand)
        self._changed()
        if self._kiosk:
            Window.allow_screensaver = False
            Window.show_cursor = False
            from app.screen.fingers import feel  # a window has no use for it

            self._fingers = feel()
        Window.bind(on_flip=self._flipped)
        return self.surface

    def _flipped(self, *_: object) -> None:
        """Without a desktop the first picture never comes to the panel, and a second one is drawn only on a change."""
        Window.unbind(on_flip=self._flipped)
        Clock.schedule_once(lambda _: Window.canvas.ask_update(), 0)

    def open_settings(self, *_: object) -> bool:
        """Kivy's own settings (F1) are nobody's business here."""
        return False

    def _moved(self, events: tuple[object, ...]) -> None:
        self._set_moving()
        self.desk.moved(events)

    def _cued(self, cue: Cue) -> None:
        self._set_moving()
        self.desk.cued(cue)

    def _set_moving(self) -> None:
        from app.screen.moves import Moves  # the lobby needs none

        moves = Moves(self.desk, self.surface)
        self.desk.moved, self.desk.cued = moves.follow, moves.cue

    def _changed(self) -> None:
        self.surface.refresh()
        if self._tick is not None:
            self._tick.cancel()
        self._tick = Clock.schedule_once(self._look_at_the_clock, 0)

    def _look_at_the_clock(self, _: float) -> None:
        """What is shown for a while goes when its time has come. While nothing waits, nobody asks the clock."""
        self._tick = None
        now = monotonic()
        table = self.desk.table
        if table is not None:
            self.surface.motion.less = not table.settings.motion
            if self._kiosk:
                Window.allow_screensaver = table.phase != "game"
            if not self._seen:
                self._seen = True
                Clock.schedule_once(lambda _: self._open_sound(), SETTLED)
        wanted = (self.desk.tick(now), self.desk.sound.tick(now))
        at = min((at for at in wanted if at is not None), default=None)
        if at is not None and self._tick is None:
            self._tick = Clock.schedule_once(self._look_at_the_clock, max(0.05, min(1.0, at - now)))
        if self.desk.fight:
            self.surface.refresh()

    def _open_sound(self) -> None:
        """Once the table has been seen, and again when nothing could be heard and people changed the settings of it. On
        a thread: a device may take its time."""
        if self._opening is None or not self._opening.is_alive():
            self._opening = Thread(target=self._open_device, name="sound", daemon=True)
            self._opening.start()

    def _open_device(self) -> None:
        from app.screen.mixer import Mixer

        before = self.desk.sound.problem
        self.desk.sound.open(lambda: Mixer(self._sounds()))
        said = self.desk.sound.problem
        if said and not before:
            hand(lambda: print(f"{NAME}: {no_sound(self.desk.words(), said)}", file=sys.stderr, flush=True))
        hand(self.desk.changed)

    def on_start(self) -> None:
        gc.collect()
        gc.freeze()

    def on_stop(self) -> None:
        self.link.close()
        self.desk.sound.close()


def hand(call: Any) -> None:  # a function without arguments
    """Have something done on Kivy's thread before its next frame."""
    Clock.schedule_once(lambda _: call(), -1)
