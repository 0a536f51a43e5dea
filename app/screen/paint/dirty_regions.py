"""Dirty regions: upright rectangles of the screen to repaint, merged into few."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from math import inf
from typing import Final

Bounds = tuple[float, float, float, float]  # left, bottom, right, top in px, y up
UNBOUNDED: Final[Bounds] = (-inf, -inf, inf, inf)
TILE: Final = 16  # px
MERGE_COST: Final = 100  # tiles whose drawing costs about as much as one more rectangle


def meet(one: Bounds, other: Bounds) -> bool:
    """Check whether two rectangles overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def contains(one: Bounds, other: Bounds) -> bool:
    """Check whether the first rectangle contains the other."""
    return one[0] <= other[0] and one[1] <= other[1] and other[2] <= one[2] and other[3] <= one[3]


def intersection(one: Bounds, other: Bounds) -> Bounds:
    """Return the intersection of two rectangles, of zero size if they do not overlap."""
    if other is UNBOUNDED:  # by far the most frequent case
        return one
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    return left, bottom, max(left, min(one[2], other[2])), max(bottom, min(one[3], other[3]))


def drop_contained(boxes: Iterable[Bounds]) -> list[Bounds]:
    """Drop the boxes that the largest one contains, as a plate does what lies on it."""
    found = [*boxes]
    largest = max(found, key=lambda each: (each[2] - each[0]) * (each[3] - each[1]), default=UNBOUNDED)
    return [each for each in found if each is largest or not contains(largest, each)]


def bounding_box(boxes: Iterable[Bounds]) -> Bounds:
    """Return the smallest rectangle round some."""
    left, bottom, right, top = zip(*boxes, strict=True)
    return min(left), min(bottom), max(right), max(top)


def enclose_points(xs: Sequence[float], ys: Sequence[float]) -> Bounds:
    """Return the smallest upright rectangle round points: the least x and y, and the largest."""
    return min(xs), min(ys), max(xs), max(ys)


def subtract_holes(whole: Bounds, holes: Iterable[Bounds]) -> list[Bounds]:
    """Subtract holes from a rectangle. Return the rest as rectangles that do not overlap."""
    left_over = [whole]
    for hole in holes:
        left_over = [rest for each in left_over for rest in _parts_around(each, hole)]
    return left_over


def _parts_around(whole: Bounds, hole: Bounds) -> Iterator[Bounds]:
    if not meet(whole, hole):
        yield whole
        return
    left, bottom, right, top = whole
    low, high = max(bottom, hole[1]), min(top, hole[3])
    rests = (
        (left, bottom, right, low),
        (left, high, right, top),
        (left, low, hole[0], high),
        (hole[2], low, right, high),
    )
    yield from (each for each in rests if each[0] < each[2] and each[1] < each[3])


def merge(parts: Iterable[Bounds], width: float, height: float) -> list[Bounds]:
    """Merge rectangles into a few that do not overlap, cover all of them on this screen, and little more."""
    columns, rows = -(-int(width) // TILE), -(-int(height) // TILE)
    found = set[tuple[int, int, int, int]]()
    for left, bottom, right, top in parts:
        first, last = max(0, int(left // TILE)), min(columns, int(-(-right // TILE)))
        low, high = max(0, int(bottom // TILE)), min(rows, int(-(-top // TILE)))
        if first < last and low < high:
            found.add((first, low, last, high))
    if len(found) > 1:
        found = {*_merge_tiles(found)}
    return [
        (float(first * TILE), float(low * TILE), min(width, last * TILE), min(height, high * TILE))
        for first, low, last, high in sorted(found, key=lambda each: (each[1], each[0]))
    ]


def _merge_tiles(parts: Collection[tuple[int, int, int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """Merge rectangles of whole tiles, given by first column and row and those after the last."""
    lowest = min(low for _, low, _, _ in parts)
    tiles = [0] * (max(high for _, _, _, high in parts) - lowest)  # of each row, a bit for each tile
    for first, low, last, high in parts:
        for row in range(low - lowest, high - lowest):
            tiles[row] |= (1 << last) - (1 << first)
    for low, high, mask in _row_blocks(tiles):
        for first, last in _runs(mask, high - low):
            yield first, low + lowest, last, high + lowest


def _row_blocks(tiles: list[int]) -> Iterator[tuple[int, int, int]]:
    """Group rows to be drawn together: the first, the one after the last, and the union of their tiles."""
    low, mask, count = 0, 0, 0
    for row, here in enumerate([*tiles, 0]):
        both = mask | here
        spare = both.bit_count() * (row + 1 - low) - count - here.bit_count()
        if mask and (row == len(tiles) or not here or spare > MERGE_COST):
            yield low, row, mask
            low, mask, count = row, here, here.bit_count()
        elif not mask:
            low, mask, count = row, here, here.bit_count()
        else:
            mask, count = both, count + here.bit_count()


def _runs(mask: int, rows: int) -> Iterator[tuple[int, int]]:
    """List runs of tiles, as first and one after the last; small gaps are included."""
    first = last = -1
    for column in range(mask.bit_length()):
        if not mask >> column & 1:
            continue
        if first >= 0 and (column - last) * rows > MERGE_COST:
            yield first, last
            first = column
        first, last = column if first < 0 else first, column + 1
    if first >= 0:
        yield first, last
