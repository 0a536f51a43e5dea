"""Telling the table what came: the faces that can still be there."""

from dataclasses import dataclass
from functools import partial
from typing import Any

from app.games.architects import words as terms
from app.games.architects.screen import repair, touches
from app.games.architects.screen.faces import (
    LOW,
    PAD,
    Button,
    Faces,
    Other,
    another,
    paint_faces,
    paint_other,
    paint_sides,
)
from app.games.architects.screen.scene import ArchitectsScene, Telling, asked
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.ring import Ring
from app.screen.widgets.controls import frame
from app.screen.widgets.panel import Frame, Lying, place


def elements(scene: ArchitectsScene, ring: Ring) -> Elements:
    """What is to be told, or decided, on the middle."""
    if scene.repair:
        return [repair.part(scene, ring, scene.repair)]
    telling = scene.telling
    return [_telling(scene, ring, telling)] if telling else []


@dataclass(frozen=True, slots=True)
class Asking:
    """What is asked, and the faces that may answer it."""

    ring: Ring
    edge: int
    faces: Faces
    people: tuple[str, ...]
    can_undo: bool
    menu_sign: str


def _telling(scene: ArchitectsScene, ring: Ring, telling: Telling) -> Element[Any]:
    seat = telling.seat or scene.acting
    edge = ring.zones[seat - 1].edge if seat else 0
    w, of = scene.model.words(seat), _of(telling)
    if scene.asks_other(of):
        return Element("telling", Other(Lying(ring, edge, scene.opened.page, "", w), of), paint_other)
    faces = Faces(telling, telling.unsure or scene.means_other(of), w, scene.data)
    can_undo = scene.model.table is not None and scene.model.table.undo is not None
    view = Asking(ring, edge, faces, scene.model.people(w), can_undo, scene.model.menu_sign)
    return Element("telling", view, paint_asking)


def _of(telling: Telling) -> object:
    """By what a telling is known when another card is asked for."""
    return (telling.seat, telling.action, telling.legal)


def paint_asking(p: Pen, it: Asking, control: Controller) -> None:
    at, touch, w, telling = place(it.ring, it.edge, 1500, 760), it.ring.touch, it.faces.w, it.faces.telling
    of = _of(telling)
    with p.at(at.x, at.y, at.angle, it.ring.u):
        frame(p, at.w, at.h)
        _title(p, at, _before(it), asked(w, telling))
        side: list[Button] = another(control, it.faces, of)
        if telling.action:
            side.append((w("Log"), "log", "menu", partial(control.open, "log", it.edge)))
            side.append((w("Back"), "put back", "undo", partial(touches.put_back, control)))
        else:  # nothing else leads to the code, to the settings or out of the game
            side.append((w("Menu"), "menu", it.menu_sign, partial(control.open, "menu", it.edge)))
            side.append((w("Undo"), "undo", "undo", partial(control.open, "undo", it.edge) if it.can_undo else None))
        room = paint_sides(p, at, touch, side)
        tell, other = partial(touches.tell, control, telling), partial(touches.other, control, of)
        paint_faces(p, it.faces, room, touch, tell, other)


def _before(it: Asking) -> str:
    """What has been said already: where the card was taken."""
    telling, w = it.faces.telling, it.faces.w
    if not telling.action:
        return ""
    action = terms.action(w, telling.action, it.people, it.faces.box)
    return w("{name}: {action}", name=it.people[telling.seat - 1], action=action)


def _title(p: Pen, at: Frame, before: str, question: tuple[str, ...]) -> None:
    """The steps: what has been said, and what is asked now."""
    left, y = PAD + 4, PAD + 30
    if before and at.w >= LOW:  # else the stack itself says so
        p.disc(left + 26, y, 26, None, "candle", 3)
        p.text(left + 26, y, "1", 28, "candle", bold=True)
        room = (at.w - 2 * PAD) * 0.42 - 70
        p.text(left + 64, y, before, 28, "soft", "start", room=room)
        left += (at.w - 2 * PAD) * 0.42
        p.disc(left + 26, y, 26, "candle")
        p.text(left + 26, y, "2", 28, "ink", bold=True)
        left += 64
    p.text(left, y, question, 34, "text", "start", bold=True, room=at.w - PAD - left)
