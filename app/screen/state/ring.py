"""Where everything lies on the table: seats round the edge, gaps between neighbours, the middle. Pure geometry.

Lengths are pixels, y points down, the origin is the top left corner; angles are degrees, clockwise. An edge is 0 at the
bottom, 1 left, 2 top, 3 right: also the quarter turns that make a thing face it. `u` is the unit of all looks: one
pixel at 1920 x 1080.
Seats run clockwise, seen from above, from the right end of the bottom edge; gap i lies between seat i and the next, and
has room for a card and, for a game that wants it, for something round beside it. A game that lies otherwise gives a
`Ring` of its own making (`GameScreen.ring`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import Final

from app.screen.paint.pen import Pen

WIDE: Final = 820  # u, of a zone, at most
NARROW: Final = 660  # u, where it may be that a wonder stands beside it, or that nothing is drawn
MARGIN: Final = 14  # u, between a zone and the screen's edge
_HALO: Final = 19  # u, by which a lit card is larger
ROOMY: Final = 250  # u: in a ring whose zones are deeper, cards and markers are drawn smaller
DISC: Final = 216.0  # u, what is round in the middle of such a ring, from there
WIDE_DISC: Final = 240.0  # u, and in another one
BEFORE: Final = 30.0  # u, that stay free between this and zones
STACKED: Final = 600.0  # u, from the middle's centre to the end of what lies above and below that
EASY: Final = 3.3  # mm: while a 28 u word is higher, drawings take of the room of all else, …
SHARE: Final = 0.8  # … which is so much of its size then, at least
PANEL: Final = 455.0  # u, of the middle, that panels need
STEP: Final = 8.0  # u, by which zones are tried deeper
LARGEST: Final = 1.4  # of their size, things of the middle
FINGER: Final = 9.0  # mm, the smallest side of anything to touch
READABLE: Final = 3.0  # mm, below which a 28 u word makes the whole table small
INCH: Final = 25.4  # mm
_SERVED: Final = (0, 2, 1, 3)  # edges in the order in which they win ties


Drawn = Callable[[float, float, bool], float]
"""How wide the drawing of a zone is that is so wide and deep, all in u; the last: whether the ring is small."""


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle."""

    x: float
    y: float
    w: float
    h: float

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    def turned(self, quarters: int) -> "Rect":
        """The same after so many quarter turns round the origin, clockwise."""
        found = self
        for _ in range(quarters % 4):
            found = Rect(-found.y - found.h, found.x, found.h, found.w)
        return found

    def nearest(self, w: float, h: float, near: tuple[float, float]) -> "Rect":
        """A place so large in it, as near to a point as it can be."""
        x = min(max(near[0] - w / 2, self.x), self.x + self.w - w)
        return Rect(x, min(max(near[1] - h / 2, self.y), self.y + self.h - h), w, h)


@dataclass(frozen=True, slots=True)
class Zone:
    """A seat's own part of the table: `x, y` its centre, `w` along the edge, `d` away from it."""

    edge: int
    x: float
    y: float
    w: float
    d: float
    along: float  # clockwise along the edge from its middle

    @property
    def angle(self) -> float:
        return self.edge * 90.0

    @property
    def rect(self) -> Rect:
        w, h = (self.w, self.d) if self.edge % 2 == 0 else (self.d, self.w)
        return Rect(self.x - w / 2, self.y - h / 2, w, h)


