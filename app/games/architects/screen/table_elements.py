"""The elements of Architects' table: stacks, medals, the middle and the seats."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from msgspec import structs

from app.games.architects import words_facade as terms
from app.games.architects.screen import change_marks, medals, middle, pieces, seat_zone, stacks
from app.games.architects.screen.seat_pills import pills_ahead
from app.games.architects.screen.typed_scene import ArchitectsScene
from app.looks.sky_landscape import hour_of
from app.screen.control.controller import Controller
from app.screen.paint.element import BoundCall, Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import FELT, SLAB
from app.screen.state.ring_layout import Ring
from app.screen.widgets.card_highlights import peeked_card
from app.screen.widgets.controls import button, frame
from app.screen.widgets.middle_controls import buttons, floor, turn_pointer
from app.screen.widgets.name_plate import plate_prompt, player
from app.screen.widgets.panel import closing
from app.screen.widgets.panel_frame import PanelContext, panel_context, panel_element, place
from app.shown.play.table_description import Pill
from engine.architects.view_json import Goal, View


def elements(scene: ArchitectsScene, ring: Ring) -> Elements:
    """Return all elements during a game, bottom first."""
    game = scene.view
    offers = stacks.list_offers(scene)
    changed = change_marks.collect_changes(scene)
    zones = [_seat(scene, ring, game, i + 1, changed.changes_at(i + 1)) for i in range(len(game.seats))]
    below, strips = change_marks.strips(scene, ring, changed, zones)
    found: Elements = [*below, stacks.links(scene, ring)]
    found += [element for i in range(len(game.seats)) for element in stacks.stack(scene, ring, game, i, offers)]
    found += [medals.medal(scene, ring, game, i) for i in range(len(ring.rounds)) if str(i + 1) in game.medals]
    found += zones
    if not scene.covered and (not scene.ui.panel or scene.code_aside):
        found += _middle(scene, ring, game, offers)
    found += [change_marks.marks(scene, ring, changed), *strips]
    for seat, secret in scene.secrets.items():
        if secret.center:
            card = BoundCall(pieces.card, data=scene.data, words=scene.model.words(seat))
            found.append(peeked_card(scene, ring, seat, secret.center, card))
    return found


def _middle(scene: ArchitectsScene, ring: Ring, game: View, offers: stacks.Offers) -> Elements:
    """Return the elements of the middle, without those beside the plate while the code for phones is there."""
    found: Elements = [
        floor(ring, ring.disc),
        turn_pointer(scene, ring),
        *middle.markers(scene, ring, game),
        *stacks.center(scene, ring, game, offers),
    ]
    tokens = [*game.tokens, *(["hidden"] if game.tokens_left else [])]
    found += [middle.token(scene, ring, slug, i) for i, slug in enumerate(tokens)]
    if scene.code_aside:
        return found
    open_to_all = [
        medals.center_medal(scene, ring, nth, slug) for nth, slug in enumerate(game.medals.get("center") or ())
    ]
    return [*found, middle.discard(scene, ring, game), *open_to_all, buttons(scene, ring, horn=True)]


def _seat(
    scene: ArchitectsScene, ring: Ring, game: View, number: int, fresh: frozenset[str]
) -> Element[seat_zone.SeatZone]:
    """Return a seat's zone, dimmed while another seat's choice is open."""
    choosing = scene.choosing
    seat = seat_facts(scene, game, number, dim=choosing not in (0, number), fresh=fresh)
    zone = seat_zone.SeatZone(ring, seat)
    return Element(f"zone {number}", zone, seat_zone.paint, ahead=partial(_list_next_stages, zone))


def _list_next_stages(zone: seat_zone.SeatZone) -> Iterator[Element[seat_zone.SeatZone]]:
    """Yield a zone with each stage that may be built next, before the stages that are open then."""
    seat = zone.seat
    printed = seat.data.wonders[seat.view.wonder].stages
    for need in seat.needs:
        built = {*seat.view.stages, need.stage}
        startable = (n for n, each in enumerate(printed, start=1) if n not in built and built.issuperset(each.requires))
        needs = tuple(structs.replace(need, stage=stage, missing=1) for stage in startable)
        view = structs.replace(seat.view, stages=(*seat.view.stages, need.stage))
        yield Element("zone", replace(zone, seat=replace(seat, view=view, needs=needs)), seat_zone.paint)


def seat_facts(
    scene: ArchitectsScene, game: View, number: int, dim: bool = False, fresh: frozenset[str] = frozenset()
) -> seat_zone.SeatFacts:
    """Return the view of a seat's zone, in that seat's words."""
    prompt = _prompt(scene, number, scene.acting == number)
    then, then_stages = _touched_preview(scene, game, number)
    return seat_zone.SeatFacts(
        number=number,
        player=player(scene, number, prompt),
        view=game.seats[number - 1],
        needs=game.derived.needs[number - 1],
        points=scene.model.table is not None and scene.model.table.settings.points,
        dim=dim,
        data=scene.data,
        hour=hour_of(game.stacks["center"].left, sum(scene.data.center.cards.values())),
        fresh=fresh,
        build=scene.build if scene.deciding == number else "",
        then=then,
        then_stages=then_stages,
    )


def _touched_preview(scene: ArchitectsScene, game: View, number: int) -> tuple[tuple[Pill, ...], tuple[int, ...]]:
    """Return the preview of the touched use for a seat: pills, and the stages it would build."""
    ahead, seen = scene.ahead, next(iter(scene.foreseen.values()), None)
    if ahead is None or seen is None or not isinstance(seen.view, View):
        return (), ()
    points = next((change.points for change in ahead.changes if change.seat == number), 0)
    found = pills_ahead(scene.data, game.seats[number - 1], seen.view.seats[number - 1], points)
    return tuple(found), ahead.stages if ahead.seat == number else ()


def _prompt(scene: ArchitectsScene, seat: int, turn: bool) -> tuple[str, ...]:
    """Return the prompt of a seat, from long to short."""
    w, info = scene.model.words(seat), scene.model.info(seat)
    ritual = scene.model.table.ritual if scene.model.table else None
    if ritual and ritual.seat == seat and not (scene.tracked and turn):  # where people deal a reminder says it
        markers = len(ritual.open)
        return (w.ngettext("Turn {n} conflict token", "Turn {n} conflict tokens", markers), w("Turn tokens"))
    if not turn:
        return ()
    if scene.repair:  # no other entry is possible until then
        return (w("A correction is being made"), w("Correction"))
    if scene.build:
        stage = scene.build.split()[1]
        return (w("Touch stage {stage} to build it", stage=stage), w("Build stage {stage}", stage=stage))
    picked = scene.picked_action is not None and scene.picked_action[0] == seat
    if picked and info.by != "bot":
        return (w("Enter the card"), w("Which card?"))
    offers = stacks.list_offers(scene)
    asked = (terms.prompt(w, scene.question_kind, scene.model.legal(seat)),)
    if scene.question_kind == "take":
        asked = (*(asked if len(offers) > 2 else ()), w("Take one"))  # a stack may be empty
    return plate_prompt(scene, seat, asked, bool(offers))


@dataclass(frozen=True, slots=True)
class WholeZone:
    """A seat's zone enlarged to the middle, with the medals that it may still win."""

    context: PanelContext
    seat: seat_zone.SeatFacts
    goals: tuple[Goal, ...]


