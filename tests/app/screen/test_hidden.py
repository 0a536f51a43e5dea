"""Face-down things: no face without a finger, and none of a thing that is kept."""

import pytest

from app.protocol.play_messages import Look, Secret
from app.protocol.teaching_messages import Hint
from app.screen.composition import compose
from app.screen.events import on_message
from app.screen.pages.play import mentioned_rings
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.widgets.face_down import FaceDownThings, face_down_things, keep_unseen, turn_up
from tests.app.screen import scenes, stage
from tests.app.screen.in_words import taps

SIZE = (1280, 720)


def painted_sides(things, nth):
    """Return what is painted for the nth thing."""
    seen = []
    turn_up(
        Pen(measure),
        things,
        nth,
        (80, 120),
        (60, 84),
        lambda p: seen.append("back"),
        lambda p, what: seen.append(what),
        print,
    )
    return seen


@pytest.mark.parametrize("nth", [0, 1, 2])
def test_only_the_card_under_a_finger_shows_its_face(nth):
    things = FaceDownThings(1, 3, nth, "wood")
    assert [painted_sides(things, each) for each in range(3)] == [
        ["wood" if each == nth else "back"] for each in range(3)
    ]


def test_cards_show_only_backs_without_a_finger():
    room = scenes.search(3)
    room.control.secrets.hide()
    things = face_down_things(room.control.scene, 1, 3, 1)
    assert things == FaceDownThings(1, 3, -1, None)
    assert [painted_sides(things, each) for each in range(3)] == [["back"]] * 3


def test_finger_of_another_seat_turns_no_card_up():
    room = scenes.search(3)
    [seat] = room.control.scene.secrets
    assert face_down_things(room.control.scene, seat, 3, 1).thing is not None
    assert face_down_things(room.control.scene, seat % 3 + 1, 3, 1).thing is None


def test_a_kept_card_is_mentioned_and_never_shown():
    room = stage.Room().hear(stage.table(3), stage.view(3), stage.question(1, "keep wood", "keep gear"))
    keep_unseen(room.control, 1, 1)
    assert isinstance(room.sent[-1], Look)
    on_message.on_message(room.control, Secret(id=room.sent[-1].id, seat=1, center=None, draw=("wood", "gear")))
    assert (room.sent[-1].seat, room.sent[-1].action) == (1, "keep gear")
    assert room.control.scene.secrets == {}


def test_a_search_lays_out_as_many_backs_as_there_are_cards():
    keys = taps(scenes.search(4))
    assert len([key for key in keys if key.startswith("keep ")]) == stage.at(scenes.search(4).control).game_ui.searched


def test_hint_marks_its_cards_without_turning_them_up():
    room = stage.Room().hear(stage.table(3), stage.view(3, ask="keep"), stage.question(1, "keep wood", "keep gear"))
    search = compose(room.control.scene, *SIZE)
    assert not next(element.view.cards.spoken for element in search if element.key == "search")
    hint = Hint(1, action="keep gear", other="keep wood")
    room.control.secrets.shown[1] = Secret("x", 1, None, ("wood", "gear", "red-0"), hint=hint)
    cards = next(element.view.cards for element in compose(room.control.scene, *SIZE) if element.key == "search")
    assert cards == FaceDownThings(1, 5, -1, None, frozenset((0, 1)))
    drawn = compose(room.control.scene, *SIZE)
    assert len(list(mentioned_rings.find_ringed(Pen(measure), drawn, room.control))) == 2
