"""Settings, values and the PIN: written to the owner's files with the transaction that they belong to."""

from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Any

from app.protocol.client_rights import Actor
from app.table.core.commit import Commit
from app.table.core.table_state import TableState
from app.table.core.transaction import Transaction
from app.table.features.feature import Feature


class OwnerFiles(Feature):
    """The owner's files, and until when a PIN or a confirmation holds."""

    def storing(self, transaction: Transaction) -> AbstractContextManager[None]:
        return self._parts.owner.write_files(transaction)

    def on_commit(self, before: TableState, commit: Commit) -> None:
        self._parts.owner.apply_stored(commit.transaction)

    def snapshot_fields(self, who: Actor) -> Mapping[str, Any]:
        device = self._parts.committed.device(who)
        return {"host": self._parts.owner.host.has_given_pin(device, self._parts.clock())}

    def on_tick(self, now: float) -> bool:
        return self._parts.owner.tick(now)

    def next_tick(self) -> float:
        return self._parts.owner.next_tick()
