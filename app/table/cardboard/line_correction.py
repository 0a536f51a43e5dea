"""Track: putting a line right. The game is played again with what was decided, line by line, until one does not fit.

What was decided is kept (it outlives a restart); the game itself is as it was until every line fits, and then becomes
another in one commit. Lines keep their numbers; where a line stands is said by the order of `Match.moves`. A line that
is somebody else's now (a turn before it was forgotten) is said of them, with the same stack and the same card. Where
all act at once a line stays its seat's, and a forgotten turn is inserted seat by seat; or one seat alone has missed a
turn, and then whatever it told is of the turn after, or told one twice, and then it is of the turn before.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from app.protocol.cardboard_messages import Correct, Repair, ToldLine
from app.protocol.client_rights import Actor, Rejection, Role
from app.storage.row_codec import BY_TABLE, Move
from app.table.cardboard import reports
from app.table.cardboard.setup_edits import SetupEdit
from app.table.cardboard.wonder_correction import OtherWonder
from app.table.game.match import AppliedMove, EmittedEvent, Match, apply
from engine.game import CHANCE, Action, IllegalAction, Reportable, Seat, Setup, State
from engine.house_lines import is_house_line

How = Literal["replace", "insert", "remove", "cut", "whose", "missed", "twice"]
PAYMENT_PATTERN: Final = re.compile(r" with .*| (left|right|bank) \d.*")  # what a line says of how something is paid
STEPS: Final = 4  # lines of a turn that may be missing before another turn's first one


class Edit(msgspec.Struct, frozen=True):
    """One thing decided about the line of a move, and who decided it."""

    row: int  # the number of its move
    how: How
    text: str
    role: Role
    by: Seat | None
    whose: Seat | None = None  # whose turn it was, if that was decided; of what is said anew, who says it


class Correction(msgspec.Struct, frozen=True):
    """The decisions so far. `picked`: a line that somebody wants to correct, until that is decided."""

    by: Seat | None  # who began; None: the screen
    picked: int | None
    edits: tuple[Edit, ...] = ()
    wonder: OtherWonder | None = None  # what a seat has instead, in all of the game
    setup: SetupEdit | None = None  # a fact of the set-up, in all of the game


class Misfit(msgspec.Struct, frozen=True):
    """The line something has to be decided about, and the position it would be said in.

    `turn`: if it was picked, all that was told in its turn, each with the position before it.
    """

    move: Move
    state: State[Any]  # Any: every game's actions
    turn: tuple[tuple[Move, State[Any]], ...] = ()
    rule: str | None = None  # None: it was picked
    facts: dict[str, int | str] = {}
    before: bool = False  # what is missing stands before it

    @property
    def at_once(self) -> bool:
        """True if it was picked, and is its seat's part of a simultaneous choice at the start of the turn."""
        if not self.turn or len(self.turn[0][1].to_act) < 2:
            return False
        return self.move == next((move for move, _ in self.turn if move.seat == self.move.seat), None)


class CorrectedLine(msgspec.Struct, frozen=True):
    """A corrected line and what it was; None: there was none, or is none now. `by` (None: the screen) said so."""

    was: Move | None
    now: Move | None
    by: Seat | None


class FittedGame(msgspec.Struct, frozen=True):
    """A game in which all lines fit again. `moved`: how many turns are another seat's by that."""

    match: Match
    events: tuple[tuple[Move, tuple[EmittedEvent, ...]], ...]  # what each line emits now
    edits: tuple[CorrectedLine, ...]
    moved: int


Line: TypeAlias = AppliedMove | Edit  # of a game that is played again; an edit: what a seat says that missed a turn


