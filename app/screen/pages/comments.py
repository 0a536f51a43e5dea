"""Comments in a guided game, at the edge of whom they concern. What may be touched next lies beside them, never below.

They lie over what a seat has at the right of its wonder, and leave name, question and wonder as they are.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.ring import Ring
from app.screen.scene import Guides, Scene
from app.screen.widgets.controls import button
from app.text.guide import Comment
from app.text.languages import Words

PART: Final = 0.65  # of a zone's width, at its right
PLATE: Final = 0.25  # of its depth, for the name
PAD: Final = 10.0  # u
SIDE: Final = 400.0  # u, of a plate on which the button lies beside the words


@dataclass(frozen=True, slots=True)
class Said:
    """A comment at a seat's edge."""

    ring: Ring
    seat: int
    comment: Comment
    w: Words


def elements(scene: Scene, ring: Ring) -> Elements:
    """What is said at the edges now, to those who play there."""
    game, table = scene.game, scene.model.table
    if table is None or not table.guided or table.phase != "game" or not isinstance(game, Guides):
        return []
    if scene.model.view is None or scene.opened.history.shown is not None:
        return []
    found: Elements = []
    for info in table.seats:
        seat = info.seat
        if info.by == "bot" or scene.on_phone(seat) or seat in scene.opened.unguided or seat in scene.notices:
            continue
        if comment := game.comment(scene, seat):
            view = Said(ring, seat, comment, scene.model.words(seat))
            found.append(Element(f"comment {seat}", view, paint))
    return found


def paint(p: Pen, it: Said, control: Controller) -> None:
    zone, u, t = it.ring.zones[it.seat - 1], it.ring.u, it.ring.touch
    w, d = zone.w / u * PART, zone.d / u * (1 - PLATE)
    aside = w >= SIDE
    more = 0.0 if aside else t * 0.7  # of the middle
    with p.at(zone.x, zone.y, zone.angle, u), p.at(zone.w / u * (0.5 - PART), -zone.d / u / 2 - more):
        p.rect(0, 0, w, d + more, 16, "plate", "candle", 3)
        put_away = partial(_put_away, control, it.seat, it.comment.moment)
        p.hit_area(0, 0, w, d + more, f"comment {it.seat}", put_away, rank=1)
        label, no_more = it.w("No more comments"), partial(_no_more, control, it.seat)
        wide = 150.0 if aside else w - 2 * PAD
        x, y = (w - wide - PAD, (d - t) / 2) if aside else (PAD, d + more - t - PAD / 2)
        button(p, x, y, wide, t, label, f"no comments {it.seat}", no_more, size=23)
        room, tall = (w - wide - 3 * PAD, d - PAD) if aside else (w - 2 * PAD, y - PAD / 2)
        size = 34.0 if it.ring.small else 27.0
        p.prose(PAD, PAD / 2, it.comment.text, size, room, tall, "text", middle=True)


def _put_away(control: Controller, seat: int, moment: str) -> None:
    control.change(heard=control.opened.heard | {(seat, moment)})


def _no_more(control: Controller, seat: int) -> None:
    control.change(unguided=control.opened.unguided | {seat})
