"""The end: the moment itself, points counted up at every edge, the crown; then a sheet that turns from seat to seat."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Final, TypeAlias

from app.looks.atoms import signed
from app.looks.finale import Step
from app.looks.icons import icon
from app.looks.world import World
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.layers import STONE, Weight
from app.screen.pages.forms import say
from app.screen.pages.result_code import BESIDE, code_of_result, code_side, way_to_code
from app.screen.ring import Rect, Ring
from app.screen.scene import Picture, Scene
from app.screen.turning import Turning
from app.screen.widgets import lights, names, worlds
from app.screen.widgets.badges import before_name, before_words, room_for
from app.screen.widgets.controls import button
from app.screen.widgets.panel import Frame, place
from app.screen.widgets.pieces import lines_to_seats
from app.screen.widgets.plate import ground
from app.shown import ended as over
from app.shown.form import Button
from app.text.game import short
from app.text.languages import Words

Sign: TypeAlias = Callable[[Pen, float, float, float, str, str | None], None]  # round a point, on a ground, in an ink
Face: TypeAlias = Callable[[Controller, int | None], None]  # the sheet stays with a seat, from 0; None: it turns again
FEW: Final = 5  # categories, that stand wider apart; people, who leave room for words
SMALL: Final = 40.0  # u, of words on a small screen
NARROW: Final = 46.0  # u, for a category at an edge; where there is less, they stand in two lines
STACKED: Final = 1.2  # of its width, the height from which on its figure stands below its sign;
BESIDE_SIGN: Final = 0.4  # else beside it, so large
NAME: Final = 26.0  # u, of a category's name
LEAST: Final = 28.0  # u, of a line that has one
HEADS: Final = 3.4  # lines of places, names and totals
FOOT: Final = 74.0  # u, below the totals
SIGNS: Final = 84.0  # u, for the signs of categories
UPRIGHT: Final = 96.0  # u, for somebody's name
WIDTH: Final = 1.1  # of its height, how wide a wonder at an edge is
STANDS: Final = 70.0  # u: in less width no wonder stands beside the points
WON: Final = 1.2  # so much larger than a sign the wonder of who has won stands in the middle
BARS: Final = 134.0  # u, that bars keep beside the wonder of who has won
PILED: Final = 620.0  # u, that points keep below it, where they are narrow
RIM: Final = 8.0  # u, of the sheet round that wonder: all of it lies within round corners
LIGHT: Final = 190.0  # u: in less no wonder is lit
WIDE: Final = 1240.0  # u, at most, of the sheet,
DEEP: Final = 700.0  # … and how far it reaches into the table, …
TALLER: Final = 560.0  # … and more where it is narrow, for the wonder of who has won and larger figures
FOLLOWING: Final = 150.0  # u, where it can be read to whom the sheet turns next


@dataclass(frozen=True, slots=True)
class Category:
    """What is scored: its sign (equal for equals), and the colour of its bar."""

    sign: Sign
    colour: str
    slug: str


@dataclass(frozen=True, slots=True)
class Peak:
    """The moment in which a game ends: what is large and lit in the middle, and what is said of it."""

    picture: Picture  # of a square
    says: Callable[[Words], str]
    facing: int = 0  # the seat, from 0, whose it is
    own: tuple[Picture | None, ...] = ()  # by seat: what lies at its edge meanwhile


@dataclass(frozen=True, slots=True)
class Scored:
    """What a seat has reached."""

    points: tuple[int, ...]  # by category
    total: int
    rank: int  # from 1; equals share it
    won: bool


@dataclass(frozen=True, slots=True)
class EndSheet:
    """Who stands where, by seat, and whom the sheet faces.

    `result`: how the game ended, in words; `ties`: how other equal points were decided. `worlds`: each seat's wonder,
    in words; none in a game without.
    """

    rows: tuple[Category, ...]
    scored: tuple[Scored, ...]
    turning: Turning
    face: Face
    result: Callable[[Words], str]
    ties: Callable[[Words], str]
    peak: Peak | None = None
    worlds: Callable[[Words], tuple[World, ...]] | None = None

    def won(self, w: Words) -> tuple[World, ...]:
        """The wonders of who has won."""
        if self.worlds is None:
            return ()
        return tuple(it for it, each in zip(self.worlds(w), self.scored, strict=True) if each.won)

    @property
    def faced(self) -> int:
        """The seat, from 0, that the sheet faces now."""
        return self.turning.faces(len(self.scored))


def elements(scene: Scene, ring: Ring, ended: EndSheet) -> Elements:
    """What each has reached at its edge, and what can be done after a game, or the part of its end that is shown now.

    The sheet comes above.
    """
    step = scene.ending
    found: Elements = [Element("lines", EndLines(ring), paint_lines)]
    found += [_result(scene, ring, ended, i, step) for i in range(len(ended.scored))]
    if step is None:
        return [*found, Element("corners", EndButtons(ring, scene.model.menu_sign, scene.model.words()), paint_corners)]
    if step.part == "moment" and ended.peak is not None:
        found += _peak(ring, ended.peak)
    elif step.part == "count":
        row = ended.rows[step.counted - 1]
        found.append(counting(scene, ring, ring.inner, row))
    else:
        found.append(crowned(scene, ring, ring.inner, ended.result, ended.won, _leader(ring, ended)))
    return [*found, cover(ring)]


def _leader(ring: Ring, ended: EndSheet) -> int:
    """The edge of who has won."""
    return next((zone.edge for zone, each in zip(ring.zones, ended.scored, strict=True) if each.won), 0)


def sheet(scene: Scene, ring: Ring, ended: EndSheet, named: bool = False) -> Element["Standings"]:
    """Everybody's points, in the words of the seat that it faces. `named`: signs alone do not say the categories."""
    seat, turns = ended.faced, ended.turning.held is None
    w = scene.model.words(seat + 1)
    names = tuple(scene.model.game_words.category(w, row.slug) for row in ended.rows) if named else ()
    result = " ".join(filter(None, (ended.result(w), ended.ties(w))))
    if scene.model.table is not None and scene.model.table.early:
        result = f"{over.early(w)} {result}"
    model = scene.model
    badges = tuple(model.info(i + 1).badge for i in range(len(ended.scored)))
    link = model.table.result_link if model.table is not None else ""
    view = Standings(
        ring, seat, ended.rows, names, ended.scored, model.people(w), turns, ended.face, result, w, badges, link,
        ended.won(w),
    )  # fmt: skip
    return Element("sheet", view, paint_sheet)


