"""The end of a game while it is shown in parts, before its sheet: a value."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Self

from app.looks.end_stages import Part, Step

HEARD: Final[Mapping[Part, str]] = {"moment": "end", "count": "token", "crown": "medal"}  # as each step begins


@dataclass(frozen=True, slots=True)
class Finale:
    """What is still to be shown, the first of it now; nothing: the sheet lies there."""

    left: tuple[Step, ...] = ()
    until: float | None = None  # seconds: when the next step begins; None: this one waits, as something lies on it

    @property
    def now(self) -> Step | None:
        """What is shown."""
        return self.left[0] if self.left else None

    def in_time(self, now: float, lies_open: bool) -> Self:
        """What it is when it is so late; it waits while something lies on it."""
        if not self.left or not lies_open:
            return replace(self, until=None)
        if self.until is None:
            return replace(self, until=now + self.left[0].lasts)
        if self.until > now:
            return self
        left = self.left[1:]
        return replace(self, left=left, until=now + left[0].lasts if left else None)

    def skipped(self) -> Self:
        """After a tap: from the moment to what follows it, from there to the sheet."""
        rest = tuple(step for step in self.left if step.part != "moment")
        return replace(self, left=rest if len(rest) < len(self.left) else (), until=None)
