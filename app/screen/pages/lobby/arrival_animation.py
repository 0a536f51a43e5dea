"""The animation when somebody sits down before a game: the emblem moves from the page to the seat's edge, where the
wonder appears and the name is engraved."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from app.looks.seat_emblems import CORNER, SIDE
from app.screen.animation.easing import duration
from app.screen.animation.stage_animation import ENGRAVING_END, RecordingPen
from app.screen.control.controller import Controller
from app.screen.pages.lobby import lobby
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.theme import number
from app.screen.state.flight import FlyingShape, Moving, Pose, Rise, carry
from app.screen.state.interlude import SeatsTaken
from app.screen.state.ring_layout import Ring
from app.screen.widgets.badges import badge, outline


def arrivals(control: Controller, pen: Pen, ring: Ring, it: SeatsTaken) -> Iterator[Moving]:
    """Animate new people; on small screens without seats at the edges, emblems move the other way, onto the page."""
    lying = {each.key: each for each in lobby.elements(control.scene, ring)}
    for seat in it.seats:
        zone, edge, page = ring.zones[seat - 1], lying.get(f"seat {seat}"), lying.get(f"line {seat}")
        here, there = (_badge_pose(each, pen, control) for each in (page, edge))
        end = there or here
        if end is None:
            continue
        x, y = ring.inner.centre
        start = (here or replace(end, x=x, y=y)) if there else replace(end, x=zone.x, y=zone.y, angle=zone.angle)
        start, end, wide = replace(start, scale=start.scale / end.scale), replace(end, scale=1.0), SIDE * end.scale
        paint = partial(_paint_emblem, size=wide, whose=control.scene.model.info(seat).badge)
        flight, written = carry(paint, start, end, FlyingShape(wide, wide, wide * CORNER), (x, y), number("point")), 0.0
        if edge is not None and there:  # the rest is there once it lies
            place = Element(edge.key, replace(edge.view, awaits=True), edge.paint)
            rises, written = number("raise"), ENGRAVING_END
            yield Rise(place, edge, zone.edge, None, ring.u, rises, rises, duration(flight))
        yield replace(flight, stays=written)


def _badge_pose(element: Element[Any] | None, like: Pen, control: Controller) -> Pose | None:
    if element is None:
        return None
    pen = RecordingPen(like)
    element.draw(pen, control)
    found = next((it for it in pen.stamps if it.paint is outline), None)
    return found and Pose(found.x, found.y, found.angle, found.scale)


def _paint_emblem(p: Pen, size: float, whose: tuple[str, str]) -> None:
    badge(p, 0, 0, size, *whose)
