"""Rate limits: failed attempts by address, messages by socket. Time is passed in."""

from collections import OrderedDict
from typing import Final

ATTEMPTS: Final = 20  # wrong keys or tickets from one address …
WINDOW: Final = 60.0  # … in this many seconds
ADDRESSES: Final = 2000  # remembered at most
RATE: Final = 30.0  # messages a second on one socket
BURST: Final = 90.0  # messages at once


class FailedAttempts:
    """Counts failed attempts by address."""

    def __init__(self) -> None:
        self._wrong: OrderedDict[str, tuple[float, int]] = OrderedDict()  # start of the window, count

    def too_many(self, address: str, now: float) -> bool:
        since, count = self._wrong.get(address, (now, 0))
        return count >= ATTEMPTS and now - since < WINDOW

    def wrong(self, address: str, now: float) -> None:
        since, count = self._wrong.pop(address, (now, 0))
        self._wrong[address] = (since, count + 1) if now - since < WINDOW else (now, 1)
        if len(self._wrong) > ADDRESSES:
            self._wrong.popitem(last=False)

    def right(self, address: str) -> None:
        """Revert one attempt that was counted before it was verified."""
        if address in self._wrong:
            since, count = self._wrong[address]
            self._wrong[address] = (since, max(0, count - 1))


class TokenBucket:
    """A token bucket: RATE tokens a second, BURST at most."""

    __slots__ = ("_at", "_left")

    def __init__(self, now: float) -> None:
        self._left = BURST
        self._at = now

    def allows(self, now: float) -> bool:
        self._left = min(BURST, self._left + max(0.0, now - self._at) * RATE)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
