"""Correction of a reported line: the game is replayed with all edits, line by line, until a line does not fit.

Edits are stored, so they survive a restart; the game itself stays as it was until every line fits, and then changes in
one commit. Lines keep their numbers; their order is that of `Match.moves`. After an inserted turn, later lines are
reassigned to the next seat with the same stack and card. Where all act at once, lines stay with their seat and a
forgotten turn is inserted seat by seat; if one seat alone missed a turn, its later lines move to the turn after, and
if it reported a turn twice, to the turn before.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from app.protocol.cardboard_messages import Correct, Repair, ToldLine
from app.protocol.client_rights import Actor, Role
from app.protocol.rejection import Rejection
from app.storage.row_codec import BY_TABLE, Move
from app.table.cardboard import reports
from app.table.cardboard.setup_correction import SetupEdit
from app.table.cardboard.wonder_correction import OtherWonder
from app.table.game.match import AppliedMove, EmittedEvent, Match, apply
from engine.corrections_and_agreements import is_house_line
from engine.game import CHANCE, Action, IllegalAction, Reportable, Seat, Setup, State

How = Literal["replace", "insert", "remove", "cut", "whose", "missed", "twice"]
PAYMENT_PATTERN: Final = re.compile(r" with .*| (left|right|bank) \d.*")  # what a line says of how something is paid
REPEATABLE_DECISIONS: Final = ("insert", "missed", "twice")  # two people may send the same one at the same moment
STEPS: Final = 4  # lines of a turn that may be missing before the next turn's first line


class Edit(msgspec.Struct, frozen=True):
    """One decision about the line of a move, and who made it."""

    row: int  # the number of its move
    how: How
    text: str
    role: Role
    by: Seat | None
    whose: Seat | None = None  # the seat to which the turn is given, or that reports an inserted line


class Correction(msgspec.Struct, frozen=True):
    """An unfinished correction with its edits. `picked`: the line to correct, until it is edited."""

    by: Seat | None  # who began; None: the screen
    picked: int | None
    edits: tuple[Edit, ...] = ()
    wonder: OtherWonder | None = None  # a seat's corrected wonder, for the whole game
    setup: SetupEdit | None = None  # a corrected fact of the set-up, for the whole game


class Misfit(msgspec.Struct, frozen=True):
    """The line that needs a decision, and the position in which it would be reported.

    `turn`: if it was picked, all reported lines of its turn, each with the position before it.
    """

    move: Move
    state: State[Any]  # Any: every game's actions
    turn: tuple[tuple[Move, State[Any]], ...] = ()
    rule: str | None = None  # None: it was picked
    facts: dict[str, int | str] = {}
    before: bool = False  # a line is missing before it

    @property
    def at_once(self) -> bool:
        """True for a picked line that is its seat's part of a simultaneous choice at the start of the turn."""
        if not self.turn or len(self.turn[0][1].to_act) < 2:
            return False
        return self.move == next((move for move, _ in self.turn if move.seat == self.move.seat), None)


class CorrectedLine(msgspec.Struct, frozen=True):
    """A line before and after a correction; None: inserted or removed. `by`: who corrected it (None: the screen)."""

    was: Move | None
    now: Move | None
    by: Seat | None


class FittedGame(msgspec.Struct, frozen=True):
    """A game in which all lines fit again. `moved`: the number of turns reassigned to another seat."""

    match: Match
    events: tuple[tuple[Move, tuple[EmittedEvent, ...]], ...]  # what each line emits now
    edits: tuple[CorrectedLine, ...]
    moved: int


Line: TypeAlias = AppliedMove | Edit  # an edit: the inserted turn of a seat that missed one


