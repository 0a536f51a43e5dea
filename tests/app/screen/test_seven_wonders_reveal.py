"""A reveal in the window: what all have chosen turns up at the same moment, and with less motion lies there at once."""

from contextlib import contextmanager
from math import hypot

import pytest

from app.games.seven_wonders.screen import touches
from app.screen import passing, seen_moving
from app.screen.moment import LASTS
from tests.app.screen import sevens, stage
from tests.app.screen.finger import Stage, frames
from tests.app.screen.seven_moments import built, line


@contextmanager
def revealed(motion):
    """A turn of four seats that has just been revealed; whether anything moves."""
    shown = {"settings": stage.settings(motion=motion)}
    room = sevens.Room().show(sevens.asking("play", 4, 300), **shown)
    seen = Stage(room)
    try:
        seen.surface.motion.less, seen.surface.motion._clock = not motion, lambda: 7.0
        room.show(sevens.revealing(4), news=(line(1, built()),), **shown)
        frames(2)
        yield room, seen.surface
    finally:
        seen.close()


def turn_up(room, surface):
    """Let the moment pass in which they lie face down."""
    surface.motion.finish()
    room.now += 0.3
    passing.tick(room.control, room.now)
    surface.update()


def turning(motion):
    """When each thing begins to turn over, once backs have lain there."""
    with revealed(motion) as (room, surface):
        turn_up(room, surface)
        slots = [surface._slots[f"did {seat} 0"] for seat in (1, 2, 3, 4)]
        return [turn.begins for turn in surface.motion._turns if turn.slot in slots]


def test_what_all_have_chosen_turns_up_at_the_same_moment():
    assert turning(motion=True) == [7.0] * 4


def test_with_less_motion_nothing_turns():
    assert turning(motion=False) == []


def zones(surface):
    return {element.key: element.view.seat for element in surface.elements if element.key.startswith("zone ")}


def test_no_zone_says_what_a_turn_brought_before_its_cards_turn_up():
    before, after = (state.view(None).seats for state in (sevens.asking("play", 4, 300), sevens.revealing(4)))
    with revealed(motion=True) as (room, surface):
        assert [seat.view for seat in zones(surface).values()] == [*before]
        assert {seat.state for seat in zones(surface).values()} == {"chosen"}
        turn_up(room, surface)
        assert [seat.view for seat in zones(surface).values()] == [*after] != [*before]
        assert {seat.state for seat in zones(surface).values()} == {""}


@pytest.mark.parametrize("how", ["touched", "in time"])
def test_cards_go_from_where_they_were_revealed_to_their_pills(how):
    with revealed(motion=True) as (room, surface):
        turn_up(room, surface)
        surface.motion.finish()
        went = room.control.moved = Went(room.control, surface)
        lay = {key: surface.meshes[key] for key in surface.meshes if key.startswith("did ") and key.endswith(" 0")}
        places = [element.view.at for element in surface.elements if element.key in lay and element.view.did.card]
        if how == "touched":
            touches.end_reveal(room.control)
        else:
            room.now += LASTS
            passing.tick(room.control, room.now)
        things = [it.flight for it in surface.motion._flights if it.flight.body]
        assert [(it.start.x, it.start.y) for it in things] == [(at.x, at.y) for at in places]
        assert all(it.lands is None or (it.end.x, it.end.y) != (it.start.x, it.start.y) for it in things)
        for it in things:  # none at the middle of its zone, where nothing lies
            assert all(hypot(it.end.x - zone.x, it.end.y - zone.y) > 4 for zone in surface_ring(room, surface).zones)
        assert len(went.events) == 1
        touches.show_last(room.control)
        touches.end_reveal(room.control)
        assert len(surface.motion._flights) == len(things), "looked at again they stay where they are"


class Went:
    """What was to be seen moving, and is."""

    def __init__(self, control, surface):
        self.control, self.surface, self.events = control, surface, []

    def __call__(self, happened):
        self.events += happened
        seen_moving.follow(self.control, self.surface, happened)


def surface_ring(room, surface):
    return room.control.scene.ring(int(surface.width), int(surface.height))