# ---- the parts of the end ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Lit:
    """The moment in which the game ends, large in the middle. `glow`: only the light behind it."""

    ring: Ring
    picture: Picture
    edge: int
    glow: bool


def _peak(ring: Ring, peak: Peak) -> Elements:
    """What is lit, and the candle behind it, which breathes."""
    edge = ring.zones[peak.facing].edge
    return [
        Element("glow", Lit(ring, peak.picture, edge, glow=True), paint_lit, breathes=True),
        Element("peak", Lit(ring, peak.picture, edge, glow=False), paint_lit),
    ]


def paint_lit(p: Pen, it: Lit, control: Controller) -> None:
    ring, (x, y) = it.ring, it.ring.inner.centre
    side = min(ring.inner.w, ring.inner.h) / ring.u - 20
    with p.at(x, y, it.edge * 90.0, ring.u):
        if it.glow:
            r = side * 0.43
            lights.halo(p, r, side * 0.24)
            if not p.plain:
                lights.disc(p, r, "plate", "candle", lights.BRASS[p.bright])
        else:
            with p.at(-side * 0.4, -side * 0.4):
                it.picture(p, side * 0.8, side * 0.8)


Around: TypeAlias = tuple[tuple[int, str], ...]  # what is said to whom sits at an edge


def around(scene: Scene, ring: Ring, say: Callable[[Words], str]) -> Around:
    """Something in the words of whoever sits at each edge."""
    found: dict[int, dict[str, None]] = {}
    for i, zone in enumerate(ring.zones):
        found.setdefault(zone.edge, {})[say(scene.model.words(i + 1))] = None
    return tuple((edge, " · ".join(said)) for edge, said in found.items())