def decided(match: Match, correction: Correction | None, who: Actor, intent: Correct) -> Correction:
    """Apply an intent to the correction. Rejection: `stale`, `no-such-line`, `no-such-seat`, those of an action."""
    if intent.how in ("wonder", "set-up"):
        if correction is not None and correction.picked is None:
            raise Rejection("repair")
        if intent.how == "wonder":
            return Correction(who.seat, None, (), OtherWonder.said(match, who, intent))
        setup = SetupEdit.said(match, who, intent)
        return Correction(who.seat, None, _first_missing(match, setup), setup=setup)
    if correction is None or correction.picked is not None:
        by = who.seat if correction is None else correction.by
        correction = Correction(by, picked=_told(match, intent.row))
    elif intent.how == "ask":
        raise Rejection("repair")
    if intent.how == "ask":
        return correction
    found = fitted(match, correction)
    if isinstance(found, FittedGame) or found.move.number != intent.row:
        raise Rejection("stale")
    edits = _edits(match, found, who, intent)
    return replace(correction, picked=None, edits=(*correction.edits, *edits))


def _first_missing(match: Match, setup: SetupEdit) -> tuple[Edit, ...]:
    """Insert the missing first turn, if another seat began than was reported."""
    turns = _turns(match)
    first = next((each.move for each in match.moves if _is_of_turn(each.move) and turns[each.move.number]), None)
    if not setup.missing or first is None:
        return ()
    return (Edit(first.number, "whose", "", setup.role, setup.by, first.seat),)


def _edits(match: Match, found: Misfit, who: Actor, intent: Correct) -> list[Edit]:
    """Return the edits that an intent decides; empty if it leaves the picked line as it is."""
    edit = Edit(intent.row, "cut", "", who.role, who.seat)
    match intent.how:
        case "remove":
            return [replace(edit, row=number, how="remove") for number in _with_what_followed(match, found.move)]
        case "whose":
            return [replace(edit, how="whose", whose=_whose(found, intent.whose))]
        case "replace" | "insert":
            asked = _asked(found.state, found.move.seat)
            text, after = _readable(found.state, asked, intent.text or "")
            if intent.how == "replace" and text == found.move.text and found.rule is None:
                return []
            edits = [replace(edit, how=intent.how, text=text, whose=asked)]
            if intent.how == "insert" and found.at_once:
                return [replace(edits[0], row=found.turn[0][0].number)]
            if intent.card is not None:
                edits.append(replace(edit, how="insert", text=_readable(after, _asked(after), intent.card)[0]))
            return edits
        case "missed":
            if not found.at_once:
                raise Rejection("no-such-line")
            text, _ = _readable(found.state, found.move.seat, intent.text or "")
            return [replace(edit, how="missed", text=text, whose=found.move.seat)]
        case "twice":
            if not found.at_once:
                raise Rejection("no-such-line")
            return [replace(edit, how="twice", whose=found.move.seat)]
    return [edit]


def _told(match: Match, number: int) -> int:
    """Find the move of this number, or the last reported one before it."""
    moves = [applied.move for applied in match.moves]
    at = next((at for at, move in enumerate(moves) if move.number == number), -1)
    told = [move.number for move in moves[: at + 1] if _is_of_turn(move)]
    if not told:
        raise Rejection("no-such-line")
    return told[-1]


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


def _said(match: Match) -> Iterator[tuple[Move, State[Any]]]:
    """Yield every line with the position before it; that is one state, which the next line changes."""
    state = _start(match)
    for applied in match.moves:
        yield applied.move, state
        state.apply(applied.move.seat, state.parse(applied.move.text))


def _turns(match: Match) -> dict[int, int]:
    """Map each move to the turn of its line."""
    return {move.number: _turn(state) for move, state in _said(match)}


def _with_what_followed(match: Match, move: Move) -> list[int]:
    """Collect what is removed with a line: cards it revealed, and after a turn's first line all of that turn."""
    turns, told = _turns(match), [applied.move for applied in match.moves if _is_of_turn(applied.move)]
    at, turn = [each.number for each in told].index(move.number), turns[move.number]
    begins = turn > 0 and (at == 0 or turns[told[at - 1].number] != turn)
    gone = [move.number]
    for each in told[at + 1 :]:
        goes = turns[each.number] == turn if begins else move.seat != CHANCE and each.seat == CHANCE
        if not goes:
            break
        gone.append(each.number)
    return gone


