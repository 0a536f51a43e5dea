"""Where everything of Duel lies on a screen of any size: pure geometry, before anything is painted.

Lengths are u round the middle of the table as seat 1 sees it: x to its right, y towards it. So seats at the short edges
are the same table on another paper, turned by a quarter; a `TableBox` is known by its centre.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, radians, sin
from typing import Final

from app.screen.paint.pen import LEGIBLE_PX, Pen
from app.screen.state.flight import Pose
from app.screen.state.ring import FINGER, INCH, READABLE_MM, Ring, Zone, guessed_diagonal
from engine.duel.view import Place as Lying

MARGIN: Final = 12.0  # u, between a city and its edge
GAP: Final = 14.0  # u, between a city and what lies in the middle
LEFT: Final = 340.0  # u, of the middle: track and tokens
SHORT_LEFT: Final = 304.0  # u, where the middle is narrow
ASIDE: Final = 428.0  # u, of the middle on the other side: discard pile and buttons
DEEP: Final = 200.0  # u, of a city along a long edge
SMALL_DEEP: Final = 232.0  # u, on a small screen
PLATE: Final = 54.0  # u, of its depth, at the edge: with the name
SMALL_PLATE: Final = 86.0  # u, on a small screen
SHORT_DEEP: Final = 276.0  # u, of a city along a short edge: two rows
SHORT_STRUCTURE: Final = 640.0  # u
ROUND: Final = 116.0  # u, a round button
WIDEST: Final = 210.0  # u, of a card
ROW: Final = 6.0  # u, between what shows of a card and the next row
TAUGHT: Final = 124.0  # u, between the structure and seat 1, for what is taught in a first game
UPRIGHT: Final = 1.24  # of its width, the height of a card


@dataclass(frozen=True, slots=True)
class TableBox:
    """An upright rectangle round its centre."""

    x: float
    y: float
    w: float
    h: float

    @property
    def left(self) -> float:
        return self.x - self.w / 2

    @property
    def top(self) -> float:
        return self.y - self.h / 2

    @property
    def right(self) -> float:
        return self.x + self.w / 2

    @property
    def bottom(self) -> float:
        return self.y + self.h / 2


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a card of the structure lies, and the part of it that shows while others lie on it."""

    card: TableBox
    strip: TableBox

    @property
    def roomy(self) -> bool:
        """Nothing of it is ever covered: rows only lie beside one another."""
        return self.strip.h > self.card.h - 1


