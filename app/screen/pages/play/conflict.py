"""The conflict page: shields of neighbours compared, and each seat's gains, until somebody continues.

Where people deal, the page first asks everybody to check the shields. *No* opens the log; the page returns once the log
is closed or the turn corrected.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from math import atan2, copysign, cos, degrees, hypot, inf, radians, sin
from typing import Final, TypeAlias

from app.looks.card_faces import numeral
from app.looks.drawing_data import SHAPE
from app.looks.effect_icons import Atom, Inks, PlacedAtom
from app.looks.face_layout import Disc
from app.looks.icons import icon
from app.looks.piece_faces import marker, military
from app.looks.wonder_window import World
from app.protocol import ceremony_durations
from app.screen.animation.easing import duration
from app.screen.control.controller import Controller
from app.screen.pages.play import seat_notices_and_votes
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_drawing import measure
from app.screen.paint.text_pen import PITCH
from app.screen.paint.theme import number
from app.screen.state.flight import FLIGHT_GAP_SECONDS, Flight, FlyingShape, Pose, carry
from app.screen.state.ring_layout import MARGIN, Rect, Ring
from app.screen.state.scene import Scene
from app.screen.state.typed_scene import is_shield_check_open
from app.screen.widgets import faces, war_sprites, wonder_window
from app.screen.widgets.badges import Badge, badge, draw_before_name
from app.screen.widgets.controls import button
from app.screen.widgets.dome import Dome, paint_dome
from app.screen.widgets.name_plate import optional_text
from app.shown.cardboard.shield_check import look_round
from app.shown.form import Button, Form, IntentTemplate, Pressable
from app.shown.play.previews import format_signed
from app.text.translation import Words

CLASH: Final = 74.0  # u, radius of a shield that meets another, at most
CLASH_SHARE: Final = 0.6  # of a card's width, the same
WINNER_SCALE: Final = 1.28  # size of the winning shield, relative to CLASH
LOSER_SCALE: Final = 0.88  # size of the losing shield, relative to CLASH
DISTANCE: Final = {1: 0.5, 0: 0.86, -1: 1.2}  # radii to where it met the other, by whether it has won
REACH: Final = 1.74  # radii from there to the far side of a shield
CROWDED: Final = 0.8  # the size of shields that meet before a wall, or where three seats share one
TOWER: Final = 56.0  # u, width of a tower that two seats of one edge share
ROW: Final = {False: 70.0, True: 92.0}  # u, height of what is on a wall, by whether the screen is small
RESULT: Final = 2.6, 4.0  # in its heights, most of the width of a result, and of one beside a rule
MIN_SHARE: Final = {False: 640.0, True: 740.0}  # u, least part of an edge for a wall with one row
BADGED: Final = 2.4  # in its heights, its width from which on it has a badge
MIN_SLAB: Final = 4.4  # in its heights, least width of a stone with a name between results
SLAB: Final = 640.0  # u, the same of the stone with a name
GAP: Final = 12.0  # u, between what is on a wall
MOST_WON: Final = "+10"  # points of one conflict of 7 Wonders, from both neighbours
RISE: Final = 60.0, 280.0  # u, least and most height of a wonder over its wall
DRUM: Final = 190.0  # u, radius
BUTTON_REACH: Final = {False: 560.0, True: 450.0}  # u, from the middle to the far end of the button, by upright
PRIZE_R: Final = 25.0  # radius of a token before it is scaled

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
    infos = zip(fought, scene.table.seats, strict=False)
    shields = tuple((seat.shields, info.emblem, info.colour) for seat, info in infos)
    return [
        Element("dome", Dome(ring, (), war=True), paint_dome),
        *(_build_seat(scene, ring, fought, i) for i in range(len(fought))),
        Element("battle lines", Clashes(ring, shields), paint_clashes),
        Element("battle", Drum(ring, scene.model.words(), None if asks else end, age), paint_drum),
        _build_shield_check(scene, ring, line, end, turns_back)
        if asks
        else _build_continue(scene, ring, until, end, turns_back, says),
    ]


def clash(ring: Ring, shields: Sequence[int]) -> Iterator[Flight]:
    """Animate the shields of each pair of neighbours towards each other; they stay there until the gains appear."""
    for mine, other, end in _meetings(ring, partial(_clash_radius, ring)):
        r, here = _clash_radius(ring, mine, other), ring.zones[mine]
        paint = partial(_paint_shield, r=r, many=shields[mine])
        start = Pose(here.x, here.y, here.angle)
        met = carry(paint, start, end, FlyingShape.disc(r), ring.inner.centre, number("point"))
        yield replace(met, stays=ceremony_durations.SHIELDS_SECONDS - duration(met))


def _clash_radius(ring: Ring, i: int, j: int) -> float:
    """Return the radius in pixels of the shields of two neighbours that meet."""
    crowded = _rows(ring) == 2 or ring.zones[i].edge == ring.zones[j].edge
    return min(CLASH * ring.u, ring.card * CLASH_SHARE) * (CROWDED if crowded else 1)


def _meetings(ring: Ring, away: Callable[[int, int], float]) -> Iterator[tuple[int, int, Pose]]:
    """Yield for each seat (from 0) and neighbour the place of its shield, pair by pair.

    `away`: returns its distance in pixels from where it meets the other, by both.
    """
    n = len(ring.zones)
    for i in range(n if n > 2 else 1):
        j = (i + 1) % n
        (x, y), here, there = meeting_point(ring, i), ring.zones[i], ring.zones[j]
        dx, dy = there.x - here.x, there.y - here.y
        if (there.edge - here.edge) % 2:  # round a corner
            dx, dy = copysign(1, dx), copysign(1, dy)
        for mine, other, zone, side in ((i, j, here, -1), (j, i, there, 1)):
            part = side * away(mine, other) / hypot(dx, dy)
            yield mine, other, Pose(x + dx * part, y + dy * part, zone.angle)


def prizes(ring: Ring, fought: Sequence[ConflictSeat], after: float) -> Iterator[Flight]:
    """Animate tokens from the meeting points to their places on the page, except tokens with values."""
    p, n = Pen(measure), len(fought)
    for i, seat in enumerate(fought):
        plan = plan_wall(ring, i)
        gaps = (i, (i - 1) % n) if n > 2 else (0,)
        for nth, (at, gain) in enumerate(zip(gaps, seat.gains or (), strict=False)):
            left, top = meeting_point(ring, at)
            with (
                _at_edge(p, ring, i),
                p.at(plan.results[nth] + plan.token_x, plan.row, 0, plan.plate[1] * 0.36 / PRIZE_R),
            ):
                x, y, angle, scale = p.origin
            body, paint = FlyingShape.disc(PRIZE_R * scale), partial(_paint_prize, scale=scale)
            for k in range(gain):
                start, end = Pose(left, top, angle, 2.0), Pose(x, y, angle)
                later = after + FLIGHT_GAP_SECONDS * k
                yield carry(paint, start, end, body, ring.inner.centre, number("point"), later, spins=1)


def _paint_prize(p: Pen, scale: float) -> None:
    with p.at(0, 0, 0, scale):
        faces.lay_out(p, military(PRIZE_R))


def _paint_shield(p: Pen, r: float, many: int, emblem: str = "", colour: str = "", lost: bool = False) -> None:
    lighting.disc(p, r, "battle" if lost else "drum", "red", lighting.BRASS[p.bright])
    if not p.plain:
        lighting.rim(p, r, r * 0.13)
    p.disc(0, 0, r * 0.8, None, colour or "red", r * 0.07)
    with p.at(0, -r * 0.33):
        if emblem:
            badge(p, 0, 0, r * 0.54, emblem, colour)
        else:
            lighting.shield(p, r * 0.66)
    p.text(0, r * 0.36, str(many), p.legible(r * 0.74), "text", bold=True, room=r * 1.3)


def meeting_point(ring: Ring, i: int) -> tuple[float, float]:
    """Return where the shields of seat `i` (from 0) and the next one meet: before their walls, or in the open."""
    n, at, here = len(ring.zones), ring.gaps[i], ring.zones[i]
    step, r = (ring.zones[(i + 1) % n].edge - here.edge) % 4, _clash_radius(ring, i, (i + 1) % n)
    high, (x, y) = _wall_high(ring) * ring.u, (at.x, at.y)
    near, far = (high + r * part for part in (WINNER_SCALE + 0.1, REACH))
    if step == 1:
        return (far if x < ring.width / 2 else ring.width - far), (far if y < ring.height / 2 else ring.height - far)
    return ((x, ring.height - near), (near, y), (x, near), (ring.width - near, y))[here.edge] if step == 0 else (x, y)


def _compare(a: int, b: int) -> int:
    return (a > b) - (a < b)


def _neighbours(i: int, seats: int) -> tuple[int, int]:
    """Return the left and right neighbours of a seat (all from 0)."""
    return (i + 1) % seats, (i - 1) % seats


@dataclass(frozen=True, slots=True)
class Clashes:
    """The shields of each two neighbours, the stronger one larger and on top."""

    ring: Ring
    shields: tuple[tuple[int, str, str], ...]  # by seat, with its emblem and colour


def paint_clashes(p: Pen, clashes: Clashes, control: Controller) -> None:
    ring, shields = clashes.ring, clashes.shields
    better = [[_compare(one[0], other[0]) for other in shields] for one in shields]
    met = [
        (better[i][j], i, at, _clash_radius(ring, i, j))
        for i, j, at in _meetings(ring, lambda i, j: DISTANCE[better[i][j]] * _clash_radius(ring, i, j))
    ]
    for _, i, _, r in () if p.plain else met[::2]:
        (x, y), (far_x, far_y) = meeting_point(ring, i), ring.inner.centre
        with p.at(x, y, degrees(atan2(far_x - x, y - far_y))):  # points towards the middle
            p.stamp(0, 0, r, war_sprites.paint_swords)
    for won, i, at, r in sorted(met, key=lambda each: each[0]):
        with p.at(at.x, at.y, at.angle):
            _paint_shield(p, r * {1: WINNER_SCALE, 0: 1, -1: LOSER_SCALE}[won], *shields[i], lost=won < 0)
    for (won, _, one, r), (_, _, other, _) in zip(met[::2], met[1::2], strict=True):
        if not won:
            with p.at((one.x + other.x) / 2, (one.y + other.y) / 2, 0, r / CLASH):
                p.disc(0, 0, 30, "tag", "candle", 3)
                icon(p, "same", 0, 0, 40, "tag_text", "tag")


@dataclass(frozen=True, slots=True)
class Drum:
    """The drum in the middle."""

    ring: Ring
    w: Words
    end: End | None  # None: a question comes first
    age: int


def paint_drum(p: Pen, drum: Drum, control: Controller) -> None:
    x, y = drum.ring.inner.centre
    with p.at(x, y, 0, drum.ring.u * drum.ring.large):
        lighting.disc(p, DRUM, "battle", "red", lighting.BRASS[p.bright])
        if not p.plain:
            lighting.rim(p, DRUM, 20)
        p.disc(0, 0, 102, "drum")
        if drum.age:
            icon(p, "swords", 0, 0, 120, "text", "drum")
        else:
            icon(p, "horn", -2, 14, 150, "text", "drum")
        for angle in (0, 90, 180, 270):
            with p.at(0, 0, angle):
                p.text(0, 129, drum.w("Conflict"), 33, "text", bold=STONE, room=190)
        for angle in (45, 135, 225, 315):
            with p.at(147 * cos(radians(angle)), 147 * sin(radians(angle)), angle - 45):
                if drum.age:
                    faces.draw_marks(p, numeral(drum.age, 0, 0, 28, "text"))
                else:
                    faces.lay_out(p, marker(battle=True, r=21))
        if drum.end:
            p.hit_area(-DRUM, -DRUM, 2 * DRUM, 2 * DRUM, "end fight", partial(_continue, control, drum.end), rank=1)


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
    view = LookRound(ring, scene.faced_edge(scene.answering_edge(ring, acting)), look_round(w, line, ()), end, says)
    return Element("look round", view, paint_look)


def paint_look(p: Pen, look_round: LookRound, control: Controller) -> None:
    """Paint the question with its two answers over the drum."""
    ring, t = look_round.ring, look_round.ring.touch
    wrong, right = (row for row in look_round.form.rows_on("screen") if isinstance(row, Pressable))
    across = (ring.inner.w if look_round.edge % 2 == 0 else ring.inner.h) / ring.u
    bw = min(across - 24, 900.0)
    said = [(look_round.form.title, 36.0, "text", True), (look_round.says, 28.0, "soft", False)]
    rows = [(*p.break_lines(text, p.legible(size), bw - 40, 2, bold=bold), ink, bold) for text, size, ink, bold in said]
    high = t + 44 + sum(len(lines) * size * PITCH for lines, size, *_ in rows)
    with p.at(*ring.inner.centre, look_round.edge * 90.0, ring.u), p.at(-bw / 2, -high / 2):
        p.rect(0, 0, bw, high, 26, "plate", "red", 4)
        p.hit_area(0, 0, bw, high, "look round ground", None, rank=0)
        y = 14.0
        for lines, size, ink, bold in rows:
            for line in lines:
                p.text(bw / 2, y + size * PITCH / 2, line, size, ink, bold=bold, room=bw - 40)
                y += size * PITCH
        half = (bw - 3 * 16) / 2
        no, y = partial(_open_log, control, look_round.edge), high - t - 16
        button(p, 16, y, half, t, wrong.words, wrong.key, no, picture=wrong.picture, size=30)
        assert isinstance(right, Button)
        yes = partial(_confirm_shields, control, right.says, look_round.end)
        button(
            p, 2 * 16 + half, y, half, t, right.words, right.key, yes, picture=right.picture, primary=right.main,
            size=30,
        )  # fmt: skip


def _continue(control: Controller, end: End) -> None:
    """Continue after the page; its reminders count as done."""
    seat_notices_and_votes.report_done_here(control)
    end(control)


def _confirm_shields(control: Controller, says: IntentTemplate, end: End) -> None:
    """Confirm the shields. Each seat's instructions stay at its edge until it touches them."""
    control.send(says)
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
    angle = scene.faced_edge(scene.answering_edge(ring, acting)) * 90.0
    left = max(0, round(until - scene.now)) if until < inf else None
    w, table = scene.model.words(acting), scene.model.table
    back = turns_back and table is not None and table.mode == "track"
    says = w("Turn the conflict tokens back to peace.") if back else says
    return Element("go on", ContinueButton(ring, angle, left, w, end, says), paint_go_on)


