"""The handler that corrects reported lines in track mode."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from app.protocol import table_log_events
from app.protocol.cardboard_messages import Correct
from app.protocol.log_messages import TURN
from app.protocol.rejection import Rejection
from app.storage.commit_writer import Write
from app.storage.row_codec import LogLine
from app.table.cardboard import line_correction
from app.table.cardboard.line_correction import CorrectedLine, FittedGame
from app.table.cardboard.setup_correction import SetupEdit
from app.table.cardboard.wonder_correction import set_wishes
from app.table.core.table_state import TableState
from app.table.core.transaction import Transaction
from app.table.features.intent_context import IntentContext
from app.table.game.game_log import Log, encode_event
from app.table.handlers.game_lifecycle import finish
from app.table.lobby import game_agreement
from app.table.lobby.seating import swap_chairs
from app.text.cardboard_reminders import CONFLICTS
from engine.game import CHANCE, Event, Seat
from engine.header_values import split_words

_news: Final = msgspec.json.Decoder(table_log_events.News)


def correct(context: IntentContext, intent: Correct) -> Transaction:
    """Add a decision to a correction. Once all lines fit, the game changes in one commit."""
    match, table = context.require_match(), context.state
    if not match.tracked:
        raise Rejection("not-tracked")
    if intent.how == "off":
        line_correction.check_open(match, table.correction, intent.row or None)
        return context.transaction(correction=None)
    so_far = line_correction.apply_intent(match, table.correction, context.who, intent)
    found = line_correction.replay_edited(match, so_far)
    if isinstance(found, line_correction.Misfit):
        return context.transaction(correction=so_far)
    return _apply_correction(context, found, so_far.setup)


def _apply_correction(context: IntentContext, fitted: FittedGame, edit: SetupEdit | None) -> Transaction:
    """Replace lines of the game, and rewrite its log in order. `edit`: of the set-up."""
    match = context.require_match()
    stand = {applied.move.number for applied in match.moves}
    transaction = context.transaction(correction=None)
    transaction.match = fitted.match
    transaction.undone = frozenset(stand - {applied.move.number for applied in fitted.match.moves})
    if edit is not None:
        by = 0 if edit.by is None else edit.by + 1
        transaction.news.append(table_log_events.SetupPutRight(what=edit.what, now=edit.value, was=edit.was, by=by))
    transaction.news += _correction_news(fitted.edits)
    if fitted.moved:
        transaction.news.append(table_log_events.TurnsReassigned(turns=fitted.moved))
    rewritten, added = context.log.diff([encode_event(each) for _, events in fitted.events for each in events])
    transaction.rewritten, transaction.added = tuple(rewritten), tuple(added)
    transaction.state = replace(transaction.state, handled=_update_handled(context, transaction))
    moves = [applied.move for applied in fitted.match.moves]
    game, fresh = context.state.game, [move for move in moves if move.number not in stand]

    def write(write: Write) -> None:
        write.append_moves(game, fresh)
        write.places(game, [move.number for move in moves])

    transaction.writes.append(write)
    if edit is not None or fitted.match.setup != match.setup:
        header = dict(fitted.match.setup.header())
        table = transaction.state if edit is None else _update_agreement(transaction.state, edit, header)
        transaction.state = replace(table, chairs=set_wishes(table.chairs, header))
        transaction.rewritten += tuple(_rewrite_beginning(context.log, header))
        transaction.writes.append(lambda write: write.header(game, header))
    if not fitted.match.state.to_act:
        finish(context, transaction, fitted.match, fitted.match.state, early=False)
    elif context.state.phase == "over" and context.state.early:
        finish(context, transaction, fitted.match, fitted.match.state, early=True)
    elif context.state.phase == "over":
        transaction.state = replace(transaction.state, phase="game")
        transaction.writes.append(lambda write: write.game_state(game, "running"))
    return transaction


def _update_handled(context: IntentContext, transaction: Transaction) -> tuple[int, ...]:
    """Return `TableView.handled` for the corrected log: instructions done and still valid stay done.

    A conflict with another result is to be looked at again.
    """
    logged = [line for line in context.log if line.row and not line.undone]
    over = {line.number: line for line in transaction.rewritten}
    stands = (
        over.get(line.number) or line for line in logged if line.number in over or line.row not in transaction.undone
    )
    added = (replace(line, number=context.state.log_end + nth) for nth, line in enumerate(transaction.added, 1))
    now = [line for line in (*stands, *added) if line.row and not line.undone]
    handled = enumerate(context.state.handled)
    return tuple(_last_done_line(logged, now, until, looks=not seat) for seat, until in handled)


def _last_done_line(told: list[LogLine], now: list[LogLine], until: int, *, looks: bool) -> int:
    """Return the last line of `now` that is done, if the lines `told` before were done up to number `until`.

    `looks`: a new or changed conflict is not done.
    """
    left = Counter(line.event for line in told if line.number <= until)
    following = next((line.event for line in told if line.number > until and _type(line) == TURN), b"")
    done = until if not left else 0
    for line in now:
        if not left.total() or line.event == following or (looks and not left[line.event] and _type(line) in CONFLICTS):
            break
        if left[line.event]:
            left[line.event] -= 1
            done = line.number
    return done


def _type(line: LogLine) -> str:
    return str(msgspec.json.decode(line.event)["type"])


def _update_agreement(table: TableState, edit: SetupEdit, header: Mapping[str, str]) -> TableState:
    match edit.what:
        case "first":
            return replace(table, first=int(header["first"]))
        case "variant":
            agreed = replace(table.lobby, variant=tuple(split_words(header.get("variant", ""))))
            return replace(table, lobby=agreed)
        case "rules":
            name, _, value = edit.value.partition("=")
            return replace(table, lobby=replace(table.lobby, rules={**table.lobby.rules, name: value == "yes"}))
        case "places":
            one, other = (Seat(int(seat) - 1) for seat in split_words(edit.value))
            return replace(table, chairs=swap_chairs(table.chairs, one, other))


def _rewrite_beginning(log: Log, header: Mapping[str, str]) -> Iterator[LogLine]:
    """Yield the event that the game began with its corrected identities and first seat."""
    for line in log:
        if not line.row and isinstance(event := _news.decode(line.event), table_log_events.GameBegan):
            first = int(header.get("first", "1")) if event.first else 0
            event = replace(event, identities=game_agreement.identities(header), first=first)
            yield replace(line, event=msgspec.json.encode(event))


def _correction_news(edits: Iterable[CorrectedLine]) -> list[Event]:
    """Build the events about corrected lines; a card that moved with its stack shares one event with it."""
    found: list[Event] = []
    before: CorrectedLine | None = None
    for edit in edits:
        was, now = edit.was, edit.now
        move = was or now
        if before and move and move.seat == CHANCE and _is_card_of_stack(before, edit):
            found[-1] = replace(found[-1], card=move.text)
            before = None
            continue
        before = edit
        found.append(
            table_log_events.PutRight(
                of=0 if was is None else was.seat + 1,
                was=None if was is None else was.text,
                now_of=0 if now is None else now.seat + 1,
                now=None if now is None else now.text,
                by=0 if edit.by is None else edit.by + 1,
            )
        )
    return found


def _is_card_of_stack(stack: CorrectedLine, card: CorrectedLine) -> bool:
    """Check whether both lines are new, or both are gone, and the first is a seat's."""
    move = stack.was or stack.now
    gone, new = stack.now is None and card.now is None, stack.was is None and card.was is None
    return move is not None and move.seat != CHANCE and (gone or new) and stack.by == card.by
