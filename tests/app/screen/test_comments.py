"""Comments of a guided game of 7 Wonders lie beside a hand: whatever is to be touched next can be touched."""

from dataclasses import replace

import pytest
import scenes
import sevens
from lettering import painted
from test_layout import apart, enlarge, faults

from app.games.seven_wonders.screen import touches
from app.games.seven_wonders.screen.scene import SevenScene, change
from app.screen.draw import READ
from app.text.languages import complete

SIZES = [(800, 480), (1280, 720), (1920, 1080), (720, 1280)]
OTHERS = [(1024, 600), (480, 800), (1280, 800), (1024, 768), (2560, 1440)]
WAYS = ((2, 2, 1), (0, 4, 1), (12, 1, 1))  # to pay
STEPS = {
    "hand": {},
    "uses": {"picked": 1},
    "refused": {"picked": 1, "use": "build"},
    "ways": {"picked": 1, "use": "build", "ways": WAYS},
}


def guided(n, lang="en", step="hand", ask="play", nth=0):
    """A first game, in which all who are asked are as far as that."""
    state = sevens.asking(ask, n, nth)
    room = sevens.room(state, lang, "touch", questions=sevens.asked(state), guided=True)
    for seat in room.control.model.questions:
        touches.open_hand(room.control, seat)
        seven = SevenScene.of(room.control.scene).seven
        hold = replace(seven.holds(seat), **STEPS[step])
        change(room.control, hands={**seven.hands, seat: hold})
    return scenes.long_names(room)


def covered(room, size):
    """What can be touched and lies below a comment; a zone, which can be touched elsewhere, does not count."""
    parts = painted(room, size)
    said = [area for key, _, areas in parts for area in areas if key.startswith("comment") and area.rank == 1]
    assert said
    things = [
        area
        for key, _, areas in parts
        for area in areas
        if not key.startswith(("comment", "since")) and (area.tap or area.hold) and not area.key.endswith("zone")
    ]
    below = [(one.key, it.key) for one in said for it in things if not apart(one.corners, it.corners, 1.0)]
    return below + [
        (one.key, it.key) for nth, one in enumerate(said) for it in said[:nth] if not apart(one.corners, it.corners, 1)
    ]


def wrong(room, size):
    """What lies on what, what is cut off, and words that are too small."""
    small = [
        (word.text, round(word.size, 1))
        for key, words, _ in painted(room, size)
        for word in words
        if key.startswith("comment") and word.size < READ
    ]
    cut = [fault for fault in faults(room, size) if " lies on comment " not in fault]  # which covers what it lies on
    return covered(room, size) + cut + small


@pytest.mark.sampled(4)
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_all_that_a_comment_names_can_be_touched(size, step):
    found = {}
    for n, lang, large in ((3, "fr", False), (4, "de", True), (5, "en", False), (7, "de", False)):
        room = guided(n, lang, step)
        if large:
            enlarge(room)
        if fault := wrong(room, size):
            found[n, lang] = fault
    assert not found


@pytest.mark.full
@pytest.mark.parametrize("large", [False, True], ids=("usual words", "larger words"))
@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("size", SIZES + OTHERS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_whole_grid(size, step, large):
    found = {}
    for n, lang in ((n, lang) for n in range(3, 8) for lang in complete()):
        room = guided(n, lang, step)
        if large:
            enlarge(room)
        if fault := wrong(room, size):
            found[n, lang] = fault
    assert not found


def test_while_a_card_is_looked_at_nothing_is_said():
    room = guided(4)
    assert covered(room, SIZES[1]) == []
    touches.hold(room.control, 1, 0, True)
    said = {key for key, _, _ in painted(room, SIZES[1]) if key.startswith("comment")}
    assert said == {"comment 2", "comment 3", "comment 4"}
    touches.hold(room.control, 1, 0, False)
    assert {key for key, _, _ in painted(room, SIZES[1]) if key.startswith("comment")} == said | {"comment 1"}