def paint_go_on(p: Pen, continue_button: ContinueButton, control: Controller) -> None:
    ring, w, u = continue_button.ring, continue_button.w, continue_button.ring.u * continue_button.ring.large
    x, y = ring.inner.centre
    bw, bh = (240.0 if ring.upright else 330.0), max(124.0, ring.touch / ring.large)
    below_plate = DRUM + 20 + (bw if continue_button.angle % 180 else bh) / 2
    dx, dy = (0.0, below_plate) if ring.upright else (-DRUM - 24 - bw / 2, 0.0)
    with p.at(x + dx * u, y + dy * u, continue_button.angle, u):
        box = -bw / 2, -bh / 2, bw, bh
        tap = partial(_continue, control, continue_button.end)
        below = "" if continue_button.left is None else w("automatically in {n} s", n=continue_button.left)
        button(p, *box, w("Continue"), "go on", tap, primary=True, size=34, below=below)
        if continue_button.says:
            p.prose(-bw / 2, bh / 2 + 8, continue_button.says, 28, bw, 84, "text", "middle")


@dataclass(frozen=True, slots=True)
class NeighbourComparison:
    """The comparison with one neighbour and the gain; None: still hidden."""

    shields: int
    gain: int | None
    badge: Badge


@dataclass(frozen=True, slots=True)
class Outcome:
    """A seat's result in its language; with two seats there is one comparison and a rule."""

    ring: Ring
    i: int  # the seat, from 0
    name: str
    fought: ConflictSeat
    beside: tuple[NeighbourComparison, ...]
    badge: Badge


