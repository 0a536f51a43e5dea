"""Features extend the screen by hooks alone: a feature that exists only in tests is registered by one line."""

import inspect

import pytest

from app.screen import composition
from app.screen.events import event_animations, on_message, on_snapshot, on_tick
from app.screen.features import registry
from app.screen.features.feature import ScreenFeature
from app.table.features import registry as of_tables
from tests.app.screen import stage
from tests.app.screen.in_process import Hand
from tests.app.screen.reaction import ReactionsOnScreen
from tests.app.table.reaction import SHOWN_SECONDS, React, Reactions
from tests.app.tables import Evening, phone


@pytest.fixture
def evening(tmp_path, monkeypatch):
    monkeypatch.setattr(of_tables, "FEATURES", (*of_tables.FEATURES, Reactions))
    at = Evening(tmp_path, shelf={"architects": stage.ARCHITECTS})
    at.start("touch", "phone Ada", "touch")
    yield at
    at.close()


def keys(hand):
    return [element.key for element in hand.shown.surface.elements]


def test_a_reaction_is_shown_on_the_screen_by_a_registered_feature(evening, monkeypatch):
    monkeypatch.setattr(registry, "FEATURES", (*registry.FEATURES, ReactionsOnScreen()))
    hand, played = Hand(evening), []
    hand.room.control.sound.play = played.append
    before = keys(hand)
    evening.send(React, phone(2), symbol="cheer")
    hand.room.settle()
    hand.shown.surface.update()
    assert keys(hand) == [*before, "reaction 2"]
    assert "token" in played
    hand.tap("reaction 2")
    assert hand.control.ui.panel == "seat 2"
    evening.now += SHOWN_SECONDS
    evening.table.tick(evening.now)
    hand.room.settle()
    hand.shown.surface.update()
    assert "reaction 2" not in keys(hand)


def test_unregistered_feature_shows_nothing_on_the_screen(evening):
    hand = Hand(evening)
    before = keys(hand)
    evening.send(React, phone(2), symbol="cheer")
    hand.room.settle()
    hand.shown.surface.update()
    assert keys(hand) == before


def test_screen_calls_every_hook_and_names_no_feature():
    central = (on_message, on_snapshot, on_tick, event_animations, composition)
    source = "".join(inspect.getsource(module) for module in central)
    hooks = [name for name in vars(ScreenFeature) if not name.startswith("_")]
    assert [hook for hook in hooks if f"feature.{hook}(" not in source] == []
    assert [name for feature in registry.FEATURES if (name := type(feature).__name__) in source] == []
    assert "app.screen.pages" not in source


def test_page_of_a_stopped_table_hides_all_other_elements(evening):
    hand = Hand(evening)
    on_message.on_stopped(hand.control, True)
    hand.shown.surface.update()
    assert keys(hand) == ["page"]


class Filling(ScreenFeature):
    def fills_table(self, scene):
        return True


def test_panel_is_hidden_while_a_feature_fills_the_table(evening, monkeypatch):
    hand = Hand(evening)
    hand.control.open_panel("settings")
    assert composition.compose(hand.control.scene, 1920, 1080)[-1].key == "panel settings"
    monkeypatch.setattr(registry, "FEATURES", (*registry.FEATURES, Filling()))
    assert composition.compose(hand.control.scene, 1920, 1080)[-1].key != "panel settings"
