"""Quick typing: every key counts, also while the table is repainted under the finger."""

import pytest

from app.games.tally.screen.typed_scene import fill_in
from tests.app.screen import scenes, sheets
from tests.app.screen.finger import Stage, frames
from tests.app.screen.lettering import painted

RHYTHM = 0.06  # seconds from one key to the next


def type_keys(seen, *keys, between=lambda: None):
    """Tap keys in a rhythm of 60 ms. `between` is called while each finger is down."""
    for key in keys:
        seen.now += RHYTHM
        finger = seen.touch(f"key {key}").down()
        between()
        finger.up()
        frames(1)


@pytest.fixture
def sheet():
    room = sheets.seven_wonders(3)
    fill_in(room.control, 2, "coins", typing=True)
    shown = Stage(room)
    yield shown
    shown.close()


@pytest.mark.rotated
@pytest.mark.parametrize(
    "numbers",
    [
        pytest.param([-24, -11, -9, -1, *range(13), 22, 90, 99, 100, 101, 110, 111, 122, 188, 199], id="some"),
        pytest.param(range(-24, 200), id="every one", marks=pytest.mark.full),
    ],
)
def test_every_number_typed_quickly_arrives_as_it_was_typed(sheet, numbers):
    arrived = []
    for number in numbers:
        fill_in(sheet.control, 2, "military" if number < 0 else "coins", typing=True)
        frames(1)
        digits = str(abs(number))
        type_keys(sheet, *(["sign", *digits] if number < 0 else digits), "enter")
        if "sure" in sheet.hit_areas():  # it is rare
            sheet.tap("sure")
        arrived.append(sheet.room.sent[-1].action)
    assert arrived == [f"2 set {'military' if number < 0 else 'coins'} {number}" for number in numbers]


def test_typed_digits_arrive_while_the_keys_are_repainted(sheet):
    def news():
        sheet.surface.repaint_all()
        frames(1)

    type_keys(sheet, *"11", "enter", between=news)
    assert sheet.room.sent[-1].action == "2 set coins 11"


def test_quick_keys_count_before_the_next_repaint(sheet):
    """The keys are all tapped between two frames, as on a slow screen."""
    for key in (*"55", "enter"):
        sheet.touch(f"key {key}").down().up()
    assert sheet.room.sent[-1].action == "2 set coins 55"


def test_invalid_keys_are_refused_with_a_reason(sheet):
    type_keys(sheet, *"20", "0", "enter")
    assert sheet.room.sent == []
    assert "0 to 199" in sheet.control.notices[2].text


@pytest.fixture
def letters():
    room = scenes.lobby(4)
    room.control.open_panel("name 2", 0)
    shown = Stage(room)
    yield shown
    shown.close()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["Otto", "Anna", "Mississippi", "Lilli"])
def test_every_name_typed_quickly_arrives_as_it_was_typed(letters, name):
    type_keys(letters, *name.lower())
    letters.tap("ok")
    assert letters.room.sent[-1].name == name


def test_letters_are_typed_in_the_order_of_touch_down(letters):
    """Two hands press the next key before the last one is released, and the first finger may leave later."""
    first, second = letters.touch("key o").down(), letters.touch("key t").down()
    second.up()
    first.up()
    assert letters.control.ui.typed == "Ot"


def test_key_reported_by_two_drivers_counts_once(letters):
    both = [letters.touch("key o").down() for _ in range(2)]
    for finger in both:
        finger.up()
    assert letters.control.ui.typed == "O"


def test_a_finger_that_slides_off_a_key_types_nothing(letters):
    finger = letters.touch("key o").down()
    finger.move(2, 2)
    letters.touch("key t").down().up()
    finger.up()
    assert letters.control.ui.typed == "T"


def test_pages_turn_with_every_tap():
    shown = Stage(scenes.log(4))
    try:
        seen = []
        for key in ("later", "later", "earlier", "earlier"):
            shown.now += RHYTHM
            shown.touch(key).down().up()
            frames(1)
            seen.append(shown.control.ui.scrolls[0][""].row)
        first, second, *back = map(int, seen)
        assert first > second, "the newest come first"
        assert back == [first, 36]
    finally:
        shown.close()


def keyboard_rows(lang, size, page=0):
    """Return the rows of keys on a page, each from left to right."""
    room = scenes.lobby(4, lang)
    room.control.open_panel("name 2", 0)
    room.control.turn_pages(page)
    [areas] = [areas for key, _, areas in painted(room, size) if key == "panel name 2"]
    rows = {}
    for area in areas:
        if area.key.startswith("key ") or area.key == "more keys":
            rows.setdefault(round(area.centre[1]), []).append((area.centre[0], area.key.removeprefix("key ")))
    return ["".join(key if len(key) == 1 else "…" for _, key in sorted(row)) for _, row in sorted(rows.items())]


@pytest.mark.parametrize(
    ("lang", "rows"),
    [
        ("en", ["-' …", "qwertyuiop", "asdfghjkl", "zxcvbnm"]),
        ("de", ["-' …", "qwertzuiopü", "asdfghjklöä", "yxcvbnmß"]),
        ("fr", ["-' …", "azertyuiop", "qsdfghjklm", "wxcvbnéèç"]),
    ],
)
def test_the_keyboard_layout_follows_the_language(lang, rows):
    assert keyboard_rows(lang, (1280, 720)) == rows


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (480, 800)])
@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
def test_every_letter_of_every_language_can_be_typed(lang, size):
    found = "".join(row for page in range(4) for row in keyboard_rows(lang, size, page))
    assert {*"abcdefghijklmnopqrstuvwxyzäöüßéèçñøœ-' "} <= {*found}
