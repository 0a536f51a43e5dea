"""When what is shown on a display had better be shown anew: there, since it was away, or on another one."""

from collections.abc import Callable, Sequence
from typing import Final

from hardware.machine.displays import Display, chosen, usable

ANYWHERE: Final = 0x1FFF0000  # SDL's place for a window of which only the display is said: that one's number is added
ELSEWHERE: Final = 4  # exit code of a screen that is to be shown anew, there or on another display
BACK: Final = 2.0  # seconds a display has to be there again until it is used
AWAY: Final = 10.0  # seconds it has to be away until another one is


class Watch:
    """Notices when what is shown on a display had better be shown anew: there, since it was away, or elsewhere."""

    def __init__(self, on: str, look: Callable[[], Sequence[Display]] = usable) -> None:
        """`on`: the name of the display that is used."""
        self.on = on
        self.found: tuple[str, ...] = ()  # the names of those that are connected
        self._look = look
        self._away = False  # it was, since it is used
        self._since: tuple[str, float] | None = None  # which other or fresh one could be used, and since when

    def look(self, wanted: str, now: float) -> bool:
        """Whether it is time to show it anew. `wanted`: the display of the settings; `now`: seconds."""
        found = [each for each in self._look() if each.sure or each.name == self.on]
        self.found = tuple(each.name for each in found)
        here = self.on in self.found
        self._away = self._away or not here
        best = chosen(found, wanted, self.on)
        if best is None or (best.name == self.on and not self._away):
            self._since = None
            return False
        if self._since is None or self._since[0] != best.name:
            self._since = best.name, now
        patience = BACK if best.name in (self.on, wanted) else AWAY
        return now - self._since[1] >= patience
