"""Where the things of the lobby lie: in the same place for every game, mode and number of seats, so that nothing moves
under a finger."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, NamedTuple

from app.screen.paint.pen import Pen
from app.screen.state.ring import FINGER, Ring

PLACES: Final = 8  # for seats, the most of any game, and for the way in of phones, which is the last
FOOT: Final = 5  # buttons beside the one that begins
LINE: Final = 100.0  # units, from a line to the next
GAP: Final = 8.0  # units, between any two things
HIGH: Final = LINE - GAP  # no less than a finger needs
LINES: Final = (9, 15)  # of a sheet that is wider than high, and of one that is not
MORE: Final = 1.4  # times these, where there is room
LEAST: Final = (14.4, 8.9)  # widths of these, in lines
ACROSS: Final = (4, 2)  # places side by side on these, between a line or two above and below them
UPPER: Final = (0.58, 0.63)  # of their height, the upper of two rows of places: most tables have no more seats than
# it holds; on a small screen, and where there is more room
SHARE: Final = 1 / 13  # of the screen's shorter side, a line that is no lower than fingers need
BARE: Final = 13.0  # mm, from which on seats have something of their own at their edges
RIM: Final = 0.8  # mm, round a sheet that takes the whole screen


class LobbyBox(NamedTuple):
    """A rectangle on the sheet, in its units."""

    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True, slots=True)
class LobbySheet:
    """The lobby's page as somebody at an edge sees it; its unit is a hundredth of the way from a line to the next."""

    x: float  # its corner far from the reader and to the left, in pixels
    y: float
    angle: float
    unit: float  # pixels
    w: float
    flat: bool  # wider than high
    finger: float  # units, the least side of what is touched
    bare: float  # pixels at each edge of the screen that it leaves to the seats; 0: none
    lines: float  # so many are as high as it is; what they are more than `LINES`, places for seats have

    @property
    def h(self) -> float:
        return self.lines * LINE - GAP

    @contextmanager
    def on(self, p: Pen) -> Iterator[None]:
        """Draw on the sheet."""
        with p.at(self.x, self.y, self.angle, self.unit):
            yield

    def games(self) -> LobbyBox:
        return self._line(0, 0, 0.56 if self.flat else 1)

    def modes(self) -> LobbyBox:
        return self._line(0, 0.56, 1) if self.flat else self._line(1, 0, 1)

    def code(self) -> LobbyBox:
        return self._place(PLACES - 1)

    def seat(self, number: int) -> LobbyBox:
        return self._place(number - 1)

    def stage(self, seats: int) -> LobbyBox | None:
        """Side by side, the last places that so many seats leave in a row, if there are two at least."""
        across = ACROSS[not self.flat]
        last = PLACES - 1 if self.flat else PLACES - across  # the way in lies there, or in the row below
        first = max(seats + 2, last - across + 1 + self.flat)
        if last - first < 1:
            return None
        x, y, _, h = self.seat(first)
        end = self.seat(last)
        return LobbyBox(x, y, end.x + end.w - x, h)

    def spare(self, most: int) -> LobbyBox | None:
        """The places of the upper row that no seat ever has, in a game for so many, if there are two at least."""
        across = ACROSS[not self.flat]
        if across - most < 2:
            return None
        x, y, _, h = self.seat(most + 1)
        end = self.seat(across)
        return LobbyBox(x, y, end.x + end.w - x, h)

    def start(self) -> LobbyBox:
        return self._line(self.lines - 1, 0, 0.4) if self.flat else self._line(self.lines - 2, 0, 1)

    def foot(self, nth: int) -> LobbyBox:
        first = 0.4 if self.flat else 0.0
        each = (1 - first) / FOOT
        return self._line(self.lines - 1, first + nth * each, first + (nth + 1) * each)

    def _place(self, nth: int) -> LobbyBox:
        """One of those for seats and the way in, row by row."""
        across = ACROSS[not self.flat]
        row, column = divmod(nth, across)
        above = 1 if self.flat else 2
        whole = (self.lines - 1 - above - (not self.flat)) * LINE
        w, rows = (self.w + GAP) / across, PLACES // across
        upper = whole * (UPPER[self.bare > 0] if self.flat else 1 / rows)
        h = upper if row == 0 else (whole - upper) / (rows - 1)
        y = above * LINE + (upper + (row - 1) * h if row else 0.0)
        return LobbyBox(column * w, y, w - GAP, h - GAP)

    def _line(self, nth: float, start: float, end: float) -> LobbyBox:
        """Part of a line, from one share of its width to another."""
        whole = self.w + GAP
        return LobbyBox(start * whole, nth * LINE, (end - start) * whole - GAP, HIGH)


def sheet(ring: Ring, edge: int) -> LobbySheet:
    """The page that faces an edge: the same on every ring of a screen."""
    w, h = (ring.width, ring.height) if edge % 2 == 0 else (ring.height, ring.width)
    flat, finger = w > h, (FINGER + 0.05) * ring.mm
    lines, least = LINES[not flat], LEAST[not flat]
    line = max(finger * LINE / HIGH, min(w, h) * SHARE)
    bare = min((h - lines * line) / 2, (w - least * line) / 2)
    if bare < BARE * ring.mm:
        bare = 0.0
    rim = bare or RIM * ring.mm
    unit = min((h - 2 * rim) / (lines * LINE - GAP), (w - 2 * rim) / (least * LINE))
    wide, tall = w - 2 * rim, min((h - 2 * rim) / unit, (MORE * lines) * LINE - GAP)
    right, down = wide / 2, tall * unit / 2
    dx, dy = ((-right, -down), (down, -right), (right, down), (-down, right))[edge]
    x, y = ring.width / 2 + dx, ring.height / 2 + dy
    return LobbySheet(x, y, edge * 90.0, unit, wide / unit, flat, finger / unit, bare, (tall + GAP) / LINE)
