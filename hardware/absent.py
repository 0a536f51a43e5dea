"""The panel of a table that has none."""

from collections.abc import Callable


class Absent:
    """Accepts everything and does nothing."""

    def lamp(self, seat: int, level: float) -> None: ...

    def markers(self, battle: int, of: int) -> None: ...

    def horn(self, times: int) -> None: ...

    def on_press(self, call: Callable[[int], None]) -> None: ...

    def close(self) -> None: ...
