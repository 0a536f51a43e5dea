"""A panel on a GPIO chip that the kernel simulates (gpio-sim): as a plugin of pytest this puts it beside the others.

Only for tests/hardware/on_a_kernel.sh. Levels and edges are the kernel's, and lgpio carries them; time still passes
when the rig says so, so that a slow machine changes nothing.
"""

import os
import sys
from collections.abc import Callable
from fcntl import ioctl
from pathlib import Path
from time import monotonic, sleep

from hardware.gpio_panel import GpioPanel, open_lgpio
from hardware.panel_config import Pull, Wiring
from hardware.panel_interface import Part
from tests.hardware import rigs

CONFIG = Path("/sys/kernel/config/gpio-sim/board")
LINES = 54  # as a Raspberry Pi 4 has
LINE_INFO, USED, OUTPUT = 0xC100B405, 1 << 0, 1 << 3  # of linux/gpio.h
PATIENCE = 20.0  # seconds for what has to come


class Chip:
    """The simulated chip: what a hand does to its lines, and what a meter shows there."""

    def plug_in(self) -> None:
        bank = CONFIG / "bank"
        bank.mkdir(parents=True)
        (bank / "num_lines").write_text(f"{LINES}\n")
        (bank / "label").write_text("pinctrl-bcm2711\n")
        (CONFIG / "live").write_text("1\n")
        name = (bank / "chip_name").read_text().strip()
        self._lines = Path("/sys/devices/platform", (CONFIG / "dev_name").read_text().strip(), name)
        self._pulls = [os.open(self.pull_of(line), os.O_WRONLY) for line in range(LINES)]
        self._values = [os.open(self._lines / f"sim_gpio{line}" / "value", os.O_RDONLY) for line in range(LINES)]
        self.device = Path("/dev", name)

    def pull_out(self) -> None:
        """Remove the chip, even while a program holds it."""
        for file in (*self._pulls, *self._values):
            os.close(file)
        (CONFIG / "live").write_text("0\n")
        (CONFIG / "bank").rmdir()
        CONFIG.rmdir()

    def pull(self, line: int, up: bool) -> None:
        """Set the level that an input reads from now on."""
        os.pwrite(self._pulls[line], b"pull-up" if up else b"pull-down", 0)

    def pull_of(self, line: int) -> Path:
        """Return the file that sets a line's pull."""
        return self._lines / f"sim_gpio{line}" / "pull"

    def is_high(self, line: int) -> bool:
        return os.pread(self._values[line], 2, 0) == b"1\n"

    def used(self) -> list[int]:
        """List the lines that a program holds."""
        return [line for line in range(LINES) if self._flags(line) & USED]

    def is_driven(self, line: int) -> bool:
        """Return True if a program has made the line an output."""
        return bool(self._flags(line) & OUTPUT)

    def _flags(self, line: int) -> int:
        """Return the line's flags as the kernel reports them."""
        told = bytearray(256)  # struct gpio_v2_line_info: the line's offset at 64, its flags at 72
        told[64:68] = line.to_bytes(4, sys.byteorder)
        with self.device.open("rb") as chip:
            ioctl(chip, LINE_INFO, told)
        return int.from_bytes(told[72:80], sys.byteorder)

    def rises(self, line: int, seconds: float) -> list[float]:
        """List the times at which the line went high, in seconds from now."""
        begun, before, rose = monotonic(), self.is_high(line), []
        while (now := monotonic() - begun) < seconds:
            high = self.is_high(line)
            if high and not before:
                rose.append(now)
            before = high
        return rose


BOARD = Chip()


def hand(part: Part, down: bool, wiring: Wiring = rigs.WIRING) -> None:
    """Close or open a button's contact."""
    button = wiring.buttons[part]
    BOARD.pull(button.pin, down == button.active_high)


def is_lit(part: Part, wiring: Wiring = rigs.WIRING) -> bool:
    light = wiring.lights[part]
    return BOARD.is_driven(light.pin) and BOARD.is_high(light.pin) == light.active_high


def let_go(wiring: Wiring) -> None:
    """Release all buttons: a line without a pull gets its idle level; pulls are set by the driver."""
    for pin in wiring.buttons.values():
        BOARD.pull(pin.pin, pin.pull is Pull.NONE and not pin.active_high)
    wait_for(lambda: not BOARD.used())  # a thread of lgpio may still be about to let go


def wait_for(what: Callable[[], bool], patience: float = PATIENCE) -> None:
    end = monotonic() + patience
    while not what():
        assert monotonic() < end
        sleep(0.0005)


class KernelRig:
    """The worker runs when the rig lets time pass, as on mock pins."""

    has_parts = True

    def __init__(self) -> None:
        self.clock = rigs.Clock()
        let_go(rigs.WIRING)
        self.panel = GpioPanel(rigs.WIRING, open_lgpio(), clock=self.clock, begin=lambda run: lambda: None)

    def edge(self, part: Part, down: bool) -> None:
        """Close or open a contact, and wait until the driver has queued the edge."""
        laid_down = len(self.panel._inbox)
        hand(part, down)
        wait_for(lambda: len(self.panel._inbox) > laid_down)

    def wait(self, seconds: float) -> None:
        rigs.PinsRig.wait(self, seconds)

    def lit(self, part: Part) -> bool:
        if not self.panel._closing.is_set():
            self.panel.work()
        return is_lit(part)

    def sounds(self) -> bool:
        return len(BOARD.rises(rigs.WIRING.buzzer.pin, 0.2)) > 1


def pytest_configure() -> None:
    BOARD.plug_in()
    rigs.RIGS = (*rigs.RIGS, KernelRig)


def pytest_unconfigure() -> None:
    BOARD.pull_out()
