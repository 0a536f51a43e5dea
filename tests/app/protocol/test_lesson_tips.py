"""The choice between two lesson tips for one seat."""

from types import SimpleNamespace

import pytest

from app.protocol.table_messages import TableView
from app.protocol.teaching_messages import LessonTip

MINE, TABLES = LessonTip("mine", seat=1), LessonTip("table")
MINE_AGAIN, TABLES_AGAIN = LessonTip("mine", seat=1, again=True), LessonTip("table", again=True)
NOT_MINE = LessonTip("table", but=(1,))


@pytest.mark.parametrize(
    ("own", "public", "shown"),
    [
        pytest.param(None, None, None, id="none"),
        pytest.param(MINE, TABLES, MINE, id="its own first"),
        pytest.param(None, TABLES, TABLES, id="the table's"),
        pytest.param(MINE_AGAIN, TABLES, TABLES, id="its own has expired"),
        pytest.param(MINE_AGAIN, TABLES_AGAIN, MINE_AGAIN, id="both have expired"),
        pytest.param(None, TABLES_AGAIN, TABLES_AGAIN, id="the table's has expired"),
        pytest.param(None, NOT_MINE, None, id="for others"),
    ],
)
def test_a_seat_is_shown_its_own_tip_before_the_table_s_and_expired_ones_last(own, public, shown):
    knows, does_not = SimpleNamespace(knows=True), SimpleNamespace(knows=False)
    view = SimpleNamespace(seats=(does_not, knows), lesson=public)
    assert TableView.taught(view, 1, own) == shown
    assert TableView.taught(view, 2, own) is None
