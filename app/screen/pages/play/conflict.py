"""The conflict page: shields of neighbours compared, and each seat's gains, until somebody continues.

Where people deal, the page first asks everybody to check the shields. *No* opens the log; the page returns once the log
is closed or the turn corrected.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from math import cos, hypot, inf, radians, sin
from typing import Final, TypeAlias

from app.looks.card_faces import numeral
from app.looks.drawing_data import SHAPE
from app.looks.effect_icons import Atom, Inks, PlacedAtom
from app.looks.icons import icon
from app.looks.piece_faces import marker, military
from app.looks.wonder_window import World
from app.protocol import ceremony_durations
from app.screen.animation.easing import duration
from app.screen.control.controller import Controller
from app.screen.input.cardboard_entry import is_shield_check_open
from app.screen.pages.common.forms import send_intent
from app.screen.pages.play import seat_notices_and_votes
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_drawing import measure
from app.screen.paint.text_pen import MIN_NAME_PX, PITCH
from app.screen.paint.theme import number
from app.screen.state.flight import STEP, Flight, FlyingShape, Pose, carry
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets import faces, wonder_window
from app.screen.widgets.badges import draw_before_name
from app.screen.widgets.controls import button
from app.screen.widgets.dome import Dome, paint_dome
from app.screen.widgets.name_plate import OVERHANG, draw_lintel, draw_zone, optional_text
from app.shown.cardboard.shield_check import look_round
from app.shown.form import Button, Form, IntentTemplate, Pressable
from app.shown.play.previews import signed
from app.text.translation import Words
from app.text.words_protocols import name_forms

SIDES: Final = (0.19, 0.81)  # x of the comparisons with the left and the right neighbour, as shares of a zone's width
PRIZE: Final = (38.0, 8.0)  # position of what a comparison brought, relative to its place
PRIZE_R: Final = 25.0  # its radius
CLASH: Final = 62.0  # u, maximum half size of a shield that meets another
WINNER_SCALE: Final = 1.25  # its size, relative to that, once it has won,
LOSER_SCALE: Final = 0.8  # and once it has lost
OVER_WALL: Final = 0.58  # of a zone's depth, from its middle to where shields of one edge meet
WALL: Final = 128.0  # height of a seat's wall, in sizes of its content
BATTLEMENT: Final = 30.0  # u, width of a battlement and of a gap; half as high
WONDER: Final = 0.7  # of a zone's width, most of its wonder's
MAX_RISE: Final = 150.0  # u, by which a wonder rises beyond its zone, at most
DRUM: Final = 216.0  # u, radius
SIDE_REACH: Final = 615.0  # u, from the middle to the end of what lies beside the drum
HIDDEN_FOOT: Final = 14.0  # u, by which the foot of a wonder is hidden behind its wall

End: TypeAlias = Callable[[Controller], None]
Gains: TypeAlias = tuple[int, int]  # of a seat, by its neighbours: from the left one and from the right one
Prize: TypeAlias = Callable[[Pen, float], None]  # round the pen's place, so far from its middle; equal for equals


@dataclass(frozen=True, slots=True)
class ConflictSeat:
    """A seat's part in a conflict."""

    shields: int
    gains: Gains | None  # military tokens, or (`sum`) points; None: hidden until the shields have met
    rule: str = ""  # with two seats, how tokens are won, in the seat's language
    note: str = ""  # other consequences, in the seat's language
    prizes: tuple[Prize, ...] = ()  # other gains
    sum: bool = False  # tokens have values, also negative; the plate shows the sum of the age
    coins: int | None = None  # the seat's coins, if they are shown
    world: World | None = None  # its wonder behind the wall


def share_tokens(shields: Sequence[int], won: Sequence[int]) -> list[Gains]:
    """Split the tokens that each seat won into gains per neighbour, an equal number from each one it beat.

    With two seats, the other seat is the neighbour on both sides.
    """
    gains = []
    for i, tokens in enumerate(won):
        left, right = _neighbours(i, len(shields))
        beaten = {other for other in (left, right) if shields[i] > shields[other]}
        each = tokens // len(beaten) if beaten else 0
        gains.append((each if left in beaten else 0, each if right in beaten else 0))
    return gains