@dataclass(frozen=True, slots=True)
class EndMiddle:
    """Something round that concerns all, and words about it towards every edge. No `row`: the crown.

    `won`: the wonders of who has won, towards an edge.
    """

    ring: Ring
    at: Rect
    row: Category | None
    around: Around
    won: tuple[World, ...] = ()
    edge: int = 0


def counting(scene: Scene, ring: Ring, at: Rect, row: Category) -> Element[EndMiddle]:
    """The category whose points are counted now."""
    words = scene.model.game_words
    said = around(scene, ring, lambda w: words.category(w, row.slug))
    return Element("middle", EndMiddle(ring, at, row, said), paint_middle)


def crowned(
    scene: Scene,
    ring: Ring,
    at: Rect,
    result: Callable[[Words], str],
    won: Callable[[Words], tuple[World, ...]],
    edge: int,
) -> Element[EndMiddle]:
    """Who has won, and how; their wonders in their own light, towards whoever sits at that edge."""
    worlds = tuple(replace(it, name="") for it in won(scene.model.words()))
    return Element("middle", EndMiddle(ring, at, None, around(scene, ring, result), worlds, edge), paint_middle)


def paint_middle(p: Pen, it: EndMiddle, control: Controller) -> None:
    u = it.ring.u
    high, wide = it.at.h / u, it.at.w / u
    r, drawn = min(high, wide) * 0.24, worlds.are_drawn(p, it.won)
    if drawn and not it.ring.upright:  # there words at its sides have no more room
        r *= WON
    with p.at(*it.at.centre, 0, u):
        if drawn:
            with p.at(0, 0, it.edge * 90.0), p.at(-r, -r):
                worlds.framed(p, it.won, 2 * r, 2 * r, 26)
        else:
            if p.plain:
                p.disc(0, 0, r * 1.24, "candle", opacity=0.1)
                p.disc(0, 0, r, "plate", "candle", 5)
            else:
                lights.halo(p, r, r * 0.4)
                lights.disc(p, r, "plate", "candle", lights.BRASS[p.bright])
            if it.row is None:
                icon(p, "crown", 0, 0, r * 1.3, "candle", "plate")
            else:
                it.row.sign(p, 0, 0, r * 1.2, "plate", None)
        beside = r * 1.3 if any(edge % 2 == 0 for edge, _ in it.around) else high * 0.45
        rooms = (wide * 0.9, high / 2 - r * 1.3), (beside * 2, wide / 2 - r * 1.4)
        set_ = (names.face(p, [said], 44 * p.grown, *rooms[edge % 2]) for edge, said in it.around)
        bold: Weight = STONE if it.row and all(each == STONE for each in set_) else True
        for edge, said in it.around:
            room, tall = rooms[edge % 2]
            with p.at(0, 0, edge * 90.0):
                p.prose(-room / 2, r * 1.34, said, 44, room, tall, "text", "middle", bold=bold)


def cover(ring: Ring) -> Element[Ring]:
    """A touch anywhere goes on."""
    return Element("finale", ring, paint_cover)


def paint_cover(p: Pen, ring: Ring, control: Controller) -> None:
    p.hit_area(0, 0, ring.width, ring.height, "finale", control.skip)


# ---- the edges ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndLines:
    """The lines from each gap to its two seats."""

    ring: Ring


def paint_lines(p: Pen, it: EndLines, control: Controller) -> None:
    lines_to_seats(p, it.ring, "shade")


