"""Confirmation of intents whose effect outlasts the game, so that nobody sends them by accident.

app/table/intent_list.py lists them with the predicates of this module. Where no PIN is set, the table asks for a number
that it shows: the screen sends it once two rings have been held, a phone once it is typed. A number is valid for one
intent, within a minute.
"""

import msgspec

from app.protocol.base_messages import Intent
from app.protocol.club_membership_messages import LeaveClub
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.machine_messages import AnswerCopy, Carry, DoUpkeep
from app.protocol.revertible_change_messages import PutBack
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
from app.table.features.intent_spec import IntentSpec
from app.table.features.recent_changes import find_line


class Confirmation(Feature):
    """Ask for a confirmation before an intent whose effect outlasts the game."""

    _irreversible = False

    def before_intent(self, context: IntentContext, spec: IntentSpec, intent: Intent) -> None:
        self._irreversible = spec.outlives is not None and spec.outlives(context, intent)
        if self._irreversible:
            context.check_confirmed()

    def after_intent(self, context: IntentContext, spec: IntentSpec, intent: Intent) -> None:
        if self._irreversible:
            self._parts.owner.use_confirmation(context.device)


def always(context: IntentContext, intent: Intent) -> bool:
    return True


def changes_language(context: IntentContext, intent: SetTable) -> bool:
    """Check for another language of the table, except at the first start."""
    before = context.settings
    fresh = before.lang if intent.lang is msgspec.UNSET else intent.lang
    return fresh != before.lang and (before.welcomed or context.parts.presence.headless)


def takes_held_seat(context: IntentContext, intent: SetSeat) -> bool:
    """Check whether a connected phone loses its seat. (Phones need the PIN for that.)"""
    by = intent.by
    return (
        by is not msgspec.UNSET
        and _is_held_by_phone(context, intent.seat)
        and by != context.state.chairs[intent.seat - 1].by
    )


def drops_held_seat(context: IntentContext, intent: SetGame) -> bool:
    """Check whether a connected phone loses its seat, as another game has fewer."""
    return any(_is_held_by_phone(context, seat) for seat in intent.watch)


def restores_lasting_change(context: IntentContext, intent: PutBack) -> bool:
    """Check whether the restored change outlasts the game, or a connected phone loses its seat."""
    line = find_line(context.state, intent.change, context.parts.store.clock())
    match line and line.was:
        case SettingBefore(name):
            return name == "lang"
        case LockBefore() | GameThrown() | GamesCame() | GamesOut():
            return True
        case PlacesBefore(_, ring):
            return any(
                _is_held_by_phone(context, seat)
                for seat, chair in enumerate(context.state.chairs, 1)
                if chair.number not in ring
            )
        case SeatBefore(chair):
            held = next((seat for seat, each in enumerate(context.state.chairs, 1) if each.number == chair.number), 0)
            return _is_held_by_phone(context, held) and chair.key != context.state.chairs[held - 1].key
    return False


def is_lasting_upkeep(context: IntentContext, intent: DoUpkeep) -> bool:
    """Check for work that replaces this table, or hands out all its data."""
    return intent.work not in ("look", "report-to-stick")


def is_new_table(context: IntentContext, intent: AnswerCopy) -> bool:
    """Check for the answer that makes this another table, at which all phones lose their seats."""
    return intent.new


def is_personal_file(context: IntentContext, intent: Carry) -> bool:
    """Check for any file but a report, which names nobody."""
    return intent.file != "report"


def is_member(context: IntentContext, _: LeaveClub) -> bool:
    """Check whether the table is in a club, and has not only asked to join."""
    now = context.parts.presence.club
    return now is None or not now.scan


def offers_held_seat(context: IntentContext, intent: HandOver) -> bool:
    """Check whether the seat of a connected phone is offered to another."""
    return not intent.cancel and _is_held_by_phone(context, intent.seat)


def _is_held_by_phone(context: IntentContext, seat: int) -> bool:
    """Check whether a connected phone holds a seat and the sender is the screen."""
    chairs = context.state.chairs
    return context.who.role == "screen" and 1 <= seat <= len(chairs) and chairs[seat - 1].key in context.present
