"""The layout of the lobby: the hall in the middle, and what stands at the edges.

The hall has the same places for all games, modes and numbers of seats, so that nothing moves under a finger.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from math import dist
from typing import Final, NamedTuple

from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import LEGIBLE_PX
from app.screen.state.ring_layout import FINGER, READABLE_MM, Ring, Zone
from engine.memoize import memoize

SHORTER_SIDE: Final = 720.0  # units of the screen's shorter side
DEPTH: Final = (144.0, 190.0)  # units, of what stands at the long edges of the screen, and at the short ones
MARGIN: Final = 8.0  # units, round the hall
GAP: Final = 8.0  # units, between elements
SLOTS: Final = 3  # rounds beside the main button
ROUND: Final = 58.0  # units, diameter of a round
LABEL: Final = 42.0  # units, for the words below a round
STONE: Final = 84.0  # units, diameter of the stone of the day
SLOT: Final = 84.0  # units, most width of a round with its words
LEAST_MAIN: Final = 300.0  # units, width that the main button keeps
MAIN: Final = 76.0  # units, height of the main button
LINE: Final = 28.0  # units, height of the sentence above it
STEP: Final = 248.0  # units, most distance of two windows
LEAST_STEP: Final = 170.0  # units; with less only the chosen game has a window
SIDE: Final = 0.8  # of the chosen window's height, that of the others
WIDEST: Final = 400.0  # units, of a window
LAID_SHARE: Final = 0.4  # of the main button's place, at most
LAID: Final = (150.0, 138.0)  # units, width of the button for games kept for later, beside the main one: small, else
LARGEST_LABEL: Final = 18.0  # units; where legible words are larger, rounds have none
CORNER: Final = 188.0  # units of each edge that belong to a corner
STANDING: Final = (  # rows in a corner (0: one wonder at 45°); units, largest and smallest width of a wonder on the
    (0, 132.0, 88.0), (1, 132.0, 68.0), (2, 72.0, 68.0), (2, 68.0, 44.0),
)  # fmt: skip  # horizon, to try in turn
ROW_DEPTH: Final = 92.0  # units, how far the second row stands behind the first
TWO_ROWS: Final = ROW_DEPTH + 88.0  # units, depth of two rows
WIDER: Final = 28.0  # units, by which a name may be wider than its wonder
SPACING: Final = 12.0  # units, between them as they are touched
CLEAR: Final = 19.0  # units, between them as they are drawn
IN_CORNER: Final = 104.0  # units, width of a wonder in a corner
TIP: Final = 185.0  # units, how far the wonder there reaches along the edges
CORNER_INSET: Final = 58.0  # units from both edges, where it stands
OWN_WIDTH: Final = 126.0  # units, width of a seat's wonder beside its stone: it takes the place of one other


class LobbyBox(NamedTuple):
    """A rectangle of the hall, in units from the middle of the screen."""

    x: float
    y: float
    w: float
    h: float


class RimSpot(NamedTuple):
    """A place on the horizon where a wonder stands: its foot in pixels, its angle; its width and its room in units.

    `behind`: units from the border of the screen to its foot.
    """

    x: float
    y: float
    angle: float
    w: float
    room: float
    behind: float = 0.0


@dataclass(frozen=True, slots=True)
class Hall:
    """The hall, turned to an edge. Its unit is a 720th of the screen's shorter side."""

    x: float  # pixels, the middle of the screen
    y: float
    angle: float
    unit: float  # pixels
    w: float
    h: float
    finger: float  # units, minimum size of a button

    @property
    def flat(self) -> bool:
        return self.w > self.h

    @property
    def labelled(self) -> bool:
        """True if rounds have words below them."""
        return LEGIBLE_PX / self.unit <= LARGEST_LABEL

    @contextmanager
    def draw_on(self, p: Pen) -> Iterator[None]:
        """Draw in the hall's coordinates."""
        with p.at(self.x, self.y, self.angle, self.unit):
            yield

    @property
    def _slot(self) -> float:
        return (
            max(self.finger + 6, ROUND + 6, min(SLOT, (self.w - LEAST_MAIN) / 2 / SLOTS))
            if self.flat
            else self.w / SLOTS
        )

    @property
    def _row(self) -> float:
        return max(self.finger, ROUND) + (LABEL if self.labelled else 0)

    @property
    def _main_top(self) -> float:
        return self.h / 2 - self._row - (0 if self.flat else self._main_height + GAP)

    @property
    def _main_height(self) -> float:
        return max(self.finger, MAIN if self.labelled else 0)

    @property
    def _line_top(self) -> float:
        return self._main_top - LINE - GAP / 2 - (0 if self.flat else self._row + GAP)

    def main(self, beside: bool) -> LobbyBox:
        """Return the place of the main button; `beside`: another one lies beside it."""
        half = self.w / 2 - SLOTS * self._slot if self.flat else self.w / 2
        left = self.laid_button().w + GAP if beside else 0.0
        return LobbyBox(left - half, self._main_top, 2 * half - left, self._main_height)

    def laid_button(self) -> LobbyBox:
        """Return the place of the button beside it."""
        x, y, w, h = self.main(beside=False)
        return LobbyBox(x, y, min(LAID[self.labelled], w * LAID_SHARE), h)

    def line(self) -> LobbyBox:
        return LobbyBox(-self.w / 2, self._line_top, self.w, LINE)

    def mode(self, nth: int, of: int) -> LobbyBox:
        """Return the place of a round of the modes: left of the main button, or above it."""
        first = -self.w / 2 + (SLOTS - of) * self._slot / (1 if self.flat else 2)
        top = self._main_top - (0 if self.flat else self._row + GAP)
        return LobbyBox(first + nth * self._slot, top, self._slot, self._row)

    def round(self, nth: int) -> LobbyBox:
        """Return the place of another round: right of the main button, or below it."""
        first = self.w / 2 - SLOTS * self._slot
        return LobbyBox(first + nth * self._slot, self.h / 2 - self._row, self._slot, self._row)

    def day(self) -> LobbyBox:
        """Return the place of the stone with the deal of the day: the upper right corner, which no window needs."""
        side = max(self.finger, STONE)
        return LobbyBox(self.w / 2 - side, -self.h / 2, side, side + (LABEL if self.labelled else 0))

    def windows(self) -> LobbyBox:
        """Return the place of all windows."""
        return LobbyBox(-self.w / 2, -self.h / 2, self.w, self._line_top + self.h / 2 - GAP)

    def window(self, nth: int, of: int, chosen: bool) -> LobbyBox:
        """Return the place of a game's window. That of the chosen one is larger; no centre ever moves."""
        _, y, w, h = self.windows()
        step = self._step(of)
        along, across = (step + 28 if chosen else step - 52), (1.0 if chosen else SIDE) * (h if self.flat else w)
        offset = (nth - (of - 1) / 2) * step
        if self.flat:
            along = min(along, WIDEST)
            offset -= self._room_for_day(of * step + 28)
            return LobbyBox(offset - along / 2, y + h - across, along, across)
        beside_day = (h - of * step - 28) / 2 < self.day().h + GAP
        widest = min(w - self.day().w - GAP if beside_day else w, (step + 28) * 1.5)
        aside, across = self._room_for_day(widest), min(across, along * 1.5, widest)
        return LobbyBox(-across / 2 - aside, y + h / 2 + offset - along / 2, across, along)

    def _room_for_day(self, most: float) -> float:
        """Return how far windows that are together up to `most` wide make room for the stone of the day."""
        return min(max(0.0, most / 2 + GAP + self.day().w - self.w / 2), max(0.0, self.w - most) / 2)

    def shows_all(self, games: int) -> bool:
        """Check whether each of that many games has a window."""
        return games == 1 or (self.labelled and self._step(games) >= LEAST_STEP)

    def _step(self, of: int) -> float:
        _, _, w, h = self.windows()
        return min(STEP, (w - self.day().w - GAP - 28 if self.flat else h - 40) / of)

    def single(self) -> LobbyBox:
        """Return the place of the only window, between two arrows."""
        _, y, w, h = self.windows()
        right = left = self.finger + 2 * GAP
        if (h - self.finger) / 2 < self.day().h + GAP:  # the stone of the day reaches as low as an arrow
            right = max(left, self.day().w + GAP)
        wide = min(w - left - right, h * 1.3, WIDEST)
        return LobbyBox(min(-wide / 2, w / 2 - right - wide), y, wide, min(h, wide))

    def arrow(self, forward: bool) -> LobbyBox:
        """Return the place of an arrow beside the only window, below the stone of the day if that is above it."""
        x, y, w, h = self.single()
        left, day = x + w + 2 * GAP if forward else x - 2 * GAP - self.finger, self.day()
        top = y + (h - self.finger) / 2
        if x + w + 2 * GAP + self.finger > day.x:
            top = max(top, min(day.y + day.h + GAP, y + h - self.finger))
        return LobbyBox(left, top, self.finger, self.finger)


