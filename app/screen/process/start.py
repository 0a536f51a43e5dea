"""Start the screen (Kivy's window, connected to the table). It holds no rule and may restart at any time."""

import faulthandler
import gc
import logging
import os
import re
import struct
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from time import monotonic, process_time
from typing import TYPE_CHECKING, Final

from app.screen.device.display_hotplug import SDL_DISPLAY_BASE, DisplayWatch
from app.text.terminal_output import complain
from hardware.machine.backlight import switch_backlights
from hardware.machine.displays import Display, find_reduced_mode, is_console
from hardware.machine.input_devices import (
    INPUT_GROUP,
    can_read_each_finger,
    has_duplicate_touches,
    list_touchscreens,
    list_unreadable,
)

if TYPE_CHECKING:
    from app.screen.control.connection import Mailbox, TableConnection
    from app.screen.control.controller import Controller
    from app.screen.state.scene import Games

MIN_WINDOW_SIZE: Final = 480, 400  # px, smallest size of a window


def main(
    data_dir: Path,
    load_games: "Callable[[], Games]",
    *,
    kiosk: bool,
    size: tuple[int, int] | None,
    sounds: Callable[[], Mapping[str, bytes]] = dict,
    run: str | None = None,
    watch: Path | None = None,
    on_first_frame: Callable[[], None] = lambda: None,
    display: Display | None = None,
    trial: bool = False,
    store_display: Callable[[str], object] = lambda name: None,
    plain: bool = False,
    measured: str | None = None,
) -> int:
    """Show the table of a data folder until its window is closed. Return the exit code.

    2: no window can be opened; `RESTART_CODE`: people did not close it, so a living table restarts it. `load_games`:
    called once the window shows the name of the program. `kiosk`: full screen without a pointer; else `size` of the
    window. `sounds`: returns WAV files by name, once the table is shown. `run`: of the table that started this screen,
    if one did. `watch`: the supervisor's folder. `display`: if we choose one; `trial`: until it is confirmed;
    `store_display` stores the name of another one for the next start. `plain`: default appearance. `measured`: the file
    of its measurement (app/screen/process/measurement.py).
    """
    gc.disable()  # until the first frame: nearly all objects made until then stay
    last_words = prepare(data_dir, kiosk=kiosk, size=size, display=display)
    if kiosk and (denied := list_unreadable(list_touchscreens())):
        names = ", ".join(denied)
        complain(f"to feel every finger on {names}, this user has to be in the group {INPUT_GROUP}.")
    _skip_style()
    if not open_window():
        return last_words.report_no_window()
    show_name()
    named = process_time(), monotonic()
    control, connection, mailbox = connect(data_dir, load_games(), run, watch, plain)
    connection.start()  # connects while the rest is imported
    from app.screen.process.window import Screen

    screen = Screen(control, connection, mailbox, kiosk=kiosk, sounds=sounds, on_first_frame=on_first_frame)
    if display is not None:
        screen.watch(DisplayWatch(display.name), trial, store_display)
    if measured:
        from app.screen.process.measurement import Measurement

        Measurement(screen, Path(measured), named)
    return screen.show()


def page(data_dir: Path, *, kiosk: bool, size: tuple[int, int] | None, display: Display | None = None) -> int:
    """Show the fallback page, with texts from standard input. Return the exit code."""
    last_words = prepare(data_dir, kiosk=kiosk, size=size, display=display)
    if not open_window():
        return last_words.report_no_window()
    from app.screen.process.crash_fallback_page import show

    # Not sys.stdin: a thread that waits for its lock must not keep the program from ending.
    return show(open(0, "rb", buffering=0, closefd=False), kiosk=kiosk)


def connect(
    data_dir: Path, games: "Games", run: str | None, watch: Path | None = None, plain: bool = False
) -> "tuple[Controller, TableConnection, Mailbox]":
    """Return a controller and an unstarted connection to the table of a data folder. Needs no window."""
    from app.screen.control.connection import Mailbox, TableConnection
    from app.screen.control.controller import Controller
    from app.screen.events.on_message import on_disconnect, on_message

    mailbox = Mailbox()
    control = Controller(games, lambda intent: connection.send(intent), monotonic, plain)
    receive, lose = partial(on_message, control), partial(on_disconnect, control)
    connection = TableConnection(data_dir, mailbox.post, receive, lose, run, watch=watch)
    return control, connection, mailbox


