"""The computer of the table: its horn, its upkeep, and a disk that keeps people waiting."""

from collections.abc import Mapping
from typing import Any

from app.protocol.client_rights import Actor
from app.protocol.machine_messages import Upkeep
from app.protocol.table_messages import TableView
from app.table.core.commit import Commit
from app.table.core.table_state import TableState
from app.table.features.feature import Feature


class MachineFeature(Feature):
    """Show the state of the machine to those who may look after it."""

    def after_commit(self, before: TableState, commit: Commit) -> None:
        if any(cue.what == "horn" for cue in commit.transaction.cues):
            self._parts.machine.horn_at = self._parts.clock()

    def table_fields(self, view: TableView) -> Mapping[str, Any]:
        return {"slow": self._parts.machine.slow}

    def snapshot_fields(self, who: Actor) -> Mapping[str, Any]:
        return {"upkeep": self._upkeep(who)}

    def _upkeep(self, who: Actor) -> Upkeep | None:
        """Return the upkeep for the screen, and for a phone on which the PIN holds."""
        parts = self._parts
        upkeep, device = parts.machine.upkeep, parts.committed.device(who)
        if upkeep is None or who.role not in ("screen", "seat"):
            return None
        if who.seat is not None and not parts.owner.host.has_given_pin(device, parts.clock()):
            return None
        chair = None if who.seat is None else parts.committed.state.chairs[who.seat]
        return upkeep.describe((chair and chair.lang) or parts.owner.settings.lang, device)
