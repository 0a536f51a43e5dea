"""Handlers of intents about people's own cardboard: reminders done, ticks of the box list, printed values."""

from typing import Final

from app.protocol.cardboard_messages import ReminderDone
from app.protocol.game_lifecycle_messages import TickOff
from app.protocol.rejection import Rejection
from app.protocol.settings_messages import SetValues
from app.table.core.transaction import EnteredValues, Transaction
from app.table.features.intent_context import IntentContext
from engine.data_overrides import format_file, rewrite_file
from engine.game import HasOverrides

UNFIT_TEXT_CHARS: Final = 80  # longest quotation of unfit values in a refusal
MAX_TICKS: Final = 60  # stored ticks: more than any list has things


def tick_off(context: IntentContext, intent: TickOff) -> Transaction:
    """Tick or untick a thing of the box; only the newest MAX_TICKS ticks are kept."""
    if context.state.phase == "game":
        raise Rejection("phase", phase=context.state.phase)
    ticked = tuple(thing for thing in context.state.ticked if thing != intent.thing)
    return context.transaction(ticked=(*ticked, intent.thing)[-MAX_TICKS:] if intent.on else ticked)


def mark_handled(context: IntentContext, intent: ReminderDone) -> Transaction:
    """Mark instructions up to a line as followed, for the table or for seats; an older line changes nothing."""
    if context.state.lobby.mode != "track" or context.state.phase == "lobby":
        raise Rejection("not-tracked")
    whose = {0} if intent.looked else set()
    if context.who.role == "seat":
        whose |= set() if intent.looked else {context.sender_seat() + 1}
    else:
        whose |= {context.seat(seat) + 1 for seat in intent.seats}
    line = min(intent.line, context.state.log_end)
    before = context.state.handled or (0,) * (len(context.state.chairs) + 1)
    return context.transaction(
        handled=tuple([max(done, line) if seat in whose else done for seat, done in enumerate(before)])
    )


def set_values(context: IntentContext, intent: SetValues) -> Transaction:
    """Write corrected values into the owner's file, validated as at a start; everything else in it stays."""
    context.check_host()
    game = context.games.shelf.get(intent.game)
    if game is None or not isinstance(game, HasOverrides):
        raise Rejection("no-values")
    changes = {tuple(name.split(".")): value for name, value in intent.values.items()}
    before, file = context.parts.owner.values.text(intent.game), f"{intent.game}.toml"
    try:
        format_file({path: value for path, value in changes.items() if value is not None})
    except ValueError:
        raise Rejection("values-unfit", why=", ".join(intent.values)[:UNFIT_TEXT_CHARS]) from None
    try:
        text = rewrite_file(before, changes)
    except ValueError:
        raise Rejection("values-file", file=file) from None
    try:
        overrides = game.overrides(text.encode(), file)
    except ValueError as unfit:
        raise Rejection("values-unfit", why=str(unfit).removeprefix(f"{file}: ")) from None
    transaction = context.transaction()
    transaction.entered = EnteredValues(intent.game, before, text, overrides)
    return transaction
