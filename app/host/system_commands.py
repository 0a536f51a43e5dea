"""Running commands of the system whose failure people should see."""

import subprocess
from typing import Final

TIMEOUT_SECONDS: Final = 5.0


def run_system_command(command: tuple[str, ...]) -> str:
    """Run a command. Return its error message, or "" if it succeeds."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired) as problem:
        return getattr(problem, "strerror", None) or str(problem)
    said = (done.stderr or done.stdout).strip().splitlines()
    return "" if done.returncode == 0 else (said[-1] if said else f"{command[0]}: {done.returncode}")
