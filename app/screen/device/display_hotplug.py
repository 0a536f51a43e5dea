"""Hot-plugging of displays: detect when the screen has to be restarted, on its display or on another one."""

from collections.abc import Callable, Sequence
from typing import Final

from hardware.machine.displays import Display, choose_display, list_usable

SDL_DISPLAY_BASE: Final = 0x1FFF0000  # SDL's window position for "on display n": add n
RESTART_CODE: Final = 4  # exit code of a screen that people did not close: its table, if it lives, restarts it
RETURN_SECONDS: Final = 2.0  # for which a display is connected again before it is used
ABSENT_SECONDS: Final = 10.0  # without its display before another one is used


class DisplayWatch:
    """A watch over connected displays that tells when the screen has to be restarted."""

    def __init__(self, name: str, look: Callable[[], Sequence[Display]] = list_usable) -> None:
        """Watch the display of this name, which is in use."""
        self.name = name
        self.found: tuple[str, ...] = ()  # names of connected displays
        self._look = look
        self._away = False  # was disconnected while in use
        self._since: tuple[str, float] | None = None  # a better display, and since when

    def is_restart_due(self, wanted: str, now: float) -> bool:
        """Return True if it is time to restart. `wanted`: the display of the settings; `now`: seconds."""
        found = [each for each in self._look() if each.sure or each.name == self.name]
        self.found = tuple(each.name for each in found)
        here = self.name in self.found
        self._away = self._away or not here
        best = choose_display(found, wanted, self.name)
        if best is None or (best.name == self.name and not self._away):
            self._since = None
            return False
        if self._since is None or self._since[0] != best.name:
            self._since = best.name, now
        patience = RETURN_SECONDS if best.name in (self.name, wanted) else ABSENT_SECONDS
        return now - self._since[1] >= patience
