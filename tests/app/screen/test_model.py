"""Tests that the screen's model and UI state are immutable: an update returns a new value and leaves the old one."""

import dataclasses
import subprocess
import sys
from copy import deepcopy

import msgspec
import pytest

from app.games.architects.screen.typed_scene import ArchitectsScene
from app.protocol.history_messages import PastPosition
from app.protocol.log_messages import Line
from app.protocol.machine_messages import Diagnosis
from app.protocol.panel_messages import ButtonEvent, Panel
from app.protocol.play_messages import Cue
from app.screen.state.hardware_panel import PanelModel
from app.screen.state.model import Model, apply_message, past_model
from app.screen.state.scene import SnapshotNews
from app.screen.state.ui_state import UiState
from tests.app.screen import scenes, stage
from tests.app.screen.catalogue import every_state, room

GAMES = stage.screens()
TABLE, VIEW = stage.table(3), stage.view(3)
TURN_BEGAN = msgspec.Raw(b'{"type":"turn-began","seat":1,"turn":12}')
MESSAGES = (
    stage.HELLO,
    stage.snapshot(1, stage.table(3, "lobby"), None, the_codes=stage.codes(free=(1,))),
    stage.snapshot(2, TABLE, VIEW, stage.question(1, "take left"), (Line(1, 1, TURN_BEGAN),)),
    stage.snapshot(3, TABLE, VIEW, (), (Line(1, 1, TURN_BEGAN, undone=True), Line(2, 1, TURN_BEGAN))),
    Panel(lights={"horn": True}, buttons=("horn",), buzzer=True, simulated=True, blinked="horn"),
    ButtonEvent(part="horn", how="pressed"),
    Diagnosis(id="x", findings=()),
    stage.snapshot(4, stage.table(3, "over"), stage.view(3, over=True)),
    Cue(what="bye"),
)


def test_message_returns_new_model_and_leaves_the_old_unchanged():
    model = Model()
    for nth, message in enumerate(MESSAGES):
        before = dataclasses.replace(model)
        copied = [deepcopy(dict(each)) for each in (model.questions, model.codes, model.lines, model.panel.blinked)]
        following = apply_message(model, message, GAMES, float(nth))
        assert model == before
        assert [model.questions, model.codes, model.lines, model.panel.blinked] == copied
        assert following != model
        model = following


def test_log_of_a_new_game_replaces_the_old_log():
    first = apply_message(Model(), MESSAGES[2], GAMES, 0.0)
    again = apply_message(first, stage.snapshot(3, TABLE, VIEW, (), (Line(2, 1, TURN_BEGAN),)), GAMES, 0.0)
    other = apply_message(
        again, stage.snapshot(4, stage.table(3, game_id=8), VIEW, (), (Line(3, 1, TURN_BEGAN),)), GAMES, 0.0
    )
    assert [list(model.lines) for model in (first, again, other)] == [[1], [1, 2], [3]]


def test_log_is_replaced_after_the_table_restarts():
    """A table whose disk was full has not stored its last line, so it does not know that line after a restart."""
    lines = [Line(number, 1, TURN_BEGAN) for number in (1, 2)]
    first = apply_message(Model(), stage.snapshot(2, TABLE, VIEW, (), tuple(lines)), GAMES, 0.0)
    greeted = apply_message(first, stage.HELLO, GAMES, 0.0)
    again = apply_message(greeted, stage.snapshot(2, TABLE, VIEW, (), tuple(lines[:1])), GAMES, 0.0)
    assert [list(model.lines) for model in (first, greeted, again)] == [[1, 2], [1, 2], [1]]


def test_past_position_has_its_own_model():
    table, view = (msgspec.Raw(msgspec.json.encode(each)) for each in (stage.table(2), stage.view(2, turn=3)))
    model = past_model(PastPosition("id", "m9", 3, 9, table, view, ()), GAMES)
    assert (len(model.table.seats), model.view.turn, model.questions) == (2, 3, {})


@pytest.mark.parametrize("value", [Model(), UiState(), PanelModel(), GAMES.for_table(TABLE).initial_ui_state()])
def test_state_values_are_frozen(value):
    for field in dataclasses.fields(value):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, field.name, None)


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize(("family", "state"), every_state())
def test_game_follow_and_tick_are_pure(family, state):
    """A repeated call returns the same, and the scene passed in is unchanged."""
    now = room(family, state).control.scene
    if now.game_screen is None:
        return
    news = SnapshotNews(tuple(now.model.lines.values()), (), first=False)
    before = repr(now)
    assert now.game.follow(now, now, news) == now.game.follow(now, now, news)
    assert now.game.tick(now) == now.game.tick(now)
    assert repr(now) == before


def test_game_scene_shares_all_fields_of_the_scene():
    scene = scenes.play(4).control.scene
    other = ArchitectsScene.from_scene(scene)
    assert all(getattr(other, field.name) is getattr(scene, field.name) for field in dataclasses.fields(scene))


@pytest.mark.full
def test_the_lobby_loads_no_drawings_of_a_game():
    """A start waits for nothing that is drawn only later."""
    code = (
        "import sys; from tests.app.screen import stage; from app.screen.composition import compose;"
        "room = stage.Room().hear(stage.table(4, 'lobby')); compose(room.control.scene, 1280, 720);"
        "print([name for name in ('play', 'choose', 'conflict', 'track', 'wonders', 'flights', 'end')"
        " if f'app.games.architects.screen.{name}' in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
