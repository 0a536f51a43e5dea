"""The handler of snapshots: it updates the model, then calls the hooks of all features."""

from app.protocol.table_messages import Snapshot
from app.screen.control.controller import Controller
from app.screen.features import registry
from app.screen.features.feature import SnapshotChange
from app.screen.state.model import apply_message


def on_snapshot(control: Controller, snapshot: Snapshot) -> None:
    """Take over a snapshot, and update UI state, sound and animations."""
    before = control.scene
    control.model = apply_message(before.model, snapshot, control.games, before.now)
    change = SnapshotChange(before, control.model)
    for feature in registry.FEATURES:
        feature.on_snapshot(control, change)
