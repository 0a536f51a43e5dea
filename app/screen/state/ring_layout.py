"""Layout of the table: seats round the edge, gaps between neighbours, the middle. Pure geometry.

Lengths are pixels, y points down, the origin is the top left corner; angles are degrees clockwise. An edge is 0 at the
bottom, 1 left, 2 top, 3 right, which is also the number of quarter turns that make a thing face it. `u` is the unit of
all drawing: one pixel at 1920 x 1080. Seats run clockwise from the right end of the bottom edge. Gap i lies between
seat i and the next; it has room for a card and, if a game wants it, for something round. A game with another layout
returns a `Ring` of its own (`GameScreen.ring`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import hypot
from typing import Final

from app.screen.paint.pen import Pen

MAX_ZONE_WIDTH: Final = 820  # u
NARROW_ZONE_WIDTH: Final = 660  # u, if a wonder may be beside the zone, or with plain figures
MARGIN: Final = 14  # u, between a zone and the screen's edge
_HALO: Final = 19  # u, by which a halo enlarges a card
DEEP_ZONE: Final = 250  # u: with deeper zones, things in the middle are drawn smaller
SMALL_DISC_RADIUS: Final = 216.0  # u, of the middle's disc with deep zones
DISC_RADIUS: Final = 240.0  # u, otherwise
DISC_GAP: Final = 30.0  # u, between the disc and zones
STACKED: Final = 600.0  # u, from the middle's centre to the end of what is above and below the disc
EASY_MM: Final = 3.3  # height of a 28 u word above which drawings may take room from the rest
MIN_SHARE: Final = 0.8  # least size of the rest then
MIN_PANEL: Final = 455.0  # u, of the middle, that panels need
STEP: Final = 8.0  # u, by which deeper zones are tried
MAX_SCALE: Final = 1.4  # of things in the middle
FINGER: Final = 9.0  # mm, smallest side of a hit area
READABLE_MM: Final = 3.0  # height of a 28 u word below which the layout is `small`
INCH: Final = 25.4  # mm
_SERVED: Final = (0, 2, 1, 3)  # edges in the order in which they win ties


Drawn = Callable[[float, float, bool], float]
"""Returns the width of a zone's drawing from the zone's width and depth, in u, and whether the ring is small."""


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

    def rotate(self, quarters: int) -> "Rect":
        """Return the rectangle after quarter turns round the origin, clockwise."""
        found = self
        for _ in range(quarters % 4):
            found = Rect(-found.y - found.h, found.x, found.h, found.w)
        return found

    def place_near(self, w: float, h: float, near: tuple[float, float]) -> "Rect":
        """Return a rectangle of this size inside, as near to a point as possible."""
        x = min(max(near[0] - w / 2, self.x), self.x + self.w - w)
        return Rect(x, min(max(near[1] - h / 2, self.y), self.y + self.h - h), w, h)


@dataclass(frozen=True, slots=True)
class Zone:
    """A seat's part of the table: `x, y` its centre, `w` along the edge, `d` away from it."""

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
    """Centre and angle of a card."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class RoundPlace:
    """Place of something round between two seats: turned so that both can read it, or drawn for each."""

    x: float
    y: float
    angle: float
    r: float  # radius
    twice: bool = False  # its seats are opposite: drawn once upright, once upside down
    long: float = 0.0  # extra length at its left and right


@dataclass(frozen=True, slots=True)
class Rounds:
    """Sizes of the round things that a game wants in its gaps: radii in u."""

    r: float
    wide: float  # at an edge without seats
    slot: float  # between two seats of one edge
    long: float = 0.0  # there, extra length along the edge on both sides


@dataclass(frozen=True)  # without slots, for its cached properties
class Ring:
    """The layout of the whole table for a number of seats."""

    width: float
    height: float
    u: float
    mm: float  # pixels in a millimetre
    depth: float  # least depth of a zone
    card: float  # width of a card in a gap
    zones: tuple[Zone, ...]
    gaps: tuple[CardPlace, ...]  # place of a card between a seat and the next
    small: bool  # zones show only the most important things, round buttons grow
    rounds: tuple[RoundPlace, ...] = ()  # as gaps; empty if the game wants none
    plate: float = 0.0  # u, at the edge of a zone, that no sentence and no vote covers
    taught: bool = False  # the middle keeps room for lesson tips

    @cached_property
    def seat_counts(self) -> tuple[int, int, int, int]:
        """Number of seats on each edge."""
        a, b, c, d = (sum(zone.edge == edge for zone in self.zones) for edge in range(4))
        return a, b, c, d

    @cached_property
    def inner(self) -> Rect:
        """The middle of the table, inside of zones and gaps."""
        bare = MARGIN * self.u + self.depth / 2 + self.card * 0.7
        bottom, left, top, right = (30 * self.u + (self.deep(edge) or bare) for edge in range(4))
        return Rect(left, top, self.width - left - right, self.height - top - bottom)

    def deep(self, edge: int) -> float:
        """Return the depth of the zones at an edge; 0 if there are none."""
        return max((zone.d for zone in self.zones if zone.edge == edge), default=0.0)

    def seen_from(self, edge: int) -> tuple[float, float]:
        """Return the screen's width and height in pixels as an edge sees it."""
        return (self.width, self.height) if edge % 2 == 0 else (self.height, self.width)

    def before_zone(self, i: int) -> float:
        """Return the pixels from the inner side of seat `i`'s zone (from 0) to the middle's centre."""
        zone, (x, y) = self.zones[i], self.inner.centre
        return (zone.y - y, x - zone.x, y - zone.y, zone.x - x)[zone.edge] - zone.d / 2

    @contextmanager
    def draw_seen_from(self, p: Pen, edge: int) -> Iterator[tuple[float, float]]:
        """Draw in the whole screen as an edge sees it, from its upper left corner. Yield its width and height in u."""
        w, h = (side / self.u for side in self.seen_from(edge))
        with p.at(self.width / 2, self.height / 2, 90.0 * edge, self.u), p.at(-w / 2, -h / 2):
            yield w, h

    @contextmanager
    def draw_in_zone(self, p: Pen, seat: int, bare: float = 0.0) -> Iterator[tuple[float, float]]:
        """Draw in a seat's zone (from 1), from its upper left corner as it sees it. Yield its width and depth in u.

        `bare`: depth to leave free at its edge, in u.
        """
        zone = self.zones[seat - 1]
        w, d = zone.w / self.u, zone.d / self.u
        with p.at(zone.x, zone.y, zone.angle, self.u), p.at(-w / 2, -d / 2):
            yield w, d - bare

    def nearest_seat(self, x: float, y: float, seats: Iterable[int]) -> int:
        """Return the seat (from 1) of these to whose side a point is nearest."""
        inner = self.inner

        def distance(seat: int) -> float:
            rect = self.zones[seat - 1].rect
            across, down = max(rect.x - x, 0.0, x - rect.x - rect.w), max(rect.y - y, 0.0, y - rect.y - rect.h)
            return round(hypot(across / inner.w, down / inner.h), 3)

        return min(seats, key=distance)

    def edge_span(self, zone: Zone) -> tuple[float, float]:
        """Return the span of an edge, in pixels, that is nearer to this zone than to others."""
        at = zone.y if zone.edge % 2 else zone.x
        others = [
            each.y if each.edge % 2 else each.x for each in self.zones if each.edge == zone.edge and each is not zone
        ]
        before, after = [x for x in others if x < at], [x for x in others if x > at]
        whole = self.height if zone.edge % 2 else self.width
        return (max(before) + at) / 2 if before else 0.0, (min(after) + at) / 2 if after else whole

    def edge_of(self, seat: int) -> int:
        """Return the edge of a seat (from 1); the bottom one for 0."""
        return self.zones[seat - 1].edge if seat else 0

    @cached_property
    def upright(self) -> bool:
        """True if the middle is too narrow for things beside its disc: they go above and below it."""
        return self.inner.w / self.inner.h < 1.6

    @cached_property
    def large(self) -> float:
        """The scale of things in an upright middle, which is longer than they need."""
        if not self.upright:
            return 1.0
        wide, high = self.inner.w / self.u / 2, self.inner.h / self.u / 2
        return max(1.0, min((wide - DISC_GAP) / (self._disc + DISC_GAP), high / STACKED, MAX_SCALE))

    @property
    def disc(self) -> float:
        """The radius of the middle's disc, in u."""
        return self.large * self._disc

    @property
    def _disc(self) -> float:
        return SMALL_DISC_RADIUS if self.narrow else DISC_RADIUS

    @cached_property
    def narrow(self) -> bool:
        """True if zones are so deep that things in the middle are drawn smaller."""
        return max(zone.d for zone in self.zones) > DEEP_ZONE * self.u

    @cached_property
    def touch(self) -> float:
        """The least side of a control, in u."""
        return max(88.0, (FINGER + 0.05) * self.mm / self.u)


