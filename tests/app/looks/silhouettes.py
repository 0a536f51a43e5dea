"""The wonders of all games, and how far their silhouettes are from one another."""

from itertools import pairwise
from pathlib import Path

from engine.architects.data_validation import game_data as architects
from engine.duel.data_validation import game_data as duel
from engine.seven_wonders.data_validation import game_data as seven_wonders

DATA = Path(__file__).parents[3] / "data"
SIDE = 32  # pixels
APART = 0.2  # of what either covers, that only one of them covers

OF_ARCHITECTS = architects((DATA / "architects.toml").read_bytes()).get_version().wonders
OF_DUEL = duel((DATA / "duel.toml").read_bytes()).get_version().wonders
BOARDS = (
    seven_wonders(*((DATA / f"{name}.toml").read_bytes() for name in ("seven_wonders", "leaders"))).get_version().boards
)
SLUGS = sorted({*OF_ARCHITECTS, *OF_DUEL, *(board.rpartition("-")[0] for board in BOARDS)})


def within(points):
    """Return the pixels whose centres are inside a polygon, by counting crossings of a ray to the left."""
    sides, found = list(pairwise([*points, points[0]])), set()
    for y in range(SIDE):
        at = y + 0.5
        crossed = sorted(
            ax + (at - ay) / (by - ay) * (bx - ax) for (ax, ay), (bx, by) in sides if (ay <= at) != (by <= at)
        )
        for left, right in zip(crossed[::2], crossed[1::2], strict=True):
            found |= {(x, y) for x in range(SIDE) if left <= x + 0.5 < right}
    return found


def how_far(one, other):
    """Return the share of the pixels covered by either that only one of them covers."""
    return len(one ^ other) / len(one | other)