def unit(ring: Ring) -> float:
    """Return the lobby's unit in pixels."""
    return min(ring.width, ring.height) / SHORTER_SIDE


def finger(ring: Ring) -> float:
    """Return the minimum size of a button in units."""
    return (FINGER + 0.05) * ring.mm / unit(ring)


def steady(ring: Ring) -> Ring:
    """Return the layout with a unit that does not depend on the number of seats, for panels that change it."""
    u = min(ring.width, ring.height) / 1080
    return replace(ring, u=u, small=28 * u / ring.mm < READABLE_MM)


def depth(ring: Ring, edge: int) -> float:
    """Return the depth of what stands at an edge, in units."""
    return DEPTH[ring.seen_from(edge)[0] < max(ring.width, ring.height)]


def hall(ring: Ring, edge: int) -> Hall:
    """Lay out the hall for an edge."""
    u = unit(ring)
    w, h = (side / u - 2 * MARGIN for side in ring.seen_from(edge))
    w, h = w - 2 * depth(ring, (edge + 1) % 4), h - 2 * depth(ring, edge)
    return Hall(ring.width / 2, ring.height / 2, edge * 90.0, u, w, h, finger(ring))


def foot(ring: Ring, edge: int, along: float = 0.0) -> tuple[float, float]:
    """Return the pixel on the border of an edge, `along` pixels clockwise from its middle."""
    w, h = ring.width, ring.height
    return ((w / 2 - along, h), (0.0, h / 2 - along), (w / 2 + along, 0.0), (w, h / 2 + along))[edge]


