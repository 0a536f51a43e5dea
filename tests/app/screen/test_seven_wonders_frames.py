"""Secrets in drawn frames: a card's face is in the frame while a finger holds it, and in none before or after."""

import pytest

from app.protocol.play_messages import Look
from tests.app.screen import sevens
from tests.app.screen.finger import Stage, frames, picture, until


@pytest.mark.sampled(2)
@pytest.mark.parametrize("nth", [0, 2], ids=["beside its face", "below its face"])
def test_hand_card_is_drawn_only_while_its_finger_is_down(tmp_path, nth):
    state = sevens.asking("play", 4, 500)
    room = sevens.room(state, by="touch", questions=sevens.asked(state))
    seat = state.to_act[0] + 1
    seen = Stage(room)
    try:
        before = picture(tmp_path / "before.png").read_bytes()
        finger = seen.touch(f"back {nth} of {seat}").down()
        until(lambda: any(isinstance(wish, Look) for wish in room.sent))
        assert picture(tmp_path / "asked.png").read_bytes() != before, "the back is marked"
        sevens.answer_look(room, state, seat)
        room.control.repaint()
        frames(2)
        assert room.control.scene.secrets, "the finger still lies there"
        held = picture(tmp_path / "held.png").read_bytes()
        assert held not in (before, (tmp_path / "asked.png").read_bytes())
        finger.up()
        frames(2)
        seen.surface.motion.finish()
        assert picture(tmp_path / "after.png").read_bytes() == before
        assert room.control.scene.secrets == {}
    finally:
        seen.close()
