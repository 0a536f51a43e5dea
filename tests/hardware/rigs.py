"""Every panel on a bench: what a hand does to it, and what is to be seen on it. Time passes when a rig says so."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.gpio_panel import GpioPanel
from hardware.mcp23017 import I2C_SLAVE, I2C_SMBUS, IODIR, OLAT, Expander
from hardware.null_panel import NullPanel
from hardware.panel_config import InputPin, OutputPin, Pull, Wiring
from hardware.panel_interface import HORN, Panel, Part, PartKind
from hardware.simulated_panel import SimulatedPanel

LEFT, RIGHT = Part(PartKind.MARKER, 0), Part(PartKind.MARKER, 1)
TURN, CAT = Part(PartKind.SEAT, 2), Part(PartKind.CAT, 2)
BUTTONS = (LEFT, RIGHT, HORN)
LIGHTS = (LEFT, RIGHT, HORN, TURN, CAT)

WIRING = Wiring(
    buttons={
        LEFT: InputPin(5),
        RIGHT: InputPin(6, Pull.DOWN, active_high=True),
        HORN: InputPin(7, Pull.NONE, active_high=True),
    },
    lights={
        LEFT: OutputPin(8),
        RIGHT: OutputPin(9, active_high=False),
        HORN: OutputPin(10),
        TURN: OutputPin(11),
        CAT: OutputPin(12),
    },
    buzzer=OutputPin(13),
)


EXPANDED = Wiring(
    buttons=WIRING.buttons,
    lights=dict(WIRING.lights)
    | {TURN: OutputPin(3, expander=True), CAT: OutputPin(15, active_high=False, expander=True), HORN: OutputPin(3)},
    buzzer=WIRING.buzzer,
)


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class AbsentRig:
    """A rig without parts: no buttons, and no lights."""

    has_parts = False

    def __init__(self) -> None:
        self.clock = Clock()
        self.panel: Panel = NullPanel()

    def edge(self, part: Part, down: bool) -> None: ...

    def wait(self, seconds: float) -> None: ...

    def lit(self, part: Part) -> bool:
        return False

    def sounds(self) -> bool:
        return False


class SimulatedRig:
    has_parts = True

    def __init__(self) -> None:
        self.clock = Clock()
        self.panel: SimulatedPanel = SimulatedPanel(LIGHTS, BUTTONS)

    def edge(self, part: Part, down: bool) -> None:
        self.panel.edge(part, down, self.clock.now)

    def wait(self, seconds: float) -> None:
        self.clock.now += seconds
        self.panel.settle(self.clock.now)

    def lit(self, part: Part) -> bool:
        return self.panel.lit[part]

    def sounds(self) -> bool:
        return self.panel.horns > 0

    def fail(self) -> None:
        self.panel.fail("a wire is loose")


class Loose(MockPWMPin):
    """A pin whose wire may come loose: whatever is written to it then fails."""

    loose = False

    def _set_state(self, value: float) -> None:
        if self.loose:
            raise OSError("a wire is loose")
        super()._set_state(value)


class PinsRig:
    """gpiozero on mock pins; the panel's worker runs when the rig lets time pass, so that no test waits."""

    has_parts = True

    def __init__(self, wiring: Wiring = WIRING, expander: Expander | None = None) -> None:
        self.clock = Clock()
        self.wiring = wiring
        self.factory = MockFactory(pin_class=Loose)
        for pin in wiring.buttons.values():  # nobody presses yet: a floating pin has no level of its own
            if pin.pull is Pull.NONE:
                mock = self.factory.pin(pin.pin)
                mock.drive_low() if pin.active_high else mock.drive_high()
        self.begun = 0
        self.panel = GpioPanel(wiring, self.factory, expander, clock=self.clock, begin=self._begin)
        self.pins = {info.name: pin for info, pin in self.factory.pins.items()}

    def _begin(self, run: object) -> object:
        self.begun += 1
        return lambda: None

    def pin(self, number: int) -> Loose:
        return self.pins[f"GPIO{number}"]

    def edge(self, part: Part, down: bool) -> None:
        button = self.wiring.buttons[part]
        pin = self.pin(button.pin)
        pin.drive_high() if down == button.active_high else pin.drive_low()

    def wait(self, seconds: float) -> None:
        """Advance the clock as the worker would, stopping at every deadline."""
        end = self.clock.now + seconds
        due = self.panel.work()
        while due is not None and due <= end:
            self.clock.now = max(due, self.clock.now)
            due = self.panel.work()
        self.clock.now = end
        self.panel.work()

    def lit(self, part: Part) -> bool:
        light = self.wiring.lights[part]
        if not self.panel._closing.is_set():
            self.panel.work()
        pin = self.pin(light.pin)
        return pin.function == "output" and bool(pin.state) == light.active_high

    def sounds(self) -> bool:
        return self.pin(self.wiring.buzzer.pin).state > 0

    def tune(self, step: float, seconds: float) -> Iterator[int]:
        """Yield the buzzer's frequency at each step, in hertz, or 0."""
        buzzer = self.pin(self.wiring.buzzer.pin)
        for _ in range(round(seconds / step)):
            self.wait(step)
            yield round(buzzer.frequency) if buzzer.state else 0

    def fail(self) -> None:
        """Make the worker use a pin that has failed."""
        self.pin(self.wiring.lights[LEFT].pin).loose = True
        self.panel.light(LEFT, True)
        self.panel._closing.is_set() or self.panel._run()


class Chip:
    """An MCP23017, as the kernel's SMBus has it."""

    def __init__(self, address: int = 0x20) -> None:
        self.address = address
        self.wires = True
        self.on()

    def on(self) -> None:
        """Switch the chip on, with its registers at their defaults."""
        self.registers = {IODIR: 0xFFFF, OLAT: 0}
        self.writes = 0

    def ioctl(self, file: int, request: int, value: object) -> None:
        if request == I2C_SLAVE:
            self.asked = value
            return
        assert request == I2C_SMBUS
        assert (value.kind, value.size) == (0, 3)  # a word is written
        if not self.wires or self.asked != self.address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self.registers[value.register] = value.value.contents.value
        self.writes += 1

    def is_high(self, line: int) -> bool:
        """Return True if the chip drives a line high; a line that is not driven counts as low, as its light shows."""
        return bool(self.registers[OLAT] >> line & 1) and not self.registers[IODIR] >> line & 1


class ExpandedRig(PinsRig):
    """A rig with some lights on an expander, one of which has the same number as a pin in use."""

    def __init__(self) -> None:
        self.chip = Chip()
        super().__init__(EXPANDED, Expander(0x20, Path(os.devnull), self.chip.ioctl))

    def lit(self, part: Part) -> bool:
        light = self.wiring.lights[part]
        if not light.expander:
            return super().lit(part)
        if not self.panel._closing.is_set():
            self.panel.work()
        return self.chip.is_high(light.pin) == light.active_high


RIGS = (AbsentRig, SimulatedRig, PinsRig, ExpandedRig)