def apply_intent(match: Match, correction: Correction | None, who: Actor, intent: Correct) -> Correction:
    """Apply an intent to the correction; raise Rejection `stale`, `no-such-line`, `no-such-seat`, or by the rules."""
    if intent.how in ("wonder", "set-up"):
        if correction is not None and correction.picked is None:
            raise Rejection("repair")
        if intent.how == "wonder":
            return Correction(who.seat, None, (), OtherWonder.parse(match, who, intent))
        setup = SetupEdit.parse(match, who, intent)
        return Correction(who.seat, None, _insert_first_turn(match, setup), setup=setup)
    if intent.how in REPEATABLE_DECISIONS:
        check_open(match, correction, intent.row)
    if correction is None or correction.picked is not None:
        by = who.seat if correction is None else correction.by
        correction = Correction(by, picked=_find_reported(match, intent.row))
    elif intent.how == "ask":
        raise Rejection("repair")
    if intent.how == "ask":
        return correction
    found = check_open(match, correction, intent.row)
    edits = _parse_edits(match, found, who, intent)
    return replace(correction, picked=None, edits=(*correction.edits, *edits))


def check_open(match: Match, correction: Correction | None, row: int | None) -> Misfit:
    """Return the open question about this line or its turn (None: any); raise Rejection `stale` if there is none."""
    found = None if correction is None else replay_edited(match, correction)
    if isinstance(found, Misfit) and row in (None, found.move.number, *(move.number for move, _ in found.turn)):
        return found
    raise Rejection("stale")


def _insert_first_turn(match: Match, setup: SetupEdit) -> tuple[Edit, ...]:
    """Insert the missing first turn, if another seat began than was reported."""
    turns = _turns_by_move(match)
    first = next((each.move for each in match.moves if _is_of_turn(each.move) and turns[each.move.number]), None)
    if not setup.missing or first is None:
        return ()
    return (Edit(first.number, "whose", "", setup.role, setup.by, first.seat),)


def _parse_edits(match: Match, found: Misfit, who: Actor, intent: Correct) -> list[Edit]:
    """Return the edits that an intent decides; empty if it leaves the picked line as it is."""
    edit = Edit(intent.row, "cut", "", who.role, who.seat)
    match intent.how:
        case "remove":
            return [replace(edit, row=number, how="remove") for number in _collect_with_followers(match, found.move)]
        case "whose":
            return [replace(edit, how="whose", whose=_parse_seat(found, intent.whose))]
        case "replace" | "insert":
            asked = _asked_seat(found.state, found.move.seat)
            text, after = _parse_line(found.state, asked, intent.text or "")
            if intent.how == "replace" and text == found.move.text and found.rule is None:
                return []
            edits = [replace(edit, how=intent.how, text=text, whose=asked)]
            if intent.how == "insert" and found.at_once:
                return [replace(edits[0], row=found.turn[0][0].number)]
            if intent.card is not None:
                edits.append(replace(edit, how="insert", text=_parse_line(after, _asked_seat(after), intent.card)[0]))
            return edits
        case "missed":
            if not found.at_once:
                raise Rejection("no-such-line")
            text, _ = _parse_line(found.state, found.move.seat, intent.text or "")
            return [replace(edit, how="missed", text=text, whose=found.move.seat)]
        case "twice":
            if not found.at_once:
                raise Rejection("no-such-line")
            return [replace(edit, how="twice", whose=found.move.seat)]
    return [edit]


def _find_reported(match: Match, number: int) -> int:
    """Return the number of this move if people reported it, else of the last reported one before."""
    moves = [applied.move for applied in match.moves]
    at = next((at for at, move in enumerate(moves) if move.number == number), -1)
    numbers = [move.number for move in moves[: at + 1] if _is_of_turn(move)]
    if not numbers:
        raise Rejection("no-such-line")
    return numbers[-1]


def _is_of_turn(move: Move) -> bool:
    """Check whether people reported a move in a turn or the set-up; house agreements stay where they are."""
    return move.from_people and not is_house_line(move.text)


def _is_of(move: Move, seat: Seat | None) -> bool:
    """Check whether people reported a move of that seat."""
    return move.seat == seat and _is_of_turn(move)


