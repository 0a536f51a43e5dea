"""Comparison of all legal actions of a seat, for hints and for the coach.

Everything is evaluated in worlds that the seat cannot tell from the true one. Differences are in points at the end of a
game, on the evaluation's own scale: a difference in strength divided by the weight of one point.

Each difference d from the best action has a standard error s. With p, the win probability by the evaluation, w, its
weight of a point, and n pairs of games played to the end from the same worlds with the same luck:

    by the evaluation   d = EVALUATION_SHARE * (logit(p best) - logit(p)) / w       s = EVALUATION_ERROR
    by the games        d = mean of the margins at the end, best minus other        s² = spread² / n + PLAY_ERROR²

Where there are games, both are weighted by 1 / s². A difference is clear, and people are told of it, if
d > CLEAR_ERRORS * s. The evaluation's error is measured: samples do not show what it gets wrong, and in games only a
share of its differences is found again.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from math import fsum, log, sqrt
from statistics import fmean, stdev
from typing import Any, Final

import msgspec

from engine.game import Action, Rng, Seat, State
from engine.players.learned_evaluation import Evaluation
from engine.players.one_step_lookahead import WORLDS, copy_after, copy_after_turn, resolve_chance
from engine.players.tree_search import Search

CLEAR_ERRORS: Final = 2.0  # standard errors; what a hint says needs no more, other sentences also a number of points
EVALUATION_SHARE: Final = 0.5  # of a difference by the evaluation, which is found again in games
EVALUATION_ERROR: Final = 3.0  # points, standard error of that; both measured in docs/review.md
PLAY_ERROR: Final = 1.5  # points, standard error of a mean of many pairs of games, as people play otherwise
FIRST_TRIES: Final = 32  # actions tried for an answer at once, in fewer worlds if there are many to choose from, …
MIN_WORLDS: Final = 2  # … but at least so many
PAIRS: Final = 24  # worlds in which actions are played to the end of the game, at most, …
MAX_TRIED: Final = 15_000  # … as long as fewer actions were tried for each comparison
MIN_PAIRS: Final = 6  # from which on their spread gives a standard error
EARLY_WIN_POINTS: Final = 10.0  # the margin of a seat that wins without more points
MAX_DECISIONS: Final = 40  # when an action is played on
MIN_PROBABILITY: Final = 1e-4  # lower bound; 1 minus it is the upper bound
PRIOR_VISITS: Final = 4.0  # visits for which the estimate one step ahead counts
MIN_POINT_WEIGHT: Final = 0.05  # lower bound for the weight of a point, so that differences stay finite
PAYEES: Final = ("left", "right", "bank")  # words before an amount paid


class RankedAction(msgspec.Struct, frozen=True, rename={"points_behind": "behind", "standard_error": "error"}):
    """An action and how many points it lies behind the best, with the standard error. Of several payments for one
    thing, one is listed.
    """

    action: str
    points_behind: float
    standard_error: float = 0.0

    @property
    def is_clear(self) -> bool:
        """True if it is certain enough that this is worse than the best."""
        return self.points_behind > CLEAR_ERRORS * self.standard_error


class RowDifference(msgspec.Struct, frozen=True):
    """A row of a seat's score sheet (seats from 1): points after the best action minus points after the second."""

    seat: int
    row: str
    points: float


class ActionRanking(msgspec.Struct, frozen=True):
    """The ranking of all actions, best first, and how the first two differ on the score sheets when the seat acts
    again.

    `differs` is empty if there was no time to play them on.
    """

    ranked: tuple[RankedAction, ...] = ()
    differs: tuple[RowDifference, ...] = ()

    def find(self, action: str) -> RankedAction | None:
        """Return an action however it is paid for, or None if it was not weighed."""
        same = strip_payment(action)
        return next((each for each in self.ranked if strip_payment(each.action) == same), None)


def strip_payment(action: str) -> str:
    """Return the text of an action without its payment, which is not compared."""
    words = action.split()
    match words:
        case ["build", stage, "with", *_] if stage.isdigit():
            return " ".join(words[:2])
        case ["progress", _, "with", *_]:
            return " ".join(words[:2])
    while len(words) > 2 and words[-2] in PAYEES and words[-1].isdigit():
        words = words[:-2]
    return " ".join(words)


class Playouts(msgspec.Struct, frozen=True):
    """The games that are played after a search, by what the comparison is for."""

    rivals: int  # actions that are played to the end beside the best
    effort: int = 1  # times as many worlds (`PAIRS`) and tried actions (`MAX_TRIED`)
    sheets: int = 8  # worlds in which the first two are played on until the seat acts again, to compare score sheets


HINT: Final = Playouts(rivals=1, effort=3)
BACKGROUND: Final = Playouts(rivals=5)  # for the coach and lessons, while people think
REVIEW: Final = Playouts(rivals=1, sheets=0)


