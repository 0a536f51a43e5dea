"""A world that a reader cannot tell from this one: whatever it does not see is exchanged."""

from engine.bits import numbers
from engine.duel.position import Position
from engine.duel.questions import KEEP
from engine.game import Rng, Seat


def exchange(twin: Position, seat: Seat | None, rng: Rng) -> None:
    """Exchange what `seat` (None: the public) does not see: the tokens of a running draw, if it is another's."""
    if not twin.drawn_tokens or seat == twin.active:
        return
    rest = list(numbers(twin.rest))
    others: list[int] = []
    for _ in twin.drawn_tokens:
        others.append(rest.pop(int(rng.random() * len(rest))))
    twin.drawn_tokens = tuple(others)
    if twin.phase == KEEP:
        twin.offer = tuple(twin.lookup.keeps[token] for token in sorted(others))
