"""The announcement of a new age of 7 Wonders: one of its cards is revealed in the middle after the last conflict."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.seven_wonders import printed_names
from app.games.seven_wonders.face_layouts import NO_AGE
from app.games.seven_wonders.screen import cards, touch_handlers
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.games.seven_wonders.screen.ui_state import AgeAnnouncement
from app.games.seven_wonders.shared_table_facts import world
from app.screen.control.controller import Controller
from app.screen.pages.play import dome_seats
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.theme import number
from app.screen.state.flight import Flight, Pose, scale_painter, swell
from app.screen.state.ring_layout import Ring
from app.text.translation import Words

CARD: Final = 240.0  # u
LEFT: Final = 0.6  # of its size, when nothing of it is seen any more


@dataclass(frozen=True, slots=True)
class AgeCard:
    """A card of the age, or (`NO_AGE`) one that is not turned up yet."""

    ring: Ring
    age: int


def elements(scene: SevenScene, ring: Ring, dealt: AgeAnnouncement) -> Elements:
    """Return all wonders round the card that announces an age; a touch dismisses it."""
    view = AgeCard(ring, dealt.age if dealt.up else NO_AGE)
    w = scene.model.words()
    worlds = [(world(w, seat, scene.data),) if seat.wonder else () for seat in scene.view.seats]
    return [
        *dome_seats.elements(scene, ring, worlds, partial(_announce, dealt)),
        Element("age", view, paint, pivot=ring.inner.centre, flips=dealt.up),
    ]


def _announce(dealt: AgeAnnouncement, w: Words) -> str:
    return w("Age {age}", age=printed_names.ROMAN[dealt.age]) if dealt.up else ""


def leaves(ring: Ring, age: int) -> Flight:
    """Animate the announcing card growing and fading out."""
    paint = scale_painter(partial(cards.paint_back, age=age, w=CARD, h=CARD * cards.CARD_ASPECT), ring.u)
    return swell(paint, Pose(*ring.inner.centre), (1.0, LEFT), number("raise"))


def paint(p: Pen, card: AgeCard, control: Controller) -> None:
    ring, high = card.ring, CARD * cards.CARD_ASPECT
    p.hit_area(0, 0, ring.width, ring.height, "end age", partial(touch_handlers.end_age, control))
    with p.at(*ring.inner.centre, 0, ring.u):
        lighting.interlude_light(p, CARD, high)
        cards.paint_back(p, card.age, CARD, high)
