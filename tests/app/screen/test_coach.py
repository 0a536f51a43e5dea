"""Coach warnings on the screen are unobtrusive: not red, without a sound, and the same touch again is accepted."""

from app.protocol.base_messages import Refusal
from app.protocol.play_messages import Act
from app.screen.events import on_message
from tests.app.screen import SIZE, duels, sevens, stage
from tests.app.screen.duel_states import Game
from tests.app.screen.ears import Device
from tests.app.screen.lettering import painted
from tests.app.screen.seven_hands import faces

WARNING_TEXT = "Another choice looks much stronger. Choose yours again to keep it."


def sent_actions(room):
    return [each for each in room.sent if isinstance(each, Act)]


def coach_asks(room, seat):
    """Send the coach's answer to the newest action."""
    act = sent_actions(room)[-1]
    on_message.on_message(room.control, Refusal(act.id, "coach", {"seat": seat, "instead": ""}, "", seat=seat))


def touchable(room):
    return {area.key: area for _, _, areas in painted(room, SIZE) for area in areas if area.tap or area.hold}


def test_coach_accepts_the_same_card_when_tapped_again(show):
    room, device = stage.Room(), Device()
    room.control.sound.open_device(lambda: device)
    room.hear(stage.table(4), stage.view(4, active=2), stage.question(2, "take left", "take right"))
    before, seen = list(device.played), show(room)
    seen.tap("stack 2")
    coach_asks(room, 2)
    assert (room.control.notices[2].text, room.control.notices[2].refused) == (WARNING_TEXT, False)
    assert device.played == before
    seen.tap("stack 2")
    assert [each.action for each in sent_actions(room)] == ["take left", "take left"]
    assert 2 not in room.control.notices


def test_coach_in_duel_keeps_the_card_open_until_the_choice_is_repeated():
    game = Game(next(state for state in duels.states(duels.SEEDS[0], False) if state.view(None).derived.ask == "turn"))
    card = game.open_cards()[0]
    game.tap(f"slot {game.slot_of(card)}")
    key = f"discard {card}"
    game.touchable()[key].tap()
    coach_asks(game, game.seat)
    game.sent.clear()
    assert game.control.notices[game.seat].text == WARNING_TEXT
    game.touchable()[key].tap()
    assert [each.action for each in sent_actions(game)] == [key]


def test_coach_in_seven_wonders_keeps_the_card_chosen_and_face_down():
    state = sevens.asking("play", 4)
    room, seat = sevens.room(state, by="touch", questions=sevens.asked(state)), 1
    touchable(room)[f"back 0 of {seat}"].tap()
    sevens.answer_look(room, state, seat)
    for times in (1, 2):
        touchable(room)[f"sell of {seat}"].tap()
        sevens.answer_look(room, state, seat)
        assert len(sent_actions(room)) == times
        if times == 1:
            coach_asks(room, seat)
    first, second = sent_actions(room)
    assert (first.action, first.question) == (second.action, second.question)
    assert faces(room) == {}
