"""The hooks by which a feature takes part in intents, commits, snapshots and the clock of a table.

The table calls each hook of all features in the order of `registry.FEATURES` and knows none of them by name. Of an
intent that changes something it calls `before_intent`, the handler, `on_transaction`, `before_commit` and `complete`;
then it stores the commit within `storing`, and calls `on_commit`, `on_emit`, the listeners, `after_emit`,
`after_commit` and `after_intent`.
"""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from app.protocol.base_messages import Intent
from app.protocol.client_rights import Actor
from app.protocol.table_messages import TableView
from app.table.core.commit import Commit
from app.table.core.table_state import TableState
from app.table.core.transaction import Transaction
from app.table.features.intent_context import IntentContext
from app.table.features.intent_spec import IntentSpec
from app.table.features.table_parts import TableParts
from app.table.game.match import EmittedEvent, Match


class Feature:
    """One feature of a table. Every hook does nothing here; a feature overrides those that it needs."""

    def __init__(self, parts: TableParts) -> None:
        self._parts = parts

    def intents(self) -> tuple[IntentSpec, ...]:
        """List intents of this feature alone; their handlers may be its methods."""
        return ()

    def on_start(self, transaction: Transaction) -> None:
        """Add to the first transaction of a table that starts."""

    def before_intent(self, context: IntentContext, spec: IntentSpec, intent: Intent) -> None:
        """Check an intent before its handler runs; raise Rejection to refuse it."""

    def on_transaction(self, context: IntentContext, intent: Intent, transaction: Transaction) -> None:
        """Add to the transaction that a handler has made of an intent."""

    def after_intent(self, context: IntentContext, spec: IntentSpec, intent: Intent) -> None:
        """Follow an intent that has changed something."""

    def before_commit(self, transaction: Transaction) -> None:
        """Complete a transaction from any source; the committed state is still the old one."""

    def complete(self, state: TableState, match: Match | None, transaction: Transaction) -> TableState:
        """Return the state to store, once the open questions in it are known."""
        return state

    def storing(self, transaction: Transaction) -> AbstractContextManager[None]:
        """Write files that belong to a transaction, and restore them if it is rejected."""
        return nullcontext()

    def on_commit(self, before: TableState, commit: Commit) -> None:
        """Follow a stored commit before listeners are called."""

    def after_commit(self, before: TableState, commit: Commit) -> None:
        """Follow a stored commit after listeners have been called."""

    def forget(self) -> None:
        """Drop cached views: something that readers see may have changed."""

    def on_emit(self, events: tuple[EmittedEvent, ...]) -> tuple[EmittedEvent, ...]:
        """Return the events to send with this change."""
        return events

    def after_emit(self) -> None:
        """Follow a change that listeners have been told of."""

    # Any: fields of several types.
    def table_fields(self, view: TableView) -> Mapping[str, Any]:
        """Return this feature's fields of the view of the table; `view` has those that actions seldom change.

        A name that is no field of TableView arrives in `TableView.features`.
        """
        return {}

    def snapshot_fields(self, who: Actor) -> Mapping[str, Any]:
        """Return this feature's fields of one reader's snapshot."""
        return {}

    def on_tick(self, now: float) -> bool:
        """Advance to `now` (seconds of the table's clock). Return True if readers see a difference."""
        return False

    def next_tick(self) -> float:
        """Return when `on_tick` is next needed, by the table's clock; infinity if nothing waits."""
        return float("inf")

    def act(self, now: float) -> None:
        """Commit changes that are due at `now`; a Rejection for a full disk is retried later."""

    def next_act(self) -> float:
        """Return when `act` is next needed, by the table's clock."""
        return float("inf")