class KivyErrors(logging.Handler):
    """A log handler that keeps Kivy's last errors, to print them if nothing else explains a failure."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.messages: deque[str] = deque(maxlen=2)

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        causes = re.findall(r"^\w+ - \w+: (?:b?['\"])?(.+?)['\"]?$", text, re.MULTILINE)  # `sdl2 - RuntimeError: b'…'`
        self.messages.extend(causes or text.splitlines()[:1])

    def report_no_window(self) -> int:
        """Print the errors as the reason why no window can be opened. Return the exit code."""
        why = f" ({'; '.join(self.messages)})" if self.messages else ""
        complain(f"no window can be opened here{why}; phones can play without one.")
        return 2


def prepare(data_dir: Path, *, kiosk: bool, size: tuple[int, int] | None, display: Display | None = None) -> KivyErrors:
    """Configure Kivy before its import: its folder in ours, no arguments, no log files, no second pointer."""
    home = data_dir / "kivy"
    home.mkdir(parents=True, exist_ok=True)
    os.environ.update(KIVY_HOME=str(home), KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_LOG_MODE="PYTHON")
    os.environ.update(KIVY_WINDOW="sdl2", KIVY_IMAGE="sdl2")  # else Kivy imports every reader of images
    log = logging.getLogger("kivy")  # important errors are printed in our own words
    last_words = KivyErrors()
    log.addHandler(last_words)
    log.propagate = False
    faulthandler.enable()  # shows our line that called a crashing driver
    from kivy.config import Config

    Config.set("kivy", "exit_on_escape", "0")  # we ask first
    Config.set("kivy", "log_level", "critical")
    Config.set("kivy", "kivy_clock", "free_all")  # messages need not wait for the next frame
    for driver in Config.options("input"):
        Config.remove_option("input", driver)  # two drivers would report a finger twice
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("graphics", "multisamples", "0")  # the pen softens edges itself
    Config.set("graphics", "maxfps", "39")  # where there is no vsync this gives about 50
    mode = find_reduced_mode(display) if kiosk and not size and display is not None and is_console() else None
    if kiosk:
        if can_read_each_finger() and not has_duplicate_touches():
            os.environ["SDL_TOUCH_MOUSE_EVENTS"] = "0"  # multitouch.py reads them; emulated clicks would be duplicates
        Config.set("graphics", "fullscreen", "1" if mode else "auto")
        Config.set("graphics", "show_cursor", "0")
        switch_backlights(on=True)  # a crashed dark screen leaves it off
    width, height = size or mode or (kiosk and _desktop()) or (1280, 720)
    Config.set("graphics", "width", str(width))
    Config.set("graphics", "height", str(height))
    Config.set("graphics", "resizable", "1")
    if display is not None and display.nth and is_console():  # not the first of its card
        Config.set("graphics", "position", "custom")
        for side in ("left", "top"):
            Config.set("graphics", side, str(SDL_DISPLAY_BASE + display.nth))
    return last_words


def _skip_style() -> None:
    """Import Kivy's language with an empty style.kv: theirs is 1 MB of rules for widgets, and the screen has none."""
    import kivy
    import kivy.resources  # keeps their folder

    theirs, kivy.kivy_data_dir = kivy.kivy_data_dir, str(Path(__file__).parents[3] / "kv")
    import kivy.lang

    kivy.kivy_data_dir = theirs


def open_window() -> bool:
    """Open Kivy's prepared window. Return False if that is impossible."""
    from kivy.core.window import Window

    if Window is None:
        return False
    # Not in Kivy's configuration: a window manager that then resizes the window makes Kivy draw before it has loaded
    # OpenGL: a segmentation fault.
    Window.minimum_width, Window.minimum_height = MIN_WINDOW_SIZE
    if Window.fullscreen is True:  # in a mode that `prepare` has chosen
        _prefer_60_hz(*Window.system_size)
    return True


def _prefer_60_hz(width: int, height: int) -> bool:
    """Ask SDL for a fast mode of this size: it takes the slowest of at least the old rate, and 4K often has 30 Hz."""
    import ctypes

    from kivy.core.window import _window_sdl2

    sdl = ctypes.CDLL(_window_sdl2.__file__)  # with its SDL
    sdl.SDL_GL_GetCurrentWindow.restype = ctypes.c_void_p
    mode = struct.pack("IiiiP", 0, width, height, 60, 0)  # SDL_DisplayMode
    return bool(sdl.SDL_SetWindowDisplayMode(ctypes.c_void_p(sdl.SDL_GL_GetCurrentWindow()), mode) == 0)


def show_name() -> None:
    """Show the name of the program until the first page, facing all edges. Nothing else has been imported by then."""
    from kivy.core.text import Label
    from kivy.core.window import Window
    from kivy.graphics import PopMatrix, PushMatrix, Rectangle, Rotate

    u = min(Window.size) / 33  # the words stay where they are on the page of an awaited table
    text = Label(text="Wondertable", font_name="Roboto", font_size=u, bold=True)
    text.refresh()
    x, y = Window.center
    with Window.canvas:
        for angle in (0, 90, 180, 270):
            PushMatrix()
            Rotate(angle=angle, origin=(x, y))
            Rectangle(texture=text.texture, size=text.size, pos=(x - text.width / 2, y - 4 * u - text.height / 2))
            PopMatrix()
    for _ in range(2):  # without a desktop the first frame never reaches the panel
        Window.dispatch("on_draw")
        Window.dispatch("on_flip")
    Window.canvas.clear()


def _desktop() -> tuple[int, int] | None:
    """Return the size of the X desktop, or None. Without a window manager nothing fits the window to it."""
    if not os.environ.get("DISPLAY"):
        return None
    import ctypes

    try:
        x = ctypes.CDLL("libX11.so.6")
    except OSError:
        return None
    x.XOpenDisplay.restype = ctypes.c_void_p
    display = x.XOpenDisplay(None)
    if not display:
        return None
    at = ctypes.c_void_p(display)
    size = int(x.XDisplayWidth(at, 0)), int(x.XDisplayHeight(at, 0))
    x.XCloseDisplay(at)
    return size
