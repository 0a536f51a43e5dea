"""The announcement of a new age of 7 Wonders: one of its cards is revealed in the middle after the last conflict."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.seven_wonders.face_layouts import NO_AGE
from app.games.seven_wonders.screen import cards, touch_handlers
from app.games.seven_wonders.screen.ui_state import AgeAnnouncement
from app.screen.control.controller import Controller
from app.screen.paint import lighting
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.theme import number
from app.screen.state.flight import Flight, Pose, scale_painter, swell
from app.screen.state.ring_layout import Ring

CARD: Final = 240.0  # u
LEFT: Final = 0.6  # of its size, when nothing of it is seen any more


@dataclass(frozen=True, slots=True)
class AgeCard:
    """A card of the age, or (`NO_AGE`) one that is not turned up yet."""

    ring: Ring
    age: int


def element(ring: Ring, dealt: AgeAnnouncement) -> Element[AgeCard]:
    """Return the card that announces an age in the middle; a touch dismisses it."""
    view = AgeCard(ring, dealt.age if dealt.up else NO_AGE)
    return Element("age", view, paint, pivot=ring.inner.centre, flips=dealt.up)


def leaves(ring: Ring, age: int) -> Flight:
    """Animate the announcing card growing and fading out."""
    paint = scale_painter(partial(cards.paint_back, age=age, w=CARD, h=CARD * cards.CARD_ASPECT), ring.u)
    return swell(paint, Pose(*ring.inner.centre), (1.0, LEFT), number("raise"))


def paint(p: Pen, it: AgeCard, control: Controller) -> None:
    high = CARD * cards.CARD_ASPECT
    with p.at(*it.ring.inner.centre, 0, it.ring.u):
        lighting.interlude_light(p, CARD, high)
        cards.paint_back(p, it.age, CARD, high)
        tap = partial(touch_handlers.end_age, control)
        p.hit_area(-CARD / 2 - 16, -high / 2 - 16, CARD + 32, high + 32, "end age", tap)
