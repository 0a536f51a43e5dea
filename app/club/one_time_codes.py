"""One-time codes, made on a page of the club and redeemed at a table or on a phone; kept in memory only. And keys."""

import secrets
from collections.abc import Callable, Iterable
from typing import NamedTuple

from app.protocol.club_member_messages import hash_key
from app.protocol.table_to_club_messages import GOOD, ClubJoinRequest
from app.web.route_budgets import mark_verified


class OneTimeCode(NamedTuple):
    """A valid code. `what`: its purpose, defined by its maker."""

    code: str
    until: float
    what: str


class OneTimeCodes:
    """The valid codes. `clock`: monotonic seconds."""

    def __init__(self, clock: Callable[[], float], digits: int) -> None:
        self._clock, self._digits = clock, digits
        self._codes: dict[str, OneTimeCode] = {}

    def make(self, what: str) -> str:
        code = f"{secrets.randbelow(10**self._digits):0{self._digits}}"
        self._codes[code] = OneTimeCode(code, self._clock() + GOOD, what)
        return code

    def accept_hash(self, code_hash: str, what: str) -> None:
        """Accept the code with this hash, which a table shows."""
        self._codes[code_hash] = OneTimeCode(code_hash, self._clock() + GOOD, what)

    def take(self, code: str) -> OneTimeCode | None:
        """Redeem a valid code: one made here, or one whose hash was accepted; None if it is invalid."""
        found = self._codes.pop(code if len(code) == self._digits else ClubJoinRequest(code).code_hash, None)
        return found if found is not None and self._clock() < found.until else None

    def restore(self, code: OneTimeCode) -> None:
        """Restore a redeemed code that could not be used."""
        self._codes[code.code] = code

    def list_valid(self) -> list[OneTimeCode]:
        """List the valid codes, oldest first."""
        now = self._clock()
        self._codes = {code: each for code, each in self._codes.items() if now < each.until}
        return list(self._codes.values())


class KnownKeys:
    """Hashes of keys of tables and phones. A request with such a key has no limits while the database looks it up."""

    def __init__(self, hashes: Iterable[str]) -> None:
        self._hashes = set(hashes)

    def generate(self) -> str:
        """Generate a key, for a table or a member's phone."""
        key = secrets.token_urlsafe(16)
        self.record(key, is_right=True)
        return key

    def recognise(self, key: str) -> None:
        """End the limits of the current request if its key is known."""
        if hash_key(key) in self._hashes:
            mark_verified()

    def record(self, key: str, is_right: bool) -> None:
        """Add a right key, and end the limits of its request; drop a wrong one."""
        (self._hashes.add if is_right else self._hashes.discard)(hash_key(key))
        if is_right:
            mark_verified()
