"""Medals between two seats, and those that are open to all."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

from app.games.architects import words as terms
from app.games.architects.screen import pieces
from app.games.architects.screen.scene import MEDALS, ArchitectsScene, present
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.ring import Ring, Round
from app.screen.widgets.middle import face_angle, in_middle, reader
from app.text.languages import capital
from engine.architects.view import View


@dataclass(frozen=True, slots=True)
class Medal:
    """A medal; where it has been won, the sign of that (no slug).

    `seats`: the two between which it lies, whom a tap tells what it asks. None: it is open to all, and lies in the
    middle.
    """

    ring: Ring
    key: str
    at: Round
    slug: str
    need: Mapping[str, int]
    seats: tuple[int, ...]


def medal(scene: ArchitectsScene, ring: Ring, game: View, i: int) -> Element[Medal]:
    """The medal between a seat and the next."""
    lies = game.medals[str(i + 1)]
    slug = lies if isinstance(lies, str) else ""
    need, key = scene.data.medals[slug].need if slug else {}, f"medal {i + 1}"
    seats = tuple(sorted({i + 1, (i + 1) % len(game.seats) + 1}))
    return Element(key, Medal(ring, key, ring.rounds[i], slug, need, seats), paint_medal)


def center_medal(scene: ArchitectsScene, ring: Ring, nth: int, slug: str) -> Element[Medal]:
    """A medal that is open to all, beside the plate; it turns to whoever acts."""
    places = ((-265.0, 215.0), (265.0, 215.0)) if ring.upright else ((292.0, -166.0), (292.0, 166.0))
    at, key = in_middle(ring, *places[nth % len(places)], face_angle(scene, ring)), f"medal center {nth}"
    goal = Round(at.x, at.y, at.angle, MEDALS.r * ring.u, twice=False)
    view = Medal(ring, key, goal, slug, scene.data.medals[slug].need, ())
    return Element(key, view, paint_medal, angle=at.angle, pivot=(at.x, at.y))


def paint_medal(p: Pen, it: Medal, control: Controller) -> None:
    at, r = it.at, it.at.r / it.ring.u
    with p.at(at.x, at.y, at.angle, it.ring.u):
        if not it.slug:
            pieces.won(p, r, "stone", "zone")
            return
        pieces.medal(p, it.need, r, at.twice, at.angle % 90)
        tap = partial(_ask_medal, control, it.ring, it.seats, it.slug)
        p.hit_area(-r, -r * 0.87, 2 * r, 2 * r * 0.87, it.key, tap, rank=1)


def _ask_medal(control: Controller, ring: Ring, seats: tuple[int, ...], slug: str) -> None:
    for seat in seats or (reader(present(control), ring),):
        say_medal(control, seat, slug)


def say_medal(control: Controller, seat: int, slug: str) -> None:
    """What a medal asks for, and how far a seat is."""
    scene = present(control)
    w = scene.model.words(seat)
    goals = scene.view.hints.goals[seat - 1] if seat else ()
    near = next((terms.goal(w, goal) for goal in goals if goal.medal == slug), "")
    text = terms.medal_says(w, slug, scene.data)
    if near and near != terms.medal(w, slug, scene.data):  # some of it can be counted
        text += f" {capital(near)}."
    control.tell(seat, text)
