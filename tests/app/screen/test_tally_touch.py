"""Real fingers on a score sheet, answered by a real session: counters, keys, a marker, the end."""

import pytest

from app.protocol.cardboard_messages import Enter
from app.protocol.play_messages import TurnMarker
from app.screen.events import on_message
from engine import record
from tests.app.screen import sheets, stage
from tests.app.screen.finger import Stage, frames


class Answered:
    """A room whose table carries out each intent at once."""

    def __init__(self):
        self.state = sheets.session("architects", 3, ()).copy()
        self.room = sheets.room("architects", 3, "en", ())
        self.control = self.room.control
        self.control.outbox.send = self.answer
        self.rev = 1

    def answer(self, intent):
        match intent:
            case Enter(action=action) if " add " in action:
                seat, _, cell, by = action.split()
                value = self.state.values[int(seat) - 1][cell] + int(by)
                self.say(f"{seat} set {cell} {value}")
            case Enter(action=action):
                self.say(action)
            case TurnMarker(marker=marker):
                self.say(f"marker {marker} battle")

    def say(self, line):
        self.state.apply(*record.parse_move(self.state, line))
        self.rev += 1
        on_message.on_message(self.control, stage.snapshot(self.rev, self.control.model.table, self.state.view(None)))


@pytest.fixture
def table():
    table = Answered()
    table.stage = Stage(table)
    yield table
    table.stage.close()


def tap_quickly(table, key):
    """Tap 0.05 seconds after the last touch."""
    table.stage.now += 0.05
    table.stage.touch(key).down().up()
    frames(2)


def test_quick_taps_count_each_and_a_duplicated_touch_once(table):
    for _ in range(3):
        tap_quickly(table, "shields 2 more")
    assert table.state.values[1]["shields"] == 3
    table.stage.now += 0.05
    both = [table.stage.touch("shields 2 more").down() for _ in range(2)]
    for finger in both:
        finger.up()
    frames(2)
    assert table.state.values[1]["shields"] == 4


@pytest.mark.rotated
def test_points_are_typed_markers_turned_and_a_conflict_settled(table):
    for key in ("entry 1", "digits", "key 2", "key 4", "key enter", "close", "close"):
        table.stage.tap(key)
    assert table.state.values[0]["wonder"] == 24
    assert table.control.ui.panel == ""
    table.stage.tap("shields 3 more")
    for marker in (1, 2, 3):
        table.stage.tap(f"marker {marker}")
    assert stage.at(table.control).sheet.view.conflict.flipped == 3
    table.stage.tap("settle")
    assert stage.at(table.control).sheet.view.conflict.flipped == 3, "it is asked first whether the others have none"
    table.stage.tap("settle so")
    assert [values["military"] for values in table.state.values] == [0, 0, 2]
    assert stage.at(table.control).sheet.view.conflict.flipped == 0
