"""Rings around the things that a lesson, a hint or a bot's reason mentions, wherever the table draws them.

Elements report the places of things with keys by `Pen.thing`; games never draw these rings themselves.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.screen.control.controller import Controller
from app.screen.paint.element import AnyElement, Element, Elements, look_at
from app.screen.paint.pen import MARKED, Pen
from app.screen.paint.placed_things import DrawnThing
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import LessonsGame, Scene, ringed_keys
from app.screen.widgets.free_space import TileMap


@dataclass(frozen=True, slots=True)
class Rings:
    """The rings. `below`: the elements that draw the things with these keys."""

    ring: Ring
    keys: frozenset[str]
    below: tuple[Element[object], ...]


def elements(scene: Scene, ring: Ring, below: Elements) -> Elements:
    """Build the rings of the things mentioned now. Keys of a seat's own things end with its number."""
    keys: set[str] = set()
    if isinstance(scene.game, LessonsGame) and scene.model.view is not None:
        for seat in range(1, len(ring.zones) + 1):
            named = ringed_keys(scene, scene.game.ideas, seat, scene.model.view)
            keys |= named | {f"{key} {seat}" for key in named}
    return [Element("rings of things", Rings(ring, frozenset(keys), tuple(below)), paint)] if keys else []


def paint(p: Pen, rings: Rings, control: Controller) -> None:
    """Paint the rings of things that no other element covers."""
    u = rings.ring.u
    for thing in find_uncovered(p, rings, control):
        with p.at(thing.x, thing.y, thing.angle, u):
            w, h = thing.w / u + 8, thing.h / u + 8
            p.rect(-w / 2, -h / 2, w, h, min(w, h) * 0.09 + 4, None, "parch", 5)


def find_uncovered(p: Pen, rings: Rings, control: Controller) -> Iterator[DrawnThing]:
    """Yield the named things that are uncovered, from the top element down."""
    above = TileMap(rings.ring.width, rings.ring.height)
    for element in reversed(rings.below):
        for thing in look_at(element, p, control).things:
            if thing.key in rings.keys and above.is_bare(thing.x, thing.y):
                yield thing
        above.mark_elements((element,), p, control)


def find_ringed(p: Pen, below: Iterable[AnyElement], control: Controller) -> Iterator[DrawnThing]:
    """Yield the things that have a ring now, from this element or drawn with the thing. Any: as in Element."""
    for element in below:
        if isinstance(element.view, Rings):
            yield from find_uncovered(p, element.view, control)
        yield from (thing for thing in look_at(element, p, control).things if thing.key == MARKED)
