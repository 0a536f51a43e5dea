"""The panel of a table that has none."""

from collections.abc import Callable

from hardware.panel import Heard, Part, Parts


class Absent:
    """Accepts everything and does nothing."""

    def parts(self) -> Parts:
        return Parts()

    def listen(self, hear: Callable[[Heard], None]) -> None: ...

    def light(self, part: Part, on: bool) -> None: ...

    def blink(self, part: Part) -> None: ...

    def horn(self, times: int) -> None: ...

    def close(self) -> None: ...
