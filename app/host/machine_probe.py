"""What programs of the system tell of the machine, asked now and then in a thread: nobody waits for them."""

import asyncio
from typing import Final

from hardware.machine.boot_history import Starts, starts
from hardware.machine.kernel_log import Messages, errors
from hardware.machine.power import firmware

SOON: Final = 10.0  # seconds after the start, when everybody is served
AGAIN: Final = 300.0


class SystemTold:
    """As it was when they were asked; None: they have not been yet."""

    def __init__(self) -> None:
        self.kernel: Messages | None = None
        self.starts: Starts | None = None
        self.firmware: int | None = None

    async def run(self) -> None:
        """Until the table ends."""
        pause = SOON
        while True:
            await asyncio.sleep(pause)
            pause = AGAIN
            told = await asyncio.to_thread(lambda: (errors(), starts(), firmware()))
            self.kernel, self.starts, self.firmware = told
