"""Several seats on the screen at once: a look, a page or a panel of one seat is not closed by another."""

from app.protocol.play_messages import Question, Secret
from app.screen.events import on_message
from tests.app.screen import in_words, stage


def questions_to(*seats, number=41):
    """Return a question for each of these seats."""
    return tuple(Question(number=number + seat, seat=seat, legal=("keep wood",)) for seat in seats)


def open_secrets(*seats):
    """Ask three seats, and hold a finger of each of these on its secret."""
    room = stage.Room().hear(stage.table(4), stage.view(4, ask="keep"), questions_to(1, 2, 3))
    for seat in seats:
        room.control.secrets.look(seat, True)
        on_message.on_message(room.control, Secret(id=room.sent[-1].id, seat=seat, center=None, draw=("wood",)))
    return room


def secret_seats(room):
    return {seat: secret.seat for seat, secret in room.control.scene.secrets.items()}


def test_two_seats_look_at_their_secrets_independently():
    room = open_secrets(1, 3)
    assert secret_seats(room) == {1: 1, 3: 3}
    room.control.secrets.look(1, False)
    assert secret_seats(room) == {3: 3}
    room.control.secrets.hide()
    assert secret_seats(room) == {}


def test_answer_closes_only_the_secret_of_its_seat():
    room = open_secrets(1, 3)
    room.hear(room.control.model.table, room.control.model.view, questions_to(2, 3))
    assert secret_seats(room) == {3: 3}


def test_unseen_look_delivers_only_the_secret_of_its_seat():
    room, got = open_secrets(3), []
    room.control.secrets.look_unseen(1, got.append)
    on_message.on_message(room.control, Secret(id="other", seat=2, center=None, draw=("gear",)))
    assert got == []
    on_message.on_message(room.control, Secret(id=room.sent[-1].id, seat=1, center=None, draw=("wood",)))
    assert [secret.seat for secret in got] == [1]
    assert secret_seats(room) == {3: 3}, "neither is shown, and the third seat still sees its own"


def test_a_seat_turns_its_own_pages_until_it_has_answered():
    room = open_secrets()
    room.control.turn_pages(2, seat=1)
    room.control.turn_pages(1, seat=3)
    room.control.turn_pages(-1, seat=3)
    room.control.turn_pages(1, seat=3)
    assert dict(room.control.ui.pages) == {1: 2, 3: 1}
    room.hear(room.control.model.table, room.control.model.view, questions_to(2, 3))
    assert dict(room.control.ui.pages) == {3: 1}


def test_two_phone_players_can_answer_on_the_screen():
    room = open_secrets()
    room.control.answer_here(1)
    room.control.answer_here(3)
    assert room.control.ui.asked_here == {42, 44}
    room.hear(room.control.model.table, room.control.model.view, questions_to(2, 3))
    assert room.control.ui.asked_here == {44}


def test_answer_keeps_the_page_that_others_are_reading():
    room = in_words.told(lines=60)
    room.control.turn_pages(1)
    later = in_words.position(61)
    ask = stage.question(later.to_act[0] + 1, *map(str, later.legal(later.to_act[0])), number=42)
    room.hear(room.control.model.table, later.view(None), ask)
    assert room.control.ui.page == 1
