"""The manual of this table on the screen: behind ?, what people do now first, the same as on phones."""

import pytest

from app.screen.composition import compose
from app.screen.state.scene import HasManual
from app.shown.play.manual import manual
from app.text.translation import words
from tests.app.screen.finger import Stage, frames
from tests.app.screen.text_pages import READ

NOW = {
    "lobby": "Sit down",
    "architects": "Your turn",
    "cardboard": "With your own cardboard",
    "end": "After the game",
    "duel": "Your turn",
    "7 Wonders": "Your hand",
    "sheet": "Only the score sheet",
}


def open_panel_view(room):
    """Return the view of the open panel."""
    opened = f"panel {room.control.ui.panel}"
    return next(part.view for part in compose(room.control.scene, 1280, 720) if part.key == opened)


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", READ)
def test_the_manual_starts_with_the_current_situation_and_equals_that_of_phones(name):
    stage = Stage(READ[name](4))
    stage.control.open_panel("how", 2)
    frames(2)
    stage.tap("manual")
    assert stage.control.ui.edge == 2
    game = stage.control.scene.game
    first, *others = open_panel_view(stage.room).parts
    assert first.title == NOW[name]
    own = game.manual(words("en")) if isinstance(game, HasManual) else ()
    assert sorted([first, *others], key=str) == sorted(manual(words("en"), own), key=str)
    stage.tap("how")
    assert stage.control.ui.panel == "how"
