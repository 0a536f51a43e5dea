"""The backlight of a built-in display, where the kernel has a switch for it that this user may write."""

from contextlib import suppress
from pathlib import Path
from typing import Final

ON, OFF = "0", "4"  # the kernel's FB_BLANK_UNBLANK and FB_BLANK_POWERDOWN
BACKLIGHTS: Final = Path("/sys/class/backlight")


def switch_backlights(on: bool, panels: Path = BACKLIGHTS) -> None:
    """Switch all backlights on or off. Their brightness stays unchanged, so after a crash in the dark only the switch
    has to be restored; the next start does that.
    """
    for each in panels.glob("*/bl_power"):
        with suppress(OSError):
            each.write_text(ON if on else OFF)
