"""Hints that seats have asked for, and whether hints and coaches can be had."""

from collections.abc import Mapping
from typing import Any

from app.protocol.client_rights import Actor
from app.protocol.table_messages import TableView
from app.protocol.teaching_messages import Hint
from app.table.bots import advice
from app.table.core.commit import Commit
from app.table.core.table_state import TableState
from app.table.core.transaction import Transaction
from app.table.features.feature import Feature
from app.table.features.table_parts import TableParts
from engine.game import Seat


class Hints(Feature):
    """Ask for hints (app/table/bots/ranking_requests.py), and show each to its seat."""

    def __init__(self, parts: TableParts) -> None:
        super().__init__(parts)
        self._hints: dict[int, Hint] | None = None  # by seat, until something changes

    def hint(self, seat: Seat) -> Hint | None:
        """Return the open hint of a seat."""
        parts, match = self._parts, self._parts.committed.match
        if self._hints is None:
            self._hints = {}
            for each in parts.scheduler.rankings.list_hints() if match else ():
                assert match is not None
                assert each.ranking is not None
                reasons = parts.games.reasons.get(match.rules.name)
                self._hints[each.seat] = advice.build_hint(reasons, match, each.seat, each.ranking, thinking=each.open)
        return self._hints.get(seat)

    def on_start(self, transaction: Transaction) -> None:
        """Ask again for the hints that were open before a restart: they count as used."""
        committed, rankings = self._parts.committed, self._parts.scheduler.rankings
        asked = advice.list_open_hints(committed.log) if rankings.can_rank() else []
        for question in committed.state.questions:
            if question.seat in asked:
                rankings.ask_hint(question)

    def on_commit(self, before: TableState, commit: Commit) -> None:
        if commit.transaction.hinted is not None:
            self._parts.scheduler.rankings.ask_hint(commit.transaction.hinted)

    def forget(self) -> None:
        self._hints = None

    def table_fields(self, view: TableView) -> Mapping[str, Any]:
        parts = self._parts
        can_rank = parts.scheduler.rankings.can_rank()
        return {
            "advises": parts.owner.settings.hints != 0 and can_rank,
            "coaches": parts.committed.state.lobby.mode == "play" and can_rank,
        }

    def snapshot_fields(self, who: Actor) -> Mapping[str, Any]:
        return {"hints": self._readable(who)}

    def _readable(self, who: Actor) -> tuple[Hint, ...]:
        """Return a seat's own hint; for the screen those of seats played by touch, without their content."""
        if who.role == "seat" and who.seat is not None:
            own = self.hint(who.seat)
            return (own,) if own else ()
        if who.role != "screen":
            return ()
        chairs = self._parts.committed.state.chairs
        touched = [seat for seat, chair in enumerate(chairs) if chair.by == "touch"]
        hints = [hint for seat in touched if (hint := self.hint(Seat(seat)))]
        return tuple(Hint(each.seat, each.thinking, hidden=True) for each in hints)
