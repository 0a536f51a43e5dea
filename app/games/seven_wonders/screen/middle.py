"""The middle of the table: age and turn, seats still choosing, the direction of passing, and the size of each pile."""

from dataclasses import dataclass
from functools import partial
from math import atan2, cos, pi, radians, sin
from typing import Final, NamedTuple

from app.games.seven_wonders import position_text
from app.games.seven_wonders.face_icons import LEADER
from app.games.seven_wonders.face_layouts import NO_AGE
from app.games.seven_wonders.screen import cards
from app.games.seven_wonders.screen.typed_scene import SevenScene, present
from app.looks.card_faces import numeral
from app.looks.icons import icon
from app.screen.control.controller import Controller
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import CardPlace, Rect, Ring
from app.screen.widgets import faces
from app.screen.widgets.game_pieces import stack_edges
from app.screen.widgets.middle_controls import face_angle, floor, place_in_middle, seat_for_explanation
from app.text.translation import Words
from engine.seven_wonders.data_schema import TURNS

PLATE: Final = 206.0  # u, from its middle
MARKERS: Final = 158.0  # u, from the middle to each seat's marker
MARKER: Final = 33.0  # u, from its middle
ARC: Final = 104.0  # u, of the arrows that say where hands go
VISIBLE_BACKS: Final = 3  # of the discard pile
PILED: Final = 94.0  # u, the width of a card there
FAN: Final = 24.0  # u, from the middle of a hand to that of its last card
PILE: Final = Rect(-79.0, -70.0, 158.0, 205.0)  # u, from its middle: it and its words
NEWS: Final = 34.0  # u, depth of a line of news before a zone


@dataclass(frozen=True, slots=True)
class AgeAndTurn:
    """The age and its turn. `states`: by seat, whether it still chooses; `leaders`: they are drafted or recruited."""

    ring: Ring
    age: int
    turn: int
    leaders: bool
    states: tuple[str, ...]
    passing: str
    acting: int


def elements(scene: SevenScene, ring: Ring) -> Elements:
    """Return the elements of the middle, without the round buttons."""
    view = scene.view
    states = tuple(
        "choosing" if chair.seat in scene.to_act else "chosen" if chair.chosen else "" for chair in view.seats
    )
    leaders = view.asked in ("draft", "recruit", "extra")
    plate = AgeAndTurn(ring, view.age, view.turn, leaders, states, view.derived.passing or "", scene.acting)
    turned = Element("plate", plate, paint_plate, pivot=ring.inner.centre, flips=(plate.age, leaders))
    found: Elements = [floor(ring, PLATE * ring.large), turned]
    if scene.code_aside:
        return found
    angle, w = face_angle(scene, ring), scene.model.words(scene.acting)
    hands = position_text.hands(view)
    unsorted = view.discard - sum(view.derived.discarded)
    lying = (NO_AGE,) * unsorted + tuple(age for age, n in enumerate(view.derived.discarded, 1) for _ in range(n))
    for nth, (key, count, ages) in enumerate(
        (
            ("hands", (min(hands), max(hands)), (view.age if view.turn else 0,) * max(hands)),
            ("discard", (view.discard, view.discard), lying[-VISIBLE_BACKS:]),
        )
    ):
        at = _pile_at(ring, nth, angle)
        if max(count) if key == "hands" else view.age:
            pile = Pile(ring, at, key, count, ages, w)
            found.append(Element(key, pile, paint_pile, angle=angle, pivot=(at.x, at.y)))
    return found


def _pile_at(ring: Ring, nth: int, angle: float) -> CardPlace:
    return place_in_middle(ring, *_point_of_pile(ring, nth, angle), angle)


class DiscardPlace(NamedTuple):
    """The place of the discard pile, and the width of a card in pixels."""

    at: CardPlace
    wide: float


def discard_at(scene: SevenScene, ring: Ring) -> DiscardPlace | None:
    """Return the place of the discard pile, or None if it is not in the middle now."""
    if scene.code_aside or not scene.view.age:
        return None
    return DiscardPlace(_pile_at(ring, 1, face_angle(scene, ring)), PILED * ring.u * ring.large)


def _point_of_pile(ring: Ring, nth: int, angle: float) -> tuple[float, float]:
    """Return the places of the hands and the discard pile relative to the centre, side by side as people read.

    Nothing at the edges covers them, and where there is room no line of news does.
    """
    half_w, half_h = (side / 2 / ring.u / ring.large for side in (ring.inner.w, ring.inner.h))
    if ring.large > 1:
        x, y = (0.0, -470.0) if nth == 0 else (-178.0, 430.0)
    elif ring.upright:
        x, y = -135.0 + 270 * nth, -380.0
    elif angle % 180:
        return -445.0, -105.0 + 210 * nth
    else:
        return max(-540.0, PILE.w / 2 - half_w + (0.0 if ring.small else 26.0)) + 170 * nth, 0.0
    pile, free = PILE.rotate(round(angle / 90)), Rect(-half_w, NEWS - half_h, 2 * half_w, 2 * half_h - 2 * NEWS)
    at = free.place_near(pile.w, pile.h, (x + pile.centre[0], y + pile.centre[1]))
    return at.x - pile.x, at.y - pile.y


