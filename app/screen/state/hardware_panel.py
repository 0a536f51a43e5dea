"""The hardware panel as the screen knows it: lights, buttons and key pads, and findings about the machine."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self

from app.protocol.machine_messages import Diagnosis, Finding
from app.protocol.panel_messages import ButtonEvent, Keys, Panel

BLINK_SECONDS: Final = 0.4  # for which a blink is shown
HOLD_SECONDS: Final = 10.0  # of the horn until a question is asked
HOLD_STEPS: Final = 100  # of the ring that shows the progress
TIMEOUT_SECONDS: Final = 0.5  # after the hold, when the question is no longer expected


@dataclass(frozen=True, slots=True)
class PanelModel:
    """The panel as reported by the table. Times are in seconds of the screen's clock."""

    panel: Panel | None = None
    heard: ButtonEvent | None = None  # the newest press
    keys: Keys | None = None  # of key pads; None: not reported yet
    findings: tuple[Finding, ...] | None = None  # about the machine; None: being looked for
    blinked: Mapping[str, float] = field(default_factory=dict)  # lights, and until when they are shown inverted
    held_since: float | None = None  # of the horn

    def apply(self, message: Panel | ButtonEvent | Keys | Diagnosis, now: float) -> Self:
        """Return the panel after one more message."""
        match message:
            case Panel(blinked=part):
                blinked = {**self.blinked, part: now + BLINK_SECONDS} if part else self.blinked
                return replace(self, panel=message, blinked=blinked)
            case Keys():
                return replace(self, keys=message)
            case ButtonEvent(how="nothing"):
                return self
            case ButtonEvent(part="horn", how=how):
                return replace(self, heard=message, held_since=now if how == "pressed" else None)
            case ButtonEvent():
                return replace(self, heard=message)
            case Diagnosis(findings=findings):
                return replace(self, findings=findings)

    def tick(self, now: float) -> Self:
        """Return the panel at `now`, with blinks and an endless hold expired."""
        over = [part for part, until in self.blinked.items() if until <= now]
        given_up = self.held_since is not None and now > self.held_since + HOLD_SECONDS + TIMEOUT_SECONDS
        if not over and not given_up:
            return self
        left = {part: until for part, until in self.blinked.items() if part not in over}
        return replace(self, blinked=left, held_since=None if given_up else self.held_since)

    def time_of_change(self, now: float) -> float | None:
        """Return when it looks different by itself, or None."""
        times = list(self.blinked.values())
        if self.held_since is not None:
            times.append(now + HOLD_SECONDS / HOLD_STEPS)
        return min(times, default=None)

    def steps_held(self, now: float) -> int | None:
        """Return how long the horn has been held, in steps, or None."""
        return (
            None
            if self.held_since is None
            else min(HOLD_STEPS, int((now - self.held_since) / HOLD_SECONDS * HOLD_STEPS))
        )

    def strip(self, width: int, height: int) -> int:
        """Return the height in pixels of a simulated panel at the lower edge: one row, or two in portrait."""
        if self.panel is None or not self.panel.simulated:
            return 0
        return max(48, round(height * 0.085)) if width > height else max(96, round(height * 0.15))

    def is_lit(self, part: str) -> bool:
        """Check whether a light is shown lit."""
        lit = self.panel is not None and self.panel.lights.get(part, False)
        return lit != (part in self.blinked)
