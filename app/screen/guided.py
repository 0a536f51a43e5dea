"""Comments in a guided game, as every game makes them on the screen: what is said to a seat, and where that may lie."""

from collections.abc import Collection, Iterable
from functools import lru_cache
from itertools import product
from math import ceil
from typing import Final

from app.screen.draw import PITCH
from app.screen.ring import Rect, Ring, Zone
from app.screen.scene import Scene
from app.screen.widgets.strip import along
from app.text.guide import Comment, Lesson, Now, comments

PART: Final = 0.65  # of a zone's width, at its right
PLATE: Final = 0.25  # of its depth, for the name
SIDE: Final = 400.0  # u: in less a comment needs some of the middle, too
APART: Final = 6.0  # u, between a comment before a zone and what it leaves free
WIDEST: Final = 540.0  # u, of one
DEEPEST: Final = 240.0
NOTHING: Final = Rect(0.0, 0.0, 0.0, 0.0)
LEAST: Final = 0.7  # of their size: rather than smaller words, a comment covers some of what its seat has
PAD: Final = 10.0  # u, beside its words
LONG: Final = 160  # letters, of a long one
WORD: Final = 15  # letters, of a long word in it
LETTER: Final = 0.5  # of the size of words: how wide a letter is


def commented(
    scene: Scene, seat: int, lessons: Iterable[Lesson], decided: Collection[str], step: str = ""
) -> Comment | None:
    """What lessons say to a seat now. `decided`: kinds of event that tell what a seat did; `step`: as `Now` has it."""
    model, table = scene.model, scene.model.table
    assert table is not None
    w = model.words(seat)
    now = Now.of(
        seat,
        table,
        model.questions.get(seat),
        model.people(w),
        model.past[seat - 1],
        decided,
        model.view,
        model.data,
        phone=False,
        step=step,
    )
    return next((it for it in comments(lessons, w, now) if (seat, it.moment) not in scene.opened.heard), None)


def size(ring: Ring) -> float:
    """Of the words of a comment, where they have room; u."""
    return 34.0 if ring.small else 27.0


def on_zone(ring: Ring, seat: int) -> Rect:
    """What is over a seat's name, where nothing of the middle is free: all of a zone that is narrow or small; u."""
    w, d = ring.zones[seat - 1].w / ring.u, ring.zones[seat - 1].d / ring.u
    part = w if ring.small or w * PART < SIDE else w * PART
    return Rect(w - part, 0.0, part, d - max(ring.touch, d * PLATE))


def before_zone(ring: Ring, seat: int, taken: tuple[Rect, ...], spare: Rect) -> Rect:
    """The most of the middle before a seat's zone that is not taken, nor another seat's.

    Where words would be small there, it may go on over what the seat can spare: from the corner of its zone, u.
    `taken`: what lies on the middle, in pixels.
    """
    zone, u = ring.zones[seat - 1], ring.u
    rooms = _rooms(ring, taken)
    w, d = zone.w / u / 2, zone.d / u / 2
    found = rooms[seat - 1]
    if _words(found.w, found.h) < LEAST * size(ring):
        others = (_lying(at, it, u) for it, at in zip(ring.zones, rooms, strict=True) if it is not zone)
        spared = Rect(spare.x - w, spare.y - d, spare.w, spare.h)
        found = max(found, _free(ring, zone, (*taken, *others), spared), key=lambda it: _words(it.w, it.h))
    return Rect(found.x + w, found.y + d, found.w, found.h)


@lru_cache(maxsize=16)
def from_zones(ring: Ring, taken: tuple[Rect, ...], spares: tuple[Rect, ...]) -> tuple[Rect, ...]:
    """By seat, what it can spare of its zone, and where words would be small there, what is free before that.

    Nothing is, where the far side of its zone is not spared. Both from the corner of its zone, u. `taken`: what lies on
    the middle, in pixels.
    """
    lies, found = list(taken), []
    for zone, it in zip(ring.zones, spares, strict=True):
        w, d = zone.w / ring.u / 2, zone.d / ring.u / 2
        spare = Rect(it.x - w, it.y - d, it.w, it.h)
        things = (_seen(it, zone, ring.u) for it in lies)
        ahead = [far.y + far.h + APART for far in things if far.x < spare.x + spare.w and far.x + far.w > spare.x]
        top = max((spare.y + spare.h - _enough(spare.w, size(ring)), *(y for y in ahead if y < spare.y + spare.h)))
        top = min(top, spare.y) if it.y <= 0 else spare.y
        lies.append(_lying(Rect(spare.x, top, spare.w, spare.y + spare.h - top), zone, ring.u))
        found.append(Rect(it.x, top + d, it.w, it.h + spare.y - top))
    return tuple(found)


@lru_cache(maxsize=16)
def _rooms(ring: Ring, taken: tuple[Rect, ...]) -> tuple[Rect, ...]:
    """By seat, what it has of the middle before its zone: u, from the zone's middle."""
    alone = {zone: _free(ring, zone, taken) for zone in ring.zones}
    found: dict[Zone, Rect] = {}
    for zone in sorted(ring.zones, key=lambda it: _words(alone[it].w, alone[it].h)):  # who has least is first
        others = (_lying(at, it, ring.u) for it, at in found.items())
        found[zone] = _free(ring, zone, (*taken, *others))
    return tuple(found[zone] for zone in ring.zones)


def _free(ring: Ring, zone: Zone, lies: Iterable[Rect], spare: Rect = NOTHING) -> Rect:
    """The room for the largest words on a zone's border that leaves free what lies before it; u, from its middle."""
    things = [_seen(it, zone, ring.u) for it in lies]
    border, (left, right) = -zone.d / ring.u / 2, along(ring, zone)
    starts = [left, spare.x, *(it.x + it.w + APART for it in things)]
    ends = [right, spare.x + spare.w, *(it.x - APART for it in things)]
    best = NOTHING
    for start, end in product((x for x in starts if left <= x), (x for x in ends if x <= right)):
        w = min(end - start, WIDEST)
        ahead = (border - it.y - it.h for it in things if it.x < end and it.x + it.w > start and it.y < border)
        more = spare.h if spare.x <= start and end <= spare.x + spare.w else 0.0
        enough, free = _enough(w, size(ring)), min((DEEPEST, *(far - APART for far in ahead)))
        h, more = min(enough, free + more), min(max(enough - free, 0.0), more)
        if min(w, h) > 0 and _words(w, h) > _words(best.w, best.h):
            best = Rect(min(max(-w / 2, start), end - w), border + more - h, w, h)
    return best


def _enough(w: float, letters: float) -> float:
    """How high a long comment is in words of that size, in so much width; u."""
    return ceil(LONG * LETTER * letters / max(w - 2 * PAD, 1)) * PITCH * letters + PAD


def _words(w: float, h: float) -> float:
    """How large the words of a long comment are where it has so much room; u."""
    room, tall = w - 2 * PAD, h - PAD
    return max(min(tall / n / PITCH, room * min(n / LONG, 1 / WORD) / LETTER) for n in range(1, 13))


def _seen(it: Rect, zone: Zone, u: float) -> Rect:
    """What lies on the screen, in pixels, as a seat sees it: u, from its zone's middle."""
    return Rect((it.x - zone.x) / u, (it.y - zone.y) / u, it.w / u, it.h / u).turned(-zone.edge)


def _lying(it: Rect, zone: Zone, u: float) -> Rect:
    """The same the other way round."""
    it = it.turned(zone.edge)
    return Rect(zone.x + it.x * u, zone.y + it.y * u, it.w * u, it.h * u)
