"""The layout of the lobby: every element has a fixed place for all games, modes and numbers of seats, so that nothing
moves under a finger."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, NamedTuple

from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import FINGER, Ring

PLACES: Final = 8  # the most seats of any game, and the join code as the last
FOOT: Final = 5  # buttons beside the start button
LINE: Final = 100.0  # units, line height
GAP: Final = 8.0  # units, between elements
HIGH: Final = LINE - GAP  # at least a finger
LINES: Final = (9, 15)  # of a landscape and of a portrait sheet
MAX_LINES_SCALE: Final = 1.4  # of these, if there is room
LEAST: Final = (14.4, 8.9)  # their minimum widths, in lines
COLUMNS: Final = (4, 2)  # their places side by side
UPPER: Final = (0.58, 0.63)  # height of the upper of two rows of places, as a share; few tables need the lower one
# it holds; on a small screen, and where there is more room
SHARE: Final = 1 / 13  # minimum line height, as a share of the screen's shorter side
MIN_EDGE_MM: Final = 13.0  # depth at the edges from which seats have a place there
RIM: Final = 0.8  # mm, around a sheet that fills the screen


class LobbyBox(NamedTuple):
    """A rectangle on the sheet, in units."""

    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True, slots=True)
class LobbySheet:
    """The lobby's sheet, turned to an edge; its unit is a hundredth of a line."""

    x: float  # pixels, the corner that is top left for the reader
    y: float
    angle: float
    unit: float  # pixels
    w: float
    flat: bool  # wider than high
    finger: float  # units, minimum size of a button
    bare: float  # pixels left to seats at each edge; 0: none
    lines: float  # height in lines; places share those beyond `LINES`

    @property
    def h(self) -> float:
        return self.lines * LINE - GAP

    @contextmanager
    def draw_on(self, p: Pen) -> Iterator[None]:
        """Draw in the sheet's coordinates."""
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
        """Return the free places at the end of a row for that many seats, if there are at least two."""
        across = COLUMNS[not self.flat]
        last = PLACES - 1 if self.flat else PLACES - across  # the way in lies there, or in the row below
        first = max(seats + 2, last - across + 1 + self.flat)
        if last - first < 1:
            return None
        x, y, _, h = self.seat(first)
        end = self.seat(last)
        return LobbyBox(x, y, end.x + end.w - x, h)

    def spare(self, most: int) -> LobbyBox | None:
        """Return the places of the upper row that a game with `most` seats never uses, if there are at least two."""
        across = COLUMNS[not self.flat]
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
        """Return a place by its number, row by row."""
        across = COLUMNS[not self.flat]
        row, column = divmod(nth, across)
        above = 1 if self.flat else 2
        whole = (self.lines - 1 - above - (not self.flat)) * LINE
        w, rows = (self.w + GAP) / across, PLACES // across
        upper = whole * (UPPER[self.bare > 0] if self.flat else 1 / rows)
        h = upper if row == 0 else (whole - upper) / (rows - 1)
        y = above * LINE + (upper + (row - 1) * h if row else 0.0)
        return LobbyBox(column * w, y, w - GAP, h - GAP)

    def _line(self, nth: float, start: float, end: float) -> LobbyBox:
        """Return part of a line, between two shares of its width."""
        whole = self.w + GAP
        return LobbyBox(start * whole, nth * LINE, (end - start) * whole - GAP, HIGH)


def sheet(ring: Ring, edge: int) -> LobbySheet:
    """Lay out the sheet for an edge."""
    w, h = ring.seen_from(edge)
    flat, finger = w > h, (FINGER + 0.05) * ring.mm
    lines, least = LINES[not flat], LEAST[not flat]
    line = max(finger * LINE / HIGH, min(w, h) * SHARE)
    bare = min((h - lines * line) / 2, (w - least * line) / 2)
    if bare < MIN_EDGE_MM * ring.mm:
        bare = 0.0
    rim = bare or RIM * ring.mm
    unit = min((h - 2 * rim) / (lines * LINE - GAP), (w - 2 * rim) / (least * LINE))
    wide, tall = w - 2 * rim, min((h - 2 * rim) / unit, (MAX_LINES_SCALE * lines) * LINE - GAP)
    right, down = wide / 2, tall * unit / 2
    dx, dy = ((-right, -down), (down, -right), (right, down), (-down, right))[edge]
    x, y = ring.width / 2 + dx, ring.height / 2 + dy
    return LobbySheet(x, y, edge * 90.0, unit, wide / unit, flat, finger / unit, bare, (tall + GAP) / LINE)
