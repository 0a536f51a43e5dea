"""What the system is told to do, and why it does not."""

import subprocess
from typing import Final

PATIENCE: Final = 5.0  # seconds


def order(command: tuple[str, ...]) -> str:
    """Why it does not do this, in its own words; nothing if it does."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        return getattr(problem, "strerror", None) or str(problem)
    said = (done.stderr or done.stdout).strip().splitlines()
    return "" if done.returncode == 0 else (said[-1] if said else f"{command[0]}: {done.returncode}")
