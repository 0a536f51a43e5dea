"""The end sequence of a game, shown step by step before its score sheet. A frozen value."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Self

from app.looks.end_stages import Part, Step

STEP_SOUNDS: Final[Mapping[Part, str]] = {"moment": "end", "count": "token", "crown": "crown"}  # as each step begins


@dataclass(frozen=True, slots=True)
class EndSequence:
    """The steps that are left to show, the first of them now; with none left the sheet is shown."""

    left: tuple[Step, ...] = ()
    until: float | None = None  # seconds: when the next step begins; None: paused, as something covers it
    faced: int | None = None  # the seat, from 0, that the sheet was turned to
    told: int | None = None  # the seat, from 0, whose points the sheet explains

    @property
    def step(self) -> Step | None:
        """The step that is shown."""
        return self.left[0] if self.left else None

    def advance(self, now: float, visible: bool) -> Self:
        """Return the sequence at `now`; it pauses while something covers it (`visible` is False)."""
        if not self.left or not visible:
            return replace(self, until=None)
        if self.until is None:
            return replace(self, until=now + self.left[0].lasts)
        if self.until > now:
            return self
        left = self.left[1:]
        return replace(self, left=left, until=now + left[0].lasts if left else None)

    def skip(self) -> Self:
        """Return the sequence after a tap: the opening moment is skipped first, then all other steps."""
        rest = tuple(step for step in self.left if step.part != "moment")
        return replace(self, left=rest if len(rest) < len(self.left) else (), until=None)