@dataclass(frozen=True, slots=True)
class EndResult:
    """What a seat has reached. `faced`: the sheet faces it now; while the end is shown in parts it faces nobody yet.

    `counted`: so many of its categories; None: all, and it is said who has won.
    """

    ring: Ring
    i: int  # the seat, from 0
    name: str
    scored: Scored
    faced: bool
    rows: tuple[Category, ...]
    face: Face | None
    counted: int | None = None
    says: str = ""  # of the moment in which the game ended
    own: Picture | None = None
    badge: tuple[str, str] = ("", "")
    colour: str = ""
    world: World | None = None

    @property
    def total(self) -> str:
        """The points so far; none before they are counted."""
        if self.counted is None:
            return signed(self.scored.total)
        return signed(sum(self.scored.points[: self.counted])) if self.counted else ""


def _result(scene: Scene, ring: Ring, ended: EndSheet, i: int, step: Step | None) -> Element[EndResult]:
    """It is turned over as it is crowned."""
    model, each, peak = scene.model, ended.scored[i], ended.peak
    counted = None if step is None or step.part == "crown" else step.counted
    says, own = "", None
    if counted == 0 and peak is not None:
        says, own = peak.says(model.words(i + 1)), peak.own[i] if peak.own else None
    face = ended.face if step is None else None
    info = model.info(i + 1)
    world = ended.worlds(model.words(i + 1))[i] if ended.worlds is not None else None
    it = EndResult(
        ring, i, model.name(i + 1), each, ended.faced == i, ended.rows, face, counted, says, own, info.badge,
        info.colour, world,
    )  # fmt: skip
    at = ring.zones[i]
    crown = each.won and counted is None
    return Element(f"zone {i + 1}", it, paint_result, angle=at.angle, pivot=(at.x, at.y), flips=crown, together=True)


def paint_result(p: Pen, it: EndResult, control: Controller) -> None:
    """Before the sky of its wonder a seat's name lies at its edge, as while it played; else over its points."""
    ring, t = it.ring, it.ring.touch
    won, sky = it.scored.won and it.counted is None, worlds.is_drawn(p, it.world)
    with ring.in_zone(p, it.i + 1) as (w, d):
        head = max(124.0, t + 24) if not ring.small else t + 16
        if it.world is not None and sky:
            ground(p, w, d, head, 1, won, it.colour, it.world.sky)
        else:
            lights.shadow(p, 0, 0, w, d, 22, lights.ZONE)
            if won:
                lights.turn(p, w, d, 1)
            p.rect(0, 0, w, d, 22, "candle" if won else "zone")
        with p.at(0, d - head if sky else 0):
            _head(p, it, control, won, w, head)
        top, tall = (16.0 if sky else head), d - head - (28 if sky else 16)
        left = 16.0
        if it.world is not None and sky and (it.own is not None or not it.says):
            left += _stands(p, it, it.world, w, d - head)
        ink = "zone" if sky else "shade" if won else "table"
        p.rect(left, top, w - 16 - left, tall, 16, ink)
        with p.at(left - 16, 0):
            if it.says:
                _says(p, it, None if sky else it.own, top, w + 16 - left, tall)
            else:
                _categories(p, it, top, w + 16 - left, tall)


def _stands(p: Pen, it: EndResult, world: World, w: float, high: float) -> float:
    """A seat's wonder beside its points, if it has room there; how much of the width it takes."""
    figures = NARROW * len(it.rows)
    if high - 28 <= NARROW * STACKED:
        figures = ceil(len(it.rows) / 2) * p.legible(0) / BESIDE_SIGN
    wide = min(high * WIDTH, w * 0.42, w - 32 - figures)
    if wide < STANDS:
        return 0.0
    worlds.stand(p, world, 8, 6, wide, high - 10)
    return wide


