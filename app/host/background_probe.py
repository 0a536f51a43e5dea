"""A background probe that runs slow system programs on a thread and keeps their last results."""

import asyncio
from typing import Final

from hardware.machine.boot_history import BootHistory, read_boot_history
from hardware.machine.kernel_log import KernelLog, read_kernel_log
from hardware.machine.power_supply import read_firmware_bits

FIRST_PROBE_SECONDS: Final = 10.0  # after the start, when clients have been served
PROBE_INTERVAL_SECONDS: Final = 300.0


class MachineProbe:
    """The last results; None before the first probe."""

    def __init__(self) -> None:
        self.kernel: KernelLog | None = None
        self.starts: BootHistory | None = None
        self.firmware: int | None = None

    async def run(self) -> None:
        """Probe regularly until cancelled."""
        pause = FIRST_PROBE_SECONDS
        while True:
            await asyncio.sleep(pause)
            pause = PROBE_INTERVAL_SECONDS
            results = await asyncio.to_thread(lambda: (read_kernel_log(), read_boot_history(), read_firmware_bits()))
            self.kernel, self.starts, self.firmware = results