class ActionComparison:
    """The comparison for one decision: call `step()` while there are `steps_left`, then, or earlier, `ranking()`.

    Only what the seat knows of `state` is used, and `state` is not changed. `iterations`: of a search; with 0 actions
    are compared one step ahead, as `careful` does, and nothing is played on. `chosen`: the action that is played to the
    end beside the best, instead of the next best.
    """

    def __init__(
        self,
        state: State[Any],
        seat: Seat,
        rng: Rng,
        evaluation: Evaluation,
        iterations: int,
        playouts: Playouts = HINT,
        chosen: str = "",
    ) -> None:
        self.state = state = state.resample(seat, rng)
        self.seat = seat
        self.rng = rng
        self.evaluation = evaluation
        self.legal: Sequence[Action] = state.legal(seat)
        choice = len({strip_payment(str(action)) for action in self.legal}) > 1
        self.search = Search(state, seat, rng, evaluation) if iterations and choice else None
        self.searches = iterations if self.search else 0
        self.sheets = playouts.sheets if self.search else 0
        self.pairs = PAIRS * playouts.effort if self.search else 0
        self.effort = playouts.effort
        self.rivals = min(playouts.rivals, len(self.legal) - 1)
        self.chosen = strip_payment(chosen)
        self._sums: dict[tuple[int, str], list[float]] = {}
        self._one_step: dict[Action, float] = self._look_ahead() if choice else dict.fromkeys(self.legal, 0.5)
        self._finalists: list[Action] = []
        self._margins: list[list[float]] = []  # at the end, by world and finalist; the last may be incomplete
        self._world: tuple[State[Any], int] | None = None  # of the last, with its luck
        self._tried = 0  # actions, in games played to their end

    @property
    def steps_left(self) -> int:
        return self.searches + self.sheets + self.pairs * (1 + self.rivals)

    def step(self) -> None:
        """Run an iteration of the search, or, after the last, play on: two actions for a while, or one to the end."""
        if self.searches and self.search:
            self.searches -= 1
            self.search.step()
        elif len(self._choose_finalists()) < 2:
            self.sheets = self.pairs = 0
        elif self.sheets:
            self.sheets -= 1
            self._play_on()
        elif self.pairs:
            self._play_to_end()

    def ranking(self) -> ActionRanking:
        """Return the result so far: the best, those that were played to the end, and the others."""
        found = self._rank_actions()
        scale = max(self.evaluation.weights.get("points", 0.0), MIN_POINT_WEIGHT) / EVALUATION_SHARE
        most = _logit(found[0][1]) if found else 0.0
        played = [str(action) for action in self._finalists]
        games = [each for each in self._margins if len(each) == len(played)]
        ranked: list[RankedAction] = []
        for nth, (action, worth) in enumerate(found):
            behind, error = max(0.0, most - _logit(worth)) / scale, EVALUATION_ERROR if nth else 0.0
            if len(games) >= MIN_PAIRS and nth and str(action) in played:
                at = played.index(str(action))
                behind, error = combine(behind, error, [game[0] - game[at] for game in games])
            ranked.append(RankedAction(str(action), behind, error))
        best = min(ranked, key=lambda each: each.points_behind)
        others = [
            # Where games put another first than the evaluation did, the evaluation's own first has no error.
            RankedAction(
                each.action, each.points_behind - best.points_behind, max(each.standard_error, best.standard_error)
            )
            for each in sorted(ranked, key=lambda each: (each.action not in played, each.points_behind))
            if each is not best
        ]
        return ActionRanking((RankedAction(best.action, 0.0), *others), self._differences([best, *others][:2]))

    def _differences(self, two: Sequence[RankedAction]) -> tuple[RowDifference, ...]:
        """Return the differences between two actions on the score sheets, if these were played on."""
        names, played = [each.action for each in two], [str(action) for action in self._finalists[:2]]
        sign = 1 if names == played else -1 if names == played[::-1] else 0
        differs = (RowDifference(seat, row, sign * fmean(all_)) for (seat, row), all_ in self._sums.items())
        return tuple(each for each in differs if each.points)

    def _look_ahead(self) -> dict[Action, float]:
        """Return the win probability after each action, one step ahead."""
        count = WORLDS if self.search else max(MIN_WORLDS, min(WORLDS, FIRST_TRIES // len(self.legal)))
        worlds = [self.state.resample(self.seat, self.rng) for _ in range(count)]

        def mean_probability(action: Action) -> float:
            return fsum([self._probability_after(world, self.seat, action, self.rng) for world in worlds]) / count

        return {action: mean_probability(action) for action in self.legal}

    def _probability_after(self, world: State[Any], seat: Seat, action: Action, luck: Rng) -> float:
        """Return the seat's win probability after an action and the rest of its turn, such as a stage that is paid."""
        end = copy_after_turn(world, seat, action, luck, lambda way: self.evaluation.win_probabilities(way)[seat])
        return self.evaluation.win_probabilities(end)[seat]

    def _rank_actions(self) -> list[tuple[Action, float]]:
        """Rank the actions, one for each thing: by visits of the search, or by their worth."""
        best = self.search.best() if self.search else max(self.legal, key=self._one_step.__getitem__)
        order = sorted(self.legal, key=lambda action: (action == best, self._blend_probability(action)), reverse=True)
        found: dict[str, tuple[Action, float]] = {}
        for action in order:
            found.setdefault(strip_payment(str(action)), (action, self._blend_probability(action)))
        return list(found.values())

    def _blend_probability(self, action: Action) -> float:
        """Return the win probability of an action: the search's, with one step ahead counting as a few more visits."""
        prior = self._one_step[action]
        edge = self.search.roots[self.seat].edges.get(action) if self.search else None
        return prior if edge is None else (edge.total + PRIOR_VISITS * prior) / (edge.visits + PRIOR_VISITS)

    def _choose_finalists(self) -> list[Action]:
        """Choose the best action and those it is compared with in games, once; the best alone if that was chosen."""
        if not self._finalists:
            first, *others = [action for action, _ in self._rank_actions()]
            rivals = [each for each in others if self.chosen in ("", strip_payment(str(each)))]
            self._finalists = [first, *rivals[: self.rivals]]
        return self._finalists

    def _play_to_end(self) -> None:
        """Play one action to the end of the game, and all of them one after the other in one world."""
        played = self._choose_finalists()
        if self._world is None:
            self._world = self.state.resample(self.seat, self.rng), self.rng.getrandbits(63)
            self._margins.append([])
        world, luck = self._world
        margins = self._margins[-1]
        margins.append(self._final_margin(world, played[len(margins)], Rng(luck)))
        if len(margins) == len(played):
            self._world = None
            has_effort_left = self._tried < MAX_TRIED * self.effort * (len(played) - 1)
            self.pairs = self.pairs - 1 if has_effort_left else 0

    def _final_margin(self, world: State[Any], action: Action, luck: Rng) -> float:
        """Play to the end, all by one step ahead in a world they can imagine. Return the seat's margin in points."""
        twin = copy_after(world, self.seat, action, luck)
        while twin.to_act:
            seat = twin.to_act[0]
            legal = twin.legal(seat)
            self._tried += len(legal)
            guess = twin.resample(seat, luck) if len(legal) > 1 else twin
            twin.apply(seat, max(legal, key=partial(self._probability_in, guess, seat, luck)))
            resolve_chance(twin, luck)
        totals, wins = [sheet["total"] for sheet in twin.scores()], self.seat in twin.winners()
        margin = float(totals[self.seat] - max(total for seat, total in enumerate(totals) if seat != self.seat))
        return margin if wins == (margin >= 0) else EARLY_WIN_POINTS if wins else -EARLY_WIN_POINTS

    def _probability_in(self, world: State[Any], seat: Seat, luck: Rng, action: Action) -> float:
        return self.evaluation.win_probabilities(copy_after(world, seat, action, luck))[seat]

    def _play_on(self) -> None:
        """Play two actions on in one world, with the same random numbers, until the seat is asked again."""
        world, luck = self.state.resample(self.seat, self.rng), self.rng.getrandbits(63)
        first, second = (self._sheets(world, action, Rng(luck)) for action in self._choose_finalists()[:2])
        for seat, (one, other) in enumerate(zip(first, second, strict=True), start=1):
            for row in one.keys() - {"total"}:
                self._sums.setdefault((seat, row), []).append(one[row] - other[row])

    def _sheets(self, world: State[Any], action: Action, luck: Rng) -> Sequence[Mapping[str, int]]:
        twin, others = copy_after(world, self.seat, action, luck), False
        for _ in range(MAX_DECISIONS):
            if not twin.to_act or (others and self.seat in twin.to_act):
                break
            seat = self.seat if self.seat in twin.to_act else twin.to_act[0]
            others = others or seat != self.seat
            twin.apply(seat, self._likely(twin, seat, luck))
            resolve_chance(twin, luck)
        return twin.scores()

    def _likely(self, world: State[Any], seat: Seat, luck: Rng) -> Action:
        """Choose the best action of a seat in this world."""
        legal: Iterable[Action] = world.legal(seat)
        found: Action = max(legal, key=lambda action: self._probability_after(world, seat, action, luck))
        return found


def combine(points_behind: float, standard_error: float, margins: Sequence[float]) -> tuple[float, float]:
    """Combine a difference by the evaluation with margins in pairs of games, each weighted by its precision. Return it
    with its standard error.
    """
    games_variance = stdev(margins) ** 2 / len(margins) + PLAY_ERROR**2
    games_weight = standard_error**2 / (standard_error**2 + games_variance)
    combined = points_behind + games_weight * (fmean(margins) - points_behind)
    return combined, standard_error * sqrt(1 - games_weight)


def _logit(probability: float) -> float:
    near = min(max(probability, MIN_PROBABILITY), 1 - MIN_PROBABILITY)
    return log(near / (1 - near))