def _whose(found: Misfit, number: int | None) -> Seat:
    """Return the seat that an edit gives the turn to; only for its first line, before anything else is decided."""
    if not found.turn or found.turn[0][0] != found.move or found.move.seat == CHANCE or found.at_once:
        raise Rejection("no-such-line")
    if number is None or not 1 <= number <= len(found.state.scores()):
        raise Rejection("no-such-seat")
    return Seat(number - 1)


def _readable(state: State[Any], seat: Seat | None, text: str) -> tuple[str, State[Any]]:
    """Parse a line for this seat, and apply it."""
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


def fitted(match: Match, correction: Correction) -> FittedGame | Misfit:
    """Replay the game with all edits, or return the first line that needs a decision."""
    if correction.picked is not None:
        return _picked(match, correction.picked)
    return _Fitting(match, correction.wonder, correction.setup).run(correction)


def _picked(match: Match, number: int) -> Misfit:
    """Describe a line that was picked, among all that was reported in its turn."""
    turns = _turns(match)
    turn = turns[number]
    told = [(move, state.copy()) for move, state in _said(match) if turns[move.number] == turn and _is_of_turn(move)]
    move, state = next(each for each in told if each[0].number == number)
    return Misfit(move, state, tuple(told) if turn else ())


class _Fitting:
    """One playing through. What was told in one turn stays together; a turn begins with what it began with."""

    def __init__(self, match: Match, wonder: OtherWonder | None = None, setup: SetupEdit | None = None) -> None:
        self._match = match
        self._wonder = wonder
        self._edit_of_setup = setup
        edit = wonder or setup
        self._setup = edit.setup(match) if edit else match.setup
        self._loose: set[int] = set()  # turns, as they were, of which something that was told is not so any more
        self._state = _start(match, self._setup)
        self._turns = _turns(match)
        self._told = {applied.move.number: (applied.move.seat, applied.move.text) for applied in match.moves}
        self._homes: dict[int, int] = {}  # by turn as it was: which it is now
        self._missed = 0  # the turn that a seat has missed, as it was
        self._spoken = -1  # the turn in which the newest line was told
        self._last = match.last_move
        self._applied: list[AppliedMove] = []
        self._events: list[tuple[Move, tuple[EmittedEvent, ...]]] = []
        self._edits: list[CorrectedLine] = []
        self._moved: set[int] = set()  # turns that another seat had before

    def run(self, correction: Correction) -> FittedGame | Misfit:
        lines: Sequence[Line] = self._match.moves
        edits: dict[int, list[Edit]] = {}
        for edit in correction.edits:
            if edit.how == "missed":  # this and `twice` are decided of a line that was picked: before anything else
                lines = self._one_turn_later(edit)
            elif edit.how == "twice":
                lines = self._one_turn_earlier(edit)
            else:
                edits.setdefault(edit.row, []).append(edit)
        begun_by = (correction.edits[0].role, correction.by) if correction.edits else (BY_TABLE, None)
        cut: Edit | None = None
        for line in lines:
            if isinstance(line, Edit):
                self._settle()
                self._homes[self._missed] = _turn(self._state)
                self._edits.append(
                    CorrectedLine(None, self._insert(line.text, line.role, line.by, line.whose), line.by)
                )
                continue
            move, kept, whose = self._as_it_was(line.move), True, None
            for edit in edits.get(move.number, ()):
                self._settle()
                kept = edit.how in ("insert", "whose") and kept
                cut = edit if edit.how == "cut" else cut
                whose = edit.whose if edit.how == "whose" else whose
                self._edit(move, edit)
            if not kept:
                continue
            if cut is not None:
                if move.from_people:
                    self._edits.append(CorrectedLine(move, None, cut.by))
                continue
            if is_house_line(move.text):
                self._settle()
                if self._try(move) is not None:  # that is not counted there any more
                    self._edits.append(CorrectedLine(move, None, None))
                continue
            if whose is not None and not self._is_turn_of(whose, *begun_by):
                return self._misfit(move, IllegalAction("turn-missing"), missing=True)
            no = self._keep(move, *begun_by)
            if no is not None and self._goes_along(move):
                self._edits.append(CorrectedLine(move, None, correction.by))
            elif no is not None:
                return self._misfit(move, no)
        self._settle()
        if self._wonder:
            self._last += 1
            self._try(Move(self._last, CHANCE, self._wonder.line, self._wonder.role, self._wonder.by))
        match = self._match.became(self._state, self._applied, self._last, self._setup)
        return FittedGame(match, tuple(self._events), tuple(self._edits), len(self._moved))

    def _one_turn_later(self, edit: Edit) -> list[Line]:
        """Insert a missed turn of a seat: each line it reported in a turn moves to its next."""
        lines = self._match.moves
        its = [line.move.number for line in lines if _is_of(line.move, edit.whose)]
        its = its[its.index(edit.row) :]
        turns, last = list(dict.fromkeys(self._turns[number] for number in its)), _turn(self._match.state)
        later = dict(pairwise([*turns, last if turns[-1] < last else last + 1]))
        begins = {turn: next(number for number in its if self._turns[number] == turn) for turn in turns}.values()
        late: deque[AppliedMove] = deque()
        found: list[Line] = []
        for line in lines:
            number, turn = line.move.number, self._turns[line.move.number]
            while late and self._turns[late[0].move.number] + (late[0].move.number not in begins) <= turn:
                found.append(late.popleft())  # with the turn, or once it is over for all: what followed from it
            if number == edit.row:
                self._missed = turn
                found.append(edit)
            if number in its:
                self._turns[number] = later[turn]
                late.append(line)
            else:
                found.append(line)
        return [*found, *late]

    def _one_turn_earlier(self, edit: Edit) -> list[Line]:
        """Remove a turn that a seat reported twice: each later line moves to the turn before.

        What followed from a turn is told once that is over for all.
        """
        told: dict[int, list[AppliedMove]] = {}  # by turn as it was, from that one on
        for line in self._match.moves:
            if _is_of(line.move, edit.whose) and (told or line.move.number == edit.row):
                told.setdefault(self._turns[line.move.number], []).append(line)
        turns = list(told)
        self._edits = [CorrectedLine(line.move, None, edit.by) for line in told[turns[0]]]
        next_ = dict(pairwise(turns))
        begins = {told[turn][0].move.number: turn for turn in turns}
        its = {line.move.number for each in told.values() for line in each}
        late: list[AppliedMove] = []
        over = 0  # the turn after which those are told
        found: list[Line] = []
        for line in self._match.moves:
            number = line.move.number
            if self._turns[number] > over:
                found, late = [*found, *late], []
            if number not in its:
                found.append(line)
            elif number in begins and begins[number] in next_:
                over = begins[number]
                first, *late = told[next_[over]]
                found.append(first)
        for before, turn in next_.items():
            self._turns.update((line.move.number, before) for line in told[turn])
        return [*found, *late]

    def _goes_along(self, move: Move) -> bool:
        """Check whether a line that does not fit only answered what is not asked any more.

        Or it told of a set-up that is over by now.
        """
        turn, state = self._turns[move.number], self._state
        if not isinstance(state, Reportable):
            return False
        if self._edit_of_setup and not turn and _turn(state):
            return True
        if not (self._edit_of_setup or self._wonder or turn in self._loose) or not state.is_follow_up(
            state.parse(move.text)
        ):
            return False
        return not any(state.is_follow_up(each) for seat in state.to_act for each in state.legal(seat))

    def _edit(self, move: Move, edit: Edit) -> None:
        if edit.how in ("replace", "remove"):
            self._loose.add(self._turns[move.number])
        if edit.how == "replace":
            self._homes.setdefault(self._turns[move.number], _turn(self._state))
        if edit.how in ("insert", "replace"):
            new = self._insert(edit.text, edit.role, edit.by, edit.whose)
            self._edits.append(CorrectedLine(None if edit.how == "insert" else move, new, edit.by))
        elif edit.how != "whose":
            self._edits.append(CorrectedLine(move, None, edit.by))

    def _is_turn_of(self, whose: Seat, role: Role, by: Seat | None) -> bool:
        """Check whether it is this seat's turn, perhaps once another's has been ended."""
        self._settle()
        seat = _asked(self._state)
        if seat not in (whose, None) and reports.after_done(self._state, seat) is not None:
            self._insert(reports.DONE_ACTION, role, by)
            self._settle()
        return _asked(self._state) == whose

    def _keep(self, move: Move, role: Role, by: Seat | None) -> IllegalAction | None:
        """Apply a line as it was, or reassigned to the seat whose turn it is now; first what the table would add.

        The refusal if it does not fit.
        """
        if move.role == BY_TABLE:  # it stands for as long as there is still no choice
            asked = move.seat in self._state.to_act and not reports.unsure(self._state)
            alone = asked and [*map(str, self._state.legal(move.seat))] == [move.text]
            return self._try(move) if alone else None
        no = self._say(move)
        if no is None:
            return None
        self._settle()
        if move.text == reports.DONE_ACTION and _turn(self._state) != self._homes.get(self._turns[move.number]):
            return None  # that turn is over by itself now
        seat = _asked(self._state)
        after = None if seat is None else reports.after_done(self._state, seat)
        if after is not None and self._fits(after, move, self._spoken):
            self._insert(
                reports.DONE_ACTION, role, by
            )  # as when it is told: the next seat's line ends this seat's turn
        return self._say(move)

    def _as_it_was(self, move: Move) -> Move:
        """Return a line as it would have been reported with the right set-up; its number identifies it."""
        if self._edit_of_setup:
            return self._edit_of_setup.as_told(self._match, self._state, move)
        return replace(move, text=self._wonder.text(self._match, move.text)) if self._wonder else move

    def _say(self, move: Move) -> IllegalAction | None:
        """Apply a line as it was, or reassigned to the seat now to act; return why it cannot be applied as it was."""
        if not self._is_its_turn(move, _turn(self._state), self._spoken) or self._is_another_turn(move):
            return IllegalAction("other-turn")
        refused: IllegalAction | None = None
        turn = _turn(self._state)
        for seat, action in _as_told_now(self._state, move):
            same = (seat, str(action)) == (move.seat, move.text)
            no = self._try(move if same else Move(self._last + 1, seat, str(action), move.role, move.by))
            if no is None:
                self._last += not same
                self._homes.setdefault(self._turns[move.number], turn)
                self._moved |= {turn} if seat != move.seat else set()
                return None
            refused = refused or no
        return refused

    def _is_its_turn(self, move: Move, now: int, spoken: int) -> bool:
        """Check whether a line may be reported in turn `now` after another line of turn `spoken`."""
        home = self._homes.get(self._turns[move.number])
        return now != spoken or now == 0 if home is None else now == home

    def _is_another_turn(self, move: Move) -> bool:
        """Check whether a simultaneous choice cannot have been made now: other variants have more turns.

        Asked of its first line, as this one alone might fit.
        """
        turn, state = self._turns[move.number], self._state
        if not self._edit_of_setup or turn in self._homes or len(state.to_act) < 2:
            return False
        told: dict[Seat, Move] = {}
        for applied in self._match.moves:
            if self._turns[applied.move.number] == turn and applied.move.seat != CHANCE:
                each = self._as_it_was(applied.move)
                told.setdefault(each.seat, each)
        return any(seat in state.to_act and each.text not in map(str, state.legal(seat)) for seat, each in told.items())

    def _try(self, move: Move) -> IllegalAction | None:
        turn = _turn(self._state)
        line = move.seat, move.text
        other = self._told.get(move.number, line) != line  # that was another line
        if other:
            move = replace(move, number=self._last + 1)
        try:
            applied, events = apply(self._state, move, self._state.parse(move.text))
        except IllegalAction as no:
            return no
        self._last += other
        if _is_of_turn(move):
            self._spoken = turn
        self._applied.append(applied)
        self._events.append((move, tuple(events)))
        return None

    def _insert(self, text: str, role: Role, by: Seat | None, whose: Seat | None = None) -> Move:
        seat = _asked(self._state, whose)
        assert seat is not None
        self._last += 1
        move = Move(self._last, seat, text, role, by)
        no = self._try(move)
        assert no is None, no
        return move

    def _settle(self) -> None:
        """Apply what people need not report."""
        while (answer := reports.PEOPLE.answer(self._state)) is not None:
            seat, action = answer
            self._insert(str(action), BY_TABLE, None, seat)

    def _fits(self, state: State[Any], move: Move, spoken: int) -> bool:
        """Check whether a line is legal in another position, perhaps for another seat."""
        if not self._is_its_turn(move, _turn(state), spoken):
            return False
        for seat, action in _as_told_now(state, move):
            try:
                state.copy().apply(seat, action)
            except IllegalAction:
                continue
            return True
        return False

    def _misfit(self, move: Move, no: IllegalAction, *, missing: bool = False) -> Misfit:
        """Build the question about a line that does not fit, with the reason."""
        state, seat = self._state, _asked(self._state, move.seat)
        others_owe = len(state.to_act) > 1 and no.rule == "other-turn"
        if seat is None:
            no, missing = IllegalAction("over"), False
        elif missing and seat != CHANCE:
            pass
        elif missing or others_owe or any(self._fits(after, move, _turn(state)) for after in _afters(state, seat)):
            no, missing = IllegalAction("line-missing"), True
        elif seat != move.seat:
            no = IllegalAction("other-turn")
        return Misfit(move, state, (), no.rule, dict(no.facts), missing)


