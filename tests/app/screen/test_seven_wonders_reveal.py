"""A reveal in the window: what all have chosen turns up at the same moment, and with less motion lies there at once."""

import sevens
import stage
from finger import Stage, frames
from test_seven_wonders_moments import built, line


def turning(motion):
    """When each thing begins to turn over, once backs have lain there."""
    shown = {"settings": stage.settings(motion=motion)}
    room = sevens.Room().show(sevens.asking("play", 4, 300), **shown)
    seen = Stage(room)
    try:
        seen.surface.motion.less, seen.surface.motion._clock = not motion, lambda: 7.0
        room.show(sevens.revealing(4), news=(line(1, built()),), **shown)
        frames(2)
        seen.surface.motion.finish()
        room.now += 0.3
        room.control.tick(room.now)
        seen.surface.update()
        slots = [seen.surface._slots[f"did {seat} 0"] for seat in (1, 2, 3, 4)]
        return [turn.begins for turn in seen.surface.motion._turns if turn.slot in slots]
    finally:
        seen.close()


def test_what_all_have_chosen_turns_up_at_the_same_moment():
    assert turning(motion=True) == [7.0] * 4


def test_with_less_motion_nothing_turns():
    assert turning(motion=False) == []
