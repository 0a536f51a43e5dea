"""Powering the computer off, where the settings allow it; and what its console says then."""

import textwrap
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from app.host.system_commands import order
from app.text.fatal_page import powered_off
from app.text.languages import Words

GOODBYE: Final = "goodbye"  # in the data folder
BARE: Final = "\033c\033[2J\033[H\033[?25l"  # a console: as new, empty, without a cursor
COMMAND: Final = ("systemctl", "--no-ask-password", "poweroff")
GOES_DOWN: Final = Path("/run/nologin")  # lies there as soon as the system shuts down: systemd-user-sessions(8)
LOOKS: Final = 10
LOOK: Final = 0.1  # seconds between two looks


def off(
    command: tuple[str, ...] = COMMAND,
    goes_down: Path = GOES_DOWN,
    sleep: Callable[[float], object] = time.sleep,
) -> str:
    """Have the system shut down; why it does not, in its own words, or nothing. Whoever runs is asked to end by it.

    Who is asked may have ended before the answer is there: then the system shuts down all the same.
    """
    why = order(command)
    for _ in range(LOOKS if why else 0):
        if goes_down.exists():
            return ""
        sleep(LOOK)
    return why


def keep_goodbye(folder: Path, w: Words) -> None:
    """Keep the last picture for wondertable-goodbye.service: no Python is started while the system ends."""
    text = textwrap.fill(powered_off(w), 72, initial_indent="   ", subsequent_indent="   ")
    with suppress(OSError):  # then that of an earlier start is shown, or none
        (folder / GOODBYE).write_text(f"{BARE}\n\n   W O N D E R T A B L E\n\n{text}\n", encoding="utf-8")
