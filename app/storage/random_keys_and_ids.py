"""The source of unguessable keys, tickets, ids and game secrets, injected like a clock."""

import os
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Final

TYPED_SIGNS: Final = "abcdefghijkmnpqrstuvwxyz23456789"  # 32
SECRET: Final = 32  # bytes of a game's


class Chance:
    """A generator of secrets. `draw(n)` returns n unguessable bytes."""

    __slots__ = ("_draw",)

    def __init__(self, draw: Callable[[int], bytes] = os.urandom) -> None:
        self._draw = draw

    def key(self) -> str:
        """Return 128 random bits, URL-safe."""
        return self._text(16)

    def ticket(self) -> str:
        """Return a key short enough for a QR code that is scanned across a table."""
        return self._text(9)

    def typed_ticket(self) -> str:
        """Return a ticket that people can read aloud and type: 75 random bits, in signs that cannot be confused."""
        return "".join(TYPED_SIGNS[byte % len(TYPED_SIGNS)] for byte in self._draw(15))

    def secret(self) -> bytes:
        """Return the secret that a new game is dealt from."""
        return self._draw(SECRET)

    def mark(self) -> str:
        """Return a globally unique id for a game."""
        return self._draw(8).hex()

    def _text(self, size: int) -> str:
        return urlsafe_b64encode(self._draw(size)).rstrip(b"=").decode()


MACHINES: Final = Chance()  # from the operating system
