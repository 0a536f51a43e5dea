"""The move that an undo would take back, and the vote on it."""

from collections.abc import Mapping
from typing import Any

from app.protocol.table_messages import TableView
from app.table.core import undo_rules_and_votes
from app.table.features.feature import Feature


class UndoOffers(Feature):
    """Show the open offer and the running vote."""

    def table_fields(self, view: TableView) -> Mapping[str, Any]:
        committed = self._parts.committed
        offer = undo_rules_and_votes.find_offer(committed.state, committed.match, self._parts.owner.settings.undo)
        return {"undo": offer, "vote": undo_rules_and_votes.vote_view(committed.vote, offer, committed.match)}
