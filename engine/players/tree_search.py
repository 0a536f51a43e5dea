"""The player `search`: Monte Carlo tree search over sampled worlds, with a learned evaluation at the leaves.

Each iteration samples a world that its seat cannot tell from the real one (determinization), selects a path down the
tree (PUCT, with priors from one step ahead), samples chance on its way, expands one edge, evaluates the position behind
it, and backs the values up. There are no playouts: the evaluation is better. Where all decisions are public there is
one tree; where seats choose in secret each seat has a tree of its own actions only (as in multiple-observer information
set MCTS, Cowling, Powley and Whitehouse 2012, but without nodes for what others do).
"""

from collections.abc import Sequence
from math import exp, fsum, sqrt
from typing import Any, Final

from engine.game import CHANCE, Action, HasMemory, Rng, Seat, State, count_turns
from engine.players import endgame
from engine.players.learned_evaluation import Evaluation
from engine.players.one_step_lookahead import copy_after, finish_turn, resolve_chance

EXPLORATION: Final = 0.9  # c of PUCT: the weight of the prior
PRIOR_SHARPNESS: Final = 12.0  # inverse temperature: factor of the values one step ahead in the softmax of priors
WORLDS: Final = 4  # samples for the priors of the root
MAX_ITERATIONS: Final = 20_000  # of a search by time, because of its memory


class Node:
    """A decision of a seat in the tree."""

    __slots__ = ("edges", "visits")

    def __init__(self) -> None:
        self.edges: dict[Action, Edge] = {}
        self.visits = 0


class Edge:
    """An action of a node, with its visits, its total value and the nodes after it. Values are win probabilities."""

    __slots__ = ("children", "prior_weight", "total", "visits")

    def __init__(self, value: float) -> None:
        self.prior_weight = exp(PRIOR_SHARPNESS * value)  # the prior times the sum over all legal actions
        self.visits = 0
        self.total = 0.0
        self.children: dict[int, Node] = {}  # by the seat that decides next


Path = list[tuple[Seat, Node, Edge]]