def elements(
    scene: Scene,
    ring: Ring,
    fought: Sequence[ConflictSeat],
    until: float,
    end: End,
    age: int = 0,
    line: int = 0,
    says: str = "",
) -> Elements:
    """Build the conflict page until `until` (seconds; infinite: until a touch). `end`: the callback on continuing.

    `age`: the age that has ended; 0: markers triggered the conflict. `line`: the line of the log whose shields people
    have to check, where they deal. `says`: an instruction to follow first.
    """
    asks, turns_back = is_shield_check_open(scene, line), line > 0 and not age
    shields = tuple((seat.shields, info.colour) for seat, info in zip(fought, scene.table.seats, strict=False))
    return [
        Element("dome", Dome(ring, (), war=True), paint_dome),
        Element("battle", Drum(ring, scene.model.words(), None if asks else end, age), paint_drum),
        _build_shield_check(scene, ring, line, end, turns_back)
        if asks
        else _build_continue(scene, ring, until, end, turns_back, says),
        *(_build_seat(scene, ring, fought, i) for i in range(len(fought))),
        Element("battle lines", Clashes(ring, shields), paint_clashes),
    ]


def clash(ring: Ring, shields: Sequence[int]) -> Iterator[Flight]:
    """Animate the shields of each pair of neighbours towards each other; they stay there until the gains appear."""
    r = _clash_radius(ring)
    for mine, _, end in _meetings(ring, r):
        paint, here = partial(_paint_shield, r=r, many=shields[mine]), ring.zones[mine]
        start = Pose(here.x, here.y, here.angle)
        met = carry(paint, start, end, FlyingShape.disc(r), ring.inner.centre, number("point"))
        yield replace(met, stays=ceremony_durations.SHIELDS_SECONDS - duration(met))


def _clash_radius(ring: Ring) -> float:
    return min(CLASH * ring.u, ring.card * 0.45)


def _meetings(ring: Ring, away: float) -> Iterator[tuple[int, int, Pose]]:
    """Yield for each seat (from 0) and neighbour the place of its shield, `away` px from the gap, pair by pair."""
    n = len(ring.zones)
    for i in range(n if n > 2 else 1):
        j, (x, y) = (i + 1) % n, _meeting_point(ring, i)
        dx, dy = ring.zones[j].x - ring.zones[i].x, ring.zones[j].y - ring.zones[i].y
        part = away / hypot(dx, dy)
        yield i, j, Pose(x - dx * part, y - dy * part, ring.zones[i].angle)
        yield j, i, Pose(x + dx * part, y + dy * part, ring.zones[j].angle)


def prizes(ring: Ring, fought: Sequence[ConflictSeat], after: float) -> Iterator[Flight]:
    """Animate tokens from the meeting points to their places on the page, except tokens with values."""
    p, n = Pen(measure), len(fought)
    for i, seat in enumerate(fought):
        gaps = (i, (i - 1) % n) if n > 2 else (0,)
        for nth, (at, gain) in enumerate(zip(gaps, seat.gains or (), strict=False)):
            gap = ring.gaps[at]
            with _at_comparison(p, ring, i, nth), p.at(*PRIZE):
                x, y, angle, scale = p.origin
            body, paint = FlyingShape.disc(PRIZE_R * scale), partial(_paint_prize, scale=scale)
            for k in range(gain):
                start, end = Pose(gap.x, gap.y, angle, 2.0), Pose(x, y, angle)
                yield carry(paint, start, end, body, ring.inner.centre, number("point"), after + STEP * k, spins=1)


def _paint_prize(p: Pen, scale: float) -> None:
    with p.at(0, 0, 0, scale):
        faces.lay_out(p, military(PRIZE_R))


