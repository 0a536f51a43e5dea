"""Determinization: replace what a reader does not see by a random choice that fits everything it has seen."""

from engine.bit_sets import numbers
from engine.duel.packed_position import Position
from engine.duel.questions import KEEP
from engine.game import Rng, Seat


def determinize(pos: Position, seat: Seat | None, rng: Rng) -> None:
    """Draw again the tokens of a pending draw, unless `seat` (None: the public) is the one that sees them."""
    if not pos.drawn_tokens or seat == pos.active:
        return
    rest = list(numbers(pos.box_tokens))
    others: list[int] = []
    for _ in pos.drawn_tokens:
        others.append(rest.pop(int(rng.random() * len(rest))))
    pos.drawn_tokens = tuple(others)
    if pos.phase == KEEP:
        pos.offer = tuple(pos.lookup.keeps[token] for token in sorted(others))
