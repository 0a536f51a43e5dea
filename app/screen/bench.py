"""What the screen knows of the panel of lights and buttons, and of the machine the table runs on."""

from collections.abc import Callable
from typing import Final

from app.protocol import messages as said

BLINKS: Final = 0.4  # seconds a light that has blinked is shown so
HOLD: Final = 2.0  # seconds a horn is held until something is asked
STEPS: Final = 40  # of the ring that shows it
GIVEN_UP: Final = 0.5  # seconds after that nobody waits for the question any more
CORNERS: Final = 4


class Bench:
    """Desk and screens read its fields; `say` sends a wish, `changed` is called when something may look different."""

    def __init__(
        self, say: Callable[[said.Intents], None], changed: Callable[[], None], clock: Callable[[], float]
    ) -> None:
        self._say = say
        self._changed = changed
        self._clock = clock
        self.panel: said.Panel | None = None
        self.heard: said.Heard | None = None  # the newest
        self.findings: tuple[said.Finding, ...] | None = None  # None: they are being looked for
        self.corners: frozenset[int] = frozenset()  # that a finger has found
        self._blinked: dict[str, float] = {}  # until when
        self._held_since: float | None = None

    def forget(self) -> None:
        """Another table, or none."""
        self.panel, self.heard, self._held_since = None, None, None

    def hear(self, message: said.Panel | said.Heard | said.Diagnosis) -> bool:
        """Take in what the table says; whether the horn has been held for long enough to ask something."""
        match message:
            case said.Panel(blinked=part):
                self.panel = message
                if part:
                    self._blinked[part] = self._clock() + BLINKS
            case said.Heard(part=part, how=how):
                self.heard = message
                if part == "horn":
                    self._held_since = self._clock() if how == "pressed" else None
                    return how == "held"
            case said.Diagnosis(findings=findings):
                self.findings = findings
        return False

    def tick(self, now: float) -> float | None:
        """Let time pass; when to look again, if ever."""
        over = [part for part, until in self._blinked.items() if until <= now]
        for part in over:
            del self._blinked[part]
        if self._held_since is not None and now > self._held_since + HOLD + GIVEN_UP:
            self._held_since = None
        if over or self._held_since is not None:
            self._changed()
        times = list(self._blinked.values())
        if self._held_since is not None:
            times.append(now + HOLD / STEPS)
        return min(times, default=None)

    @property
    def held(self) -> int | None:
        """How long the horn has been held, in steps; None: it is not."""
        if self._held_since is None:
            return None
        return min(STEPS, int((self._clock() - self._held_since) / HOLD * STEPS))

    # ---- the panel, where the screen shows it ------------------------------------------------------------

    def strip(self, width: int, height: int) -> int:
        """Pixels at the lower edge that belong to a simulated panel: one row, or two where a screen stands upright."""
        if self.panel is None or not self.panel.simulated:
            return 0
        return max(48, round(height * 0.085)) if width > height else max(96, round(height * 0.15))

    def shines(self, part: str) -> bool:
        lit = self.panel is not None and self.panel.lights.get(part, False)
        return lit != (part in self._blinked)

    def press(self, id: str, part: str, down: bool) -> None:
        self._say(said.Press(id=id, part=part, down=down))

    # ---- diagnostics -------------------------------------------------------------------------------------

    def look(self, id: str) -> None:
        """Have the machine looked at."""
        self.findings, self.corners = None, frozenset()
        self._say(said.Diagnose(id=id))

    def try_part(self, id: str, part: str) -> None:
        self._say(said.TryPart(id=id, part=part))

    def find_corner(self, nth: int) -> None:
        self.corners |= {nth}
        self._changed()
