"""Seats on the dome: each with its wonder at its edge, and a sentence, round what everybody looks at in the middle."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from app.looks.drawing_data import SHAPE
from app.looks.wonder_window import World
from app.screen.control.controller import Controller
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets import wonder_window
from app.screen.widgets.badges import draw_before_name
from app.screen.widgets.dome import Dome, horizons, paint_dome
from app.screen.widgets.name_plate import draw_lintel
from app.text.translation import Words

LINTEL: Final = 64.0  # u, height of a seat's stone; on a small screen
SMALL_LINTEL: Final = 88.0
NAME: Final = 0.5  # type size of a name, in heights of the stone
LEAST: Final = 20.0  # u, smallest type size of the sentence
MIDDLE: Final = 300.0  # u, radius of what is in the middle
RISES: Final = 130.0  # u, by which a wonder extends beyond its zone, at most


@dataclass(frozen=True, slots=True)
class SeatOnDome:
    """A seat's stone with its wonder on it. `i`: the seat, from 0; `says`: a sentence beside its name."""

    ring: Ring
    i: int
    name: str
    badge: tuple[str, str]
    world: World | None
    says: str


def elements(scene: Scene, ring: Ring, worlds: Sequence[World | None], says: Callable[[Words], str]) -> Elements:
    """Build the dome and all seats. `worlds`: by seat."""
    model = scene.model
    found: Elements = [Element("dome", Dome(ring, horizons(ring, [it.sky if it else "" for it in worlds])), paint_dome)]
    for i, world in enumerate(worlds):
        w, info = model.words(i + 1), model.info(i + 1)
        view = SeatOnDome(ring, i, model.name(i + 1, w), info.badge, world, says(w))
        found.append(Element(f"zone {i + 1}", view, paint_seat))
    return found


def paint_seat(p: Pen, it: SeatOnDome, control: Controller) -> None:
    ring, zone = it.ring, it.ring.zones[it.i]
    (x, y), (emblem, colour) = ring.inner.centre, it.badge
    with ring.draw_in_zone(p, it.i + 1) as (w, d):
        high = SMALL_LINTEL if ring.small else LINTEL
        if it.world is not None and wonder_window.is_drawn(p, it.world):
            far = (abs(zone.y - y) if zone.edge % 2 == 0 else abs(zone.x - x)) - zone.d / 2
            tall = d - high + max(0.0, min(RISES, far / ring.u - MIDDLE))
            with p.at(w / 2, d - high):
                wonder_window.paint_built(p, it.world, min(w * 0.9, tall * SHAPE), tall)
        draw_lintel(p, w, d, high, False, colour)
        size, mid = high * NAME, d - high / 2
        used = 20 + draw_before_name(p, 20, mid, size, it.name, w * 0.5, emblem, colour)
        used += p.name(used, mid, it.name, size, room=w * 0.55 - used, high=high * 0.9)
        size = p.fit_size(it.says, size * 0.9, False, w - used - 40)
        if size >= min(p.legible(LEAST), high * NAME):
            p.text(w - 20, mid, it.says, size, "candle", "end")
