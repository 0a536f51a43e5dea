"""Why each seat came out as it did: the rule, and one sentence a seat, said once for both surfaces.

A game says what its final sheet came from (`Explains`). All of it is read off the public view, and nothing is kept.
"""

from collections.abc import Sequence
from typing import Any, Final, Protocol, TypeAlias, assert_never, runtime_checkable

import msgspec

from app.looks.effect_icons import signed
from app.protocol.results import Result
from app.text.game import GameWords
from app.text.languages import Words, both, capital

LEAST: Final = 3  # points, of a row that explains a defeat by itself

Made: TypeAlias = tuple[int, ...]  # what points came from: so many stages, or tokens won and lost; (): it is not known


class WonAtOnce(msgspec.Struct, frozen=True):
    """How a game was won whatever the points. `age`: when, 0 where it is not known; `reached`: how far each seat came
    on that way, empty where it is not counted."""

    how: str
    age: int = 0
    reached: tuple[int, ...] = ()


class LastSheet(msgspec.Struct, frozen=True):
    """The final sheet. `rows`: what is scored, first what people do most for; all else by seat, and of each row."""

    rows: tuple[str, ...]
    points: tuple[tuple[int, ...], ...]
    made: tuple[tuple[Made, ...], ...]
    winners: tuple[int, ...]  # seats, from 1
    deciding: tuple[int, ...] = ()  # of what decides among equals; empty where that is not known
    at_once: WonAtOnce | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        return tuple(map(sum, self.points))


@runtime_checkable
class Explains(GameWords, Protocol):
    """The words of a game that tell what its points came from."""

    @property
    def DEEDS(self) -> tuple[str, ...]:
        """All that is scored, first what people do most for: of equal rows the first one explains a result."""

    # Any: each game has views and data of its own.
    def last_sheet(self, view: Any, printed: Any) -> LastSheet:
        """Of a game that is over, as everybody sees it."""

    def made_of(self, w: Words, row: str, made: Made) -> str:
        """What the points of a row came from, as it is called in a sentence: `4 stages`; empty if nothing tells it."""

    def deciding(self, w: Words, n: int) -> str:
        """So much of what decides among equals: `4 stages`."""


@runtime_checkable
class ExplainsAtOnce(Explains, Protocol):
    """Of a game that can be won whatever the points."""

    AT_ONCE: tuple[str, ...]

    def won_at_once(self, w: Words, it: "AtOnce", people: Sequence[str], you: int) -> str:
        """How it was won, to a seat (`you`), or to all (0); empty where too little is known of it."""


# ---- why -----------------------------------------------------------------------------------------------------


class ByRow(msgspec.Struct, frozen=True):
    """One row of the sheet was the reason. `other`: who won; to the winner, who comes next."""

    seat: int  # from 1, whose sentence it is; as in all that follow
    won: bool
    other: int
    row: str
    mine: int  # points
    theirs: int
    total: int  # of whoever has more in that row
    made: Made  # of that seat


class Scattered(msgspec.Struct, frozen=True):
    """No row was the reason by itself: the largest gap is `most`."""

    seat: int
    lacked: int  # points in all
    most: int


class Tie(msgspec.Struct, frozen=True):
    """Equal points, and something else decided."""

    seat: int
    won: bool
    other: int
    total: int
    mine: int
    theirs: int


class Shared(msgspec.Struct, frozen=True):
    """Nothing parts those who have won."""

    seat: int
    others: tuple[int, ...]
    total: int
    each: int  # of what decides


class AtOnce(msgspec.Struct, frozen=True):
    """It was won whatever the points, which are `mine` and `theirs`; `reached` likewise, empty where not counted."""

    seat: int
    won: bool
    other: int
    how: str
    age: int
    mine: int
    theirs: int
    reached: tuple[int, ...]


Reason: TypeAlias = ByRow | Scattered | Tie | Shared | AtOnce


def reasons(it: LastSheet) -> tuple[Reason | None, ...]:
    """By seat. None where it follows from something that is not known; nothing where nobody has won."""
    return tuple(_reason(it, seat) for seat in range(1, len(it.points) + 1)) if it.winners else ()


def _reason(it: LastSheet, seat: int) -> Reason | None:
    won, totals = seat in it.winners, it.totals
    if won and len(it.winners) > 1:
        others = tuple(each for each in it.winners if each != seat)
        return Shared(seat, others, totals[seat - 1], it.deciding[seat - 1]) if it.deciding else None
    other = _next(it, seat) if won else it.winners[0]
    mine, theirs = totals[seat - 1], totals[other - 1]
    if it.at_once is not None:
        at = it.at_once
        reached = (at.reached[seat - 1], at.reached[other - 1]) if at.reached else ()
        return AtOnce(seat, won, other, at.how, at.age, mine, theirs, reached)
    if mine == theirs:
        decided = (it.deciding[seat - 1], it.deciding[other - 1]) if it.deciding else None
        return Tie(seat, won, other, mine, *decided) if decided else None
    ahead, behind = (seat, other) if won else (other, seat)
    gaps = [more - less for more, less in zip(it.points[ahead - 1], it.points[behind - 1], strict=True)]
    most = max(gaps)
    nth = gaps.index(most)
    lacked = abs(mine - theirs)
    if not won and (most < LEAST or 2 * most < lacked):
        return Scattered(seat, lacked, most)
    own, others_ = it.points[seat - 1][nth], it.points[other - 1][nth]
    return ByRow(seat, won, other, it.rows[nth], own, others_, totals[ahead - 1], it.made[ahead - 1][nth])