@dataclass(frozen=True, slots=True)
class CardPlace:
    """Where a card lies and how it is turned."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class RoundPlace:
    """Where something round lies between its two seats: turned so that both can read it, or drawn for each of them."""

    x: float
    y: float
    angle: float
    r: float  # from its middle
    twice: bool  # its seats face one another: drawn upright for the one, upside down for the other
    long: float = 0.0  # at its left and right so much longer


@dataclass(frozen=True, slots=True)
class Rounds:
    """How large the round things are that a game wants in its gaps; u, from their middle."""

    r: float
    wide: float  # where there is no seat at an edge
    slot: float  # between two seats of one edge
    long: float = 0.0  # there, along the edge, so much longer on both sides


@dataclass(frozen=True, slots=True)
class Ring:
    """The whole table, laid out for a number of seats."""

    width: float
    height: float
    u: float
    mm: float  # pixels in a millimetre
    depth: float  # of a zone, at least
    card: float  # width of a card on the ring
    zones: tuple[Zone, ...]
    gaps: tuple[CardPlace, ...]  # where a card lies between a seat and the next
    small: bool  # zones show the least, round buttons grow
    rounds: tuple[RoundPlace, ...] = ()  # as gaps; none where the game wants none
    plate: float = 0.0  # u, of a zone, at its edge: what no sentence and no vote lies on
    taught: bool = False  # room is kept in the middle for what is taught

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """Seats on each edge."""
        a, b, c, d = (sum(zone.edge == edge for zone in self.zones) for edge in range(4))
        return a, b, c, d

    @property
    def inner(self) -> Rect:
        """The middle of the table, inside of zones and gaps."""
        bare = MARGIN * self.u + self.depth / 2 + self.card * 0.7
        bottom, left, top, right = (30 * self.u + (self.deep(edge) or bare) for edge in range(4))
        return Rect(left, top, self.width - left - right, self.height - top - bottom)

    def deep(self, edge: int) -> float:
        """How deep the zones of an edge are; 0: none is there."""
        return max((zone.d for zone in self.zones if zone.edge == edge), default=0.0)

    @contextmanager
    def in_zone(self, p: Pen, seat: int, bare: float = 0.0) -> Iterator[tuple[float, float]]:
        """Draw in a seat's zone (from 1) from its upper left corner, as it sees that; how wide and deep it is, in u.

        `bare`: so much of it is left free, in u from its edge.
        """
        zone = self.zones[seat - 1]
        w, d = zone.w / self.u, zone.d / self.u
        with p.at(zone.x, zone.y, zone.angle, self.u), p.at(-w / 2, -d / 2):
            yield w, d - bare

    def nearest(self, x: float, y: float, seats: Iterable[int]) -> int:
        """Of these seats (from 1) the one on whose side a point lies; all sides are as far from the middle's centre."""
        inner = self.inner

        def far(seat: int) -> float:
            rect = self.zones[seat - 1].rect
            across, down = max(rect.x - x, 0.0, x - rect.x - rect.w), max(rect.y - y, 0.0, y - rect.y - rect.h)
            return round(hypot(across / inner.w, down / inner.h), 3)

        return min(seats, key=far)

    def along(self, zone: Zone) -> tuple[float, float]:
        """From where to where along its edge no other zone there is nearer than this one, in pixels."""
        at = zone.y if zone.edge % 2 else zone.x
        others = [it.y if it.edge % 2 else it.x for it in self.zones if it.edge == zone.edge and it is not zone]
        before, after = [x for x in others if x < at], [x for x in others if x > at]
        whole = self.height if zone.edge % 2 else self.width
        return (max(before) + at) / 2 if before else 0.0, (min(after) + at) / 2 if after else whole

    def edge_of(self, seat: int) -> int:
        """The edge of a seat (from 1); the bottom one for 0."""
        return self.zones[seat - 1].edge if seat else 0

    @property
    def upright(self) -> bool:
        """The middle is too narrow for things beside its plate: they go above and below it."""
        return self.inner.w / self.inner.h < 1.6

    @property
    def large(self) -> float:
        """How much larger than elsewhere things lie in a middle that is upright, since it is longer than they are."""
        if not self.upright:
            return 1.0
        wide, high = self.inner.w / self.u / 2, self.inner.h / self.u / 2
        return max(1.0, min((wide - BEFORE) / (self._disc + BEFORE), high / STACKED, LARGEST))

    @property
    def disc(self) -> float:
        """Of what is round in its middle, from there; u."""
        return self.large * self._disc

    @property
    def _disc(self) -> float:
        return DISC if self.narrow else WIDE_DISC

    @property
    def narrow(self) -> bool:
        """Its zones are so deep that things of the middle are drawn smaller."""
        return max(zone.d for zone in self.zones) > ROOMY * self.u

    @property
    def touch(self) -> float:
        """The least side of a control, in u."""
        return max(88.0, (FINGER + 0.05) * self.mm / self.u)


