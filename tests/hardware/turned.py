"""Checks of a fresh table by real input: touches follow the picture's rotation, and a touch may only wake the screen.

Places are pixels, y down: of the display as it hangs there, or of the picture that lies on it turned.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Protocol

Place = tuple[int, int]
Check = tuple[str, bool, object]  # what should be, whether it is, and what is instead
ROTATIONS: Final = (0, 90, 180, 270)  # degrees, clockwise, as they follow one another
BRIGHT: Final = (255, 224, 166)  # the corner that is to be touched next
OUTSIDE: Final = 2  # pixels a touch may be off
MINUTE: Final = 60  # seconds
PATIENCE: Final = 600.0  # seconds until something that has to come counts as missing; only so that nothing hangs


class Bed(Protocol):
    """A full screen that shows the table, as tests/hardware/touched.py does, and something that touches it."""

    size: Place  # of the display

    def touch(self, *fingers: Place) -> list[Place]:
        """Touch the display in so many places at once; where that was felt, on the picture."""

    def pixel(self, place: Place) -> tuple[int, int, int]:
        """Return the colour that the display shows there."""

    def look(self) -> dict[str, Any]:
        """Return what is drawn now."""

    def later(self, seconds: int) -> None:
        """Advance the screen's clock by this many seconds."""


def displayed(rotation: int, size: Place, place: Place) -> Place:
    """Return a place of the picture in the display's pixels, for a picture turned clockwise by `rotation` degrees."""
    (wide, high), (x, y) = size, place
    return {0: (x, y), 90: (wide - 1 - y, x), 180: (wide - 1 - x, high - 1 - y), 270: (y, high - 1 - x)}[rotation]


def felt_at(rotation: int, size: Place, place: Place) -> Place:
    """Return a place of the display in the pixels of the picture, which is turned clockwise by `rotation` degrees."""
    picture = size if rotation % 180 == 0 else size[::-1]
    return displayed(-rotation % 360, picture, place)


def near(felt: list[Place], meant: tuple[Place, ...]) -> bool:
    """Return True if every finger was felt once, at its place."""
    return len(felt) == len(meant) and all(
        any(abs(x - a) <= OUTSIDE and abs(y - b) <= OUTSIDE for x, y in felt) for a, b in meant
    )


def corners(size: Place) -> tuple[Place, ...]:
    """Return places just inside a picture's corners, clockwise from the top left, with no coordinate twice in a row."""
    wide, high = size
    return (3, 4), (wide - 4, 5), (wide - 5, high - 4), (4, high - 5)


class RotationChecks:
    """The checks of rotation and waking on one bed."""

    def __init__(self, bed: Bed) -> None:
        self.bed = bed

    def first_run(
        self, looked_at: Sequence[int] = ROTATIONS, more: Callable[[int], Iterator[Check]] = lambda rotation: iter(())
    ) -> Iterator[Check]:
        """Check the way from a fresh table's first page to the lobby, up to the last rotation in `looked_at`,
        and `more` at each of them.
        """
        self._tap("lang en")
        self._tap("next")
        for rotation in ROTATIONS[: ROTATIONS.index(looked_at[-1]) + 1]:
            if rotation:
                self._tap("turn right")
                self._tap("keep")
            seen = self._look_until(lambda seen: "next" in seen["things"])
            yield f"turned by {rotation}°", seen["rotation"] == rotation, seen["rotation"]
            if rotation not in looked_at:
                continue
            x, y = seen["things"]["corner 0"]
            bright = displayed(rotation, self.bed.size, (x // 3, y))  # beside the picture in the button
            self._look_until(lambda _, at=bright: self.bed.pixel(at) == BRIGHT)
            for corner in corners(seen["size"]):
                felt = self._touch(seen, corner)
                yield f"turned by {rotation}°: a touch at {corner}", near(felt, (corner,)), felt
            words = self.bed.look()["words"]
            yield f"turned by {rotation}°: the page says so", "Every corner works where it is drawn." in words, words
            yield from more(rotation)
        yield from self._goes_back(looked_at[-1])
        for _ in range(3):
            self._tap("next")
        self._look_until(lambda seen: "settings" in seen["things"])

    def _goes_back(self, kept: int) -> Iterator[Check]:
        tried = (kept + 90) % 360
        self._tap("turn right")
        self.bed.later(13)
        seen = self._look_until(lambda seen: "keep" in seen["things"])
        yield "a picture that is tried is turned", seen["rotation"] == tried, seen["rotation"]
        self.bed.later(3)  # a busy table may hear of it after the picture has gone back
        self._look_until(lambda seen: "keep" not in seen["things"] and seen["rotation"] == kept)
        seen = self.bed.look()
        yield "and goes back by itself", seen["rotation"] == kept, seen["rotation"]

    def wakes(self) -> Iterator[Check]:
        """Check that the lobby goes dark, and that a touch where something lay only wakes the screen."""
        lobby = self.bed.look()
        where = tuple(lobby["things"]["settings"])
        self.bed.later(11 * MINUTE)
        seen = self._look_until(lambda seen: "lobby" not in seen["parts"])
        yield "it goes dark", (seen["parts"], seen["things"]) == (["dark"], {}), seen["parts"]
        felt = self._touch(lobby, where)
        seen = self.bed.look()
        yield "a touch wakes it", near(felt, (where,)) and "lobby" in seen["parts"], (felt, seen["parts"])
        yield "and does no more", seen["parts"] == lobby["parts"], seen["parts"]
        self._tap("settings")
        seen = self._look_until(lambda seen: seen["parts"] != lobby["parts"])  # it is drawn a moment later
        yield "the next touch is meant", "panel settings" in seen["parts"], seen["parts"]

    def _tap(self, key: str) -> None:
        """Touch what is called so, once it is there."""
        self.bed.later(1)  # or it would be taken for a slip
        seen = self._look_until(lambda seen: key in seen["things"])
        self._touch(seen, tuple(seen["things"][key]))

    def _touch(self, seen: dict[str, Any], place: Place) -> list[Place]:
        return self.bed.touch(displayed(seen["rotation"], self.bed.size, place))

    def _look_until(self, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Look until something is so; what is drawn then."""
        end = time.monotonic() + PATIENCE
        while not true(seen := self.bed.look()):
            if time.monotonic() > end:
                raise OSError(f"it never came to that; seen: {seen}")
        return seen