# ---- the horizon ---------------------------------------------------------------------------------------------


@memoize(8)
def spots(ring: Ring, many: int, wide: float) -> tuple[RimSpot, ...]:
    """Return places for that many wonders, as far as there is room: in the corners, then evenly between the seats.

    `wide`: width of a seat's stone, in units, at most. With little room wonders are smaller and upright in corners too.
    """
    u, touched = unit(ring), finger(ring) + 2 - SPACING
    for rows, most, least in STANDING:
        gaps = [[*_gaps(ring, edge, wide, rows)] for edge in range(4)]
        corners = [n for n in range(4) if min(gaps[n][-1][1], gaps[(n + 1) % 4][0][1]) >= TIP - CORNER - 1.5 * SPACING]
        corners, free = [] if rows else corners, [(edge, *gap) for edge, each in enumerate(gaps) for gap in each]
        while most > max(least, touched) and sum(_room(gap[2], most) for gap in free) < many - len(corners):
            most -= 4
        if sum(_room(gap[2], most) for gap in free) >= many - len(corners):
            break
    counts = [0] * len(free)
    for _ in range(many - len(corners)):
        if left := [n for n, gap in enumerate(free) if counts[n] < _room(gap[2], most)]:
            counts[max(left, key=lambda n: free[n][2] / (counts[n] + 1))] += 1
    found = [_corner(ring, n, u) for n in corners]
    steps = [(gap[2] + SPACING) / max(1, count) for gap, count in zip(free, counts, strict=True)]
    most = min([most, *(step - CLEAR for step, count in zip(steps, counts, strict=True) if count > 1)])
    for (edge, start, _, behind), step, count in zip(free, steps, counts, strict=True):
        middles, room = (start - SPACING / 2 + (nth + 0.5) * step for nth in range(count)), min(most + WIDER, step - 2)
        found += [RimSpot(*foot(ring, edge, middle * u), edge * 90.0, most, room, behind) for middle in middles]
    return tuple(found[:many])


