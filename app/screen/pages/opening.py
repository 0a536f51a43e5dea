"""A new game is opened: every seat's wonder with what it does, then a pointer that turns and stops at who is first.

The table says which step it is (`TableView.opening`), so that phones and lights are in step. A touch ends it for all.
"""

from dataclasses import dataclass
from functools import partial
from math import atan2, degrees
from typing import Final

from app.looks.drawing import SHAPE
from app.looks.icons import icon
from app.looks.world import World
from app.protocol import ceremonies, messages
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.flight import Flight, Pose, in_units
from app.screen.layers import STONE
from app.screen.outbox import new_id
from app.screen.ring import MARGIN, Ring, Zone
from app.screen.scene import Picture, Scene
from app.screen.widgets import names, worlds
from app.screen.widgets.badges import before_words
from app.screen.widgets.controls import button
from app.screen.widgets.floor import floor
from app.screen.widgets.plate import ground, optional
from app.text.languages import Words
from app.text.table import who_begins

DIAL: Final = 216.0  # u, from the middle to its edge
REACH: Final = 254.0  # u, from the middle: so far the pointer comes
PAD: Final = 18.0  # u
NARROW: Final = 460.0  # u: no wider than that, a picture leaves a sentence too little room beside it
WIDE: Final = 1000.0  # u: a wonder needs no more, however much room there is
TURNS: Final = 3  # of the pointer, before it comes to whom it finds
STAYS: Final = 0.5  # seconds the turned pointer waits for the table to say that it has stopped


def elements(scene: Scene, ring: Ring, opening: messages.Opening) -> Elements:
    """The whole screen while a game is opened: who is first is not to be seen before the pointer has stopped."""
    found = opening.step == "found"
    return [
        Element("opening", Dial(ring, opening, scene.opened.edge, scene.model.words()), paint_dial),
        *(_revealed(scene, ring, number, opening.first if found else None) for number in range(1, len(ring.zones) + 1)),
    ]


def flights(ring: Ring, opening: messages.Opening) -> tuple[Flight, ...]:
    """The pointer on its way, which turns from nobody in particular to who is first."""
    if opening.step != "turning":
        return ()
    x, y = ring.inner.centre
    start, end = Pose(x, y), Pose(x, y, _towards(ring, opening.first))
    lasts = ceremonies.STEPS[opening.step]
    return (Flight(in_units(_needle, ring.u), start, end, lasts, turns=TURNS, stays=STAYS, sound="turn"),)


def _towards(ring: Ring, number: int) -> float:
    """The way from the middle to a seat, in degrees."""
    x, y = ring.inner.centre
    zone = ring.zones[number - 1]
    return degrees(atan2(zone.y - y, zone.x - x))


# ---- the dial ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Dial:
    """What the pointer turns on. `edge`: the one that the way on faces, whoever is first."""

    ring: Ring
    opening: messages.Opening
    edge: int
    w: Words


def paint_dial(p: Pen, it: Dial, control: Controller) -> None:
    ring, u = it.ring, it.ring.u
    skip = partial(_skip, control)
    p.hit_area(0, 0, ring.width, ring.height, "opening", skip, rank=0)
    x, y = ring.inner.centre
    with p.at(x, y, 0, u):
        if p.plain:
            p.disc(0, 0, DIAL, "plate", "line", 3)
        else:
            floor(p, DIAL)
        if it.opening.step == "wonders":
            icon(p, "wonder", 0, 0, 170, "stone", "plate")
        elif it.opening.step == "found":
            shown = [it.opening.first] if it.opening.first else [zone + 1 for zone in range(len(ring.zones))]
            for number in shown:
                with p.at(0, 0, _towards(ring, number)):
                    (_needle if it.opening.first else _hint)(p)
    wide, high = (240.0 if ring.upright else 330.0), max(124.0, ring.touch)
    dx, dy = (0.0, DIAL + 30 + (wide if it.edge % 2 else high) / 2) if ring.upright else (-450.0, 0.0)
    with p.at(x + dx * u, y + dy * u, it.edge * 90.0, u):
        button(p, -wide / 2, -high / 2, wide, high, it.w("Continue"), "skip", skip, primary=True, size=34)


def _skip(control: Controller) -> None:
    control.say(messages.SkipOpening(id=new_id()))


def _needle(p: Pen) -> None:
    """The pointer, round its hub, to the right."""
    tip = DIAL + 6
    p.poly(-70, -9, tip - 40, -16, tip - 40, 16, -70, 9, fill="candle")
    p.poly(tip - 44, -44, REACH, 0, tip - 44, 44, fill="candle")
    p.disc(0, 0, 34, "candle")
    p.disc(0, 0, 13, "plate")


