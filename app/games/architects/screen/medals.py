"""Medals between two seats, and medals open to all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final

from app.games.architects import effect_text
from app.games.architects.screen import pieces
from app.games.architects.screen.typed_scene import LARGE_MEDALS, MEDALS, ArchitectsScene, present
from app.looks.medal_outline import FLAT
from app.screen.control.controller import Controller
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring, RoundPlace
from app.screen.widgets.middle_controls import face_angle, place_in_middle, seat_for_explanation
from app.text.translation import Words, capital
from engine.architects.data_schema import Data
from engine.architects.view_json import Goal, View

SIGN: Final = 5.0  # mm, smallest sign on a small screen
LARGEST: Final = 120.0  # u, radius of a medal in a seat's list
WORDS: Final = 170.0  # u, smallest width of words beside it


@dataclass(frozen=True, slots=True)
class Medal:
    """A medal, or without a slug the sign that it has been won.

    `seats`: the two it is between, whom a tap tells its requirement. Empty: it is open to all, in the middle.
    """

    ring: Ring
    key: str
    at: RoundPlace
    slug: str
    need: Mapping[str, int]
    seats: tuple[int, ...]


def medal(scene: ArchitectsScene, ring: Ring, game: View, i: int) -> Element[Medal]:
    """Return the medal between a seat and the next."""
    lies = game.medals[str(i + 1)]
    slug = lies if isinstance(lies, str) else ""
    need, key = scene.data.medals[slug].need if slug else {}, f"medal {i + 1}"
    seats = tuple(sorted({i + 1, (i + 1) % len(game.seats) + 1}))
    return Element(key, Medal(ring, key, ring.rounds[i], slug, need, seats), paint_medal)


def center_medal(scene: ArchitectsScene, ring: Ring, nth: int, slug: str) -> Element[Medal]:
    """Return a medal open to all, beside the plate, turned to the seat to act."""
    at, key = center_place(ring, nth, face_angle(scene, ring)), f"medal center {nth}"
    view = Medal(ring, key, at, slug, scene.data.medals[slug].need, ())
    return Element(key, view, paint_medal, angle=at.angle, pivot=(at.x, at.y))


def paint_medal(p: Pen, medal: Medal, control: Controller) -> None:
    ring, at, u = medal.ring, medal.at, medal.ring.u
    r, long = at.r / u, at.long / u
    with p.at(at.x, at.y, at.angle, u):
        if not medal.slug:
            pieces.paint_won_medal(p, r, "stone", "zone", long)
            return
        least = SIGN * ring.mm / u if ring.small else 0.0
        pieces.medal(p, r, medal.need, at.twice, at.angle % 90, least, long)
        tap = partial(_ask_medal, control, ring, medal.seats, medal.slug)
        p.hit_area(-r - long, -r * FLAT, 2 * (r + long), 2 * r * FLAT, medal.key, tap, rank=1)


def center_place(ring: Ring, nth: int, angle: float) -> RoundPlace:
    """Return the place and direction of a medal open to all."""
    right, down, r = 292.0, 166.0, MEDALS.r
    if ring.small:  # between the middle's edge, the plate, the discard pile and the round buttons
        r = LARGE_MEDALS.r
        right, down = 280.0, min(205.0, ring.inner.h / ring.u / 2 - r * FLAT)
    if ring.large > 1:
        right, down = ring.inner.w / ring.u / 2 / ring.large - r / ring.large - 12, 235.0
        places = (-right, down), (right, down)
    else:
        places = ((-265.0, 215.0), (265.0, 215.0)) if ring.upright else ((right, -down), (right, down))
    at = place_in_middle(ring, *places[nth % len(places)], angle)
    return RoundPlace(at.x, at.y, at.angle, r * ring.u, twice=False)


def reachable(
    p: Pen, seat: int, goals: Sequence[Goal], data: Data, w: Words, control: Controller, wide: float, high: float
) -> None:
    """Paint the medals that a seat may still win in a box, with its progress where there is room."""
    columns = 1 if len(goals) < 3 else 2
    cell_w, cell_h = wide / columns, high / max(1, ceil(len(goals) / columns))
    r = min(LARGEST, cell_w / 2, cell_h / 2 / FLAT - 6)
    room = cell_w - 2 * r - 36
    for nth, goal in enumerate(goals):
        x, y = nth % columns * cell_w, nth // columns * cell_h
        with p.at(x + (r if room > WORDS else cell_w / 2), y + cell_h / 2):
            pieces.medal(p, r, data.medals[goal.medal].need)
        if room > WORDS:
            said = capital(effect_text.goal(w, goal))
            p.prose(x + 2 * r + 24, y, said, 32, room, cell_h, "text", middle=True)
        says = partial(say_medal, control, seat, goal.medal)
        p.hit_area(x, y, cell_w, cell_h, f"medal {goal.gap} of {seat}", says, rank=1)


def _ask_medal(control: Controller, ring: Ring, seats: tuple[int, ...], slug: str) -> None:
    for seat in seats or (seat_for_explanation(present(control), ring),):
        say_medal(control, seat, slug)


def say_medal(control: Controller, seat: int, slug: str) -> None:
    """Show a seat the requirement of a medal, and its progress."""
    scene = present(control)
    w = scene.model.words(seat)
    goals = scene.view.derived.goals[seat - 1] if seat else ()
    near = next((effect_text.goal(w, goal) for goal in goals if goal.medal == slug), "")
    text = effect_text.medal_says(w, slug, scene.data)
    if near and near != effect_text.medal(w, slug, scene.data):  # some of it can be counted
        text += f" {capital(near)}."
    control.notify(seat, text, about=f"medal {slug}")
