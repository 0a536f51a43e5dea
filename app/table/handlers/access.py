"""Handlers of intents about the PIN, the lock of the table, and a table copied to another computer."""

from functools import partial

import msgspec
from msgspec.structs import replace

from app.protocol import table_log_events
from app.protocol.access_messages import ForgetPin, GivePin, LockTable, SetPin
from app.protocol.machine_messages import AnswerCopy
from app.protocol.rejection import Rejection
from app.storage import pin_file
from app.storage.commit_writer import Write
from app.table.core import pin_and_confirmations
from app.table.core.pin_and_confirmations import PinAttempt
from app.table.core.table_state import SuspendedGame
from app.table.core.transaction import Transaction
from app.table.features.intent_context import IntentContext
from app.table.lobby import seating


def give_pin(context: IntentContext, intent: GivePin) -> Transaction:
    chair = None if context.who.seat is None else context.state.chairs[context.who.seat].number
    wrong = context.state.wrong_pins
    return _apply_attempt(
        context,
        pin_and_confirmations.check_pin(
            context.host, wrong, intent.pin, device=context.device, chair=chair, now=context.now, lived=context.lived
        ),
    )


def forget_pin(context: IntentContext, intent: ForgetPin) -> Transaction:
    return _apply_attempt(context, PinAttempt(context.host.forget_device(context.device), context.state.wrong_pins))


def set_pin(context: IntentContext, intent: SetPin) -> Transaction:
    context.check_host()
    fresh = pin_file.hash_pin(intent.pin) if intent.pin else None
    return _apply_attempt(context, PinAttempt(context.host.replace_pin(fresh, context.device, context.now), ()))


def _apply_attempt(context: IntentContext, tried: PinAttempt) -> Transaction:
    """Return a transaction that counts wrong PINs and lets right ones hold, even if the disk is full."""
    transaction = context.transaction(wrong_pins=tried.wrong)
    transaction.host, transaction.refusal, transaction.holds_unstored = tried.host, tried.refusal, True
    return transaction


def lock_table(context: IntentContext, intent: LockTable) -> Transaction:
    """Lock or unlock the table: seats stay with their holders, and nobody else sits down while it is locked."""
    context.check_host()
    locked = intent.locked and seating.are_held(context.state.chairs)
    transaction = context.transaction(locked=locked)
    if locked != context.state.locked:
        transaction.news.append(table_log_events.TableLocked(locked=locked, by=context.sender_number))
    return transaction


def answer_copy(context: IntentContext, intent: AnswerCopy) -> Transaction:
    """Answer whether the card is a copy. A copy gets another id and drops the keys of the original table."""
    context.check_host()
    if not context.state.copied:
        raise Rejection("not-copied")
    if not intent.new:
        return context.transaction(copied=False)
    context.check_phase("lobby")
    chairs = tuple(seating.remove_keys(chair, context.parts.chance) for chair in context.state.chairs)
    # The list of recent changes could restore old seats.
    fields = {"table": context.parts.chance.mark(), "chairs": chairs, "locked": False, "today": (), "copied": False}
    transaction = context.transaction(**fields)
    transaction.news.append(table_log_events.TableNotice(rule="new-table", facts={}))
    transaction.writes.append(lambda write: write.for_club.leave())  # the original table remains a member
    transaction.writes += [partial(_keyless, number, note) for number, _, _, note in context.parts.store.suspended()]
    return transaction


def _keyless(number: int, stored: bytes, write: Write) -> None:
    """Remove the keys of the original table's phones from a suspended game."""
    note = msgspec.json.decode(stored, type=SuspendedGame)
    chairs = tuple(replace(chair, key="", ticket="", member="") for chair in note.chairs)
    write.game_state(number, "aside", note=msgspec.json.encode(replace(note, chairs=chairs)))
