"""Every action that a seat may take, weighed against the others: what a hint is made of, and what a coach compares.

All of it happens in worlds that the seat cannot tell from the true one. Differences are in points at the end of a game,
on the judgement's own scale: what a difference in strength is worth beside the weight of one point.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import fsum, log
from typing import Any, Final

import msgspec

from engine.game import Action, Rng, Seat, State, turns_begun
from engine.players.ahead import WORLDS, after, settle
from engine.players.judgement import Judgement
from engine.players.search import Search

SHEETS: Final = 8  # worlds in which the two that are ahead are played on, until the seat is asked again
FOLLOWS: Final = 4  # decisions of one's own turn that are made at once, one step ahead, before it is judged
FAR: Final = 40  # decisions that are played on at most
SURE: Final = 1e-4  # no chance is taken for more certain than this
TRUST: Final = 4.0  # one step ahead counts as so many iterations of a search
LEAST: Final = 0.05  # what one point is worth, at least: else differences would have no end
PAYS: Final = ("left", "right", "bank")  # words before what a neighbour, or the bank, gets


class Ranked(msgspec.Struct, frozen=True):
    """An action, and by how many points it lies behind the first. Of several ways to pay for the same, one."""

    action: str
    behind: float


class Differs(msgspec.Struct, frozen=True):
    """A row of the score sheet of a seat (from 1): points more, or less, after the first than after the second."""

    seat: int
    row: str
    points: float


class Weighed(msgspec.Struct, frozen=True):
    """All actions, the first one ahead; and what the first two of them do to the sheets before the seat is asked again.

    Nothing `differs` where no time was left to play them on.
    """

    ranked: tuple[Ranked, ...] = ()
    differs: tuple[Differs, ...] = ()

    def behind(self, action: str) -> float | None:
        """By how much an action lies behind; None: it was not weighed."""
        same = unpaid(action)
        return next((each.behind for each in self.ranked if unpaid(each.action) == same), None)


def unpaid(action: str) -> str:
    """The text of an action without what pays for it: what is paid is no choice of its own here."""
    words = action.split()
    match words:
        case ["build", stage, "with", *_] if stage.isdigit():
            return " ".join(words[:2])
        case ["progress", _, "with", *_]:
            return " ".join(words[:2])
    while len(words) > 2 and words[-2] in PAYS and words[-1].isdigit():
        words = words[:-2]
    return " ".join(words)


class Weighing:
    """One decision: `step()` while something is `left`, then, or earlier, `weighed()`. The state is not changed.

    Of `state` only what its seat knows is used.

    `iterations`: of a search before; 0: by one step ahead alone, as `careful` judges, and nothing is played on.
    """

    def __init__(
        self,
        state: State[Any],
        seat: Seat,
        rng: Rng,
        judgement: Judgement,
        iterations: int,
        sheets: int = SHEETS,
    ) -> None:
        self.state = state = state.resample(seat, rng)
        self.seat = seat
        self.rng = rng
        self.judgement = judgement
        self.legal: Sequence[Action] = state.legal(seat)
        choice = len({unpaid(str(action)) for action in self.legal}) > 1
        self.search = Search(state, seat, rng, judgement) if iterations and choice else None
        self.searches = iterations if self.search else 0
        self.sheets = sheets if self.search else 0
        self._sums: dict[tuple[int, str], list[float]] = {}
        self._ahead: dict[Action, float] = self._one_step() if choice else dict.fromkeys(self.legal, 0.5)
        self._first: tuple[Action, ...] | None = None

    @property
    def left(self) -> int:
        """Steps that are."""
        return self.searches + self.sheets

    def step(self) -> None:
        """An iteration of the search; after the last of them, a world in which the first two are played on."""
        if self.searches and self.search:
            self.searches -= 1
            self.search.step()
        elif self.sheets:
            self.sheets -= 1
            self._play_on()

    def weighed(self) -> Weighed:
        """What came of it so far."""
        found = self._ranked()
        scale = max(self.judgement.weights.get("points", 0.0), LEAST)
        most = _strength(found[0][1]) if found else 0.0
        ranked = tuple(Ranked(str(each), max(0.0, most - _strength(worth)) / scale) for each, worth in found)
        differs = tuple(Differs(seat, row, fsum(all_) / len(all_)) for (seat, row), all_ in self._sums.items())
        return Weighed(ranked, tuple(each for each in differs if each.points))

    def _one_step(self) -> dict[Action, float]:
        """What `careful` takes each action for."""
        worlds = [self.state.resample(self.seat, self.rng) for _ in range(WORLDS)]

        def mean(action: Action) -> float:
            return fsum([self._after(world, self.seat, action, self.rng) for world in worlds]) / WORLDS

        return {action: mean(action) for action in self.legal}

    def _after(self, world: State[Any], seat: Seat, action: Action, luck: Rng) -> float:
        """The seat's chance to win after an action and what its turn brings with it, such as a stage that is paid."""
        twin = after(world, seat, action, luck)
        turn = turns_begun(world)
        for _ in range(FOLLOWS):
            if twin.to_act != (seat,) or turns_begun(twin) != turn:
                break
            legal = twin.legal(seat)
            if len(legal) == 1:
                twin.apply(seat, legal[0])
                settle(twin, luck)
                continue
            ways = [after(twin, seat, each, luck) for each in legal]
            twin = max(ways, key=lambda way: self.judgement.chances(way)[seat])
        return self.judgement.chances(twin)[seat]

    def _ranked(self) -> list[tuple[Action, float]]:
        """Of each thing one way to have it, the first ahead: what a search tried most, else what is worth most."""
        best = self.search.best() if self.search else max(self.legal, key=self._ahead.__getitem__)
        order = sorted(self.legal, key=lambda action: (action == best, self._taken_for(action)), reverse=True)
        found: dict[str, tuple[Action, float]] = {}
        for action in order:
            found.setdefault(unpaid(str(action)), (action, self._taken_for(action)))
        return list(found.values())

    def _taken_for(self, action: Action) -> float:
        """One step ahead counts for little beside a search that has tried the action often."""
        ahead = self._ahead[action]
        edge = self.search.roots[self.seat].edges.get(action) if self.search else None
        return ahead if edge is None else (edge.total + TRUST * ahead) / (edge.visits + TRUST)

    def _play_on(self) -> None:
        """The first two in one world, with the same luck, until the seat is asked again."""
        if self._first is None:
            self._first = tuple(action for action, _ in self._ranked()[:2])
        world, luck = self.state.resample(self.seat, self.rng), self.rng.getrandbits(63)
        first, second = (self._sheets(world, action, Rng(luck)) for action in self._first)
        for seat, (one, other) in enumerate(zip(first, second, strict=True), start=1):
            for row in one.keys() - {"total"}:
                self._sums.setdefault((seat, row), []).append(one[row] - other[row])

    def _sheets(self, world: State[Any], action: Action, luck: Rng) -> Sequence[Mapping[str, int]]:
        twin, others = after(world, self.seat, action, luck), False
        for _ in range(FAR):
            if not twin.to_act or (others and self.seat in twin.to_act):
                break
            seat = self.seat if self.seat in twin.to_act else twin.to_act[0]
            others = others or seat != self.seat
            twin.apply(seat, self._likely(twin, seat, luck))
            settle(twin, luck)
        return twin.scores()

    def _likely(self, world: State[Any], seat: Seat, luck: Rng) -> Action:
        """What a seat does in this world."""
        legal: Iterable[Action] = world.legal(seat)
        found: Action = max(legal, key=lambda action: self._after(world, seat, action, luck))
        return found


def _strength(chance: float) -> float:
    near = min(max(chance, SURE), 1 - SURE)
    return log(near / (1 - near))
