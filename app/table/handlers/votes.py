"""The answers to what one seat asks of the others."""

from msgspec.structs import replace

from app.protocol import messages, news
from app.protocol.rights import Rejected
from app.table.core import undo
from app.table.core.state import RunningVote
from app.table.core.transaction import Transaction
from app.table.features.context import IntentContext
from app.table.handlers import games
from engine.game import Seat


def vote(at: IntentContext, intent: messages.Vote) -> Transaction:
    """Count a vote: one no ends it, everybody's yes applies it; the next accepted action ends it, too."""
    vote, seat = at.vote, at.seat(intent.seat)
    at.check_seat(seat)
    if vote is None or vote.row != intent.row or seat not in vote.open:
        raise Rejected("stale", seat=seat + 1)
    left = vote.open - {seat}
    if not intent.yes:
        return _denied(at, vote, seat)
    if left:
        return Transaction(at.table, replace(vote, open=left))
    if vote.leave:
        return games.LEAVE[vote.leave](at, vote.seat + 1)
    offer = at.undo_offer
    if offer is None:
        raise Rejected("stale", seat=seat + 1)
    return undo.rolled_back(at.table, at.running(), vote.seat, offer)


def _denied(at: IntentContext, vote: RunningVote, seat: Seat) -> Transaction:
    transaction = Transaction(at.table)
    transaction.news.append(news.LeaveDenied(seat + 1) if vote.leave else news.UndoDenied(seat + 1))
    return transaction
