"""Handlers of messages of the table: they update the model, then call the hooks of all features."""

from app.protocol.base_messages import Accepted, Message, Pong, Refusal
from app.protocol.table_messages import Snapshot
from app.screen.control.controller import Controller
from app.screen.events.on_snapshot import on_snapshot
from app.screen.features import registry
from app.screen.state import model


def on_message(control: Controller, message: Message) -> None:
    """Handle a message of the table."""
    if isinstance(message, Pong):
        return
    if isinstance(message, Snapshot):
        on_snapshot(control, message)
    else:
        control.model = model.apply_message(control.model, message, control.games, control.clock())
    if isinstance(message, Accepted | Refusal):
        wait = control.outbox.pop_answered(message.id)
        for feature in registry.FEATURES:
            if feature.on_answer(control, message, wait):
                break
    else:
        for feature in registry.FEATURES:
            feature.on_message(control, message)
    control.refresh()


def on_disconnect(control: Controller) -> None:
    """Show that the table is away: the last state stays, greyed, without secrets."""
    control.model = model.mark_disconnected(control.model)
    for feature in registry.FEATURES:
        feature.on_disconnect(control)
    control.repaint()


def on_stopped(control: Controller, for_good: bool) -> None:
    """Handle a table that stopped for good; without `for_good`, one that is being restarted."""
    control.model = model.mark_stopped(control.model, for_good)
    control.dimming.wake()
    control.repaint()
