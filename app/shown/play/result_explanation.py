"""Explanations of a game's result: the rule that decided it and one sentence for each seat, for both surfaces.

A game supplies its final score sheet (`OutcomeWords`). Sentences are derived from the public view; nothing is stored.
"""

from collections.abc import Sequence
from typing import Final, Protocol, TypeAlias, assert_never, runtime_checkable

import msgspec

from app.looks.effect_icons import format_signed
from app.protocol.results import Result
from app.text.translation import Words, both, capital
from app.text.words_protocols import GameWords
from engine.game import AnyData, AnyView

MIN_DECIDING_POINTS: Final = 3  # a smaller gap in one row does not explain a defeat

Made: TypeAlias = tuple[int, ...]  # sources of points: 4 stages, or tokens won and lost; (): unknown


class InstantWin(msgspec.Struct, frozen=True):
    """A victory regardless of points. `age`: when; 0: unknown. `reached`: each seat's progress on that path; empty if
    it is not counted."""

    how: str
    age: int = 0
    reached: tuple[int, ...] = ()


class LastSheet(msgspec.Struct, frozen=True):
    """The final score sheet. `rows`: scoring categories, the ones people work for most first; the other fields are by
    seat, then by row."""

    rows: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]
    made: tuple[tuple[Made, ...], ...]
    winners: tuple[int, ...]  # seats, from 1
    deciding: tuple[int, ...] = ()  # the tie-breaker of each seat; empty: unknown
    at_once: InstantWin | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(map(sum, self.points))


@runtime_checkable
class OutcomeWords(GameWords, Protocol):
    """The words of a game that can explain where its points came from."""

    @property
    def DEEDS(self) -> tuple[str, ...]:
        """The scoring categories. Of equal gaps the first one explains the result."""

    def last_sheet(self, view: AnyView, printed: AnyData) -> LastSheet:
        """Return the score sheet of a finished game from the public view."""

    def made_of(self, w: Words, row: str, made: Made) -> str:
        """Return the source of a row's points as a phrase (`4 stages`), or an empty string."""

    def describe_tie_break(self, w: Words, n: int) -> str:
        """Return a tie-breaker value as a phrase: `4 stages`."""


@runtime_checkable
class InstantWinWords(OutcomeWords, Protocol):
    """The words of a game that can be won regardless of points."""

    AT_ONCE: tuple[str, ...]

    def won_at_once(self, w: Words, reason: "InstantWinReason", people: Sequence[str], you: int) -> str:
        """Return how the game was won, addressed to seat `you`, or to everybody (0); empty if too little is known."""


# ---- why -----------------------------------------------------------------------------------------------------


class DecidingRow(msgspec.Struct, frozen=True):
    """One category decided. `other`: the winner; for the winner, the runner-up."""

    seat: int  # from 1, whose sentence it is; as in all that follow
    won: bool
    other: int
    row: str
    mine: int  # points
    theirs: int
    total: int  # of whoever has more in that row
    made: Made  # of that seat


class NoSingleRow(msgspec.Struct, frozen=True):
    """No single category decided: the largest gap is `most` points."""

    seat: int
    lacked: int  # points in all
    most: int


class Tie(msgspec.Struct, frozen=True):
    """A tie on points, decided by the tie-breaker."""

    seat: int
    won: bool
    other: int
    total: int
    mine: int
    theirs: int


class SharedWin(msgspec.Struct, frozen=True):
    """A shared victory: nothing separates the winners."""

    seat: int
    others: tuple[int, ...]
    total: int
    each: int  # of what decides


class InstantWinReason(msgspec.Struct, frozen=True):
    """A victory regardless of points (`mine`, `theirs`). `reached`: progress of both seats; empty: not counted."""

    seat: int
    won: bool
    other: int
    how: str
    age: int
    mine: int
    theirs: int
    reached: tuple[int, ...]


Reason: TypeAlias = DecidingRow | NoSingleRow | Tie | SharedWin | InstantWinReason


