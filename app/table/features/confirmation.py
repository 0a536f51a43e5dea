"""Confirmation of intents whose effect outlasts the game, so that nobody sends them by accident.

app/table/intents.py names them. Where no PIN is set, the table asks for a number that it shows. The screen gives it
once two rings have been held; elsewhere it is typed. It is good for one of them, within a minute.
"""

import msgspec

from app.protocol.base_messages import Intent
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.machine_messages import AnswerCopy, Carry, DoUpkeep
from app.protocol.membership_messages import LeaveClub
from app.protocol.recent_change_messages import PutBack
from app.protocol.seat_messages import HandOver, SetSeat
from app.protocol.settings_messages import SetTable
from app.table.core.change_records import (
    GamesCame,
    GamesOut,
    GameThrown,
    LockBefore,
    PlacesBefore,
    SeatBefore,
    SettingBefore,
)
from app.table.features.feature import Feature
from app.table.features.intent_context import IntentContext
from app.table.features.intent_spec import ListedIntent
from app.table.features.recent_changes import found


class Confirmation(Feature):
    """Ask for a confirmation before an intent whose effect outlasts the game."""

    _irreversible = False

    def before_intent(self, context: IntentContext, listed: ListedIntent, intent: Intent) -> None:
        self._irreversible = listed.outlives is not None and listed.outlives(context, intent)
        if self._irreversible:
            context.check_meant()

    def after_intent(self, context: IntentContext, listed: ListedIntent, intent: Intent) -> None:
        if self._irreversible:
            self._parts.owner.use_confirmation(context.device)


def always(at: IntentContext, intent: Intent) -> bool:
    return True


def language(at: IntentContext, intent: SetTable) -> bool:
    """Ask before another language of the table, but not at the first start."""
    before = at.settings
    fresh = before.lang if intent.lang is msgspec.UNSET else intent.lang
    return fresh != before.lang and (before.welcomed or at.headless)


def given_away(at: IntentContext, intent: SetSeat) -> bool:
    """Ask before a seat is taken from a connected phone. Phones do so with the PIN alone."""
    by = intent.by
    return by is not msgspec.UNSET and _held(at, intent.seat) and by != at.table.chairs[intent.seat - 1].by


def stood_up(at: IntentContext, intent: SetGame) -> bool:
    """Ask before somebody with a connected phone loses the seat, as another game has fewer."""
    return any(_held(at, seat) for seat in intent.watch)


def put_back(at: IntentContext, intent: PutBack) -> bool:
    """Ask if the undone change outlasts the game, or a connected phone would lose its seat."""
    line = found(at.table, intent.change, at.store.clock())
    match line and line.was:
        case SettingBefore(name):
            return name == "lang"
        case LockBefore() | GameThrown() | GamesCame() | GamesOut():
            return True
        case PlacesBefore(_, ring):
            return any(_held(at, seat) for seat, it in enumerate(at.table.chairs, 1) if it.number not in ring)
        case SeatBefore(chair):
            held = next((seat for seat, it in enumerate(at.table.chairs, 1) if it.number == chair.number), 0)
            return _held(at, held) and chair.key != at.table.chairs[held - 1].key
    return False


def upkeep(at: IntentContext, intent: DoUpkeep) -> bool:
    """Ask before work that makes another table of this one, or hands all its data out."""
    return intent.work not in ("look", "report-to-stick")


def another_table(at: IntentContext, intent: AnswerCopy) -> bool:
    """Check for the answer that makes this another table: all phones lose their seats then."""
    return intent.new


def carried(at: IntentContext, intent: Carry) -> bool:
    """Ask before files are handed out, except a report, which names nobody."""
    return intent.file != "report"


def left_club(at: IntentContext, _: LeaveClub) -> bool:
    """Ask unless the table has only asked to join."""
    now = at.view().club
    return now is None or not now.scan


def handed_over(at: IntentContext, intent: HandOver) -> bool:
    """Ask before the seat of a connected phone is offered to another."""
    return not intent.cancel and _held(at, intent.seat)


def _held(at: IntentContext, seat: int) -> bool:
    """Check whether a connected phone holds a seat, and the screen asks."""
    chairs = at.table.chairs
    return at.who.role == "screen" and 1 <= seat <= len(chairs) and chairs[seat - 1].key in at.present
