"""The window, and what ties controller, connection and surface together."""

import gc
from collections.abc import Callable, Mapping
from functools import partial
from threading import Thread
from time import monotonic
from typing import Any, Final

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

from app.screen.compose import compose
from app.screen.control.connection import Mailbox, TableConnection
from app.screen.control.controller import Controller
from app.screen.device.display_hotplug import ELSEWHERE, Watch
from app.screen.events import on_message, on_tick
from app.screen.input import try_out
from app.screen.surface import Surface
from app.text.table import no_sound
from app.text.terminal import complain
from hardware.machine import backlight

SETTLED: Final = 0.5  # seconds after the table has been seen until the sound device is opened
OPENS: Final = 2.0  # seconds that the end of a screen waits for a device which is being opened
ESCAPE: Final = 27  # as Kivy numbers keys
LEAST: Final = 15.0  # seconds it is shown before it goes elsewhere by itself: systemd gives up on what ends too often


class Screen(App):
    """`show` runs until the window is closed or the table is gone for good; its exit code."""

    def __init__(
        self,
        control: Controller,
        connection: TableConnection,
        mailbox: Mailbox,
        *,
        kiosk: bool,
        sounds: Callable[[], Mapping[str, bytes]] = dict,
        shown: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        self.title = "Wondertable"
        self._shown = shown
        self._code = 0
        self._kiosk = kiosk
        self._sounds = sounds
        self._soon: Any = None  # the sound device is opened then
        self._opening: Thread | None = None  # the sound device
        self.control, self.connection, self.mailbox = control, connection, mailbox
        self._seen = False  # the table, so far
        self._tick: Any = None  # Kivy ships no types

    def show(self) -> int:
        self.run()
        return self._code

    def build(self) -> Surface:
        control = self.control
        self.surface = Surface(
            lambda: compose(control.scene, int(Window.width), int(Window.height)), control, size=Window.size
        )
        control.changed, control.moved = self._changed, self._moved
        control.finish = self.surface.motion.finish
        self.surface.pressed, self.surface.touched = control.sound.touched, control.touched_at
        self.surface.motion.heard = self._heard
        control.sound.again, control.show_anew = self._open_sound, self._end_to_start_again
        self.connection.over, control.close = self.stop, self.stop
        self.connection.stopped, control.start_again = partial(on_message.stopped, control), self.connection.start_again
        self.mailbox.open(hand)
        self._changed()
        if self._kiosk:
            Window.allow_screensaver = False  # the screen goes dark by itself, and knows when not to
            control.dimming.full_screen, control.dimming.light = True, backlight.switch
            Window.show_cursor = False
            from app.screen.device.multitouch import feel  # a window has no use for it

            self._fingers = feel()
        else:
            Window.bind(on_keyboard=self._key)
        Window.bind(on_flip=self._flipped)
        return self.surface

    def watch(self, displays: Watch, tries: bool, try_on: Callable[[str], object]) -> None:
        """End with ELSEWHERE when this had better be shown anew, or elsewhere: whoever started it does so again.

        `tries`: it is on this display only to see whether people want it there; `try_on` keeps the name of another one
        for the next start, to be tried there.
        """
        control, began = self.control, monotonic()

        def show_on(name: str) -> None:
            if name:
                try_on(name)
            self._end_to_start_again()

        def look(_: float) -> None:
            now = monotonic()
            elsewhere = displays.look(try_out.wanted_display(control), now)
            try_out.found_displays(control, displays.found)
            if elsewhere and now - began >= LEAST:
                show_on("")

        try_out.on_display(control, displays.on, tries)
        control.show_on = show_on
        Clock.schedule_interval(look, 1.0)

    def _end_to_start_again(self) -> None:
        """Whoever started it does so again."""
        self._code = ELSEWHERE
        self.stop()

    def _flipped(self, *_: object) -> None:
        """Without a desktop the first picture never comes to the panel, and a second one is drawn only on a change."""
        Window.unbind(on_flip=self._flipped)
        if not gc.isenabled():  # until now: see `app.screen.start.main`
            gc.collect()
            gc.freeze()
            gc.enable()
        self._shown()
        Clock.schedule_once(lambda _: Window.canvas.ask_update(), 0)

    def _key(self, _: object, key: int, *__: object) -> bool:
        """Escape takes away what lies on the middle; where nothing does, it asks whether to switch off."""
        if key != ESCAPE:
            return False
        self.control.escape()
        return True

    def open_settings(self, *_: object) -> bool:
        """Kivy's own settings (F1) are nobody's business here."""
        return False

    def _moved(self, happened: tuple[object, ...]) -> None:
        from app.screen.events.event_animations import follow  # the lobby needs none

        follow(self.control, self.surface, happened)

    def _heard(self, name: str, after: float) -> None:
        self.control.sound.later(name, after)
        self._look_soon()

    def _changed(self) -> None:
        table = self.control.model.table
        if table is not None:
            now = table.settings
            self.surface.light(now.bright, now.large, now.plain_figures)
        self._turn()
        self.surface.refresh()
        self._look_soon()

    def _turn(self) -> None:
        """Turn the picture, and what is touched with it."""
        rotation = -try_out.rotation(self.control) % 360  # Kivy turns it the other way round
        if rotation != Window.rotation:
            Window.rotation = rotation
            Window.update_viewport()  # Kivy itself only does so where the size changes by it

    def _look_soon(self) -> None:
        if self._tick is not None:
            self._tick.cancel()
        self._tick = Clock.schedule_once(self._look_at_the_clock, 0)

    def _look_at_the_clock(self, _: float) -> None:
        """What is shown for a while goes when its time has come. While nothing waits, nobody asks the clock."""
        self._tick = None
        now = monotonic()
        table = self.control.model.table
        if table is not None:
            self.surface.motion.less = not table.settings.motion
            if not self._seen:
                self._seen = True
                self._soon = Clock.schedule_once(lambda _: self._open_sound(), SETTLED)
        wanted = (on_tick.tick(self.control, now), self.control.sound.tick(now))
        at = min((at for at in wanted if at is not None), default=None)
        if at is not None and self._tick is None:
            self._tick = Clock.schedule_once(self._look_at_the_clock, max(0.05, min(1.0, at - now)))
        scene = self.control.scene
        if scene.on_table is not None and scene.on_table.interrupts(scene):  # it counts the seconds that are left
            self.surface.refresh()

    def _open_sound(self) -> None:
        """Once the table has been seen, and again when nothing could be heard and people changed the settings of it. On
        a thread: a device may take its time. A plain screen does without: its driver may be what ended it."""
        if self.control.model.plain:
            return
        if self._opening is None or not self._opening.is_alive():
            self._opening = Thread(target=self._open_device, name="sound", daemon=True)
            self._opening.start()

    def _open_device(self) -> None:
        from app.screen.device.mixer import Mixer

        before = self.control.sound.problem
        self.control.sound.open(lambda: Mixer(self._sounds(), self.control.model.settings.sound_card))
        said = self.control.sound.problem
        if said and not before:
            hand(lambda: complain(no_sound(self.control.model.words(), said)))
        hand(self.control.changed)

    def _close_sound(self) -> None:
        """Not while it is opened: SDL has one device for a process, and whoever is shown next would open it, too."""
        if self._soon is not None:
            self._soon.cancel()
        if self._opening is not None:
            self._opening.join(OPENS)
        self.control.sound.close()

    def on_stop(self) -> None:
        self.connection.close()
        self._close_sound()
        self.control.dimming.wake()


def hand(call: Any) -> None:  # a function without arguments
    """Have something done on Kivy's thread, at once if that waits for its next frame."""
    Clock.schedule_once_free(lambda _: call(), -1)
