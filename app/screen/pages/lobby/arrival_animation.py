"""The animation when somebody sits down before a game: the emblem moves from the middle to the seat's edge, where the
wonder appears and the name is engraved."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from app.looks.seat_emblems import CORNER, SIDE
from app.screen.animation.easing import duration
from app.screen.animation.stage_animation import ENGRAVING_END, RecordingPen
from app.screen.control.controller import Controller
from app.screen.pages.lobby import lobby
from app.screen.paint.element import AnyElement, Element
from app.screen.paint.pen import Pen
from app.screen.paint.theme import number
from app.screen.state.flight import FlyingShape, Moving, Pose, Rise, carry
from app.screen.state.interlude import SeatsTaken
from app.screen.state.ring_layout import Ring
from app.screen.widgets.badges import badge, outline


def arrivals(control: Controller, pen: Pen, ring: Ring, seats: SeatsTaken) -> Iterator[Moving]:
    """Animate new people: their emblems move from the middle to their edges."""
    lying = {each.key: each for each in lobby.elements(control.scene, ring)}
    for seat in seats.seats:
        zone, edge = ring.zones[seat - 1], lying[f"seat {seat}"]
        end = _badge_pose(edge, pen, control)
        if end is None:
            continue
        x, y = ring.inner.centre
        start, end, wide = replace(end, x=x, y=y, scale=1.0), replace(end, scale=1.0), SIDE * end.scale
        paint = partial(_paint_emblem, size=wide, whose=control.scene.model.info(seat).badge)
        flight = carry(paint, start, end, FlyingShape(wide, wide, wide * CORNER), (x, y), number("point"))
        place = Element(edge.key, replace(edge.view, awaits=True), edge.paint)  # the rest is there once it lies
        rises = number("raise")
        yield Rise(place, edge, zone.edge, None, ring.u, rises=rises, lasts=rises, after=duration(flight))
        yield replace(flight, stays=ENGRAVING_END)


def _badge_pose(element: AnyElement, like: Pen, control: Controller) -> Pose | None:
    pen = RecordingPen(like)
    element.draw(pen, control)
    found = next((stamp for stamp in pen.stamps if stamp.paint is outline), None)
    return found and Pose(found.x, found.y, found.angle, found.scale)


def _paint_emblem(p: Pen, size: float, whose: tuple[str, str]) -> None:
    badge(p, 0, 0, size, *whose)