@dataclass(frozen=True, slots=True)
class WallPlan:
    """The layout of a seat's wall and of what is on it, in u from the middle of its foot, as the seat sees it.

    By neighbours: `ends` and `towers` of the wall, left and right, and `results`, the middles of plates at `row`.
    """

    high: float
    ends: tuple[float, float]
    towers: tuple[float, float]
    results: tuple[float, float]
    row: float
    plate: tuple[float, float]  # size of a result
    slab: Rect  # the stone with the name
    wonder: float  # height

    @property
    def token_x(self) -> float:
        """The place of a token on a result, from its middle."""
        return self.plate[0] / 2 - self.plate[1] * 0.46


def plan_wall(ring: Ring, i: int) -> WallPlan:
    """Lay out the wall of seat `i` (from 0) and what is on it."""
    n, zone, high, h = len(ring.zones), ring.zones[i], _wall_high(ring), ROW[ring.small]
    left, right = (_wall_end(ring, i, j, side) for j, side in zip(_neighbours(i, n), (1, -1), strict=True))
    (west, tower, clear), (east, other_tower, other_clear) = left, right
    begin, whole = tower + GAP - west, west - tower + east - other_tower - 2 * GAP
    w = min(h * RESULT[n == 2], (whole - (h * MIN_SLAB if _rows(ring) == 1 else 0)) / 2 - GAP)
    results = begin + w / 2, begin + whole - w / 2
    wide = min(whole, SLAB) if _rows(ring) == 2 else min(whole - 2 * (w + GAP), SLAB)
    slab = Rect(begin + (whole - wide) / 2, -h - GAP, wide, h)
    faces_button = not zone.along and zone.edge == (0 if ring.upright else 1)
    reach = BUTTON_REACH[ring.upright] if faces_button else DRUM
    over = (ring.before_zone(i) + zone.d) / ring.u + MARGIN - high - reach * ring.large - GAP
    rise = max(RISE[0], min(RISE[1], over, 2 * min(clear, other_clear) / SHAPE))
    if i == n - 1 == 1:  # of two, both neighbours are at the side where they meet
        results = results[::-1]
    return WallPlan(high, (west, east), (tower, other_tower), results, GAP + h / 2 - high, (w, h), slab, rise)


