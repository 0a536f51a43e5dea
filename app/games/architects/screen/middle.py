"""The middle of the table: discard pile, progress tokens and conflict markers."""

from dataclasses import dataclass
from functools import partial
from math import cos, radians, sin
from typing import Final

from app.games.architects import effect_text, printed_names
from app.games.architects.screen import pieces
from app.games.architects.screen.typed_scene import ArchitectsScene, present
from app.screen.control.controller import Controller
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import CardPlace, Ring
from app.screen.widgets.change_marks import PREVIEW
from app.screen.widgets.game_pieces import marker
from app.screen.widgets.middle_controls import (
    buttons_left,
    face_angle,
    place_in_middle,
    row_begin,
    seat_for_explanation,
)
from app.text.translation import Words, capital
from engine.architects.data_schema import Data
from engine.architects.view_json import View

LOOSE: Final = (-7.0, -13.0), (5.0, -5.0), (0.0, 3.0)  # offset in u and rotation in degrees of cards of the pile
RIGHT: Final = 330.0  # u from the centre to the pile, on a landscape screen
PILE_WORDS: Final = 150.0  # u, width of its words
WORDS_OFFSET: Final = 94.0  # u from the pile's centre to its words, where they are turned by a quarter
GAP: Final = 8.0  # u
TOKENS: Final = 176.0  # u from the centre of all tokens to the end of their words
RAISED: Final = (24.0, 12.0)  # u, by which tokens lie above the middle, and in lessons: wonders break their frame below
BUTTONS: Final = 5  # round, in the middle


@dataclass(frozen=True, slots=True)
class DiscardPile:
    """The discard pile; `top`: the visible card, if any. `half`: a question covers part of it."""

    ring: Ring
    at: CardPlace
    room: float  # u at its right for its words, seen from below, up to the round buttons
    top: str | None
    count: int
    half: bool
    data: Data
    w: Words


def discard(scene: ArchitectsScene, ring: Ring, game: View) -> Element[DiscardPile]:
    at = discard_place(ring, face_angle(scene, ring))
    top = max(game.discard, key=lambda slug: game.discard[slug]) if game.discard else None
    half = ring.small and not ring.upright and bool(scene.looks_first)
    room = _room_at_right(ring, at)
    view = DiscardPile(
        ring, at, room, top, sum(game.discard.values()), half, scene.data, scene.model.words(scene.acting)
    )
    return Element("discard", view, paint_discard, angle=at.angle, pivot=(at.x, at.y))


def _room_at_right(ring: Ring, at: CardPlace) -> float:
    """Return the room for words beside a pile, seen from below: u to the round buttons, or none on a wide screen."""
    if at.angle % 180 == 0:
        return buttons_left(ring, BUTTONS) - RIGHT - GAP
    if not ring.upright:
        return 0.0
    return (row_begin(ring, BUTTONS) - (at.x - ring.inner.centre[0]) / ring.u) / ring.large - GAP


def discard_place(ring: Ring, angle: float) -> CardPlace:
    """Return the place and direction of the discard pile."""
    if ring.large > 1:
        return place_in_middle(ring, -178.0, 450.0, angle)
    return place_in_middle(ring, *((-240.0, 350.0) if ring.upright else (RIGHT, 0.0)), angle)


def paint_discard(p: Pen, pile: DiscardPile, control: Controller) -> None:
    with p.at(pile.at.x, pile.at.y, pile.at.angle, pile.ring.u * pile.ring.large):
        if pile.top is None:
            lighting.recess(p, -52, -73, 104, 146, 11)
        else:
            lying = min(3, pile.count)
            with p.dimmed(0.9 if p.plain else 1):
                for i in range(lying):
                    off, turn = (0.0, (i - lying + 1) * 7.0) if p.plain else LOOSE[i - lying]
                    with p.at(off, -off / 2, turn):
                        if not p.plain:
                            lighting.shadow(p, -52, -73, 104, 146, 11)
                        pieces.card(p, pile.data, pile.top, 104)
        if not pile.half:  # the question would cut it off
            size = (22 if pile.ring.upright else 26) * p.grown
            words = pile.w("discard {n}", n=pile.count)
            if pile.at.angle % 180:  # between the pile and round buttons; without room there, on the pile's other side
                swaps_side = pile.room > WORDS_OFFSET + size / 2
                x, y = 0.0, WORDS_OFFSET if (pile.at.angle == 90) != swaps_side else -WORDS_OFFSET
            else:
                x, y = max(0.0, min(p.text_width(words, size), PILE_WORDS) / 2 - pile.room), 104.0
            p.text(-x if pile.at.angle == 0 else x, y, words, size, "soft", room=PILE_WORDS)
        p.hit_area(-60, -80, 120, 160, "discard", partial(_say_discard, control, pile.ring), rank=1)


