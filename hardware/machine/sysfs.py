"""Reading what the kernel tells in small files, and asking programs of the system that know more."""

import os
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

PATIENCE: Final = 2.0  # seconds a program has
Ask = Callable[[Sequence[str]], str | None]


def read(path: Path) -> str:
    """What a file says, without blanks around it; nothing where it is not there, or says nothing to this user."""
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return ""


def number(path: Path, base: int = 10) -> int | None:
    """The number that stands in a file; None where none does."""
    try:
        return int(read(path), base)
    except ValueError:
        return None


def linked(path: Path) -> str:
    """The name of what a link leads to; empty if there is none."""
    try:
        return path.readlink().name
    except OSError:
        return ""


def ask(words: Sequence[str]) -> str | None:
    """What a program says; None where it is not there, fails, or takes long."""
    try:
        done = subprocess.run(
            words,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE,
            check=False,
            stdin=subprocess.DEVNULL,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout if done.returncode == 0 else None