def _rows(ring: Ring) -> int:
    """Return the rows on each wall: names are below the results if one has no room for them between."""
    shares = (abs(one.along - other.along) for one, other in pairwise(ring.zones) if one.edge == other.edge)
    return 2 if min(shares, default=inf) < MIN_SHARE[ring.small] * ring.u else 1


def _wall_high(ring: Ring) -> float:
    return _rows(ring) * (ROW[ring.small] + GAP) + GAP


def _wall_end(ring: Ring, i: int, j: int, side: int) -> tuple[float, float, float]:
    """Return how far the wall of seat `i` goes towards its neighbour `j`, its tower there, and the wonder's room.

    `side`: 1 if that is clockwise, -1 if not. Walls at the bottom and top have the towers in the corners.
    """
    here, there = ring.zones[i], ring.zones[j]
    high, reach = _wall_high(ring), REACH * _clash_radius(ring, i, j) / ring.u
    if here.edge == there.edge:
        half = abs(here.along - there.along) / 2 / ring.u
        return half, TOWER / 2, half - reach
    whole = (ring.seen_from(here.edge)[0] / 2 - side * here.along) / ring.u
    clear = whole - high - 2 * reach
    return (whole, high, clear) if here.edge % 2 == 0 else (whole - high - war_sprites.OVER_WALL, 0.0, clear)