def _head(p: Pen, it: EndResult, control: Controller, won: bool, w: float, head: float) -> None:
    """Which place it is, whose, and the sum; a button turns the sheet to it."""
    t, total, k, ink = it.ring.touch, it.total, min(1.0, w / 540), "ink" if won else "text"
    if won:
        icon(p, "crown", 58 * k, head / 2 + 2, 80 * k, "ink", "candle")
        if (y := head / 2 + 44 * k + 4) + 11 <= head:
            p.text(58 * k, y, "1.", 22, "ink", bold=True)
    elif it.counted is None:
        p.text(24, head / 2 + 4, f"{it.scored.rank}.", 56 * k, ink, "start", bold=True)
    start = (116 if won else 90 if it.counted is None else 24) * k
    large, named = 96 * k, room_for(46 * k, it.badge[0]) + p.wide(it.name, 46 * k, True)
    if start + named > w - 54 - p.wide(total, large, True) - t:
        large = 60 * k  # a long name needs the room more
    p.text(w - 26, head / 2 + 4, total, large, ink, "end", bold=True)
    bx = w - 26 - p.wide(total, large, True) - 16 - t
    start += before_name(p, start, head / 2 + 4, 46 * k, it.name, bx - start - 12, *it.badge)
    p.name(start, head / 2 + 4, it.name, 46 * k, ink, room=bx - start - 12, high=head - 24)
    if it.face is not None:
        turn = partial(it.face, control, it.i)
        button(p, bx, (head - t) / 2, t, t, "", f"turn {it.i}", turn, "turn", on=it.faced)


def _says(p: Pen, it: EndResult, own: Picture | None, top: float, w: float, tall: float) -> None:
    """What is said of the moment, beside what lies at the edge meanwhile."""
    left = 30.0
    if own is not None:
        with p.at(left, top + 8):
            own(p, tall * 1.2, tall - 16)
        left += tall * 1.2 + 16
    p.prose(left, top, it.says, 34, w - left - 30, tall, "text", "middle", bold=True, middle=True)