def _hint(p: Pen) -> None:
    """The edge of the dial points to the right: to one of all."""
    p.poly(DIAL - 60, -34, DIAL + 20, 0, DIAL - 60, 34, fill="candle")


# ---- the seats ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Revealed:
    """What a seat is shown, in its words. `wonder`: what lies before it; empty where nothing does.

    `first`: it is. `told`: who is first, from long to short, once the pointer has stopped.
    """

    ring: Ring
    number: int
    name: str
    wonder: str
    says: str
    picture: Picture | None
    world: World | None  # likewise, before its own sky
    first: bool
    told: tuple[str, ...]
    emblem: str
    colour: str


def _revealed(scene: Scene, ring: Ring, number: int, first: int | None) -> Element[Revealed]:
    model, game = scene.model, scene.game
    w, role = model.words(number), model.info(number).wonder
    view = Revealed(
        ring,
        number,
        model.name(number, w),
        game.words.identity(w, role) if role else "",
        game.role_says(model, w, role) if role else "",
        game.picture(model, role) if role else None,
        World.whole(role) if role else None,
        first in (0, number),
        () if first is None else who_begins(w, first, number, model.people(w)),
        *model.info(number).badge,
    )
    return Element(f"revealed {number}", view, paint_revealed)


def wide(ring: Ring, zone: Zone) -> float:
    """How wide a wonder is shown at its edge, in u: wider than the zone where there is room."""
    u, edge = ring.u, zone.edge
    beyond = max(ring.deep((edge - 1) % 4), ring.deep((edge + 1) % 4))
    corner = 2 * (beyond + 2 * MARGIN * u) if beyond else 0.0
    free = (ring.height if edge % 2 else ring.width) - corner - 2 * MARGIN * u - 2 * abs(zone.along)
    beside = [abs(other.along - zone.along) for other in ring.zones if other.edge == edge and other != zone]
    return max(zone.w / u, min(WIDE, free / u, *(far / u - 2 * MARGIN for far in beside)))


def paint_revealed(p: Pen, it: Revealed, control: Controller) -> None:
    ring, u = it.ring, it.ring.u
    zone, lit = ring.zones[it.number - 1], it.first and bool(it.told)
    w, d, k = wide(ring, zone), zone.d / u, 1.3 if ring.small else 1.0
    plate = 60 * k
    high = 40 * k
    beside = w > NARROW * k  # else the sentence has the whole width, below a small picture
    sky = it.world.sky if beside and it.world is not None and worlds.is_drawn(p, it.world) else ""
    with p.at(zone.x, zone.y, zone.angle, u), p.at(-w / 2, -d / 2):
        ground(p, w, d, plate, 1.0, lit, it.colour, sky)
        y, tall = d - plate / 2, d - plate - 2 * PAD
        used = PAD + before_words(p, PAD, y, 32 * k, it.emblem, it.colour)
        used += p.name(used, y, it.name, 32 * k, "ink" if lit else "text", room=w * 0.6)
        optional(p, w - PAD, y, it.told, 28 * k, "ink" if lit else "candle", w - used - 3 * PAD)
        if not it.wonder:
            p.text(w / 2, PAD + tall / 2, it.name, min(96.0, tall * 0.6), "text", bold=True, room=w - 2 * PAD)
            return
        side = (min(tall, w * 0.3) if beside else min(high * 1.6, tall * 0.5)) if it.picture else 0.0
        if sky and it.world is not None:
            side = min((d - plate) * SHAPE, w * (0.24 if ring.small else 0.4))
            worlds.stand(p, it.world, PAD / 2, 6, side, d - plate - 8)
            p.rect(side + PAD, PAD, w - side - 2 * PAD, tall, 16, "zone")
        elif it.picture is not None:
            with p.at(PAD, PAD + (tall - side) / 2 if beside else PAD):
                it.picture(p, side, side)
        left, right = PAD + (side + 20 if side else 0.0), w - (2 * PAD if sky else PAD)
        down = high if beside else max(high, side)
        place, room = (left, PAD + down / 2), right - left
        if p.plain or not names.alone(p, *place, it.wonder, 32 * k, "text", "start", room):
            p.text(*place, it.wonder, 32 * k, "text", "start", bold=STONE, room=room)
        left = left if beside else PAD
        p.prose(left, PAD + down + 6, it.says, 27 * k, right - left, tall - down - (12 if sky else 6), "soft")
