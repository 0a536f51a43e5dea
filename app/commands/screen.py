"""`wondertable screen`: the screen of a table that runs on this machine, or will."""

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from app.host.data_folder import drop_root, find_data_folder, find_settings_folder, is_installed
from app.host.options import has_display
from app.host.screen_process import PLAIN_FILE, find_watch_folder, record_attempt, record_closed, record_first_picture
from app.text.terminal import complain
from hardware.machine.displays import CARD_VARIABLE, Display, choose_display, is_console, list_usable

LATE: Final = 30.0  # seconds a display may take to come
LOOK: Final = 0.5  # seconds between two looks for it
NAMED: Final = "WONDERTABLE_DISPLAY"  # the display that Xorg draws on: hardware/appliance/screen has chosen it
TRIED: Final = "display.try"  # in the data folder: the name of a display to be tried once


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

    A display may come late, too: a graphics card is often there seconds after the system, a monitor is switched on when
    people come. `run`: of the table that began this screen; None: somebody else did. `page`: show one plain page
    instead, from standard input.
    """
    folder = (data_dir or find_data_folder()).absolute()
    drop_root(folder)
    if not _display_comes(clock, sleep):
        complain("there is no display here to show the table on.")
        return 2
    tried, plain = _tried(folder, once=True), not page and _used_up(folder / PLAIN_FILE)
    on = display(data_dir, tried)
    if on is not None and is_console():
        os.environ[CARD_VARIABLE] = str(on.card)
        record_attempt(on.card)
    from app.games.screens import Screens
    from app.games.shelf import readers
    from app.looks.drawing_fallback import leave_it_to_the_table
    from app.screen import start as window
    from engine.game_data import BadGameData

    try:
        if page:
            code = window.page(folder, kiosk=kiosk, size=size, on=on)
        else:
            read = readers(data())
            if run is None:  # else the table that began this screen has read all of it, and says what is wrong
                for newest in read.values():
                    newest(None, "")
            else:
                leave_it_to_the_table()
            code = window.main(
                folder,
                Screens(read),
                kiosk=kiosk,
                size=size,
                sounds=sounds,
                run=run,
                watch=find_watch_folder(),
                shown=record_first_picture,
                on=on,
                tries=bool(tried) and on is not None and on.name == tried,
                try_on=lambda name: _try(folder, name),
                plain=plain,
            )
    except BadGameData:
        if run is not None:
            return 2
        raise
    if code == 0:
        record_closed()
    return code


def which(
    data_dir: Path | None,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], object] = time.sleep,
) -> int:
    """Print the card's number and the display's name that the table is to be shown on, once there is one.

    Nothing is printed where that is not ours to choose. For hardware/appliance/screen; the exit code.
    """
    if not _display_comes(clock, sleep):
        return 2
    if (on := display(data_dir, _tried((data_dir or find_data_folder()).absolute()))) is not None:
        print(on.card, on.name)
    return 0


def display(data_dir: Path | None, tried: str) -> Display | None:
    """The display to show the table on: one that is tried, that of the settings, or the first.

    None: a desktop knows, or somebody has chosen a card.
    """
    if named := os.environ.get(NAMED):
        card, _, name = named.partition(" ")
        return Display(name, int(card))
    if not is_console() or os.environ.get(CARD_VARIABLE):
        return None
    found = list_usable()
    if len(found) < 2:
        return choose_display(found)
    from app.storage.settings import load

    return choose_display(found, tried or load(find_settings_folder(data_dir))[0].display)


def _try(folder: Path, name: str) -> None:
    """Keep the name of a display for the next start, to be tried there."""
    with suppress(OSError):  # then that start is as always
        (folder / TRIED).write_text(f"{name}\n")


def _tried(folder: Path, once: bool = False) -> str:
    """The name of the display that is to be tried now, if any; `once`: whatever goes wrong, the start after is as
    always.
    """
    try:
        name = (folder / TRIED).read_text().strip()
        if once:
            (folder / TRIED).unlink()
    except OSError:
        return ""
    return name


def _used_up(mark: Path) -> bool:
    """Whether this start was marked; then it is the only one, whatever comes of it."""
    try:
        mark.unlink()
    except OSError:
        return False
    return True


def _display_comes(clock: Callable[[], float], sleep: Callable[[float], object]) -> bool:
    """Wait for a display, if need be: for a while, and where nothing else is done with the machine for good."""
    if has_display():
        return True
    installed = is_installed()
    complain(f"there is no display yet; waiting {'' if installed else f'{LATE:.0f} seconds '}for one.")
    until = clock() + LATE
    while installed or clock() < until:
        sleep(LOOK)
        if has_display():
            return True
    return False