def _categories(p: Pen, it: EndResult, top: float, w: float, tall: float) -> None:
    """A seat's points by category: figures below the pictures, or beside them where there is little room.

    While they are counted, the newest is lit.
    """
    counted = len(it.rows) if it.counted is None else it.counted
    lines = 1 if (w - 32) / len(it.rows) >= NARROW else 2
    across = -(-len(it.rows) // lines)
    each, tall = (w - 32) / across, tall / lines
    for nth, (row, points) in enumerate(zip(it.rows, it.scored.points, strict=True)):
        x, y = 16 + each * (nth % across + 0.5), top + tall * (nth // across + 0.5)
        size, ink = min(52.0, tall * 0.42, each * 0.7), "text" if points else "mute"
        if nth == counted - 1 and it.counted is not None:
            p.rect(x - each / 2 + 2, y - tall / 2 + 3, each - 4, tall - 6, 12, "chosen", "candle", 3)
        if nth >= counted:
            row.sign(p, x, y, size * 0.7, "table", "mute")
            continue
        if tall > min(90.0, each * STACKED):
            row.sign(p, x, y - tall * 0.21, size, "table", None)
            p.text(x, y + tall * 0.25, signed(points), min(40, tall * 0.34), ink, bold=True, room=each - 8)
        else:
            row.sign(p, x - each * 0.2, y, min(size, each * 0.36), "table", None)
            p.text(x + each * 0.22, y, signed(points), min(40, each * BESIDE_SIGN), ink, bold=True, room=each * 0.5)


@dataclass(frozen=True, slots=True)
class EndButtons:
    """The buttons in the corners. `sign`: the picture on the way to the menu."""

    ring: Ring
    sign: str
    w: Words


def paint_corners(p: Pen, it: EndButtons, control: Controller) -> None:
    """The menu lies in two corners, and opens towards the edge that each is nearest to."""
    ring, w = it.ring, it.w
    c = 0.85 * ring.card + 32 * ring.u
    h, v = ring.width, ring.height
    far = 2 if ring.counts[2] else 0
    again, lobby = on_from_here(w)
    uses: tuple[tuple[float, float, int, str, str, str, Callable[[], None]], ...] = (
        (c, v - c, 45, "menu", it.sign, w("Menu"), partial(control.open, "menu", 0)),
        (c, c, 135, "menu far", it.sign, w("Menu"), partial(control.open, "menu", far)),
        (h - c, c, 225, "turn", again.picture, again.words, partial(say, control, again.says)),
        (h - c, v - c, 315, "wonder", lobby.picture, lobby.words, partial(say, control, lobby.says)),
    )
    r = min(88.0, c / ring.u / 1.42 - 2)  # its square, lying aslant, stays on the screen

    def pressed(p: Pen) -> None:
        p.disc(0, 0, r, "raised", opacity=0.4)

    for x, y, a, key, picture, label, tap in uses:
        ground, ink = ("candle", "ink") if key == "turn" else ("raised", "text")
        with p.at(x, y, a, ring.u):
            if not p.plain:
                lights.shadow(p, -r, -r, 2 * r, 2 * r, r)
            p.disc(0, 0, r, ground, "line", 2)
            if not p.plain:
                lights.bevel(p, r, r * 0.05, lights.BRASS[p.bright])
            icon(p, picture, 0, -r * 0.22, r * 0.64, ink, ground)
            p.text(0, r * 0.44, label, 28, ink, room=r * 1.5)
            p.hit_area(-r, -r, 2 * r, 2 * r, f"corner {key}", tap, press=pressed)


def on_from_here(w: Words) -> list[Button]:
    """Again, and to the lobby."""
    return [row for row in over.ways(w).on("screen") if isinstance(row, Button)]


@dataclass(frozen=True, slots=True)
class Standings:
    """Everybody's points on the sheet in the middle. `turns`: it turns to the next seat by itself."""

    ring: Ring
    seat: int  # whom it faces, from 0
    rows: tuple[Category, ...]
    names: tuple[str, ...]  # of the rows; none: their signs alone say it
    scored: tuple[Scored, ...]  # by seat
    people: tuple[str, ...]
    turns: bool
    face: Face
    result: str
    w: Words
    badges: tuple[tuple[str, str], ...]  # by seat
    link: str = ""  # to the result, for who has no table; "": there is none
    won: tuple[World, ...] = ()  # the wonders of who has

    @property
    def order(self) -> list[int]:
        """Seats, from 0, the first one first."""
        return sorted(range(len(self.scored)), key=lambda i: (self.scored[i].rank, i))

    @property
    def following(self) -> str:
        """To whom it turns next."""
        if not self.turns:
            return ""
        return self.w("turns to {name} next", name=self.people[(self.seat + 1) % len(self.people)])


def paint_sheet(p: Pen, it: Standings, control: Controller) -> None:
    """The code of the link stands beside points that have no bars; else a button leads to it, above them or below.

    Who has won is lit beside the points, or above them where they are narrow.
    """
    ring, edge, t = it.ring, it.ring.zones[it.seat].edge, it.ring.touch
    at = place(ring, edge, WIDE, DEEP)
    named, narrow = _named(it, at.h), at.w < max(BESIDE, _columns(len(it.rows), False)[2])
    code = named and code_side(it.link, at.w, at.h, t) > 0
    strip = t + 20 if it.link and (named or narrow) and not code else 0.0
    won = it.won if worlds.are_drawn(p, it.won) else ()
    at = place(ring, edge, WIDE, DEEP + strip + (TALLER if won and narrow else 0))
    left, top = _lit(it, won, at, narrow or named, strip)
    with p.at(at.x, at.y, at.angle, ring.u):
        lights.shadow(p, 0, 0, at.w, at.h, 26, lights.ZONE)
        if won:
            lights.turn(p, at.w, at.h, 1)
        p.rect(0, 0, at.w, at.h, 26, "plate", "raised", 2)
        p.hit_area(0, 0, at.w, at.h, "plate", None, rank=0)
        p.hit_area(0, 0, at.w, at.h, "sheet", partial(it.face, control, it.seat if it.turns else None), rank=1)
        if left:
            foot = t + 24 if it.link else 0
            with p.at(RIM, RIM):
                worlds.lit(p, won, left - RIM, at.h - foot - 2 * RIM, 26 - RIM)
            if foot:
                way_to_code(p, control, edge, it.w, 12, at.h - t - 12, left - 12, t)
        elif top:
            with p.at(RIM, RIM):
                worlds.lit(p, won, at.w - 2 * RIM, top - RIM, 26 - RIM)
        if won:
            p.rect(0, 0, at.w, at.h, 26, None, "candle", 4)
        w, h = at.w - left, at.h - top
        with p.at(left, top):
            if code:
                _down(p, it, w - code_of_result(p, control, it.link, edge, it.w, w, h, t), h)
            elif named or narrow:
                _down(p, it, w, h - strip)
            else:
                _across(p, it, control, w, h, left > 0)
            if strip:
                way_to_code(p, control, edge, it.w, 20, h - strip, w - 40, t)


def _lit(it: Standings, won: tuple[World, ...], at: Frame, narrow: bool, strip: float) -> tuple[float, float]:
    """How much of the left of a sheet the wonders of who has won take, or of its upper part."""
    if not won:
        return 0.0, 0.0
    if narrow:
        high = min(at.h - strip - PILED, at.w * 0.9)
        return 0.0, high if high >= LIGHT else 0.0
    wide = min(at.w - _columns(len(it.rows), True)[2] - BARS, at.h)
    return wide if wide >= LIGHT else 0.0, 0.0


def _named(it: Standings, high: float) -> bool:
    """Whether there is room for the names of categories, and they are wanted."""
    return bool(it.names) and (high - FOOT - 12) / (len(it.rows) + HEADS) >= LEAST


def _columns(rows: int, lit: bool) -> tuple[float, float, float]:
    """Where figures begin, how far from one to the next, and where bars begin; closer beside a wonder that is lit."""
    step = (62.0 if lit else 78.0) if rows <= FEW else 56.0 if lit else 68.0
    return 300.0, step, 300.0 + rows * step + (88 if lit else 110)


def _across(p: Pen, it: Standings, control: Controller, w: float, h: float, lit: bool) -> None:
    """People down, categories across, and a bar of how the points came together; above the bars the way to the code.

    `lit`: beside the wonder of who has won, which has that way below it.
    """
    people, order, following, rows = it.people, it.order, it.following, it.rows
    name, (figures, step, bars) = 36.0, _columns(len(rows), lit)
    t = it.ring.touch
    top = t + 24 if it.link and not lit else 84.0
    words = SMALL if it.ring.small and len(order) < FEW else 26.0
    told = max(58.0, words * 1.3 * ceil(p.wide(it.result, words) * 1.06 / (w - 56)))  # u: some more, for whole words
    line = min(84.0, (h - top - told - 16) / len(order))
    size = min(36.0, line * 0.62)
    unit = (w - bars - 28) / max(1, *(sum(n for n in each.points if n > 0) for each in it.scored))
    for k, row in enumerate(rows):
        row.sign(p, figures + k * step, top / 2 + 2, 48, "plate", None)
    total = bars - (58 if lit else 70)
    p.text(total, top / 2 + 2, "Σ", 34, "soft", bold=True)
    if lit:
        p.prose(name - 8, 8, following, 24, figures - name - 40, top - 12, "mute", middle=True)
    elif it.link:
        way_to_code(p, control, it.ring.zones[it.seat].edge, it.w, bars, 12, w - 14 - bars, t)
        p.prose(name - 8, 12, following, 24, figures - name - 40, t, "mute", middle=True)
    elif following and w - bars - 20 >= FOLLOWING:
        p.text(w - 28, top / 2 + 2, following, 24, "mute", "end", room=w - bars - 20)
    for nth, i in enumerate(order):
        seat, y = it.scored[i], top + (nth + 0.5) * line
        if seat.won:
            p.rect(14, y - line / 2 + 3, w - 28, line - 6, 14, "hair", "candle", 3)
        p.text(name, y, f"{seat.rank}.", size, "soft", "start")
        x, called = name + 48, short(people[i])[:2]
        if p.wide(called[-1], size, True) + room_for(size, it.badges[i][0]) <= figures - x - 40:
            x += before_words(p, x, y, size, *it.badges[i])
        p.text(x, y, called, size, "text", "start", bold=True, room=figures - x - 40)
        for k, points in enumerate(seat.points):
            p.text(figures + k * step, y, signed(points), size, "text" if points else "mute", room=step - 8)
        p.text(total, y, signed(seat.total), size * 1.25, "candle" if seat.won else "text", bold=True, room=90)
        x = bars
        for row, points in zip(rows, seat.points, strict=True):
            wide = points * unit
            if wide > 3:
                p.rect(x + 1, y - line * 0.26, wide - 3, line * 0.52, 6, row.colour)
                if wide > 34:
                    row.sign(p, x + wide / 2, y, min(30, line * 0.42), row.colour, "ink")
            x += max(0.0, wide)
    p.prose(28, h - told - 8, it.result, words, w - 56, told, "soft", "middle", middle=True)


def _down(p: Pen, it: Standings, w: float, h: float) -> None:
    """Turned over for a narrow place, and to name the categories: these down, people across."""
    people, order, following, rows = it.people, it.order, it.following, it.rows
    named = max((p.wide(name, NAME) for name in it.names), default=0.0)
    if (w - SIGNS - named - 28) / len(order) < UPRIGHT:
        named = 0.0
    left = SIGNS + named + (14 if named else 0)
    each = (w - left - 14) / len(order)
    foot = FOOT + (34 if following and not named else 0)
    aslant = each < UPRIGHT  # names stand upright where they would not fit across
    line = (h - foot - 12) / (len(rows) + (4.6 if aslant else HEADS))
    low = 12 + line * (1.2 if aslant else 0)
    total = low + line * (len(rows) + 2.6)
    size = min(38.0, line * 0.84)
    for k, row in enumerate(rows):
        row.sign(p, 46, low + line * (k + 2.4), min(54, line * 0.7), "plate", None)
    for k, name in enumerate(it.names if named else ()):
        p.text(SIGNS - 2, low + line * (k + 2.4), name, min(NAME, line * 0.8), "soft", "start", room=named)
    p.text(46, total, "Σ", min(40, max(24, line * 0.6)), "soft", bold=True)
    for nth, i in enumerate(order):
        seat, x = it.scored[i], left + each * (nth + 0.5)
        if seat.won:
            p.rect(x - each / 2 + 2, 12, each - 4, h - foot - 16, 12, "hair", "candle", 3)
        p.text(x, 12 + line * 0.5, f"{seat.rank}.", min(34, max(20, line * 0.5)), "soft", room=each - 10)
        if aslant:
            with p.at(x, 12 + line * 1.95, -90):
                p.name(0, 0, people[i], 30, align="middle", room=line * 1.9, high=each - 8)
        else:
            p.name(x, 12 + line * 1.3, people[i], min(28, line), align="middle", room=each - 12, high=line * 1.1)
        for k, points in enumerate(seat.points):
            p.text(x, low + line * (k + 2.4), signed(points), size, "text" if points else "mute", room=each - 14)
        p.text(x, total, signed(seat.total), min(46, line * 1.1), "candle" if seat.won else "text", bold=True,
               room=each - 14)  # fmt: skip
    if following and named:
        p.prose(24, 12, following, 22, left - 40, line * 1.9, "mute", middle=True)
    elif following:
        p.text(w / 2, h - foot + 16, following, 22, "mute", room=w - 40)
    p.prose(20, h - 70, it.result, 24, w - 40, 62, "soft", "middle", middle=True)
