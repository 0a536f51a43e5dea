"""The log turn by turn: which lines belong to a turn, and which line opens its correction."""

import msgspec
import pytest

from app.protocol.log_messages import Line
from app.screen.pages.cardboard.turn_log import LogTurn, split_turns


def line(number, row, event, undone=False):
    return Line(number, row, msgspec.Raw(msgspec.json.encode(event)), undone=undone)


def turn_of(line):
    event = msgspec.json.decode(line.event)
    return tuple(event["turn"]) if "turn" in event else None


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        pytest.param([(1, 1, {}), (2, 2, {"turn": (1, 1)}), (3, 3, {})], [1, (1, 1, 3, [3])], id="the set-up first"),
        pytest.param(
            [(1, 1, {"turn": (2, 1)}), (2, 2, {}), (3, 2, {"turn": (3, 2)}), (4, 2, {}), (5, 4, {})],
            [(2, 1, 2, [2]), (3, 2, 4, [4, 5])],
            id="what a line brought after its turn is not what was told in the next one",
        ),
        pytest.param([(1, 1, {"turn": (1, 1)}), (2, 0, {})], [(1, 1, 0, []), 2], id="the table's own news"),
        pytest.param([(1, 1, {"turn": (1, 1)}), (2, 2, {}, True)], [(1, 1, 0, [])], id="undone"),
    ],
)
def test_log_lines_are_grouped_by_turn(lines, found):
    def summarise(each):
        if isinstance(each, LogTurn):
            return each.seat, each.number, each.row, [line.number for line in each.lines]
        return each.number

    assert [summarise(each) for each in split_turns((line(*each) for each in lines), turn_of)] == found
