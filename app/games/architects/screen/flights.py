"""Animations of events in Architects, over a table that shows the new state already."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import msgspec

from app.games.architects.face_layouts import TALL
from app.games.architects.screen import change_marks, pieces, seat_zone, table_elements
from app.games.architects.screen.conflict import seat_results
from app.games.architects.screen.middle import marker_place, token_place
from app.games.architects.screen.seat_pills import GIFTS, MEDALS, MILITARY
from app.games.architects.screen.typed_scene import MEDALS as MEDAL
from app.games.architects.screen.typed_scene import ArchitectsScene
from app.looks.icons import icon
from app.looks.piece_faces import military
from app.protocol import ceremony_durations
from app.protocol.play_messages import Cue
from app.screen.pages.play import conflict
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.theme import number
from app.screen.state.flight import (
    FLIGHT_GAP_SECONDS,
    Flight,
    FlyingShape,
    Moving,
    Pose,
    Rise,
    carry,
    play_in_sequence,
    scale_painter,
    swell,
)
from app.screen.state.ring_layout import Ring
from app.screen.widgets.faces import lay_out
from app.screen.widgets.middle_controls import face_angle
from engine.architects import actions
from engine.architects.view_json import Need


def flights(scene: ArchitectsScene, ring: Ring, happened: tuple[object, ...]) -> tuple[Moving, ...]:
    """Animate cards, tokens and medals, one after another."""
    if scene.model.view is None:
        return ()
    return play_in_sequence(happened, partial(_of_event, scene, ring, happened), _lasts)


def _lasts(event: object) -> float:
    """Return the seconds until the animation of the next event may begin."""
    match event:
        case actions.MarkersTurned(count=count):  # each is turned over at its place
            return FLIGHT_GAP_SECONDS * count
        case actions.CardTaken() | actions.CardStolen() | actions.GiftGiven() | actions.GiftTurnedUp():
            return FLIGHT_GAP_SECONDS
        case actions.CatMoved() | actions.TokenTaken() | actions.StageBuilt() | actions.MedalTaken():
            return FLIGHT_GAP_SECONDS
    return 0.0


def _of_event(
    scene: ArchitectsScene, ring: Ring, happened: tuple[object, ...], event: object, after: float
) -> Iterator[Moving]:
    """Yield the animations of one of the events in `happened`; `after`: delay in seconds."""
    u, centre = ring.u, Pose(*ring.inner.centre)
    match event:
        case actions.CardTaken(seat=seat, stack=stack, card=card):
            yield _card(scene, ring, card, _stack(ring, stack), seat, after)
        case actions.CardStolen(seat=seat, of=of, card=card):
            yield _card(scene, ring, card, _seat(ring, of, 0.6), seat, after)
        case actions.GiftGiven(seat=seat):
            yield _card(scene, ring, "", _stack(ring, "center"), seat, after)
        case actions.GiftTurnedUp(seat=seat, card=card):
            draw = partial(pieces.card, data=scene.data, slug=card, w=ring.card / u)
            yield swell(scale_painter(draw, u), _seat(ring, seat), (0.5, 1.4), number("point"), after)
        case actions.StageBuilt():
            yield _raise_stage(scene, ring, event, after)
        case actions.CatMoved(seat=seat, before=before):
            start = _seat(ring, before) if before else centre
            yield _disc(ring, _cat, 30, start, _seat(ring, seat, 1.0), after, 0, _place(scene, ring, seat, "cat"))
        case actions.TokenTaken(seat=seat, token=token, hidden=hidden):
            lay = token_place(ring, _row_before(scene, happened, token, hidden), face_angle(scene, ring))
            start = Pose(lay.x, lay.y, lay.angle, ring.large)
            draw = partial(pieces.token, data=scene.data, slug=token, r=58)
            yield _disc(ring, draw, 58, start, _seat(ring, seat), after, 1, _place(scene, ring, seat, token))
        case actions.MedalTaken(seat=seat, medal=medal, gap=gap):
            yield from _medal(scene, ring, seat, medal, gap, after)
        case actions.ConflictFought() if scene.fight is not None:
            yield from conflict.prizes(ring, [*seat_results(scene, scene.fight)], after)
        case actions.ConflictFought(won=won):
            draw = partial(lay_out, face=military(44))
            for seat, tokens in enumerate(won, start=1):
                place = _place(scene, ring, seat, MILITARY) if tokens else None
                for k in range(tokens):
                    yield _disc(ring, draw, 44, centre, _seat(ring, seat), after + FLIGHT_GAP_SECONDS * k, 1, place)
        case Cue(what="nothing", markers=markers):
            for marker in markers:
                yield from _spread_ring(scene, ring, marker)


def _raise_stage(scene: ArchitectsScene, ring: Ring, built: actions.StageBuilt, after: float) -> Rise:
    """Animate a stage rising at its place, from the wonder as it was before."""
    seat, stage, new = built.seat, built.stage, f"stage {built.stage}"
    now = table_elements.seat_facts(scene, scene.view, seat, fresh=change_marks.collect_changes(scene).changes_at(seat))
    printed = scene.data.wonders[now.view.wonder].stages[stage - 1]
    need = Need(stage, printed.cost, printed.kind, printed.points, printed.effect, missing=0, helps=())
    stages = tuple(other for other in now.view.stages if other != stage)
    view = msgspec.structs.replace(now.view, stages=stages)
    was = replace(now, view=view, needs=(*now.needs, need), fresh=now.fresh - {new})
    old, risen = (Element(f"zone {seat}", seat_zone.SeatZone(ring, facts), seat_zone.paint) for facts in (was, now))
    shows, edge = partial(_stone, points=built.points), ring.zones[seat - 1].edge
    whole = len(now.view.stages) == len(scene.data.wonders[now.view.wonder].stages)
    rises, lasts = number("raise"), ceremony_durations.lasts(built)
    return Rise(old, risen, edge, shows, ring.u, rises=rises, lasts=lasts, after=after, whole=whole)


def _place(scene: ArchitectsScene, ring: Ring, seat: int, what: str) -> Element[seat_zone.SeatZone]:
    """Return a seat's zone in which only this key is marked: a colour of cards, a token, the cat."""
    facts = replace(table_elements.seat_facts(scene, scene.view, seat), fresh=frozenset({what}))
    return Element(f"zone {seat}", seat_zone.SeatZone(ring, facts), seat_zone.paint)


