"""Comparison of all legal actions of a seat, for hints and for the coach.

Everything is evaluated in worlds that the seat cannot tell from the true one. Differences are in points at the end of a
game, on the judgement's own scale: a difference in strength divided by the weight of one point.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum, log
from typing import Any, Final

import msgspec

from engine.game import Action, Rng, Seat, State, count_turns
from engine.players.learned_evaluation import Judgement
from engine.players.one_step_lookahead import WORLDS, copy_after, resolve_chance
from engine.players.tree_search import Search

SHEETS: Final = 8  # worlds in which the first two are played on
MAX_FOLLOW_UPS: Final = 4  # further decisions of the same turn, made one step ahead
MAX_DECISIONS: Final = 40  # when an action is played on
MIN_CHANCE: Final = 1e-4  # lower bound for chances; 1 minus it is the upper bound
TRUST: Final = 4.0  # visits that one step ahead is worth
LEAST: Final = 0.05  # lower bound for the weight of a point, so that differences stay finite
PAYEES: Final = ("left", "right", "bank")  # words before an amount paid


class RankedAction(msgspec.Struct, frozen=True):
    """An action and how many points it lies behind the best. Of several payments for one thing, one is listed."""

    action: str
    behind: float


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

    def points_behind(self, action: str) -> float | None:
        """Return how many points an action lies behind the best, or None if it was not weighed."""
        same = strip_payment(action)
        return next((each.behind for each in self.ranked if strip_payment(each.action) == same), None)


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


class ActionComparison:
    """The comparison for one decision: `step()` while something is `left`, then, or earlier, `weighed()`.

    Only what the seat knows of `state` is used, and `state` is not changed. `iterations`: of a search; with 0 actions
    are compared one step ahead, as `careful` does, and nothing is played on.
    """

    def __init__(
        self, state: State[Any], seat: Seat, rng: Rng, judgement: Judgement, iterations: int, sheets: int = SHEETS
    ) -> None:
        self.state = state = state.resample(seat, rng)
        self.seat = seat
        self.rng = rng
        self.judgement = judgement
        self.legal: Sequence[Action] = state.legal(seat)
        choice = len({strip_payment(str(action)) for action in self.legal}) > 1
        self.search = Search(state, seat, rng, judgement) if iterations and choice else None
        self.searches = iterations if self.search else 0
        self.sheets = sheets if self.search else 0
        self._sums: dict[tuple[int, str], list[float]] = {}
        self._ahead: dict[Action, float] = self._look_ahead() if choice else dict.fromkeys(self.legal, 0.5)
        self._first: tuple[Action, ...] | None = None

    @property
    def steps_left(self) -> int:
        """The number of steps that are left."""
        return self.searches + self.sheets

    def step(self) -> None:
        """Run an iteration of the search, or, after the last, play the first two actions on in one world."""
        if self.searches and self.search:
            self.searches -= 1
            self.search.step()
        elif self.sheets:
            self.sheets -= 1
            self._play_on()

    def ranking(self) -> ActionRanking:
        """Return the result so far."""
        found = self._ranked()
        scale = max(self.judgement.weights.get("points", 0.0), LEAST)
        most = _strength(found[0][1]) if found else 0.0
        ranked = tuple(RankedAction(str(each), max(0.0, most - _strength(worth)) / scale) for each, worth in found)
        differs = tuple(RowDifference(seat, row, fsum(all_) / len(all_)) for (seat, row), all_ in self._sums.items())
        return ActionRanking(ranked, tuple(each for each in differs if each.points))

    def _look_ahead(self) -> dict[Action, float]:
        """Return the chance to win after each action, one step ahead."""
        worlds = [self.state.resample(self.seat, self.rng) for _ in range(WORLDS)]

        def mean_chance(action: Action) -> float:
            return fsum([self._chance_after(world, self.seat, action, self.rng) for world in worlds]) / WORLDS

        return {action: mean_chance(action) for action in self.legal}

    def _chance_after(self, world: State[Any], seat: Seat, action: Action, luck: Rng) -> float:
        """Return the seat's chance to win after an action and the rest of its turn, such as a stage that is paid."""
        twin = copy_after(world, seat, action, luck)
        turn = count_turns(world)
        for _ in range(MAX_FOLLOW_UPS):
            if twin.to_act != (seat,) or count_turns(twin) != turn:
                break
            legal = twin.legal(seat)
            if len(legal) == 1:
                twin.apply(seat, legal[0])
                resolve_chance(twin, luck)
                continue
            ways = [copy_after(twin, seat, each, luck) for each in legal]
            twin = max(ways, key=lambda way: self.judgement.chances(way)[seat])
        return self.judgement.chances(twin)[seat]

    def _ranked(self) -> list[tuple[Action, float]]:
        """Rank the actions, one for each thing: by visits of the search, or by their worth."""
        best = self.search.best() if self.search else max(self.legal, key=self._ahead.__getitem__)
        order = sorted(self.legal, key=lambda action: (action == best, self._blended_chance(action)), reverse=True)
        found: dict[str, tuple[Action, float]] = {}
        for action in order:
            found.setdefault(strip_payment(str(action)), (action, self._blended_chance(action)))
        return list(found.values())

    def _blended_chance(self, action: Action) -> float:
        """Return the chance to win by an action: the search's, with one step ahead counting as a few more visits."""
        ahead = self._ahead[action]
        edge = self.search.roots[self.seat].edges.get(action) if self.search else None
        return ahead if edge is None else (edge.total + TRUST * ahead) / (edge.visits + TRUST)

    def _play_on(self) -> None:
        """Play the first two actions on in one world, with the same random numbers, until the seat is asked again."""
        if self._first is None:
            self._first = tuple(action for action, _ in self._ranked()[:2])
        world, luck = self.state.resample(self.seat, self.rng), self.rng.getrandbits(63)
        first, second = (self._sheets(world, action, Rng(luck)) for action in self._first)
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
        found: Action = max(legal, key=lambda action: self._chance_after(world, seat, action, luck))
        return found


def _strength(chance: float) -> float:
    near = min(max(chance, MIN_CHANCE), 1 - MIN_CHANCE)
    return log(near / (1 - near))
