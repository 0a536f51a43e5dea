"""Track: people deal their own cards, and tell the table what came. Chance is a question that anybody may answer.

What only one card can be is not asked. What may come to light after an action goes along with its question, so that a
stack and its card are two taps and one intent. Telling the next seat's card says `done` for the one before.
"""

from collections.abc import Sequence
from typing import Any, Final  # Any: every game's actions

import msgspec

from app.protocol.cardboard_messages import CountView
from app.protocol.client_rights import Rejection
from app.protocol.play_messages import Act, ChanceOptions, Question
from app.table.game.match import Line, OpenQuestion
from app.table.game.view_cache import texts
from engine.game import CHANCE, Action, HasParallelReports, Reportable, Seat, State

DONE_ACTION: Final = "done"  # the one action of every game that only ends a turn


class People:
    """Says for people what they need not tell: what only one card can be, and what is no choice of theirs."""

    def answer(self, state: State[Any]) -> tuple[Seat, Action] | None:
        """Answer for a seat that has only one choice; None if nobody has, or if the list is unverified.

        Where several tell at once, what is told of them settles nothing: somebody may be about to tell their own.
        """
        if unsure(state):
            return None
        for seat in state.to_act:
            legal = state.legal(seat)
            if len(legal) == 1 and (
                not isinstance(state, HasParallelReports) or seat == CHANCE or state.can_skip_report(seat)
            ):
                return seat, legal[0]
        return None


PEOPLE: Final = People()


def lines(state: State[Any], open_: Sequence[OpenQuestion], intent: Act) -> list[Line]:
    """Split an answer into lines. Rejection `stale` if it is not asked, or not of that seat."""
    seat = Seat(intent.seat - 1)
    asked = next((each for each in open_ if each.number == intent.question), None)
    if asked is None:
        raise Rejection("stale", seat=intent.seat)
    said: list[Line] = []
    if asked.seat != seat:
        following = after_done(state, asked.seat)
        if following is None or seat not in following.to_act:
            raise Rejection("stale", seat=intent.seat)
        said.append((asked.seat, DONE_ACTION))
    elif intent.action not in texts(state.legal(seat)):  # where all act at once the next line may be its own
        following = after_done(state, seat)
        if following is not None and seat in following.to_act and intent.action in texts(following.legal(seat)):
            said.append((seat, DONE_ACTION))
    said.append((seat, intent.action))
    if intent.card is not None:
        said.append((CHANCE, intent.card))
    return said


def questions(state: State[Any], open_: Sequence[OpenQuestion]) -> tuple[Question, ...]:
    """Build all questions as everybody gets them; the next seat's, too, where `done` may be said for this one."""
    found: list[Question] = []
    for asked in open_:
        found.append(question(state, asked.number, asked.seat))
        following = after_done(state, asked.seat)
        if following is not None:
            found += [
                msgspec.structs.replace(question(following, asked.number, seat), ends=asked.seat + 1)
                for seat in following.to_act
            ]
    return tuple(found)


def coming(state: State[Any]) -> ChanceOptions:
    """Return what the pending chance may bring."""
    odds = state.odds() or ()
    left = tuple(count for _, count in odds)
    return ChanceOptions(texts([action for action, _ in odds]), left, others(state), unsure(state))


def counted(state: State[Any]) -> dict[str, CountView]:
    """Return the counts that people may correct now."""
    found = state.correctable_counts() if isinstance(state, Reportable) else {}
    return {what: CountView(count.now, count.least, count.most, count.known) for what, count in found.items()}


def things(state: State[Any]) -> dict[str, int]:
    """Return what may lie before a seat that is counted."""
    return dict(state.things()) if isinstance(state, Reportable) else {}


def unsure(state: State[Any]) -> bool:
    """Check whether the list that is asked now was never verified against the printed cards."""
    return isinstance(state, Reportable) and state.is_list_unverified()


def others(state: State[Any]) -> tuple[str, ...]:
    """Return what people may report although our counts exclude it."""
    return texts(state.contradictions()) if isinstance(state, Reportable) else ()


def question(state: State[Any], number: int, seat: Seat | None) -> Question:
    """Build the question for this seat, or for chance; None if nothing is asked."""
    if seat is None:
        return Question(number, 0, ())
    if seat == CHANCE:
        may = coming(state)
        nth, of = state.setup_progress() if isinstance(state, Reportable) else (0, 0)
        return Question(number, 0, may.legal, left=may.left, others=may.others, unsure=may.unsure, nth=nth, of=of)
    then: dict[str, ChanceOptions] = {}
    legal = state.legal(seat)
    for action in legal:
        after = state.copy()
        after.apply(seat, action)
        if after.to_act == (CHANCE,) and PEOPLE.answer(after) is None:
            then[str(action)] = coming(after)
    return Question(number, seat + 1, texts(legal), others=others(state), unsure=unsure(state), then=then)


def after_done(state: State[Any], seat: Seat) -> State[Any] | None:
    """Return the position after the seat's `done`, if that is legal and another seat is asked then."""
    if seat == CHANCE or DONE_ACTION not in map(str, state.legal(seat)):
        return None
    after = state.copy()
    after.apply(seat, after.parse(DONE_ACTION))
    return after if after.to_act not in ((), (CHANCE,)) else None
