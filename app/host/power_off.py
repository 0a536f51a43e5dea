"""Powering the computer off, if the settings allow it, and the text that its console shows afterwards."""

import textwrap
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from app.host.system_commands import run_system_command
from app.text.fatal_page import power_off_text
from app.text.translation import Words

GOODBYE_FILE: Final = "goodbye"  # in the data folder
CLEAR_CONSOLE: Final = "\033c\033[2J\033[H\033[?25l"  # reset, clear, home, hide the cursor
POWEROFF_COMMAND: Final = ("systemctl", "--no-ask-password", "poweroff")
SHUTDOWN_FILE: Final = Path("/run/nologin")  # exists as soon as the system shuts down: systemd-user-sessions(8)
SHUTDOWN_CHECKS: Final = 10
CHECK_SECONDS: Final = 0.1  # between two checks


def power_off(
    command: tuple[str, ...] = POWEROFF_COMMAND,
    shutdown_file: Path = SHUTDOWN_FILE,
    sleep: Callable[[float], object] = time.sleep,
) -> str:
    """Shut the system down. Return an error message, or "" if it shuts down, which ends this process.

    systemctl may be killed by the shutdown before it answers, so an error counts only if no shutdown is under way.
    """
    problem = run_system_command(command)
    for _ in range(SHUTDOWN_CHECKS if problem else 0):
        if shutdown_file.exists():
            return ""
        sleep(CHECK_SECONDS)
    return problem


def write_goodbye(folder: Path, w: Words) -> None:
    """Write the last picture for wondertable-goodbye.service, as no Python is started during a shutdown."""
    text = textwrap.fill(power_off_text(w), 72, initial_indent="   ", subsequent_indent="   ")
    with suppress(OSError):  # an older picture is shown, or none
        (folder / GOODBYE_FILE).write_text(f"{CLEAR_CONSOLE}\n\n   W O N D E R T A B L E\n\n{text}\n", encoding="utf-8")