def reasons(sheet: LastSheet) -> tuple[Reason | None, ...]:
    """Return the reason of each seat's result; None where it depends on unknown facts. Empty if nobody has won."""
    return tuple(_reason(sheet, seat) for seat in range(1, len(sheet.points) + 1)) if sheet.winners else ()


def _reason(sheet: LastSheet, seat: int) -> Reason | None:
    won, totals = seat in sheet.winners, sheet.totals
    if won and len(sheet.winners) > 1:
        others = tuple(each for each in sheet.winners if each != seat)
        return SharedWin(seat, others, totals[seat - 1], sheet.deciding[seat - 1]) if sheet.deciding else None
    other = _runner_up(sheet, seat) if won else sheet.winners[0]
    mine, theirs = totals[seat - 1], totals[other - 1]
    if sheet.at_once is not None:
        at = sheet.at_once
        reached = (at.reached[seat - 1], at.reached[other - 1]) if at.reached else ()
        return InstantWinReason(seat, won, other, at.how, at.age, mine, theirs, reached)
    if mine == theirs:
        decided = (sheet.deciding[seat - 1], sheet.deciding[other - 1]) if sheet.deciding else None
        return Tie(seat, won, other, mine, *decided) if decided else None
    ahead, behind = (seat, other) if won else (other, seat)
    gaps = [more - less for more, less in zip(sheet.points[ahead - 1], sheet.points[behind - 1], strict=True)]
    most = max(gaps)
    nth = gaps.index(most)
    lacked = abs(mine - theirs)
    if not won and (most < MIN_DECIDING_POINTS or 2 * most < lacked):
        return NoSingleRow(seat, lacked, most)
    own, others_ = sheet.points[seat - 1][nth], sheet.points[other - 1][nth]
    return DecidingRow(seat, won, other, sheet.rows[nth], own, others_, totals[ahead - 1], sheet.made[ahead - 1][nth])


def _runner_up(sheet: LastSheet, winner: int) -> int:
    totals, deciding = sheet.totals, sheet.deciding or sheet.totals
    seats = (seat for seat in range(1, len(totals) + 1) if seat != winner)
    return max(seats, key=lambda seat: (totals[seat - 1], deciding[seat - 1]))


def rebuild_sheet(say: OutcomeWords, result: Result) -> LastSheet | None:
    """Rebuild the score sheet from a stored result, without the sources of points. None if the rows do not add up to
    the totals."""
    scores = result.scores
    rows = tuple(row for row in say.DEEDS if scores and row in scores[0])
    points = tuple(tuple(score.get(row, 0) for row in rows) for score in scores)
    if [sum(row) for row in points] != [score["total"] for score in scores]:
        return None
    at_once = isinstance(say, InstantWinWords) and result.how in say.AT_ONCE
    made: tuple[tuple[Made, ...], ...] = tuple(((),) * len(rows) for _ in points)
    return LastSheet(rows, points, made, result.winners, at_once=InstantWin(result.how) if at_once else None)


# ---- in words ------------------------------------------------------------------------------------------------


def explain_view(
    w: Words, say: GameWords, view: AnyView, printed: AnyData, people: Sequence[str], you: int | None = None
) -> tuple[str, ...]:
    """Return one sentence for each seat, addressing seat `you` directly. Empty if nobody has won or the game explains
    nothing."""
    return explain_sheet(w, say, say.last_sheet(view, printed), people, you) if isinstance(say, OutcomeWords) else ()


def explain_sheet(
    w: Words, say: OutcomeWords, sheet: LastSheet, people: Sequence[str], you: int | None = None
) -> tuple[str, ...]:
    """Return the sentences for a score sheet; a sentence is empty if too little is known."""
    return tuple(_sentence(w, say, why, people, you) if why else "" for why in reasons(sheet))


def explain_stored(w: Words, say: GameWords | None, result: Result, people: Sequence[str]) -> tuple[str, ...]:
    """Return the sentences for a stored result; none if the game was ended early."""
    sheet = rebuild_sheet(say, result) if isinstance(say, OutcomeWords) and not result.early else None
    return explain_sheet(w, say, sheet, people) if sheet and isinstance(say, OutcomeWords) else ()