def whole_zone(scene: ArchitectsScene, ring: Ring, number: int) -> Element[WholeZone] | None:
    """Return the panel of a seat whose edge is too small, or None if there is no such seat."""
    if not 0 < number <= len(scene.view.seats):
        return None
    goals = scene.view.derived.goals[number - 1]
    view = WholeZone(panel_context(scene, ring, number), seat_facts(scene, scene.view, number), goals)
    return panel_element(scene, view, paint_whole_zone)


def paint_whole_zone(p: Pen, zone: WholeZone, control: Controller) -> None:
    ring, w, key = zone.context.ring, zone.context.w, f"seat {zone.seat.number}"
    at, t = place(ring, zone.context.edge, *((1200, 1100) if zone.goals else (1000, 760))), ring.touch
    with p.at(at.x, at.y, at.angle, ring.u), p.use_material(FELT):
        frame(p, at.w, at.h)
        room = at.w - 32
        side, go = partial(zone.context.side, room=at.w), partial(control.open_panel, key)
        button(p, side(at.w - t - 16, t), 16, t, t, "", "close", closing(control), picture="cross")
        who = w("Who plays, and how?")
        button(p, side(16, room - t - 12), 16, room - t - 12, t, who, f"to {key}", go, picture="touch", size=34)
        top, deep = t + 36, at.h - t - 52
        zoned, left = room, 16.0  # how wide the zone is, and where medals begin
        if zone.goals and room > deep:
            zoned = room / 2 - 8
            left += zoned + 16
        grow = min(deep / 272, zoned / 480)
        high = min(deep / grow, 300)
        with p.at(16, top, 0, grow), p.use_material(SLAB):
            seat_zone.full(p, zone.seat, control, zoned / grow, high, ring)
        if left == 16:
            top += high * grow + 16
        with p.at(left, top):
            medals.reachable(
                p, zone.seat.number, zone.goals, zone.seat.data, w, control, at.w - 16 - left, at.h - 16 - top
            )
