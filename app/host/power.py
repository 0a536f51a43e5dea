"""Powering the computer off, where the settings allow it."""

import subprocess
from typing import Final

COMMAND: Final = ("systemctl", "--no-ask-password", "poweroff")
PATIENCE: Final = 5.0  # seconds


def off(command: tuple[str, ...] = COMMAND) -> str:
    """Have the system shut down; why it does not, in its own words, or nothing. Whoever runs is asked to end by it."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        return getattr(problem, "strerror", None) or str(problem)
    said = (done.stderr or done.stdout).strip().splitlines()
    return "" if done.returncode == 0 else (said[-1] if said else f"{command[0]}: {done.returncode}")
