"""A conflict as everybody sees it: shields compared, and what each seat won. Shown until somebody goes on."""

from math import atan2, cos, degrees, radians, sin

from app.games.architects.screen import pieces, zone
from app.looks.icons import icon
from app.screen.desk import Desk, Fight, short
from app.screen.draw import Pen
from app.screen.part import Part
from app.screen.ring import Ring, link_path
from app.screen.widgets.controls import button


def parts(desk: Desk, ring: Ring) -> list[Part]:
    """The whole screen while a conflict is shown."""
    fight = desk.fight
    assert fight is not None
    n = len(ring.zones)
    return [
        Part("battle lines", (ring, fight.number), lambda p: _between(p, ring, fight)),
        Part("battle", (ring, fight.number, desk.lang), lambda p: _middle(p, desk, ring, fight)),
        _go_on(desk, ring, fight),
        *(_seat(desk, ring, fight, i, n) for i in range(n)),
    ]


def _compare(a: int, b: int) -> int:
    return (a > b) - (a < b)


def _between(p: Pen, ring: Ring, fight: Fight) -> None:
    """Between two neighbours: an arrow to the stronger one."""
    n, shields = len(ring.zones), fight.event.shields
    for i, place in enumerate(ring.stacks):
        if n == 2 and i:
            continue
        j = (i + 1) % n
        c = _compare(shields[i], shields[j])
        for k, on in ((i, c > 0), (j, c < 0)):
            p.path(*link_path(place, ring.zones[k]), line="candle" if on else "hair", width=(7 if on else 4) * ring.u)
    for i, place in enumerate(ring.stacks):
        if n == 2 and i:
            continue
        j = (i + 1) % n
        c = _compare(shields[i], shields[j])
        path = link_path(place, ring.zones[i if c > 0 else j])
        angle = degrees(atan2(path[-3] - path[-1], path[-4] - path[-2]))
        with p.at(place.x, place.y, 0, ring.u * min(1, (ring.card / ring.u + 40) / 164)):
            p.disc(0, 0, 78, "red_tint", "red" if c else "line", 5)
            if c:
                with p.at(0, 0, angle):
                    icon(p, "arrow", 0, 0, 100, "candle", "red_tint")
            else:
                icon(p, "same", 0, 0, 92, "soft", "red_tint")


def _middle(p: Pen, desk: Desk, ring: Ring, fight: Fight) -> None:
    x, y = ring.inner.centre
    w = desk.words()
    with p.at(x, y, 0, ring.u):
        p.disc(0, 0, 216, "red_tint", "red", 5)
        p.disc(0, 0, 134, "drum")
        icon(p, "horn", -2, 18, 190, "text", "drum")
        for angle in (0, 90, 180, 270):
            with p.at(0, 0, angle):
                p.text(0, 172, w("Conflict"), 38, "text", bold=True, room=210)
        for angle in (45, 135, 225, 315):
            with p.at(178 * cos(radians(angle)), 178 * sin(radians(angle)), angle - 45):
                pieces.marker(p, True, 33)
        p.spot(-216, -216, 432, 432, "end fight", desk.end_fight, rank=1)


def _go_on(desk: Desk, ring: Ring, fight: Fight) -> Part:
    """The way on, facing whoever acts next; it comes by itself, and a tap does not wait for it."""
    acting = desk.acting
    angle = ring.zones[acting - 1].angle if acting else 0.0
    left = max(0, round(fight.until - desk.clock()))
    w = desk.words(acting)
    label, below = w("Continue"), w("by itself in {n} s", n=left)
    u, t = ring.u, ring.touch
    x, y = ring.inner.centre
    bw, bh = (240.0 if ring.upright else 330.0), max(124.0, t)
    below_plate = 216 + 20 + (bw if angle % 180 else bh) / 2
    dx, dy = (0.0, below_plate) if ring.upright else (-440.0, 0.0)

    def paint(p: Pen) -> None:
        with p.at(x + dx * u, y + dy * u, angle, u):
            button(p, -bw / 2, -bh / 2, bw, bh, label, "go on", desk.end_fight, primary=True, size=34, below=below)

    return Part("go on", (ring, angle, label, below), paint)


def _seat(desk: Desk, ring: Ring, fight: Fight, i: int, n: int) -> Part:
    at = ring.zones[i]
    w_ = desk.words(i + 1)
    people = desk.people(w_)
    shields, won, gone = fight.event.shields, fight.event.won[i], fight.event.discarded[i]
    left, right = (i + 1) % n, (i - 1) % n
    medals = tuple(slug for seat, slug in fight.medals if seat == i + 1)

    def side(p: Pen, x: float, y: float, other: int, k: float, room: float, gain: int) -> None:
        c = _compare(shields[i], shields[other])
        with p.at(x, y, 0, k):
            p.text(0, -66, short(people[other]), 32 if ring.small else 25, "soft", room=room / k)
            p.rect(-76, -42, 152, 60, 14, "red_tint", "candle" if c > 0 else None, 3)
            p.text(-42, -12, str(shields[i]), 40, "text", bold=True, room=56)
            p.text(0, -12, ">" if c > 0 else "<" if c < 0 else "=", 36, "candle" if c > 0 else "soft", bold=True)
            p.text(42, -12, str(shields[other]), 40, "text", bold=True, room=56)
            if c > 0:
                with p.at(-28, 52):
                    pieces.military(p, 25)
                p.text(8, 52, f"+{gain}", 32, "candle", "start", bold=True)
            else:
                p.text(0, 52, w_("nothing") if c else w_("tie"), 25, "soft", room=room / k)

    def paint(p: Pen) -> None:
        u = ring.u
        with p.at(at.x, at.y, at.angle, u), p.at(-at.w / u / 2, -at.d / u / 2):
            w, d = at.w / u, at.d / u
            k = d / 272
            hs = (92 if ring.small else 60) * k
            h = d - hs
            zone.ground(p, w, d, hs, k, False)
            size = (46 if ring.small else 30) * k
            used = p.text(20, d - hs / 2, people[i], size, "text", "start", bold=True, room=w * 0.55)
            end = w - 18
            for medal in medals:
                r = hs * 0.44
                with p.at(end - r, d - hs / 2):
                    pieces.medal(p, desk.box.medals[medal].need, r)
                end -= 2 * r + 12
            if gone:
                note = w_.many("{n} horn card discarded", "{n} horn cards discarded", len(gone))
                zone.optional(p, end, d - hs / 2, (note,), size * 0.75, "soft", end - used - 38)
            s = min(1.0, w / 540) * min(1.0, h / 205)
            y = h / 2 + 6 * s
            beats = sum(shields[i] > shields[j] for j in ({left, right}))
            side(p, w * 0.17, y, left, s, w * 0.3, won if beats < 2 or n == 2 else 1)
            if n > 2:
                side(p, w * 0.83, y, right, s, w * 0.3, won if beats < 2 else 1)
            else:
                p.prose(
                    w * 0.66,
                    h * 0.25,
                    w_("twice as many bring two"),
                    25 * s,
                    w * 0.32,
                    h * 0.5,
                    "soft",
                    "start",
                    middle=True,
                )
            icon(p, "shield", w / 2, h / 2, 176 * s, "red", "red")
            p.text(w / 2, h / 2 - 8 * s, str(shields[i]), 84 * s, "battle", bold=True)

    return Part(f"zone {i + 1}", ("fight", ring, fight.number, medals, people, w_.lang), paint)
