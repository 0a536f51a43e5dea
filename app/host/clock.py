"""The clock of an installed table's machine: set by wondertable-clock.service, where no network does that.

Many small computers have no clock of their own. Without the internet they go on from when they were switched off.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from app.host.system_commands import order

COMMAND: Final = ("systemctl", "--no-ask-password", "start", "wondertable-clock.service")
SYNCHRONISED: Final = Path("/run/systemd/timesync/synchronized")  # as systemd-timesyncd(8) says
WISH: Final = "clock"  # in the data folder: seconds since 1970, read once
RANGE: Final = range(1_767_225_600, 4_102_444_800)  # the years 2026 to 2099, in seconds since 1970


class MachineClock:
    """The clock, as far as phones may set it. `folder`: the data folder; `dates`: seconds since 1970.

    `start` gives why the service does not start, or "".
    """

    def __init__(
        self,
        folder: Path,
        *,
        synchronised: Path = SYNCHRONISED,
        start: Callable[[], str] = lambda: order(COMMAND),
        dates: Callable[[], float] = time.time,
    ) -> None:
        self._wish, self._synchronised = folder / WISH, synchronised
        self._start, self._dates = start, dates

    @property
    def is_free(self) -> bool:
        """True if people may set the clock, as no network does."""
        return not self._synchronised.exists()

    def move(self, ahead: float) -> bool:
        """Set it ahead by seconds, or back. Return False if that cannot be done."""
        at = self._dates() + ahead
        if not (self.is_free and RANGE.start <= at < RANGE.stop):
            return False
        try:
            self._wish.write_text(f"{at:.0f}")
        except OSError:
            return False
        if self._start():
            with suppress(OSError):
                self._wish.unlink()
            return False
        return True
