"""Whole games of people with cardboard: boxes and structures unlike ours, and games that begin in the middle.

That they are whole and read back, tests/test_records.py asks.
"""

from engine import record
from engine.game import CHANCE, Reportable
from tests.whole_games import TRACK, each_of, played

EVENT_FORMS = (
    "reveal 1 ",
    "reveal center ",
    "reveal token ",
    "reveal medal 3 ",
    "reveal medal center ",
    "reveal gift ",
    "keep ",
    "build ",  # in Duel
    " with ",
    "discard ",
)


@each_of(TRACK)
def test_every_line_was_legal_or_marked_as_a_contradiction(path):
    told = played(path).told
    moves = iter(told.moves)
    for _, state in record.replay(told):
        _, text = next(moves, (0, ""))
        offered = record.legal_lines(state)
        if state.to_act == (CHANCE,):
            offered = [line.rpartition(" ")[0] for line in offered]
        assert isinstance(state, Reportable)
        if text.endswith(" !"):
            assert text.removesuffix(" !") not in offered
            offered = [record.format_move(state.to_act[0], other) for other in state.contradictions()]
        assert text in offered or not text


def test_every_kind_of_contradiction_is_in_some_record():
    told = [text for path in TRACK for _, text in played(path).told.moves if text.endswith(" !")]
    assert [form for form in EVENT_FORMS if not any(form in text for text in told)] == []


def test_positions_begin_records_with_and_without_medals():
    variants = {
        "medals" in told.setup.variant
        for told in (played(path).told for path in TRACK)
        if told.setup.header().get("position")
    }
    assert variants == {False, True}