def _start(match: Match, setup: Setup | None = None) -> State[Any]:
    """Return the position before the first line."""
    state: Any = match.rules.start(setup or match.setup)  # Any: of a game that people track it is a State
    found: State[Any] = state
    return found


def _replay(match: Match) -> Iterator[tuple[Move, State[Any]]]:
    """Yield every line with the position before it, one mutable state that the next step changes."""
    state = _start(match)
    for applied in match.moves:
        yield applied.move, state
        state.apply(applied.move.seat, state.parse(applied.move.text))


def _turns_by_move(match: Match) -> dict[int, int]:
    return {move.number: _turn_number(state) for move, state in _replay(match)}


def _collect_with_followers(match: Match, move: Move) -> list[int]:
    """List the lines removed with a line: the cards it revealed, and with a turn's first line the whole turn."""
    turns, turn_moves = _turns_by_move(match), [applied.move for applied in match.moves if _is_of_turn(applied.move)]
    at, turn = [each.number for each in turn_moves].index(move.number), turns[move.number]
    begins = turn > 0 and (at == 0 or turns[turn_moves[at - 1].number] != turn)
    gone = [move.number]
    for each in turn_moves[at + 1 :]:
        goes = turns[each.number] == turn if begins else move.seat != CHANCE and each.seat == CHANCE
        if not goes:
            break
        gone.append(each.number)
    return gone


def _parse_seat(found: Misfit, number: int | None) -> Seat:
    """Parse the seat to which a turn is given; only for a picked line that is the first of its turn."""
    if not found.turn or found.turn[0][0] != found.move or found.move.seat == CHANCE or found.at_once:
        raise Rejection("no-such-line")
    if number is None or not 1 <= number <= len(found.state.scores()):
        raise Rejection("no-such-seat")
    return Seat(number - 1)


def _parse_line(state: State[Any], seat: Seat | None, text: str) -> tuple[str, State[Any]]:
    if seat is None:
        raise Rejection("over")
    after = state.copy()
    try:
        action = state.parse(text)
        after.apply(seat, action)
    except ValueError:
        raise Rejection("unreadable") from None
    except IllegalAction as no:
        raise Rejection(no.rule, {"seat": seat + 1, **no.facts}) from None
    return str(action), after


def replay_edited(match: Match, correction: Correction) -> FittedGame | Misfit:
    """Replay the game with all edits, or return the first line that needs a decision."""
    if correction.picked is not None:
        return _describe_picked(match, correction.picked)
    return _Fitting(match, correction).run()


def _describe_picked(match: Match, number: int) -> Misfit:
    """Return the question about a picked line, with all lines reported in its turn."""
    turns = _turns_by_move(match)
    turn = turns[number]
    turn_lines = [
        (move, state.copy()) for move, state in _replay(match) if turns[move.number] == turn and _is_of_turn(move)
    ]
    move, state = next(each for each in turn_lines if each[0].number == number)
    return Misfit(move, state, turn=tuple(turn_lines) if turn else ())