@dataclass(frozen=True, slots=True)
class Layout:
    """The whole table. `w`, `h`: as seat 1 sees it; `angle`: how far it is turned on the screen, in degrees."""

    width: float  # pixels
    height: float  # pixels
    u: float  # pixels
    mm: float  # pixels
    angle: float
    w: float
    h: float
    taught: bool = False  # a first game: room is kept for what is taught

    @property
    def small(self) -> bool:
        """Words of 28 u would be too small to read: cities show the least, cards no costs while they are covered."""
        return 28 * self.u / self.mm < READABLE_MM

    @property
    def short(self) -> bool:
        """The seats sit at the short edges."""
        return self.w < self.h

    @property
    def touch(self) -> float:
        """The least side of a control."""
        return max(88.0, (FINGER + 0.05) * self.mm / self.u)

    def words(self, size: float) -> float:
        """The size of words that want to be so large, in u: never smaller than people can read."""
        return max(size, LEGIBLE_PX / self.u)

    @property
    def deep(self) -> float:
        """Of a city, from its edge."""
        return SHORT_DEEP if self.short else SMALL_DEEP if self.small else DEEP

    @property
    def plate(self) -> float:
        """Of a city, at its edge: with the name, and all that a seat has besides cards."""
        return SMALL_PLATE if self.small else PLATE

    # ---- from u to pixels --------------------------------------------------------------------------------

    @contextmanager
    def on(self, p: Pen) -> Iterator[None]:
        """Draw on this paper."""
        with p.at(self.width / 2, self.height / 2, self.angle, self.u):
            yield

    @contextmanager
    def within(self, p: Pen, box: TableBox, seat: int) -> Iterator[None]:
        """Draw in a box from its upper left corner, as a seat sees it."""
        with self.on(p), p.at(box.x, box.y, self.face(seat)), p.at(-box.w / 2, -box.h / 2):
            yield

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a point is on the screen, in pixels."""
        c, s = round(cos(radians(self.angle))), round(sin(radians(self.angle)))
        return self.width / 2 + (x * c - y * s) * self.u, self.height / 2 + (x * s + y * c) * self.u

    def place(self, x: float, y: float, face: float = 0.0, scale: float = 1.0, shown: float = 1.0) -> Pose:
        """A point on the screen and how a thing there is turned, for what flies; things are painted at `u`."""
        return Pose(*self.point(x, y), (self.angle + face) % 360, scale, shown)

    def face(self, seat: int) -> float:
        """How far a thing is turned on this paper so that a seat reads it."""
        return 0.0 if seat == 1 else 180.0

    def edge(self, seat: int) -> int:
        """The edge of the screen at which a seat sits."""
        return int((self.angle + self.face(seat)) // 90) % 4

    # ---- the seats -----------------------------------------------------------------------------------------

    def city(self, seat: int) -> TableBox:
        """A seat's whole edge."""
        far = self.h / 2 - MARGIN - self.deep / 2
        return TableBox(0, far if seat == 1 else -far, self.w - 28, self.deep)

    @contextmanager
    def at_city(self, p: Pen, seat: int) -> Iterator[None]:
        """Draw in a city from its upper left corner, as its seat sees it."""
        with self.within(p, self.city(seat), seat):
            yield

    def in_city(self, seat: int, x: float, y: float) -> tuple[float, float]:
        """A point that far from a city's upper left corner, as its seat sees it."""
        box, sign = self.city(seat), 1 if seat == 1 else -1
        return box.x + sign * (x - box.w / 2), box.y + sign * (y - box.h / 2)

    # ---- the middle ----------------------------------------------------------------------------------------

    @property
    def middle(self) -> TableBox:
        """What the cities leave."""
        return TableBox(0, 0, self.w - 28, self.h - 2 * (MARGIN + self.deep + GAP))

    @property
    def track(self) -> TableBox:
        """Spaces, tokens and points, from one capital to the other."""
        return TableBox(-self.w / 2 + 108, 0, 160 if self.short else 188, self.middle.h - 16)

    @property
    def tokens(self) -> TableBox:
        """The progress tokens, one below the other."""
        x, w = (244, 112) if self.short else (268, 132)
        return TableBox(-self.w / 2 + x, 0, w, self.middle.h - 8)

    def token(self, nth: int, of: int = 5) -> TableBox:
        """One of the progress tokens on the board, and its name below it."""
        column = self.tokens
        step = min(column.h / of, 150.0)
        return TableBox(column.x, (nth - (of - 1) / 2) * step, column.w, step)

    @property
    def structure(self) -> TableBox:
        """The cards of an age."""
        middle = self.middle
        left = -self.w / 2 + (SHORT_LEFT if self.short else LEFT)
        if self.short:
            return TableBox((left + middle.right) / 2, 0, middle.right - left, SHORT_STRUCTURE)
        right = self.w / 2 - 14 - ASIDE - 14
        room = TAUGHT if self.taught and not self.small else 0.0  # on a small screen it would be too much of it
        return TableBox((left + right) / 2, -room / 2, right - left, middle.h - room)

    @property
    def draft(self) -> TableBox:
        """The wonders of a draft: where the structure is going to lie, and what is free beside that."""
        box = self.structure
        return TableBox(box.x, 0, box.w, -2 * (self.discard.bottom + GAP)) if self.short else box

    def aside(self, seat: int = 1) -> TableBox:
        """What lies beside the structure: the discard pile and the buttons, or the panel of what a seat has touched."""
        middle, structure = self.middle, self.structure
        if not self.short:
            return TableBox(self.w / 2 - 14 - ASIDE / 2, 0, ASIDE, middle.h)
        deep = (middle.h - structure.h) / 2 - GAP
        far = structure.h / 2 + GAP + deep / 2
        return TableBox(structure.x, far if seat == 1 else -far, structure.w, deep)

    @property
    def discard(self) -> TableBox:
        """The discard pile with its count: always in reach of both."""
        if self.short:
            box = self.aside(2)
            return TableBox(box.x - box.w / 4, box.y, box.w / 2, min(box.h, 190))
        box = self.aside(1)
        deep = box.h - self._low
        return TableBox(box.x - box.w / 4, box.top + deep / 2, box.w / 2, min(deep - GAP, 320))

    @property
    def wonders_left(self) -> TableBox:
        """How many wonders may still be built."""
        box = self.aside(2) if self.short else self.aside(1)
        return TableBox(box.x + box.w / 4, self.discard.y, box.w / 2, self.discard.h)

    @property
    def _between(self) -> float:
        """Between two round buttons."""
        return max(2.1 * self.mm / self.u, 12)

    @property
    def round(self) -> float:
        """How wide a round button is: three beside one another where there is room."""
        return self.touch if self.short else max(self.touch, min(ROUND, (ASIDE - 2 * self._between - 8) / 3))

    @property
    def _low(self) -> float:
        """The height of the round buttons, in two rows."""
        return 2 * self.round + self._between + 12

    @property
    def buttons(self) -> tuple[tuple[float, float], ...]:
        """The centres of the five round buttons: two over three, or in a row at seat 1's side."""
        step = self.round + self._between
        box = self.aside(1)
        low = box.bottom - self.round / 2 - 6
        if self.short:
            return tuple((box.x + nth * step, low) for nth in range(-2, 3))
        return (
            *((box.x + half * step, low - step) for half in (-0.5, 0.5)),
            *((box.x + nth * step, low) for nth in range(-1, 2)),
        )

    def slots(self, lying: tuple[Lying, ...]) -> Mapping[int, Slot]:
        """Where the cards of an age lie."""
        return _slots(self.structure, lying)

    # ---- for the rest of the screen ------------------------------------------------------------------------

    @property
    def ring(self) -> Ring:
        """The same table as panels, notices and the menu know it: two seats, each with a whole edge."""
        zones = []
        for seat in (1, 2):
            box, edge = self.city(seat), int(self.angle // 90 + (0 if seat == 1 else 2)) % 4
            zones.append(Zone(edge, *self.point(box.x, box.y), box.w * self.u, box.h * self.u, 0.0))
        card = 124 * self.u
        deep = self.deep * self.u
        return Ring(
            self.width,
            self.height,
            self.u,
            self.mm,
            deep,
            card,
            tuple(zones),
            (),
            self.small,
            plate=self.plate,
            taught=self.taught,
        )


@lru_cache(maxsize=64)
def lay_table(
    width: int, height: int, diagonal: float | None = None, short: bool = False, taught: bool = False
) -> Layout:
    """The table on a screen of so many pixels; seats at its long edges, or at the `short` ones."""
    inches = diagonal or guessed_diagonal(width, height)
    mm = hypot(width, height) / (inches * INCH)
    turned = (width < height) != short  # the seats' edges are the left and the right one
    w, h = (height, width) if turned else (width, height)
    u = min(w / 1080, h / 1920) if short else min(w / 1920, h / 1080)
    return Layout(width, height, u, mm, 90.0 if turned else 0.0, w / u, h / u, taught)


def laid(ring: Ring) -> Layout:
    """The layout that a ring was made of (`Layout.ring`)."""
    zone = ring.zones[0]
    turned = zone.edge % 2 == 1
    w, h = (ring.height, ring.width) if turned else (ring.width, ring.height)
    return Layout(ring.width, ring.height, ring.u, ring.mm, zone.angle, w / ring.u, h / ring.u, ring.taught)


@lru_cache(maxsize=32)
def _slots(box: TableBox, lying: tuple[Lying, ...]) -> Mapping[int, Slot]:
    if not lying:
        return {}
    columns = [it.column for it in lying]
    rows = max(it.row for it in lying)
    middle, wide = (min(columns) + max(columns)) / 2, (max(columns) - min(columns)) / 2 + 1
    step = min(box.w / wide, WIDEST + GAP)
    w = step - GAP
    h = min(UPRIGHT * w, box.h * (0.32 if rows > 5 else 0.36))
    if rows * h < 1.35 * box.h:  # hardly covered: rather not at all
        h = min(h, (box.h - (rows - 1) * ROW) / rows)
    pitch = min((box.h - h) / (rows - 1), h + ROW)
    found = {}
    for it in lying:
        x, y = box.x + (it.column - middle) * step / 2, box.y + (it.row - (rows + 1) / 2) * pitch
        high = min(pitch - ROW, h)
        found[it.slot] = Slot(TableBox(x, y, w, h), TableBox(x, y - h / 2 + high / 2, w, high))
    return found
