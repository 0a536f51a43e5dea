"""The manual of this table on the screen: behind ?, what people do now first, the same as on phones."""

import pytest

from app.screen.composition import compose
from app.screen.state.scene import HasManual
from app.shown.play.manual import manual
from app.text.translation import words
from tests.app.screen import duels, scenes, sevens, sheets
from tests.app.screen.finger import Stage, frames
from tests.app.screen.layout_faults import SIZES, faults

ROOMS = {
    "lobby": lambda lang="en": scenes.lobby(4, lang),
    "architects": lambda lang="en": scenes.play(4, lang),
    "cardboard": lambda lang="en": scenes.track(4, lang),
    "end": lambda lang="en": scenes.end(4, lang),
    "duel": lambda lang="en": duels.room(duels.in_age(2, 1), lang),
    "7 Wonders": lambda lang="en": sevens.room(sevens.asking("play", 4, 600), lang),
    "sheet": lambda lang="en": sheets.counters(4, lang),
}
NOW = {
    "lobby": "Sit down",
    "architects": "Your turn",
    "cardboard": "With your own cardboard",
    "end": "After the game",
    "duel": "Your turn",
    "7 Wonders": "Your hand",
    "sheet": "Only the score sheet",
}


def shown(room):
    """The panel that lies open."""
    opened = f"panel {room.control.opened.panel}"
    return next(part.view for part in compose(room.control.scene, 1280, 720) if part.key == opened)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", ROOMS)
def test_it_begins_with_what_people_do_now_and_has_all_that_phones_have(name):
    stage = Stage(ROOMS[name]())
    stage.control.open_panel("how", 2)
    frames(2)
    stage.tap("manual")
    assert stage.control.opened.edge == 2
    game = stage.control.scene.game
    first, *others = shown(stage.room).parts
    assert first.title == NOW[name]
    own = game.manual(words("en")) if isinstance(game, HasManual) else ()
    assert sorted([first, *others], key=str) == sorted(manual(words("en"), own), key=str)
    stage.tap("how")
    assert stage.control.opened.panel == "how"


CASES = [
    pytest.param(name, size, edge, id=f"{name} {size[0]}x{size[1]} {edge}")
    for name in ROOMS
    for size in SIZES
    for edge in range(4)
]


@pytest.mark.sampled(16)
@pytest.mark.parametrize(("name", "size", "edge"), CASES)
def test_all_of_it_has_its_room_at_every_edge(name, size, edge):
    room = ROOMS[name]("de")
    for panel in ("manual", "how"):
        room.control.change(panel=panel, edge=edge)
        assert faults(room, size) == []
