"""Output for terminals and the journal of a service: one sentence at a time, prefixed with the program's name."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

NAME: Final = "wondertable"
INTERRUPT_EXIT_CODE: Final = 130  # after Ctrl+C, as in shells
INSTALLED: Final = "WONDERTABLE_DATA"  # the data folder of an installed table, set by hardware/appliance/wondertable
PROJECT: Final = Path(__file__).parents[2] / "pyproject.toml"


class CannotStart(Exception):
    """A command failed for a reason that one sentence explains; exit code 2.

    `why`: a code for the reason, which app/appliance/upkeep.py reports in the language of people; empty if only the
    terminal shows it.
    """

    def __init__(self, sentence: object, why: str = "") -> None:
        super().__init__(sentence)
        self.why = why


def version() -> str:
    """Return the version of the program."""
    import tomllib  # lazily, for a fast start

    return str(tomllib.loads(PROJECT.read_text())["project"]["version"])


def command_line(command: str) -> str:
    """Return the command line of a subcommand; on an installed table, which has its own user, it begins with sudo."""
    return f"sudo {NAME} {command}" if INSTALLED in os.environ else f".venv/bin/{NAME} {command}"


def complain(sentence: object) -> None:
    """Print a sentence on standard error."""
    print(f"{NAME}: {sentence}", file=sys.stderr, flush=True)


def exit_code_of(carry_out: Callable[[], int]) -> int:
    """Run a command and return its exit code: 2 after CannotStart, whose sentence is printed; 130 after Ctrl+C."""
    try:
        return carry_out()
    except CannotStart as problem:
        complain(problem)
        return 2
    except KeyboardInterrupt:
        return INTERRUPT_EXIT_CODE


def cannot_read(file: object, problem: OSError) -> CannotStart:
    """Return the error for a file or folder that cannot be read."""
    return CannotStart(f"{unreadable(file, problem)}.")


def unreadable(file: object, problem: OSError) -> str:
    """Explain why a file cannot be read, without a full stop."""
    if isinstance(problem, FileNotFoundError):
        return f"{file}: there is no such file"
    return f"{file}: cannot be read: {problem.strerror or problem}"


def cannot_write(file: object, problem: OSError) -> CannotStart:
    """Return the error for a file or folder that cannot be written."""
    known = {FileNotFoundError: "there is no such folder", FileExistsError: "it is a file, not a folder"}
    why = known.get(type(problem), problem.strerror or problem)
    return CannotStart(f"{file}: cannot be written: {why}.")


def tell(value: object) -> None:
    """Print one value as JSON, on a line."""
    import json

    sys.stdout.buffer.write(json.dumps(value, ensure_ascii=False).encode() + b"\n")
