"""The reference on the screen: opened from the menu and from how to play, it can be read from every edge."""

import pytest

from app.screen.composition import compose
from app.screen.pages.play import reference
from app.screen.state.scene import TeachingGame
from tests.app.screen import scenes
from tests.app.screen.finger import Stage, frames
from tests.app.screen.painting import areas
from tests.app.screen.text_pages import CHAPTERS, REFERENCES


def chapters(room):
    game, model = room.control.scene.game, room.control.model
    assert isinstance(game, TeachingGame)
    return game.reference.chapters(model.data, model.view, model.table.variant)


@pytest.mark.full
def test_the_reference_is_one_touch_from_the_menu_and_from_how_to_play():
    shown = Stage(scenes.play(4))
    for page in ("menu", "how"):
        shown.control.open_panel(page, 2)
        frames(2)
        shown.tap(reference.PANEL)
        assert (shown.control.ui.panel, shown.control.ui.edge) == ("reference", 2)
    shown.tap("reference 1")
    assert (shown.control.ui.panel, shown.control.ui.edge) == ("reference 1", 2)
    shown.tap(reference.PANEL)
    assert shown.control.ui.panel == "reference"


def test_a_missing_chapter_falls_back_to_the_list_of_chapters():
    room = scenes.play_medals(4)
    room.control.open_panel("reference 99")
    [element] = [part for part in compose(room.control.scene, 1280, 720) if part.key == "panel reference 99"]
    assert isinstance(element.view, reference.Chapters)


@pytest.mark.parametrize("make", REFERENCES.values(), ids=REFERENCES)
def test_every_chapter_is_shown_by_things_of_its_own(make):
    room = make(4)
    game, model = room.control.scene.game, room.control.model
    room.control.open_panel("reference")
    [element] = [part for part in compose(room.control.scene, 1280, 720) if part.key == "panel reference"]
    for chapter, (_, _, fan) in zip(chapters(room), element.view.chapters, strict=True):
        own = [game.thing_picture(model, thing) for thing in chapter.things]
        assert len(fan) == min(3, len(own))
        assert all(picture in own for picture in fan)


def centre_of_each_row(found):
    """Return the middle of each row of touch areas, from left to right on the screen."""
    rows = {}
    for area in found:
        xs, ys = zip(*area.corners, strict=True)
        rows.setdefault(round(min(ys)), []).extend(xs)
    return [(min(xs) + max(xs)) / 2 for xs in rows.values()]


@pytest.mark.parametrize("size", [(800, 480), (1280, 720), (1920, 1080)])
def test_chapters_of_a_last_row_stand_in_the_middle(size):
    room = REFERENCES["duel"](2)
    room.control.open_panel(reference.PANEL, 0)
    found = [area for key, area in areas(room, size).items() if key.startswith(f"{reference.PANEL} ")]
    assert len(found) == 7, "so that no row of two or more holds all"
    assert centre_of_each_row(found) == pytest.approx([size[0] / 2] * 2, abs=1)


def test_a_seats_language_and_hand_stand_in_the_middle_below_its_tokens():
    room = scenes.seat_panel(4)
    found = areas(room, (1280, 720))
    below = [area for key, area in found.items() if key in ("left", "lang less", "lang more")]
    [middle] = centre_of_each_row(below)
    assert middle == pytest.approx(640, abs=2)


def test_pictures_of_the_same_thing_are_equal():
    for make in REFERENCES.values():
        one, other = make(4), make(4)
        game, model = one.control.scene.game, other.control.model
        assert len(chapters(one)) <= CHAPTERS
        for chapter in chapters(one):
            for thing in chapter.things:
                assert game.thing_picture(one.control.model, thing) == game.thing_picture(model, thing)
