"""A conflict as everybody sees it: shields compared, and what each seat won. Shown until somebody goes on."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from math import atan2, cos, degrees, radians, sin
from typing import TypeAlias

from app.games.architects.screen import pieces, zone
from app.games.architects.screen.theatre import Fight
from app.looks.icons import icon
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.ring import Ring, link_path
from app.screen.scene import Scene
from app.screen.widgets.controls import button
from app.text.game import short
from app.text.languages import Words
from engine.architects.cards import MedalData

End: TypeAlias = Callable[[Controller], None]


def elements(scene: Scene, ring: Ring, fight: Fight, medals: Mapping[str, MedalData], end: End) -> Elements:
    """The whole screen while a conflict is shown. `medals`: what each may ask for; `end`: what a touch does."""
    return [
        Element("battle lines", Arrows(ring, tuple(fight.event.shields)), paint_arrows),
        Element("battle", Drum(ring, scene.model.words(), end), paint_drum),
        _go_on(scene, ring, fight, end),
        *(_seat(scene, ring, fight, medals, i) for i in range(len(ring.zones))),
    ]


def _compare(a: int, b: int) -> int:
    return (a > b) - (a < b)


@dataclass(frozen=True, slots=True)
class Arrows:
    """Between two neighbours: an arrow to the one with more shields."""

    ring: Ring
    shields: tuple[int, ...]  # by seat


def paint_arrows(p: Pen, it: Arrows, control: Controller) -> None:
    ring, shields, n = it.ring, it.shields, len(it.ring.zones)
    gaps = [(i, (i + 1) % n) for i in range(n if n > 2 else 1)]
    for i, j in gaps:
        c = _compare(shields[i], shields[j])
        for k, on in ((i, c > 0), (j, c < 0)):
            path = link_path(ring.stacks[i], ring.zones[k])
            p.path(*path, line="candle" if on else "hair", width=(7 if on else 4) * ring.u)
    for i, j in gaps:
        place, c = ring.stacks[i], _compare(shields[i], shields[j])
        path = link_path(place, ring.zones[i if c > 0 else j])
        angle = degrees(atan2(path[-3] - path[-1], path[-4] - path[-2]))
        with p.at(place.x, place.y, 0, ring.u * min(1, (ring.card / ring.u + 40) / 164)):
            p.disc(0, 0, 78, "red_tint", "red" if c else "line", 5)
            if c:
                with p.at(0, 0, angle):
                    icon(p, "arrow", 0, 0, 100, "candle", "red_tint")
            else:
                icon(p, "same", 0, 0, 92, "soft", "red_tint")


@dataclass(frozen=True, slots=True)
class Drum:
    """What is seen in the middle: a conflict."""

    ring: Ring
    w: Words
    end: End


def paint_drum(p: Pen, it: Drum, control: Controller) -> None:
    x, y = it.ring.inner.centre
    with p.at(x, y, 0, it.ring.u):
        p.disc(0, 0, 216, "red_tint", "red", 5)
        p.disc(0, 0, 134, "drum")
        icon(p, "horn", -2, 18, 190, "text", "drum")
        for angle in (0, 90, 180, 270):
            with p.at(0, 0, angle):
                p.text(0, 172, it.w("Conflict"), 38, "text", bold=True, room=210)
        for angle in (45, 135, 225, 315):
            with p.at(178 * cos(radians(angle)), 178 * sin(radians(angle)), angle - 45):
                pieces.marker(p, True, 33)
        p.hit_area(-216, -216, 432, 432, "end fight", partial(it.end, control), rank=1)


@dataclass(frozen=True, slots=True)
class GoOn:
    """The way on, facing whoever acts next; it comes by itself in `left` seconds, and a tap does not wait for it."""

    ring: Ring
    angle: float
    left: int
    w: Words
    end: End


def _go_on(scene: Scene, ring: Ring, fight: Fight, end: End) -> Element[GoOn]:
    acting = scene.acting
    angle = ring.zones[acting - 1].angle if acting else 0.0
    left = max(0, round(fight.until - scene.now))
    return Element("go on", GoOn(ring, angle, left, scene.model.words(acting), end), paint_go_on)


def paint_go_on(p: Pen, it: GoOn, control: Controller) -> None:
    ring, w, u = it.ring, it.w, it.ring.u
    x, y = ring.inner.centre
    bw, bh = (240.0 if ring.upright else 330.0), max(124.0, ring.touch)
    below_plate = 216 + 20 + (bw if it.angle % 180 else bh) / 2
    dx, dy = (0.0, below_plate) if ring.upright else (-440.0, 0.0)
    with p.at(x + dx * u, y + dy * u, it.angle, u):
        label, below = w("Continue"), w("automatically in {n} s", n=it.left)
        button(
            p,
            -bw / 2,
            -bh / 2,
            bw,
            bh,
            label,
            "go on",
            partial(it.end, control),
            primary=True,
            size=34,
            below=below,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a conflict was for a seat, in its words."""

    ring: Ring
    i: int  # the seat, from 0
    people: tuple[str, ...]
    shields: tuple[int, ...]  # by seat
    won: int  # military tokens
    gone: int  # horn cards discarded
    medals: tuple[Mapping[str, int], ...]  # won by it: what each asks for
    w: Words

    def compared(self, other: int) -> int:
        """1: it has more shields than another seat, -1: fewer, 0: as many."""
        return _compare(self.shields[self.i], self.shields[other])


