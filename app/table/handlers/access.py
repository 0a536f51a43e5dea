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


def give_pin(at: IntentContext, intent: GivePin) -> Transaction:
    chair = None if at.who.seat is None else at.table.chairs[at.who.seat].number
    wrong = at.table.wrong_pins
    return _apply_attempt(
        at,
        pin_and_confirmations.check_pin(
            at.host, wrong, intent.pin, device=at.device, chair=chair, now=at.now, lived=at.lived
        ),
    )


def forget_pin(at: IntentContext, intent: ForgetPin) -> Transaction:
    return _apply_attempt(at, PinAttempt(at.host.forget_device(at.device), at.table.wrong_pins))


def set_pin(at: IntentContext, intent: SetPin) -> Transaction:
    at.check_host()
    fresh = pin_file.hash_pin(intent.pin) if intent.pin else None
    return _apply_attempt(at, PinAttempt(at.host.replace_pin(fresh, at.device, at.now), ()))


def _apply_attempt(at: IntentContext, tried: PinAttempt) -> Transaction:
    """Return a transaction that counts wrong PINs and lets right ones hold, even if the disk is full."""
    transaction = at.transaction(wrong_pins=tried.wrong)
    transaction.host, transaction.refusal, transaction.holds_unstored = tried.host, tried.refusal, True
    return transaction


def lock_table(at: IntentContext, intent: LockTable) -> Transaction:
    """Lock or unlock the table: seats stay with their holders, and nobody else sits down while it is locked."""
    at.check_host()
    locked = intent.locked and seating.are_held(at.table.chairs)
    transaction = at.transaction(locked=locked)
    if locked != at.table.locked:
        transaction.news.append(table_log_events.TableLocked(locked=locked, by=at.sender_number))
    return transaction


def answer_copy(at: IntentContext, intent: AnswerCopy) -> Transaction:
    """Answer whether the card is a copy. A copy gets another id and drops the keys of the original table."""
    at.check_host()
    if not at.table.copied:
        raise Rejection("not-copied")
    if not intent.new:
        return at.transaction(copied=False)
    at.check_phase("lobby")
    chairs = tuple(seating.remove_keys(chair, at.chance) for chair in at.table.chairs)
    # The list of recent changes could restore old seats.
    fields = {"table": at.chance.mark(), "chairs": chairs, "locked": False, "today": (), "copied": False}
    transaction = at.transaction(**fields)
    transaction.news.append(table_log_events.TableNotice(rule="new-table", facts={}))
    transaction.writes.append(lambda write: write.for_club.leave())  # the original table remains a member
    transaction.writes += [partial(_keyless, number, note) for number, _, _, note in at.store.suspended()]
    return transaction


def _keyless(number: int, stored: bytes, write: Write) -> None:
    """Remove the keys of the original table's phones from a suspended game."""
    note = msgspec.json.decode(stored, type=SuspendedGame)
    chairs = tuple(replace(chair, key="", ticket="", member="") for chair in note.chairs)
    write.game_state(number, "aside", note=msgspec.json.encode(replace(note, chairs=chairs)))
