"""What people read in a terminal, or in the journal of a service: one sentence at a time, with the program's name."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

NAME: Final = "wondertable"
INTERRUPTED: Final = 130  # the exit code of what Ctrl+C has ended, as shells have it
INSTALLED: Final = "WONDERTABLE_DATA"  # the data folder of an installed table, said by hardware/appliance/wondertable
PROJECT: Final = Path(__file__).parents[2] / "pyproject.toml"


class CannotStart(Exception):
    """Something that was asked for cannot be done, and why in one sentence; exit code 2.

    `why`: the same for who says it in the language of people, from app/appliance/upkeep.py on; empty: only here.
    """

    def __init__(self, sentence: object, why: str = "") -> None:
        super().__init__(sentence)
        self.why = why


def version() -> str:
    """Of the program."""
    import tomllib  # a start should not wait for it

    return str(tomllib.loads(PROJECT.read_text())["project"]["version"])


def typed(command: str) -> str:
    """What people type for a command of the program; an installed table is its own user's, so they begin with sudo."""
    return f"sudo {NAME} {command}" if INSTALLED in os.environ else f".venv/bin/{NAME} {command}"


def complain(sentence: object) -> None:
    """Say something on standard error."""
    print(f"{NAME}: {sentence}", file=sys.stderr, flush=True)


def ended(carry_out: Callable[[], int]) -> int:
    """The exit code of a command; what it cannot do is said. Whoever presses Ctrl+C knows why it ends."""
    try:
        return carry_out()
    except CannotStart as problem:
        complain(problem)
        return 2
    except KeyboardInterrupt:
        return INTERRUPTED


def cannot_read(file: object, problem: OSError) -> CannotStart:
    """What is said where a file, or a folder, cannot be read."""
    return CannotStart(f"{unreadable(file, problem)}.")


def unreadable(file: object, problem: OSError) -> str:
    """The same without its full stop, where a sentence goes on."""
    if isinstance(problem, FileNotFoundError):
        return f"{file}: there is no such file"
    return f"{file}: cannot be read: {problem.strerror or problem}"


def cannot_write(file: object, problem: OSError) -> CannotStart:
    """What is said where a file, or a folder, cannot be written."""
    missing = isinstance(problem, FileNotFoundError)
    why = "there is no such folder" if missing else problem.strerror or problem
    return CannotStart(f"{file}: cannot be written: {why}.")


def tell(value: object) -> None:
    """Print one value as JSON, on a line."""
    import json

    sys.stdout.buffer.write(json.dumps(value, ensure_ascii=False).encode() + b"\n")
