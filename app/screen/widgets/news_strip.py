"""News strips: at each seat's edge, in its language, what just happened; on the border of zone and middle.

A strip keeps clear of the roof of a drawn wonder, and is hidden while a panel covers the middle. A touch lists all
since that seat's last turn.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import cos, radians, sin
from typing import Final

from app.screen.control.controller import Controller
from app.screen.paint.element import AnyElement, Element, Elements, look_at
from app.screen.paint.pen import Pen
from app.screen.paint.placed_things import PlacedStamp
from app.screen.paint.text_pen import LEADING
from app.screen.state.ring_layout import Ring, Zone
from app.screen.widgets import illustrations
from app.screen.widgets.faces import figure
from app.screen.widgets.middle_controls import button_places
from engine.memoize import memoize

ZONE_OVERLAP: Final = 15.0  # u, of the far side of a zone that are free
LINE: Final = 31.0  # u, height of one line
SMALL_LINE: Final = 46.0  # u, on a small screen
TIGHT_LINE: Final = 22.0  # u, before round buttons
TEXT_SIZE: Final = 0.75  # of a line's height
MIN_LEADING: Final = 1.15  # height of a line in sizes of its words, where the middle has no more room
PAD: Final = 14.0  # u, beside the words
ZONE_GAP: Final = 3.0  # u, where the middle has room for the whole strip
CORNER_GAP: Final = 54.0  # u, kept free at the ends of a long edge for the shorter edges
LONGEST: Final = 900.0  # u
BORDER: Final = 16.0  # u, between a zone and the middle
POINTER_RADIUS: Final = 246.0  # u, from the middle's centre to the end of the turn pointer
ROUND_BUTTONS: Final = 5  # in the middle, where anything was reported
BUTTON_GAP: Final = 6.0  # u, between them and a strip, except on a small screen
STACKED: Final = 500.0  # u, to what is above and below the pointer in portrait
LARGE_STACKED: Final = 625.0  # u, where it is large
STACKED_OFFSET: Final = 290.0  # u, along a long edge in portrait from the middle's centre to these
STACKED_END: Final = 412.0  # u, across that edge to the end of these, or
NEAREST: Final = 8.0  # u, from the middle's own end where it is narrower
MIN_SHRINK: Final = 0.8  # of its size, before a sentence takes two lines
MIN_TEXT_PX: Final = 13.0  # smallest words; rather fewer words than smaller ones
ROOF_GAP: Final = 10.0  # u, from the roof of a wonder
STRIP: Final = "strip"  # key of its box


@dataclass(frozen=True, slots=True)
class Strip:
    """A seat's news in wordings from long to short. `back`: it was taken back; `zone`: the seat's zone."""

    ring: Ring
    seat: int
    wordings: tuple[str, ...]
    back: bool
    zone: AnyElement
    inside: float  # u, of its zone that it may cover
    brief: tuple[str, ...]  # shorter wordings for little room, from long to short


@dataclass(frozen=True, slots=True)
class StripTouch:
    """The hit area of a strip, below everything on the table."""

    strip: Element[Strip]
    again: Callable[[Controller], None] | None


def wordings(sentences: Sequence[str]) -> tuple[str, ...]:
    """Return shorter and shorter wordings of sentences in order of importance: all of them, …, the first alone."""
    return tuple(" ".join(sentences[:end]) for end in range(len(sentences), 0, -1))


def strips(
    ring: Ring,
    said: Sequence[Sequence[str]],
    back: bool,
    zones: Sequence[AnyElement],
    again: Callable[[Controller], None] | None = None,
    inside: float = ZONE_OVERLAP,
    brief: Sequence[tuple[str, ...]] = (),
) -> tuple[Elements, Elements]:
    """Return the hit areas, to lie below everything, and the strips. `said`: sentences by seat.

    `zones`: elements of the seats; none while the middle is covered. `again`: what a touch does; None: it lists all
    since the seat's last turn on the middle. `brief`: short wordings by seat.
    """
    views = [
        Strip(ring, seat, wordings(each), back, zone, inside, brief[seat - 1] if brief else ())
        for seat, (each, zone) in enumerate(zip(said, zones, strict=False), start=1)
        if each
    ]
    shown = [Element(f"happened {view.seat}", view, paint_strip) for view in views]
    return [Element(f"since {each.view.seat}", StripTouch(each, again), paint_touch) for each in shown], shown


def is_of(part: AnyElement) -> bool:
    """Check whether an element is a strip or its hit area. Any: each element has a view of its own."""
    return isinstance(part.view, Strip | StripTouch)


def open_since(control: Controller, seat: int, edge: int) -> None:
    """Show all since a seat's last turn on the middle, facing it; hide it if it is open."""
    control.open_panel(f"since {seat}", edge)


