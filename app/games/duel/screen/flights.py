"""Animations of events in Duel, over a table that shows the new state already.

A card flies to its city before others are revealed; the pawn steps from space to space; then its consequences.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Final

from app.games.duel.face_icons import effects
from app.games.duel.screen import cards, city, city_plate, track_zone
from app.games.duel.screen.card_structure import lay_at
from app.games.duel.screen.change_marks import DuelChanges, collect_changes, keys_of_card
from app.games.duel.screen.layout import CARD_ASPECT, Layout, layout_of
from app.games.duel.screen.typed_scene import DuelScene
from app.looks import effect_icons, military_track
from app.looks.effect_icons import Inks
from app.looks.symbols import figure
from app.protocol import ceremony_durations
from app.screen.animation.easing import LAND, LIFT
from app.screen.paint import lighting
from app.screen.paint.element import AnyElement
from app.screen.paint.pen import Pen
from app.screen.paint.theme import number
from app.screen.state.flight import (
    COIN_GAP_SECONDS,
    FLIGHT_GAP_SECONDS,
    Flight,
    FlyingShape,
    Moving,
    Pose,
    Rise,
    appear,
    carry,
    play_in_sequence,
    scale_painter,
    swell,
)
from app.screen.state.ring_layout import Ring
from app.screen.widgets import faces
from engine.duel import actions
from engine.duel.data_schema import Data

PACE: Final = 0.14  # seconds for each step of the pawn
CARD: Final = 150.0  # u, width of a card that comes from outside the structure
AGE: Final = 240.0  # u, width of the card that announces an age
FADED_SCALE: Final = 0.6  # scale at which a thing has faded out
COINS: Final = 5  # flying at once, at most
PLATE, CARDS, WONDERS = 0, 1, 2  # positions in the elements of a city; from the last on one of each wonder


def flights(scene: DuelScene, ring: Ring, happened: tuple[object, ...]) -> tuple[Moving, ...]:
    """Animate cards, coins, tokens and the pawn, one after another."""
    if scene.model.view is None:
        return ()
    return play_in_sequence(happened, partial(_animate_event, scene, layout_of(ring)), _lasts)


def _lasts(event: object) -> float:
    """Return the seconds until the animation of the next event may begin."""
    match event:
        case actions.PawnMoved(spaces=spaces):
            return PACE * spaces
        case actions.CardBuilt() | actions.CardDiscarded() | actions.CardRevived() | actions.CardDestroyed():
            return FLIGHT_GAP_SECONDS
        case actions.WonderBuilt():
            return LIFT + number("travel")
        case actions.TokenTaken() | actions.MilitaryToken():
            return FLIGHT_GAP_SECONDS
    return 0.0


def _animate_event(scene: DuelScene, lay: Layout, event: object, after: float) -> Iterator[Moving]:
    """Yield the animations of one event; `after`: delay in seconds."""
    match event:
        case actions.CardBuilt(seat=seat, card=card):
            yield _card(
                scene, lay, card, _slot(scene, lay, card), _city(lay, seat), after, _cards(scene, lay, seat, card)
            )
        case actions.CardDiscarded(seat=seat, card=card, coins=coins):
            yield _card(scene, lay, card, _slot(scene, lay, card), _pile(lay), after)
            purse, then = _purse(scene, lay, seat), after + LIFT + number("travel")
            yield from _coins(lay, coins, _pile(lay), _city(lay, seat), then, purse)
        case actions.CardRevived(seat=seat, card=card):
            yield _card(scene, lay, card, _pile(lay), _city(lay, seat), after, _cards(scene, lay, seat, card))
        case actions.CardDestroyed(of=of, card=card):
            yield _card(scene, lay, card, _city(lay, of, 0.6, 1.0), _pile(lay), after)
        case actions.WonderBuilt(seat=seat, card=card, wonder=wonder):
            nth = [*scene.view.seats[seat - 1].wonders].index(wonder)
            place = _place(scene, lay, seat, WONDERS + nth, wonder)
            yield _card(scene, lay, card, _slot(scene, lay, card), _city(lay, seat), after, place)
            yield _raise_wonder(scene, lay, event, after + LIFT + number("travel"))
        case actions.TokenTaken(seat=seat, token=token, box=box):
            lay_there = track_zone.token_from(scene, lay, token)
            start = _pile(lay) if box else lay.place(lay_there.x, lay_there.y, lay.face(seat))
            draw = partial(cards.token, data=scene.data, slug=token, r=50)
            yield _disc(lay, draw, 50, start, _city(lay, seat), after, _place(scene, lay, seat, PLATE, token))
        case actions.PawnMoved(seat=seat, spaces=spaces, pawn=pawn):
            yield from _pawn(lay, scene.data.military.capital, seat, spaces, pawn, after)
        case actions.CoinsGained(seat=seat, coins=coins) | actions.TradePaid(seat=seat, coins=coins):
            purse = _purse(scene, lay, seat)
            yield from _coins(lay, coins, lay.place(lay.structure.x, 0), _city(lay, seat), after, purse)
        case actions.CoinsLost(seat=seat, coins=coins):
            bank, purse = lay.place(lay.structure.x, 0, 0, 0.4, 0.2), _purse(scene, lay, seat)
            yield from _coins(lay, coins, _city(lay, seat, 1.0, 1.0), bank, after, leaves=purse)
        case actions.AgeBegan(age=age):
            at, grows = lay.place(lay.structure.x, lay.structure.y), number("point")
            paint, lasts = scale_painter(partial(_age, age=age), lay.u), ceremony_durations.lasts(event) - grows
            lands = after + LIFT + number("travel") + LAND  # the card before it
            yield appear(paint, at, grows, lasts - lands, lands)
            yield swell(paint, at, (1.0, FADED_SCALE), grows, lasts)
        case actions.TurnBegan(seat=seat, again=True):
            at, lasts = _city(lay, seat, 1.0, 1.0), ceremony_durations.lasts(event)
            lands = after + LIFT + number("travel") + LAND  # the card before it
            yield appear(scale_painter(_paint_another_turn, lay.u), at, number("point"), lasts, lands, "your-turn")


def _raise_wonder(scene: DuelScene, lay: Layout, built: actions.WonderBuilt, after: float) -> Rise:
    """Animate a wonder rising at its place, from the city as it was before."""
    now = city.wonders_of(scene, lay, built.seat, collect_changes(scene).changes_at(built.seat))
    before = tuple((slug, done and slug != built.wonder) for slug, done in now.wonders)
    was = replace(now, wonders=before, fresh=now.fresh - {built.wonder})
    nth = [slug for slug, _ in now.wonders].index(built.wonder)
    old, new = (city.wonder_element(each, nth) for each in (was, now))
    shows = partial(_paint_wonder_effects, data=scene.data, slug=built.wonder)
    edge = lay.edge(built.seat)
    rises, lasts = number("raise"), ceremony_durations.lasts(built)
    return Rise(old, new, edge, shows, lay.u, rises=rises, lasts=lasts, after=after, whole=True)


def _card(
    scene: DuelScene, lay: Layout, card: str, start: Pose, end: Pose, after: float, place: AnyElement | None = None
) -> Flight:
    paint = scale_painter(partial(cards.card, data=scene.data, slug=card, w=CARD, h=CARD * CARD_ASPECT), lay.u)
    body = FlyingShape.card(CARD * lay.u, CARD * CARD_ASPECT * lay.u)
    return carry(paint, start, end, body, lay.point(0, 0), number("travel"), after, lands=place)


def _disc(
    lay: Layout, draw: Callable[[Pen], None], r: float, start: Pose, end: Pose, after: float,
    lands: AnyElement | None = None, leaves: AnyElement | None = None,
) -> Flight:  # fmt: skip
    """Animate a round piece; `r`: its radius in u."""
    body, lasts = FlyingShape.disc(r * lay.u), number("point")
    return carry(
        scale_painter(draw, lay.u), start, end, body=body, middle=lay.point(0, 0), lasts=lasts, after=after, spins=1,
        lands=lands, leaves=leaves,
    )  # fmt: skip


def _coins(
    lay: Layout, coins: int, start: Pose, end: Pose, after: float, lands: AnyElement | None = None,
    leaves: AnyElement | None = None,
) -> Iterator[Flight]:  # fmt: skip
    """Animate a few coins in a row."""
    draw = partial(faces.coin, x=0, y=0, size=46)
    for nth in range(min(coins, COINS)):
        yield _disc(lay, draw, 23, start, end, after + COIN_GAP_SECONDS * nth, lands, leaves)


def _pawn(lay: Layout, capital: int, seat: int, spaces: int, pawn: int, after: float) -> Iterator[Flight]:
    """Animate the pawn step by step towards the other seat's capital."""
    paint, step = scale_painter(partial(faces.lay_out, face=military_track.pawn(28)), lay.u), 1 if seat == 1 else -1
    for nth in range(spaces):
        here = pawn - step * (spaces - nth)
        start, end = (lay.place(*track_zone.space_at(lay, at, capital)) for at in (here, here + step))
        yield Flight(paint, start, end, PACE, after + PACE * nth)


