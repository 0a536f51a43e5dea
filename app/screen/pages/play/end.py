"""The end sequence: the decisive moment, the count at every edge, the crown; then the results and what to do next."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Any, Final, TypeAlias

from app.looks.effect_icons import signed
from app.looks.end_stages import Step
from app.looks.icons import icon
from app.looks.wonder_window import World
from app.screen.control.controller import Controller
from app.screen.pages.common.forms import send_intent
from app.screen.pages.play import dome_seats, end_vistas
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE, Weight
from app.screen.state.ring_layout import Rect, Ring
from app.screen.state.rotating_sheet import RotatingSheet
from app.screen.state.scene import Picture, Scene
from app.screen.widgets import name_fitting, wonder_window
from app.screen.widgets.badges import draw_before_name, room_for
from app.screen.widgets.controls import button
from app.screen.widgets.dome import Dome, horizons, paint_dome
from app.screen.widgets.game_pieces import lines_to_seats
from app.screen.widgets.name_plate import draw_zone
from app.screen.widgets.vista import Vista
from app.shown.form import Button
from app.shown.play import game_over as over
from app.text.translation import Words

Face: TypeAlias = Callable[[Controller, int | None], None]  # the sheet stays with a seat, from 0; None: it turns again
NARROW: Final = 46.0  # u: narrower columns of categories wrap into two lines
STACKED: Final = 1.2  # height per width from which a figure is placed below its sign
BESIDE_SIGN: Final = 0.4  # share of the width of a figure beside its sign
WIDTH: Final = 1.1  # width per height of a wonder at an edge
MIN_WONDER_U: Final = 70.0  # no wonder is painted in less width


@dataclass(frozen=True, slots=True)
class Category:
    """A scoring category: its sign (comparable) and the colour of its bar."""

    sign: dome_seats.Sign
    colour: str
    slug: str


@dataclass(frozen=True, slots=True)
class Peak:
    """The decisive moment: a large picture in the middle and its sentence."""

    picture: Picture  # square
    says: Callable[[Words], str]
    facing: int = 0  # its seat, from 0
    own: tuple[Picture | None, ...] = ()  # by seat: a picture at its edge meanwhile
    completed: str = ""  # a wonder that fills the table instead of the picture


@dataclass(frozen=True, slots=True)
class EndScore:
    """A seat's result."""

    points: tuple[int, ...]  # by category
    total: int
    rank: int  # from 1; ties share it
    won: bool


@dataclass(frozen=True, slots=True)
class EndSheet:
    """The final results by seat, and whom the score sheet faces.

    `result`: how the game ended. `ties`: how other ties were broken. `worlds`: each seat's wonder, if the game has
    them. `why`: a sentence for each seat on its result, if there is one.
    """

    rows: tuple[Category, ...]
    scored: tuple[EndScore, ...]
    turning: RotatingSheet
    face: Face
    result: Callable[[Words], str]
    ties: Callable[[Words], str]
    peak: Peak | None = None
    worlds: Callable[[Words], tuple[World, ...]] | None = None
    why: Callable[[Words], tuple[str, ...]] | None = None

    def reason(self, w: Words, seat: int) -> str:
        """Return the sentence on a seat's (from 0) result."""
        told = self.why(w) if self.why is not None else ()
        return told[seat] if told else ""

    def winner_wonders(self, w: Words) -> tuple[World, ...]:
        if self.worlds is None:
            return ()
        return tuple(it for it, each in zip(self.worlds(w), self.scored, strict=True) if each.won)


def list_readers(scene: Scene) -> Sequence[int]:
    """List the seats (from 0) that the sheet turns to: people, or everybody if only bots have played."""
    seats = scene.table.seats
    return [info.seat - 1 for info in seats if info.by != "bot"] or range(len(seats))


