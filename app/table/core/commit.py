"""Commits: what a transaction amounts to, computed first, then stored, and only then applied."""

from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from app.protocol import table_log_events
from app.storage.commit_writer import Write
from app.storage.row_codec import LogLine
from app.table.core import undo_rules_and_votes
from app.table.core.committed_state import CommittedState
from app.table.core.table_state import TableState
from app.table.core.transaction import Transaction
from app.table.game.bot_definitions import Bots
from app.table.game.game_log import Log, encode_event
from app.table.game.match import EmittedEvent, Match, update_questions
from app.table.lobby import seating

StateCompletion: TypeAlias = Callable[[TableState, Match | None, Transaction], TableState]


class Commit(msgspec.Struct, frozen=True):
    """The next state of the table and its events. Numbers of lines, moves and questions are final."""

    transaction: Transaction
    state: TableState
    match: Match | None
    events: tuple[EmittedEvent, ...]
    lines: tuple[LogLine, ...]  # appended to the log
    rewritten: tuple[LogLine, ...]  # replacements of lines of the log
    undone_lines: tuple[int, ...]  # numbers of lines that are undone
    member_names: tuple[tuple[str, int, str], ...] = ()  # of the club: member, game or 0, name

    def store(self, write: Write) -> None:
        """Write the transaction, the log and the table state into the open database transaction."""
        transaction, game = self.transaction, self.state.game
        for name in self.member_names:
            write.for_club.be_called(*name)
        for each in transaction.writes:
            each(write)
        if transaction.result:
            write.append_moves(game, [applied.move for applied in transaction.result.moves])
        if transaction.undone:
            write.undo_moves(game, transaction.undone)
        if self.undone_lines:
            write.undo_log_lines(self.undone_lines, self.state.log_end)
        write.log(game, self.lines)
        write.rewrite_log(self.rewritten)
        write.table_state(msgspec.json.encode(self.state))

    def apply_to(self, committed: CommittedState) -> None:
        """Replace the committed state by what has been stored."""
        transaction, state, match = self.transaction, self.state, self.match
        if state.game != committed.state.game:
            committed.log = transaction.log or Log()
        committed.state, committed.match = state, match
        committed.dealer = (transaction.dealer or committed.dealer) if match else None
        if match and transaction.result:
            match.apply_result(transaction.result)
        committed.log.add(self.lines)
        committed.log.rewrite(self.rewritten, state.log_end)
        committed.log.undo_lines(self.undone_lines, state.log_end)


def compute_commit(
    committed: CommittedState,
    transaction: Transaction,
    *,
    bots: Bots,
    undo_policy: str,
    lived: float,
    complete: StateCompletion,
) -> Commit:
    """Compute the commit of a transaction, without changing anything. `lived`: as in TableState.

    `complete`: returns the state with what features derive from it; called once the open questions are known.
    """
    before, table = committed.state, transaction.state
    match = transaction.match or (committed.match if table.game == before.game else None)
    state = complete(
        _update_questions(committed, transaction, _complete_chairs(table, before, bots), match), match, transaction
    )
    offer = undo_rules_and_votes.find_offer(state, match, undo_policy) if transaction.vote else None
    vote = undo_rules_and_votes.drop_stale_vote(transaction.vote, offer, state.chairs)
    events = [
        *(EmittedEvent(event, None) for event in transaction.news),
        *(transaction.result.events if transaction.result else ()),
    ]
    # A vote that ended because the game went on; one that was decided has news of its own.
    if committed.vote is not None and vote is None and (transaction.result or transaction.vote):
        lapsed = table_log_events.LeaveLapsed if committed.vote.leave else table_log_events.UndoLapsed
        events.append(EmittedEvent(lapsed(seat=committed.vote.seat + 1), None))
    numbered = enumerate([*transaction.added, *map(encode_event, events)], before.log_end + 1)
    lines = tuple(replace(line, number=number) for number, line in numbered)
    end = before.log_end + len(lines) + transaction.scrub  # readers learn of deleted lines by a new end
    begin = state.log_begin if state.game == before.game else before.log_end
    rewritten = {line.number for line in transaction.rewritten}
    return Commit(
        transaction=transaction,
        state=replace(state, log_end=end, log_begin=begin, lived=lived, vote=vote),
        match=match,
        events=tuple(events),
        lines=lines,
        rewritten=tuple(replace(line, undone=end if line.undone else 0) for line in transaction.rewritten),
        undone_lines=tuple(
            number for number in committed.log.find_lines(transaction.undone) if number not in rewritten
        ),
        member_names=tuple(_member_names(before, state)),
    )


def _member_names(before: TableState, after: TableState) -> Iterator[tuple[str, int, str]]:
    """Yield members of the club who sit down (game 0) or lose a seat of the game on the table, with their names."""
    was, now = (
        [(chair.member, chair.name) for chair in state.chairs if chair.member and chair.name is not None]
        for state in (before, after)
    )
    yield from ((member, 0, name) for member, name in now if (member, name) not in was)
    if before.game and before.phase != "lobby":
        yield from ((member, before.game, name) for member, name in was if (member, name) not in now)


def _complete_chairs(table: TableState, before: TableState, bots: Bots) -> TableState:
    """Give an emblem, a colour and a name to everybody without one, and unlock an empty table."""
    if table.chairs is before.chairs:
        return table
    chairs = seating.complete_badges(table.chairs, bots)
    return replace(table, chairs=chairs, locked=table.locked and seating.are_held(chairs))


def _update_questions(
    committed: CommittedState, transaction: Transaction, state: TableState, match: Match | None
) -> TableState:
    result = transaction.result
    if match is None or state.phase != "game":
        return replace(state, questions=())
    if transaction.match is None and result is None:
        return state
    now, before = result.position if result else match.position, committed.match and committed.match.position
    still_open = [  # with printed cards, the report of one seat leaves the questions to others open
        asked
        for asked in state.questions
        if before and (match.tracked or now.legal(asked.seat) == before.legal(asked.seat))
    ]
    moves = (result and result.moves) or match.moves
    last = moves[-1].move.number if moves else 0
    asked, count = update_questions(
        now.state.to_act,
        still_open,
        keep_to=last if transaction.keep_questions_to_move is None else transaction.keep_questions_to_move,
        new_since=last if transaction.new_questions_since_move is None else transaction.new_questions_since_move,
        count=state.question_count,
        answered=transaction.answered,
    )
    return replace(state, questions=asked, question_count=count)
