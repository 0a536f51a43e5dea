"""Handlers of undo, and of votes on an undo or on leaving a game."""

from msgspec.structs import replace

from app.protocol import table_log_events
from app.protocol.play_messages import Undo, Vote
from app.protocol.rejection import Rejection
from app.table.cardboard import score_sheet
from app.table.core import undo_rules_and_votes
from app.table.core.table_state import RunningVote
from app.table.core.transaction import Transaction
from app.table.features.intent_context import IntentContext
from app.table.handlers import game_lifecycle
from engine.game import Seat


def undo(context: IntentContext, intent: Undo) -> Transaction:
    """Undo the offered move, or start a vote on it."""
    table, match = context.state, context.require_match()
    if match.tracked:
        return _undo_line(context, intent)
    if score_sheet.is_open(match):
        return undo_rules_and_votes.undo_entry(table, match, intent.row, context.who.seat)
    asker = context.who.seat if intent.seat is None else context.seat(intent.seat)
    if asker is not None:
        context.check_seat(asker)
    for move in match.list_retractable(table.questions):
        if move.number == intent.row and asker in (move.seat, None):
            return undo_rules_and_votes.undo_choice(table, match, move, context.state.vote, context.log)
    offer = undo_rules_and_votes.check_offer(context.undo_offer, intent)
    asker = Seat(offer.seat - 1) if asker is None else asker
    voters = undo_rules_and_votes.list_voters(table.chairs, asker)
    if not voters or context.settings.undo == "always" or (offer.free and asker == offer.seat - 1):
        return undo_rules_and_votes.undo_from(table, match, asker, offer)
    if context.state.vote is not None:
        raise Rejection("others-asked", seat=context.state.vote.seat + 1)
    transaction = Transaction(table, RunningVote(offer.row, asker, voters))
    transaction.news.append(table_log_events.UndoAsked(asker + 1, offer.seat, offer.action, offer.card))
    return transaction


def _undo_line(context: IntentContext, intent: Undo) -> Transaction:
    """Undo the newest line, or one of an unfinished turn, without a vote (in track)."""
    context.check_no_correction()
    match = context.require_match()
    for move in match.list_retractable(context.state.questions):
        if move.number == intent.row:
            return undo_rules_and_votes.undo_choice(context.state, match, move, context.state.vote, context.log)
    offer = undo_rules_and_votes.check_offer(context.undo_offer, intent)
    asker = context.who.seat if intent.seat is None else context.seat(intent.seat)
    if asker is None:
        asker = Seat(-1)
    else:
        context.check_seat(asker)  # nobody asks in the name of another
    return undo_rules_and_votes.undo_from(context.state, match, asker, offer)


def vote(context: IntentContext, intent: Vote) -> Transaction:
    """Count a vote: one no ends it, everybody's yes applies it; the next accepted action ends it, too."""
    vote, seat = context.state.vote, context.seat(intent.seat)
    context.check_seat(seat)
    if (
        vote is None
        or vote.row != intent.row
        or seat not in vote.open
        or intent.about not in (None, vote.leave or "undo")
    ):
        raise Rejection("stale", seat=seat + 1)
    if not intent.yes:
        return _deny(context, vote, seat)
    if vote.leave:
        return game_lifecycle.agree_to_leave(context, vote, seat)
    if left := vote.open - {seat}:
        return Transaction(context.state, replace(vote, open=left))
    offer = context.undo_offer
    if offer is None:
        raise Rejection("stale", seat=seat + 1)
    return undo_rules_and_votes.undo_from(context.state, context.require_match(), vote.seat, offer)


def _deny(context: IntentContext, vote: RunningVote, seat: Seat) -> Transaction:
    transaction = Transaction(context.state)
    transaction.news.append(
        table_log_events.LeaveDenied(seat + 1) if vote.leave else table_log_events.UndoDenied(seat + 1)
    )
    return transaction
