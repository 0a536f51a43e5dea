"""Ceremonies around a game: its opening, markers that wait for a hand, and shields that meet before their result."""

from collections.abc import Mapping
from typing import Any

from app.protocol.table_messages import TableView
from app.table.cardboard import conflict_marker_turning
from app.table.core.commit import Commit
from app.table.core.table_state import TableState
from app.table.core.transaction import Transaction
from app.table.features.feature import Feature
from app.table.game.match import EmittedEvent


class CeremonyFeature(Feature):
    """Start ceremonies after commits, and delay events until they have ended."""

    _told: tuple[EmittedEvent, ...] | None = None  # events of the newest commit that are not delayed

    def on_start(self, transaction: Transaction) -> None:
        parts = self._parts
        state, match = parts.committed.state, parts.committed.match
        if state.phase == "game" and match is not None and state.handled and parts.owner.settings.ritual:
            moves = (applied.move for applied in match.moves)
            parts.ceremonies.resume_ritual(
                conflict_marker_turning.find_pending_ritual(moves, parts.committed.log, state.handled)
            )

    def on_commit(self, before: TableState, commit: Commit) -> None:
        parts, settings = self._parts, self._parts.owner.settings
        meets = settings.motion and parts.presence.screens > 0
        self._told = parts.ceremonies.follow(commit, before, with_ritual=settings.ritual, with_meeting=meets)

    def on_emit(self, events: tuple[EmittedEvent, ...]) -> tuple[EmittedEvent, ...]:
        told, self._told = events if self._told is None else self._told, None
        return (*self._parts.ceremonies.take_delayed_events(), *told)

    def table_fields(self, view: TableView) -> Mapping[str, Any]:
        ceremonies = self._parts.ceremonies
        return {"ritual": ceremonies.ritual, "opening": ceremonies.opening, "fought": ceremonies.fought}

    def on_tick(self, now: float) -> bool:
        return self._parts.ceremonies.tick(now)

    def next_tick(self) -> float:
        return self._parts.ceremonies.next_tick()