def guessed_diagonal(width: float, height: float) -> float:
    """Inches, where nobody has told: 7 for the small panels, 24 for desk screens, 10.1 between."""
    if max(width, height) <= 800:
        return 7.0
    return 24.0 if max(width, height) >= 1920 else 10.1


def spread(wanted: Sequence[float], least: float, most: float, wides: Sequence[float], gap: float) -> list[float]:
    """Middles of things as near as they can be to where they should lie, beside one another and within bounds."""
    found = [*wanted]
    for i in range(len(found)):
        low = found[i - 1] + wides[i - 1] / 2 + gap if i else least
        found[i] = max(found[i], low + wides[i] / 2)
    for i in reversed(range(len(found))):
        high = found[i + 1] - wides[i + 1] / 2 - gap if i + 1 < len(found) else most
        found[i] = min(found[i], high - wides[i] / 2)
    return found


@lru_cache(maxsize=64)
def lay_ring(
    width: int,
    height: int,
    seats: int,
    diagonal: float | None = None,
    rounds: Rounds | None = None,
    plain: bool = False,
    drawn: Drawn | None = None,
) -> Ring:
    """The ring with the largest unit that leaves every zone, every gap and the middle their room.

    `plain`: zones have no drawings, which want more room. `drawn`: of a zone; what room is left is theirs.
    """
    inches = diagonal or guessed_diagonal(width, height)
    mm = hypot(width, height) / (inches * INCH)
    u = min(width, height) / 1080
    while True:
        ring = _lay(width, height, seats, u, mm, rounds, NARROW if plain or seats < 3 else WIDE)
        if _roomy(ring) or u < 0.2:
            break
        u *= 0.985
    if drawn is None or plain or (ring.small and not ring.upright):  # panels need all of the middle there
        return ring
    return _deeper(ring, rounds, NARROW if seats < 3 else WIDE, drawn)


def _deeper(base: Ring, rounds: Rounds | None, wide: float, drawn: Drawn) -> Ring:
    """The same, with zones as deep as the least of their drawings gains by it, and then as all of them do.

    Where words are large enough all else becomes smaller for it: never a zone's drawing.
    """
    u = base.u if base.small else base.u * min(1.0, max(SHARE, EASY * base.mm / (28 * base.u)))

    def laid(ends: float, sides: float) -> Ring:
        return _lay(base.width, base.height, len(base.zones), u, base.mm, rounds, wide, (ends, sides), base.u / u)

    def gain(ring: Ring) -> tuple[int, int]:
        if len(ring.zones) < 3:  # they stand beside zones, and are as high
            return round(ring.zones[0].d), 0
        widths = [round(drawn(zone.w / ring.u, zone.d / ring.u, ring.small) * ring.u) for zone in ring.zones]
        return min(widths), sum(widths)

    best, most, deep = base, gain(base), (0.0, 0.0)
    for grows in ((1, 1), (1, 0), (0, 1)):  # all zones, those at the bottom and top, those at the sides
        ends, sides = deep
        for nth in range(1, 40):
            at = ends + nth * STEP * grows[0], sides + nth * STEP * grows[1]
            deeper = laid(*at)
            if not _roomy(deeper) or min(deeper.inner.w, deeper.inner.h) < PANEL * u or deeper.large < base.large * 0.9:
                break
            if gain(deeper) > most:
                best, most, deep = deeper, gain(deeper), at
    return best


def _roomy(ring: Ring) -> bool:
    u, inner = ring.u, ring.inner
    least_w, least_h = (700, 960) if ring.upright else (1250, 440)
    return min(z.w for z in ring.zones) >= 392 * u and inner.w >= least_w * u and inner.h >= least_h * u