@contextmanager
def _at_edge(p: Pen, ring: Ring, i: int) -> Iterator[None]:
    """Draw at the foot of the wall of seat `i` (from 0), as it sees it, in u."""
    zone = ring.zones[i]
    with ring.draw_seen_from(p, zone.edge) as (w, h), p.at(w / 2 - zone.along / ring.u, h):
        yield


def _build_seat(scene: Scene, ring: Ring, fought: Sequence[ConflictSeat], i: int) -> Element[Outcome]:
    badges = [Badge(info.emblem, info.colour) for info in map(scene.model.info, range(1, len(fought) + 1))]
    others = zip(_neighbours(i, len(fought))[: len(fought) - 1], fought[i].gains or (None, None), strict=False)
    beside = tuple(NeighbourComparison(fought[other].shields, gain, badges[other]) for other, gain in others)
    name = scene.model.people(scene.model.words(i + 1))[i]
    return Element(f"zone {i + 1}", Outcome(ring, i, name, fought[i], beside, badges[i]), paint_outcome)


def paint_outcome(p: Pen, outcome: Outcome, control: Controller) -> None:
    plan, fought = plan_wall(outcome.ring, outcome.i), outcome.fought
    w, h = plan.plate
    with _at_edge(p, outcome.ring, outcome.i):
        _paint_wall(p, outcome, plan)
        with p.at(plan.slab.x, plan.slab.y):
            _paint_slab(p, outcome, plan.slab.w, plan.slab.h)
        for x, other in zip(plan.results, outcome.beside, strict=False):
            with p.at(x, plan.row):
                _paint_result(p, outcome, other, plan)
        if fought.rule:
            with p.at(plan.results[1] - w / 2, plan.row - h / 2):
                p.rect(0, 0, w, h, 12, "plate", "brass", 2)
                p.prose(12, 4, fought.rule, 25, w - 24, h - 8, "text", "middle", middle=True)