class Search:
    """The search for one decision of `seat`: `step()` until it is finished, then `best()`."""

    def __init__(self, state: State[Any], seat: Seat, rng: Rng, evaluation: Evaluation) -> None:
        self.state = state
        self.seat = seat
        self.rng = rng
        self.evaluation = evaluation
        self.done = 0  # iterations
        self.shares_tree = state.is_public(seat) and len(state.to_act) == 1  # one tree for all seats
        self.legal = state.legal(seat)
        self.roots: dict[int, Node] = {seat: Node()}
        self.solution: Action | None = None  # an action that is known to win
        if len(self.legal) > 1:
            if self.shares_tree and len(state.scores()) == 2:
                self.solution = endgame.find_best_action(state.resample(seat, rng), seat)
            self._set_root_priors()

    def step(self) -> None:
        """Run one iteration."""
        self.done += 1
        path: Path = []
        leaf = self._select_leaf(path)
        values = self.evaluation.win_probabilities(leaf)
        for seat, node, edge in path:
            node.visits += 1
            edge.visits += 1
            edge.total += values[seat]

    def _select_leaf(self, path: Path) -> State[Any]:
        """Follow the best edges in a sampled world, up to one without visits or the end. Append what is passed to
        `path`; return the position there.
        """
        world = self.state.resample(self.seat, self.rng)
        nodes = self.roots if self.shares_tree else dict(self.roots)  # the current node by seat
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
            if not self.shares_tree:
                self.roots.setdefault(seat, node)
            edge, action = self._select_edge(node, world, seat, legal)
            path.append((seat, node, edge))
            if edge.visits == 0:
                turn = count_turns(world)
                world.apply(seat, action)
                resolve_chance(world, self.rng)
                return self._finish_turn(world, seat, turn)
            world.apply(seat, action)
            if self.shares_tree:
                nodes = edge.children
            else:
                nodes[seat] = edge.children.setdefault(seat, Node())
        return world

    def is_finished(self, iterations: int, spent: float = 0.0, seconds: float = 0.0) -> bool:
        """Check whether the iterations or seconds are used up, or no further iteration can change the best action.

        `spent`: seconds so far; `seconds` 0: only iterations count. With seconds, the number of iterations that are
        left is estimated.
        """
        left = float(iterations - self.done)
        if seconds and spent >= seconds:
            return True
        if seconds and self.done and spent:
            left = min(left, self.done * (seconds - spent) / spent)
        return left <= 0 or len(self.legal) == 1 or self.solution is not None or self._is_decided(left)

    def _is_decided(self, left: float) -> bool:
        """Check whether the best action stays the best whatever `left` further iterations find."""
        first = second = 0
        for edge in self.roots[self.seat].edges.values():
            if edge.visits > first:
                first, second = edge.visits, first
            elif edge.visits > second:
                second = edge.visits
        return first - second > left

    def _select_edge(self, node: Node, world: State[Any], seat: Seat, legal: Sequence[Action]) -> tuple[Edge, Action]:
        """Select the legal action with the highest PUCT score; one without visits has the mean value of the node."""
        edges: list[Edge] = []
        weights = total = 0.0
        visits = 0
        for action in legal:
            edge = node.edges.get(action)
            if edge is None:
                edge = node.edges[action] = Edge(self._value_after(world, seat, action))
            edges.append(edge)
            weights += edge.prior_weight
            total += edge.total
            visits += edge.visits
        mean = total / visits if visits else 0.5
        exploration = EXPLORATION * sqrt(node.visits + 1) / weights
        highest, found = -1.0, 0
        for number, edge in enumerate(edges):
            score = edge.total / edge.visits if edge.visits else mean
            score += exploration * edge.prior_weight / (1 + edge.visits)
            if score > highest:
                highest, found = score, number
        return edges[found], legal[found]

    def _set_root_priors(self) -> None:
        """Set the priors of the decision itself, averaged over some worlds."""
        worlds = [self.state.resample(self.seat, self.rng) for _ in range(WORLDS)]
        values = [fsum([self._value_after(world, self.seat, a) for world in worlds]) / WORLDS for a in self.legal]
        node = self.roots[self.seat]
        for action, value in zip(self.legal, values, strict=True):
            node.edges[action] = Edge(value)

    def _value_after(self, world: State[Any], seat: Seat, action: Action) -> float:
        return self.evaluation.win_probabilities(copy_after(world, seat, action, self.rng))[seat]

    def _finish_turn(self, world: State[Any], seat: Seat, turn: int | None) -> State[Any]:
        """Return a position once the further choices of the seat's turn are made."""
        return finish_turn(world, seat, turn, self.rng, lambda way: self.evaluation.win_probabilities(way)[seat])

    def best(self) -> Action:
        """Return the action that is known to win, else the one with most visits; of equals, the higher prior counts."""
        if self.solution is not None:
            return self.solution
        node = self.roots[self.seat]
        if len(self.legal) == 1 or not node.edges:
            only: Action = self.legal[0]
            return only
        found: Action = max(self.legal, key=lambda action: _visits_and_prior(node.edges[action]))
        return found


def _visits_and_prior(edge: Edge) -> tuple[int, float]:
    return edge.visits, edge.prior_weight


class SearchPlayer:
    """A player that searches. `forgets`: the sampled worlds ignore what its seat has seen earlier."""

    def __init__(self, evaluation: Evaluation, iterations: int, forgets: bool = False) -> None:
        self.evaluation = evaluation
        self.iterations = iterations
        self.forgets = forgets

    def start_search(self, state: State[Any], seat: Seat, rng: Rng) -> Search:
        if self.forgets and isinstance(state, HasMemory):
            state = state.copy()
            state.forget()
        return Search(state, seat, rng, self.evaluation)

    def __call__(self, state: State[Any], seat: Seat, rng: Rng) -> Action:
        search = self.start_search(state, seat, rng)
        while not search.is_finished(self.iterations):
            search.step()
        return search.best()
