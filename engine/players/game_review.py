"""Review of a finished game: the cost of each decision by what its seat knew then, and the accuracy of each seat.

Each decision is judged in worlds that its seat cannot tell from the true one (`engine.players.action_comparison`), and
the lead in worlds that fit what everybody knew. What happened later plays no part. The formula of the accuracy and the
choice of moments are described in docs/review.md.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import fsum
from typing import Any, Final, Literal, NamedTuple

import msgspec

from engine.game import CHANCE, Rng, Seat, State, count_turns
from engine.players.action_comparison import REVIEW, ActionComparison, ActionRanking, RankedAction, strip_payment
from engine.players.learned_evaluation import Evaluation
from engine.record import apply_stored

LEVEL: Final = "hard"  # the level of bots whose search judges each decision
EFFORT: Final = 4  # factor on the iterations of that level
MAX_CHOICES: Final = 4  # best choices that are stored for a decision, in place of the last the one that was made
MAX_LOSS: Final = 10.0  # points, upper bound for one decision
LARGE_POINTS: Final = 3.0  # points by which a choice must be clearly ahead or behind to be a moment
WORLDS: Final = 4  # samples for the win probabilities before a turn

RecordedAction = tuple[int, str]  # seat from 0, -1 for chance, and the text of its action
MomentKind = Literal["cost", "brought", "turned"]


class Decision(NamedTuple):
    """A decision to be judged. `line`: the number of lines of the record before it."""

    line: int
    seat: Seat
    turn: int
    action: str
    state: State[Any]


class JudgedDecision(msgspec.Struct, frozen=True, rename={"expected_loss": "behind"}):
    """The judgement of a decision: the action that was chosen and how far it lies behind the best.

    `stake`: how far the worst lies behind the best. `choices`: the best few, and the one that was chosen.
    """

    line: int
    seat: int  # from 1
    turn: int
    action: str
    expected_loss: float  # points, less than `RankedAction.points_behind` as that is uncertain
    stake: float
    choices: tuple[RankedAction, ...]


class WinProbabilities(msgspec.Struct, frozen=True, rename={"by_seat": "chances"}):
    """The win probability of each seat before a turn, as everybody could know; after the end, the winners' shares."""

    line: int
    turn: int
    by_seat: tuple[float, ...]


class Moment(msgspec.Struct, frozen=True):
    """A decision that mattered: the costliest, the clearest gain, or the last change of the lead."""

    kind: MomentKind
    judged: JudgedDecision


def list_decisions(state: State[Any], lines: Iterable[RecordedAction], since: Mapping[int, int]) -> Iterator[Decision]:
    """Yield the decisions with a choice, of the seats (from 0) in `since`, from that line on.

    `state`: the beginning of the game; it is advanced to the end. BrokenRecord if its rules refuse a line.
    """
    for line, (seat, text) in enumerate(lines):
        if seat != CHANCE and line >= since.get(seat, line + 1):
            legal = state.legal(Seat(seat))
            if len({strip_payment(str(action)) for action in legal}) > 1:
                yield Decision(line, Seat(seat), count_turns(state) or 0, text, state.copy())
        apply_stored(state, Seat(seat), text)


def start_comparison(decision: Decision, seed: str, evaluation: Evaluation, iterations: int) -> ActionComparison:
    """Start the judgement of a decision. `seed` must not depend on anything secret; `iterations`: of `LEVEL`."""
    rng, iterations = Rng(f"{seed} {decision.line} {decision.seat}"), int(EFFORT * iterations)
    return ActionComparison(decision.state, decision.seat, rng, evaluation, iterations, REVIEW, decision.action)


def judge_decision(decision: Decision, weighed: ActionRanking) -> JudgedDecision | None:
    """Return the result, or None if the chosen action was not weighed."""
    mine = weighed.find(decision.action)
    if mine is None:
        return None
    first = weighed.ranked[:MAX_CHOICES]
    choices = first if mine in first else (*first[:-1], mine)
    stake = max(each.points_behind for each in weighed.ranked)
    return JudgedDecision(
        line=decision.line,
        seat=decision.seat + 1,
        turn=decision.turn,
        action=decision.action,
        expected_loss=_expected_loss(mine),
        stake=stake,
        choices=choices,
    )


