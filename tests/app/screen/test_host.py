"""The PIN on the screen: requested after a refusal; then the refused intent is sent again."""

import msgspec
import pytest

from app.protocol.access_messages import ForgetPin, GivePin, LockTable, SetPin
from app.protocol.base_messages import Accepted, Refusal
from app.protocol.settings_messages import SetTable
from app.screen.events import on_message, on_tick
from app.screen.input.confirmation import HOLD_SECONDS, NUMBER_PANEL
from app.shown.form import Text
from app.shown.machine.access import Rights, rights
from app.text.translation import words
from tests.app.screen import SIZE, scenes
from tests.app.screen.finger import Finger, frames
from tests.app.screen.lettering import painted


def type_digits(seen, digits):
    for digit in digits:
        seen.tap(f"key {digit}")
    seen.tap("ok")
    return seen.room.sent[-1] if seen.room.sent else None


def refuse(seen, intent, rule, text="No.", **facts):
    on_message.on_message(seen.control, Refusal(id=intent.id, rule=rule, facts=facts, text=text))


def accept(seen, intent):
    on_message.on_message(seen.control, Accepted(id=intent.id))


def test_a_refused_intent_is_sent_again_with_the_same_id_after_the_pin(show):
    seen = show(scenes.pin_asked(4))
    wish = seen.room.sent[-1]
    assert seen.control.ui.panel == "pin"
    given = type_digits(seen, "2468")
    assert given == GivePin(id=given.id, pin="2468")
    assert seen.control.ui.typed == ""
    accept(seen, given)
    assert seen.room.sent[-1] == wish == SetTable(id=wish.id, mute=True)
    assert seen.control.ui.panel == "settings"


def test_wrong_pin_is_reported_at_the_keypad_and_can_be_typed_again(show):
    seen = show(scenes.pin_asked(4))
    wish = seen.room.sent[-1]
    refuse(seen, type_digits(seen, "1111"), "pin-wrong", "This is not it.")
    assert (seen.control.ui.panel, seen.control.ui.asked.why) == ("pin", "This is not it.")
    assert not seen.control.notices
    accept(seen, type_digits(seen, "2468"))
    assert seen.room.sent[-1] == wish


def test_pin_digits_are_masked(show):
    seen = show(scenes.pin_asked(4))
    seen.tap("key 7")
    seen.tap("key 7")
    words = [word.text for _, layer_words, *_ in painted(seen.room, SIZE) for word in layer_words]
    assert "••" in words
    assert not [word for word in words if "77" in word]


def test_closing_the_keypad_drops_the_refused_intent(show):
    seen = show(scenes.pin_asked(4))
    given = type_digits(seen, "2468")
    seen.tap("close")
    accept(seen, given)
    assert seen.room.sent[-1] is given
    assert seen.control.ui.panel == ""


def test_an_abandoned_intent_is_not_sent_by_a_later_pin(show):
    seen = show(scenes.pin_asked(4))
    seen.tap("close")
    table = msgspec.structs.replace(seen.control.model.table, pin=True)
    scenes.stage.known(seen.room, table=table)
    seen.control.open_panel("host")
    frames(1)
    seen.tap("give pin")
    given = type_digits(seen, "2468")
    accept(seen, given)
    assert (seen.room.sent[-1], seen.control.ui.panel) == (given, "host")


@pytest.mark.parametrize(("pin", "host"), [(True, False), (True, True), (False, False)])
def test_host_page_points_to_the_manual_for_a_forgotten_pin(pin, host):
    said = [row.words for row in rights(words("en"), Rights(pin, host, False, False)).rows if isinstance(row, Text)]
    assert any("owner’s manual" in text for text in said) is (pin and not host)


@pytest.mark.parametrize(
    ("key", "intent"),
    [("forget pin", ForgetPin(id="")), ("lock", LockTable(id="", locked=False))],
)
def test_rights_are_given_back_and_the_table_unlocked(show, key, intent):
    seen = show(scenes.host(4))
    seen.tap(key)
    assert msgspec.structs.replace(seen.room.sent[-1], id="") == intent


def test_a_pin_is_set_changed_and_removed(show):
    seen = show(scenes.host(4))
    seen.tap("new pin")
    sent = len(seen.room.sent)
    type_digits(seen, "13579")
    assert (len(seen.room.sent), seen.control.ui.panel) == (sent, "new-pin")  # it is typed twice
    new = type_digits(seen, "13579")
    assert (new, seen.control.ui.panel) == (SetPin(id=new.id, pin="13579"), "host")
    seen.tap("remove pin")
    seen.tap("yes")
    assert seen.room.sent[-1] == SetPin(id=seen.room.sent[-1].id, pin="")


