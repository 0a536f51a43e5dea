"""Tests of the events that the screen shows for some seconds: taken back with their line, repainted, ended in time."""

from dataclasses import replace

import msgspec
import pytest

from app.protocol.log_messages import Line
from app.screen.state.interlude import ShownEvent
from app.screen.state.model import Model

WIN_LINE = Line(7, 3, msgspec.Raw(b'"won"'))


def decode_event(raw):
    return msgspec.json.decode(raw)


@pytest.mark.parametrize(
    ("lines", "gone"),
    [
        pytest.param({7: WIN_LINE}, False, id="it stands"),
        pytest.param({}, True, id="no line"),
        pytest.param({7: msgspec.structs.replace(WIN_LINE, undone=True)}, True, id="undone"),
        pytest.param(
            {7: msgspec.structs.replace(WIN_LINE, event=msgspec.Raw(b'"lost"'))}, True, id="it says something else"
        ),
    ],
)
def test_an_undone_line_removes_its_moment(lines, gone):
    assert ShownEvent("won", 7, 20.0).is_taken_back(replace(Model(), lines=lines), decode_event) is gone


def test_a_moment_is_updated_each_second_and_at_its_deadline():
    moment = ShownEvent("won", 7, 20.0)
    assert [moment.repaint_time(now) for now in (12.0, 18.9, 19.5)] == [13.0, 19.9, 20.0]
    assert [moment.is_over(now) for now in (19.9, 20.0)] == [False, True]