def _expected_loss(action: RankedAction) -> float:
    """Shrink the points of a difference by its standard error (James and Stein)."""
    points, error = action.points_behind, action.standard_error
    return points - error * error / points if points > error else 0.0


def compute_course(
    state: State[Any], lines: Sequence[RecordedAction], seed: str, evaluation: Evaluation
) -> tuple[WinProbabilities, ...]:
    """Return the win probabilities at the beginning of each turn and at the end. `state`: as in `list_decisions`."""
    found: list[WinProbabilities] = []
    rng = Rng(f"{seed} course")
    turn = None
    for line, (seat, text) in enumerate((*lines, (CHANCE, ""))):
        now = count_turns(state) or 0
        if line == len(lines) or (now != turn and state.to_act != (CHANCE,)):
            worlds = [state.resample(None, rng) for _ in range(WORLDS)] if state.to_act else [state]
            samples = [evaluation.win_probabilities(world) for world in worlds]
            mean = tuple(round(fsum(of_seat) / len(samples), 4) for of_seat in zip(*samples, strict=True))
            found.append(WinProbabilities(line, now, mean))
            turn = now
        if line < len(lines):
            apply_stored(state, Seat(seat), text)
    return tuple(found)


def compute_accuracy(decisions: Iterable[JudgedDecision]) -> int | None:
    """Return the accuracy from 0 to 100: the share of what was at stake that the choices kept; None if nothing was."""
    decisions = tuple(decisions)
    stakes = fsum(min(each.stake, MAX_LOSS) for each in decisions)
    lost = fsum(min(each.expected_loss, each.stake, MAX_LOSS) for each in decisions)
    return round(100 * (1 - lost / stakes)) if stakes else None


def choose_moments(decisions: Iterable[JudgedDecision], course: Sequence[WinProbabilities]) -> tuple[Moment, ...]:
    """Choose at most three moments of one seat, in the order of the game, without duplicates."""
    decisions = [each for each in decisions if len(each.choices) > 1]
    found: dict[tuple[int, int], Moment] = {}
    costly = (each for each in decisions if each.expected_loss >= LARGE_POINTS and _is_choice_clear(each))
    if worst := max(costly, key=lambda each: each.expected_loss, default=None):
        found[worst.line, worst.seat] = Moment("cost", worst)
    best = max((each for each in decisions if _lead_over_next(each) >= LARGE_POINTS), key=_lead_over_next, default=None)
    if best:
        found.setdefault((best.line, best.seat), Moment("brought", best))
    turned = _find_turning_point(decisions, course)
    if turned:
        found.setdefault((turned.line, turned.seat), Moment("turned", turned))
    return tuple(sorted(found.values(), key=lambda each: each.judged.line))


def _is_choice_clear(each: JudgedDecision) -> bool:
    """Check whether the chosen action is clearly worse than the best."""
    chosen = strip_payment(each.action)
    return any(choice.is_clear for choice in each.choices if strip_payment(choice.action) == chosen)


def _lead_over_next(each: JudgedDecision) -> float:
    """Return by how much a choice was clearly ahead of the next best."""
    first, second = each.choices[:2]
    is_ahead = second.is_clear and strip_payment(first.action) == strip_payment(each.action)
    return second.points_behind if is_ahead else 0.0


def _find_turning_point(
    decisions: Sequence[JudgedDecision], course: Sequence[WinProbabilities]
) -> JudgedDecision | None:
    """Find the choice at the last change of the lead, by the seat that took the lead or the one that lost it."""
    leaders = [max(range(len(each.by_seat)), key=each.by_seat.__getitem__) + 1 for each in course]
    at = next((at for at in range(len(leaders) - 1, 0, -1) if leaders[at - 1] != leaders[at]), 0)
    if not at:
        return None
    both = leaders[at - 1], leaders[at]
    then = [each for each in decisions if course[at - 1].line <= each.line < course[at].line and each.seat in both]
    return max(then, key=lambda each: each.stake, default=None)