def guessed_diagonal(width: float, height: float) -> float:
    """Guess the diagonal in inches: 7 for small panels, 24 for desk screens, 10.1 between."""
    if max(width, height) <= 800:
        return 7.0
    return 24.0 if max(width, height) >= 1920 else 10.1


def spread(wanted: Sequence[float], least: float, most: float, wides: Sequence[float], gap: float) -> list[float]:
    """Place things beside one another within bounds, as near as possible to the wanted middles."""
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
    """Return the layout with the largest unit that leaves every zone, every gap and the middle enough room.

    `plain`: zones have no drawings, which need more room. `drawn`: gives remaining room to zones' drawings.
    """
    inches = diagonal or guessed_diagonal(width, height)
    mm = hypot(width, height) / (inches * INCH)
    u = min(width, height) / 1080
    while True:
        ring = _lay_zones(
            width, height, seats, u, mm, rounds, NARROW_ZONE_WIDTH if plain or seats < 3 else MAX_ZONE_WIDTH
        )
        if _has_room(ring) or u < 0.2:
            break
        u *= 0.985
    if drawn is None or plain or (ring.small and not ring.upright):  # panels need all of the middle there
        return ring
    return _deepen_zones(ring, rounds, NARROW_ZONE_WIDTH if seats < 3 else MAX_ZONE_WIDTH, drawn)


