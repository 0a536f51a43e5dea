"""A reveal in the window: all chosen cards turn up at the same moment, and with less motion appear at once."""

from contextlib import contextmanager
from itertools import pairwise
from math import hypot

import pytest
from kivy.graphics.scissor_instructions import ScissorPush

from app.games.seven_wonders.screen import touch_handlers
from app.protocol.ceremony_durations import INTERLUDE_SECONDS
from app.screen.animation.easing import duration
from app.screen.events import event_animations, on_tick
from engine.seven_wonders import actions
from tests.app.screen import SIZE, sevens, stage
from tests.app.screen.finger import Stage, frames
from tests.app.screen.lettering import painted
from tests.app.screen.seven_moments import build_card, line


@contextmanager
def revealed(motion):
    """Show a turn of four seats that was just revealed, with or without motion. Yield the room and its surface."""
    shown = {"settings": stage.settings(motion=motion)}
    room = sevens.Room().show(sevens.asking("play", 4, 300), **shown)
    seen = Stage(room)
    try:
        seen.surface.motion.less_motion, seen.surface.motion._clock = not motion, lambda: 7.0
        room.show(sevens.revealing(4), news=(line(1, build_card()),), **shown)
        frames(2)
        yield room, seen.surface
    finally:
        seen.close()


def turn_up(room, surface):
    """Advance the time past the moment in which the revealed cards lie face down."""
    surface.motion.finish()
    room.now += 0.3
    on_tick.tick(room.control, room.now)
    surface.update()


def turn_start_times(motion):
    """Return the times at which the revealed cards begin to turn over."""
    with revealed(motion) as (room, surface):
        turn_up(room, surface)
        slots = [surface._slots[f"did {seat} 0"] for seat in (1, 2, 3, 4)]
        return [turn.begins for turn in surface.motion._turns if turn.slot in slots]


def test_choices_turn_up_at_the_same_moment():
    assert turn_start_times(motion=True) == [7.0] * 4


def test_less_motion_turns_no_card():
    assert turn_start_times(motion=False) == []


def zones(surface):
    return {element.key: element.view.seat for element in surface.elements if element.key.startswith("zone ")}


def test_zones_show_gains_only_after_cards_turn_up():
    before, after = (state.view(None).seats for state in (sevens.asking("play", 4, 300), sevens.revealing(4)))
    with revealed(motion=True) as (room, surface):
        assert [seat.view for seat in zones(surface).values()] == [*before]
        assert {seat.state for seat in zones(surface).values()} == {"chosen"}
        turn_up(room, surface)
        assert [seat.view for seat in zones(surface).values()] == [*after] != [*before]
        assert {seat.state for seat in zones(surface).values()} == {""}


@pytest.mark.parametrize("how", ["touched", "in time"])
def test_cards_fly_from_the_reveal_to_their_pills(how):
    with revealed(motion=True) as (room, surface):
        turn_up(room, surface)
        surface.motion.finish()
        went = room.control.animate = Went(room.control, surface)
        lay = {key: surface.meshes[key] for key in surface.meshes if key.startswith("did ") and key.endswith(" 0")}
        places = [element.view.at for element in surface.elements if element.key in lay and element.view.did.card]
        if how == "touched":
            touch_handlers.end_reveal(room.control)
        else:
            room.now += INTERLUDE_SECONDS
            on_tick.tick(room.control, room.now)
        things = [flying.flight for flying in surface.motion._flights if flying.flight.body]
        assert [(flight.start.x, flight.start.y) for flight in things] == [(at.x, at.y) for at in places]
        assert all(
            flight.lands is None or (flight.end.x, flight.end.y) != (flight.start.x, flight.start.y)
            for flight in things
        )
        for moved in things:  # none starts at the middle of its zone, which is empty
            assert all(
                hypot(moved.end.x - zone.x, moved.end.y - zone.y) > 4 for zone in surface_ring(room, surface).zones
            )
        assert len(went.events) == 1
        touch_handlers.show_last(room.control)
        touch_handlers.end_reveal(room.control)
        assert len(surface.motion._flights) == len(things), "looked at again they stay where they are"


def find_turn_with(what, age=1):
    """Return the states before and after the reveal of a turn in which a seat did `what`, and that seat."""
    for seed in sevens.SEEDS:
        states = sevens.states(4, seed)
        for before, after in pairwise(states):
            last, was = after.view(None).derived.last, before.view(None).derived.last
            seats = [act.seat for act in last.did if act.what == what] if last and last != was else []
            if seats and last.age >= age and last.turn and after.view(None).asked == "play":
                return before, after, seats[0]
    raise LookupError(what)


@contextmanager
def animated_reveal(what, *events, **settings):
    """Show the animated reveal of a turn in which a seat did `what`. Yield the room, the seat, and the surface."""
    before, after, seat = find_turn_with(what)
    room = sevens.Room().show(before, settings=stage.settings(**settings))
    seen = Stage(room)
    try:
        motion = seen.surface.motion
        seen.surface.set_appearance(False, False, False)
        motion.less_motion, motion._clock = not settings.get("motion", True), lambda: room.now
        room.control.animate = lambda happened: event_animations.animate_events(room.control, seen.surface, happened)
        room.control.finish_animations = motion.finish
        frames(2)
        news = tuple(line(n, event(seat, after)) for n, event in enumerate(events, start=1))
        room.show(after, news=news, settings=stage.settings(**settings))
        frames(2)
        yield room, seat, seen.surface
    finally:
        seen.close()