# ---- where it lies -----------------------------------------------------------------------------------------


def edge_span(ring: Ring, zone: Zone) -> tuple[float, float]:
    """Return how far a strip may extend along its edge, left and right of its zone's middle, in u."""
    across, down = ((1, 0), (0, 1), (-1, 0), (0, -1))[zone.edge]

    def offset_along(x: float, y: float) -> float:
        return ((x - zone.x) * across + (y - zone.y) * down) / ring.u

    inner, half = ring.inner, zone.w / ring.u / 2
    left, right = -half, half
    if zone.edge % 2 == (ring.width < ring.height):
        ends = sorted((offset_along(inner.x, inner.y), offset_along(inner.x + inner.w, inner.y + inner.h)))
        left, right = max(ends[0] + CORNER_GAP, -LONGEST / 2), min(ends[1] - CORNER_GAP, LONGEST / 2)
    for other in ring.zones:
        if other.edge == zone.edge and other is not zone:
            between, room = offset_along(other.x, other.y) / 2, 8.0
            left, right = (max(left, between + room), right) if between < 0 else (left, min(right, between - room))
    return left, right


def depth_before_middle(ring: Ring, zone: Zone) -> float:
    """Return the depth that is free before a zone's middle while no panel covers it, in u."""
    far = (ring.inner.h if zone.edge % 2 == 0 else ring.inner.w) / ring.u / 2
    if ring.upright and zone.edge % 2 == 0:
        return far - (STACKED if ring.large == 1 else LARGE_STACKED * ring.large) + BORDER
    if ring.upright:
        return far - POINTER_RADIUS * ring.large + BORDER
    if zone.edge % 2:
        right = max(x for x, _ in button_places(ring, ROUND_BUTTONS)) + ring.touch / 2
        return far - right - (0.0 if ring.small else BUTTON_GAP) + BORDER
    return far - max(POINTER_RADIUS, _button_reach(ring, zone)) + BORDER


def _button_reach(ring: Ring, zone: Zone) -> float:
    """Return how far round buttons reach from the middle's centre to a zone at a long edge; 0 if they are beside it."""
    places, r = button_places(ring, ROUND_BUTTONS), ring.touch / 2
    end = max(zone.x + (1 - zone.edge) * end * ring.u for end in edge_span(ring, zone))
    is_before = end > ring.inner.centre[0] + (min(x for x, _ in places) - r) * ring.u
    return max(y for _, y in places) + r if is_before else 0.0


def depth_before_zone(ring: Ring, zone: Zone) -> float:
    """Return the free depth before a whole zone; in portrait its ends may be before what is beside the pointer."""
    end = abs(zone.y - ring.inner.centre[1]) + zone.w / 2
    return _depth_up_to(ring, zone, end / ring.u)


def _depth_up_to(ring: Ring, zone: Zone, end: float) -> float:
    """Return the free depth before something that ends `end` u from the middle's centre along the edge."""
    if ring.upright and zone.edge % 2 and end > STACKED_OFFSET * ring.large:
        return max(ring.inner.w / ring.u / 2 - STACKED_END, NEAREST) + BORDER
    return depth_before_middle(ring, zone)


@dataclass(frozen=True, slots=True)
class _StripLayout:
    """A strip's box, lines and text size, in u, from the zone's middle as its seat sees it."""

    x: float
    y: float
    w: float
    h: float
    line: float
    size: float
    rows: tuple[str, ...]