def _shares(free: list[float], seats: int) -> list[int]:
    """Sainte-Laguë: seats go one by one to the edge with the most room left for each."""
    counts = [0, 0, 0, 0]
    for _ in range(seats):
        best = _SERVED[0]
        for edge in _SERVED:
            if free[edge] / (2 * counts[edge] + 1) > free[best] / (2 * counts[best] + 1) * 1.001:
                best = edge
        counts[best] += 1
    return counts


@dataclass(frozen=True, slots=True)
class _Screen:
    """A screen and the lengths on it, for one unit; all in pixels."""

    width: float
    height: float
    u: float
    depth: float
    card: float
    deeper: tuple[float, float]  # zones at the bottom and top, and those at the sides, by so much
    corner: float  # of a card's centre in a corner, from both edges
    inwards: float  # of a round thing's centre beside it, from both edges
    plain: float  # what zones leave free of an edge, at each end
    kept: float  # the same, with a round thing there

    @classmethod
    def of(
        cls, width: float, height: float, seats: int, u: float, rounds: Rounds | None, deeper: tuple[float, float]
    ) -> "_Screen":
        roomy = seats <= 5
        card = (124 if roomy else 100) * u
        corner = card * 0.85 + 32 * u
        inwards = corner + (card * 0.7 + (_HALO + 5 + 0.95 * rounds.r) * u) * 0.5**0.5 if rounds else corner
        plain = corner + card * 0.85 + 14 * u
        kept = max(plain, inwards + (rounds.r + 12) * u) if rounds else plain
        depth = 244 * u if not roomy else 280 * u if rounds else 272 * u  # with 280 a card and that fit a slot
        more = deeper[0] * u, deeper[1] * u
        return cls(width, height, u, depth, card, more, corner, inwards, plain, kept)

    @property
    def slot(self) -> float:
        """Between two zones of one edge."""
        return self.card + 56 * self.u

    @property
    def inset(self) -> float:
        """Of what lies at an edge, its centre from that."""
        return MARGIN * self.u + self.depth / 2

    def deep(self, edge: int) -> float:
        """Of a zone at that edge."""
        return self.depth + self.deeper[edge % 2]

    def reach(self, edge: int) -> float:
        """From an edge to the end of its zones, and a little more."""
        return (MARGIN + 14) * self.u + self.deep(edge)

    def beside(self, edge: int, along: float, inset: float) -> tuple[float, float]:
        """A point so far from the middle of an edge, clockwise, and so far from the edge."""
        return (
            (self.width / 2 - along, self.height - inset),
            (inset, self.height / 2 - along),
            (self.width / 2 + along, inset),
            (self.width - inset, self.height / 2 + along),
        )[edge]

    def in_corner(self, edge: int, off: float) -> tuple[float, float]:
        """A point in the corner that follows an edge, so far from both."""
        far_x, far_y = self.width - off, self.height - off
        return ((off, far_y), (off, off), (far_x, off), (far_x, far_y))[edge]


def _lay(
    width: float,
    height: float,
    seats: int,
    u: float,
    mm: float,
    rounds: Rounds | None,
    wide: float,
    deeper: tuple[float, float] = (0.0, 0.0),
    wider: float = 1.0,
) -> Ring:
    on = _Screen.of(width, height, seats, u, rounds, deeper)
    zones = _zones(on, seats, wide * wider * u, wider)
    gaps, laid = [], []
    for i, zone in enumerate(zones):
        after = zones[(i + 1) % seats]
        step = (after.edge - zone.edge) % 4 or (4 if i == seats - 1 else 0)
        gaps.append(_gap(on, zone, step, rounds))
        if rounds:
            laid.append(_round(on, zone, step, rounds))
    small = 28 * u / mm < READABLE
    return Ring(width, height, u, mm, on.depth, on.card, zones, tuple(gaps), small, tuple(laid))


