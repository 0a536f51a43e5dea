"""What a position promises a seat: points now and what is in progress. Used by players only."""

from engine.seven_wonders.position import Position


def estimate(at: Position, seat: int, points: int) -> float:
    """`points` now plus what is in progress, in points."""
    return float(points)
