"""What is seen moving after something happened: the horn by the screen, all else by the game."""

from functools import partial

from app.looks.icons import icon
from app.protocol.messages import Cue, Opening
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.flight import Flight, Place
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
    for flight in [_horn(ring)] if horn else scene.game.flights(scene, ring, happened):
        surface.motion.fly(flight)


def _horn(ring: Ring) -> Flight:
    """It is seen as well as heard."""
    x, y = ring.inner.centre
    return Flight(partial(_paint_horn, u=ring.u), Place(x, y), Place(x, y, scale=1.8, shown=0.0), 0.8)


def _paint_horn(p: Pen, u: float) -> None:
    with p.at(0, 0, 0, u):
        icon(p, "horn", 0, 0, 240, "candle", "table")