def _seat(scene: Scene, ring: Ring, fight: Fight, medals: Mapping[str, MedalData], i: int) -> Element[Outcome]:
    w, event = scene.model.words(i + 1), fight.event
    won = tuple(medals[slug].need for seat, slug in fight.medals if seat == i + 1)
    gone = len(event.discarded[i])
    view = Outcome(ring, i, scene.model.people(w), tuple(event.shields), event.won[i], gone, won, w)
    return Element(f"zone {i + 1}", view, paint_outcome)


def paint_outcome(p: Pen, it: Outcome, control: Controller) -> None:
    ring, i, n, u = it.ring, it.i, len(it.ring.zones), it.ring.u
    at, left, right = ring.zones[i], (i + 1) % n, (i - 1) % n
    with p.at(at.x, at.y, at.angle, u), p.at(-at.w / u / 2, -at.d / u / 2):
        w, d = at.w / u, at.d / u
        k = d / 272
        hs = (92 if ring.small else 60) * k
        h = d - hs
        zone.ground(p, w, d, hs, k, False)
        size = (46 if ring.small else 30) * k
        used = p.text(20, d - hs / 2, it.people[i], size, "text", "start", bold=True, room=w * 0.55)
        end = w - 18
        for need in it.medals:
            r = hs * 0.44
            with p.at(end - r, d - hs / 2):
                pieces.medal(p, need, r)
            end -= 2 * r + 12
        if it.gone:
            note = it.w.ngettext("{n} horn card discarded", "{n} horn cards discarded", it.gone)
            zone.optional(p, end, d - hs / 2, (note,), size * 0.75, "soft", end - used - 38)
        s = min(1.0, w / 540) * min(1.0, h / 205)
        y = h / 2 + 6 * s
        beats = sum(it.compared(other) > 0 for other in ({left, right}))
        _side(p, it, w * 0.17, y, left, s, w * 0.3, it.won if beats < 2 or n == 2 else 1)
        if n > 2:
            _side(p, it, w * 0.83, y, right, s, w * 0.3, it.won if beats < 2 else 1)
        else:
            text = it.w("twice as many win two tokens")
            p.prose(w * 0.66, h * 0.25, text, 25 * s, w * 0.32, h * 0.5, "soft", "start", middle=True)
        icon(p, "shield", w / 2, h / 2, 176 * s, "red", "red")
        p.text(w / 2, h / 2 - 8 * s, str(it.shields[i]), 84 * s, "battle", bold=True)


def _side(p: Pen, it: Outcome, x: float, y: float, other: int, k: float, room: float, gain: int) -> None:
    """Compared with one neighbour, and what that brought."""
    c = it.compared(other)
    with p.at(x, y, 0, k):
        p.text(0, -66, short(it.people[other]), 32 if it.ring.small else 25, "soft", room=room / k)
        p.rect(-76, -42, 152, 60, 14, "red_tint", "candle" if c > 0 else None, 3)
        p.text(-42, -12, str(it.shields[it.i]), 40, "text", bold=True, room=56)
        p.text(0, -12, ">" if c > 0 else "<" if c < 0 else "=", 36, "candle" if c > 0 else "soft", bold=True)
        p.text(42, -12, str(it.shields[other]), 40, "text", bold=True, room=56)
        if c > 0:
            with p.at(-28, 52):
                pieces.military(p, 25)
            p.text(8, 52, f"+{gain}", 32, "candle", "start", bold=True)
        else:
            p.text(0, 52, it.w("nothing") if c else it.w("tie"), 25, "soft", room=room / k)
