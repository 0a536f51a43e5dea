"""The intent that turns a conflict marker by hand."""

from app.protocol import messages
from app.protocol.rights import Rejected
from app.table.cardboard import markers, score_sheet
from app.table.core.transaction import Immediate, Transaction
from app.table.features.context import IntentContext
from app.table.handlers.moves import enter
from engine.game import Seat


def turn_marker(at: IntentContext, intent: messages.TurnMarker) -> Transaction | Immediate:
    """Turn a marker by a button, a finger or a phone. In tally it is an entry like any other."""
    if score_sheet.is_open(at.match):
        return enter(at, messages.Enter(id=intent.id, action=score_sheet.turned(at.match, intent.marker)))
    ceremonies, ritual = at.ceremonies, at.ceremonies.ritual
    if ritual is None:
        raise Rejected("no-marker")
    if at.who.role == "seat":
        at.check_seat(Seat(ritual.seat - 1))
    left = markers.turned(ritual, intent.marker)
    if at.table.lobby.mode == "track":  # people have turned those of their box: one touch confirms all
        return Immediate(lambda: ceremonies.turn(ritual.open, None))
    return Immediate(lambda: ceremonies.turn((intent.marker,), left))
