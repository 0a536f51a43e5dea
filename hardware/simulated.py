"""A panel without wires: it remembers what it was told, and can be pressed. For tests and for trying things out."""

from collections.abc import Callable


class Simulated:
    """Public fields hold what real parts would show. It has the seats it was made for and no others."""

    def __init__(self, seats: int = 7) -> None:
        self.lamps = [0.0] * seats
        self.battle = (0, 0)  # markers turned, and how many there are
        self.horns = 0  # how often the horn has sounded
        self._call: Callable[[int], None] | None = None

    def lamp(self, seat: int, level: float) -> None:
        if 0 <= seat < len(self.lamps):
            self.lamps[seat] = min(max(level, 0.0), 1.0)

    def markers(self, battle: int, of: int) -> None:
        self.battle = (battle, of)

    def horn(self, times: int) -> None:
        self.horns += times

    def on_press(self, call: Callable[[int], None]) -> None:
        self._call = call

    def press(self, seat: int) -> None:
        """What a finger does; on the caller's thread."""
        if self._call and 0 <= seat < len(self.lamps):
            self._call(seat)

    def close(self) -> None:
        self._call = None
        self.lamps = [0.0] * len(self.lamps)
        self.battle = (0, 0)
