"""The screen's Kivy app: its window, which connects controller, connection, surface and sound."""

import faulthandler
import gc
from collections.abc import Callable, Mapping
from functools import partial
from threading import Thread
from time import monotonic
from typing import Any, Final

from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window

from app.screen.composition import compose
from app.screen.control.connection import Mailbox, TableConnection
from app.screen.control.controller import Controller
from app.screen.control.outbox import ANSWER_SECONDS
from app.screen.device.display_hotplug import RESTART_CODE, DisplayWatch
from app.screen.events import on_message, on_tick
from app.screen.input import display_trial
from app.screen.surface import Surface
from app.text.table_text import no_sound
from app.text.terminal_output import complain
from hardware.machine import backlight
from hardware.machine.memory_tuning import freeze_lasting_objects

SETTLE_SECONDS: Final = 5.0  # after the first frame, when people see the table: collecting garbage takes 40 ms
SOUND_DELAY_SECONDS: Final = 0.5  # after the first snapshot, before the sound device is opened
SOUND_WAIT_SECONDS: Final = 2.0  # at the end, for a device that is being opened
ESCAPE: Final = 27  # Kivy's key code
HANG_SECONDS: Final = 60.0  # without a turn of Kivy's loop, as when a graphics driver never returns
ALIVE_SECONDS: Final = 10.0  # between two turns that are counted
MIN_RUN_SECONDS: Final = 15.0  # before a restart by itself: systemd gives up on too frequent ones