def elements(scene: Scene, ring: Ring, ended: EndSheet) -> Elements:
    """Build the results at the edges and the buttons, or the current part of the end sequence. The score sheet is
    placed above them."""
    step = scene.ending
    if step is not None and (vista := _build_vista(scene, ring, ended, step)) is not None:
        return [vista, cover(ring)]
    peak, worlds = ended.peak, _drawn_worlds(scene, ended)
    if step is not None and step.part == "moment" and peak is not None and worlds:
        return [*dome_seats.elements(scene, ring, worlds, peak.says), *_build_peak(ring, peak), cover(ring)]
    if step is not None and step.part == "count" and worlds:
        return _build_pillars(scene, ring, ended, worlds, step.counted)
    found: Elements = [_build_ground(ring, worlds)]
    faced = ended.turning.faced_seat(list_readers(scene)) if step is None else None
    found += [_build_result(scene, ring, ended, i, step, faced) for i in range(len(ended.scored))]
    if step is None:
        return [*found, Element("corners", EndButtons(ring, scene.model.menu_sign, scene.model.words()), paint_corners)]
    if step.part == "moment" and peak is not None:
        found += _build_peak(ring, peak)
    elif step.part == "count":
        row = ended.rows[step.counted - 1]
        found.append(build_counting(scene, ring, ring.inner, row))
    else:
        found.append(build_crown(scene, ring, ring.inner, ended.result))
    return [*found, cover(ring)]


def _drawn_worlds(scene: Scene, ended: EndSheet) -> tuple[World, ...]:
    """Return each seat's wonder if they are drawn, else ()."""
    if ended.worlds is None or scene.model.settings.plain_figures:
        return ()
    return ended.worlds(scene.model.words())


def _build_ground(ring: Ring, worlds: tuple[World, ...]) -> Element[Any]:  # Any: each ground has a view of its own
    if not worlds:
        return Element("lines", EndLines(ring), paint_lines)
    return Element("dome", Dome(ring, horizons(ring, [world.sky for world in worlds])), paint_dome)


def _build_pillars(scene: Scene, ring: Ring, ended: EndSheet, worlds: tuple[World, ...], counted: int) -> Elements:
    """Build all wonders on pillars of the points counted so far, round the category that is counted."""
    rows = ended.rows[:counted]
    drums = [
        tuple(
            dome_seats.PillarDrum(points, row.colour, row.sign) for row, points in zip(rows, each.points, strict=False)
        )
        for each in ended.scored
    ]
    most = max(sum(max(0, points) for points in each.points) for each in ended.scored)
    (x, y), r = ring.inner.centre, 2 * dome_seats.COUNT_RADIUS * ring.u
    sign = EndMiddle(ring, Rect(x - r, y - r, 2 * r, 2 * r), rows[-1], ())
    seats = dome_seats.counting(scene, ring, worlds, drums, most, rows[-1].slug)
    return [*seats, Element("middle", sign, paint_middle), cover(ring)]


def _build_vista(scene: Scene, ring: Ring, ended: EndSheet, step: Step) -> Element[Vista] | None:
    """Build what fills the table: the completed wonder, later the winner's and all others; None if there is nothing."""
    peak, worlds = ended.peak, _drawn_worlds(scene, ended)
    if not worlds:
        return None
    if step.part == "moment" and peak is not None and peak.completed:
        return end_vistas.build_completed(scene, ring, peak.facing, peak.completed, peak.says)
    if step.part == "crown":
        standings = tuple(
            end_vistas.VistaSeat(each.rank, each.won, each.total, (replace(world, name=""),))
            for each, world in zip(ended.scored, worlds, strict=True)
        )
        return end_vistas.build_winner(scene, ring, standings, ended.result, ended.reason)
    return None


# ---- the parts of the end ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PeakPicture:
    """The picture of the decisive moment. `glow`: only the light behind it."""

    ring: Ring
    picture: Picture
    edge: int
    glow: bool


def _build_peak(ring: Ring, peak: Peak) -> Elements:
    """Build the picture and the pulsing light behind it."""
    edge = ring.zones[peak.facing].edge
    return [
        Element("glow", PeakPicture(ring, peak.picture, edge, glow=True), paint_lit, breathes=True),
        Element("peak", PeakPicture(ring, peak.picture, edge, glow=False), paint_lit),
    ]


