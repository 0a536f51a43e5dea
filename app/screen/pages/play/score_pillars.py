"""The score sheet at the end: every seat's wonder on a pillar of its points, in the country of the first winner.

The row faces the winner, or whoever turned it; each edge says what its seats have. A touch on a pillar explains its
drums.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

from app.looks.drawing_data import SHAPE
from app.looks.effect_icons import format_signed
from app.looks.wonder_window import World
from app.screen.control.controller import Controller
from app.screen.pages.common.result_code import current_code, paint_small_code
from app.screen.pages.play import end_vistas
from app.screen.pages.play.end_vistas import VistaSeat
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import PITCH as LINE_PITCH
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.state.typed_scene import ReportScene
from app.screen.widgets import wonder_window
from app.screen.widgets.pillar import SLAB, PillarDrum, high_of, paint_pillar
from app.screen.widgets.vista import EdgeWords, Stone, Vista, deep, paint_crown, paint_stone, paint_vista, stone_high
from app.shown.play import game_over as over
from app.text.translation import Words

CORNER: Final = 264.0  # u, kept free in the corners for buttons
ENDS: Final = 0.2  # of the distance between pillars, kept free at each end of a narrow row
NARROW: Final = 200.0  # u: where less is left for a pillar, the row is placed above these buttons
PITCH: Final = 340.0  # u, between pillars, at most; of few pillars
WIDE_PITCH: Final = 480.0
FEW_PILLARS: Final = 3
PILLAR: Final = 0.46  # width of a pillar, of the distance between pillars
PILLAR_U: Final = 190.0  # u, width of a pillar at most
TOP: Final = 0.32  # of the height for pillars and wonders, for a wonder
LOW: Final = 0.15  # the same without drawings, for the crown
CROWN: Final = 0.32  # of a wonder's height
MAX_SCALE: Final = 32.0  # u for a point
LEAST_PITCH: Final = 70.0  # pixels: with less, only the winners and the faced seat have pillars
STONES: Final = 2.2  # places that the stones of all others take then
CODE: Final = 300.0  # u, side of the result's code, at most
TABLET: Final = 820.0  # u, width of the explanation of a pillar
ROW: Final = 62.0  # u, height of its lines


class RowMeasures(NamedTuple):
    """Measures of a row in u: the distance between pillars, their foot, heights of a wonder and of a point."""

    pitch: float
    foot: float
    top: float
    scale: float
    narrow: bool

    def across(self, w: float, nth: float, many: float) -> float:
        """Return the middle of the nth of so many places."""
        return w / 2 + (nth - (many - 1) / 2) * self.pitch


def _measure(ring: Ring, edge: int, standings: Sequence[VistaSeat], many: float, drawn: bool) -> RowMeasures:
    """Measure a row of so many places."""
    w, h = (side / ring.u for side in ring.seen_from(edge))
    pitch, foot = (w - 2 * CORNER) / many, h - deep(ring) - stone_high(ring)
    if pitch < NARROW:
        pitch, foot = (w - 2 * deep(ring)) / (many + 2 * ENDS), h - max(deep(ring), CORNER) - stone_high(ring)
    narrow = pitch < NARROW
    if narrow:
        foot -= stone_high(ring)
    pitch, room = min(WIDE_PITCH if many <= FEW_PILLARS else PITCH, pitch), foot - deep(ring)
    top = min(room * (TOP if drawn else LOW), pitch / SHAPE)
    most = max(sum(max(0, drum.points) for drum in each.drums) for each in standings)
    return RowMeasures(pitch, foot, top, min(MAX_SCALE, (room - top * (1 + CROWN) - 24) / max(1, most)), narrow)


@dataclass(frozen=True, slots=True)
class ScorePillar:
    """A seat's pillar. `names`: of its drums; `why`: a sentence on its result."""

    i: int  # the seat, from 0
    stone: Stone
    won: bool
    worlds: tuple[World, ...]
    drums: tuple[PillarDrum, ...]
    names: tuple[str, ...]
    why: str


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """The row of pillars, by rank. `turns`: the seats, from 0, whose part of their edge turns it to them."""

    ring: Ring
    edge: int
    pillars: tuple[ScorePillar, ...]
    turns: tuple[int, ...]
    link: str
    w: Words
    rests: bool  # it can be touched
    stones: tuple[Stone, ...]  # of those for whom there is no room
    at: RowMeasures
    many: float