def _zones(on: _Screen, seats: int, most: float, wider: float) -> tuple[Zone, ...]:
    sides = (on.width, on.height, on.width, on.height)
    counts = _shares([side - 2 * on.plain for side in sides], seats)
    wide = [0.0] * 4

    def fit(edge: int, room: float) -> None:
        if counts[edge]:
            slots = (counts[edge] - 1) * on.slot
            beside = (sides[edge] - 2 * on.reach(edge + 1) - slots) / counts[edge]  # that takes nothing from the others
            narrow = NARROW * on.u * (wider if edge % 2 else 1)
            wide[edge] = min(most, max(beside, narrow), (room - slots) / counts[edge])

    def span(edge: int) -> float:
        return counts[edge] * wide[edge] + (counts[edge] - 1) * on.slot

    for edge in (0, 2):
        fit(edge, sides[edge] - 2 * on.kept)
    clash = any(counts[edge] and (on.width - span(edge)) / 2 < on.reach(1) for edge in (0, 2))
    for edge in (1, 3):  # where long-edge zones come this near to a side, its zones end above them
        fit(edge, sides[edge] - 2 * (max(on.reach(0), on.kept) if clash else on.kept))
    return tuple(
        Zone(edge, *on.beside(edge, along, MARGIN * on.u + on.deep(edge) / 2), wide[edge], on.deep(edge), along)
        for edge in range(4)
        for along in (-span(edge) / 2 + wide[edge] / 2 + nth * (wide[edge] + on.slot) for nth in range(counts[edge]))
    )


def _gap(on: _Screen, zone: Zone, step: int, rounds: Rounds | None) -> CardPlace:
    """Where a card lies between a zone and the next one, `step` edges on."""
    u, card = on.u, on.card
    if step == 0:  # in the slot between two zones of one edge, before the round thing if there is one
        inset = (4 + _HALO) * u + card * 0.7 if rounds else on.inset
        return CardPlace(*on.beside(zone.edge, zone.along + zone.w / 2 + on.slot / 2, inset), zone.angle)
    if step == 1:  # aslant in the corner, readable by both
        return CardPlace(*on.in_corner(zone.edge, on.corner), zone.angle + 45)
    edge = (zone.edge + 1) % 4  # an edge between them is empty
    return CardPlace(*on.beside(edge, 0, on.inset), edge * 90.0)


def _round(on: _Screen, zone: Zone, step: int, rounds: Rounds) -> RoundPlace:
    """Where something round lies beside that card."""
    u, card = on.u, on.card
    if step == 0:
        above = (4 + _HALO) * u + card * 0.7 + card * 0.7 + (_HALO + 4 + rounds.slot * 0.87) * u
        along = zone.along + zone.w / 2 + on.slot / 2
        return RoundPlace(*on.beside(zone.edge, along, above), zone.angle, rounds.slot * u, False, rounds.long * u)
    if step == 1:
        return RoundPlace(*on.in_corner(zone.edge, on.inwards), zone.angle + 45, rounds.r * u, False)
    edge = (zone.edge + 1) % 4
    off = (-1 if edge in (2, 3) else 1) * (card / 2 + (_HALO + 12 + rounds.wide) * u)
    return RoundPlace(*on.beside(edge, off, on.inset), zone.angle, rounds.wide * u, True)


def link_path(gap: CardPlace, zone: Zone) -> tuple[float, ...]:
    """The line from a neighbour's zone to a gap: straight where it lies beside it, with one bend to an empty edge."""
    flat = zone.edge % 2 == 0
    sign_x, sign_y = (1 if gap.x > zone.x else -1), (1 if gap.y > zone.y else -1)
    x = zone.x + sign_x * zone.w / 2 if flat else zone.x
    y = zone.y if flat else zone.y + sign_y * zone.w / 2
    near = abs(gap.y - zone.y if flat else gap.x - zone.x) < zone.d / 2
    if near:
        return (x, gap.y, gap.x, gap.y) if flat else (gap.x, y, gap.x, gap.y)
    return (x, y, gap.x, y, gap.x, gap.y) if flat else (x, y, x, gap.y, gap.x, gap.y)
