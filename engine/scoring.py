"""Who has won, where it is told by points: the same in every game. Plain values in: score sheets ask too."""

from collections.abc import Sequence

from engine.game import Seat


def winners(totals: Sequence[int], deciding: Sequence[int]) -> tuple[Seat, ...]:
    """Seats with the most points; among equals those with most of what decides; what is still equal is shared."""
    results = list(zip(totals, deciding, strict=True))
    best = max(results)
    return tuple([Seat(at) for at, result in enumerate(results) if result == best])
