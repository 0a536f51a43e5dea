"""Explain mode (?): every touch area in every state of every game has an explanation.

The explanation is shown by ?, by a touch that does nothing else, or by the words on a button.
"""

import re

import pytest

from app.screen.input import explain_mode
from app.text.translation import words
from tests.app.screen import duel_tellers, duels, seven_tellers, sevens
from tests.app.screen.catalogue import every_state, room
from tests.app.screen.lettering import painted
from tests.app.screen.painting import areas

SIZES = ((800, 480), (1280, 720))
WORD = re.compile(r"[^\W\d_]{2}")


def centre_of(corners):
    return tuple(sum(each) / len(corners) for each in zip(*corners, strict=True))


def unexplained_areas(room, size):
    """Return the keys of all touch areas, and of those without an explanation."""
    control, found = room.control, {}
    plain = words("en")("This does what is written on it; touch it again to do that.")
    scene = control.scene
    for _, drawn, felt in painted(room, size):
        for area in felt:
            if (
                not (area.tap or area.hold) or area.key == explain_mode.KEY or area.key.startswith("key ")
            ):  # of a keyboard
                continue
            if area.window and {*area.window.box} & {at for corner in area.corners for at in corner}:
                continue  # it is cut, and seen whole once it is scrolled
            said = explain_mode.about(scene, scene.acting or 1, area.key)
            if said == plain:
                on = [word.text for word in drawn if area.holds(*centre_of(word.corners))]
                if not any(WORD.search(text) for text in on):
                    found[area.key] = "a picture alone"
            elif not said and not only_explains(room, area):
                found[area.key] = "its touch shows nothing"
    return found


def only_explains(room, area):
    """Return True if a touch only explains the thing."""
    control = room.control
    before, told, sent = control.ui, dict(control.notices), len(room.sent)
    area.tap()
    shown = control.ui != before or control.notices != told
    acted = len(room.sent) != sent
    control.ui = before
    control.notices.clear()
    control.notices.update(told)
    return shown and not acted


@pytest.mark.sampled(36)
@pytest.mark.parametrize(("family", "state"), every_state())
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_touch_areas_explain_themselves_in_every_state(family, state, size):
    assert not unexplained_areas(room(family, state), size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_touch_areas_explain_themselves_while_duel_is_entered(size):
    people = duel_tellers.People(duels.in_age(3, 2), size=size)
    assert not unexplained_areas(people, size)
    people.touch(next(key for key in areas(people, size) if key.startswith("tell ")))
    assert not unexplained_areas(people, size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_touch_areas_explain_themselves_while_seven_wonders_is_entered(tmp_path, size):
    people = seven_tellers.People(tmp_path, sevens.BOARDS[:3], variant=("leaders",), size=size)
    people.touch("seat 1 hand")
    assert not unexplained_areas(people, size)
