"""The question whether the card is a copy of another table's: shown in the lobby."""

import msgspec
import pytest

from app.protocol.machine_messages import AnswerCopy
from app.screen.events import on_message
from tests.app.screen import scenes, stage
from tests.app.screen.finger import frames


def panel_after_snapshot(room, phase="lobby", *, asks=True, welcomed=True, first=False):
    """Send a snapshot that asks about the copied table; `first`: to a screen that has just connected."""
    if first:
        on_message.on_message(room.control, stage.HELLO)
    table = stage.table(3, phase)
    settings = msgspec.structs.replace(table.settings, welcomed=welcomed)
    the_table = msgspec.structs.replace(table, copied=asks, settings=settings)
    room.hear(the_table, stage.view(3) if phase != "lobby" else None)
    frames(1)
    return room.control.ui.panel


@pytest.mark.parametrize(("key", "new"), [("copy new", True), ("copy same", False)])
def test_the_question_about_a_copied_card_opens_and_is_answered_by_touch(show, key, new):
    seen = show(scenes.lobby(3))
    assert panel_after_snapshot(seen.room, first=True) == "copied"
    seen.tap(key)
    assert seen.room.sent[-1] == AnswerCopy(id=seen.room.sent[-1].id, new=new)
    assert seen.control.ui.panel == ""


def test_question_about_a_copied_card_waits_for_the_lobby_after_setup(show):
    seen = show(scenes.lobby(3))
    assert panel_after_snapshot(seen.room, first=True, welcomed=False) == ""
    assert panel_after_snapshot(seen.room, "game") == ""
    assert panel_after_snapshot(seen.room) == "copied"


def test_closed_copy_question_returns_at_the_next_start_and_in_the_settings(show):
    seen = show(scenes.lobby(3))
    panel_after_snapshot(seen.room, first=True)
    seen.tap("close")
    assert panel_after_snapshot(seen.room) == ""
    seen.control.open_panel("settings")
    frames(1)
    seen.tap("copied")
    assert seen.control.ui.panel == "copied"
    seen.tap("close")
    assert panel_after_snapshot(seen.room, first=True) == "copied"
