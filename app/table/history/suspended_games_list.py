"""A cache of the suspended games that the lobby lists."""

import msgspec

from app.protocol.game_lifecycle_messages import SuspendedView
from app.storage.database import Store
from app.table.core.table_state import SuspendedGame


class SuspendedGames:
    """Read on first use, and again after `forget`."""

    __slots__ = ("_games", "_store")

    def __init__(self, store: Store) -> None:
        self._store = store
        self._games: tuple[SuspendedView, ...] | None = None

    def forget(self) -> None:
        """Drop the cache after whole games have changed."""
        self._games = None

    def list_games(self) -> tuple[SuspendedView, ...]:
        if self._games is None:
            self._games = tuple(_build_view(*stored) for stored in self._store.suspended())
        return self._games


def _build_view(number: int, kind: str, when: float, stored: bytes) -> SuspendedView:
    note = msgspec.json.decode(stored, type=SuspendedGame)
    day = note.daily.date if note.daily else ""
    turn = note.turn or int(note.lobby.mode != "tally")  # leaders are drafted before a turn
    return SuspendedView(number, kind, note.seats, turn, when, day, note.age)
