"""Legal lines, points and views of the engine are those of an independent judge, at every line."""

import ast
import copy
import sys
from pathlib import Path

import pytest

from tests.judge.comparison import KINDS, first_difference
from tests.judge.judges import facts_of, judge_after
from tests.judge.record import Unjudged
from tests.whole_games import RECORDS, TRACK, each_of, played

GAMES = 200  # of each kind, dealt; a tenth of that entered from cardboard
WRONG_VALUES = {  # by kind: a value that the judge is told otherwise, and what it is told
    "architects": (("table", "cat_points"), 3),
    "medals": (("medals", "three-red", "need", "red"), 2),
    "duel": (("cards", "palisade", "cost", "coins"), 3),
    "seven-wonders": (("cards", "baths", "cost", "stone"), 2),
    "leaders": (("leaders", "caesar", "cost"), 4),
}


def test_judge_imports_nothing_of_the_product():
    for path in Path(__file__).parent.glob("*.py"):
        if path.name.startswith("test_") or path.name == "comparison.py":
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import | ast.ImportFrom):
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
                assert all(n.partition(".")[0] in sys.stdlib_module_names or n.startswith("tests.judge") for n in names)


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("lazy", [False, True], ids=["dealt", "entered"])
@pytest.mark.parametrize("kind", KINDS)
def test_engine_agrees_with_the_judge(kind, lazy):
    assert first_difference(kind, 0, lazy) is None


@pytest.mark.full
@pytest.mark.parametrize("kind", KINDS)
def test_engine_agrees_with_the_judge_in_many_games(kind):
    assert [found for number in range(1, GAMES) if (found := first_difference(kind, number))] == []
    assert [found for number in range(1, GAMES, 10) if (found := first_difference(kind, number, lazy=True))] == []


@pytest.mark.rotated
@each_of([path for paths in (*RECORDS.values(), TRACK) for path in paths])
def test_kept_records_agree_with_the_judge(path):
    text, last = path.read_text(), played(path).moments[-1].public
    try:
        judge = judge_after(text)
    except Unjudged:
        assert "position: " in text or "facts: " in text
        return
    assert judge.view() == last


@pytest.mark.sampled(2)
@pytest.mark.parametrize("kind", WRONG_VALUES)
def test_wrong_value_in_the_data_is_detected(kind):
    (*path, last), value = WRONG_VALUES[kind]
    thing = facts = copy.deepcopy(facts_of(KINDS[kind][0]))
    for step in path:
        thing = thing[step]
    assert thing[last] != value
    thing[last] = value
    assert any(first_difference(kind, number, facts=facts) for number in range(5))
