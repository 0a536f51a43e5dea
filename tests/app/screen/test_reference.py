"""The reference on the screen: opened from the menu and from how to play, it can be read from every edge."""

import pytest

from app.screen.composition import compose
from app.screen.pages.play import reference
from app.screen.state.scene import TeachingGame
from tests.app.screen import duels, scenes, sevens
from tests.app.screen.finger import Stage, frames
from tests.app.screen.layout_faults import SIZES, faults

ROOMS = {
    "architects": lambda lang="en": scenes.play_medals(4, lang),
    "architects, lobby": lambda lang="en": scenes.lobby(4, lang),
    "duel": lambda lang="en": duels.room(duels.in_age(2, 1), lang),
    "7 Wonders": lambda lang="en": sevens.room(sevens.asking("play", 4, 600), lang),
}


def chapters(room):
    game, model = room.control.scene.game, room.control.model
    assert isinstance(game, TeachingGame)
    return game.reference.chapters(model.data, model.view, model.table.variant)


@pytest.mark.full
def test_it_is_one_touch_away_from_the_menu_and_from_how_to_play():
    shown = Stage(scenes.play(4))
    for page in ("menu", "how"):
        shown.control.open_panel(page, 2)
        frames(2)
        shown.tap(reference.PANEL)
        assert (shown.control.opened.panel, shown.control.opened.edge) == ("reference", 2)
    shown.tap("reference 1")
    assert (shown.control.opened.panel, shown.control.opened.edge) == ("reference 1", 2)
    shown.tap(reference.PANEL)
    assert shown.control.opened.panel == "reference"


def test_a_chapter_that_is_not_there_any_more_shows_all_of_them():
    room = ROOMS["architects"]()
    room.control.open_panel("reference 99")
    [element] = [part for part in compose(room.control.scene, 1280, 720) if part.key == "panel reference 99"]
    assert isinstance(element.view, reference.Chapters)


CASES = [
    pytest.param(name, size, edge, id=f"{name} {size[0]}x{size[1]} {edge}")
    for name in ROOMS
    for size in SIZES
    for edge in range(4)
]


@pytest.mark.sampled(16)
@pytest.mark.parametrize(("name", "size", "edge"), CASES)
def test_every_chapter_has_its_room_at_every_edge(name, size, edge):
    room = ROOMS[name]("de")
    for number in range(len(chapters(room)) + 1):
        room.control.change(panel=f"reference {number}", edge=edge)
        assert [fault for fault in faults(room, size) if not fault.endswith("lies on a zone")] == []


def test_a_picture_is_the_same_for_the_same_thing():
    for make in ROOMS.values():
        one, other = make(), make()
        game, model = one.control.scene.game, other.control.model
        for chapter in chapters(one):
            for thing in chapter.things:
                assert game.thing_picture(one.control.model, thing) == game.thing_picture(model, thing)
