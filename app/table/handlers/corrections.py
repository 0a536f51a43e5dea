"""The intent that puts right what was told in track."""

from collections.abc import Iterable, Iterator
from typing import Final

import msgspec
from msgspec.structs import replace

from app.protocol import messages, news
from app.protocol.rights import Rejected
from app.storage.rows import LogLine
from app.storage.write import Write
from app.table import correction, lobby
from app.table.context import IntentContext
from app.table.correction import Fitted, Righted
from app.table.handlers.games import finish
from app.table.log import Log, logged
from app.table.other_wonder import sitting
from app.table.transaction import Transaction
from engine.game import CHANCE, Event

_news: Final = msgspec.json.Decoder(news.News)


def correct(at: IntentContext, intent: messages.Correct) -> Transaction:
    """Decide something about a line. Once all lines fit, the game is another, in one commit; before, nothing is."""
    match, table = at.running(), at.table
    if not match.tracked:
        raise Rejected("not-tracked")
    if intent.how == "off":
        if table.correction is None:
            raise Rejected("stale")
        return at.transaction(correction=None)
    so_far = correction.decided(match, table.correction, at.who, intent)
    found = correction.fitted(match, so_far)
    return at.transaction(correction=so_far) if isinstance(found, correction.Misfit) else _put_right(at, found)


def _put_right(at: IntentContext, fitted: Fitted) -> Transaction:
    """The game as it is now that some of its lines are others; its log tells it in order."""
    match = at.running()
    stand = {applied.move.number for applied in match.moves}
    transaction = at.transaction(correction=None)
    transaction.match = fitted.match
    transaction.undone = frozenset(stand - {applied.move.number for applied in fitted.match.moves})
    transaction.news += _righted(fitted.edits)
    if fitted.moved:
        transaction.news.append(news.TurnsMoved(turns=fitted.moved))
    rewritten, added = at.log.retold([logged(each) for _, events in fitted.events for each in events])
    transaction.rewritten, transaction.added = tuple(rewritten), tuple(added)
    moves = [applied.move for applied in fitted.match.moves]
    game, fresh = at.table.game, [move for move in moves if move.number not in stand]

    def write(write: Write) -> None:
        write.moves(game, fresh)
        write.places(game, [move.number for move in moves])

    transaction.writes.append(write)
    if fitted.match.setup != match.setup:
        header = dict(fitted.match.setup.header())
        chairs = sitting(at.table.chairs, header)
        transaction.table = replace(transaction.table, chairs=chairs)
        transaction.rewritten += tuple(_begun_with(at.log, lobby.identities(header)))
        transaction.writes.append(lambda write: write.header(game, header))
    if not fitted.match.state.to_act:
        finish(at, transaction, fitted.match, fitted.match.state, early=False)
    elif at.table.phase == "over" and at.table.early:
        finish(at, transaction, fitted.match, fitted.match.state, early=True)
    elif at.table.phase == "over":
        transaction.table = replace(transaction.table, phase="game")
        transaction.writes.append(lambda write: write.game_state(game, "running"))
    return transaction


def _begun_with(log: Log, identities: tuple[str, ...]) -> Iterator[LogLine]:
    """The news that the game began, with what each seat is."""
    for line in log:
        if not line.row and isinstance(event := _news.decode(line.event), news.GameBegan):
            yield replace(line, event=msgspec.json.encode(replace(event, identities=identities)))


def _righted(edits: Iterable[Righted]) -> list[Event]:
    """What was put right, as news; a card that came or went with its stack in one line with it."""
    found: list[Event] = []
    before: Righted | None = None
    for edit in edits:
        was, now = edit.was, edit.now
        move = was or now
        if before and move and move.seat == CHANCE and _goes_along(before, edit):
            found[-1] = replace(found[-1], card=move.text)
            before = None
            continue
        before = edit
        found.append(
            news.PutRight(
                of=0 if was is None else was.seat + 1,
                was=None if was is None else was.text,
                now_of=0 if now is None else now.seat + 1,
                now=None if now is None else now.text,
                by=0 if edit.by is None else edit.by + 1,
            )
        )
    return found


def _goes_along(stack: Righted, card: Righted) -> bool:
    """Whether both lines are new, or both are gone, and the first is a seat's."""
    move = stack.was or stack.now
    gone, new = stack.now is None and card.now is None, stack.was is None and card.was is None
    return move is not None and move.seat != CHANCE and (gone or new) and stack.by == card.by
