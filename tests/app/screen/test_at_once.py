"""Several seats at the screen at once: what one of them looks at, reads or turns, no other shuts."""

from app.protocol.play_messages import Question, Secret
from app.screen.events import on_message
from tests.app.screen import in_words, stage


def asked(*seats, number=41):
    """Each of these seats has a question of its own."""
    return tuple(Question(number=number + seat, seat=seat, legal=("keep wood",)) for seat in seats)


def looking(*seats):
    """All of them are asked, and a finger of each lies on what it alone may see."""
    room = stage.Room().hear(stage.table(4), stage.view(4, ask="keep"), asked(1, 2, 3))
    for seat in seats:
        room.control.secrets.look(seat, True)
        on_message.on_message(room.control, Secret(id=room.sent[-1].id, seat=seat, center=None, draw=("wood",)))
    return room


def seen(room):
    return {seat: secret.seat for seat, secret in room.control.scene.secrets.items()}


def test_two_seats_look_at_once_and_each_lets_go_alone():
    room = looking(1, 3)
    assert seen(room) == {1: 1, 3: 3}
    room.control.secrets.look(1, False)
    assert seen(room) == {3: 3}
    room.control.secrets.hide()
    assert seen(room) == {}


def test_an_answer_shuts_what_its_seat_sees_and_nothing_else():
    room = looking(1, 3)
    room.hear(room.control.model.table, room.control.model.view, asked(2, 3))
    assert seen(room) == {3: 3}


def test_what_is_handed_on_unseen_is_that_seats_own():
    room, got = looking(3), []
    room.control.secrets.look_unseen(1, got.append)
    on_message.on_message(room.control, Secret(id="other", seat=2, center=None, draw=("gear",)))
    assert got == []
    on_message.on_message(room.control, Secret(id=room.sent[-1].id, seat=1, center=None, draw=("wood",)))
    assert [secret.seat for secret in got] == [1]
    assert seen(room) == {3: 3}, "neither is shown, and the third seat still sees its own"


def test_each_seat_turns_its_own_pages_until_it_has_answered():
    room = looking()
    room.control.turn_pages(2, seat=1)
    room.control.turn_pages(1, seat=3)
    room.control.turn_pages(-1, seat=3)
    room.control.turn_pages(1, seat=3)
    assert dict(room.control.opened.pages) == {1: 2, 3: 1}
    room.hear(room.control.model.table, room.control.model.view, asked(2, 3))
    assert dict(room.control.opened.pages) == {3: 1}


def test_two_phones_answer_on_the_table():
    room = looking()
    room.control.answer_here(1)
    room.control.answer_here(3)
    assert room.control.opened.asked_here == {42, 44}
    room.hear(room.control.model.table, room.control.model.view, asked(2, 3))
    assert room.control.opened.asked_here == {44}


def test_nobodys_answer_turns_back_what_others_read_in_words():
    room = in_words.told(lines=60)
    room.control.turn_pages(1)
    later = in_words.position(61)
    ask = stage.question(later.to_act[0] + 1, *map(str, later.legal(later.to_act[0])), number=42)
    room.hear(room.control.model.table, later.view(None), ask)
    assert room.control.opened.page == 1