def elements(
    scene: Scene,
    ring: Ring,
    standings: Sequence[VistaSeat],
    told: Callable[[Words], str],
    reason: Callable[[Words, int], str],
    corners: Elements,
) -> Elements:
    """Build the country with the words at every edge, and the row of pillars unless a panel covers it.

    `told`: how the game ended. `corners`: buttons; an explanation covers them. While the end sequence goes on nothing
    can be touched.
    """
    model, rests = scene.model, scene.ending is None
    order = end_vistas.by_rank(standings)
    faced = _faced_seat(scene, order)
    edge, w, first = ring.zones[faced].edge, model.words(faced + 1), standings[order[0]]
    sky = first.worlds[0].sky if first.worlds and not model.settings.plain_figures else ""
    code = current_code(scene, w) if rests else None
    link = code.url if code else ""
    high_ones, many, at = _choose_pillars(ring, standings, order, faced, link != "", sky != "")
    room, high = (side / ring.u for side in ring.seen_from(edge))
    light = at.across(room, 0, many) / room, (at.foot - high_of(first.drums, at.scale) - at.top) / high
    words = _list_words(scene, ring, standings, told, reason, faced)
    found: Elements = [Element("vista", Vista(ring, edge, (), words, sky, light, deep(ring)), paint_vista)]
    if scene.ui.panel or (isinstance(scene, ReportScene) and scene.repair):
        return [*found, *corners]
    pillars = tuple(_build_pillar(scene, standings, i, w, reason) for i in high_ones)
    others = tuple(end_vistas.stone_of(scene, standings, i) for i in reversed(order) if i not in high_ones)
    turns = tuple(i for i in range(len(ring.zones)) if i != faced) if rests else ()
    row = ScoreRow(ring, edge, pillars, turns, link, w, rests, stones=others, at=at, many=many)
    explained = [each for each in pillars if rests and each.i == scene.ui.finale.told]
    return [
        *found,
        Element("sheet", row, paint_row),
        *corners,
        *(Element("explained", PillarExplanation(ring, edge, each), paint_explanation) for each in explained),
    ]


def _faced_seat(scene: Scene, order: Sequence[int]) -> int:
    """Return the seat, from 0, that the row faces: the one it was turned to, else the first person by rank."""
    turned_to = scene.ui.finale.faced
    if turned_to is not None:
        return turned_to
    seats = scene.model.table.seats if scene.model.table is not None else ()
    return next((i for i in order if seats[i].by != "bot"), order[0])


def _choose_pillars(
    ring: Ring, standings: Sequence[VistaSeat], order: Sequence[int], faced: int, has_code: bool, drawn: bool
) -> tuple[Sequence[int], float, RowMeasures]:
    """Choose the seats that have pillars: all, or the winners and the faced seat where pillars would be too narrow.

    Return them, the number of places in the row, those for the code and stones included, and its measures.
    """
    edge, many = ring.zones[faced].edge, float(len(order) + has_code)
    at = _measure(ring, edge, standings, many, drawn)
    if at.pitch * ring.u >= LEAST_PITCH:
        return order, many, at
    high_ones = [i for i in order if standings[i].won or i == faced]
    many = len(high_ones) + has_code + STONES
    return high_ones, many, _measure(ring, edge, standings, many, drawn)


def _list_words(
    scene: Scene,
    ring: Ring,
    standings: Sequence[VistaSeat],
    told: Callable[[Words], str],
    reason: Callable[[Words, int], str],
    faced: int,
) -> tuple[EdgeWords, ...]:
    """List the words at every edge: how the game ended at the faced one, what its seats have at the others."""
    edge, w, table = ring.zones[faced].edge, scene.model.words(faced + 1), scene.model.table
    result = told(w)
    if table is not None and table.early:
        result = f"{over.ended_early_text(w)} {result}"
    others = end_vistas.list_words(scene, ring, standings, told, reason, CORNER)
    named = standings[faced].won and end_vistas.is_shared(standings)
    whole = " ".join(filter(None, (result, "" if named else reason(w, faced))))
    room = ring.seen_from(edge)[0] / ring.u - 2 * CORNER
    return (
        *(replace(said, turns=scene.ending is None) for said in others if said.edge != edge),
        EdgeWords(edge, "", whole, 0.0, room, brief=result),
    )


def _build_pillar(
    scene: Scene, standings: Sequence[VistaSeat], i: int, w: Words, reason: Callable[[Words, int], str]
) -> ScorePillar:
    seat = standings[i]
    return ScorePillar(
        i=i,
        stone=end_vistas.stone_of(scene, standings, i),
        won=seat.won,
        worlds=tuple(replace(world, name="") for world in seat.worlds),
        drums=seat.drums,
        names=tuple(scene.model.game_words.category(w, drum.slug) for drum in seat.drums),
        why=reason(w, i),
    )