def repair(found: Misfit, correction: Correction) -> Repair:
    """Build the question about a line, as everybody gets it."""
    asked = reports.question(found.state, 0, _asked(found.state, found.move.seat))
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
        likely=_likely(found, asked.legal) if found.rule else "",
        before=found.before,
        turn=_turn(found.turn[0][1]) if found.turn else 0,
        told=tuple(
            ToldLine(move.number, move.text, reports.question(state, 0, _asked(state, move.seat)))
            for move, state in found.turn
        ),
    )


def _likely(found: Misfit, legal: Sequence[str]) -> str:
    """Guess what was meant: the same stage, card or token, paid otherwise."""
    if found.before or _asked(found.state, found.move.seat) != found.move.seat or found.move.seat == CHANCE:
        return ""
    same = PAYMENT_PATTERN.sub("", found.move.text)
    return next((text for text in legal if PAYMENT_PATTERN.sub("", text) == same), "")


def _asked(state: State[Any], whose: Seat | None = None) -> Seat | None:
    """Return the seat that is asked: this one if it is among several; None: nobody."""
    if whose in state.to_act:
        return whose
    return state.to_act[0] if state.to_act else None


def _turn(state: State[Any]) -> int:
    """Number lines alike that are reported together."""
    return state.reported_turn() if isinstance(state, Reportable) else 0


def _as_told_now(state: State[Any], move: Move) -> Iterator[tuple[Seat, Action]]:
    """Return a line as it was, and as it reads when reported for the seat now to act."""
    action, seat = state.parse(move.text), _asked(state, move.seat)
    yield move.seat, action
    if seat is not None and isinstance(state, Reportable):
        yield from ((seat, each) for each in state.reassigned(move.seat, action) if (seat, each) != (move.seat, action))


def _afters(state: State[Any], seat: Seat) -> Iterator[State[Any]]:
    """List what may follow from each legal action, with what it reveals and what that turn decided then."""
    turn = _turn(state)
    for action in state.legal(seat):
        after = state.copy()
        after.apply(seat, action)
        for _ in range(STEPS):
            while (answer := reports.PEOPLE.answer(after)) is not None:
                after.apply(*answer)
            yield after
            if _turn(after) != turn or after.to_act not in ((CHANCE,), (seat,)):
                break
            after.apply(after.to_act[0], after.legal(after.to_act[0])[0])
