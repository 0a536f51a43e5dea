"""`wondertable screen`: the screen of a table on this machine, which may start later."""

import os
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.host.command_options import has_display
from app.host.data_folder import drop_root, find_data_folder, find_settings_folder, is_installed
from app.host.screen_process import (
    MEASURE_VARIABLE,
    PLAIN_FILE,
    find_watch_folder,
    record_attempt,
    record_closed,
    record_first_picture,
)
from app.text.terminal_output import complain
from hardware.machine.displays import CARD_VARIABLE, Display, choose_display, is_console, list_usable

if TYPE_CHECKING:
    from app.games.screen_registry import Screens

DISPLAY_SECONDS: Final = 30.0  # for which a display may take to appear
POLL_SECONDS: Final = 0.5  # between two checks
DISPLAY_VARIABLE: Final = "WONDERTABLE_DISPLAY"  # the display that Xorg draws on, chosen by hardware/appliance/screen
TRIED_DISPLAY_FILE: Final = "display.try"  # in the data folder: the name of a display to try once


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
    """Show the table of a data folder, waiting for it to start. Return the exit code.

    A display may appear late, too: a graphics card is often ready seconds after the system, and people switch a monitor
    on later. `run`: id of the table's run that started this screen, if one did. `page`: show a page of text from
    standard input.
    """
    folder = (data_dir or find_data_folder()).absolute()
    drop_root(folder)
    if not _wait_for_display(clock, sleep):
        complain("there is no display for the table.")
        return 2
    tried, plain = _read_tried_display(folder, once=True), not page and _remove_mark(folder / PLAIN_FILE)
    on = choose_table_display(data_dir, tried)
    if on is not None and is_console():
        os.environ[CARD_VARIABLE] = str(on.card)
        record_attempt(on.card)
    from app.screen.process import start as window

    def load_games() -> "Screens":
        from app.games.game_list import readers
        from app.games.screen_registry import Screens
        from app.looks.drawing_fallback import leave_it_to_the_table

        read = readers(data())
        if run is None:  # otherwise the table that started this screen has checked the data
            for newest in read.values():
                newest(None, "")
        else:
            leave_it_to_the_table()
        return Screens(read)

    try:
        if page:
            code = window.page(folder, kiosk=kiosk, size=size, display=on)
        else:
            code = window.main(
                folder,
                load_games,
                kiosk=kiosk,
                size=size,
                sounds=sounds,
                run=run,
                watch=find_watch_folder(),
                on_first_frame=record_first_picture,
                display=on,
                trial=bool(tried) and on is not None and on.name == tried,
                store_display=lambda name: _store_tried_display(folder, name),
                plain=plain,
                measured=os.environ.get(MEASURE_VARIABLE),
            )
    except ValueError as error:
        from engine.game_data import BadGameData  # imported late: the name should not wait for it

        if run is not None and isinstance(error, BadGameData):
            return 2
        raise
    if code == 0:
        record_closed()
    return code


def print_display(
    data_dir: Path | None, clock: Callable[[], float] = time.monotonic, sleep: Callable[[float], object] = time.sleep
) -> int:
    """Print card number and name of the display for the table, once there is one; nothing if another program decides.

    Used by hardware/appliance/screen. Return the exit code.
    """
    if not _wait_for_display(clock, sleep):
        return 2
    if (
        on := choose_table_display(data_dir, _read_tried_display((data_dir or find_data_folder()).absolute()))
    ) is not None:
        print(on.card, on.name)
    return 0


def choose_table_display(data_dir: Path | None, tried: str) -> Display | None:
    """Return the display for the table: the one to try, the one of the settings, or the first.

    None if a desktop decides, or if the user has chosen a card.
    """
    if named := os.environ.get(DISPLAY_VARIABLE):
        card, _, name = named.partition(" ")
        return Display(name, int(card))
    if not is_console() or os.environ.get(CARD_VARIABLE):
        return None
    found = list_usable()
    if len(found) < 2:
        return choose_display(found)
    from app.storage.settings_file import load

    return choose_display(found, tried or load(find_settings_folder(data_dir))[0].display)


def _store_tried_display(folder: Path, name: str) -> None:
    with suppress(OSError):  # a normal start then
        (folder / TRIED_DISPLAY_FILE).write_text(f"{name}\n")


def _read_tried_display(folder: Path, once: bool = False) -> str:
    """Return the name of the display to try now, or "". `once`: remove it, so that the next start is normal in any
    case.
    """
    try:
        name = (folder / TRIED_DISPLAY_FILE).read_text().strip()
        if once:
            (folder / TRIED_DISPLAY_FILE).unlink()
    except OSError:
        return ""
    return name


def _remove_mark(mark: Path) -> bool:
    """Remove a mark. Return True if it was there."""
    try:
        mark.unlink()
    except OSError:
        return False
    return True


def _wait_for_display(clock: Callable[[], float], sleep: Callable[[float], object]) -> bool:
    """Wait for a display, forever on an installed table. Return False if none appears."""
    if has_display():
        return True
    installed = is_installed()
    complain(f"there is no display yet; waiting {'' if installed else f'{DISPLAY_SECONDS:.0f} seconds '}for one.")
    until = clock() + DISPLAY_SECONDS
    while installed or clock() < until:
        sleep(POLL_SECONDS)
        if has_display():
            return True
    return False
