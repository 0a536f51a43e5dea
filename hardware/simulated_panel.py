"""A panel without wires: it remembers what it was told, and can be pressed. For tests and for trying things out."""

from collections.abc import Callable, Iterable

from hardware.debounce import HEARD, Button, Gesture
from hardware.panel import BUTTONS, SEATS, Failed, Heard, Kind, Part, Parts

LIGHTS = (*BUTTONS, *(Part(kind, seat) for seat in range(SEATS) for kind in (Kind.SEAT, Kind.CAT)))


class Simulated:
    """Public fields hold what real parts would show. It has the parts it was made with, or all."""

    def __init__(self, lights: Iterable[Part] = LIGHTS, buttons: Iterable[Part] = BUTTONS) -> None:
        self.lit = dict.fromkeys(lights, False)
        self.blinked: list[Part] = []
        self.horns = 0  # how often the horn has sounded
        self._buttons = {part: Button(down=False, now=0.0) for part in buttons}
        self._hear: Callable[[Heard], None] | None = None

    def parts(self) -> Parts:
        return Parts(tuple(self.lit), tuple(self._buttons), buzzer=True)

    def listen(self, hear: Callable[[Heard], None]) -> None:
        self._hear = hear

    def light(self, part: Part, on: bool) -> None:
        if part in self.lit and self._hear:
            self.lit[part] = on

    def blink(self, part: Part) -> None:
        if part in self.lit and self._hear:
            self.blinked.append(part)

    def horn(self, times: int) -> None:
        if self._hear:
            self.horns += times

    def edge(self, part: Part, down: bool, at: float) -> None:
        """What a contact does at that time; on the caller's thread."""
        if part in self._buttons:
            self._tell(part, self._buttons[part].edge(down, at))

    def settle(self, now: float) -> None:
        """Let time pass."""
        for part, button in self._buttons.items():
            self._tell(part, button.settle(now))

    def due(self) -> float | None:
        """When `settle` may say something if nothing is touched; None: not before that."""
        return min((at for button in self._buttons.values() if (at := button.due()) is not None), default=None)

    def press(self, part: Part) -> None:
        """What a finger does, once everything has settled."""
        if part in self._buttons:
            self._tell(part, (Gesture.PRESS, Gesture.RELEASE))

    def hold(self, part: Part) -> None:
        """A finger that stays."""
        if part in self._buttons:
            self._tell(part, (Gesture.PRESS, Gesture.HOLD))

    def fail(self, said: str) -> None:
        """What a broken driver says."""
        if self._hear:
            self._hear(Failed(said))

    def close(self) -> None:
        self._hear = None
        self.lit = dict.fromkeys(self.lit, False)

    def _tell(self, part: Part, gestures: Iterable[Gesture]) -> None:
        for gesture in gestures:
            if self._hear:
                self._hear(HEARD[gesture](part))
