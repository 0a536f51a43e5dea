"""Finished and suspended games: drop what is cached of them when stored games change, and link to the newest result."""

from collections.abc import Mapping
from typing import Any

from app.protocol import result_link
from app.protocol.table_messages import TableView
from app.table.core.commit import Commit
from app.table.core.table_state import TableState
from app.table.features.feature import Feature


class GameHistory(Feature):
    """The stored games of a table, and the review of the newest."""

    def on_commit(self, before: TableState, commit: Commit) -> None:
        if commit.transaction.writes:
            self._parts.finished.forget()
            self._parts.suspended.forget()
        if commit.state.phase == "over" and before.phase != "over":
            self._parts.reviews.queue_finished(commit.state.game)
        elif before.phase == "over" and commit.state.phase == "game" and before.game == commit.state.game:
            self._parts.reviews.drop(before.game)

    def table_fields(self, view: TableView) -> Mapping[str, Any]:
        return {"result_link": self._result_link()}

    def _result_link(self) -> str:
        """Return where the result of the game that has just ended can be seen, or ""."""
        state, base = self._parts.committed.state, self._parts.owner.settings.result_page
        if state.phase != "over" or not base:
            return ""
        finished = self._parts.finished.list_games()
        return next((result_link.link(base, game) for game in finished if game.game == state.game), "")