def paint_lit(p: Pen, it: PeakPicture, control: Controller) -> None:
    ring, (x, y) = it.ring, it.ring.inner.centre
    side = min(ring.inner.w, ring.inner.h) / ring.u - 20
    with p.at(x, y, it.edge * 90.0, ring.u):
        if it.glow:
            r = side * 0.43
            lighting.halo(p, r, side * 0.24)
            if not p.plain:
                lighting.disc(p, r, "plate", "candle", lighting.BRASS[p.bright])
        else:
            with p.at(-side * 0.4, -side * 0.4):
                it.picture(p, side * 0.8, side * 0.8)


Around: TypeAlias = tuple[tuple[int, str], ...]  # what is said to whom sits at an edge


def text_by_edge(scene: Scene, ring: Ring, say: Callable[[Words], str]) -> Around:
    """Collect a text for each edge in the languages of its seats."""
    found: dict[int, dict[str, None]] = {}
    for i, zone in enumerate(ring.zones):
        found.setdefault(zone.edge, {})[say(scene.model.words(i + 1))] = None
    return tuple((edge, " · ".join(said)) for edge, said in found.items())


@dataclass(frozen=True, slots=True)
class EndMiddle:
    """A round sign in the middle with words towards every edge; without a `row`: the crown."""

    ring: Ring
    at: Rect
    row: Category | None
    around: Around


def build_counting(scene: Scene, ring: Ring, at: Rect, row: Category) -> Element[EndMiddle]:
    words = scene.model.game_words
    said = text_by_edge(scene, ring, lambda w: words.category(w, row.slug))
    return Element("middle", EndMiddle(ring, at, row, said), paint_middle)


def build_crown(scene: Scene, ring: Ring, at: Rect, result: Callable[[Words], str]) -> Element[EndMiddle]:
    return Element("middle", EndMiddle(ring, at, None, text_by_edge(scene, ring, result)), paint_middle)


def paint_middle(p: Pen, it: EndMiddle, control: Controller) -> None:
    u = it.ring.u
    high, wide = it.at.h / u, it.at.w / u
    r = min(high, wide) * 0.24
    with p.at(*it.at.centre, 0, u):
        if p.plain:
            p.disc(0, 0, r * 1.24, "candle", opacity=0.1)
            p.disc(0, 0, r, "plate", "candle", 5)
        else:
            lighting.halo(p, r, r * 0.4)
            lighting.disc(p, r, "plate", "candle", lighting.BRASS[p.bright])
        if it.row is None:
            icon(p, "crown", 0, 0, r * 1.3, "candle", "plate")
        else:
            it.row.sign(p, 0, 0, r * 1.2, "plate", None)
        beside = r * 1.3 if any(edge % 2 == 0 for edge, _ in it.around) else high * 0.45
        rooms = (wide * 0.9, high / 2 - r * 1.3), (beside * 2, wide / 2 - r * 1.4)
        set_ = (name_fitting.face(p, [said], 44 * p.grown, *rooms[edge % 2]) for edge, said in it.around)
        bold: Weight = STONE if it.row and all(each == STONE for each in set_) else True
        for edge, said in it.around:
            room, tall = rooms[edge % 2]
            with p.at(0, 0, edge * 90.0):
                p.prose(-room / 2, r * 1.34, said, 44, room, tall, "text", "middle", bold=bold)


def cover(ring: Ring) -> Element[Ring]:
    """Build the hit area over the whole screen that skips to the next part."""
    return Element("finale", ring, paint_cover)


def paint_cover(p: Pen, ring: Ring, control: Controller) -> None:
    p.hit_area(0, 0, ring.width, ring.height, "finale", control.skip_end_step)


# ---- the edges ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndLines:
    """The lines from each gap to its two seats."""

    ring: Ring


def paint_lines(p: Pen, it: EndLines, control: Controller) -> None:
    lines_to_seats(p, it.ring, "shade")


