"""The intent that says: what the table has asked of people is done with their cardboard."""

from app.protocol import messages
from app.protocol.rights import Rejected
from app.table.core.transaction import Transaction
from app.table.features.context import IntentContext


def handled(at: IntentContext, intent: messages.ReminderDone) -> Transaction:
    """Mark instructions up to a line as followed, for the table or for seats; an older line changes nothing."""
    if at.table.lobby.mode != "track" or at.table.phase == "lobby":
        raise Rejected("not-tracked")
    whose = {0} if intent.looked else set()
    if at.who.role == "seat":
        whose |= set() if intent.looked else {at.own_seat() + 1}
    else:
        whose |= {at.seat(seat) + 1 for seat in intent.seats}
    line = min(intent.line, at.table.log_end)
    before = at.table.handled or (0,) * (len(at.table.chairs) + 1)
    return at.transaction(
        handled=tuple([max(done, line) if seat in whose else done for seat, done in enumerate(before)])
    )
