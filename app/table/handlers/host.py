"""Intents about the PIN, and about who may still come to the table."""

from app.protocol import messages, news
from app.storage import pin
from app.table import host, seating
from app.table.context import IntentContext
from app.table.host import Tried
from app.table.transaction import Transaction


def give_pin(at: IntentContext, intent: messages.GivePin) -> Tried:
    chair = None if at.who.seat is None else at.table.chairs[at.who.seat].number
    wrong = at.table.wrong_pins
    return host.tried(at.host, wrong, intent.pin, device=at.device, chair=chair, now=at.now, lived=at.lived)


def forget_pin(at: IntentContext, intent: messages.ForgetPin) -> Tried:
    return Tried(at.host.forgotten(at.device), at.table.wrong_pins)


def set_pin(at: IntentContext, intent: messages.SetPin) -> Tried:
    at.check_host()
    fresh = pin.hashed(intent.pin) if intent.pin else None
    return Tried(at.host.changed(fresh, at.device, at.now), ())


def lock_table(at: IntentContext, intent: messages.LockTable) -> Transaction:
    """Whoever has a seat keeps it, and comes back; nobody else sits down until it is unlocked, or all have left."""
    at.check_host()
    locked = intent.locked and seating.are_held(at.table.chairs)
    transaction = at.transaction(locked=locked)
    if locked != at.table.locked:
        transaction.news.append(news.TableLocked(locked=locked, by=at.by))
    return transaction