def paint_row(p: Pen, row: ScoreRow, control: Controller) -> None:
    ring, at, many, margin = row.ring, row.at, row.many, max(deep(row.ring), CORNER)
    tall = stone_high(ring)
    for i in row.turns:
        _paint_turn(p, ring, i, control)
    with ring.draw_seen_from(p, row.edge) as (w, _):
        for nth, each in enumerate(row.pillars):
            x = at.across(w, nth, many)
            with p.at(x, at.foot):
                _paint_pillar(p, each, at)
            with p.at(x, at.foot + (nth % 2 * (tall + 4) if at.narrow else 0)):
                paint_stone(p, each.stone, at.pitch * (1 + 2 * ENDS if at.narrow else 0.96), tall)
            if row.rests:
                show = partial(_explain, control, each.i)
                p.hit_area(x - at.pitch / 2, margin, at.pitch, at.foot - margin, f"pillar {each.i}", show)
        for nth, stone in enumerate(row.stones):
            with p.at(at.across(w, many - (STONES + 1) / 2 - bool(row.link), many), at.foot - nth * (tall + 8)):
                paint_stone(p, stone, at.pitch * STONES * 0.96, tall)
        if row.link:
            side = min(at.pitch * 0.9, CODE)
            with p.at(at.across(w, many - 1, many) - side / 2, at.foot - side - 60):
                paint_small_code(p, control, row.link, row.edge, row.w, side, ring.touch)


def _paint_pillar(p: Pen, pillar: ScorePillar, at: RowMeasures) -> None:
    wide = min(at.pitch * PILLAR, PILLAR_U)
    beside = (at.pitch - wide) / 2 * (1.7 if at.pitch < PITCH else 1)
    with p.at((at.pitch - wide) / 2 - beside, 0):
        with p.at(0, -high_of(pillar.drums, at.scale) - SLAB):
            y = wonder_window.paint_row(
                p, pillar.worlds, min(at.top * SHAPE * max(1, len(pillar.worlds)), at.pitch), at.top
            )
            if pillar.won:
                side = min(at.top * CROWN, wide)
                with p.at(0, y - side * 0.4):
                    paint_crown(p, side)
        paint_pillar(p, pillar.drums, at.scale, wide, beside - 8)


def _paint_turn(p: Pen, ring: Ring, i: int, control: Controller) -> None:
    """Paint the hit area of seat `i` (from 0) at its edge, which turns the row to it, also from its neighbour there."""
    edge, d = ring.zones[i].edge, deep(ring)
    along, room = end_vistas.place_at_edge(ring, i, CORNER)
    with ring.draw_seen_from(p, edge) as (wide, high), p.at(wide / 2 - along, high - d):
        p.hit_area(-room / 2, 0, room, d, f"turn {i}", partial(_face, control, i))


def _face(control: Controller, i: int) -> None:
    control.change(finale=replace(control.ui.finale, faced=i, told=None))


def _explain(control: Controller, i: int | None) -> None:
    control.change(finale=replace(control.ui.finale, told=i))


@dataclass(frozen=True, slots=True)
class PillarExplanation:
    """The explanation of a pillar."""

    ring: Ring
    edge: int
    pillar: ScorePillar


def paint_explanation(p: Pen, shown: PillarExplanation, control: Controller) -> None:
    """Paint what a pillar's numbers are, over everything; a touch anywhere closes it."""
    ring, pillar, margin = shown.ring, shown.pillar, deep(shown.ring)
    p.hit_area(0, 0, ring.width, ring.height, "close drums", partial(_explain, control, None), rank=0)
    with ring.draw_seen_from(p, shown.edge) as (w, h):
        _paint_tablet(p, pillar, w, h, margin, control)


def _paint_tablet(p: Pen, pillar: ScorePillar, w: float, h: float, margin: float, control: Controller) -> None:
    wide, size = min(TABLET, w - 2 * margin), p.legible(30.0)
    room = h - 2 * margin - 40
    why, used = p.break_lines(pillar.why, size, wide - 60, 4)
    text_h = len(why) * used * LINE_PITCH
    line = min(max(ROW, size * 1.4), (room - text_h - 40) / (len(pillar.drums) + 1.4))
    high, size = line * (len(pillar.drums) + 1.4) + text_h + 40, min(size, line * 0.8)
    with p.at((w - wide) / 2, (h - high) / 2):
        lighting.shadow(p, 0, 0, wide, high, 20, lighting.ZONE)
        p.rect(0, 0, wide, high, 20, "plate", "brass", 3)
        p.hit_area(0, 0, wide, high, "plate", partial(_explain, control, None), rank=0)
        y = 12 + line * 0.6
        p.text(36, y, pillar.stone.rank, size * 1.2, "soft", "start", bold=True)
        p.name(100, y, pillar.stone.name, size * 1.2, "text", room=wide - 260, high=line)
        p.text(wide - 36, y, pillar.stone.total, size * 1.4, "candle", "end", bold=True)
        for nth, (drum, name) in enumerate(zip(pillar.drums, pillar.names, strict=True)):
            y = 12 + line * (nth + 1.7)
            drum.sign(p, 58, y, line * 0.76, "plate", None)
            p.text(100, y, name, size, "text" if drum.points else "mute", "start", room=wide - 240)
            ink = "text" if drum.points else "mute"
            p.text(wide - 36, y, format_signed(drum.points), size * 1.1, ink, "end", bold=True)
        p.prose(30, high - text_h - 14, pillar.why, used / p.grown, wide - 60, text_h, "soft", "middle", middle=True)