def stage_built(seat, state):
    stages = state.view(None).seats[seat - 1].stages
    return actions.StageBuilt(seat=seat, stage=stages, coins=0, left=0, right=0, bank=0)


def card_sold(seat, state):
    return actions.CardSold(seat=seat, coins=3, leader=False, gains=((3, "sale"),))


def test_stage_card_slides_under_its_wonder_before_the_stage_rises():
    with animated_reveal("stage", stage_built) as (room, seat, surface):
        [slides] = [flying for flying in surface.motion._flights if flying.flight.under]
        zone = surface_ring(room, surface).zones[seat - 1]
        [lay] = [element.view for element in surface.elements if element.key == f"did {seat} 0"]
        assert (slides.flight.start.x, slides.flight.start.y) == (lay.at.x, lay.at.y)
        end, rect = slides.flight.end, zone.rect
        assert rect.x < end.x < rect.x + rect.w
        assert rect.y < end.y < rect.y + rect.h
        cut = slides._slot.content.children[0]
        assert isinstance(cut, ScissorPush)
        assert not overlap(cut, rect, surface.height), "and nothing of it is seen over its zone"
        [rises] = surface.motion._rising
        assert rises.begins >= slides.begins + duration(slides.flight)
        turn_up(room, surface)
        [shown] = [element for element in surface.elements if element.key == f"did {seat} 0"]
        assert shown.flips is False, "and it is not turned over"


def overlap(cut, rect, height):
    """Return True if a clip rectangle overlaps a box of the screen by more than rounding."""
    (x, y), (w, h), low = cut.pos, cut.size, height - rect.y - rect.h
    return min(x + w, rect.x + rect.w) - max(x, rect.x) > 1 and min(y + h, low + rect.h) - max(y, low) > 1


def test_sale_moves_coins_to_the_seat_and_the_card_to_the_discard():
    with animated_reveal("sell", card_sold) as (room, seat, surface):
        coins = [flying.flight for flying in surface.motion._flights]
        [lay] = [element.view.at for element in surface.elements if element.key == f"did {seat} 0"]
        assert [(flight.start.x, flight.start.y) for flight in coins] == [(lay.x, lay.y)] * 3
        turn_up(room, surface)
        assert all(str(coins_of(room, seat)) in words_near(room, flight.end) for flight in coins)
        surface.motion.finish()
        touch_handlers.end_reveal(room.control)
        surface.refresh()
        frames(2)
        [pile] = [element.view.at for element in surface.elements if element.key == "discard"]
        flights = [flying.flight for flying in surface.motion._flights]
        [card] = [flight for flight in flights if (flight.start.x, flight.start.y) == (lay.x, lay.y)]
        assert (card.end.x, card.end.y) == (pile.x, pile.y)
        room.now += 60
        surface.motion._step(0)
        assert not surface.motion._flights


def coins_of(room, seat):
    return room.control.model.view.seats[seat - 1].coins


def words_near(room, at):
    """Return the words less than 40 px from a point of the screen."""
    found = [word for _, words, _ in painted(room, SIZE) for word in words]
    return [word.text for word in found if min(hypot(x - at.x, y - at.y) for x, y in word.corners) < 40]


def test_paid_coins_fly_from_the_payers_coins_to_the_payees():
    room = sevens.room(sevens.asking("play", 4, 300))
    seen = Stage(room)
    try:
        seen.surface.set_appearance(False, False, False)
        paid = actions.CardBuilt(seat=1, card="altar", coins=0, left=2, right=1, bank=0, chain=False)
        event_animations.animate_events(room.control, seen.surface, (paid,))
        flights = [flying.flight for flying in seen.surface.motion._flights]
        assert len(flights) == 2
        for flight, seat in zip(flights, (2, 4), strict=True):
            assert str(coins_of(room, 1)) in words_near(room, flight.start)
            assert str(coins_of(room, seat)) in words_near(room, flight.end)
    finally:
        seen.close()


def test_less_motion_moves_no_card_and_no_coin():
    for what, event in (("stage", stage_built), ("sell", card_sold)):
        with animated_reveal(what, event, motion=False) as (_, _, surface):
            flights = [flying.flight for flying in surface.motion._flights]
            assert flights
            assert all((flight.start.x, flight.start.y) == (flight.end.x, flight.end.y) for flight in flights)


class Went:
    """An animation callback that records events and then animates them."""

    def __init__(self, control, surface):
        self.control, self.surface, self.events = control, surface, []

    def __call__(self, happened):
        self.events += happened
        event_animations.animate_events(self.control, self.surface, happened)


def surface_ring(room, surface):
    return room.control.scene.ring(int(surface.width), int(surface.height))
