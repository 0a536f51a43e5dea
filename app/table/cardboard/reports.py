"""Track mode: people deal their own cards and report what came. Chance is a question that anybody may answer.

A card with only one possibility is not asked for. A question lists what each action may reveal, so that a stack and its
card are two taps and one intent. Reporting the next seat's card implies `done` for the seat before.
"""

from collections.abc import Sequence
from typing import Any, Final  # Any: every game's actions

import msgspec

from app.protocol.cardboard_messages import CountView
from app.protocol.play_messages import Act, ChanceOptions, Question
from app.protocol.rejection import Rejection
from app.table.game.match import Line, OpenQuestion
from app.table.game.view_cache import action_texts
from engine.game import CHANCE, Action, HasParallelReports, Reportable, Seat, State

DONE_ACTION: Final = "done"  # the one action of every game that only ends a turn


class People:
    """Answers what people need not report: chance with one outcome, and seats with one legal action."""

    def answer(self, state: State[Any]) -> tuple[Seat, Action] | None:
        """Return the only choice of a seat; None if no seat has just one, or if the list is unverified.

        Where several report at once, a seat is answered for only once the game says that it is settled.
        """
        if is_unverified(state):
            return None
        for seat in state.to_act:
            legal = state.legal(seat)
            if len(legal) == 1 and (
                not isinstance(state, HasParallelReports) or seat == CHANCE or state.can_skip_report(seat)
            ):
                return seat, legal[0]
        return None


PEOPLE: Final = People()


def split_answer(state: State[Any], open_: Sequence[OpenQuestion], intent: Act) -> list[Line]:
    """Split an answer into lines; raise Rejection `stale` if it is not asked, or not of that seat."""
    seat = Seat(intent.seat - 1)
    asked = next((each for each in open_ if each.number == intent.question), None)
    if asked is None:
        raise Rejection("stale", seat=intent.seat)
    said: list[Line] = []
    if asked.seat != seat:
        following = apply_done(state, asked.seat)
        if following is None or seat not in following.to_act:
            raise Rejection("stale", seat=intent.seat)
        said.append((asked.seat, DONE_ACTION))
    elif intent.action not in action_texts(state.legal(seat)):  # where all act at once the next line may be its own
        following = apply_done(state, seat)
        if following is not None and seat in following.to_act and intent.action in action_texts(following.legal(seat)):
            said.append((seat, DONE_ACTION))
    said.append((seat, intent.action))
    if intent.card is not None:
        said.append((CHANCE, intent.card))
    return said


def build_questions(state: State[Any], open_: Sequence[OpenQuestion]) -> tuple[Question, ...]:
    """Build all questions as everybody gets them; the next seat's, too, where `done` may be said for this one."""
    found: list[Question] = []
    for asked in open_:
        found.append(build_question(state, asked.number, asked.seat))
        following = apply_done(state, asked.seat)
        if following is not None:
            found += [
                msgspec.structs.replace(build_question(following, asked.number, seat), ends=asked.seat + 1)
                for seat in following.to_act
            ]
    return tuple(found)


def list_chance_options(state: State[Any]) -> ChanceOptions:
    """List the outcomes of the pending chance."""
    odds = state.odds() or ()
    left = tuple(count for _, count in odds)
    return ChanceOptions(action_texts([action for action, _ in odds]), left, list_excluded(state), is_unverified(state))


def list_counts(state: State[Any]) -> dict[str, CountView]:
    """Return the counts that people may correct now, by thing."""
    found = state.correctable_counts() if isinstance(state, Reportable) else {}
    return {what: CountView(count.now, count.least, count.most, count.known) for what, count in found.items()}


def list_things(state: State[Any]) -> dict[str, int]:
    """Return the countable things before a seat."""
    return dict(state.things()) if isinstance(state, Reportable) else {}


def is_unverified(state: State[Any]) -> bool:
    """Check whether the list that is asked now was never verified against the printed cards."""
    return isinstance(state, Reportable) and state.is_list_unverified()


def list_excluded(state: State[Any]) -> tuple[str, ...]:
    """List what people may report although our counts exclude it."""
    return action_texts(state.contradictions()) if isinstance(state, Reportable) else ()


def build_question(state: State[Any], number: int, seat: Seat | None) -> Question:
    """Build the question for this seat, or for chance; None if nothing is asked."""
    if seat is None:
        return Question(number, 0, ())
    if seat == CHANCE:
        may = list_chance_options(state)
        nth, of = state.setup_progress() if isinstance(state, Reportable) else (0, 0)
        return Question(number, 0, may.legal, left=may.left, others=may.others, unsure=may.unsure, nth=nth, of=of)
    then: dict[str, ChanceOptions] = {}
    legal = state.legal(seat)
    for action in legal:
        after = state.copy()
        after.apply(seat, action)
        if after.to_act == (CHANCE,) and PEOPLE.answer(after) is None:
            then[str(action)] = list_chance_options(after)
    return Question(
        number, seat + 1, action_texts(legal), others=list_excluded(state), unsure=is_unverified(state), then=then
    )


def apply_done(state: State[Any], seat: Seat) -> State[Any] | None:
    """Return the position after the seat's `done`, if that is legal and another seat is asked then."""
    if seat == CHANCE or DONE_ACTION not in map(str, state.legal(seat)):
        return None
    after = state.copy()
    after.apply(seat, after.parse(DONE_ACTION))
    return after if after.to_act not in ((), (CHANCE,)) else None
