"""A panel without wires that records calls and can be pressed, for tests and for trying things out."""

from collections.abc import Callable, Iterable

from hardware.debounce import PANEL_EVENTS, Button, Gesture
from hardware.panel_interface import BUTTONS, MAX_SEATS, PanelEvent, PanelFailure, PanelParts, Part, PartKind

LIGHTS = (*BUTTONS, *(Part(kind, seat) for seat in range(MAX_SEATS) for kind in (PartKind.SEAT, PartKind.CAT)))


class SimulatedPanel:
    """A panel whose public fields show what real parts would. Without arguments it has every part."""

    def __init__(self, lights: Iterable[Part] = LIGHTS, buttons: Iterable[Part] = BUTTONS) -> None:
        self.lit = dict.fromkeys(lights, False)
        self.blinked: list[Part] = []
        self.horns = 0  # number of horn calls so far
        self._buttons = {part: Button(down=False, now=0.0) for part in buttons}
        self._on_event: Callable[[PanelEvent], None] | None = None

    def parts(self) -> PanelParts:
        return PanelParts(tuple(self.lit), tuple(self._buttons), buzzer=True)

    def listen(self, on_event: Callable[[PanelEvent], None]) -> None:
        self._on_event = on_event

    def light(self, part: Part, on: bool) -> None:
        if part in self.lit and self._on_event:
            self.lit[part] = on

    def blink(self, part: Part) -> None:
        if part in self.lit and self._on_event:
            self.blinked.append(part)

    def horn(self, times: int) -> None:
        if self._on_event:
            self.horns += times

    def edge(self, part: Part, down: bool, at: float) -> None:
        """Simulate an edge of a contact at a time, on the caller's thread."""
        if part in self._buttons:
            self._send_gestures(part, self._buttons[part].add_edge(down, at))

    def settle(self, now: float) -> None:
        """Deliver the gestures that are complete at `now`."""
        for part, button in self._buttons.items():
            self._send_gestures(part, button.settle(now))

    def next_deadline(self) -> float | None:
        """Return the time at which `settle` may next deliver something without an edge, or None."""
        return min(
            (at for button in self._buttons.values() if (at := button.next_deadline()) is not None), default=None
        )

    def press(self, part: Part) -> None:
        """Simulate a complete, debounced press."""
        if part in self._buttons:
            self._send_gestures(part, (Gesture.PRESS, Gesture.RELEASE))

    def hold(self, part: Part) -> None:
        """Simulate a finger that stays on a button for long."""
        if part in self._buttons:
            self._send_gestures(part, (Gesture.PRESS, Gesture.HOLD))

    def fail(self, message: str) -> None:
        """Simulate a driver that fails with a message."""
        if self._on_event:
            self._on_event(PanelFailure(message))

    def close(self) -> None:
        self._on_event = None
        self.lit = dict.fromkeys(self.lit, False)

    def _send_gestures(self, part: Part, gestures: Iterable[Gesture]) -> None:
        for gesture in gestures:
            if self._on_event:
                self._on_event(PANEL_EVENTS[gesture](part))
