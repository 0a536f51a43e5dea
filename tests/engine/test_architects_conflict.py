"""The conflict's comparison, as printed."""

import pytest

from engine.architects.conflict import military_tokens


@pytest.mark.parametrize(
    ("shields", "tokens"),
    [
        pytest.param((1, 0), (1, 0), id="two seats: one against none is one token (ruling 28)"),
        pytest.param((2, 0), (2, 0), id="two against none"),
        pytest.param((3, 2), (1, 0), id="more"),
        pytest.param((4, 2), (2, 0), id="at least twice as many"),
        pytest.param((0, 5), (0, 2), id="the other way round"),
        pytest.param((2, 2), (0, 0), id="equal shields give nothing (ruling 27)"),
        pytest.param((0, 0), (0, 0), id="nobody armed"),
        pytest.param((3, 1, 2), (2, 0, 1), id="three seats: a token for each weaker neighbour"),
        pytest.param((3, 1, 3, 2), (2, 0, 2, 0), id="opposite seats are not compared"),
        pytest.param((1, 1, 1, 1, 1, 1, 1), (0,) * 7, id="seven equals"),
    ],
)
def test_military_tokens_are_won_by_more_shields(shields, tokens):
    assert military_tokens(shields) == tokens
