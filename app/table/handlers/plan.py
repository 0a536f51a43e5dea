"""The intent that says what somebody saves for."""

import re
from typing import Final

from msgspec.structs import replace

from app.protocol import messages
from app.protocol.rights import Rejected
from app.table.core.transaction import Transaction
from app.table.features.context import IntentContext

THING: Final = re.compile(r"[a-z0-9-]{1,40} [a-z0-9-]{1,40}")  # of what kind, and which


def plan(at: IntentContext, intent: messages.Plan) -> Transaction:
    """Set the goal of a seat; no line of the log mentions it, and no action changes it."""
    at.check_phase("game")
    seat = at.own_seat() if intent.seat is None and at.who.role == "seat" else at.seat(intent.seat or 0)
    at.check_seat(seat)
    chair = at.table.chairs[seat]
    if at.who.role == "screen" and chair.by != "touch":
        raise Rejected("held", seat=seat + 1)
    if intent.thing is not None and not THING.fullmatch(intent.thing):
        raise Rejected("unreadable")
    return at.chair(seat, replace(chair, plan=intent.thing or ""))