def _city(lay: Layout, seat: int, scale: float = 0.5, shown: float = 0.2) -> Pose:
    box = lay.city(seat)
    return lay.place(box.x, box.y, lay.face(seat), scale, shown)


def _place(scene: DuelScene, lay: Layout, seat: int, nth: int, *what: str) -> AnyElement:
    """Return an element of a city (plate, cards or wonders) in which only these keys are marked."""
    marked = DuelChanges()
    marked.add(seat, *what)
    return city.city(scene, lay, seat, marked)[nth]


def _cards(scene: DuelScene, lay: Layout, seat: int, card: str) -> AnyElement:
    """Return the element in which a card of a city is shown."""
    return _place(scene, lay, seat, CARDS, *keys_of_card(scene.data, card))


def _purse(scene: DuelScene, lay: Layout, seat: int) -> AnyElement:
    """Return the element that shows the coins of a city."""
    return _place(scene, lay, seat, PLATE, city_plate.COINS)


def _pile(lay: Layout) -> Pose:
    """Return the pose of the discard pile and of the box beside it."""
    box = lay.side_box()
    return lay.place(box.x, box.y - box.h * 0.3, 0, 0.7)


def _slot(scene: DuelScene, lay: Layout, card: str) -> Pose:
    """Return the pose of the slot from which a card was taken, or the structure's middle if the log does not tell."""
    at, slots = lay_at(scene, card), lay.slots(scene.view.derived.places)
    if at is None or at not in slots:
        return lay.place(lay.structure.x, lay.structure.y)
    box = slots[at].card
    return lay.place(box.x, box.y, 0, box.w / CARD)


def _paint_wonder_effects(p: Pen, data: Data, slug: str) -> None:
    p.rect(-104, -50, 208, 100, 14, "stone", "zone", 4)
    faces.atoms(
        p, effect_icons.lay_out_atoms(effects(data.wonders[slug], data), 0, 0, 190, 84, 70), Inks("stone", "ink")
    )


def _age(p: Pen, age: int) -> None:
    """Paint a card back to announce an age."""
    lighting.interlude_light(p, AGE, AGE * CARD_ASPECT)
    faces.card_back(p, age, guild=False, w=AGE, h=AGE * CARD_ASPECT)


def _paint_another_turn(p: Pen) -> None:
    """Paint the sign of another turn: a ring with an arrow, round a + 1."""
    p.disc(0, 0, 96, "table", "candle", 4)
    figure(p, "again", 0, 0, 160, "candle", "table")
    p.text(0, 2, "+1", 50, "candle", bold=True)