def paint_plate(p: Pen, turn: AgeAndTurn, control: Controller) -> None:
    ring, (x, y), u = turn.ring, turn.ring.inner.centre, turn.ring.u * turn.ring.large
    with p.at(x, y, 0, u):
        if turn.passing:
            p.stamp(0, 0, 1, _arcs, 1 if turn.passing == "left" else -1)
        if turn.leaders:
            faces.figure(p, LEADER, 0, -12 if turn.age else -4, 84 if turn.age else 92, "leader", "plate")
            if turn.age:
                faces.draw_marks(p, numeral(turn.age, 0, 56, 22, "stone"))
        else:
            faces.draw_marks(p, numeral(turn.age, 0, -12, 64, "stone"))
            for nth in range(TURNS):
                done = nth < turn.turn
                p.disc((nth - (TURNS - 1) / 2) * 19, 48, 7 if done else 6, "stone" if done else None, "stone", 2)
    for zone, state in zip(ring.zones, turn.states, strict=True):
        a = atan2(zone.y - y, zone.x - x)
        with p.at(x + MARKERS * u * cos(a), y + MARKERS * u * sin(a), zone.angle, u):
            p.stamp(0, 0, 1, _marker, state)


def _arcs(p: Pen, way: int) -> None:
    """Paint three arrows around the age, clockwise or (-1) anticlockwise."""
    for nth in range(3):
        start = -90 + nth * 120 + 20
        p.arc(0, 0, ARC, start, start + 80, "stone", 7)
        end = radians(start + (80 if way > 0 else 0))
        with p.at(ARC * cos(end), ARC * sin(end), end * 180 / pi + 90 * way):
            p.poly(-14, -17, 16, 0, -14, 17, fill="stone")


def _marker(p: Pen, state: str) -> None:
    if state == "chosen":
        p.disc(0, 0, MARKER, "raised", "stone", 3)
        if not p.plain:
            lighting.rim(p, MARKER + 1.5, 4)
        icon(p, "tick", 0, 0, 42, "stone", "raised")
    elif state == "choosing":
        p.disc(0, 0, MARKER, "plate", "candle", 2)
        for x in (-12, 0, 12):
            p.disc(x, 0, 4, "candle")
    else:
        p.disc(0, 0, 12, "plate", "line", 3)


@dataclass(frozen=True, slots=True)
class Pile:
    """The cards of each hand (`hands`), or the discard pile."""

    ring: Ring
    at: CardPlace
    key: str
    count: tuple[int, int]  # the fewest and the most, of all hands
    ages: tuple[int, ...]  # on the backs that are seen, the uppermost last, as `cards.back` takes them
    w: Words


def paint_pile(p: Pen, pile: Pile, control: Controller) -> None:
    with p.at(pile.at.x, pile.at.y, pile.at.angle, pile.ring.u * pile.ring.large):
        p.cached(_paint_pile, pile)
        p.hit_area(PILE.x, PILE.y, PILE.w, PILE.h, pile.key, partial(_say_pile, control, pile.ring, pile.key), rank=1)


def _paint_pile(p: Pen, pile: Pile) -> None:
    if pile.key == "hands":
        fan = pile.ages[:1] * VISIBLE_BACKS if p.plain else pile.ages
        for nth, age in enumerate(fan):
            part = 2 * nth / (len(fan) - 1) - 1 if len(fan) > 1 else 0.0
            with p.at(part * FAN, abs(part) * 5, part * 16):
                cards.paint_back(p, age, 76, 76 * cards.CARD_ASPECT)
    elif pile.ages:
        if not p.plain:
            stack_edges(p, PILED, PILED * cards.CARD_ASPECT, max(pile.count))
        for under, age in zip(range(len(pile.ages) - 1, -1, -1), pile.ages, strict=True):
            with p.at(under * 5, under * 3, under * 2):
                cards.paint_back(p, age, PILED, PILED * cards.CARD_ASPECT)
    else:
        lighting.recess(p, -47, -65, 94, 130, 9)
    p.begin_layer()
    p.rect(-34, 52, 68, 44, 22, "ink", "line", 2.5)
    fewest, most = pile.count
    p.text(0, 74, str(most) if fewest == most else f"{fewest}–{most}", 30, "text", bold=True, room=60)
    says = position_text.describe_hands(pile.w, *pile.count) if pile.key == "hands" else pile.w("discard")
    p.text(0, 122, says, p.legible(24), "soft", room=PILE.w)


def _say_pile(control: Controller, ring: Ring, key: str) -> None:
    scene = present(control)
    seat, view = seat_for_explanation(scene, ring), scene.view
    w = scene.model.words(seat)
    if key == "discard":
        control.notify(seat, w.ngettext("{n} card discarded", "{n} cards discarded", view.discard) + ".")
    elif view.derived.passing == "left":
        control.notify(seat, w("Hands go to the left."))
    elif view.derived.passing == "right":
        control.notify(seat, w("Hands go to the right."))
