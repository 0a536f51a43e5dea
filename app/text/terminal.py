"""What people read in a terminal, or in the journal of a service: one sentence at a time, with the program's name."""

import sys
from typing import Final

NAME: Final = "wondertable"


class CannotStart(Exception):
    """Something that was asked for cannot be done, and why in one sentence; exit code 2."""


def complain(sentence: object) -> None:
    """Say something on standard error."""
    print(f"{NAME}: {sentence}", file=sys.stderr, flush=True)