@dataclass(frozen=True, slots=True)
class EndResult:
    """A seat's result. `faced`: the sheet faces it; nobody during the end sequence.

    `counted`: the number of categories counted so far; None: all, and the winner is shown.
    """

    ring: Ring
    i: int  # the seat, from 0
    name: str
    scored: EndScore
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
        """The points counted so far; empty before the first category."""
        if self.counted is None:
            return signed(self.scored.total)
        return signed(sum(self.scored.points[: self.counted])) if self.counted else ""


def _build_result(
    scene: Scene, ring: Ring, ended: EndSheet, i: int, step: Step | None, faced: int | None
) -> Element[EndResult]:
    model, each, peak = scene.model, ended.scored[i], ended.peak
    counted = None if step is None or step.part == "crown" else step.counted
    says, own = "", None
    if counted == 0 and peak is not None:
        says, own = peak.says(model.words(i + 1)), peak.own[i] if peak.own else None
    face = ended.face if step is None else None
    info = model.info(i + 1)
    world = ended.worlds(model.words(i + 1))[i] if ended.worlds is not None else None
    it = EndResult(
        ring, i, model.name(i + 1), each, faced == i, ended.rows, face, counted, says, own, info.badge,
        info.colour, world,
    )  # fmt: skip
    at = ring.zones[i]
    crown = each.won and counted is None
    return Element(f"zone {i + 1}", it, paint_result, angle=at.angle, pivot=(at.x, at.y), flips=crown, together=True)


def paint_result(p: Pen, it: EndResult, control: Controller) -> None:
    """Paint the result. The name is placed as during the game in front of the wonder's sky, else above the points."""
    ring, t = it.ring, it.ring.touch
    won, sky = it.scored.won and it.counted is None, wonder_window.is_drawn(p, it.world)
    with ring.draw_in_zone(p, it.i + 1) as (w, d):
        head = max(124.0, t + 24) if not ring.small else t + 16
        if it.world is not None and sky:
            draw_zone(p, w, d, head, 1, won, it.colour, it.world.sky)
        else:
            lighting.shadow(p, 0, 0, w, d, 22, lighting.ZONE)
            if won:
                lighting.turn(p, w, d, 1)
            p.rect(0, 0, w, d, 22, "candle" if won else "zone")
        with p.at(0, d - head if sky else 0):
            _paint_head(p, it, control, won, w, head)
        top, tall = (16.0 if sky else head), d - head - (28 if sky else 16)
        left = 16.0
        if it.world is not None and sky and (it.own is not None or not it.says):
            left += _paint_wonder(p, it, it.world, w, d - head)
        ink = "zone" if sky else "shade" if won else "table"
        p.rect(left, top, w - 16 - left, tall, 16, ink)
        with p.at(left - 16, 0):
            if it.says:
                _paint_sentence(p, it, None if sky else it.own, top, w + 16 - left, tall)
            else:
                _paint_categories(p, it, top, w + 16 - left, tall)


def _paint_wonder(p: Pen, it: EndResult, world: World, w: float, high: float) -> float:
    """Paint a seat's wonder if there is room, and return the width that it takes."""
    figures = NARROW * len(it.rows)
    if high - 28 <= NARROW * STACKED:
        figures = ceil(len(it.rows) / 2) * p.legible(0) / BESIDE_SIGN
    wide = min(high * WIDTH, w * 0.42, w - 32 - figures)
    if wide < MIN_WONDER_U:
        return 0.0
    wonder_window.paint_wonder(p, world, 8, 6, wide, high - 10)
    return wide


