"""Track: putting a line right. The game is played again with what was decided, line by line, until one does not fit.

What was decided is kept (it outlives a restart); the game itself is as it was until every line fits, and then becomes
another in one commit. Lines keep their numbers; where a line stands is said by the order of `Play.past`.
"""

from collections.abc import Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec.structs import replace

from app import messages as m
from app import track
from app.outlook import texts
from app.play import Past, Play, Row, Told, say
from app.rights import Refusal, Role, Who
from engine.game import CHANCE, IllegalAction, Seat, State

How = Literal["replace", "insert", "remove", "cut"]
BY_TABLE: Final[Role] = "people"  # of lines that nobody told, because there was no choice


class Edit(msgspec.Struct, frozen=True):
    """One thing decided about the line of a row, and who decided it."""

    row: int
    how: How
    text: str
    role: Role
    by: Seat | None


class Correction(msgspec.Struct, frozen=True):
    """What has been decided so far. `picked`: a line somebody wants to put right, until something is decided of it."""

    by: Seat | None  # who began; None: the screen
    picked: int | None
    edits: tuple[Edit, ...] = ()


class Misfit(msgspec.Struct, frozen=True):
    """The line something has to be decided about, and the position it would be said in."""

    row: Row
    after: Row | None  # the line that followed it
    state: State[Any]  # Any: every game's actions
    rule: str | None = None  # None: it was picked
    facts: dict[str, int | str] = {}


class Righted(msgspec.Struct, frozen=True):
    """What was a line, and is another; None: there was none, or is none any more. `by` (None: the screen) said so."""

    was: Row | None
    now: Row | None
    by: Seat | None


class Fitted(msgspec.Struct, frozen=True):
    """A game in which all lines fit again."""

    play: Play
    told: tuple[tuple[Row, tuple[Told, ...]], ...]  # what each line tells now
    edits: tuple[Righted, ...]


def decided(play: Play, correction: Correction | None, who: Who, wish: m.Correct) -> Correction:
    """The correction with this wish in it. Refusals: `stale`, `no-such-line`, and those of an action."""
    if correction is None:
        correction = Correction(who.seat, picked=_told(play, wish.row))
    elif wish.how == "ask":
        raise Refusal("repair")
    if wish.how == "ask":
        return correction
    found = fitted(play, correction)
    if isinstance(found, Fitted) or found.row.number != wish.row:
        raise Refusal("stale")
    edit = Edit(wish.row, _how(wish), "", who.role, who.seat)
    if wish.how in ("replace", "insert"):
        text = _readable(found.state, wish.text or "")
        if wish.how == "replace" and text == found.row.text:
            return replace(correction, picked=None)
        edit = replace(edit, text=text)
    return replace(correction, picked=None, edits=(*correction.edits, edit))


def _told(play: Play, number: int) -> int:
    """The row of this number, or the one that was told last before it: nobody told what followed from that."""
    rows = [past.row for past in play.past]
    at = next((at for at, row in enumerate(rows) if row.number == number), -1)
    told = [row.number for row in rows[: at + 1] if row.told]
    if not told:
        raise Refusal("no-such-line")
    return told[-1]


def _how(wish: m.Correct) -> How:
    assert wish.how in ("replace", "insert", "remove", "cut")
    return wish.how


def _readable(state: State[Any], text: str) -> str:
    """A line that may be said here, as it is written."""
    seat = _asked(state)
    if seat is None:
        raise Refusal("over")
    try:
        action = state.parse(text)
        state.copy().apply(seat, action)
    except ValueError:
        raise Refusal("unreadable") from None
    except IllegalAction as no:
        raise Refusal(no.rule, {"seat": seat + 1, **no.facts}) from None
    return str(action)


def fitted(play: Play, correction: Correction) -> Fitted | Misfit:
    """The game with what was decided, or the first line that something has to be decided about."""
    return _Fitting(play).run(play.past, correction)


