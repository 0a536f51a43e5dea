"""A finished game judged, decision by decision: what each cost by what its seat knew then, and how well all were made.

Each decision is judged in worlds that its seat cannot tell from the true one (`engine.players.weighed`), and who was
ahead in worlds that everybody takes for the true one. What came afterwards plays no part. The formula of the accuracy,
and how moments are chosen, stand in docs/review.md.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import Any, Final, Literal, NamedTuple

import msgspec

from engine.game import CHANCE, Rng, Seat, State, turns_begun
from engine.players.judgement import Judgement
from engine.players.weighed import Ranked, Weighed, Weighing, unpaid

ITERATIONS: Final = 200  # of a search over each decision
KEPT: Final = 4  # choices of a decision that are kept, with the one that was made
CAP: Final = 10.0  # points that one decision counts for at most
LARGE: Final = 3.0  # points from which on a choice is a moment
WORLDS: Final = 4  # in which it is judged who was ahead

Line = tuple[int, str]  # seat from 0, -1 for chance, and what was said
Why = Literal["cost", "brought", "turned"]


class Decision(NamedTuple):
    """One that is to be judged. `line`: how many lines of the record came before."""

    line: int
    seat: Seat
    turn: int
    action: str
    state: State[Any]


class Judged(msgspec.Struct, frozen=True):
    """What came of that: the choice that was made, how far it and the last one lie behind the first, and a few of them.

    `choices`: the first ones, and the one that was made.
    """

    line: int
    seat: int  # from 1
    turn: int
    action: str
    behind: float  # points, as in `Ranked`
    stake: float
    choices: tuple[Ranked, ...]


class Standing(msgspec.Struct, frozen=True):
    """How likely each seat was to win before a turn, as everybody could know; at the end, who has won."""

    line: int
    turn: int
    chances: tuple[float, ...]


class Moment(msgspec.Struct, frozen=True):
    """A decision that mattered: it cost most, brought most over the next best, or the lead changed there for good."""

    why: Why
    judged: Judged


def decisions(state: State[Any], lines: Iterable[Line], since: Mapping[int, int]) -> Iterator[Decision]:
    """Those in which there was a choice, of the seats (from 0) in `since`, from so many lines on.

    `state`: from the beginning of the game; it is played on.
    """
    for line, (seat, text) in enumerate(lines):
        if seat != CHANCE and line >= since.get(seat, line + 1):
            legal = state.legal(Seat(seat))
            if len({unpaid(str(action)) for action in legal}) > 1:
                yield Decision(line, Seat(seat), turns_begun(state) or 0, text, state.copy())
        state.apply(Seat(seat), state.parse(text))


def begun(decision: Decision, seed: str, judgement: Judgement, iterations: int = ITERATIONS) -> Weighing:
    """What judges a decision, before its first step. `seed`: of nothing that is secret."""
    rng = Rng(f"{seed} {decision.line} {decision.seat}")
    return Weighing(decision.state, decision.seat, rng, judgement, iterations, sheets=0)


def judged(decision: Decision, weighed: Weighed) -> Judged | None:
    """What came of it; None: nobody weighed what was done."""
    behind = weighed.behind(decision.action)
    if behind is None:
        return None
    done = unpaid(decision.action)
    mine = next(each for each in weighed.ranked if unpaid(each.action) == done)
    first = weighed.ranked[:KEPT]
    choices = first if mine in first else (*first[:-1], mine)
    stake = max(each.behind for each in weighed.ranked)
    return Judged(decision.line, decision.seat + 1, decision.turn, decision.action, behind, stake, choices)


def course(state: State[Any], lines: Sequence[Line], seed: str, judgement: Judgement) -> tuple[Standing, ...]:
    """Who was ahead: as each turn begins, and at the end. `state`: as in `decisions`."""
    found: list[Standing] = []
    rng = Rng(f"{seed} course")
    turn = None
    for line, (seat, text) in enumerate((*lines, (CHANCE, ""))):
        now = turns_begun(state) or 0
        if line == len(lines) or (now != turn and state.to_act != (CHANCE,)):
            worlds = [state.resample(None, rng) for _ in range(WORLDS)] if state.to_act else [state]
            all_ = [judgement.chances(world) for world in worlds]
            mean = tuple(round(fsum(each) / len(all_), 4) for each in zip(*all_, strict=True))
            found.append(Standing(line, now, mean))
            turn = now
        if line < len(lines):
            state.apply(Seat(seat), state.parse(text))
    return tuple(found)


def accuracy(mine: Iterable[Judged]) -> int | None:
    """From 0 to 100: how much of what was at stake in somebody's choices they kept; None where nothing was."""
    mine = tuple(mine)
    stakes = fsum(min(each.stake, CAP) for each in mine)
    lost = fsum(min(each.behind, each.stake, CAP) for each in mine)
    return round(100 * (1 - lost / stakes)) if stakes else None


def moments(mine: Iterable[Judged], course: Sequence[Standing]) -> tuple[Moment, ...]:
    """At most three of somebody's decisions, in the order of the game; none twice."""
    mine = [each for each in mine if len(each.choices) > 1]
    found: dict[tuple[int, int], Moment] = {}
    if worst := max((each for each in mine if each.behind >= LARGE), key=lambda each: each.behind, default=None):
        found[worst.line, worst.seat] = Moment("cost", worst)
    best = max((each for each in mine if _over_next(each) >= LARGE), key=_over_next, default=None)
    if best:
        found.setdefault((best.line, best.seat), Moment("brought", best))
    turned = _turned(mine, course)
    if turned:
        found.setdefault((turned.line, turned.seat), Moment("turned", turned))
    return tuple(sorted(found.values(), key=lambda each: each.judged.line))


def _over_next(each: Judged) -> float:
    """By how much a choice was ahead of the next best."""
    return each.choices[1].behind if each.behind == 0 and unpaid(each.choices[0].action) == unpaid(each.action) else 0.0


def _turned(mine: Sequence[Judged], course: Sequence[Standing]) -> Judged | None:
    """The choice after which the lead changed for good, if it is of whoever came to lead, or led until then."""
    leaders = [max(range(len(each.chances)), key=each.chances.__getitem__) + 1 for each in course]
    at = next((at for at in range(len(leaders) - 1, 0, -1) if leaders[at - 1] != leaders[at]), 0)
    if not at:
        return None
    both = leaders[at - 1], leaders[at]
    then = [each for each in mine if course[at - 1].line <= each.line < course[at].line and each.seat in both]
    return max(then, key=lambda each: each.stake, default=None)