def _paint_shield(p: Pen, r: float, many: int, colour: str = "") -> None:
    lighting.disc(p, r, "red_tint", "red", lighting.REDS)
    if colour:
        p.disc(0, 0, r * 0.9, None, colour, r * 0.08)
    with p.at(0, -r * 0.36):
        lighting.shield(p, r * 0.74)
    p.text(0, r * 0.44, str(many), p.legible(r * 0.72), "text", bold=True)


def _meeting_point(ring: Ring, i: int) -> tuple[float, float]:
    """Return where the shields of seat `i` (from 0) and the next one meet: between two of one edge over their walls."""
    at, here, there = ring.gaps[i], ring.zones[i], ring.zones[(i + 1) % len(ring.zones)]
    if here.edge != there.edge:
        return at.x, at.y
    dx, dy = ((0, -1), (1, 0), (0, 1), (-1, 0))[here.edge]
    return at.x + dx * here.d * OVER_WALL, at.y + dy * here.d * OVER_WALL


def _compare(a: int, b: int) -> int:
    return (a > b) - (a < b)


def _neighbours(i: int, seats: int) -> tuple[int, int]:
    """Return the left and right neighbours of a seat (all from 0)."""
    return (i + 1) % seats, (i - 1) % seats


@dataclass(frozen=True, slots=True)
class Clashes:
    """The shields of each two neighbours, the stronger one larger and on top. `shields`: with the seats' colours."""

    ring: Ring
    shields: tuple[tuple[int, str], ...]  # by seat


def paint_clashes(p: Pen, it: Clashes, control: Controller) -> None:
    r = _clash_radius(it.ring)
    met = [(_compare(it.shields[i][0], it.shields[j][0]), i, at) for i, j, at in _meetings(it.ring, r)]
    for better, i, at in sorted(met, key=lambda each: each[0]):
        with p.at(at.x, at.y, at.angle):
            _paint_shield(p, r * (WINNER_SCALE if better > 0 else LOSER_SCALE if better < 0 else 1), *it.shields[i])
    for (better, _, one), (*_, other) in zip(met[::2], met[1::2], strict=True):
        if not better:
            with p.at((one.x + other.x) / 2, (one.y + other.y) / 2, 0, r / CLASH):
                p.disc(0, 0, 30, "tag")
                icon(p, "same", 0, 0, 40, "tag_text", "tag")


@dataclass(frozen=True, slots=True)
class Drum:
    """The drum in the middle."""

    ring: Ring
    w: Words
    end: End | None  # None: a question comes first
    age: int


def paint_drum(p: Pen, it: Drum, control: Controller) -> None:
    x, y = it.ring.inner.centre
    with p.at(x, y, 0, it.ring.u * it.ring.large):
        lighting.disc(p, DRUM, "red_tint", "red", lighting.REDS)
        p.disc(0, 0, 134, "drum")
        if it.age:
            icon(p, "swords", 0, 0, 150, "text", "drum")
        else:
            icon(p, "horn", -2, 18, 190, "text", "drum")
        for angle in (0, 90, 180, 270):
            with p.at(0, 0, angle):
                p.text(0, 172, it.w("Conflict"), 38, "text", bold=STONE, room=210)
        for angle in (45, 135, 225, 315):
            with p.at(178 * cos(radians(angle)), 178 * sin(radians(angle)), angle - 45):
                if it.age:
                    faces.draw_marks(p, numeral(it.age, 0, 0, 40, "text"))
                else:
                    faces.lay_out(p, marker(True, 33))
        if it.end:
            p.hit_area(-DRUM, -DRUM, 2 * DRUM, 2 * DRUM, "end fight", partial(_continue, control, it.end), rank=1)


@dataclass(frozen=True, slots=True)
class LookRound:
    """The question whether all shields are as shown. `says`: an additional instruction."""

    ring: Ring
    edge: int
    form: Form
    end: End
    says: str


