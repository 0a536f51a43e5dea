"""The PIN on the screen: asked for when something is refused without it, and then that is said again."""

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


def typed(seen, digits):
    for digit in digits:
        seen.tap(f"key {digit}")
    seen.tap("ok")
    return seen.room.sent[-1] if seen.room.sent else None


def refused(seen, intent, rule, text="No.", **facts):
    on_message.on_message(seen.control, Refusal(id=intent.id, rule=rule, facts=facts, text=text))


def done(seen, intent):
    on_message.on_message(seen.control, Accepted(id=intent.id))


def test_a_refused_intent_is_sent_again_with_the_same_id_after_the_pin(show):
    seen = show(scenes.pin_asked(4))
    wish = seen.room.sent[-1]
    assert seen.control.opened.panel == "pin"
    given = typed(seen, "2468")
    assert given == GivePin(id=given.id, pin="2468")
    assert seen.control.opened.typed == ""
    done(seen, given)
    assert seen.room.sent[-1] == wish == SetTable(id=wish.id, mute=True)
    assert seen.control.opened.panel == "settings"


def test_a_wrong_one_is_said_where_it_is_typed_and_can_be_typed_again(show):
    seen = show(scenes.pin_asked(4))
    wish = seen.room.sent[-1]
    refused(seen, typed(seen, "1111"), "pin-wrong", "This is not it.")
    assert (seen.control.opened.panel, seen.control.opened.asked.why) == ("pin", "This is not it.")
    assert not seen.control.notices
    done(seen, typed(seen, "2468"))
    assert seen.room.sent[-1] == wish


def test_digits_are_not_shown(show):
    seen = show(scenes.pin_asked(4))
    seen.tap("key 7")
    seen.tap("key 7")
    words = [word.text for _, layer_words, *_ in painted(seen.room, SIZE) for word in layer_words]
    assert "••" in words
    assert not [word for word in words if "77" in word]


def test_who_puts_the_keys_away_says_nothing(show):
    seen = show(scenes.pin_asked(4))
    given = typed(seen, "2468")
    seen.tap("close")
    done(seen, given)
    assert seen.room.sent[-1] is given
    assert seen.control.opened.panel == ""


def test_an_abandoned_intent_is_not_sent_by_a_later_pin(show):
    seen = show(scenes.pin_asked(4))
    seen.tap("close")
    table = msgspec.structs.replace(seen.control.model.table, pin=True)
    scenes.stage.known(seen.room, table=table)
    seen.control.open_panel("host")
    frames(1)
    seen.tap("give pin")
    given = typed(seen, "2468")
    done(seen, given)
    assert (seen.room.sent[-1], seen.control.opened.panel) == (given, "host")


@pytest.mark.parametrize(("pin", "host"), [(True, False), (True, True), (False, False)])
def test_who_has_forgotten_the_pin_reads_where_the_way_out_is(pin, host):
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
    typed(seen, "13579")
    assert (len(seen.room.sent), seen.control.opened.panel) == (sent, "new-pin")  # it is typed twice
    new = typed(seen, "13579")
    assert (new, seen.control.opened.panel) == (SetPin(id=new.id, pin="13579"), "host")
    seen.tap("remove pin")
    seen.tap("yes")
    assert seen.room.sent[-1] == SetPin(id=seen.room.sent[-1].id, pin="")


def test_two_different_pins_set_none(show):
    seen = show(scenes.host(4))
    sent = len(seen.room.sent)
    seen.tap("new pin")
    for pin in ("13579", "1357"):
        typed(seen, pin)
    assert (len(seen.room.sent), seen.control.opened.panel) == (sent, "new-pin")
    words = [word.text for _, layer_words, *_ in painted(seen.room, SIZE) for word in layer_words]
    assert "Start again." in " ".join(words)
    typed(seen, "2468")
    new = typed(seen, "2468")
    assert new == SetPin(id=new.id, pin="2468")


@pytest.mark.parametrize("few", ["1", "123"])
def test_too_few_digits_are_refused_before_anything_else_is_asked(show, few):
    seen = show(scenes.host(4))
    sent = len(seen.room.sent)
    seen.tap("new pin")
    for pin in (few, few):
        typed(seen, pin)
        words = [word.text for _, layer_words, *_ in painted(seen.room, SIZE) for word in layer_words]
        assert "4 to 8 digits" in " ".join(words)
    typed(seen, "2468")
    typed(seen, "2468")
    assert [wish.pin for wish in seen.room.sent[sent:]] == ["2468"]


def held(seen, *keys):
    fingers = [seen.touch(key).down() for key in keys]
    frames(2)
    return fingers


def later(seen, seconds):
    """Time passes on the screen."""
    seen.room.now += seconds
    on_tick.tick(seen.control, seen.room.now)
    frames(1)


def test_two_rings_held_for_two_seconds_say_that_it_is_meant(show):
    seen = show(scenes.meant_asked(4))
    wish = seen.room.sent[-1]
    fingers = held(seen, "hold 0", "hold 1")
    later(seen, HOLD_SECONDS - 0.1)
    assert seen.room.sent[-1] == wish
    later(seen, 0.2)
    given = seen.room.sent[-1]
    assert given == GivePin(id=given.id, pin="4827")
    done(seen, given)
    assert (seen.room.sent[-1], seen.control.opened.panel) == (wish, "host")
    for finger in fingers:
        finger.up()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("how", ["one ring", "one after the other", "let go", "a third finger", "a finger before"])
def test_an_incomplete_hold_of_two_rings_confirms_nothing(show, how):
    seen = show(scenes.meant_asked(4))
    sent = len(seen.room.sent)
    if how == "a finger before":
        third = Finger(5, 5).down()
    fingers = held(seen, *(("hold 0",) if how in ("one ring", "one after the other") else ("hold 0", "hold 1")))
    later(seen, HOLD_SECONDS / 2)
    if how == "one after the other":
        fingers.pop().up()
        fingers += held(seen, "hold 1")
    if how == "let go":
        fingers.pop().up()
        fingers += held(seen, "hold 1")
    if how == "a third finger":
        third = Finger(5, 5).down()
        frames(1)
    later(seen, HOLD_SECONDS - 0.1)
    if how.startswith("one") or "finger" in how:
        later(seen, HOLD_SECONDS)
    assert len(seen.room.sent) == sent
    for finger in [*fingers, *([third] if "finger" in how else [])]:
        finger.up()


def test_who_cannot_hold_two_types_the_number(show):
    seen = show(scenes.meant_asked(4))
    wish = seen.room.sent[-1]
    seen.tap("number")
    refused(seen, typed(seen, "1111"), "number-wrong", "Type 4827.", number=4827)
    assert seen.control.opened.panel == NUMBER_PANEL
    done(seen, typed(seen, "4827"))
    assert seen.room.sent[-1] == wish


def test_no_digits_are_no_pin(show):
    seen = show(scenes.host(4))
    sent = len(seen.room.sent)
    seen.tap("new pin")
    seen.tap("ok")
    assert len(seen.room.sent) == sent
    seen.control.open_panel("pin")
    frames(1)
    seen.tap("ok")
    assert len(seen.room.sent) == sent


def test_at_a_locked_table_no_code_and_no_touch_takes_a_free_seat(show):
    seen, ways = show(scenes.lobby_locked(4)), {"by bot", "by touch", "by phone"}
    seen.tap("seat 3 name")
    assert seen.hit_areas().keys() & ways == {"by bot"}
    seen.tap("close")
    seen.tap("seat 1 name")
    assert seen.hit_areas().keys() >= ways
