"""What nobody can guess: keys, tickets, marks and a game's secret, drawn from one source, passed in as a clock is."""

import os
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Final

SECRET: Final = 32  # bytes of a game's


class Chance:
    """`draw` gives so many bytes that nobody can guess."""

    __slots__ = ("_draw",)

    def __init__(self, draw: Callable[[int], bytes] = os.urandom) -> None:
        self._draw = draw

    def key(self) -> str:
        """128 bits, fit for a path."""
        return self._text(16)

    def ticket(self) -> str:
        """Short enough for a code that is read from across a table."""
        return self._text(9)

    def secret(self) -> bytes:
        """From which a new game is dealt."""
        return self._draw(SECRET)

    def mark(self) -> str:
        """A name that no other game, and no other table, has anywhere."""
        return self._draw(8).hex()

    def _text(self, size: int) -> str:
        return urlsafe_b64encode(self._draw(size)).rstrip(b"=").decode()


MACHINES: Final = Chance()  # as the system gives it