def _paint_head(p: Pen, it: EndResult, control: Controller, won: bool, w: float, head: float) -> None:
    """Paint rank, name and total; a touch turns the score sheet to the seat."""
    t, total, k, ink = it.ring.touch, it.total, min(1.0, w / 540), "ink" if won else "text"
    if won:
        icon(p, "crown", 58 * k, head / 2 + 2, 80 * k, "ink", "candle")
        if (y := head / 2 + 44 * k + 4) + 11 <= head:
            p.text(58 * k, y, "1.", 22, "ink", bold=True)
    elif it.counted is None:
        p.text(24, head / 2 + 4, f"{it.scored.rank}.", 56 * k, ink, "start", bold=True)
    start = (116 if won else 90 if it.counted is None else 24) * k
    large, named = 96 * k, room_for(46 * k, it.badge[0]) + p.text_width(it.name, 46 * k, True)
    if start + named > w - 54 - p.text_width(total, large, True) - t:
        large = 60 * k  # a long name needs the room more
    p.text(w - 26, head / 2 + 4, total, large, ink, "end", bold=True)
    bx = w - 26 - p.text_width(total, large, True) - 16 - t
    start += draw_before_name(p, start, head / 2 + 4, 46 * k, it.name, bx - start - 12, *it.badge)
    p.name(start, head / 2 + 4, it.name, 46 * k, ink, room=bx - start - 12, high=head - 24)
    if it.face is not None:
        turn = partial(it.face, control, it.i)
        button(p, bx, (head - t) / 2, t, t, "", f"turn {it.i}", turn, "turn", on=it.faced)


def _paint_sentence(p: Pen, it: EndResult, own: Picture | None, top: float, w: float, tall: float) -> None:
    left = 30.0
    if own is not None:
        with p.at(left, top + 8):
            own(p, tall * 1.2, tall - 16)
        left += tall * 1.2 + 16
    p.prose(left, top, it.says, 34, w - left - 30, tall, "text", "middle", bold=True, middle=True)


def _paint_categories(p: Pen, it: EndResult, top: float, w: float, tall: float) -> None:
    """Paint the points by category: below the signs, or next to them in low zones.

    While counting, the latest category is highlighted.
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
    """The buttons in the corners. `sign`: the icon of the menu."""

    ring: Ring
    sign: str
    w: Words


def paint_corners(p: Pen, it: EndButtons, control: Controller) -> None:
    """Paint the buttons; the menu is in two corners and opens towards the edge nearest to it."""
    ring, w = it.ring, it.w
    c = 0.85 * ring.card + 32 * ring.u
    h, v = ring.width, ring.height
    far = 2 if ring.seat_counts[2] else 0
    again, lobby = list_next_steps(w)
    uses: tuple[tuple[float, float, int, str, str, str, Callable[[], None]], ...] = (
        (c, v - c, 45, "menu", it.sign, w("Menu"), partial(control.open_panel, "menu", 0)),
        (c, c, 135, "menu far", it.sign, w("Menu"), partial(control.open_panel, "menu", far)),
        (h - c, c, 225, "turn", again.picture, again.words, partial(send_intent, control, again.says)),
        (h - c, v - c, 315, "wonder", lobby.picture, lobby.words, partial(send_intent, control, lobby.says)),
    )
    r = min(88.0, c / ring.u / 1.42 - 2)  # its square, lying aslant, stays on the screen

    def paint_press(p: Pen) -> None:
        p.disc(0, 0, r, "raised", opacity=0.4)

    for x, y, a, key, picture, label, tap in uses:
        ground, ink = ("candle", "ink") if key == "turn" else ("raised", "text")
        with p.at(x, y, a, ring.u):
            if not p.plain:
                lighting.shadow(p, -r, -r, 2 * r, 2 * r, r)
            p.disc(0, 0, r, ground, "line", 2)
            if not p.plain:
                lighting.bevel(p, r, r * 0.05, lighting.BRASS[p.bright])
            icon(p, picture, 0, -r * 0.22, r * 0.64, ink, ground)
            p.text(0, r * 0.44, label, 28, ink, room=r * 1.5)
            p.hit_area(-r, -r, 2 * r, 2 * r, f"corner {key}", tap, press=paint_press)


def list_next_steps(w: Words) -> list[Button]:
    """Return the buttons for a rematch and for the lobby."""
    return [row for row in over.game_over_page(w).rows_on("screen") if isinstance(row, Button)]