def _break_wordings(
    p: Pen, wordings: Sequence[str], size: float, least: float, room: float, high: float, brief: tuple[str, ...] = ()
) -> tuple[list[str], float]:
    """Return the lines and text size: the fullest wording in one line, or in two where one would be small.

    If text would be smaller than `least`, a `brief` wording is taken, else the text is cut.
    """
    text = next((text for text in wordings if p.text_width(text, size) <= room), wordings[-1])
    one, two = p.fit_size(text, size, room), min(size, high / (2 * LEADING))
    if one >= max(least, min(two, size * MIN_SHRINK)):
        return [text], one
    if two >= least:
        short = next((text for text in wordings if len(p.break_lines(text, two, room, 9)[0]) <= 2), text)
        rows, used = p.break_lines(short, two, room, 2)
        if used >= least:
            return rows, used
    if one >= least:
        return [text], one
    if fitting := next((each for each in brief if p.text_width(each, least) <= room), ""):
        return [fitting], p.fit_size(fitting, size, room)
    return [p.cut_to_room(text, least, room)], least


def _roof_span(p: Pen, strip: Strip, control: Controller, inside: float) -> tuple[float, float] | None:
    """Return the span, in u along the edge, in which a wonder or its outlines reach up to `inside`, or None."""
    drawn = illustrations.built_stage, illustrations.unbuilt_stage
    stages = (stamp for stamp in look_at(strip.zone, p, control).stamps if stamp.paint in drawn)
    return _span_of_stages(tuple(stages), strip.ring.zones[strip.seat - 1], strip.ring.u, inside)


@memoize(64)
def _span_of_stages(stages: tuple[PlacedStamp, ...], zone: Zone, u: float, inside: float) -> tuple[float, float] | None:
    c, s, end = cos(radians(zone.angle)) / u, sin(radians(zone.angle)) / u, inside - zone.d / u / 2
    away = [(x - zone.x, y - zone.y) for stamp in stages for x, y in (stamp.point(*at) for at in stamp.outline)]
    lies = [(x * c + y * s, y * c - x * s - end) for x, y in away]  # below 0: over it
    crossing = (x + (x2 - x) * y / (y - y2) for (x, y), (x2, y2) in pairwise(lies) if (y < 0) != (y2 < 0))
    over = [*(x for x, y in lies if y < 0), *crossing]
    return (min(over) - ROOF_GAP, max(over) + ROOF_GAP) if over else None


def _lay_out(p: Pen, strip: Strip, control: Controller) -> _StripLayout:
    """Return the layout of a strip: beside a wonder's roof if one is in the way."""
    left, right = edge_span(strip.ring, zone := strip.ring.zones[strip.seat - 1])
    free = _lay_out_between(p, strip, left, right)
    roof = _roof_span(p, strip, control, free.y + free.h + zone.d / strip.ring.u / 2)
    if roof is None or free.x + free.w <= roof[0] or roof[1] <= free.x:
        return free
    roof = _roof_span(p, strip, control, strip.inside) or roof
    return _lay_out_between(p, strip, *max((left, roof[0]), (roof[1], right), key=lambda span: span[1] - span[0]))


