"""One-step lookahead: positions after an action, and the best action over sampled worlds."""

from collections.abc import Callable, Sequence
from math import fsum
from typing import Any, Final, NamedTuple

from engine.game import CHANCE, Action, HasUnseenOffers, Rng, Seat, State, count_turns

WORLDS: Final = 8  # samples; more of them change play little
FURTHER: Final = 4  # choices of a turn after its action, at most


def copy_after(world: State[Any], seat: Seat, action: Action, rng: Rng) -> State[Any]:
    """Return a copy after an action and the chance that follows it."""
    twin = world.copy()
    twin.apply(seat, action)
    resolve_chance(twin, rng)
    return twin


def resolve_chance(state: State[Any], rng: Rng) -> None:
    """Resolve the pending chance, and any chance that follows it, by random outcomes."""
    while state.to_act == (CHANCE,):
        state.apply(CHANCE, state.deal(rng))


def finish_turn(
    state: State[Any], seat: Seat, turn: int | None, rng: Rng, worth: Callable[[State[Any]], float]
) -> State[Any]:
    """Return a position once the further choices of the seat's turn are made, each by the best worth one step ahead.

    Without them an action that leads to a choice, such as a card from the discard pile, would be judged before it has
    brought anything. `turn`: the number of turns begun before the action (`count_turns`).
    """
    for _ in range(FURTHER):
        if state.to_act != (seat,) or count_turns(state) != turn:
            break
        ways = [copy_after(state, seat, action, rng) for action in state.legal(seat)]
        state = ways[0] if len(ways) == 1 else max(ways, key=worth)
    return state


def copy_after_turn(
    world: State[Any], seat: Seat, action: Action, rng: Rng, worth: Callable[[State[Any]], float]
) -> State[Any]:
    """Return a copy after an action, its chance, and the further choices of its turn, as `finish_turn` makes them."""
    return finish_turn(copy_after(world, seat, action, rng), seat, count_turns(world), rng, worth)


def best(
    state: State[Any],
    seat: Seat,
    rng: Rng,
    worth: Callable[[State[Any]], float],
    taken_for: Callable[[float], float] = float,
    samples: int = WORLDS,
) -> Action:
    """Return the legal action of `seat` with the highest mean worth, the first of equals.

    Every action is tried in the same `samples` worlds. `taken_for` maps the mean worth of an action to the value that
    is compared.
    """
    legal = state.legal(seat)
    if len(legal) == 1:
        only: Action = legal[0]
        return only
    worlds = [state.resample(seat, rng) for _ in range(samples)]
    # `fsum`, as `sum` of floats is another number from Python 3.12 on, and a record is the same on every machine

    def mean_worth(action: Action) -> float:
        return taken_for(fsum([worth(copy_after(world, seat, action, rng)) for world in worlds]) / samples)

    found: Action = max(legal, key=mean_worth)
    return found


class OpenCardOrder(NamedTuple):
    """The choice of a seat that looked which cards lie open: the first of `cards` that does, else `otherwise`."""

    cards: tuple[str, ...]  # slugs
    otherwise: Action | None  # None: there is nothing but open cards


def order_open_cards(
    state: State[Any],
    seat: Seat,
    rng: Rng,
    worth: Callable[[State[Any]], float],
    taken_for: Callable[[float], float] = float,
) -> OpenCardOrder:
    """Order the cards that people alone see (`HasUnseenOffers.lies_open`) and that are worth more than all else.

    Parameters as for `best`.
    """
    shown = {action: _list_open_outcomes(state, seat, action) for action in state.legal(seat)}
    if not any(shown.values()):
        return OpenCardOrder((), None)
    worlds, turn = [state.resample(seat, rng) for _ in range(WORLDS)], count_turns(state)

    def mean_worth(action: Action, *outcomes: Action) -> float:
        ends: list[float] = []
        for world in worlds:
            twin = world.copy()
            twin.apply(seat, action)
            for outcome in outcomes:
                twin.apply(CHANCE, outcome)
            resolve_chance(twin, rng)
            ends.append(worth(finish_turn(twin, seat, turn, rng, worth)))
        return taken_for(fsum(ends) / WORLDS)

    others = {action: mean_worth(action) for action, outcomes in shown.items() if not outcomes}
    cards: dict[str, float] = {}
    for action, outcomes in shown.items():
        for outcome in outcomes:
            card = str(outcome).split()[-1]
            if card not in cards:  # the same from either stack
                cards[card] = mean_worth(action, outcome)
    otherwise = max(others, key=others.__getitem__, default=None)
    better = [card for card in cards if otherwise is None or cards[card] > others[otherwise]]
    return OpenCardOrder(tuple(sorted(better, key=cards.__getitem__, reverse=True)), otherwise)


def _list_open_outcomes(state: State[Any], seat: Seat, action: Action) -> Sequence[Action]:
    """List the cards that people may see lying open where this action takes one; empty if it takes none."""
    twin = state.copy()
    twin.apply(seat, action)
    is_open = twin.to_act == (CHANCE,) and isinstance(twin, HasUnseenOffers) and twin.lies_open()
    return twin.legal(CHANCE) if is_open else ()
