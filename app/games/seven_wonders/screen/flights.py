"""What is seen moving after something happened in 7 Wonders: coins and hands along the links, tokens to their seats."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final, TypeAlias

from app.games.seven_wonders.screen import cards
from app.games.seven_wonders.screen.opened import STILL
from app.games.seven_wonders.screen.scene import SevenScene
from app.looks.atoms import Atom, Placed
from app.screen.draw import Pen
from app.screen.flight import Flight, Place, in_units
from app.screen.ring import Ring
from app.screen.theme import number
from app.screen.widgets import faces
from engine.seven_wonders import actions

BACK: Final = 76.0  # u, as wide as a hand that is passed
Paint: TypeAlias = Callable[[Pen], None]  # round (0, 0)


def flights(scene: SevenScene, ring: Ring, happened: tuple[object, ...]) -> tuple[Flight, ...]:
    """All of it at the same moment, as it is done: coins once cards have turned up, and hands after them."""
    up = STILL + number("flip") if scene.seven.down is not None else 0.0
    found = [flight for event in happened for flight in _coins(ring, event, up)]
    after = up + (number("point") if found else 0.0)
    return (*found, *(flight for event in happened for flight in _of_event(scene, ring, event, after)))


def _coins(ring: Ring, event: object, after: float) -> Iterator[Flight]:
    """Coins that a seat has paid to its neighbours."""
    n, coin = len(ring.zones), in_units(partial(faces.coin, x=0, y=0, size=56), ring.u)
    if isinstance(event, actions.CardBuilt | actions.StageBuilt):
        i = event.seat - 1
        if event.left:
            yield from _along(ring, coin, i, (i + 1) % n, i, after)
        if event.right:
            yield from _along(ring, coin, i, (i - 1) % n, (i - 1) % n, after)


def _of_event(scene: SevenScene, ring: Ring, event: object, after: float) -> Iterator[Flight]:
    n = len(ring.zones)
    match event:
        case actions.HandsPassed(to=to) | actions.LeadersPassed(to=to):
            age = scene.view.age if isinstance(event, actions.HandsPassed) else 0
            back = in_units(partial(cards.back, age=age, w=BACK, h=BACK * cards.UPRIGHT), ring.u)
            for i in range(n):
                j = (i + 1) % n
                giver, taker = (i, j) if to == "left" else (j, i)
                yield from _along(ring, back, giver, taker, i, after)
        case actions.TokenTaken(seat=seat, value=value, against=against) if against:
            gap = (seat - 1) if against == seat % n + 1 else (seat - 2) % n
            token = Atom("victory" if value > 0 else "defeat", n=abs(value))
            paint = in_units(partial(_token, token=token), ring.u)
            yield Flight(paint, _gap(ring, gap), _zone(ring, seat - 1), number("point"))


def _along(
    ring: Ring, paint: Callable[[Pen], None], giver: int, taker: int, gap: int, after: float
) -> Iterator[Flight]:
    """From a seat over the gap beside it to its neighbour."""
    half = number("point") / 2
    yield Flight(paint, _zone(ring, giver), _gap(ring, gap), half, after)
    yield Flight(paint, _gap(ring, gap), _zone(ring, taker), half, after + half)


def _zone(ring: Ring, i: int) -> Place:
    zone = ring.zones[i]
    return Place(zone.x, zone.y, zone.angle, 0.6, 0.3)


def _gap(ring: Ring, i: int) -> Place:
    gap = ring.gaps[i]
    return Place(gap.x, gap.y, gap.angle)


def _token(p: Pen, token: Atom) -> None:
    faces.atoms(p, (Placed(token, 0, 0, 70),), faces.Inks("zone"))