class _Fitting:
    """One playing through."""

    def __init__(self, play: Play) -> None:
        self._play = play
        self._state: State[Any] = play.game.start(play.setup)
        self._last = play.last_row
        self._past: list[Past] = []
        self._told: list[tuple[Row, tuple[Told, ...]]] = []
        self._edits: list[Righted] = []

    def run(self, lines: Sequence[Past], correction: Correction) -> Fitted | Misfit:
        edits: dict[int, list[Edit]] = {}
        for edit in correction.edits:
            edits.setdefault(edit.row, []).append(edit)
        begun_by = (correction.edits[0].role, correction.by) if correction.edits else (BY_TABLE, None)
        cut: Edit | None = None
        for at, past in enumerate(lines, 1):
            row, kept = past.row, True
            after = lines[at].row if at < len(lines) else None
            if row.number in edits or row.number == correction.picked:
                self._settle()
            for edit in edits.get(row.number, ()):
                kept = edit.how == "insert" and kept
                cut = edit if edit.how == "cut" else cut
                if edit.how in ("insert", "replace"):
                    new = self._insert(edit.text, edit.role, edit.by)
                    self._settle()
                    self._edits.append(Righted(None if edit.how == "insert" else row, new, edit.by))
                elif row.told:
                    self._edits.append(Righted(row, None, edit.by))
            if not kept:
                continue
            if cut is not None:
                if row.told:
                    self._edits.append(Righted(row, None, cut.by))
                continue
            if row.number == correction.picked:
                return Misfit(row, after, self._state)
            no = self._keep(row, *begun_by)
            if no is not None:
                return Misfit(row, after, self._state, no.rule, dict(no.facts))
        self._settle()
        play = self._play.became(self._state, self._past, self._last)
        return Fitted(play, tuple(self._told), tuple(self._edits))

    def _keep(self, row: Row, role: Role, by: Seat | None) -> IllegalAction | None:
        """Say a line as it was; what the table itself would say first, too. The refusal if it does not fit."""
        if row.role == BY_TABLE:  # it stands for as long as there is still no choice
            only = track.PEOPLE.answer(self._state)
            return self._try(row) if only is not None and str(only) == row.text else None
        no = self._try(row)
        if no is None:
            return None
        self._settle()
        seat = _asked(self._state)
        if seat is not None and seat != row.seat and track.DONE in texts(self._state.legal(seat)):
            # as when it is told: the next seat's line ends this seat's turn
            after = track.after_done(self._state, seat)
            if after is not None and _fits(after, row):
                self._edits.append(Righted(None, self._insert(track.DONE, role, by), by))
        return self._try(row)

    def _try(self, row: Row) -> IllegalAction | None:
        try:
            past, told = say(self._state, row, self._state.parse(row.text))
        except IllegalAction as no:
            return no
        self._past.append(past)
        self._told.append((row, tuple(told)))
        return None

    def _insert(self, text: str, role: Role, by: Seat | None) -> Row:
        seat = _asked(self._state)
        assert seat is not None
        self._last += 1
        row = Row(self._last, seat, text, role, by)
        no = self._try(row)
        assert no is None, no
        return row

    def _settle(self) -> None:
        """What people need not tell."""
        while (answer := track.PEOPLE.answer(self._state)) is not None:
            self._insert(str(answer), BY_TABLE, None)


def repair(found: Misfit, correction: Correction) -> m.Repair:
    """The question about a line, as everybody is told it."""
    state, row = found.state, found.row
    seat = _asked(state)
    may = track.coming(state) if seat == CHANCE else None
    legal = may.legal if may else () if seat is None else texts(state.legal(seat))
    return m.Repair(
        row=row.number,
        seat=row.seat + 1,
        text=row.text,
        by=0 if correction.by is None else correction.by + 1,
        rule=found.rule,
        facts=found.facts,
        asked=0 if seat is None else seat + 1,
        legal=legal,
        left=may.left if may else (),
        others=() if seat is None else track.others(state),
        unsure=seat is not None and track.unsure(state),
        likely=_likely(found, legal) if found.rule else "",
    )


def _likely(found: Misfit, legal: Sequence[str]) -> str:
    """What was probably meant: the same card out of another stack; or, of a decision, a card out of the same stack."""
    row, after, asked = found.row, found.after, _asked(found.state)
    if row.seat == CHANCE:
        card = _card(row.text)[1]
        return next((text for text in legal if _card(text)[1] == card), "") if asked == CHANCE else ""
    if after is None or after.seat != CHANCE or asked in (None, CHANCE):
        return ""
    stack = _card(after.text)[0]
    for text in legal:
        state = found.state.copy()
        state.apply(asked, state.parse(text))
        if state.to_act == (CHANCE,) and state.drawn()[0] == stack:
            return text
    return ""


def _card(text: str) -> tuple[str, str]:
    """Stack and card of a line of chance."""
    stack, _, card = text.removesuffix(" !").removeprefix("reveal ").rpartition(" ")
    return stack, card


def _asked(state: State[Any]) -> Seat | None:
    return state.to_act[0] if state.to_act else None


def _fits(state: State[Any], row: Row) -> bool:
    try:
        state.copy().apply(row.seat, state.parse(row.text))
    except IllegalAction:
        return False
    return True