def _next(it: LastSheet, winner: int) -> int:
    """Who comes next after the only winner."""
    totals, deciding = it.totals, it.deciding or it.totals
    seats = (seat for seat in range(1, len(totals) + 1) if seat != winner)
    return max(seats, key=lambda seat: (totals[seat - 1], deciding[seat - 1]))


def kept_sheet(say: Explains, result: Result) -> LastSheet | None:
    """As far as a finished game is kept: its points, and not what they came from. None if that explains nothing."""
    scores = result.scores
    rows = tuple(row for row in say.DEEDS if scores and row in scores[0])
    points = tuple(tuple(score.get(row, 0) for row in rows) for score in scores)
    if [sum(row) for row in points] != [score["total"] for score in scores]:
        return None
    at_once = isinstance(say, ExplainsAtOnce) and result.how in say.AT_ONCE
    made: tuple[tuple[Made, ...], ...] = tuple(((),) * len(rows) for _ in points)
    return LastSheet(rows, points, made, result.winners, at_once=WonAtOnce(result.how) if at_once else None)


# ---- in words ------------------------------------------------------------------------------------------------


# Any: each game has views and data of its own.
def told(
    w: Words, say: GameWords, view: Any, printed: Any, people: Sequence[str], you: int | None = None
) -> tuple[str, ...]:
    """One sentence a seat, `you` being spoken to; none where nobody has won, or the game says nothing of it."""
    return said(w, say, say.last_sheet(view, printed), people, you) if isinstance(say, Explains) else ()


def said(w: Words, say: Explains, it: LastSheet, people: Sequence[str], you: int | None = None) -> tuple[str, ...]:
    """The same of a sheet. A sentence is empty where too little is known."""
    return tuple(_sentence(w, say, why, people, you) if why else "" for why in reasons(it))


def kept(w: Words, say: GameWords | None, result: Result, people: Sequence[str]) -> tuple[str, ...]:
    """The same of a finished game, as far as it is kept; none if it was ended early."""
    sheet = kept_sheet(say, result) if isinstance(say, Explains) and not result.early else None
    return said(w, say, sheet, people) if sheet and isinstance(say, Explains) else ()


def _sentence(w: Words, say: Explains, why: Reason, people: Sequence[str], you: int | None) -> str:
    own, me = why.seat == you, people[why.seat - 1]
    match why:
        case ByRow():
            return _by_row(w, say, why, people, own)
        case Scattered(lacked=n, most=most) if own:
            return w.ngettext(
                "You lacked {n} point; no single row cost you more than {most}.",
                "You lacked {n} points; no single row cost you more than {most}.",
                n,
                most=most,
            )
        case Scattered(lacked=n, most=most):
            return w.ngettext(
                "{name} lacked {n} point; no single row cost more than {most}.",
                "{name} lacked {n} points; no single row cost more than {most}.",
                n,
                name=me,
                most=most,
            )
        case Tie():
            return _tie(w, say, why, people, own)
        case Shared(total=total, each=each):
            others, what = both(w, [people[seat - 1] for seat in why.others]), say.deciding(w, each)
            if own:
                return w("You share it with {names}: {n} points and {what} each.", names=others, n=total, what=what)
            return w(
                "{name} shares it with {names}: {n} points and {what} each.", name=me, names=others, n=total, what=what
            )
        case AtOnce():
            return say.won_at_once(w, why, people, you if own and you else 0) if isinstance(say, ExplainsAtOnce) else ""
        case _:
            assert_never(why)


def _by_row(w: Words, say: Explains, why: ByRow, people: Sequence[str], own: bool) -> str:
    """What a row came from is said only where it brought points, and lost the other none."""
    me, other = people[why.seat - 1], people[why.other - 1]
    more, less = (why.mine, why.theirs) if why.won else (why.theirs, why.mine)
    what = say.made_of(w, why.row, why.made) if more > 0 and less >= 0 else ""
    if not what:
        row, facts = capital(say.category(w, why.row)), {"n": signed(more), "mine": signed(less)}
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


def _tie(w: Words, say: Explains, why: Tie, people: Sequence[str], own: bool) -> str:
    me, other = people[why.seat - 1], people[why.other - 1]
    more, less = (why.mine, why.theirs) if why.won else (why.theirs, why.mine)
    facts: dict[str, str | int] = {"total": why.total, "what": say.deciding(w, more), "less": less}
    if own and why.won:
        return w("{total} points each; you have {what}, {name} has {less}.", name=other, **facts)
    if own:
        return w("{total} points each; {name} has {what}, you have {less}.", name=other, **facts)
    first, second = (me, other) if why.won else (other, me)
    return w("{total} points each; {first} has {what}, {second} has {less}.", first=first, second=second, **facts)
