"""The layout of Duel's table on a screen of any size: pure geometry, without painting.

Lengths are u from the middle of the table as seat 1 sees it: x to its right, y towards it. With seats at the short
edges the same table is turned by a quarter. A `TableBox` is given by its centre.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import Final

from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import LEGIBLE_PX
from app.screen.state.flight import Pose
from app.screen.state.ring_layout import FINGER, INCH, READABLE_MM, Ring, Zone, guessed_diagonal
from engine.duel.view_json import Place as Lying

MARGIN: Final = 12.0  # u, between a city and its edge
GAP: Final = 14.0  # u, between a city and the middle
TRACK_SIDE: Final = 340.0  # u of the middle, for track and tokens
SHORT_TRACK_SIDE: Final = 304.0  # u, where the middle is narrow
PILE_SIDE: Final = 428.0  # u of the middle on the other side, for discard pile and buttons
DEEP: Final = 200.0  # u, of a city along a long edge
SMALL_DEEP: Final = 232.0  # u, on a small screen
PLATE: Final = 54.0  # u of that, for the plate with the name
SMALL_PLATE: Final = 86.0  # u, on a small screen
SHORT_DEEP: Final = 276.0  # u, of a city along a short edge: two rows
SHORT_STRUCTURE: Final = 640.0  # u
ROUND: Final = 116.0  # u, diameter of a round button
WIDEST: Final = 210.0  # u, largest width of a card
ROW: Final = 6.0  # u, between a visible strip and the next row
LESSON_DEPTH: Final = 124.0  # u, between the structure and seat 1, for lessons of a first game
SMALL_LESSON: Final = 0.7  # on a small screen, of the discard pile's place
CARD_ASPECT: Final = 1.24  # height / width of a card


@dataclass(frozen=True, slots=True)
class TableBox:
    """An upright rectangle given by its centre."""

    x: float
    y: float
    w: float
    h: float

    @property
    def left_edge(self) -> float:
        return self.x - self.w / 2

    @property
    def top_edge(self) -> float:
        return self.y - self.h / 2

    @property
    def right_edge(self) -> float:
        return self.x + self.w / 2

    @property
    def bottom_edge(self) -> float:
        return self.y + self.h / 2


@dataclass(frozen=True, slots=True)
class Slot:
    """The box of a card in the structure, and the strip of it that is visible while it is covered."""

    card: TableBox
    strip: TableBox

    @property
    def roomy(self) -> bool:
        """True if the card is never covered, since its rows are only side by side."""
        return self.strip.h > self.card.h - 1


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of the whole table. `w`, `h`: as seat 1 sees it; `angle`: the table's rotation on the screen in
    degrees.
    """

    width: float  # pixels
    height: float  # pixels
    u: float  # pixels
    mm: float  # pixels
    angle: float
    w: float
    h: float
    taught: bool = False  # a first game, with room for its lessons

    @property
    def small(self) -> bool:
        """True if words of 28 u would be unreadable: cities are summaries then, and covered cards have no costs."""
        return 28 * self.u / self.mm < READABLE_MM

    @property
    def is_narrow(self) -> bool:
        """True if the seats sit at the short edges."""
        return self.w < self.h

    @property
    def touch(self) -> float:
        """The smallest side of a control."""
        return max(88.0, (FINGER + 0.05) * self.mm / self.u)

    def words(self, size: float) -> float:
        """Return the letter size for words of `size` u, enlarged if people could not read that."""
        return max(size, LEGIBLE_PX / self.u)

    @property
    def deep(self) -> float:
        """The depth of a city, from its edge."""
        return SHORT_DEEP if self.is_narrow else SMALL_DEEP if self.small else DEEP

    @property
    def plate(self) -> float:
        """The depth of a city's plate, with the name and everything but cards and wonders."""
        return SMALL_PLATE if self.small else PLATE

    # ---- from u to pixels --------------------------------------------------------------------------------

    @contextmanager
    def at_table(self, p: Pen) -> Iterator[None]:
        """Draw in the table's coordinates."""
        with p.at(self.width / 2, self.height / 2, self.angle, self.u):
            yield

    @contextmanager
    def at_box(self, p: Pen, box: TableBox, seat: int) -> Iterator[None]:
        """Draw from a box's upper left corner, as a seat sees it."""
        with self.at_table(p), p.at(box.x, box.y, self.face(seat)), p.at(-box.w / 2, -box.h / 2):
            yield

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Convert a point to screen pixels."""
        c, s = round(cos(radians(self.angle))), round(sin(radians(self.angle)))
        return self.width / 2 + (x * c - y * s) * self.u, self.height / 2 + (x * s + y * c) * self.u

    def place(self, x: float, y: float, face: float = 0.0, scale: float = 1.0, shown: float = 1.0) -> Pose:
        """Return the pose of a thing at a point, for animations; things are painted at scale `u`."""
        return Pose(*self.point(x, y), (self.angle + face) % 360, scale, shown)

    def face(self, seat: int) -> float:
        """Return the rotation at which a seat can read a thing, in degrees."""
        return 0.0 if seat == 1 else 180.0

    def edge(self, seat: int) -> int:
        """Return the screen edge at which a seat sits."""
        return int((self.angle + self.face(seat)) // 90) % 4

    # ---- the seats -----------------------------------------------------------------------------------------

    def city(self, seat: int) -> TableBox:
        """Return the box of a seat's whole edge."""
        far = self.h / 2 - MARGIN - self.deep / 2
        return TableBox(0, far if seat == 1 else -far, self.w - 28, self.deep)

    @contextmanager
    def at_city(self, p: Pen, seat: int) -> Iterator[None]:
        """Draw from a city's upper left corner, as its seat sees it."""
        with self.at_box(p, self.city(seat), seat):
            yield

    # ---- the middle ----------------------------------------------------------------------------------------

    @property
    def middle(self) -> TableBox:
        """The box between the cities."""
        return TableBox(0, 0, self.w - 28, self.h - 2 * (MARGIN + self.deep + GAP))

    @property
    def track(self) -> TableBox:
        """The box of the track, from one capital to the other, with tokens and points."""
        return TableBox(-self.w / 2 + 108, 0, 160 if self.is_narrow else 188, self.middle.h - 16)

    @property
    def tokens(self) -> TableBox:
        """The column of progress tokens."""
        x, w = (244, 112) if self.is_narrow else (268, 132)
        return TableBox(-self.w / 2 + x, 0, w, self.middle.h - 8)

    def token(self, nth: int, of: int = 5) -> TableBox:
        """Return the box of a progress token on the board, with its name below."""
        column = self.tokens
        step = min(column.h / of, 150.0)
        return TableBox(column.x, (nth - (of - 1) / 2) * step, column.w, step)

    @property
    def structure(self) -> TableBox:
        """The box of the structure."""
        middle = self.middle
        left = -self.w / 2 + (SHORT_TRACK_SIDE if self.is_narrow else TRACK_SIDE)
        if self.is_narrow:
            return TableBox((left + middle.right_edge) / 2, 0, middle.right_edge - left, SHORT_STRUCTURE)
        right = self.w / 2 - 14 - PILE_SIDE - 14
        room = LESSON_DEPTH if self.taught and not self.small else 0.0  # on a small screen beside it
        return TableBox((left + right) / 2, -room / 2, right - left, middle.h - room)

    @property
    def draft(self) -> TableBox:
        """The box of the draft: the structure's, and free room beside it."""
        box = self.structure
        return TableBox(box.x, 0, box.w, -2 * (self.discard.bottom_edge + GAP)) if self.is_narrow else box

    def side_box(self, seat: int = 1) -> TableBox:
        """Return the box beside the structure: discard pile and buttons, or the panel of the touched thing."""
        middle, structure = self.middle, self.structure
        if not self.is_narrow:
            return TableBox(self.w / 2 - 14 - PILE_SIDE / 2, 0, PILE_SIDE, middle.h)
        deep = (middle.h - structure.h) / 2 - GAP
        far = structure.h / 2 + GAP + deep / 2
        return TableBox(structure.x, far if seat == 1 else -far, structure.w, deep)

    @property
    def discard(self) -> TableBox:
        """The box of the discard pile with its count, in reach of both seats."""
        if self.is_narrow:
            box = self.side_box(2)
            return TableBox(box.x - box.w / 4, box.y, box.w / 2, min(box.h, 190))
        box = self.side_box(1)
        deep = (box.h - self._low) * (1 - SMALL_LESSON if self.taught and self.small else 1)
        return TableBox(box.x - box.w / 4, box.top_edge + deep / 2, box.w / 2, min(deep - GAP, 320))

    @property
    def wonders_left(self) -> TableBox:
        """The box of the count of wonders still to build."""
        box = self.side_box(2) if self.is_narrow else self.side_box(1)
        return TableBox(box.x + box.w / 4, self.discard.y, box.w / 2, self.discard.h)

    @property
    def _between(self) -> float:
        """The gap between two round buttons."""
        return max(2.1 * self.mm / self.u, 12)

    @property
    def round(self) -> float:
        """The diameter of a round button: three fit side by side where there is room."""
        return self.touch if self.is_narrow else max(self.touch, min(ROUND, (PILE_SIDE - 2 * self._between - 8) / 3))

    @property
    def _low(self) -> float:
        """The height of the two rows of round buttons."""
        return 2 * self.round + self._between + 12

    @property
    def buttons(self) -> tuple[tuple[float, float], ...]:
        """The centres of the five round buttons: two over three, or one row at seat 1's side."""
        step = self.round + self._between
        box = self.side_box(1)
        low = box.bottom_edge - self.round / 2 - 6
        if self.is_narrow:
            return tuple((box.x + nth * step, low) for nth in range(-2, 3))
        return (
            *((box.x + half * step, low - step) for half in (-0.5, 0.5)),
            *((box.x + nth * step, low) for nth in range(-1, 2)),
        )

    def slots(self, lying: tuple[Lying, ...]) -> Mapping[int, Slot]:
        """Return the slots of an age, by number."""
        return _slots(self.structure, lying)

    # ---- for shared panels ---------------------------------------------------------------------------------

    @property
    def ring(self) -> Ring:
        """The table as panels, notices and the menu use it: two seats, each with a whole edge."""
        zones = []
        for seat in (1, 2):
            box, edge = self.city(seat), int(self.angle // 90 + (0 if seat == 1 else 2)) % 4
            zones.append(Zone(edge, *self.point(box.x, box.y), box.w * self.u, box.h * self.u, 0.0))
        card = 124 * self.u
        deep = self.deep * self.u
        return Ring(
            width=self.width,
            height=self.height,
            u=self.u,
            mm=self.mm,
            depth=deep,
            card=card,
            zones=tuple(zones),
            gaps=(),
            small=self.small,
            plate=self.plate,
            taught=self.taught,
        )


@lru_cache(maxsize=64)
def lay_table(
    width: int, height: int, diagonal: float | None = None, short: bool = False, taught: bool = False
) -> Layout:
    """Lay out the table on a screen of this size in pixels, with seats at its long or its `short` edges."""
    inches = diagonal or guessed_diagonal(width, height)
    mm = hypot(width, height) / (inches * INCH)
    turned = (width < height) != short  # the seats' edges are the left and the right one
    w, h = (height, width) if turned else (width, height)
    u = min(w / 1080, h / 1920) if short else min(w / 1920, h / 1080)
    return Layout(width, height, u, mm, 90.0 if turned else 0.0, w / u, h / u, taught)


def layout_of(ring: Ring) -> Layout:
    """Return the layout that a ring was derived from (`Layout.ring`)."""
    zone = ring.zones[0]
    turned = zone.edge % 2 == 1
    w, h = (ring.height, ring.width) if turned else (ring.width, ring.height)
    return Layout(ring.width, ring.height, ring.u, ring.mm, zone.angle, w / ring.u, h / ring.u, ring.taught)


@lru_cache(maxsize=32)
def _slots(box: TableBox, lying: tuple[Lying, ...]) -> Mapping[int, Slot]:
    if not lying:
        return {}
    columns = [each.column for each in lying]
    rows = max(each.row for each in lying)
    middle, wide = (min(columns) + max(columns)) / 2, (max(columns) - min(columns)) / 2 + 1
    step = min(box.w / wide, WIDEST + GAP)
    w = step - GAP
    h = min(CARD_ASPECT * w, box.h * (0.32 if rows > 5 else 0.36))
    if rows * h < 1.35 * box.h:  # hardly covered: rather not at all
        h = min(h, (box.h - (rows - 1) * ROW) / rows)
    pitch = min((box.h - h) / (rows - 1), h + ROW)
    found = {}
    for each in lying:
        x, y = box.x + (each.column - middle) * step / 2, box.y + (each.row - (rows + 1) / 2) * pitch
        high = min(pitch - ROW, h)
        found[each.slot] = Slot(TableBox(x, y, w, h), TableBox(x, y - h / 2 + high / 2, w, high))
    return found
