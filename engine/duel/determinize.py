"""Determinization: replace what a reader does not see by a random choice that fits everything it has seen."""

from engine.bit_sets import numbers
from engine.duel.packed_position import Position
from engine.duel.questions import KEEP
from engine.game import Rng, Seat


def determinize(twin: Position, seat: Seat | None, rng: Rng) -> None:
    """Draw again the tokens of a pending draw, unless `seat` (None: the public) is the one that sees them."""
    if not twin.drawn_tokens or seat == twin.active:
        return
    rest = list(numbers(twin.box_tokens))
    others: list[int] = []
    for _ in twin.drawn_tokens:
        others.append(rest.pop(int(rng.random() * len(rest))))
    twin.drawn_tokens = tuple(others)
    if twin.phase == KEEP:
        twin.offer = tuple(twin.lookup.keeps[token] for token in sorted(others))