class _Fitting:
    """One replay with edits. Lines reported in one turn stay together, and a turn keeps its first line."""

    def __init__(self, match: Match, correction: Correction) -> None:
        self._match = match
        self._correction = correction
        self._wonder = correction.wonder
        self._edit_of_setup = correction.setup
        # Lines that this replay adds by itself are stored as from whoever began the correction.
        self._role, self._by = (correction.edits[0].role, correction.by) if correction.edits else (BY_TABLE, None)
        edit = correction.wonder or correction.setup
        self._setup = edit.corrected_setup(match) if edit else match.setup
        self._changed_turns: set[int] = set()  # old turns with replaced or removed lines
        self._state = _start(match, self._setup)
        self._turns = _turns_by_move(match)
        self._reported_lines = {applied.move.number: (applied.move.seat, applied.move.text) for applied in match.moves}
        self._new_turns: dict[int, int] = {}  # by old turn: the turn it is now
        self._missed_turn = 0  # the old turn in which the inserted one belongs
        self._last_turn = -1  # the turn of the newest reported line
        self._last = match.last_move
        self._applied: list[AppliedMove] = []
        self._events: list[tuple[Move, tuple[EmittedEvent, ...]]] = []
        self._edits: list[CorrectedLine] = []
        self._reassigned_turns: set[int] = set()  # turns that another seat had before the correction

    def run(self) -> FittedGame | Misfit:
        """Replay the game with all edits; stop at the first line that does not fit."""
        lines, edits = self._arrange_lines()
        cut: Edit | None = None
        for line in lines:
            if isinstance(line, Edit):
                self._add_missed_line(line)
                continue
            move = self._restate(line.move)
            of_line = edits.get(move.number, ())
            for edit in of_line:
                self._apply_forced()
                self._edit(move, edit)
            cut = next((edit for edit in reversed(of_line) if edit.how == "cut"), cut)
            if any(edit.how not in ("insert", "whose") for edit in of_line):
                continue  # replaced or removed
            if cut is not None:
                if move.from_people:
                    self._edits.append(CorrectedLine(move, None, cut.by))
                continue
            whose = next((edit.whose for edit in reversed(of_line) if edit.how == "whose"), None)
            if (found := self._fit(move, whose)) is not None:
                return found
        self._apply_forced()
        if self._wonder:
            self._last += 1
            self._try_apply(Move(self._last, CHANCE, self._wonder.line, self._wonder.role, self._wonder.by))
        match = self._match.rebuild(self._state, self._applied, self._last, self._setup)
        return FittedGame(match, tuple(self._events), tuple(self._edits), len(self._reassigned_turns))

    def _arrange_lines(self) -> tuple[Sequence[Line], dict[int, list[Edit]]]:
        """Return the lines in their new order, and by the number of a line the edits that concern it alone."""
        lines: Sequence[Line] = self._match.moves
        edits: dict[int, list[Edit]] = {}
        for edit in self._correction.edits:
            if edit.how == "missed":  # this and `twice` are decided of a line that was picked: before anything else
                lines = self._insert_missed_turn(edit)
            elif edit.how == "twice":
                lines = self._remove_repeated_turn(edit)
            else:
                edits.setdefault(edit.row, []).append(edit)
        return lines, edits

    def _add_missed_line(self, edit: Edit) -> None:
        """Apply the line of a missed turn where it belongs."""
        self._apply_forced()
        self._new_turns[self._missed_turn] = _turn_number(self._state)
        self._edits.append(CorrectedLine(None, self._insert(edit.text, edit.role, edit.by, edit.whose), edit.by))

    def _fit(self, move: Move, whose: Seat | None) -> Misfit | None:
        """Apply a line that was not edited, or drop it if it is obsolete; otherwise return the question about it.

        `whose`: the seat to which its turn is given, if it is.
        """
        if is_house_line(move.text):
            self._apply_forced()
            if self._try_apply(move) is not None:  # the count does not exist there any more
                self._edits.append(CorrectedLine(move, None, None))
            return None
        if whose is not None and not self._is_turn_of(whose):
            return self._misfit(move, IllegalAction("turn-missing"), missing=True)
        no = self._reapply(move)
        if no is None:
            return None
        if not self._is_obsolete(move):
            return self._misfit(move, no)
        self._edits.append(CorrectedLine(move, None, self._correction.by))
        return None

    def _insert_missed_turn(self, edit: Edit) -> list[Line]:
        """Insert a missed turn of a seat: each line it reported in a turn moves to its next."""
        lines = self._match.moves
        its = [line.move.number for line in lines if _is_of(line.move, edit.whose)]
        its = its[its.index(edit.row) :]
        turns, last = list(dict.fromkeys(self._turns[number] for number in its)), _turn_number(self._match.state)
        later = dict(pairwise([*turns, last if turns[-1] < last else last + 1]))
        first_lines = {turn: next(number for number in its if self._turns[number] == turn) for turn in turns}.values()
        late: deque[AppliedMove] = deque()  # lines of the seat that wait for their new turn
        found: list[Line] = []
        for line in lines:
            number, turn = line.move.number, self._turns[line.move.number]
            while late and self._turns[late[0].move.number] + (late[0].move.number not in first_lines) <= turn:
                found.append(late.popleft())  # with the turn, or once it is over for all: what followed from it
            if number == edit.row:
                self._missed_turn = turn
                found.append(edit)
            if number in its:
                self._turns[number] = later[turn]
                late.append(line)
            else:
                found.append(line)
        return [*found, *late]

    def _remove_repeated_turn(self, edit: Edit) -> list[Line]:
        """Remove a turn that a seat reported twice: each later line moves to the turn before.

        Followers of a turn's first line are applied once the turn is over for all.
        """
        reported: dict[int, list[AppliedMove]] = {}  # the seat's lines by old turn, from the repeated one on
        for line in self._match.moves:
            if _is_of(line.move, edit.whose) and (reported or line.move.number == edit.row):
                reported.setdefault(self._turns[line.move.number], []).append(line)
        turns = list(reported)
        self._edits = [CorrectedLine(line.move, None, edit.by) for line in reported[turns[0]]]
        next_ = dict(pairwise(turns))
        begins = {reported[turn][0].move.number: turn for turn in turns}
        its = {line.move.number for each in reported.values() for line in each}
        late: list[AppliedMove] = []
        over = 0  # the turn after which lines in `late` are applied
        found: list[Line] = []
        for line in self._match.moves:
            number = line.move.number
            if self._turns[number] > over:
                found, late = [*found, *late], []
            if number not in its:
                found.append(line)
            elif number in begins and begins[number] in next_:
                over = begins[number]
                first, *late = reported[next_[over]]
                found.append(first)
        for before, turn in next_.items():
            self._turns.update((line.move.number, before) for line in reported[turn])
        return [*found, *late]

    def _is_obsolete(self, move: Move) -> bool:
        """Check whether a line that does not fit can be dropped: its question, or the set-up it is part of, is gone."""
        turn, state = self._turns[move.number], self._state
        if not isinstance(state, Reportable):
            return False
        if self._edit_of_setup and not turn and _turn_number(state):
            return True
        if not (self._edit_of_setup or self._wonder or turn in self._changed_turns) or not state.is_follow_up(
            state.parse(move.text)
        ):
            return False
        return not any(state.is_follow_up(each) for seat in state.to_act for each in state.legal(seat))

    def _edit(self, move: Move, edit: Edit) -> None:
        if edit.how in ("replace", "remove"):
            self._changed_turns.add(self._turns[move.number])
        if edit.how == "replace":
            self._new_turns.setdefault(self._turns[move.number], _turn_number(self._state))
        if edit.how in ("insert", "replace"):
            new = self._insert(edit.text, edit.role, edit.by, edit.whose)
            self._edits.append(CorrectedLine(None if edit.how == "insert" else move, new, edit.by))
        elif edit.how != "whose":
            self._edits.append(CorrectedLine(move, None, edit.by))

    def _is_turn_of(self, whose: Seat) -> bool:
        """Check whether it is this seat's turn, perhaps once another's has been ended."""
        self._apply_forced()
        seat = _asked_seat(self._state)
        if seat not in (whose, None) and reports.apply_done(self._state, seat) is not None:
            self._insert(reports.DONE_ACTION, self._role, self._by)
            self._apply_forced()
        return _asked_seat(self._state) == whose

    def _reapply(self, move: Move) -> IllegalAction | None:
        """Apply a line as it was or reassigned to the seat to act, after the lines that the table adds itself.

        Return the refusal if it does not fit.
        """
        if move.role == BY_TABLE:  # it is kept while there is still no choice
            asked = move.seat in self._state.to_act and not reports.is_unverified(self._state)
            alone = asked and [*map(str, self._state.legal(move.seat))] == [move.text]
            return self._try_apply(move) if alone else None
        no = self._apply_or_reassign(move)
        if no is None:
            return None
        self._apply_forced()
        if move.text == reports.DONE_ACTION and _turn_number(self._state) != self._new_turns.get(
            self._turns[move.number]
        ):
            return None  # that turn ends by itself now
        seat = _asked_seat(self._state)
        after = None if seat is None else reports.apply_done(self._state, seat)
        if after is not None and self._can_apply(after, move, self._last_turn):
            # As in a report, the next seat's line ends this seat's turn.
            self._insert(reports.DONE_ACTION, self._role, self._by)
        return self._apply_or_reassign(move)

    def _restate(self, move: Move) -> Move:
        """Return a line as it would have been reported with the right set-up; its number identifies it."""
        if self._edit_of_setup:
            return self._edit_of_setup.restate(self._match, self._state, move)
        return replace(move, text=self._wonder.restate(self._match, move.text)) if self._wonder else move

    def _apply_or_reassign(self, move: Move) -> IllegalAction | None:
        """Apply a line as it was, or reassigned to the seat now to act; return why it cannot be applied as it was."""
        if not self._is_its_turn(move, _turn_number(self._state), self._last_turn) or self._is_another_turn(move):
            return IllegalAction("other-turn")
        refused: IllegalAction | None = None
        turn = _turn_number(self._state)
        for seat, action in _reassignments(self._state, move):
            same = (seat, str(action)) == (move.seat, move.text)
            no = self._try_apply(move if same else Move(self._last + 1, seat, str(action), move.role, move.by))
            if no is None:
                self._last += not same
                self._new_turns.setdefault(self._turns[move.number], turn)
                self._reassigned_turns |= {turn} if seat != move.seat else set()
                return None
            refused = refused or no
        return refused

    def _is_its_turn(self, move: Move, now: int, spoken: int) -> bool:
        """Check whether a line may be reported in turn `now` after another line of turn `spoken`."""
        home = self._new_turns.get(self._turns[move.number])
        return now != spoken or now == 0 if home is None else now == home

    def _is_another_turn(self, move: Move) -> bool:
        """Check whether a simultaneous choice cannot have been made now: other variants have more turns.

        Asked of its first line, as this one alone might fit.
        """
        turn, state = self._turns[move.number], self._state
        if not self._edit_of_setup or turn in self._new_turns or len(state.to_act) < 2:
            return False
        told: dict[Seat, Move] = {}
        for applied in self._match.moves:
            if self._turns[applied.move.number] == turn and applied.move.seat != CHANCE:
                each = self._restate(applied.move)
                told.setdefault(each.seat, each)
        return any(seat in state.to_act and each.text not in map(str, state.legal(seat)) for seat, each in told.items())

    def _try_apply(self, move: Move) -> IllegalAction | None:
        turn = _turn_number(self._state)
        line = move.seat, move.text
        other = self._reported_lines.get(move.number, line) != line  # that was another line
        if other:
            move = replace(move, number=self._last + 1)
        try:
            applied, events = apply(self._state, move, self._state.parse(move.text))
        except IllegalAction as no:
            return no
        self._last += other
        if _is_of_turn(move):
            self._last_turn = turn
        self._applied.append(applied)
        self._events.append((move, tuple(events)))
        return None

    def _insert(self, text: str, role: Role, by: Seat | None, whose: Seat | None = None) -> Move:
        seat = _asked_seat(self._state, whose)
        assert seat is not None
        self._last += 1
        move = Move(self._last, seat, text, role, by)
        no = self._try_apply(move)
        assert no is None, no
        return move

    def _apply_forced(self) -> None:
        """Apply the lines that people need not report."""
        while (answer := reports.PEOPLE.answer(self._state)) is not None:
            seat, action = answer
            self._insert(str(action), BY_TABLE, None, seat)

    def _can_apply(self, state: State[Any], move: Move, spoken: int) -> bool:
        """Check whether a line is legal in another position, perhaps for another seat."""
        if not self._is_its_turn(move, _turn_number(state), spoken):
            return False
        for seat, action in _reassignments(state, move):
            try:
                state.copy().apply(seat, action)
            except IllegalAction:
                continue
            return True
        return False

    def _misfit(self, move: Move, no: IllegalAction, *, missing: bool = False) -> Misfit:
        """Build the question about a line that does not fit, with the reason."""
        state, seat = self._state, _asked_seat(self._state, move.seat)
        others_owe = len(state.to_act) > 1 and no.rule == "other-turn"
        if seat is None:
            no, missing = IllegalAction("over"), False
        elif missing and seat != CHANCE:
            pass
        elif (
            missing
            or others_owe
            or any(self._can_apply(after, move, _turn_number(state)) for after in _list_followups(state, seat))
        ):
            no, missing = IllegalAction("line-missing"), True
        elif seat != move.seat:
            no = IllegalAction("other-turn")
        return Misfit(move, state, turn=(), rule=no.rule, facts=dict(no.facts), before=missing)


