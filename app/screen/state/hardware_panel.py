"""What the screen knows of the panel of lights and buttons, and of the machine that the table runs on."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final, Self

from app.protocol import messages

BLINKS: Final = 0.4  # seconds a light that has blinked is shown so
HOLD: Final = 10.0  # seconds a horn is held until something is asked
STEPS: Final = 100  # of the ring that shows it
GIVEN_UP: Final = 0.5  # seconds after that nobody waits for the question any more


@dataclass(frozen=True, slots=True)
class PanelModel:
    """The panel as the table has told of it. All times are those of the screen's clock, in seconds."""

    panel: messages.Panel | None = None
    heard: messages.Heard | None = None  # the newest
    keys: messages.Keys | None = None  # of key pads; None: nothing was told of them yet
    findings: tuple[messages.Finding, ...] | None = None  # about the machine; None: they are being looked for
    blinked: Mapping[str, float] = field(default_factory=dict)  # lights, and until when they are shown the other way
    held_since: float | None = None  # the horn

    def hear(self, message: messages.Panel | messages.Heard | messages.Keys | messages.Diagnosis, now: float) -> Self:
        """The panel after one more message."""
        match message:
            case messages.Panel(blinked=part):
                blinked = {**self.blinked, part: now + BLINKS} if part else self.blinked
                return replace(self, panel=message, blinked=blinked)
            case messages.Keys():
                return replace(self, keys=message)
            case messages.Heard(how="nothing"):
                return self
            case messages.Heard(part="horn", how=how):
                return replace(self, heard=message, held_since=now if how == "pressed" else None)
            case messages.Heard():
                return replace(self, heard=message)
            case messages.Diagnosis(findings=findings):
                return replace(self, findings=findings)

    def tick(self, now: float) -> Self:
        """The panel when it is so late: nothing blinks for long, and nobody holds the horn for ever."""
        over = [part for part, until in self.blinked.items() if until <= now]
        given_up = self.held_since is not None and now > self.held_since + HOLD + GIVEN_UP
        if not over and not given_up:
            return self
        left = {part: until for part, until in self.blinked.items() if part not in over}
        return replace(self, blinked=left, held_since=None if given_up else self.held_since)

    def next_change(self, now: float) -> float | None:
        """When it looks different by itself, if ever."""
        times = list(self.blinked.values())
        if self.held_since is not None:
            times.append(now + HOLD / STEPS)
        return min(times, default=None)

    def held(self, now: float) -> int | None:
        """How long the horn has been held, in steps; None: it is not."""
        return None if self.held_since is None else min(STEPS, int((now - self.held_since) / HOLD * STEPS))

    def strip(self, width: int, height: int) -> int:
        """Pixels at the lower edge that belong to a simulated panel: one row, or two where a screen stands upright."""
        if self.panel is None or not self.panel.simulated:
            return 0
        return max(48, round(height * 0.085)) if width > height else max(96, round(height * 0.15))

    def shines(self, part: str) -> bool:
        """Whether a light is shown lit."""
        lit = self.panel is not None and self.panel.lights.get(part, False)
        return lit != (part in self.blinked)
