"""What people read in a terminal, or in the journal of a service: one sentence at a time, with the program's name."""

import os
import sys
from typing import Final

NAME: Final = "wondertable"
INSTALLED: Final = "WONDERTABLE_DATA"  # the data folder of an installed table, said by hardware/appliance/wondertable


class CannotStart(Exception):
    """Something that was asked for cannot be done, and why in one sentence; exit code 2."""


def program() -> str:
    """What people type to start the program: an installed table has a command of its own."""
    return NAME if INSTALLED in os.environ else "main.py"


def typed(command: str) -> str:
    """What people type for a command of the program; an installed table is its own user's, so they begin with sudo."""
    return f"sudo {program()} {command}" if INSTALLED in os.environ else f"{program()} {command}"


def complain(sentence: object) -> None:
    """Say something on standard error."""
    print(f"{NAME}: {sentence}", file=sys.stderr, flush=True)