def test_differing_pins_are_not_accepted(show):
    seen = show(scenes.host(4))
    sent = len(seen.room.sent)
    seen.tap("new pin")
    for pin in ("13579", "1357"):
        type_digits(seen, pin)
    assert (len(seen.room.sent), seen.control.ui.panel) == (sent, "new-pin")
    words = [word.text for _, layer_words, *_ in painted(seen.room, SIZE) for word in layer_words]
    assert "Start again." in " ".join(words)
    type_digits(seen, "2468")
    new = type_digits(seen, "2468")
    assert new == SetPin(id=new.id, pin="2468")


@pytest.mark.parametrize("few", ["1", "123"])
def test_too_short_pin_is_refused_at_once(show, few):
    seen = show(scenes.host(4))
    sent = len(seen.room.sent)
    seen.tap("new pin")
    for pin in (few, few):
        type_digits(seen, pin)
        words = [word.text for _, layer_words, *_ in painted(seen.room, SIZE) for word in layer_words]
        assert "4 to 8 digits" in " ".join(words)
    type_digits(seen, "2468")
    type_digits(seen, "2468")
    assert [wish.pin for wish in seen.room.sent[sent:]] == ["2468"]


def hold_keys(seen, *keys):
    fingers = [seen.touch(key).down() for key in keys]
    frames(2)
    return fingers


def advance_clock(seen, seconds):
    """Advance the clock of the screen."""
    seen.room.now += seconds
    on_tick.tick(seen.control, seen.room.now)
    frames(1)


def test_two_rings_held_for_2_seconds_confirm_the_intent(show):
    seen = show(scenes.meant_asked(4))
    wish = seen.room.sent[-1]
    fingers = hold_keys(seen, "hold 0", "hold 1")
    advance_clock(seen, HOLD_SECONDS - 0.1)
    assert seen.room.sent[-1] == wish
    advance_clock(seen, 0.2)
    given = seen.room.sent[-1]
    assert given == GivePin(id=given.id, pin="4827")
    accept(seen, given)
    assert (seen.room.sent[-1], seen.control.ui.panel) == (wish, "host")
    for finger in fingers:
        finger.up()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("how", ["one ring", "one after the other", "let go", "a third finger", "a finger before"])
def test_an_incomplete_hold_of_two_rings_confirms_nothing(show, how):
    seen = show(scenes.meant_asked(4))
    sent = len(seen.room.sent)
    if how == "a finger before":
        third = Finger(5, 5).down()
    fingers = hold_keys(seen, *(("hold 0",) if how in ("one ring", "one after the other") else ("hold 0", "hold 1")))
    advance_clock(seen, HOLD_SECONDS / 2)
    if how == "one after the other":
        fingers.pop().up()
        fingers += hold_keys(seen, "hold 1")
    if how == "let go":
        fingers.pop().up()
        fingers += hold_keys(seen, "hold 1")
    if how == "a third finger":
        third = Finger(5, 5).down()
        frames(1)
    advance_clock(seen, HOLD_SECONDS - 0.1)
    if how.startswith("one") or "finger" in how:
        advance_clock(seen, HOLD_SECONDS)
    assert len(seen.room.sent) == sent
    for finger in [*fingers, *([third] if "finger" in how else [])]:
        finger.up()


def test_typing_the_number_confirms_instead_of_two_rings(show):
    seen = show(scenes.meant_asked(4))
    wish = seen.room.sent[-1]
    seen.tap("number")
    refuse(seen, type_digits(seen, "1111"), "number-wrong", "Type 4827.", number=4827)
    assert seen.control.ui.panel == NUMBER_PANEL
    accept(seen, type_digits(seen, "4827"))
    assert seen.room.sent[-1] == wish


def test_empty_pin_is_not_sent(show):
    seen = show(scenes.host(4))
    sent = len(seen.room.sent)
    seen.tap("new pin")
    seen.tap("ok")
    assert len(seen.room.sent) == sent
    seen.control.open_panel("pin")
    frames(1)
    seen.tap("ok")
    assert len(seen.room.sent) == sent


def test_locked_table_offers_free_seats_only_to_bots(show):
    seen, ways = show(scenes.lobby_locked(4)), {"by bot", "by touch", "by phone"}
    seen.tap("seat 3 name")
    assert seen.hit_areas().keys() & ways == {"by bot"}
    seen.tap("close")
    seen.tap("seat 1 name")
    assert seen.hit_areas().keys() >= ways