class Screen(App):
    """The Kivy app. `show` runs until the window is closed or the table is gone for good, and returns the exit code."""

    def __init__(
        self,
        control: Controller,
        connection: TableConnection,
        mailbox: Mailbox,
        *,
        kiosk: bool,
        sounds: Callable[[], Mapping[str, bytes]] = dict,
        on_first_frame: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__()
        self.title = "Wondertable"
        self._on_first_frame = on_first_frame
        self._code = 0
        self._kiosk = kiosk
        self._sounds = sounds
        self._soon: Any = None  # timer that opens the sound device
        self._opening: Thread | None = None  # opens the sound device
        self.control, self.connection, self.mailbox = control, connection, mailbox
        self._has_snapshot = False  # a snapshot was received
        self._tick: Any = None  # Kivy ships no types
        self._refresh_unanswered = Clock.create_trigger(lambda _: self.surface.refresh(), ANSWER_SECONDS)

    def show(self) -> int:
        postpone_hang_exit()
        Clock.schedule_interval(lambda _: postpone_hang_exit(), ALIVE_SECONDS)
        self.run()
        return self._code

    def build(self) -> Surface:
        control = self.control
        self.surface = Surface(
            lambda: compose(control.scene, int(Window.width), int(Window.height)), control, size=Window.size
        )
        control.repaint, control.animate = self._repaint, self._animate
        control.finish_animations = self.surface.motion.finish
        self.surface.on_press, self.surface.before_tap = control.sound.play_tick, control.record_tap
        self.surface.motion.play_later = self._play_later
        control.sound.reopen, control.restart_screen = self._open_sound, self._restart
        self.connection.on_over, control.close_screen = self._restart, self.stop
        self.connection.on_stopped = partial(on_message.on_stopped, control)
        control.restart_table = self.connection.request_restart
        self.mailbox.deliver_to(run_on_kivy_thread)
        self._repaint()
        if self._kiosk:
            Window.allow_screensaver = False  # we dim it ourselves
            control.dimming.full_screen, control.dimming.switch_light = True, backlight.switch_backlights
            Window.show_cursor = False

            from app.screen.device.multitouch import start_multitouch  # not in a window

            self._fingers = start_multitouch()
        else:
            Window.bind(on_keyboard=self._key)
        Window.bind(on_flip=self._flipped)
        return self.surface

    def watch(self, displays: DisplayWatch, trial: bool, store_display: Callable[[str], object]) -> None:
        """Exit with `RESTART_CODE` when the displays require a restart.

        `trial`: this display is a trial; `store_display` stores the name of another one for the next start, as a trial.
        """
        control, began = self.control, monotonic()

        def show_on(name: str) -> None:
            if name:
                store_display(name)
            self._restart()

        def look(_: float) -> None:
            now = monotonic()
            elsewhere = displays.is_restart_due(display_trial.preferred_display(control), now)
            display_trial.record_displays(control, displays.found)
            if elsewhere and now - began >= MIN_RUN_SECONDS:
                show_on("")

        display_trial.record_display_in_use(control, displays.name, trial)
        control.switch_display = show_on
        Clock.schedule_interval(look, 1.0)

    def _restart(self) -> None:
        self._code = RESTART_CODE
        self.stop()

    def _flipped(self, *_: object) -> None:
        """Draw a second frame: without a desktop the first one never reaches the panel."""
        Window.unbind(on_flip=self._flipped)
        if not gc.isenabled():  # disabled in `app.screen.process.start.main`
            Clock.schedule_once(lambda _: freeze_lasting_objects(), SETTLE_SECONDS)
        self._on_first_frame()
        Clock.schedule_once(lambda _: Window.canvas.ask_update(), 0)

    def _key(self, _: object, key: int, *__: object) -> bool:
        """Close what is on the middle on Escape, or ask whether to switch off."""
        if key != ESCAPE:
            return False
        self.control.escape()
        return True

    def open_settings(self, *_: object) -> bool:
        """Disable Kivy's own settings (F1)."""
        return False

    def _animate(self, happened: tuple[object, ...]) -> None:
        from app.screen.events.event_animations import animate_events  # not needed in the lobby

        animate_events(self.control, self.surface, happened)

    def _play_later(self, name: str, after: float) -> None:
        self.control.sound.play_later(name, after)
        self._schedule_tick()

    def _repaint(self) -> None:
        self._apply_appearance()
        if self.control.outbox.expects_answer:  # one repaint with the answer, instead of one before it
            self.surface.refresh.cancel()
            self._refresh_unanswered()
        else:
            self._refresh_unanswered.cancel()
            self.surface.refresh()
        self._schedule_tick()

    def _apply_appearance(self) -> None:
        """Light and rotate the picture as the table's settings say, or as people try it."""
        table = self.control.model.table
        if table is not None:
            now = table.settings
            self.surface.set_appearance(now.bright, now.large, now.plain_figures)
        rotation = -display_trial.current_rotation(self.control) % 360  # Kivy rotates counter-clockwise
        if rotation != Window.rotation:
            Window.rotation = rotation
            Window.update_viewport()  # Kivy only does so if the size changes

    def _schedule_tick(self) -> None:
        if self._tick is not None:
            self._tick.cancel()
        self._tick = Clock.schedule_once(self._on_tick, 0)

    def _on_tick(self, _: float) -> None:
        """Handle a tick: expire what is timed, then schedule the next tick; none if nothing waits."""
        self._tick = None
        now = monotonic()
        table = self.control.model.table
        if table is not None:
            self.surface.motion.less_motion = not table.settings.motion
            if not self._has_snapshot:
                self._has_snapshot = True
                self._soon = Clock.schedule_once(lambda _: self._open_sound(), SOUND_DELAY_SECONDS)
        wanted = (on_tick.tick(self.control, now), self.control.sound.tick(now))
        at = min((at for at in wanted if at is not None), default=None)
        if at is not None and self._tick is None:
            self._tick = Clock.schedule_once(self._on_tick, max(0.05, min(1.0, at - now)))
        scene = self.control.scene
        if scene.game_screen is not None and scene.game_screen.has_interlude(scene):  # it shows a countdown
            self.surface.refresh()

    def _open_sound(self) -> None:
        """Open the sound device on a thread, as that may block; called again when sound settings change.

        A plain screen has no sound: its driver may be the reason for the crashes.
        """
        if self.control.model.plain:
            return
        if self._opening is None or not self._opening.is_alive():
            self._opening = Thread(target=self._open_device, name="sound", daemon=True)
            self._opening.start()

    def _open_device(self) -> None:
        from app.screen.device.sound_mixer import Mixer

        before = self.control.sound.problem
        self.control.sound.open_device(lambda: Mixer(self._sounds(), self.control.model.settings.sound_card))
        said = self.control.sound.problem
        if said and not before:
            run_on_kivy_thread(lambda: complain(no_sound(self.control.model.words(), said)))
        run_on_kivy_thread(self.control.repaint)

    def _close_sound(self) -> None:
        """Close the sound device, waiting for a pending opening: SDL has one device for a process."""
        if self._soon is not None:
            self._soon.cancel()
        if self._opening is not None:
            self._opening.join(SOUND_WAIT_SECONDS)
        self.control.sound.close_device()

    def on_stop(self) -> None:
        faulthandler.cancel_dump_traceback_later()
        self.connection.close()
        self._close_sound()
        self.control.dimming.wake()


def postpone_hang_exit() -> None:
    """Exit with code 1 unless this is called again within HANG_SECONDS: the screen is then restarted.

    It needs neither this thread nor the interpreter's lock, which a driver may hold, and prints where it hangs.
    """
    faulthandler.dump_traceback_later(HANG_SECONDS, exit=True)


def run_on_kivy_thread(call: Any) -> None:  # a function without arguments
    """Schedule a call on Kivy's thread, at once if it is waiting for its next frame."""
    Clock.schedule_once_free(lambda _: call(), -1)
