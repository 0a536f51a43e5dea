"""Seats on the dome: each with its wonder at its edge, and a sentence, round what everybody looks at in the middle.

While points are counted, each wonder rises on a pillar with a drum for each category, all in one scale.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from app.looks.drawing_data import SHAPE
from app.looks.effect_icons import format_signed
from app.looks.wonder_window import World
from app.screen.control.controller import Controller
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets import wonder_window
from app.screen.widgets.dome import Dome, horizons, paint_dome
from app.screen.widgets.name_plate import draw_lintel, paint_lintel_names
from app.screen.widgets.pillar import SLAB, PillarDrum, high_of, paint_pillar
from app.text.translation import Words

LINTEL: Final = 64.0  # u, height of a seat's stone; on a small screen
SMALL_LINTEL: Final = 88.0
NAME: Final = 0.5  # type size of a name, in heights of the stone
COUNT_RADIUS: Final = 120.0  # u, radius of the middle while points are counted
TOP: Final = 120.0  # u, height of a wonder on its pillar
WIDE: Final = 150.0  # u, width of a pillar
MAX_SCALE: Final = 10.0  # u for a point, at most
TOTAL: Final = 0.8  # type size of a total, in heights of the stone
MIDDLE_RADIUS: Final = 300.0  # u, radius of what is in the middle
RISES: Final = 130.0  # u, by which a wonder extends beyond its zone, at most


@dataclass(frozen=True, slots=True)
class PointsPillar:
    """A seat's pillar, the first drum lowest. `scale`: u for a point."""

    drums: tuple[PillarDrum, ...]
    scale: float

    @property
    def total(self) -> str:
        return format_signed(sum(drum.points for drum in self.drums))


@dataclass(frozen=True, slots=True)
class SeatOnDome:
    """A seat's stone with its wonders on it. `i`: the seat, from 0; `says`: words beside its name."""

    ring: Ring
    i: int
    name: str
    badge: tuple[str, str]
    worlds: tuple[World, ...]
    says: str
    pillar: PointsPillar | None = None


def elements(scene: Scene, ring: Ring, worlds: Sequence[tuple[World, ...]], says: Callable[[Words], str]) -> Elements:
    """Build the dome and all seats. `worlds`: by seat."""
    return _build(scene, ring, worlds, [says(scene.model.words(i + 1)) for i in range(len(worlds))])


def build_dome(
    scene: Scene,
    ring: Ring,
    worlds: Sequence[tuple[World, ...]],
    drums: Sequence[tuple[PillarDrum, ...]],
    most: int,
    slug: str,
) -> Elements:
    """Build the dome with a pillar for each seat.

    `drums`: by seat, as far as counted, the last of category `slug`; `most`: points of the best in the end.
    """
    room = min(_room(ring, i) for i in range(len(worlds))) - TOP - SLAB
    scale = min(MAX_SCALE, room / max(1, most))
    said = [scene.model.game_words.category(scene.model.words(i + 1), slug) for i in range(len(worlds))]
    return _build(scene, ring, worlds, said, [PointsPillar(each, scale) for each in drums])


def _build(
    scene: Scene,
    ring: Ring,
    worlds: Sequence[tuple[World, ...]],
    says: Sequence[str],
    pillars: Sequence[PointsPillar | None] = (),
) -> Elements:
    model = scene.model
    skies = [world[0].sky if world else "" for world in worlds]
    found: Elements = [Element("dome", Dome(ring, horizons(ring, skies)), paint_dome)]
    for i, own in enumerate(worlds):
        w, info = model.words(i + 1), model.info(i + 1)
        pillar = pillars[i] if pillars else None
        view = SeatOnDome(ring, i, model.name(i + 1, w), info.badge, own, says[i], pillar)
        found.append(Element(f"zone {i + 1}", view, paint_seat))
    return found


def _room(ring: Ring, i: int) -> float:
    """Return the room of seat `i` (from 0) between its stone and the middle (u)."""
    return (ring.before_zone(i) + ring.zones[i].d) / ring.u - _stone(ring) - COUNT_RADIUS


def _stone(ring: Ring) -> float:
    return SMALL_LINTEL if ring.small else LINTEL


def paint_seat(p: Pen, seat: SeatOnDome, control: Controller) -> None:
    ring, (emblem, colour) = seat.ring, seat.badge
    with ring.draw_in_zone(p, seat.i + 1) as (w, d):
        high = _stone(ring)
        draw_lintel(p, w, d, high, turn=False, colour=colour)
        if seat.pillar is not None:
            _paint_pillar(p, seat, seat.pillar, w, d - high - SLAB)
        else:
            tall = min(d - high + RISES, max(d - high, _room(ring, seat.i) + COUNT_RADIUS - MIDDLE_RADIUS))
            with p.at(w / 2, d - high):
                wonder_window.paint_row(p, seat.worlds, min(w * 0.9, tall * SHAPE), tall)
        size, mid, end = high * NAME, d - high / 2, w - 20
        if seat.pillar is not None:
            end -= p.text(end, mid, seat.pillar.total, high * TOTAL, "candle", "end", bold=True) + 16
        inks = "text", "soft" if seat.pillar else "candle"
        paint_lintel_names(p, (20, end, mid), high, (seat.name, emblem, colour), seat.says, (size, size * 0.9), inks)


def _paint_pillar(p: Pen, seat: SeatOnDome, pillar: PointsPillar, w: float, foot: float) -> None:
    """Paint a pillar on the seat's stone, with the wonders on top."""
    wide = min(WIDE, w * 0.4)
    with p.at(w / 2, foot):
        paint_pillar(p, pillar.drums, pillar.scale, wide, (w - wide) / 2)
        with p.at(0, -high_of(pillar.drums, pillar.scale) - SLAB):
            wonder_window.paint_row(p, seat.worlds, TOP * SHAPE, TOP)
