"""The player `search`: it looks as many actions ahead as its iterations reach, and judges where they end.

Each iteration imagines a world that its seat cannot tell from the real one, goes down a tree by what has looked good so
far (PUCT, with priors from one step ahead), samples chance on its way, and judges the position where the tree ends: no
playouts, which are worse than the judgement. Where all that seats do lies open there is one tree; where they choose in
secret each seat has a tree of its own, in which it knows only what it did itself.
"""

from collections.abc import Sequence
from math import fsum, sqrt
from typing import Any, Final

from engine.game import CHANCE, Action, Remembers, Rng, Seat, State
from engine.players.ahead import after, settle
from engine.players.judgement import Judgement, softmax

EXPLORES: Final = 0.9  # how much an action's prior counts against what it brought so far
SHARP: Final = 12.0  # priors are the softmax of so many times the chances to win one step ahead
WORLDS: Final = 4  # in which the priors of the first decision are made


class Node:
    """A decision of a seat, as far as the tree knows what went before it."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.edges: dict[Action, Edge] = {}
        self.visits = 0


class Edge:
    """An action there: how often it was tried, what it brought its seat, and what came after it."""

    __slots__ = ("after", "prior", "total", "visits")

    def __init__(self, prior: float) -> None:
        self.prior = prior
        self.visits = 0
        self.total = 0.0  # of the seat's chances to win
        self.after: dict[int, Node] = {}  # by the seat that decides next


class Search:
    """One decision of `seat`: `step()` as often as there is time, then `best()`. The state is not changed."""

    def __init__(self, state: State[Any], seat: Seat, rng: Rng, judgement: Judgement) -> None:
        self.state = state
        self.seat = seat
        self.rng = rng
        self.judgement = judgement
        self.alone = state.is_public(seat) and len(state.to_act) == 1  # one tree for all
        self.legal = state.legal(seat)
        self.roots: dict[int, Node] = {seat: Node()}
        if len(self.legal) > 1:
            self._first()

    def step(self) -> None:
        """One iteration."""
        world = self.state.resample(self.seat, self.rng)
        path: list[tuple[Seat, Node, Edge]] = []
        nodes = self.roots if self.alone else dict(self.roots)
        while world.to_act:
            seat = self.seat if not path else world.to_act[0]
            if seat == CHANCE:
                world.apply(CHANCE, world.deal(self.rng))
                continue
            legal = world.legal(seat)
            if len(legal) == 1:
                world.apply(seat, legal[0])
                continue
            node = nodes.setdefault(seat, Node())
            if not self.alone:
                self.roots.setdefault(seat, node)
            edge, action = self._select(node, world, seat, legal)
            path.append((seat, node, edge))
            world.apply(seat, action)
            if edge.visits == 0:
                settle(world, self.rng)
                break
            if self.alone:
                nodes = edge.after
            else:
                nodes[seat] = edge.after.setdefault(seat, Node())
        worth = self.judgement.chances(world)
        for seat, node, edge in path:
            node.visits += 1
            edge.visits += 1
            edge.total += worth[seat]

    def _select(self, node: Node, world: State[Any], seat: Seat, legal: Sequence[Action]) -> tuple[Edge, Action]:
        edges: list[Edge] = []
        totals: list[float] = []
        visits = 0
        for action in legal:
            edge = node.edges.get(action)
            if edge is None:
                self._priors(node, world, seat, legal)
                edge = node.edges[action]
            edges.append(edge)
            if edge.visits:
                totals.append(edge.total)
                visits += edge.visits
        mean = fsum(totals) / visits if visits else 0.5
        share = sqrt(node.visits + 1)
        most, found = -1.0, 0
        for number, edge in enumerate(edges):
            worth = edge.total / edge.visits if edge.visits else mean
            worth += EXPLORES * edge.prior * share / (1 + edge.visits)
            if worth > most:
                most, found = worth, number
        return edges[found], legal[found]

    def _priors(self, node: Node, world: State[Any], seat: Seat, legal: Sequence[Action]) -> None:
        """Of actions that are new there, by one step ahead in this world."""
        worths = [self._after(world, seat, action) for action in legal]
        for action, prior in zip(legal, sharpened(worths), strict=True):
            if action not in node.edges:
                node.edges[action] = Edge(prior)

    def _first(self) -> None:
        """The priors of the decision itself, over some worlds."""
        worlds = [self.state.resample(self.seat, self.rng) for _ in range(WORLDS)]
        worths = [fsum([self._after(world, self.seat, a) for world in worlds]) / WORLDS for a in self.legal]
        node = self.roots[self.seat]
        for action, prior in zip(self.legal, sharpened(worths), strict=True):
            node.edges[action] = Edge(prior)

    def _after(self, world: State[Any], seat: Seat, action: Action) -> float:
        """The seat's chance to win after an action."""
        return self.judgement.chances(after(world, seat, action, self.rng))[seat]

    def best(self) -> Action:
        """The action that was tried most; of equals the likelier one."""
        node = self.roots[self.seat]
        if len(self.legal) == 1 or not node.edges:
            only: Action = self.legal[0]
            return only
        found: Action = max(self.legal, key=lambda action: _tried(node.edges[action]))
        return found


def _tried(edge: Edge) -> tuple[int, float]:
    return edge.visits, edge.prior


def sharpened(worths: list[float]) -> list[float]:
    """Priors by what actions are worth one step ahead."""
    return softmax([SHARP * worth for worth in worths])


class Searching:
    """Chooses by a search of so many iterations. `forgets`: in worlds without what its seat has seen before."""

    def __init__(self, judgement: Judgement, iterations: int, forgets: bool = False) -> None:
        self.judgement = judgement
        self.iterations = iterations
        self.forgets = forgets

    def begun(self, state: State[Any], seat: Seat, rng: Rng) -> Search:
        """The search of a decision, before its first iteration."""
        if self.forgets and isinstance(state, Remembers):
            state = state.copy()
            state.forget()
        return Search(state, seat, rng, self.judgement)

    def __call__(self, state: State[Any], seat: Seat, rng: Rng) -> Action:
        search = self.begun(state, seat, rng)
        if len(search.legal) > 1:
            for _ in range(self.iterations):
                search.step()
        return search.best()