def _card(scene: ArchitectsScene, ring: Ring, card: str, start: Pose, seat: int, after: float) -> Flight:
    """Animate a card on its way to a seat; without a name a face-down gift."""
    draw = partial(pieces.card, data=scene.data, slug=card) if card else pieces.gift
    paint = scale_painter(partial(draw, w=ring.card / ring.u), ring.u)
    body = FlyingShape.card(ring.card, ring.card * TALL)
    place = _place(scene, ring, seat, scene.data.cards[card].colour if card else GIFTS)
    lasts = number("travel")
    return carry(paint, start, _seat(ring, seat), body, ring.inner.centre, lasts, after, lands=place)


def _disc(
    ring: Ring, draw: Callable[[Pen], None], r: float, start: Pose, end: Pose, after: float, spins: int = 0,
    place: Element[seat_zone.SeatZone] | None = None,
) -> Flight:  # fmt: skip
    """Animate a round piece; `r`: its radius in u."""
    body, lasts = FlyingShape.disc(r * ring.u), number("point")
    return carry(scale_painter(draw, ring.u), start, end, body, ring.inner.centre, lasts, after, spins, place)


def _medal(scene: ArchitectsScene, ring: Ring, seat: int, slug: str, gap: str, after: float) -> Iterator[Flight]:
    """Enlarge a medal at its place for all to see, then send it to its winner."""
    x, y = ring.inner.centre
    start, r = Pose(x, y, _seat(ring, seat).angle), MEDAL.r
    if gap.isdecimal() and int(gap) <= len(ring.rounds):
        goal = ring.rounds[int(gap) - 1]
        start, r = Pose(goal.x, goal.y, goal.angle), goal.r / ring.u
    lasts, grown = number("raise"), Pose(start.x, start.y, start.angle, 2.0)
    draw = partial(pieces.medal, need=scene.data.medals[slug].need, r=r)
    yield Flight(scale_painter(draw, ring.u), start, grown, lasts, after)
    yield _disc(ring, draw, r, grown, _seat(ring, seat), after + lasts, 1, _place(scene, ring, seat, MEDALS))


def _spread_ring(scene: ArchitectsScene, ring: Ring, marker: int) -> Iterator[Flight]:
    """Send a ring outwards from a marker that was pressed without being asked for."""
    tokens = scene.view.conflict.tokens
    if marker <= tokens:
        x, y, r = marker_place(ring, marker - 1, tokens)
        yield swell(scale_painter(partial(_circle, r=r + 4), ring.u), Pose(x, y), (1.0, 1.35), number("flip") * 2)


def _row_before(scene: ArchitectsScene, happened: tuple[object, ...], token: str, hidden: bool) -> int:
    """Return the position in the row from which a token was taken."""
    if hidden:
        return len(scene.view.tokens)
    came = {event.token for event in happened if isinstance(event, actions.TokenRevealed)}
    before = {*scene.view.tokens} - came | {token}
    return [slug for slug in scene.data.tokens if slug in before].index(token)


def _stack(ring: Ring, stack: str) -> Pose:
    if stack == "center":
        return Pose(*ring.inner.centre)
    at = ring.gaps[int(stack) - 1]
    return Pose(at.x, at.y, at.angle)


def _seat(ring: Ring, seat: int, scale: float = 0.55) -> Pose:
    at = ring.zones[seat - 1]
    return Pose(at.x, at.y, at.angle, scale, 0.2)


def _cat(p: Pen) -> None:
    icon(p, "cat", 0, 0, 96, "parch", "table")


def _circle(p: Pen, r: float) -> None:
    p.disc(0, 0, r, None, "text", 4)


def _stone(p: Pen, points: int) -> None:
    """Paint the points of a newly built stage."""
    p.rect(-64, -44, 128, 88, 14, "stone", "zone", 4)
    p.text(0, 0, f"+{points}", 58, "ink", bold=True)