def _build_shield_check(scene: Scene, ring: Ring, line: int, end: End, turns_back: bool) -> Element[LookRound]:
    acting = scene.acting
    w = scene.model.words(acting)
    says = w("Turn the conflict tokens back to peace.") if turns_back else ""
    view = LookRound(ring, scene.faced_edge(ring.edge_of(acting)), look_round(w, line, ()), end, says)
    return Element("look round", view, paint_look)


def paint_look(p: Pen, it: LookRound, control: Controller) -> None:
    """Paint the question with its two answers over the drum."""
    ring, t = it.ring, it.ring.touch
    wrong, right = (row for row in it.form.rows_on("screen") if isinstance(row, Pressable))
    across = (ring.inner.w if it.edge % 2 == 0 else ring.inner.h) / ring.u
    bw = min(across - 24, 900.0)
    said = [(it.form.title, 36.0, "text", True), (it.says, 28.0, "soft", False)]
    rows = [
        (*p.break_lines(text, p.legible(size), bold, bw - 40, 2), ink, bold) for text, size, ink, bold in said if text
    ]
    high = t + 44 + sum(len(lines) * size * PITCH for lines, size, *_ in rows)
    with p.at(*ring.inner.centre, it.edge * 90.0, ring.u), p.at(-bw / 2, -high / 2):
        p.rect(0, 0, bw, high, 26, "plate", "red", 4)
        p.hit_area(0, 0, bw, high, "look round ground", None, rank=0)
        y = 14.0
        for lines, size, ink, bold in rows:
            for line in lines:
                p.text(bw / 2, y + size * PITCH / 2, line, size, ink, bold=bold, room=bw - 40)
                y += size * PITCH
        half = (bw - 3 * 16) / 2
        no, y = partial(_open_log, control, it.edge), high - t - 16
        button(p, 16, y, half, t, wrong.words, wrong.key, no, wrong.picture, size=30)
        assert isinstance(right, Button)
        yes = partial(_confirm_shields, control, right.says, it.end)
        button(p, 2 * 16 + half, y, half, t, right.words, right.key, yes, right.picture, right.main, size=30)


def _continue(control: Controller, end: End) -> None:
    """Continue after the page; its reminders count as done."""
    seat_notices_and_votes.report_done_here(control)
    end(control)


def _confirm_shields(control: Controller, says: IntentTemplate, end: End) -> None:
    """Confirm the shields. Each seat's instructions stay at its edge until it touches them."""
    send_intent(control, says)
    end(control)


def _open_log(control: Controller, edge: int) -> None:
    control.open_panel("log", edge)


@dataclass(frozen=True, slots=True)
class ContinueButton:
    """The continue button, turned to the seat to act next. `left`: seconds until the page ends by itself; None: never.

    `says`: an instruction to follow first.
    """

    ring: Ring
    angle: float
    left: int | None
    w: Words
    end: End
    says: str = ""


def _build_continue(
    scene: Scene, ring: Ring, until: float, end: End, turns_back: bool, says: str
) -> Element[ContinueButton]:
    acting = scene.acting
    angle = scene.faced_edge(ring.edge_of(acting)) * 90.0
    left = max(0, round(until - scene.now)) if until < inf else None
    w, table = scene.model.words(acting), scene.model.table
    back = turns_back and table is not None and table.mode == "track"
    says = w("Turn the conflict tokens back to peace.") if back else says
    return Element("go on", ContinueButton(ring, angle, left, w, end, says), paint_go_on)


def paint_go_on(p: Pen, it: ContinueButton, control: Controller) -> None:
    ring, w, u = it.ring, it.w, it.ring.u * it.ring.large
    x, y = ring.inner.centre
    bw, bh = (240.0 if ring.upright else 330.0), max(124.0, ring.touch / ring.large)
    below_plate = DRUM + 20 + (bw if it.angle % 180 else bh) / 2
    dx, dy = (0.0, below_plate) if ring.upright else (-440.0, 0.0)
    with p.at(x + dx * u, y + dy * u, it.angle, u):
        label = w("Continue")
        below = "" if it.left is None else w("automatically in {n} s", n=it.left)
        button(
            p,
            -bw / 2,
            -bh / 2,
            bw,
            bh,
            label,
            "go on",
            partial(_continue, control, it.end),
            primary=True,
            size=34,
            below=below,
        )
        if it.says:
            p.prose(-bw / 2, bh / 2 + 8, it.says, 28, bw, 84, "text", "middle")