def _deepen_zones(base: Ring, rounds: Rounds | None, wide: float, drawn: Drawn) -> Ring:
    """Deepen zones while the smallest of their drawings, then all of them together, gain by it.

    If words are large enough, the unit is reduced for it, but no zone's drawing.
    """
    u = base.u if base.small else base.u * min(1.0, max(MIN_SHARE, EASY_MM * base.mm / (28 * base.u)))

    def lay_deeper(ends: float, sides: float) -> Ring:
        return _lay_zones(base.width, base.height, len(base.zones), u, base.mm, rounds, wide, (ends, sides), base.u / u)

    def gain(ring: Ring) -> tuple[int, int]:
        if len(ring.zones) < 3:  # drawings are beside zones, and as high
            return round(ring.zones[0].d), 0
        widths = [round(drawn(zone.w / ring.u, zone.d / ring.u, ring.small) * ring.u) for zone in ring.zones]
        return min(widths), sum(widths)

    best, most, deep = base, gain(base), (0.0, 0.0)
    for grows in ((1, 1), (1, 0), (0, 1)):  # all zones, those at the bottom and top, those at the sides
        ends, sides = deep
        for nth in range(1, 40):
            at = ends + nth * STEP * grows[0], sides + nth * STEP * grows[1]
            deeper = lay_deeper(*at)
            if (
                not _has_room(deeper)
                or min(deeper.inner.w, deeper.inner.h) < MIN_PANEL * u
                or deeper.large < base.large * 0.9
            ):
                break
            if gain(deeper) > most:
                best, most, deep = deeper, gain(deeper), at
    return best


def _has_room(ring: Ring) -> bool:
    u, inner = ring.u, ring.inner
    least_w, least_h = (700, 960) if ring.upright else (1250, 440)
    return min(z.w for z in ring.zones) >= 392 * u and inner.w >= least_w * u and inner.h >= least_h * u


