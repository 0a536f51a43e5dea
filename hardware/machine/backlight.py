"""The light behind a built-in panel, where the kernel has a switch for it that this user may throw."""

from contextlib import suppress
from pathlib import Path
from typing import Final

ON, OFF = "0", "4"  # the kernel's FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN
PANELS: Final = Path("/sys/class/backlight")


def switch(on: bool, panels: Path = PANELS) -> None:
    """Switch all of them on or off. How bright they are stays as it was: a screen that dies in the dark leaves nothing
    to be put back but the switch, and the next one does that as it starts.
    """
    for each in panels.glob("*/bl_power"):
        with suppress(OSError):
            each.write_text(ON if on else OFF)