@dataclass(frozen=True, slots=True)
class NeighbourComparison:
    """The comparison with one neighbour and the gain; None: still hidden."""

    name: str
    shields: int
    gain: int | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """A seat's result in its language; with two seats there is one comparison and a rule."""

    ring: Ring
    i: int  # the seat, from 0
    name: str
    fought: ConflictSeat
    beside: tuple[NeighbourComparison, ...]
    w: Words
    colour: str = ""
    emblem: str = ""


def _build_seat(scene: Scene, ring: Ring, fought: Sequence[ConflictSeat], i: int) -> Element[Outcome]:
    w, seats = scene.model.words(i + 1), len(fought)
    people = scene.model.people(w)
    others = zip(_neighbours(i, seats)[: seats - 1], fought[i].gains or (None, None), strict=False)
    beside = tuple(NeighbourComparison(people[other], fought[other].shields, gain) for other, gain in others)
    info = scene.model.info(i + 1)
    view = Outcome(ring, i, people[i], fought[i], beside, w, info.colour, info.emblem)
    return Element(f"zone {i + 1}", view, paint_outcome)


def paint_outcome(p: Pen, it: Outcome, control: Controller) -> None:
    ring, fought = it.ring, it.fought
    with ring.draw_in_zone(p, it.i + 1) as (w, d):
        k = d / 272
        hs, h, s = _zone_parts(ring, w, d)
        _paint_wall(p, it, w, d, h, s)
        size = (46 if ring.small else 30) * k
        won = signed(sum(fought.gains)) if fought.sum and fought.gains is not None else ""
        money = size * 1.65 + p.text_width(str(fought.coins), size, True) if fought.coins is not None else 0.0
        room = min(w * 0.55, w - 38 - money - p.text_width(won, size, True) - 12)
        used = draw_before_name(p, 20, d - hs / 2, size, it.name, room, it.emblem, it.colour)
        used += p.name(20 + used, d - hs / 2, it.name, size, room=room - used, high=hs * 0.86)
        if fought.coins is not None:
            faces.coin(p, 20 + used + size * 0.9, d - hs / 2, size * 1.2)
            p.text(20 + used + size * 1.65, d - hs / 2, str(fought.coins), size, "text", "start", bold=True)
        end = w - 18
        for prize in fought.prizes:
            r = hs * 0.44
            with p.at(end - r, d - hs / 2):
                prize(p, r)
            end -= 2 * r + 12
        if won:
            p.text(end, d - hs / 2, won, size, "candle" if won[0] == "+" else "soft", "end", bold=True)
        elif fought.note:
            optional_text(p, end, d - hs / 2, (fought.note,), size * 0.75, "soft", end - used - 38)
        if fought.rule:
            p.prose(w * 0.64, h - WALL * s, fought.rule, 25 * s, w * 0.34, WALL * s, "text", "start", middle=True)
        with p.at(w / 2, h - WALL * s / 2):
            lighting.shield(p, 112 * s)
            p.text(0, -5 * s, str(fought.shields), 56 * s, "battle", bold=True)
    for nth, other in enumerate(it.beside):
        with _at_comparison(p, ring, it.i, nth) as room:
            _paint_comparison(p, it, other, room)


