"""The clock of an installed table's machine. wondertable-clock.service sets it if no network does.

Many small computers have no battery-backed clock. Without the internet they continue from the time they were switched
off.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from app.host.system_commands import run_system_command

START_COMMAND: Final = ("systemctl", "--no-ask-password", "start", "wondertable-clock.service")
# Exists once the clock is synchronised: systemd-timesyncd(8).
SYNCHRONISED_FILE: Final = Path("/run/systemd/timesync/synchronized")
REQUEST_FILE: Final = "clock"  # in the data folder: the requested time, in seconds since 1970
VALID_RANGE: Final = range(1_767_225_600, 4_102_444_800)  # years 2026 to 2099, in seconds since 1970


class MachineClock:
    """The machine's clock, as far as phones may set it. `folder`: the data folder; `dates`: seconds since 1970.

    `start` starts the service and returns an error message, or "".
    """

    def __init__(
        self,
        folder: Path,
        *,
        synchronised: Path = SYNCHRONISED_FILE,
        start: Callable[[], str] = lambda: run_system_command(START_COMMAND),
        dates: Callable[[], float] = time.time,
    ) -> None:
        self._request_file, self._synchronised = folder / REQUEST_FILE, synchronised
        self._start, self._dates = start, dates

    @property
    def is_free(self) -> bool:
        """True if people may set the clock, because no network does."""
        return not self._synchronised.exists()

    def move(self, ahead: float) -> bool:
        """Move the clock by `ahead` seconds, which may be negative. Return False if that is not possible."""
        at = self._dates() + ahead
        if not (self.is_free and VALID_RANGE.start <= at < VALID_RANGE.stop):
            return False
        try:
            self._request_file.write_text(f"{at:.0f}")
        except OSError:
            return False
        if self._start():
            with suppress(OSError):
                self._request_file.unlink()
            return False
        return True
