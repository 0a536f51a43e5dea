"""The intent that ticks off what is laid out of a box, or put away."""

from typing import Final

from app.protocol import messages
from app.protocol.rights import Rejected
from app.table.core.transaction import Transaction
from app.table.features.context import IntentContext

MAX_TICKS: Final = 60  # ticks that are kept: more than any list has things


def tick_off(at: IntentContext, intent: messages.TickOff) -> Transaction:
    """Tick or untick a thing of the box; only the newest MAX_TICKS ticks are kept."""
    if at.table.phase == "game":
        raise Rejected("phase", phase=at.table.phase)
    ticked = tuple(thing for thing in at.table.ticked if thing != intent.thing)
    return at.transaction(ticked=(*ticked, intent.thing)[-MAX_TICKS:] if intent.on else ticked)