def _paint_wall(p: Pen, it: Outcome, w: float, d: float, h: float, s: float) -> None:
    """Paint the seat's wonder behind its wall, and its name plate before it."""
    world, wall = it.fought.world, WALL * s
    if wonder_window.is_drawn(p, world) and world is not None:
        high = h - wall + HIDDEN_FOOT + _room_before(it.ring, it.i)
        with p.at(w / 2, h - wall + HIDDEN_FOOT):
            wonder_window.paint_built(p, world, min(w * WONDER, high * SHAPE), high)
    if p.plain:
        draw_zone(p, w, d, d - h, 1, False, it.colour)
        return
    top, step = h - wall, BATTLEMENT * s
    for n in range(int(w / step / 2) + 1):
        p.rect(2 * n * step, top - step / 2, min(step, w - 2 * n * step), step / 2 + 1, 2, "drum")
    lighting.shadow(p, 0, top, w, wall, 0, lighting.CARD)
    p.rect(0, top, w, wall + 10, 0, "drum")
    with p.at(0, top):
        lighting.sheen(p, w, wall, 4)
    draw_lintel(p, w, d, d - h, False, it.colour)


def _room_before(ring: Ring, i: int) -> float:
    """Return how far the wonder of seat `i` (from 0) may rise beyond its zone (u): up to the drum, or to the button."""
    taken = SIDE_REACH if ring.upright == (ring.zones[i].edge % 2 == 0) else DRUM
    return max(OVERHANG, min(MAX_RISE, ring.before_zone(i) / ring.u - taken * ring.large - 10))


def _zone_parts(ring: Ring, w: float, d: float) -> tuple[float, float, float]:
    """Return the height of a zone's name plate, the height above it, and the scale of its content (u)."""
    plate = (92 if ring.small else 60) * d / 272
    return plate, d - plate, min(1.0, w / 540, (d - plate) / 205)


@contextmanager
def _at_comparison(p: Pen, ring: Ring, i: int, nth: int) -> Iterator[float]:
    """Move to a seat's (from 0) comparison with its left (0) or right (1) neighbour; yield the width available."""
    with ring.draw_in_zone(p, i + 1) as (w, d):
        _, h, s = _zone_parts(ring, w, d)
        with p.at(w * SIDES[nth], h - WALL * s / 2, 0, s):
            yield w * 0.3 / s


def _paint_comparison(p: Pen, it: Outcome, other: NeighbourComparison, room: float) -> None:
    mine = it.fought.shields
    c = _compare(mine, other.shields)
    _paint_word(p, -42, name_forms(other.name), 32 if it.ring.small else 25, room)
    p.rect(-96, -22, 192, 60, 14, "red_tint", "candle" if c > 0 else None, 3)
    p.text(-74, 8, str(mine), 34, "text", bold=True, room=44)
    p.text(-42, 8, ">" if c > 0 else "<" if c < 0 else "=", 28, "candle" if c > 0 else "text", bold=True)
    p.text(-10, 8, str(other.shields), 34, "text", bold=True, room=44)
    if other.gain is None:
        return
    if it.fought.sum and other.gain:
        token = Atom("victory" if other.gain > 0 else "defeat", n=abs(other.gain))
        faces.atoms(p, (PlacedAtom(token, PRIZE[0] + 12, PRIZE[1], 56),), Inks("red_tint"))
    elif other.gain:
        with p.at(*PRIZE):
            faces.lay_out(p, military(PRIZE_R))
            p.text(PRIZE_R + 4, 0, f"{other.gain:+}", 26, "candle", "start", bold=True, room=32)
    else:
        p.text(PRIZE[0] + 12, PRIZE[1], "–", 34, "text", bold=True)


def _paint_word(p: Pen, y: float, said: str | Sequence[str], size: float, room: float) -> None:
    """Write a word beside a shield at a legible size; it is cut if it does not fit."""
    least = max(size, MIN_NAME_PX / p.scale)
    wordings = [said] if isinstance(said, str) else said
    said = next((each for each in wordings if p.text_width(each, least) <= room), wordings[-1])
    used = max(MIN_NAME_PX / p.scale, p.fit_size(said, least, False, room))
    p.text(0, y, p.cut_to_room(said, used, False, room), used, "text")
