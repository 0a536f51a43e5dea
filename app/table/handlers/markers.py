"""The intent that turns a conflict marker by hand."""

from app.protocol import messages
from app.protocol.rights import Rejected
from app.table import markers, score_sheet
from app.table.context import IntentContext
from app.table.handlers.moves import enter
from app.table.transaction import Transaction, Turned
from engine.game import Seat


def turn_marker(at: IntentContext, intent: messages.TurnMarker) -> Transaction | Turned:
    """Whatever a button, a finger or a phone says of a marker. In tally it is an entry like any other."""
    if score_sheet.is_open(at.match):
        return enter(at, messages.Enter(id=intent.id, action=score_sheet.turned(at.match, intent.marker)))
    if at.ritual is None:
        raise Rejected("no-marker")
    if at.who.role == "seat":
        at.check_seat(Seat(at.ritual.seat - 1))
    left = markers.turned(at.ritual, intent.marker)
    if at.table.lobby.mode == "track":  # people have turned those of their box: one touch says so of all
        return Turned(at.ritual.open, None)
    return Turned((intent.marker,), left)