def _share_seats(free: list[float], seats: int) -> list[int]:
    """Share seats among edges by Sainte-Laguë: each goes to the edge with the most room left per seat."""
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
    """Lengths of a screen for one unit, in pixels."""

    width: float
    height: float
    u: float
    depth: float
    card: float
    deeper: tuple[float, float]  # extra depth of zones: bottom and top, sides
    corner: float  # of a card's centre in a corner, from both edges
    inwards: float  # of a round thing's centre beside it, from both edges
    plain: float  # free length at each end of an edge
    kept: float  # the same, with a round thing there

    @classmethod
    def measure(
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
        return cls(
            width=width, height=height, u=u, depth=depth, card=card, deeper=more, corner=corner, inwards=inwards,
            plain=plain, kept=kept,
        )  # fmt: skip

    @property
    def slot(self) -> float:
        """Gap between two zones of one edge."""
        return self.card + 56 * self.u

    @property
    def inset(self) -> float:
        """Distance of a thing's centre from its edge."""
        return MARGIN * self.u + self.depth / 2

    def deep(self, edge: int) -> float:
        """Return the depth of a zone at an edge."""
        return self.depth + self.deeper[edge % 2]

    def reach(self, edge: int) -> float:
        """Return the distance from an edge to the end of its zones, and a little more."""
        return (MARGIN + 14) * self.u + self.deep(edge)

    def point_at_edge(self, edge: int, along: float, inset: float) -> tuple[float, float]:
        """Return a point by its distance from the middle of an edge, clockwise, and from the edge."""
        return (
            (self.width / 2 - along, self.height - inset),
            (inset, self.height / 2 - along),
            (self.width / 2 + along, inset),
            (self.width - inset, self.height / 2 + along),
        )[edge]

    def point_at_corner(self, edge: int, off: float) -> tuple[float, float]:
        """Return a point in the corner after an edge, `off` from both edges."""
        far_x, far_y = self.width - off, self.height - off
        return ((off, far_y), (off, off), (far_x, off), (far_x, far_y))[edge]


def _lay_zones(
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
    on = _Screen.measure(width, height, seats, u, rounds, deeper)
    zones = _zones(on, seats, wide * wider * u, wider)
    gaps, laid = [], []
    for i, zone in enumerate(zones):
        after = zones[(i + 1) % seats]
        step = (after.edge - zone.edge) % 4 or (4 if i == seats - 1 else 0)
        gaps.append(_gap(on, zone, step, rounds))
        if rounds:
            laid.append(_round(on, zone, step, rounds))
    small = 28 * u / mm < READABLE_MM
    return Ring(
        width=width, height=height, u=u, mm=mm, depth=on.depth, card=on.card, zones=zones, gaps=tuple(gaps),
        small=small, rounds=tuple(laid),
    )  # fmt: skip


def _zones(on: _Screen, seats: int, most: float, wider: float) -> tuple[Zone, ...]:
    sides = (on.width, on.height, on.width, on.height)
    counts = _share_seats([side - 2 * on.plain for side in sides], seats)
    wide = [0.0] * 4

    def fit_edge(edge: int, room: float) -> None:
        if counts[edge]:
            slots = (counts[edge] - 1) * on.slot
            # Room of a zone that takes nothing from the other edges.
            beside = (sides[edge] - 2 * on.reach(edge + 1) - slots) / counts[edge]
            narrow = NARROW_ZONE_WIDTH * on.u * (wider if edge % 2 else 1)
            wide[edge] = min(most, max(beside, narrow), (room - slots) / counts[edge])

    def span(edge: int) -> float:
        return counts[edge] * wide[edge] + (counts[edge] - 1) * on.slot

    for edge in (0, 2):
        fit_edge(edge, sides[edge] - 2 * on.kept)
    clash = any(counts[edge] and (on.width - span(edge)) / 2 < on.reach(1) for edge in (0, 2))
    for edge in (1, 3):  # where long-edge zones come this near to a side, its zones end above them
        fit_edge(edge, sides[edge] - 2 * (max(on.reach(0), on.kept) if clash else on.kept))
    return tuple(
        Zone(edge, *on.point_at_edge(edge, along, MARGIN * on.u + on.deep(edge) / 2), wide[edge], on.deep(edge), along)
        for edge in range(4)
        for along in (-span(edge) / 2 + wide[edge] / 2 + nth * (wide[edge] + on.slot) for nth in range(counts[edge]))
    )


def _gap(on: _Screen, zone: Zone, step: int, rounds: Rounds | None) -> CardPlace:
    """Return the place of a card between a zone and the next one, `step` edges on."""
    u, card = on.u, on.card
    if step == 0:  # in the slot between two zones of one edge, before the round thing if there is one
        inset = (4 + _HALO) * u + card * 0.7 if rounds else on.inset
        return CardPlace(*on.point_at_edge(zone.edge, zone.along + zone.w / 2 + on.slot / 2, inset), zone.angle)
    if step == 1:  # aslant in the corner, readable by both
        return CardPlace(*on.point_at_corner(zone.edge, on.corner), zone.angle + 45)
    edge = (zone.edge + 1) % 4  # an edge between them is empty
    return CardPlace(*on.point_at_edge(edge, 0, on.inset), edge * 90.0)


def _round(on: _Screen, zone: Zone, step: int, rounds: Rounds) -> RoundPlace:
    """Return the place of something round beside that card."""
    u, card = on.u, on.card
    if step == 0:
        above = (4 + _HALO) * u + card * 0.7 + card * 0.7 + (_HALO + 4 + rounds.slot * 0.87) * u
        along = zone.along + zone.w / 2 + on.slot / 2
        place = on.point_at_edge(zone.edge, along, above)
        return RoundPlace(*place, zone.angle, rounds.slot * u, long=rounds.long * u)
    if step == 1:
        return RoundPlace(*on.point_at_corner(zone.edge, on.inwards), zone.angle + 45, rounds.r * u)
    edge = (zone.edge + 1) % 4
    off = (-1 if edge in (2, 3) else 1) * (card / 2 + (_HALO + 12 + rounds.wide) * u)
    return RoundPlace(*on.point_at_edge(edge, off, on.inset), zone.angle, rounds.wide * u, twice=True)


def link_path(gap: CardPlace, zone: Zone) -> tuple[float, ...]:
    """Return the line from a zone to a gap: straight if they are side by side, else with one bend."""
    flat = zone.edge % 2 == 0
    sign_x, sign_y = (1 if gap.x > zone.x else -1), (1 if gap.y > zone.y else -1)
    x = zone.x + sign_x * zone.w / 2 if flat else zone.x
    y = zone.y if flat else zone.y + sign_y * zone.w / 2
    near = abs(gap.y - zone.y if flat else gap.x - zone.x) < zone.d / 2
    if near:
        return (x, gap.y, gap.x, gap.y) if flat else (gap.x, y, gap.x, gap.y)
    return (x, y, gap.x, y, gap.x, gap.y) if flat else (x, y, x, gap.y, gap.x, gap.y)
