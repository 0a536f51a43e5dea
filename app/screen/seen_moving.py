"""What is seen moving after something happened: the horn by the screen, all else by the game."""

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from app.looks.icons import icon
from app.protocol import ceremonies
from app.protocol.messages import Cue, Opening
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.flight import Flight, Pose, glow
from app.screen.ring import Ring
from app.screen.surface import Surface


def follow(control: Controller, surface: Surface, happened: tuple[object, ...]) -> None:
    """Let events of the game, and cues of the table, be seen moving."""
    scene = control.scene
    if scene.model.table is None:
        return
    ring = scene.ring(int(surface.width), int(surface.height))
    opening = next((event for event in happened if isinstance(event, Opening)), None)
    if opening is not None:
        from app.screen.pages import opening as page

        for flight in page.flights(ring, opening):
            surface.motion.fly(flight)
        return
    horn = any(isinstance(event, Cue) and event.what == "horn" for event in happened)
    moving = (_horn(ring),) if horn else (*scene.game.flights(scene, ring, happened), *_lights(ring, happened))
    for each in moving:
        surface.motion.show(each, control)


def _lights(ring: Ring, happened: tuple[object, ...]) -> Iterator[Flight]:
    """Round the zones of those for whom there is a ceremony, as their lights blink; round all where it is everybody's.

    It begins at once, whatever else is seen before: so it is in step with lights and phones.
    """
    events = [event for event in happened if isinstance(event, Struct)]
    for number, zone in enumerate(ring.zones, start=1):
        lasts = ceremonies.longest(event for event in events if ceremonies.concerns(event, number))
        if lasts:
            yield glow(zone, ring.u, lasts)


def _horn(ring: Ring) -> Flight:
    """It is seen as well as heard."""
    x, y = ring.inner.centre
    return Flight(partial(_paint_horn, u=ring.u), Pose(x, y), Pose(x, y, scale=1.8, shown=0.0), 0.8)


def _paint_horn(p: Pen, u: float) -> None:
    with p.at(0, 0, 0, u):
        icon(p, "horn", 0, 0, 240, "candle", "table")
