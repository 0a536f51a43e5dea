"""Comments of a guided game: none lies on what can be read or touched, each is true of the view beside it."""

from dataclasses import replace
from itertools import combinations

import msgspec
import pytest

from app.games.seven_wonders.screen import touches
from app.games.seven_wonders.screen.scene import SevenScene, change
from app.protocol import messages
from app.screen.draw import LEGIBLE
from app.text.languages import complete
from tests.app.screen import scenes, sevens, stage
from tests.app.screen.layout_faults import apart, enlarge, inside, letters
from tests.app.screen.lettering import painted

SIZES = [(800, 480), (1280, 720), (1920, 1080), (720, 1280)]
OTHERS = [(1024, 600), (480, 800), (1280, 800), (1024, 768), (2560, 1440)]
WAYS = ((2, 2, 1), (0, 4, 1), (12, 1, 1))  # to pay
STEPS = {
    "hand": {},
    "uses": {"picked": 1},
    "refused": {"picked": 1, "use": "build"},
    "ways": {"picked": 1, "use": "build", "ways": WAYS},
}


# ---- first games -------------------------------------------------------------------------------------------------


def guided(n, lang="en", step="hand", ask="play", nth=0):
    """7 Wonders, in which all who are asked are as far as that."""
    state = sevens.asking(ask, n, nth)
    room = sevens.room(state, lang, "touch", questions=sevens.asked(state), guided=True)
    for seat in room.control.model.questions:
        touches.open_hand(room.control, seat)
        seven = SevenScene.of(room.control.scene).seven
        hold = replace(seven.holds(seat), **STEPS[step])
        change(room.control, hands={**seven.hands, seat: hold})
    return scenes.long_names(room)


def moment_of(room, seat, size=SIZES[1]):
    """What is said to a seat first, if anything is."""
    scene = room.control.scene
    comment = scene.game.comment(scene, scene.ring(*size), seat)
    return comment and comment.moment


# ---- where they lie ----------------------------------------------------------------------------------------------


def wrong(room, size):
    """What comments lie on, leave, or say too small; and how many there are."""
    parts = painted(room, size)
    areas = [area for key, _, areas in parts for area in areas]
    plates = [area for area in areas if area.key.startswith("comment ") and area.rank == 1]
    buttons = [area for area in areas if area.key.startswith("no comments")]
    others = [it for it in areas if it.rank and (it.tap or it.hold) and not it.key.startswith(("comment ", "no comm"))]
    said = [word for key, words, _ in parts for word in words if key.startswith("comment")]
    beside = [word for key, words, _ in parts for word in words if not key.startswith("comment")]
    found = [f"{a.key} lies on {b.key}" for a in plates for b in others if not apart(a.corners, b.corners, 1.0)]
    found += [f"{a.key} lies on {b.text!r}" for a in plates for b in beside if not apart(a.corners, b.corners, 1.0)]
    found += [f"{a.key} lies on {b.key}" for a, b in combinations(plates, 2) if not apart(a.corners, b.corners, 1.0)]
    for word in said:
        if not any(all(inside(point, plate.corners) for point in letters(word)) for plate in plates):
            found.append(f"{word.text!r} leaves its plate")
        on_button = any(all(inside(point, it.corners) for point in letters(word)) for it in buttons)
        if word.size < LEGIBLE * 0.99 and not on_button:
            found.append(f"{word.text!r} is {word.size:.1f} high")
    for plate in plates:
        if not all(-0.5 <= x <= size[0] + 0.5 and -0.5 <= y <= size[1] + 0.5 for x, y in plate.corners):
            found.append(f"{plate.key} leaves the screen")
    return found, len(plates)


def rooms():
    """Moments of first games, by a name."""
    for nth, step in enumerate(STEPS):
        yield step, guided((3, 4, 5, 7)[nth], complete()[nth], step)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("large", [False, True], ids=("usual words", "larger words"))
@pytest.mark.parametrize("size", SIZES + OTHERS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_comment_lies_on_nothing(size, large):
    found, many = {}, 0
    for name, room in rooms():
        if large:
            enlarge(room)
        faults, plates = wrong(room, size)
        found |= {name: faults} if faults else {}
        many += plates
    assert not found
    assert many >= (1 if min(size) < 600 else 4), "some have room"


@pytest.mark.full
@pytest.mark.parametrize("n", range(3, 8))
@pytest.mark.parametrize("size", SIZES + OTHERS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_whole_grid(size, n):
    lang = complete()[n % len(complete())]
    made = {step: guided(n, lang, step) for step in STEPS}
    assert {name: faults for name, room in made.items() if (faults := wrong(room, size)[0])} == {}


def test_while_a_card_is_looked_at_nothing_is_said():
    room = guided(4)
    assert wrong(room, SIZES[1]) == ([], 4)
    touches.hold(room.control, 1, 0, True)
    assert {seat for seat in range(1, 5) if moment_of(room, seat)} == {2, 3, 4}
    touches.hold(room.control, 1, 0, False)
    assert moment_of(room, 1)


def test_a_comment_is_put_away_and_all_of_them_are():
    room, size = guided(4), SIZES[1]
    areas = {area.key: area for _, _, areas in painted(room, size) for area in areas}
    areas["comment 1"].tap()
    assert moment_of(room, 1) != "hand"
    areas["no comments 2"].tap()
    assert not [key for key, _, areas in painted(room, size) for area in areas if area.key.endswith("comment 2")]


def test_in_the_opening_nothing_is_said():
    room = guided(4)
    assert wrong(room, SIZES[1])[1]
    table = msgspec.structs.replace(room.control.model.table, opening=messages.Opening("wonders", 0))
    assert wrong(stage.known(room, table=table) or room, SIZES[1])[1] == 0
