"""Powering the computer off, where the settings allow it; and what its console says then."""

import textwrap
from contextlib import suppress
from pathlib import Path
from typing import Final

from app.host.system import order
from app.text.ending import powered_off
from app.text.languages import Words

GOODBYE: Final = "goodbye"  # in the data folder
BARE: Final = "\033c\033[2J\033[H\033[?25l"  # a console: as new, empty, without a cursor
COMMAND: Final = ("systemctl", "--no-ask-password", "poweroff")


def off(command: tuple[str, ...] = COMMAND) -> str:
    """Have the system shut down; why it does not, in its own words, or nothing. Whoever runs is asked to end by it."""
    return order(command)


def keep_goodbye(folder: Path, w: Words) -> None:
    """Keep the last picture for wondertable-goodbye.service: no Python is started while the system ends."""
    text = textwrap.fill(powered_off(w), 72, initial_indent="   ", subsequent_indent="   ")
    with suppress(OSError):  # then that of an earlier start is shown, or none
        (folder / GOODBYE).write_text(f"{BARE}\n\n   W O N D E R T A B L E\n\n{text}\n", encoding="utf-8")
