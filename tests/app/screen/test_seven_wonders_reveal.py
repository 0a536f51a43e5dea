"""A reveal in the window: what all have chosen turns up at the same moment, and with less motion lies there at once."""

from contextlib import contextmanager

from app.screen import passing
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
