"""Comments in a guided game, at the edge of whom they concern. What may be touched next lies beside them, never below.

Where they lie, their game says: they leave a seat's name, its question and its wonder as they are.
"""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.screen.controller import Controller
from app.screen.draw import PITCH, READ, Pen
from app.screen.element import Element, Elements
from app.screen.guided import LEAST, PAD, size
from app.screen.ring import Rect, Ring
from app.screen.scene import Guides, Scene
from app.screen.widgets.controls import button
from app.text.guide import Comment
from app.text.languages import Words

BUTTON: Final = 150.0  # u, where it lies beside the words, at least
INSIDE: Final = 12.0  # u, beside its words
SPARE: Final = 1.06  # times the size at which they can be read, since they shrink by steps
STEP: Final = 0.94  # of its size, to which a comment shrinks
BESIDE: Final = 12.0  # pixels, of words beside a button


@dataclass(frozen=True, slots=True)
class Said:
    """A comment at a seat's edge."""

    ring: Ring
    seat: int
    room: Rect
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
        if comment := game.comment(scene, ring, seat):
            view = Said(ring, seat, game.commented_at(scene, ring, seat), comment, scene.model.words(seat))
            found.append(Element(f"comment {seat}", view, paint))
    return found


def paint(p: Pen, it: Said, control: Controller) -> None:
    """The words, and at their right, or below them, the button that ends all comments, unless words need its room.

    They are brief where all of them could not be read.
    """
    zone, u, t = it.ring.zones[it.seat - 1], it.ring.u, it.ring.touch
    w, h = it.room.w, it.room.h
    with p.at(zone.x, zone.y, zone.angle, u), p.at(it.room.x - zone.w / u / 2, it.room.y - zone.d / u / 2):
        p.rect(0, 0, w, h, 16, "plate", "candle", 3)
        put_away = partial(_put_away, control, it.seat, it.comment.moment)
        p.hit_area(0, 0, w, h, f"comment {it.seat}", put_away, rank=1)
        label, no_more = it.w("No more comments"), partial(_no_more, control, it.seat)
        text, room, tall, read = it.comment.text, w - 2 * PAD, h - PAD, READ / p.scale
        if not _readable(p, text, read, room, tall):
            text = it.comment.brief or text
        wide = max(BUTTON, *(p.wide(word, read * SPARE) + 2 * INSIDE for word in label.split()))
        aside, below = room - wide - PAD, h - t - PAD
        least = max(BESIDE / p.scale, LEAST * size(it.ring))
        if h > t and _readable(p, text, least, aside, tall):
            room = aside
            button(p, w - wide - PAD / 2, (h - t) / 2, wide, t, label, f"no comments {it.seat}", no_more, size=23)
        elif _readable(p, text, least, room, below):
            tall = below
            button(p, PAD, h - t - PAD / 2, room, t, label, f"no comments {it.seat}", no_more, size=23)
        large = size(it.ring) * p.grown
        while large > read and not _readable(p, text, large, room, tall):
            large = max(large * STEP, read)
        p.prose(PAD, PAD / 2, text, large / p.grown, room, tall, "text", middle=True)


def _readable(p: Pen, text: str, least: float, room: float, tall: float) -> bool:
    """Whether words in so much room need not be smaller than that."""
    _, used = p.lines(text, least, False, room, int(tall / least / PITCH))
    return used == least


def _put_away(control: Controller, seat: int, moment: str) -> None:
    control.change(heard=control.opened.heard | {(seat, moment)})


def _no_more(control: Controller, seat: int) -> None:
    control.change(unguided=control.opened.unguided | {seat})
