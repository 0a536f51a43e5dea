"""A running game: its state and the moves that led there. Undo, resume and replay apply the moves again.

`answer` and `remove_moves` work on copies; `apply_result` adopts a result once it has been stored. The undo offer
follows from the moves alone, so it is the same after a restart.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

import msgspec

from app.protocol.client_rights import Actor
from app.protocol.rejection import Rejection
from app.storage.row_codec import BY_TABLE, Move
from app.table.game.chance_dealer import Answerer
from app.table.game.view_cache import PositionCache
from engine.corrections_and_agreements import is_house_line, is_wonder_correction
from engine.game import CHANCE, Action, Audience, Event, HasParallelReports, IllegalAction, Rules, Seat, Setup, State
from engine.header_values import read_data_keys

Line: TypeAlias = tuple[Seat, str]  # as in a record


@contextmanager
def reject_illegal_actions(**facts: int) -> Iterator[None]:
    """Turn ValueError and IllegalAction into a Rejection, `unreadable` or by the rule, with these facts."""
    try:
        yield
    except ValueError:
        raise Rejection("unreadable", facts) from None
    except IllegalAction as no:
        raise Rejection(no.rule, {**facts, **no.facts}) from None


class AppliedMove(msgspec.Struct, frozen=True):
    """A valid move with its effects. `looked`: seats that got non-public events.

    `card`: the card that everybody saw a seat get by it, if the move does not name it.
    """

    move: Move
    looked: frozenset[Seat]
    public: bool  # it had public events
    card: str = ""

    @property
    def by_person(self) -> bool:
        return self.move.seat != CHANCE and self.move.from_people


class EmittedEvent(msgspec.Struct, frozen=True):
    """One event, who may read it (None: everyone), and the number of the move it came from (0: the table's news)."""

    event: Event
    audience: Audience
    move: int = 0
    by: int = 0  # the reporter of the move


class MoveResult(msgspec.Struct, frozen=True):
    """The result of one action with the chance after it."""

    position: PositionCache
    moves: tuple[AppliedMove, ...]
    events: tuple[EmittedEvent, ...]

    @property
    def state(self) -> State[Action]:
        return self.position.state


class OpenQuestion(msgspec.Struct, frozen=True):
    """An open question. `since`: the number of the last valid move when it was opened."""

    number: int
    seat: Seat
    since: int


class Match:
    """The state of one game, its valid moves, and the number of the last one ever made."""

    __slots__ = ("last_move", "moves", "position", "rules", "setup", "tracked")

    def __init__(self, rules: Rules, setup: Setup, moves: Iterable[Move] = (), last_move: int = 0) -> None:
        self.rules = rules
        self.setup = setup
        self.tracked = setup.header().get("deal") == "lazy"  # people deal and report
        state, self.moves = self._replay(moves)
        self.position = PositionCache(state)
        self.last_move = last_move

    @property
    def state(self) -> State[Action]:
        return self.position.state

    def begin(self, chance: Answerer) -> MoveResult:
        """Apply the chance before the first action."""
        return self._apply_chance(self.state.copy(), [], chance)

    def answer(self, lines: Sequence[Line], who: Actor, chance: Answerer) -> MoveResult:
        """Apply the lines of one intent, and the chance that follows, as far as `chance` answers it.

        IllegalAction if the rules refuse one of them, ValueError if one cannot be parsed.
        """
        state = self.state.copy()
        applied: list[tuple[AppliedMove, list[EmittedEvent]]] = []
        for seat, text in lines:
            action = state.parse(text)
            move = Move(self.last_move + 1 + len(applied), seat, str(action), who.role, who.seat)
            applied.append(apply(state, move, action))
        return self._apply_chance(state, applied, chance)

    def _apply_chance(
        self, state: State[Action], applied: list[tuple[AppliedMove, list[EmittedEvent]]], chance: Answerer
    ) -> MoveResult:
        while state.to_act and (answer := chance.answer(state)) is not None:
            seat, action = answer
            move = Move(self.last_move + 1 + len(applied), seat, str(action), BY_TABLE)
            applied.append(apply(state, move, action))
        moves, events = tuple(move for move, _ in applied), tuple(event for _, events in applied for event in events)
        return MoveResult(PositionCache(state, self.position), moves, events)

    def apply_result(self, result: MoveResult) -> None:
        """Adopt the result of `answer`."""
        self.position = result.position
        self.moves += result.moves
        self.last_move += len(result.moves)

    def rebuild(self, state: State[Action], moves: Sequence[AppliedMove], last_move: int, setup: Setup) -> "Match":
        """Return the game with corrected lines and set-up, which lead to this state."""
        twin = Match(self.rules, setup, (), last_move)
        twin.position, twin.moves = PositionCache(state), list(moves)
        return twin

    def remove_moves(self, moves: Collection[int]) -> "Match":
        """Return the game without the moves of these numbers. IllegalAction if the others need them."""
        left = [applied.move for applied in self.moves if applied.move.number not in moves]
        return Match(self.rules, self.setup, left, self.last_move)

    def list_seats_of_table(self) -> tuple[Seat, ...]:
        """List the seats whose newest line the table reported, as they had no choice (in track)."""
        newest = {applied.move.seat: applied.move.role for applied in self.moves if applied.move.seat != CHANCE}
        return tuple(seat for seat, role in sorted(newest.items()) if self.tracked and role == BY_TABLE)

    def find_last_reported(self) -> int | None:
        """Return the index in `moves` of the newest decision, or of the newest reported chance before any (in track).

        None: nothing was reported. House agreements count as decisions; wonder corrections are never undone, but
        corrected again.
        """
        reported = [index for index, applied in enumerate(self.moves) if applied.move.from_people]
        correctable = [index for index in reversed(reported) if not is_wonder_correction(self.moves[index].move.text)]
        for index in correctable:
            move = self.moves[index].move
            if move.seat != CHANCE or is_house_line(move.text):
                return index
        return correctable[0] if correctable else None

    def find_undoable(self, open_: Sequence[OpenQuestion]) -> int | None:
        """Return the index in `moves` of the action that an undo would take back, with all that followed, or None.

        Nothing is undone past a non-public event. For a choice while others still choose see `list_retractable`.
        """
        for index in range(len(self.moves) - 1, -1, -1):
            applied = self.moves[index]
            if applied.looked:
                return None
            if applied.by_person:
                return None if _is_still_choosing(applied.move, open_) else index
        return None

    def card_of(self, index: int) -> str:
        """Return the card that came with the action at this index in `moves`, as `AppliedMove.card`."""
        later = (n for n in range(index + 1, len(self.moves)) if self.moves[n].move.seat != CHANCE)
        return next((applied.card for applied in self.moves[index : next(later, None)] if applied.card), "")

    def list_retractable(self, open_: Sequence[OpenQuestion]) -> list[Move]:
        """List choices that their seats may undo without a vote, because others have not chosen yet.

        Where people deal: the lines of an unfinished turn, also those that the table added.
        """
        found: dict[Seat, Move] = {}
        if not open_:
            return []
        oldest, asked = min(each.since for each in open_), [each.seat for each in open_]
        at_once = self.tracked and isinstance(self.state, HasParallelReports)
        for applied in reversed(self.moves):
            move = applied.move
            by_table = at_once and move.role == BY_TABLE and move.seat not in (*asked, CHANCE)
            if (move.number <= oldest and not by_table) or (move.seat == CHANCE and not is_house_line(move.text)):
                break
            if move.seat in found:
                continue
            if by_table or (applied.by_person and applied.looked <= {move.seat} and _is_still_choosing(move, open_)):
                found[move.seat] = move
        return list(found.values())

    def _replay(self, moves: Iterable[Move]) -> tuple[State[Action], list[AppliedMove]]:
        state: Any = self.rules.start(self.setup)  # Any: of a sheet a Session, where nobody is to act
        return state, [apply(state, move, state.parse(move.text))[0] for move in moves]


def _is_still_choosing(move: Move, open_: Sequence[OpenQuestion]) -> bool:
    return any(asked.seat != move.seat and asked.since < move.number for asked in open_)


def apply(state: State[Action], move: Move, action: Action) -> tuple[AppliedMove, list[EmittedEvent]]:
    """Apply a move to a state; return it with its effects, and the events."""
    emitted: list[EmittedEvent] = []
    teller = move.teller
    state.apply(
        move.seat, action, lambda event, audience: emitted.append(EmittedEvent(event, audience, move.number, teller))
    )
    looked = frozenset(seat for each in emitted for seat in each.audience or ())
    public = [each.event for each in emitted if each.audience is None]
    card = next((event.gained_card for event in public if event.gained_card), "")
    return AppliedMove(move, looked, bool(public), card), emitted


def update_questions(
    to_act: Iterable[Seat],
    open_: Sequence[OpenQuestion],
    *,
    keep_to: int,
    new_since: int,
    count: int,
    answered: Seat | None,
) -> tuple[tuple[OpenQuestion, ...], int]:
    """Return the open questions, and the number of the newest ever asked; `count` is the newest so far.

    A question of `open_` stays open if its seat is still to act, has not just `answered`, and the question was opened
    at move `keep_to` or before. New ones count as opened after move `new_since`.
    """
    before = {asked.seat: asked for asked in open_ if asked.since <= keep_to and asked.seat != answered}
    result = []
    for seat in to_act:
        asked = before.get(seat)
        if asked is None:
            count += 1
            asked = OpenQuestion(count, seat, new_since)
        result.append(asked)
    return tuple(result), count


def box_of(rules: Rules, match: Match) -> Any:  # Any: each game has its own
    """Return the game data that a game is played with."""
    return box_in(rules, match.setup.header())


def box_in(rules: Rules, header: Mapping[str, str]) -> Any:  # Any: as above
    """Return the game data that the header of a record names."""
    data: Callable[[int, str], Any] | None = getattr(rules, "data", None)
    return data(*read_data_keys(header)) if data else None