def _sentence(w: Words, say: OutcomeWords, why: Reason, people: Sequence[str], you: int | None) -> str:
    own, me = why.seat == you, people[why.seat - 1]
    match why:
        case DecidingRow():
            return _row_sentence(w, say, why, people, own)
        case NoSingleRow(lacked=n, most=most) if own:
            return w.ngettext(
                "You lacked {n} point; no single row cost you more than {most}.",
                "You lacked {n} points; no single row cost you more than {most}.",
                n,
                most=most,
            )
        case NoSingleRow(lacked=n, most=most):
            return w.ngettext(
                "{name} lacked {n} point; no single row cost more than {most}.",
                "{name} lacked {n} points; no single row cost more than {most}.",
                n,
                name=me,
                most=most,
            )
        case Tie():
            return _tie(w, say, why, people, own)
        case SharedWin(total=total, each=each):
            others, what = both(w, [people[seat - 1] for seat in why.others]), say.describe_tie_break(w, each)
            if own:
                return w("You share it with {names}: {n} points and {what} each.", names=others, n=total, what=what)
            return w(
                "{name} shares it with {names}: {n} points and {what} each.", name=me, names=others, n=total, what=what
            )
        case InstantWinReason():
            return (
                say.won_at_once(w, why, people, you if own and you else 0) if isinstance(say, InstantWinWords) else ""
            )
        case _:
            assert_never(why)


def _row_sentence(w: Words, say: OutcomeWords, why: DecidingRow, people: Sequence[str], own: bool) -> str:
    """Name the source of the points only if the row brought some and the other seat lost none in it."""
    me, other = people[why.seat - 1], people[why.other - 1]
    more, less = (why.mine, why.theirs) if why.won else (why.theirs, why.mine)
    what = say.made_of(w, why.row, why.made) if more > 0 and less >= 0 else ""
    if not what:
        row, facts = capital(say.category(w, why.row)), {"n": format_signed(more), "mine": format_signed(less)}
        if why.won and own:
            return w("{row} made the difference: you {n}, {more} more than {name}.", row=row, name=other,
                     more=more - less, **facts)  # fmt: skip
        if why.won:
            return w("{row} made the difference: {name} {n}, {more} more than {other}.", row=row, name=me, other=other,
                     more=more - less, **facts)  # fmt: skip
        if own:
            return w("{row} made the difference: {name} {n}, you {mine}.", row=row, name=other, **facts)
        return w("{row} made the difference: {name} {n}, {other} {mine}.", row=row, name=other, other=me, **facts)
    if why.won and own:
        return w.ngettext(
            "You won with {what}: {n} point, {more} more than {name}.",
            "You won with {what}: {n} points, {more} more than {name}.",
            more,
            what=what,
            more=more - less,
            name=other,
        )
    if why.won:
        return w.ngettext(
            "{name} won with {what}: {n} point, {more} more than {other}.",
            "{name} won with {what}: {n} points, {more} more than {other}.",
            more,
            name=me,
            what=what,
            more=more - less,
            other=other,
        )
    facts = {"n": str(more), "name": other, "total": str(why.total), "what": what, "mine": str(less)}
    if own:
        return w("{n} of {name}’s {total} came from {what}; you had {mine} there.", **facts)
    return w("{n} of {name}’s {total} came from {what}; {other} had {mine} there.", other=me, **facts)


def _tie(w: Words, say: OutcomeWords, why: Tie, people: Sequence[str], own: bool) -> str:
    me, other = people[why.seat - 1], people[why.other - 1]
    more, less = (why.mine, why.theirs) if why.won else (why.theirs, why.mine)
    facts: dict[str, str | int] = {"total": why.total, "what": say.describe_tie_break(w, more), "less": less}
    if own and why.won:
        return w("{total} points each; you have {what}, {name} has {less}.", name=other, **facts)
    if own:
        return w("{total} points each; {name} has {what}, you have {less}.", name=other, **facts)
    first, second = (me, other) if why.won else (other, me)
    return w("{total} points each; {first} has {what}, {second} has {less}.", first=first, second=second, **facts)
