"""Tests that the screen repaints an action once, with its answer, unless the table is slow; everything else at once."""

import pytest

from app.protocol.base_messages import Accepted
from app.screen.control.outbox import ANSWER_SECONDS
from app.screen.events import on_message
from app.screen.process.start import connect
from app.screen.process.window import Screen
from tests.app.screen import scenes, stage


@pytest.fixture
def room(tmp_path):
    """A room with the screen's window, in which a seat has just acted."""
    room = scenes.play(2)
    room.screen = Screen(room.control, *connect(tmp_path, stage.screens(), None)[1:], kiosk=False)
    room.screen.build()
    room.control.open_panel("log")
    room.control.act(2, "take left")
    return room


def is_repainted(room):
    return bool(room.screen.surface.refresh.is_triggered)


def test_action_is_repainted_with_its_answer(room):
    assert not is_repainted(room)
    on_message.on_message(room.control, Accepted(id=room.sent[-1].id))
    assert is_repainted(room)
    assert not room.screen._refresh_unanswered.is_triggered


def test_repaint_does_not_wait_for_a_slow_table(room):
    assert room.screen._refresh_unanswered.is_triggered
    assert room.screen._refresh_unanswered.timeout == ANSWER_SECONDS
    room.screen._refresh_unanswered.get_callback()(0)
    assert is_repainted(room)


def test_later_touches_do_not_wait_for_a_slow_table(room):
    room.now += 2 * ANSWER_SECONDS
    room.control.open_panel("log")
    assert is_repainted(room)