def _lay_out_between(p: Pen, strip: Strip, left: float, right: float) -> _StripLayout:
    """Lay out a strip between two points along its edge."""
    ring, zone = strip.ring, strip.ring.zones[strip.seat - 1]
    least = MIN_TEXT_PX / ring.u
    line = max(SMALL_LINE if ring.small else LINE, least / TEXT_SIZE) * (1.0 if ring.upright or ring.small else p.grown)
    deep, words = depth_before_middle(ring, zone) + strip.inside, line * TEXT_SIZE
    if (zone.edge % 2 == 0) == ring.upright or (
        not ring.upright and _button_reach(ring, zone) > POINTER_RADIUS
    ):  # labels and round buttons lie there
        line = min(line, max(deep, least * MIN_LEADING, 0.0 if ring.small else TIGHT_LINE))
        words = min(words, line / MIN_LEADING)
    sign = line * 0.8
    room = right - left - 2 * PAD - sign - 8
    high = deep - PAD
    rows, size = _break_wordings(p, strip.wordings, words, least, room, high, strip.brief)
    centre = (1 if zone.edge == 1 else -1) * (ring.inner.centre[1] - zone.y) / ring.u  # the middle's, along a side
    if len(rows) > 1 and ring.upright and zone.edge % 2:  # two lines only between what is above and below
        near = max(left, centre - STACKED_OFFSET * ring.large), min(right, centre + STACKED_OFFSET * ring.large)
        used = 2 * PAD + sign + 8
        rows, size = _break_wordings(p, strip.wordings, words, least, near[1] - near[0] - used, high, strip.brief)
        if len(rows) > 1:
            left, right = near
        else:
            rows, size = _break_wordings(p, strip.wordings, words, least, room, 0.0, strip.brief)
    w = max(p.text_width(row, size) for row in rows) + 2 * PAD + sign + 8
    x = min(max(-w / 2, left), right - w)
    h = line if len(rows) == 1 else max(line, len(rows) * size * LEADING + PAD / 2)
    inside = strip.inside
    if len(rows) == 1:  # two lines would meet the strips of the next edge
        clear = _depth_up_to(ring, zone, max(centre - x, x + w - centre))
        inside = max(-ZONE_GAP, min(inside, h + ZONE_GAP - clear))
    return _StripLayout(x, -zone.d / ring.u / 2 + inside - h, w, h, line, size, tuple(rows))


def line(p: Pen, wordings: Sequence[str], back: bool, w: float, h: float, size: float) -> None:
    """Draw the same news on a plate with this free size, from its upper left corner; in two lines if needed."""
    sign = size * 1.1
    room = w - 2 * PAD - sign - 8
    rows, size = _break_wordings(p, wordings, size, MIN_TEXT_PX / p.scale, room, h - 12)
    wide = max(p.text_width(row, size) for row in rows) + 2 * PAD + sign + 8
    p.rect(0, 4, wide, h - 8, min(22, h / 2 - 4), "plate", "line", 2)
    _draw_words(p, rows, size, back, wide, h, sign)


def _draw_words(p: Pen, rows: Sequence[str], size: float, back: bool, w: float, h: float, sign: float) -> None:
    figure(p, "undo" if back else "eye", PAD + sign / 2 - 4, h / 2, sign, "soft", "plate")
    for nth, row in enumerate(rows):
        y = h / 2 + (nth - (len(rows) - 1) / 2) * size * LEADING
        p.text(PAD + sign + 4, y, row, size, "text", "start", room=w - 2 * PAD - sign)


def paint_strip(p: Pen, strip: Strip, control: Controller) -> None:
    zone, at = strip.ring.zones[strip.seat - 1], _lay_out(p, strip, control)
    with p.at(zone.x, zone.y, zone.angle, strip.ring.u), p.at(at.x, at.y):
        p.rect(0, 0, at.w, at.h, min(at.h, at.line) / 2, "plate", "line", 2)
        _draw_words(p, at.rows, at.size, strip.back, at.w, at.h, at.line * 0.8)
        p.thing(STRIP, 0, 0, at.w, at.h)


def paint_touch(p: Pen, touch: StripTouch, control: Controller) -> None:
    strip = touch.strip.view
    ring, edge = strip.ring, strip.ring.zones[strip.seat - 1].edge
    [at] = (thing for thing in look_at(touch.strip, p, control).things if thing.key == STRIP)
    with p.at(at.x, at.y, at.angle, ring.u):
        w, h = at.w / ring.u, at.h / ring.u
        high = max(h, ring.touch)

        def paint_press(pen: Pen) -> None:
            pen.rect(-w / 2 - 3, -h / 2 - 3, w + 6, h + 6, 18, None, "candle", 4)

        tap = partial(touch.again or partial(open_since, seat=strip.seat, edge=edge), control)
        p.hit_area(-w / 2, h / 2 - high, w, high, f"since {strip.seat}", tap, rank=0, press=paint_press)
