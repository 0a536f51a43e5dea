"""The reasons for the newest action of each bot."""

from collections.abc import Mapping
from typing import Any

from app.protocol.table_messages import TableView
from app.protocol.teaching_messages import BotActionReasons
from app.table.bots import advice
from app.table.core.commit import Commit
from app.table.core.table_state import TableState
from app.table.core.transaction import Transaction
from app.table.features.feature import Feature
from app.table.features.table_parts import TableParts


class BotReasons(Feature):
    """Keep the reasons for the newest action of each bot."""

    def __init__(self, parts: TableParts) -> None:
        super().__init__(parts)
        self._public_view: Any = None  # before a commit; None: no bot plays. Any: each game has its own view
        self._whys = self._replayed()  # by seat, from 1

    def before_commit(self, transaction: Transaction) -> None:
        match, chairs = self._parts.committed.match, self._parts.committed.state.chairs
        acts = match is not None and transaction.result and any(chair.by == "bot" for chair in chairs)
        self._public_view = match.state.view(None) if match is not None and acts else None

    def on_commit(self, before: TableState, commit: Commit) -> None:
        state, match = self._parts.committed.state, self._parts.committed.match
        if commit.transaction.undone or commit.transaction.match or state.phase == "lobby" or match is None:
            self._whys = self._replayed()
        elif commit.transaction.result:
            reasons, done = self._parts.reasons.get(match.rules.name), commit.transaction.result.events
            acted = advice.list_acting_seats(reasons, done) if reasons else ()
            left = {seat: why for seat, why in self._whys.items() if seat not in acted}
            self._whys = left | advice.explain_actions(reasons, match, self._public_view, done, state.chairs)

    def table_fields(self, view: TableView) -> Mapping[str, Any]:
        return {"whys": tuple(self._whys[seat] for seat in sorted(self._whys))}

    def _replayed(self) -> dict[int, BotActionReasons]:
        """Return the reasons in a game that was restored, or in which something was taken back."""
        match = self._parts.committed.match
        if match is None or self._parts.committed.state.phase == "lobby":
            return {}
        return advice.explain_by_replay(self._parts.reasons.get(match.rules.name), match)