def _room(length: float, wide: float) -> int:
    """Return how many wonders stand on a stretch."""
    return max(0, int((length + SPACING) / (wide + SPACING)))


def _corner(ring: Ring, nth: int, u: float) -> RimSpot:
    x, y = (0.0, ring.width)[nth // 2], (ring.height, 0.0, 0.0, ring.height)[nth]
    return RimSpot(abs(x - CORNER_INSET * u), abs(y - CORNER_INSET * u), 45.0 + 90 * nth, IN_CORNER, IN_CORNER + WIDER)


def _gaps(ring: Ring, edge: int, wide: float, rows: int) -> Iterator[tuple[float, float, float]]:
    """Yield the stretches of an edge between corners and stones: start (units, clockwise from its middle), length, and
    how far behind the border.

    A length is negative where a stone reaches into a corner. `rows`: in corners, which belong to the long edges then.
    """
    u, w = unit(ring), ring.seen_from(edge)[0]
    rows = rows if w >= max(ring.width, ring.height) else 0
    half, stone = w / u / 2 - (SPACING if rows else CORNER + SPACING / 2), stone_width(ring, edge, wide) / 2 + SPACING
    seats = sorted(zone.along / u for zone in ring.zones if zone.edge == edge)
    for (_, start), (end, _) in pairwise([(0.0, -half), *((at - stone, at + stone) for at in seats), (half, 0.0)]):
        corner = (edge - 1) % 4 if start == -half else (edge + 1) % 4 if end == half else None
        for row in range(max(1, rows) if corner is not None and _has_two_rows(ring, corner, wide) else 1):
            length = min(end - start, CORNER) if row else end - start  # the hall begins there
            yield end - length if end == half else start, length, row * ROW_DEPTH


def _has_two_rows(ring: Ring, edge: int, wide: float) -> bool:
    """Check that the stones at a short edge leave room for two rows of wonders in its corners."""
    u, stone = unit(ring), stone_width(ring, edge, wide) / 2
    reach = max((abs(zone.along) / u + stone for zone in ring.zones if zone.edge == edge), default=0.0)
    return ring.seen_from(edge)[0] / u / 2 - reach >= TWO_ROWS


def place_beside(ring: Ring, seat: int, wide: float, many: int) -> RimSpot | None:
    """Return the place beside the stone of a seat that is alone at a long edge, where its wonder stands.

    It is the next one of `many` wonders' on the horizon, so that all gaps stay even.
    """
    zone, u = ring.zones[seat - 1], unit(ring)
    along = zone.along / u + stone_width(ring, zone.edge, wide) / 2 + SPACING / 2 + OWN_WIDTH / 2
    half = ring.seen_from(zone.edge)[0] / u / 2 - CORNER
    if ring.seat_counts[zone.edge] > 1 or along + OWN_WIDTH / 2 + SPACING / 2 > half:
        return None
    x, y = foot(ring, zone.edge, along * u)
    there = [spot for spot in spots(ring, many, wide) if spot.angle == zone.angle and not spot.behind]
    middle = foot(ring, zone.edge, zone.along)
    clear = [spot for spot in there if dist(spot[:2], middle) > (along - zone.along / u) * u - 1]
    near = [spot for spot in clear if dist(spot[:2], (x, y)) < (half - along + OWN_WIDTH) * u]
    if near:
        x, y, *_ = min(near, key=lambda spot: dist(spot[:2], (x, y)))
    others = [(dist(spot[:2], (x, y)) / u, spot.w) for spot in there]
    widths = [2 * (far - CLEAR) - w for far, w in others if far > w / 2]  # without the one whose place it takes
    return RimSpot(x, y, zone.angle, min([OWN_WIDTH, *widths]), OWN_WIDTH)


def stone_width(ring: Ring, edge: int, most: float) -> float:
    """Return the width of each seat's stone at an edge, in units."""
    zones: list[Zone] = [zone for zone in ring.zones if zone.edge == edge]
    return min(most, min((zone.w for zone in zones), default=0.0) / unit(ring))
