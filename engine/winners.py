"""Winners by points, the same in every game. Takes plain values, because score sheets use it as well."""

from collections.abc import Sequence

from engine.game import Seat


def winners(totals: Sequence[int], deciding: Sequence[int]) -> tuple[Seat, ...]:
    """Return the seats with most points, ties broken by `deciding`; seats that are still tied share the victory."""
    results = list(zip(totals, deciding, strict=True))
    best = max(results)
    return tuple([Seat(at) for at, result in enumerate(results) if result == best])
