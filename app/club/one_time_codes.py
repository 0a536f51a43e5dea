"""One-time codes: made on a page of the club, used up at a table or on a phone; a restart ends them. And keys."""

import secrets
from collections.abc import Callable
from typing import NamedTuple

from app.protocol.club import GOOD, AsksClub


class OneTimeCode(NamedTuple):
    """`what`: for whom or what it was made, in the maker's words."""

    code: str
    until: float
    what: str


class OneTimeCodes:
    """Those that are good now. `clock`: seconds since some moment."""

    def __init__(self, clock: Callable[[], float], digits: int) -> None:
        self._clock, self._digits = clock, digits
        self._codes: dict[str, OneTimeCode] = {}

    def make(self, what: str) -> str:
        code = f"{secrets.randbelow(10**self._digits):0{self._digits}}"
        self._codes[code] = OneTimeCode(code, self._clock() + GOOD, what)
        return code

    def let_in(self, shown: str, what: str) -> None:
        """The code of which somebody shows this hash is good from now on."""
        self._codes[shown] = OneTimeCode(shown, self._clock() + GOOD, what)

    def take(self, code: str) -> OneTimeCode | None:
        """Use it up, if it is good: one that was made here, or one whose hash was let in."""
        found = self._codes.pop(code if len(code) == self._digits else AsksClub(code).shown, None)
        return found if found is not None and self._clock() < found.until else None

    def give_back(self, code: OneTimeCode) -> None:
        """It could not be used after all."""
        self._codes[code.code] = code

    def good(self) -> list[OneTimeCode]:
        """All of them, the oldest first."""
        now = self._clock()
        self._codes = {code: it for code, it in self._codes.items() if now < it.until}
        return list(self._codes.values())


def key() -> str:
    """A new one, of a table or of a member's phone."""
    return secrets.token_urlsafe(16)
