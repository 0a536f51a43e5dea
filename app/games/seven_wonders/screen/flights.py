"""What is seen moving after something happened in 7 Wonders: coins and hands along the links, tokens to their seats."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from math import inf
from typing import Final, TypeAlias

import msgspec

from app.games.seven_wonders import faces as of
from app.games.seven_wonders.glyphs import effects
from app.games.seven_wonders.screen import age as age_card
from app.games.seven_wonders.screen import cards, reveal, zone
from app.games.seven_wonders.screen.opened import STILL, Dealt, SevenOpened
from app.games.seven_wonders.screen.scene import SevenScene
from app.games.seven_wonders.screen.seat import seat_of, token_pill
from app.looks.atoms import Inks, lay
from app.protocol import ceremonies
from app.screen.draw import Pen
from app.screen.element import Element
from app.screen.flight import Flight, Heavy, Moving, Pose, Rise, carried, in_units
from app.screen.moment import GoneOn
from app.screen.ring import Ring
from app.screen.theme import number
from app.screen.widgets import faces
from engine.seven_wonders import actions
from engine.seven_wonders.cards import StageData

BACK: Final = 76.0  # u, as wide as a hand that is passed
Paint: TypeAlias = Callable[[Pen], None]  # round (0, 0)


def flights(scene: SevenScene, ring: Ring, happened: tuple[object, ...]) -> tuple[Moving, ...]:
    """All of it at the same moment, as it is done: coins once cards have turned up, and hands after them."""
    up = STILL + number("flip") if scene.seven.down is not None else 0.0
    found = [flight for event in happened for flight in _coins(scene, ring, event, up)]
    after = up + (number("point") if found else 0.0)
    risen = [_raised(scene, ring, event, up) for event in happened if isinstance(event, actions.StageBuilt)]
    return (*found, *risen, *(flight for event in happened for flight in _of_event(scene, ring, event, after)))


def _coins(scene: SevenScene, ring: Ring, event: object, after: float) -> Iterator[Flight]:
    """Coins that a seat has paid to its neighbours."""
    n, coin = len(ring.zones), in_units(partial(faces.coin, x=0, y=0, size=56), ring.u)
    disc = Heavy.disc(28 * ring.u)
    if isinstance(event, actions.CardBuilt | actions.StageBuilt):
        i = event.seat - 1
        if event.left:
            yield _along(ring, coin, disc, i, (i + 1) % n, i, after, 1, _place(scene, ring, (i + 1) % n, zone.COINS))
        if event.right:
            j = (i - 1) % n
            yield _along(ring, coin, disc, i, j, j, after, 1, _place(scene, ring, j, zone.COINS))


def _raised(scene: SevenScene, ring: Ring, built: actions.StageBuilt, after: float) -> Rise:
    """A stage rises at its place, in the wonder as it was before it."""
    now = seat_of(scene, built.seat)
    was = replace(now, view=msgspec.structs.replace(now.view, stages=now.view.stages - 1))
    zones = (zone.SeatZone(ring, seat, hand=False, late=False, fresh=frozenset()) for seat in (was, now))
    old, new = (Element(f"zone {built.seat}", it, zone.paint) for it in zones)
    shows = partial(_stone, stage=now.board.stages[built.stage - 1])
    edge = ring.zones[built.seat - 1].edge
    whole = now.view.stages == len(now.board.stages)
    return Rise(old, new, edge, shows, ring.u, number("raise"), ceremonies.lasts(built), after, whole)


def _of_event(scene: SevenScene, ring: Ring, event: object, after: float) -> Iterator[Flight]:
    n = len(ring.zones)
    match event:
        case GoneOn(before=SevenOpened(dealt=Dealt(age=age, up=True))) if scene.seven.dealt is None:
            yield age_card.leaves(ring, age)
        case GoneOn(before=SevenOpened() as shown) if shown.revealing and shown.reveal != inf and _is_bare(scene):
            if (last := scene.view.hints.last) is not None:
                yield from reveal.gathered(scene, ring, last, partial(_place, scene, ring))
        case actions.HandsPassed(to=to) | actions.LeadersPassed(to=to):
            age = scene.view.age if isinstance(event, actions.HandsPassed) else 0
            back = in_units(partial(cards.back, age=age, w=BACK, h=BACK * cards.UPRIGHT), ring.u)
            card = Heavy.card(BACK * ring.u, BACK * cards.UPRIGHT * ring.u)
            for i in range(n):
                j = (i + 1) % n
                giver, taker = (i, j) if to == "left" else (j, i)
                yield _along(ring, back, card, giver, taker, i, after)
        case actions.TokenTaken(seat=seat, value=value, against=against) if against:
            gap = (seat - 1) if against == seat % n + 1 else (seat - 2) % n
            paint = in_units(partial(faces.lay_out, face=of.token(value, 70)), ring.u)
            body, middle = Heavy.disc(35 * ring.u), ring.inner.centre
            start, end, place = _gap(ring, gap), _zone(ring, seat - 1), _place(scene, ring, seat - 1, token_pill(value))
            yield carried(paint, start, end, body, middle, number("point"), spins=1, lands=place)


def _is_bare(scene: SevenScene) -> bool:
    """Whether nothing is shown for a moment that hides zones."""
    now = scene.seven
    return not (now.revealing or scene.fight is not None or scene.view.over or scene.opened.panel)


def _along(
    ring: Ring, paint: Paint, body: Heavy, giver: int, taker: int, gap: int, after: float, spins: int = 0,
    place: Element[zone.SeatZone] | None = None,
) -> Flight:  # fmt: skip
    """From a seat over the gap beside it to its neighbour."""
    start, over, end = _zone(ring, giver), _gap(ring, gap), _zone(ring, taker)
    bow = over.x - (start.x + end.x) / 2, over.y - (start.y + end.y) / 2
    return Flight(paint, start, end, number("point"), after, body=body, bow=bow, spins=spins, lands=place)


def _place(scene: SevenScene, ring: Ring, i: int, what: str) -> Element[zone.SeatZone]:
    """A seat's zone with that alone marked: its coins, or a colour of its pills."""
    it = zone.SeatZone(ring, seat_of(scene, i + 1), hand=False, late=False, fresh=frozenset({what}))
    return Element(f"zone {i + 1}", it, zone.paint)


def _zone(ring: Ring, i: int) -> Pose:
    at = ring.zones[i]
    return Pose(at.x, at.y, at.angle, 0.6, 0.3)


def _gap(ring: Ring, i: int) -> Pose:
    gap = ring.gaps[i]
    return Pose(gap.x, gap.y, gap.angle)


def _stone(p: Pen, stage: StageData) -> None:
    """What a stage that has just been built brings."""
    p.rect(-84, -44, 168, 88, 14, "stone", "zone", 4)
    faces.atoms(p, lay(effects(stage.effects), 0, 0, 150, 74, 66), Inks("stone", "ink"))