def _paint_wall(p: Pen, outcome: Outcome, plan: WallPlan) -> None:
    """Paint the seat's wonder behind its wall."""
    (left, right), high, world = plan.ends, plan.high, outcome.fought.world
    if p.plain:
        p.rect(-left, -high, left + right, high, 0, "zone", outcome.badge.colour or None, 4)
        return
    if wonder_window.is_drawn(p, world) and world is not None:
        with p.at(0, -high):
            wonder_window.paint_built(p, world, plan.wonder * SHAPE, plan.wonder)
    p.stamp(0, 0, 1, war_sprites.paint_wall, round(left, 1), round(right, 1), plan.towers, high, rough=True)


def _paint_slab(p: Pen, outcome: Outcome, w: float, h: float) -> None:
    """Paint a seat's name, what else the conflict brought, and its shields."""
    fought, y, size = outcome.fought, h / 2, h * 0.46
    small = p.legible(size * 0.8)
    p.rect(0, 0, w, h, 14, "plate", outcome.badge.colour or "brass", 3)
    lighting.sheen(p, w, h, 14)
    with p.at(w - 10 - h * 0.32, y):
        lighting.shield(p, h * 0.86)
        p.text(0, -h * 0.04, str(fought.shields), h * 0.44, "battle", bold=True)
    end = w - h * 0.64 - 10 - GAP
    for prize in fought.prizes:
        with p.at(end - h * 0.42, y):
            prize(p, h * 0.42)
        end -= h * 0.84 + GAP
    if fought.sum:
        won = "" if fought.gains is None else format_signed(sum(fought.gains))
        p.text(end, y, won, small, "candle" if won[:1] == "+" else "soft", "end", bold=True)
        end -= p.text_width(MOST_WON, small, bold=True) + GAP  # before it is known, too: nothing moves aside then
    money = small * 1.4 + p.text_width(str(fought.coins), small, bold=True) if fought.coins is not None else 0.0
    begin, room = GAP, end - money - GAP
    begin += draw_before_name(p, begin, y, size, outcome.name, room, outcome.badge.emblem, outcome.badge.colour)
    begin += p.name(begin, y, outcome.name, size, room=room - begin, high=h * 0.9) + GAP
    if fought.coins is not None:
        faces.coin(p, begin + small * 0.6, y, small * 1.2)
        p.text(begin + small * 1.4, y, str(fought.coins), small, "text", "start", bold=True)
    optional_text(p, end, y, (fought.note,), small, "soft", end - begin)


def _paint_result(p: Pen, outcome: Outcome, other: NeighbourComparison, plan: WallPlan) -> None:
    """Paint the comparison with a neighbour round the pen's place: both numbers of shields, and what it brought."""
    (w, h), mine, gain, x = plan.plate, outcome.fought.shields, other.gain, plan.token_x
    won = _compare(mine, other.shields)
    fill, ink = ("candle", "ink") if won > 0 else ("plate", "text")
    p.rect(-w / 2, -h / 2, w, h, 12, fill, "brass", 2)
    left, right = 4 - w / 2, x - h * 0.36
    if w > BADGED * h:
        badge(p, left + h * 0.3, 0, h * 0.44, other.badge.emblem, other.badge.colour)
        left += h * 0.5
    p.text((left + right) / 2, 0, f"{mine}:{other.shields}", p.legible(34), ink, bold=True, room=right - left - 4)
    if gain and outcome.fought.sum:
        token = Atom("victory" if gain > 0 else "defeat", n=abs(gain))
        faces.atoms(p, (PlacedAtom(token, x, 0, h * 0.82),), Inks(fill))
    elif gain:
        with p.at(x, 0):
            faces.draw_marks(p, (Disc(0, 0, h * 0.36, "red_tint", "red", h * 0.04),))
            p.text(0, 0, f"{gain:+}", p.legible(28), "text", bold=True, room=h * 0.6)
    elif gain == 0:
        p.text(x, 0, "–" if won else "=", p.legible(34), ink, bold=True)