def build_repair(found: Misfit, correction: Correction) -> Repair:
    """Build the question about a line, as everybody gets it."""
    asked = reports.build_question(found.state, 0, _asked_seat(found.state, found.move.seat))
    return Repair(
        row=found.move.number,
        seat=found.move.seat + 1,
        text=found.move.text,
        by=0 if correction.by is None else correction.by + 1,
        rule=found.rule,
        facts=found.facts,
        asked=asked.seat,
        legal=asked.legal,
        left=asked.left,
        others=asked.others,
        unsure=asked.unsure,
        then=asked.then,
        likely=_guess_intended(found, asked.legal) if found.rule else "",
        before=found.before,
        turn=_turn_number(found.turn[0][1]) if found.turn else 0,
        told=tuple(
            ToldLine(move.number, move.text, reports.build_question(state, 0, _asked_seat(state, move.seat)))
            for move, state in found.turn
        ),
    )


def _guess_intended(found: Misfit, legal: Sequence[str]) -> str:
    """Guess the intended line: the same stage, card or token with another payment."""
    if found.before or _asked_seat(found.state, found.move.seat) != found.move.seat or found.move.seat == CHANCE:
        return ""
    same = PAYMENT_PATTERN.sub("", found.move.text)
    return next((text for text in legal if PAYMENT_PATTERN.sub("", text) == same), "")


