"""An owner's file with other values: what people wrote stays, and what cannot be told apart is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.data_overrides import format_file, parse_file, rewrite_file

NAMES = st.sampled_from(["rome", "ur", "stages", "1", "cards", "red-1", "points"])
PATHS = st.lists(NAMES, min_size=2, max_size=4).map(tuple)
VALUES = st.one_of(
    st.integers(0, 999), st.booleans(), st.sampled_from(["same", "yours"]), st.lists(st.integers(0, 9)).map(tuple)
)
CARDS = "wonders", "rome", "cards"
FILE = """# Our copy
[wonders.rome.cards]   # counted twice
red-1 = 3              # not 2
glass = 2

[table]
cat_points = 3
"""


@pytest.mark.parametrize(
    ("changes", "becomes"),
    [
        pytest.param({(*CARDS, "red-1"): 2}, FILE.replace("red-1 = 3", "red-1 = 2"), id="other"),
        pytest.param(
            {("wonders", "rome", "cards", "wood"): 1}, FILE.replace("glass = 2\n", "glass = 2\nwood = 1\n"), id="new"
        ),
        pytest.param({("table", "cat_points"): None}, FILE.replace("cat_points = 3\n", ""), id="gone"),
        pytest.param({("table", "medal_points"): None}, FILE, id="never there"),
        pytest.param({("leaders", "plato", "cost"): 3}, FILE + "\n[leaders.plato]\ncost = 3\n", id="new table"),
    ],
)
def test_rewriting_a_file_keeps_other_entries_as_written(changes, becomes):
    assert rewrite_file(FILE, changes) == becomes


@pytest.mark.parametrize(
    "text", ["[wonders.rome]\ncards = { red-1 = 3 }\n", "wonders.rome.cards.red-1 = 3\n", "[wonders\n", "x = 1 2"]
)
def test_ambiguous_file_is_not_rewritten(text):
    with pytest.raises(ValueError):  # noqa: PT011  # whichever it is
        rewrite_file(text, {("wonders", "rome", "cards", "red-1"): 2})


@given(values=st.dictionaries(PATHS, VALUES, max_size=5))
def test_formatted_file_parses_to_the_same_values(values):
    if any(one != other and one == other[: len(one)] for one in values for other in values):
        return  # a value cannot be a table as well
    assert parse_file(format_file(values).encode()) == values
