"""Helpers to read small kernel files and to run system commands, with failures returned as empty values."""

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

COMMAND_SECONDS: Final = 2.0  # timeout of a command
RunCommand = Callable[[Sequence[str]], str | None]


def read_text(path: Path) -> str:
    """Return the stripped text of a file, or "" if it is missing or unreadable."""
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""


def read_number(path: Path, base: int = 10) -> int | None:
    try:
        return int(read_text(path), base)
    except ValueError:
        return None


def read_link_name(path: Path) -> str:
    """Return the name of a link's target, or "" if there is no link."""
    try:
        return path.readlink().name
    except OSError:
        return ""


def run_command(words: Sequence[str]) -> str | None:
    """Return the standard output of a command, or None if it is missing, fails or times out."""
    try:
        done = subprocess.run(
            words,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=COMMAND_SECONDS,
            check=False,
            stdin=subprocess.DEVNULL,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
