"""Start the animations of events: those of features alone, else the horn's, else those of the game."""

from collections.abc import Iterator
from functools import partial
from typing import Final

from msgspec import Struct

from app.looks.icons import icon
from app.protocol import ceremony_durations
from app.protocol.log_messages import TURN
from app.protocol.play_messages import Cue
from app.screen.control.controller import Controller
from app.screen.features import registry
from app.screen.paint import lighting
from app.screen.paint.pen import Pen
from app.screen.paint.theme import number
from app.screen.state.flight import Flight, Moving, Pose, glow
from app.screen.state.ring_layout import Ring
from app.screen.surface import Surface

POOL: Final = 0.4  # width of the moving light, in depths of a zone


def animate_events(control: Controller, surface: Surface, happened: tuple[object, ...]) -> None:
    """Animate events of the game and cues of the table."""
    scene = control.scene
    if scene.model.table is None:
        return
    ring, pen = scene.ring(int(surface.width), int(surface.height)), surface.motion.pen()
    for event in happened:
        for feature in registry.FEATURES:
            alone = feature.animations(control, pen, ring, event)
            if alone is not None:
                for each in alone:
                    surface.motion.show(each, control)
                return
    horn = any(isinstance(event, Cue) and event.what == "horn" for event in happened)
    if horn:
        moving: tuple[Moving, ...] = (_horn_flight(ring),)
    else:
        moving = (
            *_turn_light(ring, happened),
            *scene.game.flights(scene, ring, happened),
            *_ceremony_lights(ring, happened, scene.game.has_interlude(scene)),
        )
    for each in moving:
        surface.motion.show(each, control)


def _turn_light(ring: Ring, happened: tuple[object, ...]) -> Iterator[Flight]:
    """Move a light round the table from the seat that acted to the one whose turn it is."""
    events = [event for event in happened if isinstance(event, Struct)]
    turn = next((event for event in reversed(events) if event.__struct_config__.tag == TURN), None)
    seats = [seat for event in events if (seat := getattr(event, "seat", 0))]
    to = getattr(turn, "seat", 0)
    if not to or seats[0] == to:
        return
    here, there = (ring.zones[seat - 1] for seat in (seats[0], to))
    paint, start = partial(_pool, across=ring.depth * POOL), Pose(here.x, here.y)
    end = Pose(there.x, there.y, shown=0.35)
    yield Flight(paint, start, end, number("point"), about=ring.inner.centre)


def _pool(p: Pen, across: float) -> None:
    if not p.plain:
        lighting.pool(p, across)


def _ceremony_lights(ring: Ring, happened: tuple[object, ...], interlude: bool) -> Iterator[Flight]:
    """Light the zones of all seats in a ceremony, at once, in step with panel lights and phones.

    The scene of a conflict has no zones.
    """
    events = [event for event in happened if isinstance(event, Struct)]
    if interlude and any(event.__struct_config__.tag in ceremony_durations.CONFLICTS for event in events):
        return
    for seat, zone in enumerate(ring.zones, start=1):
        lasts = ceremony_durations.longest(event for event in events if ceremony_durations.is_ceremony_of(event, seat))
        if lasts:
            yield glow(zone, ring.u, lasts)


def _horn_flight(ring: Ring) -> Flight:
    x, y = ring.inner.centre
    return Flight(partial(_paint_horn, u=ring.u), Pose(x, y), Pose(x, y, scale=1.8, shown=0.0), 0.8)


def _paint_horn(p: Pen, u: float) -> None:
    with p.at(0, 0, 0, u):
        icon(p, "horn", 0, 0, 240, "candle", "table")
