"""Upright rectangles of the screen, and how many become few: where something is painted, or has changed."""

from collections.abc import Collection, Iterable, Iterator
from math import inf
from typing import Final

Bounds = tuple[float, float, float, float]  # left, bottom, right, top: pixels, y up
EVERYWHERE: Final[Bounds] = (-inf, -inf, inf, inf)
TILE: Final = 16  # pixels
SPARE: Final = 100  # tiles that are drawn about as fast as everything that meets one more rectangle


def meet(one: Bounds, other: Bounds) -> bool:
    """Whether two rectangles lie over one another."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def common(one: Bounds, other: Bounds) -> Bounds:
    """What lies in both rectangles; where nothing does, one without an extent."""
    if other is EVERYWHERE:  # nearly always: hardly anything is cut
        return one
    left, bottom = max(one[0], other[0]), max(one[1], other[1])
    return left, bottom, max(left, min(one[2], other[2])), max(bottom, min(one[3], other[3]))


def without(whole: Bounds, holes: Iterable[Bounds]) -> list[Bounds]:
    """What is left of a rectangle, in rectangles none of which lies over another."""
    left_over = [whole]
    for hole in holes:
        left_over = [rest for each in left_over for rest in _beside(each, hole)]
    return left_over


def _beside(whole: Bounds, hole: Bounds) -> Iterator[Bounds]:
    """Below, above, to the left and to the right of a hole."""
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


def joined(parts: Iterable[Bounds], width: float, height: float) -> list[Bounds]:
    """A few rectangles, none over another, that cover what of these is on a screen so large, and little more."""
    columns, rows = -(-int(width) // TILE), -(-int(height) // TILE)
    found = set[tuple[int, int, int, int]]()
    for left, bottom, right, top in parts:
        first, last = max(0, int(left // TILE)), min(columns, int(-(-right // TILE)))
        low, high = max(0, int(bottom // TILE)), min(rows, int(-(-top // TILE)))
        if first < last and low < high:
            found.add((first, low, last, high))
    if len(found) > 1:
        found = {*_few(found)}
    return [
        (float(first * TILE), float(low * TILE), min(width, last * TILE), min(height, high * TILE))
        for first, low, last, high in sorted(found, key=lambda it: (it[1], it[0]))
    ]


def _few(parts: Collection[tuple[int, int, int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """The same for rectangles of whole tiles: the first column and row, and those after the last."""
    lowest = min(low for _, low, _, _ in parts)
    tiles = [0] * (max(high for _, _, _, high in parts) - lowest)  # of each row, a bit for each tile
    for first, low, last, high in parts:
        for row in range(low - lowest, high - lowest):
            tiles[row] |= (1 << last) - (1 << first)
    for low, high, mask in _blocks(tiles):
        for first, last in _runs(mask, high - low):
            yield first, low + lowest, last, high + lowest


def _blocks(tiles: list[int]) -> Iterator[tuple[int, int, int]]:
    """Rows that are taken together: the first, the one after the last, and the tiles of all of them."""
    low, mask, count = 0, 0, 0
    for row, here in enumerate([*tiles, 0]):
        both = mask | here
        spare = both.bit_count() * (row + 1 - low) - count - here.bit_count()
        if mask and (row == len(tiles) or not here or spare > SPARE):
            yield low, row, mask
            low, mask, count = row, here, here.bit_count()
        elif not mask:
            low, mask, count = row, here, here.bit_count()
        else:
            mask, count = both, count + here.bit_count()


def _runs(mask: int, rows: int) -> Iterator[tuple[int, int]]:
    """Tiles side by side, as the first and the one after the last; small gaps are taken with them."""
    first = last = -1
    for column in range(mask.bit_length()):
        if not mask >> column & 1:
            continue
        if first >= 0 and (column - last) * rows > SPARE:
            yield first, last
            first = column
        first, last = column if first < 0 else first, column + 1
    if first >= 0:
        yield first, last
