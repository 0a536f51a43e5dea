"""Undo: which move is offered, who votes on it or on leaving the game, and the transactions that apply it."""

from msgspec.structs import replace

from app.protocol import table_log_events
from app.protocol.play_messages import LeaveVote, SeatVote, Undo, UndoOffer, UndoVote
from app.protocol.rejection import Rejection
from app.storage.row_codec import Move
from app.table.cardboard import score_sheet
from app.table.core.table_state import RunningVote, TableState
from app.table.core.transaction import Transaction
from app.table.game.game_log import Log
from app.table.game.match import Match
from app.table.lobby.seating import Chairs
from engine.corrections_and_agreements import is_wonder_correction
from engine.game import CHANCE, IllegalAction, Seat


def list_voters(chairs: Chairs, asker: Seat) -> frozenset[Seat]:
    """Return the seats with a person, except the asker's."""
    return frozenset(Seat(seat) for seat, chair in enumerate(chairs) if chair.person and seat != asker)


def find_offer(table: TableState, match: Match | None, policy: str) -> UndoOffer | None:
    """Find the move that can be undone now: a person's last action, with what bots and chance did since.

    It is free for the seat whose action it is while nothing hidden has been revealed. `policy`: the setting `undo`.
    """
    if match is None or table.early:
        return None
    if match.tracked:
        index = match.find_last_reported()
        return None if index is None or table.correction else _offer(match, index, free=True)
    if score_sheet.is_open(match):
        return score_sheet.newest_offer(match)
    if policy == "never" or table.daily is not None:  # a day's deal is the same for everybody
        return None
    index = match.find_undoable(table.questions)
    if index is None:
        return None
    nothing_revealed = _count_decisions(match, index) == len(match.moves) - index  # no chance among the undone moves
    nobody_asked = not list_voters(table.chairs, match.moves[index].move.seat)
    free = policy == "always" or nothing_revealed or nobody_asked
    return _offer(match, index, free=free)


def check_offer(offer: UndoOffer | None, intent: Undo) -> UndoOffer:
    """Check that the intent names the current offer; raise Rejection `stale` if not."""
    if offer is None or offer.row != intent.row or intent.more not in (None, offer.more):
        raise Rejection("stale")
    return offer


def _offer(match: Match, index: int, *, free: bool) -> UndoOffer:
    move = match.moves[index].move
    more = max(_count_decisions(match, index) - 1, 0)
    return UndoOffer(
        row=move.number, seat=move.seat + 1, action=move.text, more=more, free=free, card=match.card_of(index)
    )


def _count_decisions(match: Match, index: int) -> int:
    return sum(applied.move.seat != CHANCE for applied in match.moves[index:])


def vote_view(vote: RunningVote | None, offer: UndoOffer | None, match: Match | None) -> SeatVote | None:
    """Build the vote as everybody may read it, with what everybody has seen since."""
    if vote is None or match is None:
        return None
    waiting = tuple(sorted(seat + 1 for seat in vote.open))
    if vote.leave:
        return LeaveVote(vote.row, vote.seat + 1, vote.leave, waiting)
    if offer is None:
        return None
    seen = [applied.move for applied in match.moves if applied.move.number >= vote.row and applied.public]
    return UndoVote(
        row=vote.row,
        seat=vote.seat + 1,
        action=offer.action,
        more=offer.more,
        open=waiting,
        seen=tuple(move.text for move in seen if move.seat == CHANCE),
        of=offer.seat,
        card=offer.card,
    )


def drop_stale_vote(vote: RunningVote | None, offer: UndoOffer | None, chairs: Chairs) -> RunningVote | None:
    """Return the vote, unless nothing is left to vote on or somebody it concerns does not play any more."""
    if vote is None or not (vote.leave or (offer is not None and offer.row == vote.row)):
        return None
    return vote if all(chairs[seat].person for seat in (*vote.open, vote.seat)) else None


def undo_from(table: TableState, match: Match, asker: Seat, offer: UndoOffer) -> Transaction:
    """Undo the offered action for `asker`, with all that followed; corrected wonders stay."""
    transaction = Transaction(table)
    moves = [applied.move.number for applied in match.moves]
    later = match.moves[moves.index(offer.row) :]
    transaction.undone = frozenset(each.move.number for each in later if not is_wonder_correction(each.move.text))
    transaction.match = match.remove_moves(transaction.undone)
    last = transaction.match.moves[-1].move.number if transaction.match.moves else 0
    # After corrections the order of numbers is not that of moves: -1 asks all questions again.
    transaction.keep_questions_to_move = -1 if match.tracked else last
    transaction.new_questions_since_move = last
    transaction.news.append(table_log_events.ActionUndone(asker + 1, offer.seat, offer.action, offer.more, offer.card))
    if table.phase == "over":
        transaction.state = replace(table, phase="game")
        transaction.writes.append(lambda write: write.game_state(table.game, "running"))
    return transaction


def undo_choice(table: TableState, match: Match, move: Move, vote: RunningVote | None, log: Log) -> Transaction:
    """Undo a seat's choice while others still choose; theirs remain. Raise Rejection `stale` if that is impossible.

    A secret choice is deleted from the disk and from the log of those who could read it.
    """
    others = [asked for asked in table.questions if asked.seat != move.seat]
    transaction = Transaction(table, vote)
    transaction.undone = frozenset({move.number})
    try:
        transaction.match = match.remove_moves(transaction.undone)
    except IllegalAction:
        raise Rejection("stale") from None
    before, after = match.position, transaction.match.position
    again = move.seat in after.state.to_act
    alike = match.tracked or all(after.legal(asked.seat) == before.legal(asked.seat) for asked in others)
    if not (again and alike):
        raise Rejection("stale")
    opened = [asked.since for asked in others if asked.since < move.number]
    # A choice that the table added is older than all open questions.
    transaction.new_questions_since_move = min(opened or [asked.since for asked in others])
    if not match.tracked:
        transaction.rewritten = tuple(log.empty_lines(move.number))
        transaction.writes.append(lambda write: write.forget_choice(table.game, move.number))
    transaction.news.append(table_log_events.ChoiceUndone(seat=move.seat + 1))
    return transaction


def undo_entry(table: TableState, match: Match, row: int, asker: Seat | None) -> Transaction:
    """Undo one entry of a score sheet for `asker` (None: the screen); raise Rejection `stale` if it is not offered."""
    offer = next((each for each in score_sheet.list_offers(match) if each.row == row), None)
    if offer is None or table.early:
        raise Rejection("stale")
    transaction = Transaction(table)
    transaction.undone = frozenset({row})
    transaction.match = match.remove_moves(transaction.undone)
    by = 0 if asker is None else asker + 1
    transaction.news.append(table_log_events.ActionUndone(seat=by, of=offer.seat, action=offer.action, more=0))
    if table.phase == "over":
        transaction.state = replace(table, phase="game")
        transaction.writes.append(lambda write: write.game_state(table.game, "running"))
    return transaction