def _say_discard(control: Controller, ring: Ring) -> None:
    scene = present(control)
    seat = seat_for_explanation(scene, ring)
    w = scene.model.words(seat)
    discard = scene.view.discard
    cards = printed_names.cards(w, [slug for slug, n in discard.items() for _ in range(n)])
    control.notify(seat, w("Discarded: {cards}.", cards=cards) if discard else w("Nothing has been discarded yet."))


@dataclass(frozen=True, slots=True)
class OfferedToken:
    """A progress token on offer; `hidden`: the face-down pile."""

    ring: Ring
    at: CardPlace
    nth: int
    slug: str
    data: Data
    w: Words


def token(scene: ArchitectsScene, ring: Ring, slug: str, i: int) -> Element[OfferedToken]:
    at = token_place(ring, i, face_angle(scene, ring))
    view = OfferedToken(ring, at, i, slug, scene.data, scene.model.words(scene.acting))
    return Element(f"token {i}", view, paint_token, angle=at.angle, pivot=(at.x, at.y), flips=slug)


def token_place(ring: Ring, i: int, angle: float) -> CardPlace:
    """Return the place and direction of a progress token."""
    if ring.large > 1:
        return place_in_middle(ring, (i % 2 - 0.5) * 175.0, -530.0 + i // 2 * 170.0, angle)
    if ring.upright:
        return place_in_middle(ring, (i - 1.5) * 164.0, -380.0, angle)
    dx, dy = -430 + (i % 2 - 0.5) * 164, (i // 2 - 0.5) * 164 - (0 if angle % 180 else RAISED[ring.taught])
    room_for_lesson = max(0.0, ring.inner.h / ring.u / 2 - TOKENS) if ring.taught else 0.0
    return place_in_middle(ring, dx, dy + room_for_lesson, angle)


def paint_token(p: Pen, token: OfferedToken, control: Controller) -> None:
    with p.at(token.at.x, token.at.y, token.at.angle, token.ring.u * token.ring.large):
        pieces.token(p, token.data, token.slug, 58)
        name = printed_names.token(token.w, token.slug) if token.slug != "hidden" else token.w("hidden")
        p.text(0, 82, name, p.legible(22), "soft", room=160)
        p.thing(token.slug, -58, -58, 116, 116)
        tap = partial(_say_token, control, token.ring, token.slug)
        p.hit_area(-58, -58, 116, 116, f"token {token.slug} {token.nth}", tap, rank=1)


def _say_token(control: Controller, ring: Ring, slug: str) -> None:
    scene = present(control)
    seat = seat_for_explanation(scene, ring)
    w = scene.model.words(seat)
    name = printed_names.token(w, slug) if slug != "hidden" else capital(w("hidden"))
    control.notify(seat, f"{name}{w.colon}{effect_text.token_says(w, slug, scene.data)}", about=f"token {slug}")


# ---- conflict markers ------------------------------------------------------------------------------------


def marker_place(ring: Ring, nth: int, count: int) -> tuple[float, float, float]:
    """Return the place of a conflict marker, the same for every seat, and its radius in u."""
    far, r = (174.0, 38.0) if ring.narrow else (184.0, 42.0)
    far, r = far * ring.large, r * ring.large
    t = radians((nth + 0.5) * 360 / count - 90)
    x, y = ring.inner.centre
    return x + far * cos(t) * ring.u, y + far * sin(t) * ring.u, r


@dataclass(frozen=True, slots=True)
class ConflictMarker:
    """One of `count` conflict markers. `open`: it waits to be turned by hand."""

    ring: Ring
    nth: int
    count: int
    angle: float
    battle: bool
    open: bool
    then: bool  # the touched use would turn it


@dataclass(frozen=True, slots=True)
class MarkerHalo:
    """The glow round a marker that waits to be turned by hand."""

    ring: Ring
    nth: int
    count: int


def markers(scene: ArchitectsScene, ring: Ring, game: View) -> Elements:
    """Return the conflict markers. Those that wait to be turned show peace, with a glow."""
    ritual, n = scene.model.table.ritual if scene.model.table else None, game.conflict.tokens
    flipped, waiting = (ritual.flipped, ritual.open) if ritual else (game.conflict.flipped, ())
    angle = scene.faced_edge(ring.edge_of(ritual.seat)) * 90.0 if ritual else face_angle(scene, ring)
    found: Elements = []
    ahead = scene.ahead
    for nth in range(n):
        open_, battle = nth + 1 in waiting, nth < flipped and nth + 1 not in waiting
        if open_:
            halo = MarkerHalo(ring, nth, n)
            found.append(Element(f"halo marker {nth}", halo, paint_marker_halo, breathes=True))
        x, y, _ = marker_place(ring, nth, n)
        then = ahead is not None and ahead.turned[0] <= nth < ahead.turned[1]
        view = ConflictMarker(ring, nth, n, angle, battle, open_, then)
        found.append(Element(f"marker {nth}", view, paint_marker, angle=angle, pivot=(x, y), flips=battle))
    return found


def paint_marker(p: Pen, conflict_marker: ConflictMarker, control: Controller) -> None:
    x, y, r = marker_place(conflict_marker.ring, conflict_marker.nth, conflict_marker.count)
    key = f"marker {conflict_marker.nth}"

    def pressed(p: Pen) -> None:
        p.disc(0, 0, r + 11, None, "candle", 9)
        p.disc(0, 0, r, "candle", opacity=0.28)

    with p.at(x, y, conflict_marker.angle, conflict_marker.ring.u):
        marker(p, conflict_marker.battle, r)
        if conflict_marker.then:
            p.disc(0, 0, r + 7, None, "text", PREVIEW)
        if conflict_marker.open:
            far, tap = r + 11, partial(control.turn_marker, conflict_marker.nth + 1)
            p.hit_area(-far, -far, 2 * far, 2 * far, key, tap, rank=3, press=pressed, least=conflict_marker.ring.touch)
        else:
            p.hit_area(-r, -r, 2 * r, 2 * r, key, partial(_say_markers, control, conflict_marker.ring), rank=1)


def paint_marker_halo(p: Pen, halo: MarkerHalo, control: Controller) -> None:
    x, y, r = marker_place(halo.ring, halo.nth, halo.count)
    with p.at(x, y, 0, halo.ring.u):
        p.disc(0, 0, r + 17, "candle", opacity=0.15)
        p.disc(0, 0, r + 9, None, "candle", 5)


def _say_markers(control: Controller, ring: Ring) -> None:
    """Explain conflict markers; while others wait to be turned, at the finger's edge, and why this one does not
    turn.
    """
    scene = present(control)
    ritual, conflict = scene.model.table.ritual if scene.model.table else None, scene.view.conflict
    waiting = len(ritual.open) if ritual else 0
    flipped = (ritual.flipped if ritual else conflict.flipped) - waiting
    seat = scene.seat_at_finger(ring) if waiting else seat_for_explanation(scene, ring)
    w = scene.model.words(seat)
    says = w(
        "{flipped} of {tokens} conflict tokens show battle; with the last one, neighbours compare shields.",
        flipped=flipped,
        tokens=conflict.tokens,
    )
    if waiting:
        control.deny(seat, w("You can turn only the tokens that glow.") + " " + says)
    else:
        control.notify(seat, says)