def _asked_seat(state: State[Any], whose: Seat | None = None) -> Seat | None:
    """Return the seat to act: `whose` if it is among several; None: nobody."""
    if whose in state.to_act:
        return whose
    return state.to_act[0] if state.to_act else None


def _turn_number(state: State[Any]) -> int:
    """Return the turn in which lines are reported; 0 during the set-up."""
    return state.reported_turn() if isinstance(state, Reportable) else 0


def _reassignments(state: State[Any], move: Move) -> Iterator[tuple[Seat, Action]]:
    """Yield a line as it was, and as it reads when reported for the seat to act now."""
    action, seat = state.parse(move.text), _asked_seat(state, move.seat)
    yield move.seat, action
    if seat is not None and isinstance(state, Reportable):
        yield from ((seat, each) for each in state.reassigned(move.seat, action) if (seat, each) != (move.seat, action))


def _list_followups(state: State[Any], seat: Seat) -> Iterator[State[Any]]:
    """Yield the positions that may follow each legal action in the same turn."""
    turn = _turn_number(state)
    for action in state.legal(seat):
        after = state.copy()
        after.apply(seat, action)
        for _ in range(STEPS):
            while (answer := reports.PEOPLE.answer(after)) is not None:
                after.apply(*answer)
            yield after
            if _turn_number(after) != turn or after.to_act not in ((CHANCE,), (seat,)):
                break
            after.apply(after.to_act[0], after.legal(after.to_act[0])[0])
