"""The screen in the middle of the table: a Kivy window that shows what the table says, and says what people touch.

It holds no rule and may die and come back at any time.
"""

import faulthandler
import gc
import logging
import os
import re
from collections import deque
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

from app.screen.device.display_hotplug import ANYWHERE, Watch
from app.text.terminal import complain
from hardware.machine.backlight import switch
from hardware.machine.displays import Display, bare
from hardware.machine.input_devices import GROUP, each_finger, told_twice, touchscreens, unreadable

if TYPE_CHECKING:
    from app.screen.control.connection import Mailbox, TableConnection
    from app.screen.control.controller import Controller
    from app.screen.state.scene import Games

LEAST: Final = 480, 400  # pixels: a window is made no smaller by hand


def main(
    data_dir: Path,
    games: "Games",
    *,
    kiosk: bool,
    size: tuple[int, int] | None,
    sounds: Callable[[], Mapping[str, bytes]] = dict,
    run: str | None = None,
    watch: Path | None = None,
    shown: Callable[[], None] = lambda: None,
    on: Display | None = None,
    tries: bool = False,
    try_on: Callable[[str], object] = lambda name: None,
    plain: bool = False,
) -> int:
    """Show the table of a data folder until its window is closed; 2 where no window can be opened, ELSEWHERE where it
    had better be opened anew, on this display or another.

    `games`: all that may lie on it. `kiosk`: full screen without a pointer; `size` of the window otherwise.
    `sounds`: WAV files by name, read once the table is seen. `run`: of the table that began this screen; None:
    somebody else did. `watch`: the folder of whoever starts the table again. `shown` is called with the first picture.
    `on`: the display, where we choose it; `tries`: only to see whether people want it there; `try_on` keeps the name of
    another for the next start. `plain`: as if nobody had set how it looks.
    """
    gc.disable()  # until the first picture is shown: nearly all that is made until then stays
    last_words = prepare(data_dir, kiosk=kiosk, size=size, on=on)
    if kiosk and (denied := unreadable(touchscreens())):
        names = ", ".join(denied)
        complain(f"to feel every finger on {names}, this user has to be in the group {GROUP}.")
    control, connection, mailbox = connect(data_dir, games, run, watch, plain)
    connection.start()  # while the window opens, the table's first words are on their way
    if not opened():
        connection.close()
        return last_words.no_window()
    from app.screen.window import Screen

    shows = Screen(control, connection, mailbox, kiosk=kiosk, sounds=sounds, shown=shown)
    if on is not None:
        shows.watch(Watch(on.name), tries, try_on)
    return shows.show()


def page(data_dir: Path, *, kiosk: bool, size: tuple[int, int] | None, on: Display | None = None) -> int:
    """Show one plain page instead of the table, and whatever comes for it on standard input; the exit code."""
    last_words = prepare(data_dir, kiosk=kiosk, size=size, on=on)
    if not opened():
        return last_words.no_window()
    from app.screen.fallback_page import show

    # Not sys.stdin: a thread that waits for its lock must not keep the program from ending.
    return show(open(0, "rb", buffering=0, closefd=False), kiosk=kiosk)


def connect(
    data_dir: Path, games: "Games", run: str | None, watch: Path | None = None, plain: bool = False
) -> "tuple[Controller, TableConnection, Mailbox]":
    """A controller and its connection to the table of a data folder, which is not started yet; needs no window."""
    from app.screen.control.connection import Mailbox, TableConnection
    from app.screen.control.controller import Controller
    from app.screen.events.on_message import hear, lost

    mailbox = Mailbox()
    control = Controller(games, lambda intent: connection.send(intent), monotonic, plain)
    connection = TableConnection(
        data_dir, mailbox.hand, partial(hear, control), partial(lost, control), lambda: None, run, watch=watch
    )
    return control, connection, mailbox


class LastWords(logging.Handler):
    """What Kivy gives as the reason when it cannot go on. It is printed where nothing else says why."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.said: deque[str] = deque(maxlen=2)

    def emit(self, record: logging.LogRecord) -> None:
        text = record.getMessage()
        causes = re.findall(r"^\w+ - \w+: (?:b?['\"])?(.+?)['\"]?$", text, re.MULTILINE)  # `sdl2 - RuntimeError: b'…'`
        self.said.extend(causes or text.splitlines()[:1])

    def no_window(self) -> int:
        """Print them as the reason why nothing can be shown; the exit code."""
        why = f" ({'; '.join(self.said)})" if self.said else ""
        complain(f"no window can be opened here{why}; phones can play without one.")
        return 2


def prepare(data_dir: Path, *, kiosk: bool, size: tuple[int, int] | None, on: Display | None = None) -> LastWords:
    """Set Kivy up before it is imported: its own folder in ours, no arguments, no log files, no second pointer."""
    home = data_dir / "kivy"
    home.mkdir(parents=True, exist_ok=True)
    os.environ.update(
        KIVY_HOME=str(home), KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_LOG_MODE="PYTHON", KIVY_WINDOW="sdl2"
    )
    log = logging.getLogger("kivy")  # what matters is said in a sentence of ours
    last_words = LastWords()
    log.addHandler(last_words)
    log.propagate = False
    faulthandler.enable()  # a driver that crashes leaves at least the line of ours that called it
    from kivy.config import Config

    Config.set("kivy", "exit_on_escape", "0")  # a window asks first
    Config.set("kivy", "log_level", "critical")
    Config.set("kivy", "kivy_clock", "free_all")  # what the table says need not wait for the next frame
    for driver in Config.options("input"):
        Config.remove_option("input", driver)  # what reads a finger twice would count it twice
    Config.set("input", "mouse", "mouse,disable_multitouch")
    Config.set("graphics", "multisamples", "0")  # the pen softens edges itself
    Config.set("graphics", "maxfps", "39")  # where there is no vsync this gives about 50
    if kiosk:
        if each_finger() and not told_twice():
            os.environ["SDL_TOUCH_MOUSE_EVENTS"] = "0"  # fingers.py reads them; an imitated mouse would come on top
        Config.set("graphics", "fullscreen", "auto")
        Config.set("graphics", "show_cursor", "0")
        switch(on=True)  # a screen that died in the dark has left it off
    width, height = size or (kiosk and _desktop()) or (1280, 720)
    Config.set("graphics", "width", str(width))
    Config.set("graphics", "height", str(height))
    Config.set("graphics", "resizable", "1")
    if on is not None and on.nth and bare():  # not the first of its card
        Config.set("graphics", "position", "custom")
        for side in ("left", "top"):
            Config.set("graphics", side, str(ANYWHERE + on.nth))
    return last_words


def opened() -> bool:
    """Open Kivy's window, prepared before; False where there can be none."""
    from kivy.core.window import Window

    if Window is None:
        return False
    # Not by Kivy's settings: it would ask while it opens the window, and a window manager that has given another size
    # by then makes Kivy draw at once, before it has loaded OpenGL: a segmentation fault.
    Window.minimum_width, Window.minimum_height = LEAST
    return True


def _desktop() -> tuple[int, int] | None:
    """The size of an X desktop; None where there is none. Without a window manager nobody else fits a window to it."""
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
