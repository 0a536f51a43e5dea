"""`main.py screen`: the screen of a table that runs on this machine, or will."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from app.host.data_folder import own_folder
from app.host.options import has_display
from app.host.screen_process import closed, shown, watching
from app.text.terminal import complain

LATE: Final = 30.0  # seconds a display may take to come
LOOK: Final = 0.5  # seconds between two looks for it


def show(
    data_dir: Path | None,
    data: Callable[[], Mapping[str, bytes]],
    *,
    kiosk: bool,
    size: tuple[int, int] | None,
    sounds: Callable[[], Mapping[str, bytes]] = dict,
    run: str | None = None,
    page: bool = False,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> int:
    """Show the table of a data folder; the exit code. It waits for a table that has not started yet.

    A display may come late, too: a graphics card is often there seconds after the system. `run`: of the table that
    began this screen; None: somebody else did. `page`: show one plain page instead, from standard input.
    """
    if not _display_comes(clock, sleep):
        complain("there is no display here to show the table on.")
        return 2
    from app.games.screens import Screens
    from app.games.shelf import readers
    from app.screen import start as window
    from engine.game_data import BadGameData

    folder = (data_dir or own_folder()).absolute()
    try:
        if page:
            code = window.page(folder, kiosk=kiosk, size=size)
        else:
            read = readers(data())
            if run is None:  # else the table that began this screen has read all of it, and says what is wrong
                for newest in read.values():
                    newest(None, "")
            games, watch = Screens(read), watching()
            code = window.main(folder, games, kiosk=kiosk, size=size, sounds=sounds, run=run, watch=watch, shown=shown)
    except BadGameData:
        if run is not None:
            return 2
        raise
    if code == 0:
        closed()
    return code


def _display_comes(clock: Callable[[], float], sleep: Callable[[float], object]) -> bool:
    """Wait for a display, if need be, for a while; whether there is one."""
    if has_display():
        return True
    complain(f"there is no display yet; waiting {LATE:.0f} seconds for one.")
    until = clock() + LATE
    while clock() < until:
        sleep(LOOK)
        if has_display():
            return True
    return False
