"""?: whatever can be touched, in every state of every game, says what it is.

A thing says it by ?, by what its own touch shows and no more, or as a button by the words that are drawn on it.
"""

import re

import pytest

from app.screen.input import explain_mode
from app.text.languages import words
from tests.app.screen import (
    duel_states,
    duel_tellers,
    duels,
    scenes,
    seven_scenes,
    seven_tellers,
    sevens,
    sheets,
)
from tests.app.screen.lettering import painted
from tests.app.screen.painting import areas

SIZES = ((800, 480), (1280, 720))
WORD = re.compile(r"[^\W\d_]{2}")


def middle(corners):
    return tuple(sum(each) / len(corners) for each in zip(*corners, strict=True))


def unsaid(room, size):
    """The keys of what can be touched, and of what nobody is told what it is."""
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
                on = [word.text for word in drawn if area.holds(*middle(word.corners))]
                if not any(WORD.search(text) for text in on):
                    found[area.key] = "a picture alone"
            elif not said and not shows(room, area):
                found[area.key] = "its touch shows nothing"
    return found


def shows(room, area):
    """Whether a touch does no more than show what the thing is."""
    control = room.control
    before, told, sent = control.opened, dict(control.notices), len(room.sent)
    area.tap()
    shown = control.opened != before or control.notices != told
    acted = len(room.sent) != sent
    control.opened = before
    control.notices.clear()
    control.notices.update(told)
    return shown and not acted


@pytest.mark.sampled(12)
@pytest.mark.parametrize("scene", [*scenes.ALL, *scenes.WIFI], ids=lambda scene: scene.__name__)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_in_architects_and_before_and_between_games(scene, size):
    assert not unsaid(scene(4), size)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("name", duel_states.STATES)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_in_duel(name, size):
    assert not unsaid(duel_states.STATES[name][0](), size)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("scene", [*seven_scenes.SCENES, sevens.lobby], ids=lambda scene: scene.__name__)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_in_seven_wonders(scene, size):
    assert not unsaid(scene(4), size)


@pytest.mark.sampled(8)
@pytest.mark.parametrize("scene", sheets.ALL, ids=lambda scene: scene.__name__)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_on_a_score_sheet(scene, size):
    assert not unsaid(scene(2 if scene.__name__.startswith("duel") else 4), size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_where_people_tell_duel(size):
    people = duel_tellers.People(duels.in_age(3, 2), size=size)
    assert not unsaid(people, size)
    people.touch(next(key for key in areas(people, size) if key.startswith("tell ")))
    assert not unsaid(people, size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_where_people_tell_seven_wonders(tmp_path, size):
    people = seven_tellers.People(tmp_path, sevens.BOARDS[:3], variant=("leaders",), size=size)
    people.touch("seat 1 hand")
    assert not unsaid(people, size)
