"""Tests that a seat's chosen card lies face down and shows its face only under that seat's own finger."""

import msgspec
import pytest

from app.games.seven_wonders.screen import touch_handlers
from app.games.seven_wonders.screen.ui_state import CHOSEN_CARD
from app.protocol.play_messages import Look, UndoOffer
from tests.app.screen import sevens, stage
from tests.app.screen.finger import Stage, frames, picture, until
from tests.app.screen.seven_hands import Table, faces


@pytest.fixture
def table(tmp_path):
    shown = Table(tmp_path, ("gizah-night", "roma-night", "olympia-day"))
    yield shown
    shown.evening.close()


def test_a_chosen_card_is_visible_under_its_finger_while_others_choose(table):
    for key in ("back 1 of 1", "keep of 1", "seat 1 hand"):
        table.tap(key)
    table.areas()["chosen of 1"].hold(True)
    assert faces(table) == {}, "until the table has answered"
    table.hear()
    kept = faces(table)
    assert {*kept} == {1}
    for key in ("back 2 of 2", "keep of 2"):
        table.tap(key)
    assert faces(table) == kept, "another one has chosen, and the finger is still there"
    table.areas()["chosen of 1"].hold(False)
    table.hear()
    assert faces(table) == {}
    assert table.control.scene.secrets == {}
    assert kept[1] not in repr(table.control.ui)


def test_the_face_down_choice_disappears_when_all_have_chosen(table):
    for key in ("back 1 of 1", "keep of 1", "back 2 of 2", "keep of 2", "seat 1 hand"):
        table.tap(key)
    table.areas()["chosen of 1"].hold(True)
    table.hear()
    assert faces(table)
    for key in ("back 0 of 3", "keep of 3"):
        table.tap(key)
    assert faces(table) == {}


def test_seat_without_a_choice_sees_no_face(table):
    touch_handlers.hold(table.control, 1, CHOSEN_CARD, True)
    table.hear()
    assert faces(table) == {}


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)])
def test_held_chosen_card_shows_how_it_is_used(size):
    state, seat, room = position_with_a_choice()
    touch_handlers.hold(room.control, seat, CHOSEN_CARD, True)
    sevens.answer_look(room, state, seat)
    parts = room.control.scene.game.elements(room.control.scene, room.control.scene.ring(*size))
    under = next(part.view for part in parts if part.key == f"under {seat}")
    verb, slug, *_ = touch_handlers.choice(state.view(seat - 1)).split()
    assert (under.slug, verb) == (slug, "build")
    assert under.says.startswith("Build ")


def position_with_a_choice():
    """Return a state in which a seat has chosen and others have not, that seat, and a room with its hand open."""
    for state in sevens.states(4):
        view = state.view(None)
        for chair in view.seats if view.asked == "play" else ():
            if chair.chosen and touch_handlers.choice(state.view(chair.seat - 1)).startswith("build"):
                room = sevens.room(state, by="touch", questions=sevens.asked(state))
                own = UndoOffer(row=9, seat=chair.seat, action="choose", more=0, free=True)
                stage.known(room, retractable=(own,))
                touch_handlers.open_hand(room.control, chair.seat)
                return state, chair.seat, room
    raise LookupError


@pytest.mark.rotated
def test_chosen_card_is_drawn_only_while_its_finger_is_down(tmp_path):
    state, seat, room = position_with_a_choice()
    seen = Stage(room)
    try:
        before = picture(tmp_path / "before.png").read_bytes()
        finger = seen.touch(f"chosen of {seat}").down()
        until(lambda: any(isinstance(wish, Look) for wish in room.sent))
        assert picture(tmp_path / "asked.png").read_bytes() != before, "the back is marked"
        sevens.answer_look(room, state, seat)
        room.control.repaint()
        frames(2)
        assert room.control.scene.secrets, "the finger still lies there"
        assert picture(tmp_path / "held.png").read_bytes() not in (before, (tmp_path / "asked.png").read_bytes())
        finger.up()
        frames(2)
        seen.surface.motion.finish()
        assert picture(tmp_path / "after.png").read_bytes() == before
        assert room.control.scene.secrets == {}
    finally:
        seen.close()


def test_a_secret_choice_is_in_no_snapshot_of_the_screen(table):
    table.tap("back 1 of 1")
    table.tap("keep of 1")
    state = table.evening.table.committed.match.state
    kept = touch_handlers.choice(state.view(0)).split()[1].encode()
    shown = table.evening.snapshot()
    assert kept not in msgspec.json.encode(shown)
