"""Animations of events in 7 Wonders: coins and hands along the links, tokens to seats, cards to their places."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from typing import Final, TypeAlias

import msgspec

from app.games.seven_wonders import face_layouts as of
from app.games.seven_wonders.face_icons import effects
from app.games.seven_wonders.screen import age_opening as age_card
from app.games.seven_wonders.screen import cards, hand_at_edge, middle, seat_zone, table_elements, turn_reveal
from app.games.seven_wonders.screen.seat_facts import seat_of, token_pill
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.games.seven_wonders.screen.ui_state import FACE_DOWN_SECONDS, AgeAnnouncement, Fight, SevenUi, Shown
from app.looks.effect_icons import Inks, lay_out_atoms
from app.protocol import ceremony_durations
from app.screen.pages.play import conflict
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.theme import number
from app.screen.state.flight import COIN_GAP_SECONDS, Flight, FlyingShape, Moving, Pose, Rise, carry, scale_painter
from app.screen.state.interlude import InterludeDismissed
from app.screen.state.ring_layout import Ring
from app.screen.widgets import faces
from engine.seven_wonders import actions
from engine.seven_wonders.data_schema import StageData

COVER_SECONDS: Final = 0.03  # before cards are revealed, to cover the place of a card that leaves
COINS: Final = 3  # flying to a seat at once, at most
BACK: Final = 76.0  # u, the width of a passed hand
Paint: TypeAlias = Callable[[Pen], None]  # round (0, 0)


def flights(scene: SevenScene, ring: Ring, happened: tuple[object, ...]) -> tuple[Moving, ...]:
    """Animate simultaneous events: coins after the cards are revealed, then hands."""
    down = scene.game_ui.down is not None
    up, lie = (FACE_DOWN_SECONDS + number("flip"), FACE_DOWN_SECONDS - COVER_SECONDS) if down else (0.0, 0.0)
    purses = [_place(scene, ring, i, seat_zone.COINS) for i in range(len(ring.zones))]
    found = [flight for event in happened for flight in _coins(scene, ring, purses, event, up)]
    after = up + (number("point") if found else 0.0)
    hidden = [] if scene.revealed is not None else [element.view.seat for element in hand_at_edge.elements(scene, ring)]
    stages = [event for event in happened if isinstance(event, actions.StageBuilt) and event.seat not in hidden]
    slid = [flight for event in stages for flight in _under(scene, ring, event, lie)]
    risen = [_raise_stage(scene, ring, event, lie + turn_reveal.SLIDE_SECONDS if slid else up) for event in stages]
    return (
        *found,
        *slid,
        *risen,
        *(flight for event in happened for flight in _animate_event(scene, ring, event, after)),
    )


def _coins(
    scene: SevenScene, ring: Ring, purses: Sequence[Element[seat_zone.SeatZone]], event: object, after: float
) -> Iterator[Flight]:
    """Animate coins that a seat paid to its neighbours, and coins that it gained. `purses`: by seat."""
    n, coin = len(ring.zones), scale_painter(partial(faces.coin, x=0, y=0, size=56), ring.u)
    disc = FlyingShape.disc(28 * ring.u)
    if not isinstance(event, Shown):
        return
    i = event.seat - 1
    if isinstance(event, actions.CardBuilt | actions.StageBuilt):
        for paid, j, gap in ((event.left, (i + 1) % n, i), (event.right, (i - 1) % n, (i - 1) % n)):
            if paid:
                yield _along(
                    ring, coin, disc, giver=i, taker=j, gap=gap, after=after, spins=1, leaves=purses[i], lands=purses[j]
                )
    for nth in range(min(COINS, sum(coins for coins, _ in getattr(event, "gains", ())))):
        lay = scene.revealed and turn_reveal.place_of_card(scene, ring, scene.revealed, event)
        start, end = Pose(lay.x, lay.y, lay.angle) if lay else Pose(*ring.inner.centre), _zone(ring, i)
        later = after + COIN_GAP_SECONDS * nth
        yield carry(coin, start, end, disc, ring.inner.centre, number("point"), later, 1, lands=purses[i])


def _under(scene: SevenScene, ring: Ring, built: actions.StageBuilt, after: float) -> Iterator[Flight]:
    """Animate the card used for a stage sliding under its wonder."""
    if scene.revealed is not None:
        place = _place(scene, ring, built.seat - 1, f"stage {built.stage}")
        yield from turn_reveal.slid(scene, ring, scene.revealed, built, place, after)


def _raise_stage(scene: SevenScene, ring: Ring, built: actions.StageBuilt, after: float) -> Rise:
    """Animate a stage rising at its place, from the wonder as it was before."""
    now = seat_of(scene, built.seat, *_as_shown(scene))
    was = replace(now, view=msgspec.structs.replace(now.view, stages=now.view.stages - 1))
    zones = (seat_zone.SeatZone(ring, seat, hand=False, late=False, fresh=frozenset()) for seat in (was, now))
    old, new = (Element(f"zone {built.seat}", zone, seat_zone.paint) for zone in zones)
    shows = partial(_stone, stage=now.board.stages[built.stage - 1])
    edge = ring.zones[built.seat - 1].edge
    whole = now.view.stages == len(now.board.stages)
    rises, lasts = number("raise"), ceremony_durations.lasts(built)
    return Rise(old, new, edge, shows, ring.u, rises=rises, lasts=lasts, after=after, whole=whole)


def _animate_event(scene: SevenScene, ring: Ring, event: object, after: float) -> Iterator[Flight]:
    n = len(ring.zones)
    match event:
        case InterludeDismissed(before=SevenUi(dealt=AgeAnnouncement(age=age, up=True))) if scene.game_ui.dealt is None:
            yield age_card.leaves(ring, age)
        case InterludeDismissed(before=SevenUi() as shown) if shown.revealing and _is_clash_shown(scene):
            yield from conflict.clash(ring, scene.fight.event.shields if scene.fight else ())
        case InterludeDismissed(before=SevenUi(fight=Fight(met=True) as fight)) if scene.game_ui.fight is None:
            if fight.until != inf and _is_bare(scene):
                yield from _animate_won_tokens(scene, ring, fight)
        case InterludeDismissed(before=SevenUi() as shown) if (
            shown.revealing and shown.reveal != inf and _is_bare(scene)
        ):
            if (last := scene.view.derived.last) is not None:
                pile = None if table_elements.is_middle_covered(scene, ring) else middle.discard_at(scene, ring)
                yield from turn_reveal.animate_gathering(scene, ring, last, partial(_place, scene, ring), pile)
        case actions.HandsPassed(to=to) | actions.LeadersPassed(to=to):
            age = scene.view.age if isinstance(event, actions.HandsPassed) else 0
            back = scale_painter(partial(cards.paint_back, age=age, w=BACK, h=BACK * cards.CARD_ASPECT), ring.u)
            card = FlyingShape.card(BACK * ring.u, BACK * cards.CARD_ASPECT * ring.u)
            for i in range(n):
                j = (i + 1) % n
                giver, taker = (i, j) if to == "left" else (j, i)
                yield _along(ring, back, card, giver, taker, i, after)
        case actions.TokenTaken(seat=seat, value=value, against=against) if against and scene.game_ui.fight is None:
            yield _token(scene, ring, seat - 1, value, (seat - 1) if against == seat % n + 1 else (seat - 2) % n)


def _is_clash_shown(scene: SevenScene) -> bool:
    """Check if a conflict is shown from now on and begins with the clash of shields."""
    fight, table = scene.fight, scene.model.table
    return fight is not None and not fight.met and fight.until != inf and table is not None and table.settings.motion


def _animate_won_tokens(scene: SevenScene, ring: Ring, fight: Fight) -> Iterator[Flight]:
    """Animate tokens from between two seats to their places."""
    n = len(ring.zones)
    for i, gains in enumerate(fight.gains):
        for gap, value in zip((i, (i - 1) % n), gains, strict=True):
            if value:
                yield _token(scene, ring, i, value, gap)


def _token(scene: SevenScene, ring: Ring, i: int, value: int, gap: int) -> Flight:
    paint = scale_painter(partial(faces.lay_out, face=of.token(value, 70)), ring.u)
    body, centre = FlyingShape.disc(35 * ring.u), ring.inner.centre
    start, end, place = _gap(ring, gap), _zone(ring, i), _place(scene, ring, i, token_pill(value))
    return carry(paint, start, end, body, centre, number("point"), spins=1, lands=place)


def _is_bare(scene: SevenScene) -> bool:
    """Check that no interlude or panel hides zones."""
    now = scene.game_ui
    return not (now.revealing or scene.fight is not None or scene.view.over or scene.ui.panel)


def _along(
    ring: Ring, paint: Paint, body: FlyingShape, giver: int, taker: int, gap: int, after: float, spins: int = 0,
    leaves: Element[seat_zone.SeatZone] | None = None, lands: Element[seat_zone.SeatZone] | None = None,
) -> Flight:  # fmt: skip
    """Animate something from a seat over the gap to its neighbour."""
    start, over, end = _zone(ring, giver), _gap(ring, gap), _zone(ring, taker)
    bow = over.x - (start.x + end.x) / 2, over.y - (start.y + end.y) / 2
    lasts = number("point")
    return Flight(paint, start, end, lasts, after, body=body, bow=bow, spins=spins, leaves=leaves, lands=lands)


def _place(scene: SevenScene, ring: Ring, i: int, what: str) -> Element[seat_zone.SeatZone]:
    """Return an element of a seat's zone in which only one thing is marked: its coins, or a colour of its pills."""
    seat = seat_of(scene, i + 1, *_as_shown(scene))
    zone = seat_zone.SeatZone(ring, seat, hand=False, late=False, fresh=frozenset({what}))
    return Element(f"zone {i + 1}", zone, seat_zone.paint)


def _as_shown(scene: SevenScene) -> tuple[str, ...]:
    """Return the state that a seat's zone shows while a turn is revealed."""
    return ("",) if scene.revealed is not None else ()


def _zone(ring: Ring, i: int) -> Pose:
    at = ring.zones[i]
    return Pose(at.x, at.y, at.angle, 0.6, 0.3)


def _gap(ring: Ring, i: int) -> Pose:
    gap = ring.gaps[i]
    return Pose(gap.x, gap.y, gap.angle)


def _stone(p: Pen, stage: StageData) -> None:
    """Paint the effects of a newly built stage."""
    p.rect(-84, -44, 168, 88, 14, "stone", "zone", 4)
    faces.atoms(p, lay_out_atoms(effects(stage.effects), 0, 0, 150, 74, 66), Inks("stone", "ink"))
