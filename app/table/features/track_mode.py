"""Track mode, in which people deal and report: possible counts and corrections, and the instructions done."""

from collections.abc import Mapping
from typing import Any

from app.protocol.cardboard_messages import Repair
from app.protocol.table_messages import TableView
from app.table.cardboard import line_correction, reports, setup_correction, wonder_correction
from app.table.features.feature import Feature


class TrackMode(Feature):
    """Show what a table that follows a game on cardboard can ask and correct."""

    def table_fields(self, view: TableView) -> Mapping[str, Any]:
        state, match = self._parts.committed.state, self._parts.committed.match
        tracked = match.state if match is not None and match.tracked else None
        counts = tracked if state.phase == "game" else None
        reported = tracked if state.phase != "lobby" else None
        wonders, every = ((), ()) if reported is None else wonder_correction.reported_wonders(reported)
        return {
            "repair": self._repair(),
            "counted": {} if counts is None else reports.list_counts(counts),
            "things": {} if counts is None else reports.list_things(counts),
            "wonders": wonders,
            "every_wonder": every,
            "set_up": setup_correction.list_editable(match) if match is not None and state.phase != "lobby" else (),
            "handled": state.handled,
            "by_table": tuple(seat + 1 for seat in match.list_seats_of_table()) if match else (),
        }

    def _repair(self) -> Repair | None:
        """Return the question about the line that is being corrected."""
        match, asked = self._parts.committed.match, self._parts.committed.state.correction
        if asked is None or match is None:
            return None
        found = line_correction.replay_edited(match, asked)
        return line_correction.build_repair(found, asked) if isinstance(found, line_correction.Misfit) else None
